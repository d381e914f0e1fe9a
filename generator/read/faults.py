"""Pydantic's errors as problems with a line, a key and a way out."""

from typing import TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from generator.problems import Place, Problem, ProblemsFound, did_you_mean
from generator.read.nodes import Location, Mapping, Sequence, key_of, line_at
from generator.read.schema import shown

FormType = TypeVar("FormType", bound=BaseModel)


def checked(form: type[FormType], data: Mapping, file: str, at: Location = ()) -> FormType:
    """`data` as a `form`. Raises ProblemsFound with every fault; `at`: where in the file."""
    try:
        return form.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise ProblemsFound(_problem(form, data, file, at, dict(one)) for one in found) from None


def checked_leniently(
    form: type[FormType], data: Mapping, file: str
) -> tuple[FormType | None, list[Problem]]:
    """`data` as a `form` without the entries that are wrong, and all the problems.

    So the rest of a file can be checked too, although one entry is wrong. None when nothing can be
    made of it. The wrong entries are taken out of `data`.
    """
    problems: list[Problem] = []
    while True:
        try:
            return form.model_validate(data), problems
        except ValidationError as error:
            found = [dict(one) for one in error.errors(include_url=False)]
        problems += (_problem(form, data, file, (), one) for one in found)
        if not all(_repaired(data, one) for one in found):
            return None, problems


def _repaired(data: Mapping, error: dict[str, object]) -> bool:
    """Whether the wrong entry could be taken out; a missing one is filled with a stand-in."""
    location = error["loc"]
    assert isinstance(location, tuple)
    parents, last = location[:-1], location[-1]
    holder: object = data
    for step in parents:
        known = step in holder if isinstance(holder, Mapping) else isinstance(holder, Sequence)
        holder = holder[step] if known else None  # type: ignore[index]
    if not parents or not isinstance(holder, Mapping):
        return False
    if last == "id":
        holder.put("id", "-".join(["missing", *map(str, parents)]), holder.line_of("id"))
    elif last in holder:
        del holder[last]
        if parents[-1] == "source":
            holder.put("designed", "-", holder.line)  # or it would be said to be empty
    else:
        return False
    return True


def _problem(
    form: type[BaseModel], data: Mapping, file: str, at: Location, error: dict[str, object]
) -> Problem:
    location = tuple(step for step in error["loc"] if step != "[key]")  # type: ignore[attr-defined]
    place = Place(file, line_at(data, location), key_of((*at, *location)))
    kind, last = str(error["type"]), str(location[-1]) if location else ""
    context = error.get("ctx")
    if kind == "fustella" and isinstance(context, dict):
        return Problem(str(context["code"]), place, str(context["message"]), str(context["hint"]))
    if kind == "extra_forbidden":
        hint = did_you_mean(last, _keys_at(form, location[:-1]))
        return Problem("E106", place, f"unknown key `{last}`", hint)
    if kind == "missing":
        return Problem("E107", place, f"`{last}` is missing", f"add a line `{last}: …`")
    return Problem("E104", place, *_wrong_type(kind, error))


def _wrong_type(kind: str, error: dict[str, object]) -> tuple[str, str]:
    """A sentence and a hint for the types of fault that our forms can have."""
    value = error.get("input")
    found = shown(value)
    context = error.get("ctx")
    expected = str(context.get("expected", "")) if isinstance(context, dict) else ""
    return {
        "literal_error": (
            f"{found} is none of {expected}",
            did_you_mean(str(value), _quoted(expected)),
        ),
        "list_type": (f"expected a list, found {found}", "write entries with `- ` or in [ ]"),
        "too_short": ("expected at least one entry", "add one"),
        "dict_type": (f"expected keys with values, found {found}", "write `key: value` lines"),
        "model_type": (f"expected keys with values, found {found}", "write `key: value` lines"),
        "model_attributes_type": (
            f"expected keys with values, found {found}",
            "write `key: value`",
        ),
    }.get(kind, (f"{error.get('msg')}; found {found}", "see docs/content.md"))


def _quoted(expected: str) -> list[str]:
    return [part.strip("' ") for part in expected.replace(" or ", ",").split(",")]


def _keys_at(form: type[BaseModel], location: Location) -> list[str]:
    """The keys that the form at `location` knows."""
    here: object = form
    for step in location:
        here = _inside(here, step)
    found = _form_in(here)
    return list(found.model_fields) if found else []


def _inside(annotation: object, step: int | str) -> object:
    """The type of the entry `step` of something of type `annotation`."""
    if get_origin(annotation) in (list, dict):
        return get_args(annotation)[-1]
    form = _form_in(annotation)
    field = form.model_fields.get(str(step)) if form else None
    return field.annotation if field else None


def _form_in(annotation: object) -> type[BaseModel] | None:
    """The form itself, or the one inside `Form | None`."""
    options = (annotation, *get_args(annotation))
    return next((o for o in options if isinstance(o, type) and issubclass(o, BaseModel)), None)

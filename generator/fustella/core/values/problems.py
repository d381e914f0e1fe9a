"""Defines problems for designers: a place, what is wrong there, and how to mend it.

A `Problem` is a fault in content, templates, fonts, documents or folders. Exceptions are for bugs,
except `ProblemsFound`, which carries all the problems of a stage to the command line.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from fustella.core.processes import limits
from fustella.core.values.structs import PartlyCompared
from fustella.core.words.patterns import regex, visible_in_line


class Severity(StrEnum):
    """An error stops the build; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Place(Struct, frozen=True, order=True):
    """A place in a file that the designer knows: a line from 1 (0 for none) and a key (or "").

    `sheet` names the sheet of a workbook that has several, or whose sheet a list names; else "".
    """

    file: str
    line: int = 0
    key: str = ""
    sheet: str = ""

    def inside(self, step: int | str, line: int | None = None) -> "Place":
        """The place of an entry inside of the value at this place; `step` is its key or number.

        Numbers count from 0. Without a `line`, the entry is on the same line as the value.
        """
        inside = f"[{step + 1}]" if isinstance(step, int) else f".{step}" if self.key else step
        return Place(self.file, self.line if line is None else line, self.key + inside, self.sheet)

    @property
    def page(self) -> str:
        """The file, and its sheet as a list names it: `content/harbour/cards.xlsx#Spells`."""
        file = visible_in_line(self.file)
        return f"{file}#{_on_one_line(self.sheet)}" if self.sheet else file

    @property
    def spot(self) -> str:
        """The file, the sheet and the line: `content/harbour/cards.xlsx#Spells:2`."""
        return f"{self.page}:{self.line}" if self.line else self.page

    def __str__(self) -> str:
        return f"{self.spot}: {_on_one_line(self.key)}" if self.key else self.spot


def _on_one_line(text: str) -> str:
    return visible_in_line(" ".join(text.split()))


class Problem(PartlyCompared, frozen=True):
    """One fault. `code` names its page in docs/problems/.

    `concerns` is another place that the fault also concerns, such as the list entry that a template
    was drawn for. `piece` is the id of the piece that has the fault. `cause` is equal in problems
    whose messages differ although one change may mend them all; it is "" where such problems have
    equal messages. `follows` are further faults that the same change brought, each in a line.
    Problems that differ only in fields that are `UNCOMPARED` are equal.
    """

    UNCOMPARED = frozenset({"concerns", "piece", "cause", "follows"})

    code: str
    place: Place
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    concerns: Place | None = None
    piece: str = ""
    cause: str = ""
    follows: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Makes invisible letters in message and hint visible: they may be what is wrong."""
        for name in ("message", "hint"):
            text = getattr(self, name)
            if (shown := visible_in_line(text)) is not text:
                force_setattr(self, name, shown)

    def __str__(self) -> str:
        warning = "warning: " if self.severity is Severity.WARNING else ""
        lines = [f"{self.place}: {self.code} {warning}{self.message}"]
        lines += [f"    hint: {self.hint}"] if self.hint else []
        lines += [f"    - {visible_in_line(fault)}" for fault in self.follows]
        return "\n".join(lines)


def warning(code: str, place: Place, message: str, hint: str = "") -> Problem:
    """A problem that does not stop a build."""
    return Problem(code, place, message, hint, Severity.WARNING)


UNFIT = frozenset(("E201", "E214", "E224", "E227"))
"""The codes of texts that do not fit. A draft is printed with them, and shows what hangs over."""


def as_warnings(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems as warnings, which stop no build."""
    return tuple(replace(one, severity=Severity.WARNING) for one in problems)


def as_errors(warnings: Iterable[Problem]) -> list[Problem]:
    """The warnings as errors, which stop a build."""
    return [replace(one, severity=Severity.ERROR) for one in warnings]


def refuse(warnings: Iterable[Problem]) -> None:
    """Raises ProblemsFound with the warnings as errors, if there are any."""
    if errors := as_errors(warnings):
        raise ProblemsFound(errors)


TOLD_EACH = 3
"""The most problems with the same words to show one by one; more are shown as one problem."""

_TOLD_EACH_OF_CAUSE = 12
"""The most problems of one cause to show one by one; more are shown as one problem."""

_FLOOD = 30
"""Where there are more problems than these, few of one cause are shown as one problem, too."""


def most_of_cause(problems: int) -> int:
    """The most problems of one cause to show one by one, by the number of all problems."""
    return TOLD_EACH if problems > _FLOOD else _TOLD_EACH_OF_CAUSE


def by_cause(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Groups problems of one cause; each group is shown as one problem, at its first place."""
    unique = dict.fromkeys(problems)
    most = most_of_cause(len(unique))
    same, alike = _groups_by(unique, _words_of), _groups_by(unique, _cause_of)
    shared = _groups_by(unique, _spot_of)
    found: dict[int, list[Problem]] = {}
    for one in unique:
        group, of_cause = same[_words_of(one)], alike[_cause_of(one)]
        if one.cause and len(of_cause) > most:
            group = of_cause
        elif len(group) <= TOLD_EACH:
            group = shared[_spot_of(one)] if one.place.line else [one]
        found.setdefault(id(group[0]), group)
    return [*found.values()]


def _groups_by(
    problems: Iterable[Problem], key: Callable[[Problem], tuple[str, ...]]
) -> dict[tuple[str, ...], list[Problem]]:
    groups: dict[tuple[str, ...], list[Problem]] = {}
    for one in problems:
        groups.setdefault(key(one), []).append(one)
    return groups


def _words_of(problem: Problem) -> tuple[str, ...]:
    return problem.code, problem.severity, problem.message


def _spot_of(problem: Problem) -> tuple[str, ...]:
    """A key that is equal for problems at one value, which several pieces may share."""
    return (*_words_of(problem), *_value_of(problem))


def _value_of(problem: Problem) -> tuple[str, ...]:
    place = problem.place
    key = place.key.partition("].")[2] or place.key
    return place.file, place.sheet, str(place.line), key


def places_of(problems: Iterable[Problem]) -> int:
    """The number of typed values at fault in some problems; several pieces may share a value."""
    return len({_value_of(problem) for problem in problems})


def _cause_of(problem: Problem) -> tuple[str, ...]:
    return problem.code, problem.severity, problem.cause


def some_of(names: Sequence[str]) -> str:
    """A list of the first few names and the number of the others: `a`, `b`, `c` and 9 more."""
    shown = ", ".join(names[:TOLD_EACH])
    more = len(names) - TOLD_EACH
    return f"{shown} and {more} more" if more > 0 else shown


class ProblemsFound(Exception):
    """Raised at the end of a stage, with all of its problems once, in the order of their places."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        unique = dict.fromkeys(problems)
        self.problems = tuple(sorted(unique, key=_in_order))
        super().__init__("\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problems,), self.__dict__


class Collected(list[Problem]):
    """A list to which a stage adds its problems one by one.

    As soon as there are more than `limits.PROBLEMS`, it raises ProblemsFound with these problems
    and E133: to make, sort and print more of them takes longer than to mend one.
    """

    def append(self, problem: Problem) -> None:
        super().append(problem)
        self._stop_in_time()

    def extend(self, problems: Iterable[Problem]) -> None:
        super().extend(problems)
        self._stop_in_time()

    def __iadd__(self, problems: Iterable[Problem]) -> "Collected":  # type: ignore[override,misc]
        self.extend(problems)
        return self

    def _stop_in_time(self) -> None:
        if len(self) > limits.PROBLEMS:
            message = f"more than {limits.PROBLEMS:,} problems: the others are not looked for"
            hint = "mend what is told of the first ones, which may be one slip made many times"
            raise ProblemsFound([*self, Problem("E133", self[-1].place, message, hint)])


_DIGITS = regex(r"([0-9]{1,9})")


def _in_order(problem: Problem) -> tuple[object, ...]:
    """The key by which problems are sorted: by file, sheet and line, then by the entry in the line.

    In one line, `pieces[2]` comes before `pieces[10]`.
    """
    place = problem.place
    steps = [int(step) if n % 2 else step for n, step in enumerate(_DIGITS.split(place.key))]
    return place.file, place.sheet, place.line, steps, problem.code, problem.message


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt or shortened `word` means; "" where it would be a guess.

    `core.words.spelling` says what is near enough.
    """
    from fustella.core.words.spelling import meant  # noqa: PLC0415  (what was typed right needs it not)

    return meant(word, known)


def as_spelt(word: str, known: Iterable[str]) -> str:
    """The known word that differs from `word` only in its case; `word` itself if none does."""
    known = list(known)
    same = (one for one in known if one.casefold() == word.casefold())
    return word if word in known else next(same, word)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the nearest known word, or lists the known ones when they are few."""
    known = [*known]
    if near := nearest(word, _sorted_when_needed(known)):
        return f"did you mean `{near}`?"
    return f"known: {', '.join(sorted(known))}" if 0 < len(known) <= 12 else ""


def _sorted_when_needed(words: Iterable[str]) -> Iterator[str]:
    """Yields words in order; sorts them only when the first word is needed."""
    yield from sorted(words)


class WrongArgument(ValueError):
    """Raised for an argument with which a tool cannot draw; `hint` says what is allowed."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

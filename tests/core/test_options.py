"""Options of commands: what follows from their declarations."""

from argparse import Namespace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fustella.build import BuildOptions, PrintChoice, PrintOptions
from fustella.core.values.options import Mistyped, OneOf, Options, option, switch, word
from fustella.core.values.paper import Duplex
from fustella.core.values.themes import Theme
from fustella.export import ExportOptions

BUILD = BuildOptions("A4", Duplex.LONG_EDGE, Path("output"))
EXPORT = ExportOptions("png", Path("output"))


class Some(Options, frozen=True):
    names: tuple[str, ...] = word("NAME", many="*", default=(), about="names")
    theme: Theme = option("--theme", OneOf(Theme), default=Theme.FULL, about="colours")
    dry_run: bool = switch("--dry-run", stamp=False, about="no file")


def unlike(value: object) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(one for one in type(value) if one is not value)
    if isinstance(value, tuple):
        return (*value, "other")
    if isinstance(value, Path | None):
        return Path("other")
    return f"{value}other" if isinstance(value, str) else value + 1  # type: ignore[operator]


@pytest.mark.parametrize("name", BuildOptions.DECLARED)
def test_key_of_a_build_names_each_option_that_is_stamped(name):
    other = replace(BUILD, **{name: unlike(getattr(BUILD, name))})
    assert (other.key() != BUILD.key()) == BuildOptions.DECLARED[name].stamp


@pytest.mark.parametrize("part", [PrintOptions(), PrintChoice()])
def test_key_of_a_build_names_how_it_is_printed_and_what_of_it(part):
    keys = {BUILD.key()}
    for name in part.DECLARED:
        changed = replace(part, **{name: unlike(getattr(part, name))})
        field = "choice" if isinstance(part, PrintChoice) else "printing"
        keys.add(replace(BUILD, **{field: changed}).key())
    assert len(keys) == 1 + len(part.DECLARED)


@pytest.mark.parametrize("name", ExportOptions.DECLARED)
def test_key_of_an_export_names_each_option_that_is_stamped(name):
    other = replace(EXPORT, **{name: unlike(getattr(EXPORT, name))})
    assert (other.key() != EXPORT.key()) == ExportOptions.DECLARED[name].stamp


def test_options_take_what_was_typed_once_and_else_their_defaults():
    typed = Namespace(names=["a", "b", "a"], theme=None)
    assert Some.of(typed) == Some(("a", "b"))
    assert Some.of(typed, dry_run=True) == Some(("a", "b"), dry_run=True)
    assert [*dict(Some().stamped())] == ["names", "theme"]


def test_option_is_declared_as_help_shows_it():
    names, theme, dry_run = Some.declared()
    assert (names.flags, names.value, names.name) == ((), "NAME", "names")
    assert (theme.flags, theme.value, theme.words) == (
        ("--theme",),
        "",
        ("full", "low-ink", "grey"),
    )
    assert (dry_run.flags, dry_run.name, dry_run.is_switch) == (("--dry-run",), "dry_run", True)
    assert option("--color --colour WHEN", about="").flags == ("--color", "--colour")


def test_one_of_some_words_is_read_in_any_case_and_else_refused_with_the_way_out():
    theme = Some.DECLARED["theme"]
    assert theme.read("LOW-INK") is Theme.LOW_INK
    assert theme.read("") is Theme.FULL
    with pytest.raises(Mistyped, match="there is no `gray`; did you mean `grey`"):
        theme.read("gray")
    with pytest.raises(Mistyped, match="there is no `x`; write full, low-ink or grey"):
        theme.read("x")

"""A command line that knows what was meant: it suggests words, and answers in sentences.

`argparse` says what is wrong in terms of its own; `Parser` says it in those of whoever typed.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn, cast

from fustella.cli.terminal import fitted, width
from fustella.core.problems import nearest

MISTYPED = 2
"""Exit code."""

_MISSING = r"the following arguments are required: (.+)"

_FEW = 3
"""So many commands are named that have an option which another one lacks."""

OF_ALL = "for every command"
"""The group of options that every command has: it is shown last."""

_EXAMPLES = "examples:"

_FORMS = {"*": "[{} …]", "+": "{} …", "?": "[{}]"}
"""How usage shows words of which there may be several, or none."""

_SAID: tuple[tuple[str, str], ...] = (
    (r"argument ([^:]+): expected (?:one|at least one) argument", r"\1 needs a word after it"),
    (r"argument ([^:]+): not allowed with argument (.+)", r"\1 cannot be used together with \2"),
    (r"argument ([^:]+): ignored explicit argument .*", r"\1 is used alone, without ="),
    (
        r"ambiguous option: (\S+) could match (.+)",
        r"\1 may be any of \2: write it in full",
    ),
    (r"argument (.+)", r"\1"),
)
"""What `argparse` says of a mistyped command, and how it is told."""


class _Help(argparse.HelpFormatter):
    """Shows commands without a line for what they are together, and examples line by line."""

    def __init__(self, prog: str, **known: Any) -> None:
        super().__init__(prog, **{"width": width() - 2, **known})

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):
            return "".join(map(super()._format_action, action._get_subactions()))
        return super()._format_action(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(_EXAMPLES) else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """The parser of a command, or of all of them."""

    examples: tuple[str, ...] = ()
    """Lines as they are typed, each with what it does after a `#`."""

    def __init__(self, **known: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **known})
        self._own_epilog = self.epilog
        self._positionals.title = "arguments"
        self._option_string_actions["--help"].help = "show this help"

    def error(self, message: str) -> NoReturn:
        """Tell what is wrong with the command, how it is used, and exit with 2."""
        see = f"see: {self.prog} --help"
        if missing := re.fullmatch(_MISSING, message):
            names = missing[1].split(", ")
            message = f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} missing"
            see = self.format_usage().strip()
        for pattern, said in _SAID:
            if found := re.fullmatch(pattern, message, re.DOTALL):
                message = found.expand(said)
                break
        print(fitted(f"{self.prog}: {message}\n    {see}", sys.stderr), file=sys.stderr)
        sys.exit(MISTYPED)

    def format_usage(self) -> str:
        self.usage = self.usage or self._usual_usage()
        return super().format_usage()

    def format_help(self) -> str:
        self.usage = self.usage or self._usual_usage()
        self._action_groups.sort(key=lambda group: group.title == OF_ALL)
        if self.examples:
            examples = "\n  ".join((_EXAMPLES, *self.examples))
            self.epilog = f"{examples}\n\n{said}" if (said := self._own_epilog) else examples
        return super().format_help()

    def _usual_usage(self) -> str:
        """The words in their order; options are too many for a line, and listed below it."""
        words = [self.prog]
        for action in self._get_positional_actions():
            name = str(action.metavar)
            words.append(_FORMS.get(str(action.nargs), "{}").format(name))
        return " ".join((*words, "[OPTION …]"))

    def options(self) -> tuple[str, ...]:
        """Its options in full, such as `--language`."""
        return tuple(option for option in self._option_string_actions if option.startswith("--"))

    def refuse(self, unknown: Sequence[str], others: Sequence["Parser"] = ()) -> NoReturn:
        """Tell which of the arguments that nothing takes is wrong, and what may be meant.

        An option that some of `others` take may be meant for one of these.
        """
        typed = next((word for word in unknown if word.startswith("-")), "").partition("=")[0]
        if not typed:
            self.error(f"it does not take {' '.join(f'`{word}`' for word in unknown)}")
        near = _meant(typed, self.options())
        owners = [f"`{one.prog}`" for one in others if typed in one.options()]
        if 0 < len(owners) <= _FEW:
            near = f" here: {' and '.join(owners)} {'has' if len(owners) == 1 else 'have'} it"
        self.error(f"there is no option `{typed}`{near}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Suggest a command; all other words are looked up by `one_of`."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            told = f"there is no command `{value}`{_meant(value, action.choices)}"
            raise argparse.ArgumentError(None, told)


class Commands(argparse._SubParsersAction):  # type: ignore[type-arg]
    """Commands of which each has its parser made when it is chosen, or when all are looked at.

    To make all parsers takes as long as a build in which nothing changed.
    """

    choices: "_Parsers"  # type: ignore[assignment]

    @classmethod
    def of(cls, parser: Parser) -> "Commands":
        """The commands of a parser, none at first."""
        made: Any = parser.add_subparsers(
            action=cls, title="commands", metavar="COMMAND", prog=parser.prog
        )
        made.choices = made._name_parser_map = _Parsers()
        return cast("Commands", made)

    def add_later(self, name: str, help: str, make: Callable[[], Parser]) -> None:
        self.choices.makers[name] = cache(make)
        self._choices_actions.append(self._ChoicesPseudoAction(name, (), help))


class _Parsers(Mapping[str, Parser]):
    """Parsers by the names of their commands."""

    def __init__(self) -> None:
        self.makers: dict[str, Callable[[], Parser]] = {}

    def __getitem__(self, name: str) -> Parser:
        return self.makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self.makers)

    def __len__(self) -> int:
        return len(self.makers)


def one_of(words: Iterable[str], hint: str = "") -> dict[str, Any]:
    """The arguments of `add_argument` for one of some words, whatever its case.

    `hint` is what to write where another word is typed that is like none of them.
    """
    known = tuple(words)
    return {"choices": known, "type": _Word(known, hint or f"write {_either(known)}")}


class _Word:
    """Finds a typed word among those that are known."""

    def __init__(self, known: Sequence[str], hint: str) -> None:
        self._known, self._hint = known, hint

    def __call__(self, typed: str) -> str:
        word = typed.lower()
        if word and word not in self._known:  # "" is the default where nothing is chosen
            meant = _meant(typed, self._known) or f"; {self._hint}"
            raise argparse.ArgumentTypeError(f"there is no `{typed}`{meant}")
        return word


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _meant(typed: str, known: Iterable[str]) -> str:
    near = nearest(typed.lower(), known)
    return f"; did you mean `{near}`?" if near else ""

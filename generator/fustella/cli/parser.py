"""Parses commands; if a word is mistyped, a sentence suggests the word that was meant.

`argparse` reports faults in its own terms, `CommandParser` in the terms of whoever typed.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, NoReturn, cast

from msgspec import Struct

from fustella.cli.terminal import Color, fitted, width
from fustella.core.values.options import Mistyped, OneOf, Option, meant, option, switch

MISTYPED = 2
"""The exit code for a mistyped command."""

_MISSING = r"the following arguments are required: (.+)"

_FEW = 3
"""The most commands that a message names for an option of other commands."""

_OF_ALL = "for every command"
"""The group, shown last in help, of the options that every command has."""

COLOR = option(
    "--color --colour WHEN",
    OneOf(Color),
    default=Color.AUTO,
    group=_OF_ALL,
    before=True,
    about="colours in what is printed: auto (default: on a terminal that has them), always or "
    "never",
)
DEBUG = switch(
    "--debug",
    group=_OF_ALL,
    before=True,
    about="if Fustella itself fails, show where in the program",
)
EACH = switch(
    "--each",
    group=_OF_ALL,
    before=True,
    about="tell each problem at each of its places, and not many of one cause as one",
)

_EXAMPLES, _COMMANDS = "examples:", "commands:"

_FORMS = {"*": "[{} …]", "+": "{} …", "?": "[{}]"}
"""The forms of words in the usage, by argparse's `nargs`: which may be left out or repeated."""

_BETTER_MESSAGES: tuple[tuple[str, str], ...] = (
    (r"argument ([^:]+): expected (?:one|at least one) argument", r"\1 needs a word after it"),
    (r"argument ([^:]+): not allowed with argument (.+)", r"\1 cannot be used together with \2"),
    (r"argument ([^:]+): ignored explicit argument .*", r"\1 is used alone, without ="),
    (r"ambiguous option: (\S+) could match (.+)", r"\1 may be any of \2: write it in full"),
    (r"argument (.+)", r"\1"),
)
"""Messages of `argparse` about a mistyped command, and the sentences that replace them."""


class Command(Struct, frozen=True):
    """A command: the text of its help, its options, and the function that runs it.

    `entry` is the function, as `module:function` of `cli`. The help of a command with `commands`
    of its own says the `line` of each of them; if it has an entry, too, that runs unless the first
    word is one of these. `options` stand in the order of the help. An example is a line as it is
    typed, with what it does after a `#`. For a command that is `signed`, words such as `-1,2` are
    values and not options.
    """

    about: str
    entry: str = ""
    options: tuple[Option, ...] = ()
    examples: tuple[str, ...] = ()
    commands: Mapping[str, "Command"] = {}
    line: str = ""
    usage: str = ""
    signed: bool = False


class _Help(argparse.HelpFormatter):
    """A formatter of help, without a line for the group of commands, that keeps examples' lines."""

    def __init__(self, prog: str, **known: Any) -> None:
        super().__init__(prog, **{"width": width() - 2, **known})

    def _format_action(self, action: argparse.Action) -> str:
        if isinstance(action, argparse._SubParsersAction):
            return "".join(map(super()._format_action, action._get_subactions()))
        return super()._format_action(action)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return (
            text
            if text.startswith((_EXAMPLES, _COMMANDS))
            else super()._fill_text(text, width, indent)
        )


class CommandParser(argparse.ArgumentParser):
    """The parser of a command, or of the whole command line."""

    def __init__(self, **known: Any) -> None:
        super().__init__(**{"formatter_class": _Help, **known})
        self.command: Command | None = None
        self._groups: dict[str, Any] = {}
        self.beside: dict[str, CommandParser] = {}
        """The parsers of commands in whose place a name may stand, by their names."""
        self._positionals.title = "arguments"
        self._option_string_actions["--help"].help = "show this help"

    def become(self, command: Command) -> "CommandParser":
        """Gives this parser the options, help and function of a command, and returns it."""
        self.command = command
        self.usage = command.usage or None
        self.description = command.about
        self.set_defaults(entry=command.entry and f"fustella.cli.{command.entry}", parser=self)
        if command.signed:  # by itself argparse takes `-1.2mm` for an option, and only `-1.2` not
            self._negative_number_matcher = re.compile(r"-[\d.,].*")
        for declared in (COLOR, EACH, DEBUG, *command.options):
            self.add(declared)
        if command.commands and command.entry:
            for name, inner in command.commands.items():
                self.beside[name] = CommandParser(prog=f"{self.prog} {name}").become(inner)
            lines = (f"  {name:<10}{one.line}" for name, one in command.commands.items())
            self.epilog = "\n".join((_COMMANDS, *lines))
        elif command.commands:
            name = self.prog.partition(" ")[2]
            self.epilog = f"fustella help {name} COMMAND shows the options of a command."
            below = self.add_subparsers(title="commands", metavar="COMMAND")
            for name, inner in command.commands.items():
                below.add_parser(name, help=inner.line).become(inner)
        self._own_epilog = self.epilog
        return self

    def below(self) -> Mapping[str, "CommandParser"]:
        """The parsers of the commands of this one, by their names."""
        subparsers = (
            each for each in self._actions if isinstance(each, argparse._SubParsersAction)
        )
        found: Mapping[str, CommandParser] = next((each.choices for each in subparsers), {})
        return self.beside or found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses the words of a command, or of the one of its own commands that they begin with."""
        if args and args[0] in self.beside:
            return self.beside[args[0]].parse_known_args(args[1:], namespace)
        return super().parse_known_args(args, namespace)

    def add(self, declared: Option) -> None:
        """Makes the parser take an option.

        If an option may stand before the command, the parser of the command has no default for it:
        that would overwrite the value that was typed before.
        """
        usual = list(declared.usual) if isinstance(declared.usual, tuple) else declared.usual
        known: dict[str, Any] = {"help": declared.about, "default": usual}
        if declared.before and self.command:
            known["default"] = argparse.SUPPRESS
        known |= {"dest": declared.name} if declared.flags else {"nargs": declared.many or None}
        if declared.is_switch:
            known["action"] = "store_false" if declared.usual else "store_true"
        else:
            known |= {"metavar": declared.value or None, "type": partial(_read, declared)}
            known |= {"choices": declared.words or None}
            known |= {"action": declared.many} if declared.flags and declared.many else {}
        action = self._place_of(declared).add_argument(
            *(declared.flags or (declared.name,)), **known
        )
        action.option = declared

    def _place_of(self, declared: Option) -> Any:
        """Argparse's group for an option; the first option of a group creates it."""
        if declared.group and declared.group not in self._groups:
            self._groups[declared.group] = self.add_argument_group(declared.group)
        place = self._groups.get(declared.group, self)
        if declared.apart and declared.apart not in self._groups:
            self._groups[declared.apart] = place.add_mutually_exclusive_group()
        return self._groups.get(declared.apart, place)

    def error(self, message: str) -> NoReturn:
        """Prints what is wrong with the typed command, and where to read on; then exits with 2."""
        see = f"see: {self.prog} --help"
        if missing := re.fullmatch(_MISSING, message):
            names = missing[1].split(", ")
            message = f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} missing"
            see = self.format_usage().strip()
        for pattern, template in _BETTER_MESSAGES:
            if match := re.fullmatch(pattern, message, re.DOTALL):
                message = match.expand(template)
                break
        print(fitted(f"{self.prog}: {message}\n    {see}", sys.stderr), file=sys.stderr)
        sys.exit(MISTYPED)

    def format_usage(self) -> str:
        self.usage = self.usage or self._usual_usage()
        return super().format_usage()

    def format_help(self) -> str:
        self.usage = self.usage or self._usual_usage()
        self._action_groups.sort(key=lambda group: group.title == _OF_ALL)
        if self.command and self.command.examples:
            examples = "\n  ".join((_EXAMPLES, *self.command.examples))
            self.epilog = f"{examples}\n\n{epilog}" if (epilog := self._own_epilog) else examples
        return super().format_help()

    def _usual_usage(self) -> str:
        """The usage: the words in their order, and `[OPTION …]`, as options are too many."""
        words = [self.prog]
        for action in self._get_positional_actions():
            name = str(action.metavar)
            words.append(_FORMS.get(str(action.nargs), "{}").format(name))
        return " ".join((*words, "[OPTION …]"))

    def takes(self) -> tuple[Option, ...]:
        """The options of the parser's command, without the options that every command has."""
        return self.command.options if self.command else ()

    def options(self) -> tuple[str, ...]:
        """The options of the parser in full, such as `--language`."""
        return tuple(option for option in self._option_string_actions if option.startswith("--"))

    def refuse(self, unknown: Sequence[str], others: Sequence["CommandParser"] = ()) -> NoReturn:
        """Prints that the first `unknown` argument is wrong, and a suggestion; exits with 2.

        The suggestion names commands among the `others`, if only a few of them have such an option.
        """
        typed = next((word for word in unknown if word.startswith("-")), "").partition("=")[0]
        if not typed:
            self.error(f"it does not take {' '.join(f'`{word}`' for word in unknown)}")
        near = meant(typed, self.options())
        owners = [f"`{parser.prog}`" for parser in others if typed in parser.options()]
        if 0 < len(owners) <= _FEW:
            near = f" here: {' and '.join(owners)} {'has' if len(owners) == 1 else 'have'} it"
        self.error(f"there is no option `{typed}`{near}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Exits with a suggestion if a command is mistyped; readers of options check others."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            message = f"there is no command `{value}`{meant(value, action.choices)}"
            raise argparse.ArgumentError(None, message)


class Commands(argparse._SubParsersAction):  # type: ignore[type-arg]
    """The commands of a parser, whose own parsers are made when they are needed.

    To make all of them takes as long as a build in which nothing changed.
    """

    choices: "_LazyParsers"  # type: ignore[assignment]

    @classmethod
    def of(cls, parser: CommandParser) -> "Commands":
        """Adds commands to a parser; there are none until `add_later` is called."""
        action: Any = parser.add_subparsers(
            action=cls, title="commands", metavar="COMMAND", prog=parser.prog
        )
        action.choices = action._name_parser_map = _LazyParsers()
        return cast("Commands", action)

    def add_later(self, name: str, help: str, make: Callable[[], CommandParser]) -> None:
        self.choices.makers[name] = cache(make)
        self._choices_actions.append(self._ChoicesPseudoAction(name, (), help))


class _LazyParsers(Mapping[str, CommandParser]):
    """The parsers of commands by name, each created at its first use."""

    def __init__(self) -> None:
        self.makers: dict[str, Callable[[], CommandParser]] = {}

    def __getitem__(self, name: str) -> CommandParser:
        return self.makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self.makers)

    def __len__(self) -> int:
        return len(self.makers)


def _read(declared: Option, typed: str) -> Any:
    """Reads the value of a typed word, for argparse."""
    try:
        return declared.read(typed)
    except Mistyped as error:
        raise argparse.ArgumentTypeError(str(error)) from None

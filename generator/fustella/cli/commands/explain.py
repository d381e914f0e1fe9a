"""`fustella explain`."""

from fustella.cli.parser import Command
from fustella.core.values.options import word

COMMAND = Command(
    "Print the page about a problem: what it means, an example, and the way out. Other words than "
    "a code find problems by their titles; without a word, all are listed.",
    entry="explain:run",
    usage="%(prog)s [CODE | WORD …] [OPTION …]",
    options=(
        word(
            "CODE | WORD",
            name="words",
            many="*",
            default=(),
            about="the code of a problem, such as E201; or words of a title, such as unknown font",
        ),
    ),
)

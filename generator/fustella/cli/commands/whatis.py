"""`fustella whatis`."""

from fustella.cli.options import GIT_DIR, OUTPUT_OF_BUILDS, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import word

COMMAND = Command(
    "Say which pieces have these version codes, whether they are still as the game is now, and "
    "what has changed since.",
    entry="whatis:run",
    examples=("fustella whatis MK-7K4C",),
    options=(
        word("CODE", name="codes", many="+", about="as printed on the piece, such as MK-7K4C"),
        PROJECT,
        OUTPUT_OF_BUILDS,
        GIT_DIR,
    ),
)

"""What is written down of what was printed: codes in the ledger, and the stamp of the build."""

from collections.abc import Callable, Iterable
from pathlib import Path

from generator.ledger import LEDGER, Entry, ledger_with
from generator.output import Notes
from generator.stamp import STAMPS, Printed, Stamp, stamps_with


def notes_of(
    home: Path,
    entries: Iterable[Entry],
    stamps: Path,
    key: str,
    stamp_of: Callable[[tuple[Printed, ...]], Stamp],
) -> Notes:
    """The notes of a build, to be published with its files.

    `home` is the folder of the game, which keeps the ledger; in the folder `stamps` the stamp is
    kept as `key`.
    """

    def texts(printed: tuple[Printed, ...]) -> dict[Path, str]:
        codes = ledger_with(home, entries)
        ledger = {} if codes is None else {home / LEDGER: codes}
        return ledger | {stamps / STAMPS: stamps_with(stamps, key, stamp_of(printed))}

    return Notes(home, texts)

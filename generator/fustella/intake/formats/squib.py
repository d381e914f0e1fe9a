"""Takes Squib decks (https://squib.readthedocs.io): tables, layouts, plain lines of deck.rb.

The Ruby of deck.rb is never run: regular expressions find the lines that draw, and what they do not
understand is left and told.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.fonts import TakenFonts
from fustella.intake.formats._squib_deck import Deck, Sources, tables_in
from fustella.intake.formats._squib_ruby import Line, Names, lines_of
from fustella.intake.icons import TakenIcons
from fustella.intake.ids import free_name
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import script_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.source import loaded
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "Squib"

_DECK = regex(r"Squib::Deck\.new")
_VERSION = regex(r"\bsquib \(\D*(\d+)\.(\d+)")
_SIZE = regex(r"(?:font(?:_size)?:\s*['\"]?(?:[A-Za-z][\w ,'\"-]*\s)?)(\d{1,3})")
_LARGE = 24
"""The usual size of texts from which on a deck is one of Squib before 0.14."""

_SAMPLES = 60


def likeness(source: ImportSource) -> float:
    """How much a source looks like a deck: whether a file of it makes one."""
    return 1.0 if _decks(source) else 0.0


def _decks(source: ImportSource) -> list[str]:
    names = [source.main] if source.main else [n for n in source.names() if n.endswith(".rb")]
    found = []
    for name in names[:_SAMPLES]:
        try:
            if _DECK.search(script_of(source, name)):
                found.append(name)
        except ProblemsFound:
            continue
    return found


def take(source: ImportSource) -> Taken:
    """Takes the decks of the file that was named, or of all files of a folder: a kind for each."""
    losses: list[Loss] = []
    decks = _decks(source) or [source.main]
    folder = str(_settings(source, decks[0]).get("img_dir") or "")
    pictures = TakenPictures(source, losses, ("", folder))
    shared = Sources(
        source, losses, pictures, TakenIcons(source, losses), TakenFonts(source, losses),
        _is_old(source, decks),
    )  # fmt: skip
    kinds: list[TakenKind] = []
    for main in decks:
        kinds += _kinds_of(shared, main, [kind.id for kind in kinds], alone=len(decks) == 1)
    title = PurePosixPath(source.name).stem if not source.main else PurePosixPath(source.main).stem
    shown = title.replace("_", " ").replace("-", " ").strip().title() or "Imported"
    return Taken(
        shown, kinds, losses, pictures.taken, shared.icons.taken, drawn=pictures.drawn,
        drawn_icons=shared.icons.drawn, fonts=shared.fonts.taken, families=shared.fonts.families,
    )  # fmt: skip


def _kinds_of(
    shared: Sources, main: str, known: Sequence[str], *, alone: bool
) -> Iterator[TakenKind]:
    try:
        lines = lines_of(script_of(shared.source, main))
    except ProblemsFound as error:
        shared.losses.append(Loss(Miss.PIECES, main, error.problems[0].message, Place(main)))
        return
    names, used = Names(), {*known}
    before, parts = _parts(lines)
    tables_in(shared.source, main, before, names, shared.losses)
    stem = PurePosixPath(main).stem
    for part in parts:
        tables_in(shared.source, main, part, names, shared.losses)
        plain = "card" if alone and stem in ("deck", "card", "cards") else slug_of(stem)
        free = free_name(plain or "card", used)
        shown = "Cards" if free == "card" else free.replace("-", " ").replace("_", " ").capitalize()
        kind = Deck(shared, main, names, part).kind(free, shown)
        if kind is None:
            place = Place(main, part[0].number)
            why = (
                "no line that draws was understood: it is computed by the program, which is not run"
            )
            shared.losses.append(Loss(Miss.PIECES, f"the deck {stem}", why, place))
            continue
        used.add(free)
        yield kind


def _parts(lines: Sequence[Line]) -> tuple[Sequence[Line], Sequence[Sequence[Line]]]:
    """The lines before the first deck, and those of each deck."""
    starts = [number for number, line in enumerate(lines) if _DECK.search(line.text)]
    ends = [*starts[1:], len(lines)]
    before = lines[: starts[0]] if starts else lines
    return before, [lines[start:end] for start, end in zip(starts, ends, strict=True)]


def _is_old(source: ImportSource, decks: Sequence[str]) -> bool:
    """Whether texts have the sizes of Squib before 0.14, which printed them at a third.

    The lock file of the gems says the version; without one, the usual size of the texts tells.
    """
    name = source.find("Gemfile.lock", decks[0])
    if name and (found := _VERSION.search(script_of(source, name))):
        return (int(found[1]), int(found[2])) < (0, 14)
    files = [*decks, *(n for n in source.names() if n.endswith((".yml", ".yaml")))]
    sizes: list[int] = []
    for file in files[:_SAMPLES]:
        try:
            sizes += [int(size) for size in _SIZE.findall(script_of(source, file))]
        except ProblemsFound:
            continue
    sizes.sort()
    return bool(sizes) and sizes[len(sizes) // 2] >= _LARGE


def _settings(source: ImportSource, main: str) -> Mapping[str, object]:
    name = source.find("config.yml", main)
    try:
        return loaded(script_of(source, name), name) if name else {}
    except ProblemsFound:
        return {}

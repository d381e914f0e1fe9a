"""Takes saves and saved objects of Tabletop Simulator (https://kb.tabletopsimulator.com).

Pictures are taken where somebody has saved them beside the save; sheets of cards are cut apart. No
address is asked for, and no script is run.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from fustella.core.processes import limits
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.addresses import Addresses, download_of
from fustella.intake.formats._tts_kinds import is_die, kinds_of, poker_scale
from fustella.intake.formats._tts_objects import (
    Found,
    Piece,
    Sort,
    found_in,
    plain_text,
    text_of,
)
from fustella.intake.json import json_of
from fustella.intake.sheets import SheetPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss, Taken

ABOUT = "Tabletop Simulator"

_KEY = regex(rb'"ObjectStates"\s*:\s*\[')
_PICTURES = (b'"CustomDeck"', b'"CustomImage"')
_LOOKED_AT = 60
_ZONES = (
    *("HandTrigger", "ScriptingTrigger", "FogOfWarTrigger", "FogOfWar", "RandomizeTrigger"),
    *("LayoutTrigger", "3DText"),
)
_MODELS = ("Custom_Model", "Custom_Assetbundle")
_TEXTS = ("Notecard", "Custom_PDF", "Tablet")
_WHYS = {
    _ZONES: "areas and words of the table on the screen; nothing of them is printed",
    _MODELS: "3D models are no printed pieces: use what lies in your box of parts, or draw a token",
    _TEXTS: "texts to read: `fustella rules` prints rules that you write into `rules/`",
}


def likeness(source: ImportSource) -> float:
    """How much a source looks like a save: whether a file of it has a list of objects."""
    return 1.0 if _saves(source) else 0.0


def _saves(source: ImportSource) -> list[str]:
    """The saves of a source: the one that names most pictures first."""
    if source.main:
        return [source.main] if _weight(source, source.main) else []
    names = [name for name in source.names() if name.lower().endswith(".json")]
    weights = {name: _weight(source, name) for name in names[:_LOOKED_AT]}
    return sorted((name for name in weights if weights[name]), key=lambda name: -weights[name])


def _weight(source: ImportSource, name: str) -> int:
    """The number of pictures that a file names, and 1; 0 for a file that is no save."""
    try:
        data = source.bytes_of(name, limits.IMPORT_JSON_BYTES)
    except ProblemsFound:
        return 0
    if not data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") or not _KEY.search(data):
        return 0
    return 1 + sum(data.count(key) for key in _PICTURES)


def take(source: ImportSource) -> Taken:
    """Takes the save that was named, or of a folder the one that names most pictures."""
    saves = _saves(source) or [source.main]
    main = saves[0]
    losses = [
        Loss(Miss.PIECES, other, "another save: import it by its own name", Place(other))
        for other in saves[1:]
    ]
    save = json_of(source, main)
    save = save if isinstance(save, dict) else {}
    found = found_in(save.get("ObjectStates"))
    place = Place(main)
    pieces = [piece for piece in found.pieces if piece.sort is not Sort.DIE or is_die(piece)]
    losses += _left(found, pieces, place)
    addresses = [shown.address for each in pieces for shown in (each.front, each.back) if shown]
    files = Addresses(source, main, addresses)
    pictures = SheetPictures(source, files.file_of, download_of, losses)
    scale = poker_scale(pieces, pictures)
    kinds = kinds_of(pieces, pictures, scale, place, losses)
    losses += _approximated(found, pieces, scale, place)
    losses += _of_save(save, found, place)
    return Taken(
        _title(save, main),
        kinds,
        losses,
        pictures.taken,
        drawn=pictures.drawn,
        cut=pictures.cut,
        downloads=pictures.downloads,
    )


def _title(save: Mapping[str, object], main: str) -> str:
    """The title of a save; of an object that was saved alone, its name or that of its file."""
    things = save.get("ObjectStates")
    alone = things[0] if isinstance(things, list) and len(things) == 1 else None
    named = text_of(alone, "Nickname") if isinstance(alone, dict) else ""
    stem = PurePosixPath(main).stem.replace("_", " ").replace("-", " ")
    known = (plain_text(text) for text in (text_of(save, "SaveName"), named, stem))
    shown = next((text for text in known if text and text.lower() != "none"), "")
    return "".join(sign for sign in shown if sign.isprintable())[:80].strip() or "Imported"


def _left(found: Found, pieces: Sequence[Piece], place: Place) -> Iterator[Loss]:
    """Yields what of the table is no piece that is printed."""
    for names, why in _WHYS.items():
        for name, count in found.others.items():
            if name.startswith(names):
                miss = {_ZONES: Miss.PLACES, _TEXTS: Miss.TEXTS}.get(names, Miss.PIECES)
                yield Loss(miss, f"{count} × {name}", why, place)
    known = tuple(name for names in _WHYS for name in names)
    for name, count in found.others.items():
        if not name.startswith(known):
            why = "a thing of the program itself, without a picture: use what lies in your box"
            yield Loss(Miss.PIECES, f"{count} × {name}", why, place)
    if dice := sum(each.copies for each in found.pieces) - sum(each.copies for each in pieces):
        why = "dice with other than six sides cannot be folded of card: use dice that you have"
        yield Loss(Miss.PIECES, f"{dice} × Custom_Dice", why, place)
    if found.cut_off:
        why = f"more than {limits.GAME_PIECES:,} pieces"
        yield Loss(Miss.PIECES, f"{found.cut_off} objects", why, place)
    for name in found.numbers:
        yield Loss(Miss.PICTURES, name[:80], "its number is not on its sheet", place)
    if bare := [each for each in pieces if each.front is None and each.sort is Sort.CARD]:
        why = "cards of the program's own decks, without pictures: their names are printed"
        yield Loss(Miss.PICTURES, f"{sum(each.copies for each in bare)} cards", why, place)


def _approximated(
    found: Found, pieces: Sequence[Piece], scale: float, place: Place
) -> Iterator[Loss]:
    why = (
        "a save has scales and no lengths: a card of scale 1 is taken for 88.9 mm high; change "
        "`width` and `height` in game.yaml"
    )
    if scale != 1:
        why = (
            f"most cards have the scale {scale:g}: they are taken for 88.9 mm high, and all else "
            "as it is beside them; change `width` and `height` in game.yaml"
        )
    yield Loss(Miss.LOOKS, "sizes", why, place, approximated=True)
    for name in dict.fromkeys(found.endless):
        why = "a bag without end: what is in it is taken once; say how many in the column `copies`"
        yield Loss(Miss.PIECES, name[:80], why, place, approximated=True)
    if states := sum(each.state > 0 for each in pieces):
        why = "states of one object: each is a design of its own, with its number in the list"
        yield Loss(Miss.PIECES, f"{states} states", why, place, approximated=True)
    if any(each.sort is Sort.TOKEN for each in pieces):
        why = "they are cut out of their pictures there; here they are the whole rectangle"
        yield Loss(Miss.LOOKS, "tokens", why, place, approximated=True)


def _of_save(save: Mapping[str, object], found: Found, place: Place) -> Iterator[Loss]:
    if found.pieces:
        why = (
            "where things lie on the table is not taken: `fustella export --to tts` lays them anew"
        )
        yield Loss(Miss.PLACES, f"{len(found.pieces)} objects", why, place)
    scripts = found.scripts + bool(text_of(save, "LuaScript").strip())
    if scripts:
        yield Loss(Miss.OUTPUT, f"{scripts} scripts", "scripts of the table are not run", place)
    tabs = save.get("TabStates")
    for tab in tabs.values() if isinstance(tabs, dict) else ():
        if isinstance(tab, dict) and text_of(tab, "body").strip():
            why = "a page of the notebook: copy what is a rule into `rules/`"
            yield Loss(Miss.TEXTS, plain_text(text_of(tab, "title"))[:80] or "a page", why, place)

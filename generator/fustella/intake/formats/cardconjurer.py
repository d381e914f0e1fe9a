"""Takes saved cards of Card Conjurer: JSON with texts at shares of a card, frames by address."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.assembly import kind_of
from fustella.intake.formats._conjurer_text import ConjurerText
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._json_files import json_files, likest
from fustella.intake.formats._looks import ALIGNS, colour_of, text_look
from fustella.intake.json import json_of
from fustella.intake.marks import Box, Columns, Drawn, Mark, inside
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.edit.yaml_writing import Value
from fustella.read.spreadsheets.rows import slug_of

ABOUT = "Card Conjurer"

_SHORT_MM = 63.5
_SAMPLES = 50
_FRAMES = 40
_INFO = regex(r"\{elemidinfo-(\w{1,20})\}")
_COLOURS = {
    **{"white": "#f4efdf", "blue": "#c3ddec", "black": "#c9c4c0", "red": "#efcbb5"},
    **{"green": "#c8dcc7", "gold": "#e8d9a0", "multicolored": "#e8d9a0", "artifact": "#d9dee2"},
    **{"land": "#dcd3c6", "colorless": "#dfe3e6", "vehicle": "#d8cdbf"},
}
"""The grounds that stand for frames, by words of their names."""


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: the share of objects with a key and the data of a card."""
    return likest(source, _files(source), _likeness)[0]


def _files(source: ImportSource) -> Sequence[str]:
    named = [name for name in source.names() if name.lower().endswith(".cardconjurer")]
    return json_files(source) if source.main or not named else named[:_SAMPLES]


def _likeness(value: object) -> float:
    if not isinstance(value, list) or not value:
        return 0.0
    return sum(_card_of(one) is not None for one in value[:_SAMPLES]) / len(value[:_SAMPLES])


def _card_of(value: object) -> dict[str, Any] | None:
    """The data of a saved card; None for anything else."""
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(data, dict) or not isinstance(data.get("text"), dict):
        return None
    return data if {"frames", "artSource", "version"} & data.keys() else None


def take(source: ImportSource) -> Taken:
    """Takes the file that was named, or of a folder the one that looks most like cards."""
    names = _files(source)
    main = likest(source, names, _likeness)[1]
    losses: list[Loss] = []
    for other in names:
        if other != main and likest(source, [other], _likeness)[0] > 0.5:
            why = "another file of cards: import it by its own name"
            losses.append(Loss(Miss.PIECES, other, why, Place(other)))
    found = json_of(source, main)
    cards = [
        (str(one.get("key", "")), data)
        for one in (found if isinstance(found, list) else [])
        if (data := _card_of(one)) is not None
    ]
    if len(cards) > limits.IMPORT_CARDS:
        why = f"a deck has at most {limits.IMPORT_CARDS:,} cards"
        left = f"{len(cards) - limits.IMPORT_CARDS} cards"
        losses.append(Loss(Miss.PIECES, left, why, Place(main)))
    groups: dict[tuple[str, float], list[tuple[str, dict[str, Any]]]] = {}
    for key, data in cards[: limits.IMPORT_CARDS]:
        groups.setdefault((_version(data), _shape(data)), []).append((key, data))
    if len(groups) > limits.IMPORT_KINDS:
        why = f"a game that is imported has at most {limits.IMPORT_KINDS} kinds"
        losses.append(Loss(Miss.PIECES, f"{len(groups)} versions", why, Place(main)))
        groups = dict([*groups.items()][: limits.IMPORT_KINDS])
    pictures, icons = TakenPictures(source, losses), NamedIcons(losses)
    ids: set[str] = set()
    kinds = [
        _Cards(source, main, losses, pictures, icons, shape, group).kind(version, ids)
        for (version, shape), group in groups.items()
    ]
    title = PurePosixPath(main).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(
        title or "Cards", kinds, losses, pictures.taken,
        named_icons=icons.taken, drawn=pictures.drawn,
    )  # fmt: skip


def _version(data: Mapping[str, Any]) -> str:
    version = data.get("version")
    return version if isinstance(version, str) and version else "card"


def _shape(data: Mapping[str, Any]) -> float:
    """The height of a card over its width."""
    width, height = _share(data.get("width"), 1500.0), _share(data.get("height"), 2100.0)
    return round(min(max(height / width, 0.2), 5.0), 3) if width > 0 and height > 0 else 1.4


def _share(value: object, otherwise: float = 0.0) -> float:
    """A number of the file; numbers may be typed as texts."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return otherwise
    return number if abs(number) < 1e6 else otherwise


class _Cards:
    """The cards of one version of frames, which all have one size."""

    def __init__(
        self, source: ImportSource, main: str, losses: list[Loss], pictures: TakenPictures,
        icons: NamedIcons, shape: float, cards: Sequence[tuple[str, dict[str, Any]]],
    ) -> None:  # fmt: skip
        self._source, self._main, self._losses = source, main, losses
        self._pictures, self._cards, self._place = pictures, cards, Place(main)
        self._text = ConjurerText(icons, losses, self._place)
        wide, high = (
            (_SHORT_MM, _SHORT_MM * shape) if shape >= 1 else (_SHORT_MM / shape, _SHORT_MM)
        )
        self._size_mm = (round(wide, 2), round(high, 2))

    def kind(self, version: str, ids: set[str]) -> TakenKind:
        written: list[dict[str, tuple[str, Mapping[str, Any]]]] = [
            dict(self._written(data, key)) for key, data in self._cards
        ]
        names = [*dict.fromkeys(name for texts in written for name in texts)]
        rows = [{name: texts[name][0] for name in texts} for texts in written]
        columns = Columns(names, rows, len(rows))
        drawings = [*self._frames(), *self._arts(), *self._symbols()]
        drawings += [self._zone(name, written, columns) for name in names]
        kept = [drawn for drawn in drawings if drawn.marks]
        return kind_of(
            slug_of(version)[:40].strip("-") or "card", version, self._size_mm, columns, (kept, ()),
            self._pictures, self._losses, lambda text: text, self._place, None, 0.0, ids,
        )  # fmt: skip

    def _box(self, data: Mapping[str, Any]) -> Box:
        shares = (_share(data.get(key), 1.0 if key == "width" else 0.0) for key in _KEYS)
        sides = (self._size_mm[number % 2] for number in range(4))
        x, y, width, height = (share * side for share, side in zip(shares, sides, strict=True))
        return (round(x, 2), round(y, 2), round(width, 2), round(height, 2))

    def _written(
        self, data: Mapping[str, Any], key: str
    ) -> Iterator[tuple[str, tuple[str, Mapping[str, Any]]]]:
        """Yields the texts of a card by their names, each as our text, and with its box."""
        for name, box in data["text"].items():
            if isinstance(box, dict) and isinstance(box.get("text"), str):
                shown = self._text.of(box["text"], key, is_cost=bool(box.get("manaCost")))
                if shown.strip():
                    yield str(name), (shown, box)
        for name, box in _items(data.get("bottomInfo")):
            typed = box.get("text")
            if isinstance(typed, str):
                known = _INFO.sub(lambda found: str(data.get(f"info{found[1].title()}", "")), typed)
                if shown := self._text.of(known, key).strip():
                    yield f"bottom {name}", (shown, box)

    def _zone(
        self, name: str, written: Sequence[Mapping[str, tuple[str, Mapping[str, Any]]]],
        columns: Columns,
    ) -> Drawn:  # fmt: skip
        marks = []
        for number, texts in enumerate(written, 1):
            if name not in texts:
                continue
            shown, box = texts[name]
            zone = inside(self._box(box), self._size_mm)
            if zone is None:
                why = "its place is beyond the card, where it would not be seen"
                self._losses.append(Loss(Miss.TEXTS, f"{name}: {shown}"[:100], why, self._place))
                continue
            pattern = f"{{{columns.named[name]}}}"
            marks.append(Mark("text", number, zone, self._look(box), shown, pattern))
        return Drawn(name, marks, self._place)

    def _look(self, box: Mapping[str, Any]) -> dict[str, Value]:
        high_mm = self._size_mm[1]
        size = _share(box.get("size"), 0.038) * high_mm * 72 / MM_PER_INCH
        font = str(box.get("font", "mplantin"))
        colour = colour_of(str(box.get("color", "black"))) or "#000000"
        if colour in ("white", "#ffffff", "#fff"):
            colour = "#000000"
            why = "white letters are black, because the frames below them are not here"
            self._losses.append(Loss(Miss.LOOKS, "white texts", why, self._place, True))
        look = text_look(round(size, 1), _SERIFS.get(font[:7], "sans"), colour)
        look["align"] = ALIGNS.get(str(box.get("align", "left")), "left")
        look["valign"] = "middle"
        look |= {"bold": True} if font.startswith(("belerenb", "matrixb")) else {}
        return look | ({"italic": True} if font.endswith("i") else {})

    def _frames(self) -> Iterator[Drawn]:
        """Yields a ground of the colour of each card's frame, and the frames that are here."""
        grounds: list[Mark] = []
        layers: dict[int, list[Mark]] = {}
        for number, (_, data) in enumerate(self._cards, 1):
            frames = [one for one in _list(data.get("frames")) if isinstance(one, dict)]
            colour = _ground(frames)
            whole = (0.0, 0.0, *self._size_mm)
            grounds.append(Mark("panel", number, whole, {"fill": colour}))
            layer = 0
            for one in reversed(frames[:_FRAMES]):
                address = str(one.get("src", ""))
                file = "" if address.startswith("data:") else self._source.find(address, self._main)
                if file and not one.get("masks"):
                    taken = self._pictures.take(file, self._place, self._main)
                    box = self._box(one["bounds"]) if isinstance(one.get("bounds"), dict) else whole
                    layers.setdefault(layer, []).append(
                        Mark("image", number, box, {"fit": "stretch"}, taken)
                    )
                    layer += 1
                elif address.startswith("data:"):
                    taken = self._pictures.embedded(address, str(one.get("name", "")), self._place)
                    layers.setdefault(layer, []).append(
                        Mark("image", number, whole, {"fit": "stretch"}, taken)
                    )
                    layer += 1
                elif address and not address.endswith("blank.png"):
                    why = "a frame of the program is not in the source: its colour stands for it"
                    self._losses.append(Loss(Miss.LOOKS, address[-100:], why, self._place))
        yield Drawn("ground", grounds, self._place)
        for layer, marks in sorted(layers.items()):
            yield Drawn(f"frame {layer + 1}", marks, self._place)

    def _arts(self) -> Iterator[Drawn]:
        marks = []
        for number, (key, data) in enumerate(self._cards, 1):
            bounds = data.get("artBounds")
            if taken := self._picture(data.get("artSource"), f"{key} art"):
                box = self._box(bounds) if isinstance(bounds, dict) else (0.0, 0.0, *self._size_mm)
                if min(box[2:]) <= 0:
                    box = (0.0, 0.0, *self._size_mm)
                marks.append(Mark("image", number, box, {"fit": "cover"}, taken))
        yield Drawn("art", marks, self._place)

    def _symbols(self) -> Iterator[Drawn]:
        marks = []
        for number, (key, data) in enumerate(self._cards, 1):
            bounds = data.get("setSymbolBounds")
            taken = self._picture(data.get("setSymbolSource"), f"{key} symbol")
            if not taken or not isinstance(bounds, dict):
                continue
            x, y, width, height = self._box(bounds)
            if str(bounds.get("horizontal")) == "right":
                x -= width
            if str(bounds.get("vertical")) == "center":
                y -= height / 2
            if min(width, height) > 0:
                box = (round(x, 2), round(y, 2), width, height)
                marks.append(Mark("image", number, box, {"fit": "contain", "at": "right"}, taken))
        yield Drawn("set symbol", marks, self._place)

    def _picture(self, address: object, name: str) -> str:
        if (
            not isinstance(address, str)
            or not address
            or address.split("?")[0].endswith("blank.png")
        ):
            return ""
        if address.startswith("data:"):
            return self._pictures.embedded(address, name, self._place)
        return self._pictures.take(address, self._place, self._main)


def _ground(frames: Sequence[Mapping[str, Any]]) -> str:
    """The colour of the topmost frame that covers a whole card, by the words of its name."""
    named = [(str(one.get("name", "")).lower(), bool(one.get("masks"))) for one in frames]
    named.sort(key=lambda one: (one[1], "frame" not in one[0]))
    words = " ".join(name for name, _ in named).split()
    return next((_COLOURS[word] for word in words if word in _COLOURS), "#e6e2da")


_KEYS = ("x", "y", "width", "height")
_SERIFS = {"mplanti": "serif", "belere": "serif", "beleren": "serif", "matrix": "serif"}


def _items(value: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, dict):
        for name, one in value.items():
            if isinstance(one, dict):
                yield str(name), one


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()

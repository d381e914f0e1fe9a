"""Takes cards of rpg-cards (https://github.com/crobi/rpg-cards): JSON with lines of contents."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.intake.assembly import kind_of
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._json_files import json_files, likest
from fustella.intake.formats._looks import colour_of, text_look
from fustella.intake.formats._rpgcards_lines import Lines
from fustella.intake.json import json_of
from fustella.intake.marks import Box, Columns, Drawn, Mark
from fustella.intake.pictures import TakenPictures
from fustella.intake.sources import ImportSource
from fustella.intake.tables import copies_of
from fustella.intake.taken import Loss, Miss, Taken, TakenKind
from fustella.read.edit.yaml_writing import Value

ABOUT = "rpg-cards"

_SIZE_MM = (63.0, 88.0)
_BLEED_MM = 2.0
_EDGE_MM = 2.0
_HEAD_MM = 8.0
_ICON_MM = 25.4
_FIELDS = ("title", "type", "subtitle", "text", "footer", "icon", "icon_back", "tags")
_SAMPLES = 50


def likeness(source: ImportSource) -> float:
    """How much a source looks like it: the share of objects with a title and lines of contents."""
    return likest(source, json_files(source), _likeness)[0]


def _likeness(value: object) -> float:
    if not isinstance(value, list) or not value:
        return 0.0
    return sum(map(_is_card, value[:_SAMPLES])) / len(value[:_SAMPLES])


def _is_card(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("title"), str):
        return False
    lines = value.get("contents")
    return isinstance(lines, list) and all(isinstance(line, str) for line in lines)


def take(source: ImportSource) -> Taken:
    """Takes the file that was named, or of a folder the one that looks most like cards."""
    names = json_files(source)
    main = likest(source, names, _likeness)[1]
    losses: list[Loss] = []
    for other in names:
        if other != main and _likeness(json_of(source, other)) > 0.5:
            why = "another file of cards: import it by its own name"
            losses.append(Loss(Miss.PIECES, other, why, Place(other)))
    found = json_of(source, main)
    cards = [card for card in found if _is_card(card)] if isinstance(found, list) else []
    deck = _Deck(source, main, losses, cards)
    kind = deck.kind()
    title = PurePosixPath(main).stem.replace("_", " ").replace("-", " ").strip().title()
    return Taken(
        title or "Cards", [kind] if kind else [], losses, deck.pictures.taken,
        named_icons=deck.icons.taken, drawn=deck.pictures.drawn,
    )  # fmt: skip


class _Deck:
    def __init__(
        self,
        source: ImportSource,
        main: str,
        losses: list[Loss],
        cards: Sequence[Mapping[str, object]],
    ) -> None:
        self.main, self.losses, self.place = main, losses, Place(main)
        self.pictures = TakenPictures(source, losses)
        self.icons = NamedIcons(losses)
        self.cards = cards[: limits.IMPORT_CARDS]
        if len(cards) > len(self.cards):
            why = f"a deck has at most {limits.IMPORT_CARDS:,} cards"
            left = len(cards) - len(self.cards)
            losses.append(Loss(Miss.PIECES, f"{left} cards", why, self.place))

    def kind(self) -> TakenKind | None:
        counted = [(card, copies_of(card.get("count", 1))) for card in self.cards]
        for card, count in counted:
            if not count:
                why = "its count is 0, so it is not printed"
                self.losses.append(Loss(Miss.PIECES, _text(card, "title"), why, self.place))
        cards = [card for card, count in counted if count]
        if not cards:
            return None
        copies = dict(enumerate((count for _, count in counted if count), 1))
        rows = [self._row(card) for card in cards]
        columns = Columns(_FIELDS, rows, len(rows))
        width, height = _SIZE_MM
        inner = width - 2 * _EDGE_MM
        body_top = _EDGE_MM + _HEAD_MM
        all_of_it = (-_BLEED_MM, -_BLEED_MM, width + 2 * _BLEED_MM, height + 2 * _BLEED_MM)
        body = (_EDGE_MM, body_top, inner, height - body_top - _EDGE_MM)
        fronts, backs = zip(*map(self._colours, cards), strict=True)
        white: dict[str, Value] = {"fill": "#ffffff", "radius": "2mm"}
        title_sizes = [_number(card.get("title_size"), 13.0) for card in cards]
        heads: list[dict[str, Value]] = [
            text_look(size, "serif", colour_of(_text(card, "title_color")) or "#ffffff")
            | {"bold": True, "align": "left", "valign": "middle"}
            for card, size in zip(cards, title_sizes, strict=True)
        ]
        plain = text_look(8, "sans", "#000000")
        at = {"title": 2.5, "icon": width - 16.0, "wide": inner - 4}
        zones: list[Drawn] = [
            self._panels("ground", all_of_it, [{"fill": colour} for colour in fronts]),
            self._panels("body", body, [white] * len(cards)),
            self._texts("title", rows, columns, (at["title"], 2, width - 19, 7.5), heads),
            self._texts(
                "type", rows, columns, (width / 2, 2, width / 2 - 16.5, 7.5),
                [text_look(10, "serif", "#ffffff") | {"align": "right", "valign": "middle"}]
                * len(cards),
            ),
            self._texts(
                "icon", rows, columns, (at["icon"], 2.2, 13.5, 7),
                [text_look(17, "sans", _icon_colour(card)) | {"align": "right", "valign": "middle"}
                 for card in cards],
            ),
            self._texts(
                "subtitle", rows, columns, (4, body_top + 1, at["wide"], 4.5),
                [plain | {"italic": True, "valign": "middle"}] * len(cards),
            ),
            self._panels(
                "rule", (4, body_top + 5.8, at["wide"], 0.3),
                [{"fill": colour} if row["subtitle"] else None
                 for colour, row in zip(fronts, rows, strict=True)],
            ),
        ]  # fmt: skip
        for name, top, bottom, given in (
            ("text", 7.0, 2.0, "subtitle"), ("text", 2.0, 2.0, ""),
        ):  # fmt: skip
            box = (4.0, body_top + top, at["wide"], height - body_top - top - bottom - _EDGE_MM)
            looks = [
                {**plain, "valign": "top"} if bool(row["subtitle"]) is bool(given) else None
                for row in rows
            ]
            zones.append(self._texts(name, rows, columns, box, looks))
        zones.append(
            self._texts(
                "footer", rows, columns, (4, height - 5.5, at["wide"], 3.5),
                [plain | {"align": "center", "valign": "middle"}] * len(cards),
            )
        )  # fmt: skip
        return kind_of(
            "card", "Cards", _SIZE_MM, columns,
            ([zone for zone in zones if zone.marks], self._back(cards, rows, columns, backs)),
            self.pictures, self.losses, lambda text: text, self.place, copies, _BLEED_MM,
        )  # fmt: skip

    def _row(self, card: Mapping[str, object]) -> dict[str, str]:
        lines = Lines(self.icons, self.losses, self.place)
        tags = card.get("tags")
        back = _text(card, "icon_back")
        typed = card.get("contents")
        lines.read([str(line) for line in typed] if isinstance(typed, list) else [])
        return {
            "title": lines.shown(_text(card, "title_display") or _text(card, "title")),
            "type": lines.shown(_text(card, "card_type")),
            "subtitle": lines.subtitle,
            "text": lines.text,
            "footer": lines.footer,
            "icon": "".join(self.icons.sign(n, self.place) for n in _icon(card).split()[:4]),
            "icon_back": self.icons.sign(back, self.place),
            "tags": ", ".join(map(str, tags))[:500] if isinstance(tags, list) else "",
        }

    def _colours(self, card: Mapping[str, object]) -> tuple[str, str]:
        """The colours of the front and of the back of a card."""
        typed = _text(card, "color_front") or _text(card, "color")
        front = colour_of(typed)
        if typed and not front:
            why = "this is no colour of CSS by name or digits: black stands for it"
            self.losses.append(Loss(Miss.LOOKS, typed, why, self.place, approximated=True))
        front = front or "#000000"
        return front, colour_of(_text(card, "color_back")) or front

    def _panels(self, name: str, box: Box, looks: Sequence[Mapping[str, Value] | None]) -> Drawn:
        marks = [Mark("panel", n, box, look) for n, look in enumerate(looks, 1) if look is not None]
        return Drawn(name, marks, self.place)

    def _texts(
        self, name: str, rows: Sequence[Mapping[str, str]], columns: Columns, box: Box,
        looks: Sequence[Mapping[str, Value] | None],
    ) -> Drawn:  # fmt: skip
        pattern = f"{{{columns.named[name]}}}"
        marks = [
            Mark("text", number, box, look, row[name], pattern)
            for number, (row, look) in enumerate(zip(rows, looks, strict=True), 1)
            if row[name] and look is not None
        ]
        return Drawn(name, marks, self.place)

    def _back(
        self, cards: Sequence[Mapping[str, object]], rows: Sequence[Mapping[str, str]],
        columns: Columns, colours: Sequence[str],
    ) -> list[Drawn]:  # fmt: skip
        width, height = _SIZE_MM
        all_of_it = (-_BLEED_MM, -_BLEED_MM, width + 2 * _BLEED_MM, height + 2 * _BLEED_MM)
        white: dict[str, Value] = {"fill": "#ffffff", "radius": "4mm"}
        pictures = [
            self.pictures.take(_text(card, "background_image"), self.place, self.main)
            for card in cards
        ]
        framed = [not picture for picture in pictures]
        frames: list[dict[str, Value]] = [
            {"line": colour, "line_width": "1mm", "radius": "4mm"} for colour in colours
        ]
        left, top = (width - _ICON_MM) / 2, (height - _ICON_MM) / 2
        looks: list[dict[str, Value]] = [
            text_look(46, "sans", "#ffffff")
            | {"align": "center", "valign": "middle", "fill": colour, "radius": "4mm"}
            for colour in colours
        ]
        shown: list[Mapping[str, Value] | None] = [
            look if is_framed else None for look, is_framed in zip(looks, framed, strict=True)
        ]
        drawn = [
            self._panels("back_ground", all_of_it, [{"fill": colour} for colour in colours]),
            Drawn(
                "background",
                [
                    Mark("image", number, all_of_it, {"fit": "cover"}, picture)
                    for number, picture in enumerate(pictures, 1)
                    if picture
                ],
                self.place,
            ),
            self._panels(
                "back_body", (3, 3, width - 6, height - 6),
                [white if is_framed else None for is_framed in framed],
            ),
            self._panels(
                "back_frame", (6, 6, width - 12, height - 12),
                [frame if is_framed else None
                 for frame, is_framed in zip(frames, framed, strict=True)],
            ),
            self._texts("icon_back", rows, columns, (left, top, _ICON_MM, _ICON_MM), shown),
        ]  # fmt: skip
        return [zone for zone in drawn if zone.marks]


def _icon(card: Mapping[str, object]) -> str:
    return _text(card, "icon_front") or _text(card, "icon")


def _icon_colour(card: Mapping[str, object]) -> str:
    return colour_of(_text(card, "icon_front_color")) or "#ffffff"


def _text(card: Mapping[str, object], key: str) -> str:
    value = card.get(key)
    return value.strip() if isinstance(value, str) else ""


def _number(value: object, otherwise: float) -> float:
    try:
        return min(max(float(str(value)), 4.0), 40.0)
    except ValueError:
        return otherwise

"""Turns the lines of contents of rpg-cards into a text with our markup.

Values have tags of HTML, so the text of a card is put together as HTML, and turned at the end.
"""

from collections.abc import Callable, Mapping, Sequence

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.formats._icons import NamedIcons
from fustella.intake.formats._looks import text_of_markup
from fustella.intake.taken import Loss, Miss

_DND = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
_SAVAGE = ("Agility", "Smarts", "Spirit", "Strength", "Vigor", "Pace", "Parry", "Toughness", "Loot")
_SHADOWRUN = ("Range", "Type", "Duration", "Drain", "Damage")
_PATHFINDER = (*("Str", "Dex", "Con", "Int", "Wis", "Cha"), *("AC", "Fort", "Ref", "Will", "HP"))
_STATS = {"dndstats": _DND, "swstats": _SAVAGE, "sr6spell": _SHADOWRUN, "p2e_stats": _PATHFINDER}
_RULES = ("rule", "ruler", "p2e_rule", "p2e_ruler", "divider")
_NOTHING = (
    *("disabled", "pills_start", "pills_end", "table_start", "table_end"),
    *("p2e_start_trait_section", "p2e_end_trait_section"),
)
_IN_A_ROW = {"pill": 0, "p2e_trait": 1}
"""Lines that stand beside each other, and the number of the parameter that is shown."""

_ACTIONS = {
    "0": "free action",
    "1": "1 action",
    "2": "2 actions",
    "3": "3 actions",
    "R": "reaction",
}
_NAMED = regex(r"name=[\"']?([\w-]{1,60})")
_QUIET_TAGS = ("span", "table", "tbody", "td", "tr", "font", "center", "small")
_BOX = "box"
_MOST_BOXES = 60


class Lines:
    """The texts that come of the lines of a card: `subtitle`, `text` and `footer`."""

    def __init__(self, icons: NamedIcons, losses: list[Loss], place: Place) -> None:
        self._icons, self._losses, self._place = icons, losses, place
        self._paragraphs: list[str] = []
        self._row: list[str] = []
        self.subtitle = self.footer = ""

    @property
    def text(self) -> str:
        return self.shown("<br>".join(self._paragraphs))

    def shown(self, typed: str) -> str:
        """A text with its tags as our markup; icons in it are those of our sets."""
        return text_of_markup(typed, self._instead)

    def _instead(self, name: str, tag: str) -> str:
        found = _NAMED.search(tag) if name == "icon" else None
        if found is None:
            if not tag.startswith("</") and name not in _QUIET_TAGS:
                self._lose(
                    f"<{name}>", "texts here have no such tag: its words are taken as they are"
                )
            return ""
        if found[1] == _BOX:
            self._icons.taken[_BOX] = "mdi:checkbox-blank-outline"
            return f"{{{_BOX}:1.5}}"
        return self._icons.sign(found[1], self._place)

    def read(self, lines: Sequence[str]) -> None:
        """Reads the lines of contents of a card."""
        for line in lines:
            word, *params = (part.strip() for part in line.split("|"))
            self._line(word, params)
        self._end_row()

    def _line(self, word: str, params: Sequence[str]) -> None:
        if word in _IN_A_ROW:
            shown = next((part for part in params[_IN_A_ROW[word] :] if part), "")
            self._row.append(_bold(shown))
            return
        self._end_row()
        if word in _PARAGRAPHS:
            self._add(_PARAGRAPHS[word](params))
        elif word in _STATS:
            self._add(_stats(word, params))
        elif word in _RULES:
            self._rule(params)
        elif word == "fill":
            self._blank()
        elif word == "subtitle":
            self._subtitle(params)
        elif word == "section":
            self._blank()
            self._add(_joined([_bold(part) for part in params]))
        elif word == "footer":
            self.footer = self.shown(_joined(params))
        elif word == "picture":
            why = "a picture between paragraphs: give the card a field for it, and a zone"
            what = params[0] if params and params[0] else word
            self._losses.append(Loss(Miss.PICTURES, what, why, self._place))
        elif word and word not in _NOTHING:
            self._lose(f"the line {word[:40]}", "rpg-cards knows no such line; its words are taken")
            self._add(" ".join([word, *params]))

    def _subtitle(self, params: Sequence[str]) -> None:
        if not self.subtitle and not self._paragraphs:
            self.subtitle = self.shown("   ".join(part for part in params if part))
        else:
            self._add(f"<i>{' '.join(params)}</i>")

    def _rule(self, params: Sequence[str]) -> None:
        told = bool(self._paragraphs)
        self._blank()
        if params and params[0]:
            self._add(_bold(params[0]))
        elif told:
            self._lose("a rule", "a blank line parts the paragraphs instead")

    def _end_row(self) -> None:
        self._add(_joined(self._row))
        self._row = []

    def _add(self, paragraph: str) -> None:
        if paragraph.strip():
            self._paragraphs.append(paragraph.strip())

    def _blank(self) -> None:
        if self._paragraphs and self._paragraphs[-1]:
            self._paragraphs.append("")

    def _lose(self, what: str, why: str) -> None:
        self._losses.append(Loss(Miss.LOOKS, what, why, self._place, approximated=True))


def _bold(text: str) -> str:
    return f"<b>{text}</b>" if text else ""


def _joined(params: Sequence[str]) -> str:
    return " · ".join(part for part in params if part)


def _named(params: Sequence[str]) -> str:
    pairs = [params[at : at + 2] for at in range(0, len(params), 2)]
    return "   ".join(" ".join([_bold(pair[0]), *pair[1:]]) for pair in pairs)


def _stats(word: str, params: Sequence[str]) -> str:
    parts = []
    for name, value in zip(_STATS[word], params, strict=False):
        shown = value
        if word == "dndstats" and value.isascii() and value.isdecimal() and len(value) < 5:
            shown = f"{value} ({(int(value) - 10) // 2:+d})"
        parts.append(f"{_bold(name)} {shown}")
    return "  ".join(parts)


def _activity(params: Sequence[str]) -> str:
    how = _ACTIONS.get(params[1] if len(params) > 1 else "", "")
    return " ".join(
        [_bold(params[0] if params else ""), *([f"({how})"] if how else []), *params[2:]]
    )


def _boxes(params: Sequence[str]) -> str:
    plain = params[0] if params else ""
    count = (
        min(int(plain), _MOST_BOXES)
        if plain.isascii() and plain.isdecimal() and len(plain) < 9
        else 1
    )
    return " ".join([*[f'<icon name="{_BOX}">'] * count, *params[2:]])


_PARAGRAPHS: Mapping[str, Callable[[Sequence[str]], str]] = {
    **{"property": _named, "description": _named, "p2e_activity": _activity, "boxes": _boxes},
    **dict.fromkeys(("text", "center", "justify", "html", "rawhtml"), " ".join),
    "icon": lambda params: f'<icon name="{params[0]}">' if params else "",
    "italic": lambda params: f"<i>{' '.join(params[:1])}</i>",
    "bullet": lambda params: f"<ul><li>{' '.join(params)}</li></ul>",
    "table_head": lambda params: _joined([_bold(part) for part in params]),
    "table_row": _joined,
}

"""Puts icons in the place of letters that no font of an imported game has."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from fustella import draw
from fustella.core.values.problems import Place
from fustella.intake.letters import like
from fustella.intake.taken import Loss, Miss, Taken, TakenFace, TakenKind
from fustella.read.edit.yaml_writing import Value

_NAMED = {
    **{"★": "mdi:star", "☆": "mdi:star-outline", "♥": "mdi:cards-heart", "♡": "mdi:heart-outline"},
    **{"❤": "mdi:heart", "♠": "mdi:cards-spade", "♦": "mdi:cards-diamond", "♣": "mdi:cards-club"},
    **{"☠": "mdi:skull-crossbones", "⚔": "mdi:sword-cross", "☀": "mdi:white-balance-sunny"},
    **{
        "☾": "mdi:moon-waning-crescent",
        "☽": "mdi:moon-waxing-crescent",
        "⚡": "mdi:lightning-bolt",
    },
    **{"⚙": "mdi:cog", "✓": "mdi:check", "✔": "mdi:check-bold", "✗": "mdi:close"},
    **{"✘": "mdi:close-thick", "☂": "mdi:umbrella", "☎": "mdi:phone", "✉": "mdi:email"},
    **{"⚓": "mdi:anchor", "⛏": "mdi:pickaxe", "⚒": "mdi:hammer", "⚖": "mdi:scale-balance"},
    **{"♀": "mdi:gender-female", "♂": "mdi:gender-male", "☿": "mdi:gender-transgender"},
    **{
        "♪": "mdi:music-note",
        "♫": "mdi:music",
        "⏳": "mdi:timer-sand",
        "⌛": "mdi:timer-sand-complete",
    },
    **{"⬢": "mdi:hexagon", "⬡": "mdi:hexagon-outline", "⚀": "mdi:dice-1", "⚁": "mdi:dice-2"},
    **{"⚂": "mdi:dice-3", "⚃": "mdi:dice-4", "⚄": "mdi:dice-5", "⚅": "mdi:dice-6"},
    **{"🎲": "mdi:dice-multiple", "💀": "mdi:skull", "🔥": "mdi:fire", "💧": "mdi:water"},
    **{"🛡": "mdi:shield", "⚗": "mdi:flask", "👁": "mdi:eye", "💰": "mdi:sack", "🔒": "mdi:lock"},
}
"""Icons that look like signs of Unicode."""

_SHOWN = 20
_STAND_IN = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    b'<path d="M3 3h18v18H3zM5 5v14h14V5z" fill="currentColor" fill-rule="evenodd"/></svg>\n'
)


def with_signs(taken: Taken, letters: Collection[int] = ()) -> Taken:
    """A game whose texts have other letters, or icons, for those that no font has.

    `letters` are those that the game's own fonts have. Letters of a script for which there is no
    font stay, and are told: only a font can bring them.
    """
    texts = "".join(dict.fromkeys("".join(_texts(taken))))
    families = ("sans",) if taken.fonts else ("sans", "serif")
    lacking = [
        letter
        for letter in draw.letters_lacking(texts, families)
        if ord(letter) not in letters and letter not in "\n\r\t"
    ]
    if not lacking:
        return taken
    losses = list(taken.losses)
    table: dict[int, str] = {}
    icons: dict[str, str] = {}
    scripts: list[str] = []
    for letter in lacking:
        name = f"u{ord(letter):04x}"
        if letter not in _NAMED and (plain := like(letter)):
            table[ord(letter)], told = plain, f"`{plain}`"
        elif letter not in _NAMED and unicodedata.category(letter)[0] in "LM":
            scripts.append(letter)
            continue
        else:
            icons[name] = _NAMED.get(letter, "")
            shown = icons[name]
            told = f"the icon {shown}" if shown else f"a box: draw icons/{name}.svg anew"
            table[ord(letter)] = f"{{{name}}}"
        what = f"{letter if letter.isprintable() else ''} U+{ord(letter):04X}".strip()
        why = f"no font here has {unicodedata.name(letter, '').lower() or 'it'}: printed is {told}"
        losses.append(Loss(Miss.TEXTS, what, why, _place_of(taken, letter), approximated=True))
    if scripts:
        shown = " ".join(sorted(scripts)[:_SHOWN])
        why = "no font here has them: name one that has, under `fonts` in game.yaml"
        place = _place_of(taken, scripts[0])
        losses.append(Loss(Miss.TEXTS, f"{len(scripts)} letters: {shown}", why, place))
    return replace(
        taken,
        kinds=[_translated(kind, table) for kind in taken.kinds],
        losses=losses,
        named_icons={**taken.named_icons, **{each: icon for each, icon in icons.items() if icon}},
        drawn_icons={**taken.drawn_icons, **{each: _STAND_IN for each in icons if not icons[each]}},
    )


def _text_columns(kind: TakenKind) -> set[int]:
    sorts = {
        f"{side}{field.rstrip('?')}": sort
        for side, face in (("", kind.front), ("back.", kind.back))
        if face
        for field, sort in face.fields.items()
    }
    return {
        at
        for at, name in enumerate(kind.header)
        if sorts.get(name, sorts.get(f"back.{name}")) == "text"
    }


def _texts(taken: Taken) -> Sequence[str]:
    found: list[str] = []
    for kind in taken.kinds:
        columns = _text_columns(kind)
        found += [cell for row in kind.rows for at, cell in enumerate(row) if at in columns]
        for face in (kind.front, kind.back):
            if face:
                found += [str(zone["text"]) for zone in face.zones.values() if "text" in zone]
    return found


def _place_of(taken: Taken, letter: str) -> Place:
    """The place of the first row with a letter, in the table that is written."""
    for kind in taken.kinds:
        for number, row in enumerate(kind.rows, 2):
            if any(letter in cell for cell in row):
                return Place(f"{kind.id}.csv", number)
    return Place("game.yaml")


def _translated(kind: TakenKind, table: Mapping[int, str]) -> TakenKind:
    columns = _text_columns(kind)
    rows = [
        [cell.translate(table) if at in columns else cell for at, cell in enumerate(row)]
        for row in kind.rows
    ]
    back = None if kind.back is None else _face(kind.back, table)
    return replace(kind, rows=rows, front=_face(kind.front, table), back=back)


def _face(face: TakenFace, table: Mapping[int, str]) -> TakenFace:
    zones: dict[str, Mapping[str, Value]] = {}
    for name, zone in face.zones.items():
        text = zone.get("text")
        zones[name] = {**zone, "text": text.translate(table)} if isinstance(text, str) else zone
    return replace(face, zones=zones)

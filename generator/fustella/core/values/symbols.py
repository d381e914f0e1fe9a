"""Lists the words of symbols of military units: `mechanised infantry`, `hostile armour division`.

The words are from the public standard APP-6 (MIL-STD-2525): a frame, a branch with its modifiers,
and a size. A symbol is a list of such words in any order.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from msgspec import Struct

from fustella.core.values.problems import nearest
from fustella.core.words.patterns import regex

FRAMES = ("friend", "hostile", "neutral", "unknown")
"""The sides that a unit may be on; the first is the default."""

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "team": "Ø",
        "squad": "•",
        "section": "••",
        "platoon": "•••",
        "company": "I",
        "battalion": "II",
        "regiment": "III",
        "brigade": "X",
        "division": "XX",
        "corps": "XXX",
        "army": "XXXX",
        "army-group": "XXXXX",
        "theatre": "XXXXXX",
    }
)
"""The sign of each size of a unit, which stands above its frame."""

BRANCHES = (
    *("infantry", "armour", "cavalry", "artillery", "anti-tank", "air-defence", "engineer"),
    *("helicopter", "aviation", "drone", "missile", "mortar", "machine-gun", "naval", "amphibious"),
    *("bridging", "headquarters", "supply", "transport", "maintenance", "fuel", "ammunition"),
    *("signals", "medical", "military-police", "special-forces", "militia", "irregular"),
    *("intelligence", "observation", "chemical"),
)
"""The branches of units, each with a drawing of its own."""

MODIFIERS: Mapping[str, str] = MappingProxyType(
    {
        "mechanised": "infantry",
        "motorised": "infantry",
        "wheeled": "infantry",
        "airborne": "infantry",
        "airmobile": "infantry",
        "mountain": "infantry",
        "marine": "infantry",
        "light": "infantry",
        "heavy": "infantry",
        "self-propelled": "artillery",
        "rocket": "artillery",
    }
)
"""The additions to a branch, each with the branch that is meant where none is named."""

_SAME: Mapping[str, str] = MappingProxyType(
    {
        "armor": "armour",
        "armoured": "armour",
        "armored": "armour",
        "tank": "armour",
        "tanks": "armour",
        "mechanized": "mechanised",
        "motorized": "motorised",
        "recon": "cavalry",
        "reconnaissance": "cavalry",
        "anti-armour": "anti-tank",
        "anti-armor": "anti-tank",
        "air-defense": "air-defence",
        "anti-aircraft": "air-defence",
        "flak": "air-defence",
        "engineers": "engineer",
        "pioneer": "engineer",
        "air-assault": "airmobile",
        "parachute": "airborne",
        "paratroop": "airborne",
        "marines": "marine",
        "alpine": "mountain",
        "hq": "headquarters",
        "logistics": "supply",
        "maritime": "naval",
        "navy": "naval",
        "rotary-wing": "helicopter",
        "fixed-wing": "aviation",
        "air": "aviation",
        "uav": "drone",
        "unmanned": "drone",
        "bridge": "bridging",
        "signal": "signals",
        "communications": "signals",
        "hospital": "medical",
        "mp": "military-police",
        "sf": "special-forces",
        "partisan": "irregular",
        "guerrilla": "irregular",
        "cbrn": "chemical",
        "friendly": "friend",
        "enemy": "hostile",
        "crew": "team",
        "front": "army-group",
        "theater": "theatre",
    }
)
"""Other words, each with the word of the same meaning."""

WORDS = (*FRAMES, *BRANCHES, *MODIFIERS, *SIGNS)
"""All words, as icons have them: with hyphens."""

_PART = regex(r"[^\s,;|&+/_-]+")
_MOST_PARTS = 2
"""The most words that one name has: `air defence`."""


class UnitSymbol(Struct, frozen=True):
    """The parts of a symbol; `marks` begin with the branch.

    `size` is "" where none is named, `frame` is "" where only a size is.
    """

    frame: str
    marks: tuple[str, ...]
    size: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the symbol in a fixed order, without words that are the default."""
        frame = (self.frame,) if self.frame not in (FRAMES[0], "") else ()
        return (*frame, *self.marks, *((self.size,) if self.size else ()))


class UnknownWord(LookupError):
    """Raised for a word that no symbol has; `hint` names the nearest word, and all words."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        near = nearest(word, [*_known()])
        meant = f"did you mean `{_known()[near].replace('-', ' ')}`? " if near else ""
        words = ", ".join(each.replace("-", " ") for each in (*BRANCHES, *MODIFIERS))
        self.hint = f"{meant}known are {words}; a frame ({', '.join(FRAMES)}) and a size"


@lru_cache(maxsize=1024)
def unit_symbol(typed: str) -> UnitSymbol:
    """The symbol that some words name; spaces and hyphens are alike.

    Raises UnknownWord.
    """
    named = [*_names_in(_PART.findall(typed.casefold()))]
    frames = [name for name in named if name in FRAMES]
    sizes = [name for name in named if name in SIGNS]
    marks = [name for name in dict.fromkeys(named) if name not in FRAMES and name not in SIGNS]
    branches = [name for name in marks if name in BRANCHES]
    if not branches:
        branches = [*dict.fromkeys(MODIFIERS[name] for name in marks)][:1]
    modifiers = [name for name in marks if name in MODIFIERS]
    alone = bool(sizes) and not (frames or marks)
    frame, size = [*frames, "" if alone else FRAMES[0]][0], [*sizes, ""][0]
    return UnitSymbol(frame, (*branches, *modifiers), size)


def _names_in(parts: list[str]) -> Iterable[str]:
    """Yields the names that words make, the longest first: `air`, `defence` is `air-defence`."""
    at, known = 0, _known()
    while at < len(parts):
        for count in range(_MOST_PARTS, 0, -1):
            name = known.get("".join(parts[at : at + count]))
            if name and at + count <= len(parts):
                yield name
                at += count
                break
        else:
            raise UnknownWord(parts[at])


@cache
def _known() -> dict[str, str]:
    """The names by the words and signs that may be typed for them, without hyphens and capitals."""
    known = {each: each for each in WORDS} | dict(_SAME)
    known |= {sign: name for name, sign in SIGNS.items()}
    known |= {sign.replace("•", "o"): name for name, sign in SIGNS.items() if "•" in sign}
    return {typed.replace("-", "").casefold(): name for typed, name in known.items()}

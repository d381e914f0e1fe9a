"""Finds icons of our sets for those that other programs call by English names."""

from collections.abc import Mapping

from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.icons.sets import PREFIXES, is_in_set
from fustella.intake.taken import Loss, Miss

_WORDS = regex(r"[a-z0-9]+")
_NONE = "mdi:help-box-outline"
_ALIKE: Mapping[str, str] = {
    **{"swords": "sword-cross", "blade": "sword", "dagger": "knife", "knife": "knife"},
    **{"breastplate": "shield", "armor": "shield", "armour": "shield", "helm": "shield-crown"},
    **{"robe": "wizard-hat", "wizard": "wizard-hat", "cloak": "hanger", "staff": "magic-staff"},
    **{"potion": "bottle-tonic", "flask": "flask", "drink": "glass-mug", "ring": "ring"},
    **{"monster": "space-invaders", "dragon": "snake", "goblin": "emoticon-devil"},
    **{"wolf": "dog", "bear": "teddy-bear", "beast": "paw", "claw": "paw", "claws": "paw"},
    **{"spell": "auto-fix", "magic": "auto-fix", "swirl": "auto-fix", "sparkles": "creation"},
    **{"hood": "ninja", "sergeant": "chevron-triple-up", "spy": "incognito"},
    **{"death": "skull", "bones": "bone", "poison": "skull-crossbones", "blood": "water"},
    **{"arrow": "arrow-projectile", "bow": "bow-arrow", "arrows": "bow-arrow", "target": "target"},
    **{"fireball": "fire", "flame": "fire", "flames": "fire", "burning": "fire"},
    **{"ice": "snowflake", "frost": "snowflake", "thunder": "weather-lightning"},
    **{"boots": "shoe-print", "gem": "diamond-stone", "gems": "diamond-stone", "coins": "cash"},
    **{"medical": "medical-bag", "heal": "heart-plus", "hearts": "cards-heart"},
    **{"scroll": "script", "tome": "book-open-variant", "gun": "pistol", "rifle": "pistol"},
    **{"grenade": "bomb", "cogs": "cogs", "gear": "cog", "gears": "cogs", "goggles": "glasses"},
    **{"padlock": "lock", "right": "arrow-right", "left": "arrow-left", "up": "arrow-up"},
    **{"down": "arrow-down", "clip": "paperclip", "clips": "paperclip"},
    **{"processor": "cpu-64-bit", "reticule": "crosshairs", "cards": "cards", "church": "church"},
}
"""Words of names that our sets have no icon for, and the icon of the set `mdi` that is most like
them."""


class NamedIcons:
    """The icons of a game: `taken` maps their names, as texts have them in braces, to our sets."""

    def __init__(self, losses: list[Loss]) -> None:
        self._losses = losses
        self.taken: dict[str, str] = {}

    def sign(self, name: str, place: Place) -> str:
        """What a text has for an icon of this name, `{name}`; "" for no name.

        One that no set has gets a question mark in a box, and is told.
        """
        words: list[str] = _WORDS.findall(name.lower())
        plain = "-".join(words)[:40].strip("-")
        if not plain:
            return ""
        key = plain if plain[0].isalpha() else f"i-{plain}"
        if key not in self.taken:
            found = _in_sets(plain)
            alike = found or next(filter(None, map(_of_word, reversed(words))), "")
            self.taken[key] = found or alike or _NONE
            if not found:
                why = f"our sets do not have it: {alike or 'a question mark'} stands for it"
                loss = Loss(Miss.PICTURES, f"the icon {name[:60]}", why, place, bool(alike))
                self._losses.append(loss)
        return f"{{{key}}}"


def _in_sets(name: str) -> str:
    return next((f"{prefix}:{name}" for prefix in PREFIXES if is_in_set(prefix, name)), "")


def _of_word(word: str) -> str:
    if word in _ALIKE:
        return f"mdi:{_ALIKE[word]}"
    return _in_sets(word) if len(word) > 2 and word.isalpha() else ""

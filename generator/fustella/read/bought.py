"""Reads `bought` of game.yaml: parts in the box that are not printed, such as dice and bags."""

from collections.abc import Callable

from fustella.core.values.model import Bought
from fustella.core.values.problems import Place, Problem
from fustella.core.words.patterns import regex
from fustella.read.fields import PLAIN_TEXT
from fustella.read.forms import Form, Rejected, entry, form_of, list_of, shown, value_of
from fustella.read.languages import Languages, read_text
from fustella.read.scalars import COPIES, STRING

HEAVIEST_G, LARGEST_CM3 = 100_000.0, 100_000.0

_WEIGHT = regex(r"([0-9]+(?:\.[0-9]+)?)\s*(g|kg)")


_VOLUME = regex(r"([0-9]+(?:\.[0-9]+)?)\s*cm[3³]")


def _grams(value: object) -> float:
    typed = _WEIGHT.fullmatch(value.strip()) if isinstance(value, str) else None
    grams = float(typed[1]) * (1000 if typed[2] == "kg" else 1) if typed else 0.0
    if not 0 < grams <= HEAVIEST_G:
        raise Rejected("E104", f"expected a weight, found {shown(value)}", "write 5g or 1.2kg")
    return grams


_GRAMS = value_of(
    _grams,
    {"title": "weight", "type": "string", "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s*k?g\s*$"},
)


def _mm3(value: object) -> float:
    typed = _VOLUME.fullmatch(value.strip()) if isinstance(value, str) else None
    cubic_cm = float(typed[1]) if typed else 0.0
    if not 0 < cubic_cm <= LARGEST_CM3:
        raise Rejected("E104", f"expected a volume, found {shown(value)}", "write 4cm3")
    return cubic_cm * 1000


_MM3 = value_of(
    _mm3,
    {"title": "volume", "type": "string", "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s*cm[3³]\s*$"},
)


class BoughtForm(Form, frozen=True):
    """A part that is not printed: what it is, and how many lie in a box."""

    name: object = entry(PLAIN_TEXT, about="What it is: {en: Die, it: Dado}.")
    count: int = entry(COPIES, default=1, about="How many lie in each box.")
    size: str = entry(STRING, default="", about="Its size in words: 16mm.")
    material: object = entry(PLAIN_TEXT, default=None, about="What it is made of: wood.")
    weight: float = entry(_GRAMS, default=0.0, about="The weight of one: 5g; default: unknown.")
    volume: float = entry(_MM3, default=0.0, about="The volume of one: 4cm3; default: unknown.")


BOUGHT = list_of(form_of(BoughtForm))


def read_bought(
    forms: tuple[BoughtForm, ...],
    place_of: Callable[..., Place],
    languages: Languages,
    problems: list[Problem],
) -> tuple[Bought, ...]:
    """The bought parts of a game; `place_of` gives the place of keys below `bought`.

    Adds to `problems` E112 for a name that stands twice, and the faults of texts.
    """
    found: list[Bought] = []
    seen: dict[str, Place] = {}
    for number, form in enumerate(forms):
        place = place_of(number)
        name = read_text(form.name, languages, place.inside("name"), problems, plain=True).plain()
        material = None
        if form.material is not None:
            at = place.inside("material")
            material = read_text(form.material, languages, at, problems, plain=True).plain()
        word = str(name.in_language(languages.codes[0]))
        if word in seen:
            message, first = f"`{word}` stands twice", seen[word].spot
            hint = f"count them together; the first is at {first}"
            problems.append(Problem("E112", place, message, hint))
        seen.setdefault(word, place)
        found.append(Bought(name, form.count, form.size, material, form.weight, form.volume, place))
    return tuple(found)

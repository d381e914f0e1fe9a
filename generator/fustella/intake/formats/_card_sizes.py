"""Finds out how large the card on a picture is: its file says so, or a usual size fits."""

import csv
from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.files.project import RESOURCES
from fustella.core.geometry.units import MM_PER_INCH, parse_length_mm
from fustella.read.source import loaded

_SHOPS = {"mpc": "MakePlayingCards", "tgc": "The Game Crafter"}
_BLEEDS_MM = (3.175, 3.048, 3.0)
"""The bleeds that shops ask for: an eighth of an inch, 36 pixels at 300 dpi, 3 mm."""

_PRINT_DPI = (300, 600, 150, 200, 400, 1200)
_SCREEN_DPI = 100
"""A lower resolution is often written into a file by programs that know no size."""

_NEAR_MM = 0.6
_NEAR_RATIO = 0.012
_LEAST_BLEED_MM, _MOST_BLEED_MM = 1.0, 7.0
_SMALLEST_MM, _LARGEST_MM = 8.0, 1000.0
_USUAL_HEIGHT_MM = 88.9
MOST_RATIO = 6.0
"""No card is so much longer than wide."""

_EXACT_MM = 0.2
_TOO_LARGE_MM = 150.0
_LEAST_USUAL_MM = 70.0
"""Of the height of a card that only its proportions tell: small ones have those of large ones."""

_PAGES_MM = ((210.0, 297.0), (148.0, 210.0), (215.9, 279.4), (297.0, 420.0))
"""Sizes of paper: a picture of one of these is a sheet, and no card."""


class CardSize(Struct, frozen=True):
    """The trim of a card, the bleed that its picture shows around it, and how both were found.

    `is_said` means that the file or the user says so, with no guess; with `is_usual` it is one of
    the two sizes that most cards have.
    """

    width_mm: float
    height_mm: float
    bleed_mm: float
    why: str
    is_said: bool = False
    is_usual: bool = False


class _Known(Struct, frozen=True):
    name: str
    width_mm: float
    height_mm: float


def size_of_picture(
    size_px: tuple[int, int], dpi: float | None, stated_mm: tuple[float, float] | None
) -> CardSize:
    """The size of the card that a picture shows.

    `dpi` is the resolution in its file, None without one; `stated_mm` is the trim as the user says.
    """
    width, height = size_px
    if width > height:
        turned = (stated_mm[1], stated_mm[0]) if stated_mm and stated_mm[0] < stated_mm[1] else None
        found = size_of_picture((height, width), dpi, None) if not stated_mm else None
        if found:
            return replace(found, width_mm=found.height_mm, height_mm=found.width_mm)
        stated_mm = turned or stated_mm
    if stated_mm:
        return _as_stated(size_px, dpi, stated_mm)
    if dpi:
        sides_mm = width / dpi * MM_PER_INCH, height / dpi * MM_PER_INCH
        if found := _known_of_mm(sides_mm, f"{dpi:g} dpi in the file"):
            return found
        guessed = _known_of_ratio(width / height)
        page = any(
            abs(page[0] - sides_mm[0]) < 2 and abs(page[1] - sides_mm[1]) < 2 for page in _PAGES_MM
        )
        if max(sides_mm) > _TOO_LARGE_MM and guessed.is_usual and not page:
            why = f"{dpi:g} dpi in the file make a card of {max(sides_mm) / 10:.0f} cm"
            return replace(guessed, why=f"{why}: {guessed.why}")
        if dpi >= _SCREEN_DPI and min(sides_mm) >= _SMALLEST_MM and max(sides_mm) <= _LARGEST_MM:
            rounded = round(sides_mm[0], 2), round(sides_mm[1], 2)
            return CardSize(*rounded, 0.0, f"{dpi:g} dpi in the file", is_said=True)
    return _known_of_pixels(size_px) or _known_of_ratio(width / height)


def _as_stated(
    size_px: tuple[int, int], dpi: float | None, trim_mm: tuple[float, float]
) -> CardSize:
    width, height = trim_mm
    bleed = _bleed_of(size_px[0] / size_px[1], trim_mm)
    if dpi and dpi >= _SCREEN_DPI:
        more = tuple(
            px / dpi * MM_PER_INCH - side for px, side in zip(size_px, trim_mm, strict=True)
        )
        if abs(more[0] - more[1]) <= 2 * _NEAR_MM and min(more) / 2 <= _MOST_BLEED_MM:
            bleed = max(0.0, min(more) / 2)
    bleed = round(bleed, 2) if bleed >= _LEAST_BLEED_MM else 0.0
    return CardSize(width, height, bleed, "the size that you state", is_said=not bleed)


def _bleed_of(ratio: float, trim_mm: tuple[float, float]) -> float:
    """The bleed with which a trim has a ratio of width to height; 0 where none is likely."""
    width, height = trim_mm
    if abs(ratio - 1) < 0.02 or abs(ratio * height / width - 1) < _NEAR_RATIO:
        return 0.0
    bleed = (ratio * height - width) / (2 * (1 - ratio))
    return bleed if _LEAST_BLEED_MM <= bleed <= _MOST_BLEED_MM else 0.0


def known_size(width_mm: float, height_mm: float, near_mm: float = _NEAR_MM) -> str:
    """The name of the usual size that a trim has, upright or lying; "" for none."""
    low, high = sorted((width_mm, height_mm))
    best = min(_known(), key=lambda one: abs(one.width_mm - low) + abs(one.height_mm - high))
    near = abs(best.width_mm - low) <= near_mm and abs(best.height_mm - high) <= near_mm
    return best.name if near else ""


def usual_trim(width_mm: float, height_mm: float) -> tuple[float, float]:
    """The usual size that a trim nearly has, else the trim in tenths of a millimetre."""
    for known in _known():
        for sides in ((known.width_mm, known.height_mm), (known.height_mm, known.width_mm)):
            if all(
                abs(ours - its) <= _EXACT_MM
                for ours, its in zip((width_mm, height_mm), sides, strict=True)
            ):
                return sides
    return round(width_mm, 1), round(height_mm, 1)


def trim_of_mm(width_mm: float, height_mm: float) -> tuple[float, float, float] | None:
    """The trim and the bleed of the usual size that something has; None for another one."""
    low, high = sorted((width_mm, height_mm))
    found = _known_of_mm((low, high), "")
    if found is None:
        return None
    sides = found.width_mm, found.height_mm
    return (*(sides if width_mm <= height_mm else sides[::-1]), found.bleed_mm)


def _known_of_mm(sides_mm: tuple[float, float], why: str) -> CardSize | None:
    found: list[tuple[float, float, CardSize]] = []
    for known in _known():
        for bleed in (0.0, *_BLEEDS_MM):
            away = abs(known.width_mm + 2 * bleed - sides_mm[0])
            away = max(away, abs(known.height_mm + 2 * bleed - sides_mm[1]))
            if away > _NEAR_MM:
                continue
            if not bleed:
                near = away <= _EXACT_MM
                width, height = (known.width_mm, known.height_mm) if near else sides_mm
                size = CardSize(round(width, 2), round(height, 2), 0.0, why, is_said=True)
            else:
                told = f"{why}, which is {known.name} with {bleed:.3g} mm of bleed"
                size = CardSize(known.width_mm, known.height_mm, bleed, told)
            found.append((round(away, 1), bleed, size))
    return min(found, key=lambda one: one[:2])[2] if found else None


def _known_of_pixels(size_px: tuple[int, int]) -> CardSize | None:
    for shop, name, pixels, (width_mm, height_mm), bleed in _products():
        for times in (1, 2):
            if all(abs(times * px - ours) <= 1 for px, ours in zip(pixels, size_px, strict=True)):
                told = f"the pixels that {shop} asks for, {name}"
                told += f" with {bleed:.3g} mm of bleed" if bleed else ", at its trim"
                return CardSize(width_mm, height_mm, bleed, told)
    for known in _known():
        sides = known.width_mm, known.height_mm
        for dpi in _PRINT_DPI:
            for bleed in (0.0, *_BLEEDS_MM):
                wanted = [round((side + 2 * bleed) / MM_PER_INCH * dpi) for side in sides]
                if all(abs(px - ours) <= 1 for px, ours in zip(wanted, size_px, strict=True)):
                    told = f"its pixels are those of {known.name} at {dpi} dpi"
                    told += f" with {bleed:.3g} mm of bleed" if bleed else ""
                    return CardSize(*sides, bleed, told)
    return None


def _known_of_ratio(ratio: float) -> CardSize:
    def away(known: _Known, bleed: float) -> float:
        ours = (known.width_mm + 2 * bleed) / (known.height_mm + 2 * bleed)
        return abs(ratio / ours - 1)

    large = [one for one in _known() if one.height_mm >= _LEAST_USUAL_MM]
    known = min(large, key=lambda one: round(away(one, 0.0), 3))
    if away(known, 0.0) <= _NEAR_RATIO:
        told = f"no size is in the file: {known.name} has these proportions"
        usual = known in _known()[:2]
        return CardSize(known.width_mm, known.height_mm, 0.0, told, is_usual=usual)
    bleed = _BLEEDS_MM[0]
    known = min(_known()[:2], key=lambda one: away(one, bleed))
    if away(known, bleed) <= _NEAR_RATIO / 2:
        told = f"no size is in the file: {known.name} with {bleed:.3g} mm of bleed has these"
        told = f"{told} proportions"
        return CardSize(known.width_mm, known.height_mm, bleed, told, is_usual=True)
    told = "no size is in the file, and no usual one has these proportions: a long side of "
    width_mm = _USUAL_HEIGHT_MM * ratio
    return CardSize(
        round(width_mm, 1), _USUAL_HEIGHT_MM, 0.0, f"{told}{_USUAL_HEIGHT_MM:g} mm is taken"
    )


@cache
def _known() -> tuple[_Known, ...]:
    """The usual sizes of cards, upright, the most usual first."""
    text = (RESOURCES / "sizes.yaml").read_text(encoding="utf-8")
    found = []
    for name, sides in loaded(text, "sizes.yaml").items():
        if isinstance(sides, dict) and not name.endswith("-page"):
            width, height = (parse_length_mm(str(sides[side])) for side in ("width", "height"))
            found.append(_Known(name, width, height))
    return tuple(found)


@cache
def _products() -> tuple[tuple[str, str, tuple[int, int], tuple[float, float], float], ...]:
    """Pictures that shops ask for: shop, name, pixels, trim and bleed, and the same at the trim."""
    return tuple(_each_product())


def _each_product() -> Iterator[tuple[str, str, tuple[int, int], tuple[float, float], float]]:
    for table, shop in _SHOPS.items():
        path = RESOURCES / "products" / f"{table}.csv"
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                if row["what"] != "deck" or row["shape"] != "rectangle":
                    continue
                pixels = int(row["width_px"]), int(row["height_px"])
                trim = float(row["finished_width_mm"]), float(row["finished_height_mm"])
                if pixels[0] > pixels[1]:
                    pixels, trim = (pixels[1], pixels[0]), (trim[1], trim[0])
                bleed = min(
                    px / 300 * MM_PER_INCH - side for px, side in zip(pixels, trim, strict=True)
                )
                name = known_size(*trim) or f"{trim[0]:g} × {trim[1]:g} mm"
                yield shop, name, pixels, trim, round(max(0.0, bleed / 2), 3)

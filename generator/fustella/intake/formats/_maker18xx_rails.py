"""Turns tracks, cities and towns of 18xx-maker into the words of `ready/track` and `ready/hexmap`.

There, a track has the number of a side, from 1 clockwise, and a form; cities and towns have places,
by an angle and a distance from the middle. Here, tracks join sides or end in a city.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from fustella.intake.formats._maker18xx_values import dicts_in, number_of, words_of

_FAR = 75.0
"""Half a hexagon from flat side to flat side, in the units of its places."""

_APART = {"sharp": 1, "gentle": 2, "straight": 3, "bent": 3}
_ARCS = {"sharp": (_FAR / math.sqrt(3), 120.0), "gentle": (_FAR * math.sqrt(3), 60.0)}
_TO_MIDDLE = ("", "stub", "offboard", "city", "stop")
_NEAR = 24.0
"""How near a track passes a city that it serves: a little less than the city's radius."""

_STEPS = 24
_GROUPS = ("1", "2", "3", "4", "1+1", "2+1", "2+2", "1+1+1", "1+1+1+1")
_MOST_TOWNS = 3
_TOWNS = ("towns", "centerTowns", "boomtowns", "halts")
_CITIES = ("cities", "mediumCities")

Spot = tuple[float, float]


class Rails(Struct, frozen=True):
    """What lies in a hexagon: the fields `track`, `city` and `town`, and what they cannot say."""

    track: str = ""
    city: str = ""
    town: str = ""
    lost: tuple[str, ...] = ()


class _Track(Struct, frozen=True):
    """A track: its sides, that of its beginning first, and points along it from that side."""

    sides: tuple[int, ...]
    points: tuple[Spot, ...]


def rails_of(hexagon: Mapping[str, object], turn: int = 0) -> Rails:
    """What lies in a hexagon whose side 1 is our side 1 + `turn`."""
    lost: dict[str, None] = {}
    cities = [city for key in _CITIES for city in dicts_in(hexagon, key)]
    cities = sorted(cities, key=lambda city: -_slots(city))
    city = "+".join(str(min(4, _slots(each))) for each in cities)
    spots = [_spot(each) for each in cities]
    if len(cities) > 1 and city not in _GROUPS:
        lost[f"cities {city}"] = None
        city = "+".join("1" * min(4, len(cities))) if len(cities) < 6 else "1+1+1+1"
        spots = spots[:4]
    elif any(_slots(each) > 4 for each in cities):
        lost["cities of more than four slots"] = None
    towns = [_spot(town) for key in _TOWNS for town in dicts_in(hexagon, key)]
    joined: list[str] = []
    with_towns: list[str] = []
    for typed in (*dicts_in(hexagon, "track"), *dicts_in(hexagon, "offBoardTrack")):
        track = _track_of(typed)
        if track is None:
            lost[f"a track of the form {words_of(typed.get('type')) or 'none'}"] = None
            continue
        gauge = words_of(typed.get("gauge"))
        if gauge:
            lost[f"the {gauge} gauge of tracks"] = None
        ways = list(_ways(track, spots))
        turned = [_turned(way, turn) for way in ways]
        bars = any(_distance(track, town) < _NEAR / 2 for town in towns)
        (with_towns if bars and "c" not in ways[0] else joined).extend(turned)
    if len(towns) > _MOST_TOWNS:
        lost[f"{len(towns)} towns"] = None
    return Rails(
        ";".join(dict.fromkeys((*with_towns, *joined))),
        city,
        str(min(_MOST_TOWNS, len(towns))) if towns else "",
        tuple(lost),
    )


def _slots(city: Mapping[str, object]) -> int:
    return max(1, round(number_of(city.get("size"), 1)))


def _spot(thing: Mapping[str, object]) -> Spot:
    """The place of a city or town: `x` and `y`, and then `percent` of a half towards `angle`."""
    if "side" in thing and "angle" not in thing:
        angle, percent = 60.0 * (number_of(thing["side"], 1) - 1), 1.0
    else:
        angle, percent = number_of(thing.get("angle")), number_of(thing.get("percent"))
    turned, off = math.radians(angle % 360), percent * _FAR
    x, y = number_of(thing.get("x")), number_of(thing.get("y"))
    return x - off * math.sin(turned), y + off * math.cos(turned)


def _track_of(typed: Mapping[str, object]) -> _Track | None:
    side = round(number_of(typed.get("side"), 1))
    form = words_of(typed.get("type"))
    if not 1 <= side <= 6:
        return None
    begin = number_of(typed.get("start"), number_of(typed.get("begin")))
    end = number_of(typed.get("end"), number_of(typed.get("stop"), 1))
    form, stops = form.removesuffix("Rev").removesuffix("Stop"), "Stop" in form
    if form in _TO_MIDDLE:
        return _Track((side,), tuple(_along("middle", side, 0, 1)))
    if form not in _APART:
        return None
    other = (side - 1 + _APART[form]) % 6 + 1
    if begin > 0 and end < 1:
        return None
    points = tuple(_along(form, side, max(0.0, begin), min(1.0, end)))
    if begin > 0:
        return _Track((other,), points[::-1])
    return _Track((side,) if stops or end < 1 else (side, other), points)


def _along(form: str, side: int, begin: float, end: float) -> Iterator[Spot]:
    """Yields points of a track that begins at a side, from one part of its length to another."""
    turn = math.radians(60 * (side - 1))
    for step in range(_STEPS + 1):
        part = begin + (end - begin) * step / _STEPS
        if form in _ARCS:
            radius, degrees = _ARCS[form]
            angle = math.radians(part * degrees)
            x, y = radius * (math.cos(angle) - 1), _FAR - radius * math.sin(angle)
        else:
            x, y = 0.0, _FAR * (1 - part * (1 if form == "middle" else 2))
        yield x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def _distance(track: _Track, spot: Spot) -> float:
    return min(math.dist(point, spot) for point in track.points)


def _ways(track: _Track, cities: Sequence[Spot]) -> Iterator[str]:
    """Yields the track in our words: from side to side, or from each side to its city."""
    passed = [
        (number, min(range(len(track.points)), key=lambda at: math.dist(track.points[at], spot)))
        for number, spot in enumerate(cities, 1)
        if _distance(track, spot) < _NEAR
    ]
    if len(track.sides) == 2 and not passed:
        yield f"{track.sides[0]}-{track.sides[1]}"
        return
    if not passed and cities:
        last = track.points[-1]
        nearest = min(range(len(cities)), key=lambda at: math.dist(cities[at], last))
        passed = [(nearest + 1, 0)]
    passed.sort(key=lambda each: each[1])
    for side, number in zip(track.sides, (passed[:1] + passed[-1:]) or [(0, 0)], strict=False):
        yield f"{side}-c{number[0] if len(cities) > 1 else ''}"


def _turned(way: str, turn: int) -> str:
    ends = way.split("-")
    return "-".join(end if end[0] == "c" else str((int(end) - 1 + turn) % 6 + 1) for end in ends)

"""Evaluates the functions of gradients in PDF (ISO 32000-1, 7.10), from one number to a colour."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TypeAlias

from fustella.core.files.pdf_values import Value

Function: TypeAlias = Callable[[float], list[float]]


class NoFunction(ValueError):
    """Raised for what is no function of one number, or one of PostScript; the message says what."""


def function_in(value: Value) -> Function:
    """The function of a gradient: a dictionary, in which a stream is under `stream`; or several.

    Raises NoFunction.
    """
    if isinstance(value, list):
        parts = [function_in(one) for one in value]
        return lambda at: [number for part in parts for number in part(at)]
    if not isinstance(value, dict):
        raise NoFunction("it has no function")
    kind = value.get(b"/FunctionType")
    if kind == b"2":
        return _exponential(value)
    if kind == b"3":
        return _stitched(value)
    if kind == b"0":
        return _sampled(value)
    raise NoFunction("its function is written in PostScript")


def _list(value: dict[bytes, Value], key: bytes, otherwise: Sequence[float]) -> list[float]:
    found = value.get(key)
    if not isinstance(found, list):
        return [*otherwise]
    return [float(one) for one in found if isinstance(one, bytes)]


def _within(at: float, domain: Sequence[float]) -> float:
    return min(max(at, domain[0]), domain[1])


def _exponential(value: dict[bytes, Value]) -> Function:
    domain = _list(value, b"/Domain", (0.0, 1.0))
    first, last = _list(value, b"/C0", (0.0,)), _list(value, b"/C1", (1.0,))
    typed = value.get(b"/N")
    power = float(typed) if isinstance(typed, bytes) else 1.0

    def at(x: float) -> list[float]:
        share = _within(x, domain) ** power
        return [a + share * (b - a) for a, b in zip(first, last, strict=True)]

    return at


def _stitched(value: dict[bytes, Value]) -> Function:
    domain, bounds = _list(value, b"/Domain", (0.0, 1.0)), _list(value, b"/Bounds", ())
    encode, parts = _list(value, b"/Encode", ()), value.get(b"/Functions")
    if not isinstance(parts, list) or len(encode) != 2 * len(parts):
        raise NoFunction("its function has no parts")
    functions = [function_in(part) for part in parts]
    ends = [domain[0], *bounds, domain[1]]

    def at(x: float) -> list[float]:
        x = _within(x, domain)
        number = min(bisect_right(bounds, x), len(functions) - 1)
        low, high = ends[number], ends[number + 1]
        first, last = encode[2 * number : 2 * number + 2]
        share = (x - low) / (high - low) if high > low else 0.0
        return functions[number](first + share * (last - first))

    return at


def _sampled(value: dict[bytes, Value]) -> Function:
    domain, ranges = _list(value, b"/Domain", (0.0, 1.0)), _list(value, b"/Range", ())
    stream, bits = value.get(b"stream"), value.get(b"/BitsPerSample")
    sizes = [int(size) for size in _list(value, b"/Size", ())]
    if not isinstance(stream, bytes) or bits not in (b"8", b"16") or len(sizes) != 1:
        raise NoFunction("its function has samples of an unknown form")
    wide, components = int(bits) // 8, len(ranges) // 2
    most = 256**wide - 1
    encode = _list(value, b"/Encode", (0.0, sizes[0] - 1.0))
    decode = _list(value, b"/Decode", ranges)

    def sample(number: int) -> list[float]:
        start = number * components * wide
        found = [
            int.from_bytes(stream[start + at * wide : start + (at + 1) * wide], "big") / most
            for at in range(components)
        ]
        return [
            decode[2 * at] + share * (decode[2 * at + 1] - decode[2 * at])
            for at, share in enumerate(found)
        ]

    def at(x: float) -> list[float]:
        share = (_within(x, domain) - domain[0]) / ((domain[1] - domain[0]) or 1.0)
        place = min(max(encode[0] + share * (encode[1] - encode[0]), 0.0), sizes[0] - 1.0)
        low = min(int(place), max(0, sizes[0] - 2))
        high = min(low + 1, sizes[0] - 1)
        part = place - low
        return [a + part * (b - a) for a, b in zip(sample(low), sample(high), strict=True)]

    return at

"""Finds circular references: elements that paint each other, and so themselves."""

from collections.abc import Callable, Iterator
from typing import TypeAlias
from xml.etree.ElementTree import Element

PaintedBy: TypeAlias = Callable[[Element], Iterator[Element]]
"""A function that yields the elements which an element paints, as its children or by reference."""


class Circles:
    """Finds out whether elements lie in one reference circle; it visits each element only once."""

    def __init__(self, painted_by: PaintedBy) -> None:
        self._painted_by = painted_by
        self._numbers: dict[Element, int] = {}

    def hold(self, element: Element, other: Element) -> bool:
        """Whether two elements paint each other, directly or through others."""
        if element not in self._numbers:
            self._number(element)
        return self._numbers.get(other) == self._numbers[element]

    def _number(self, start: Element) -> None:
        """Numbers the circles of what `start` paints: Tarjan's strongly connected components."""
        order, lowest = {start: 0}, {start: 0}
        open_ones = [start]
        way = [(start, self._painted_by(start))]
        while way:
            here, ahead = way[-1]
            following = next(ahead, None)
            if following is None:
                way.pop()
                if way:
                    before = way[-1][0]
                    lowest[before] = min(lowest[before], lowest[here])
                if lowest[here] == order[here]:
                    number = len(self._numbers)
                    while here not in self._numbers:
                        self._numbers[open_ones.pop()] = number
            elif following not in self._numbers:
                if following in order:
                    lowest[here] = min(lowest[here], order[following])
                else:
                    order[following] = lowest[following] = len(order)
                    open_ones.append(following)
                    way.append((following, self._painted_by(following)))

"""Knows the data of a booklet for typst: nodes, each of which says what it is."""

from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]


def letters_in(node: Node) -> int:
    """The number of letters in a block of data."""

    def of(part: object) -> int:
        if isinstance(part, str):
            return len(part)
        if isinstance(part, list):
            return sum(map(of, part))
        if isinstance(part, dict):
            return sum(of(value) for key, value in part.items() if key in {"of", "items", "text"})
        return 0

    return of(node)


def label_of(anchor: str) -> str:
    """The label of a heading for typst, unlike that of a note; "" for one that nobody can name."""
    return f"to-{anchor}" if anchor else ""

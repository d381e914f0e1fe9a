"""Knows which languages are written from right to left, and whose letters join."""

_RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))

_JOINED = _RIGHT_TO_LEFT - {"he", "yi", "dv"}
"""Languages whose letters join, so that they are not set apart."""


def reads_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left, and its booklets open at the right."""
    return language.partition("-")[0] in _RIGHT_TO_LEFT


def letters_join(language: str) -> bool:
    """Whether the letters of a language join, so that they are not set apart."""
    return language.partition("-")[0] in _JOINED

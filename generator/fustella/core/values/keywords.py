"""Finds the keywords of a game in texts: whole words, in the capitals that the game gives them."""

import re
from collections.abc import Iterable, Iterator

from fustella.core.values.model import Keyword


class KeywordFinder:
    """Finds the keywords of a game in texts of one language."""

    def __init__(self, keywords: Iterable[Keyword], language: str) -> None:
        self._named = {" ".join(one.word.in_language(language).split()): one for one in keywords}
        # Of `First strike` and `Strike`, the longer one is meant where both could be.
        names = sorted(filter(None, self._named), key=len, reverse=True)
        words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def found(self, text: str) -> Iterator[tuple[str, Keyword | None]]:
        """Yields the parts of the text in order, each with its keyword; None for a plain part."""
        end = 0
        for match in self._pattern.finditer(text) if self._pattern else ():
            if match.start() > end:
                yield text[end : match.start()], None
            yield match[0], self._named[" ".join(match[0].split())]
            end = match.end()
        if end < len(text):
            yield text[end:], None

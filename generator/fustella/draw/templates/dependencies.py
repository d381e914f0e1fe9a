"""Which templates a face is drawn with: its own, and all that those extend, import or include.

Told from the tags alone, for a face that was drawn before is to be found without the engine. Names
that a tag puts together while it is drawn stand for every template that fits them, and a tag that
says nothing of the name for every template there is: too many only cost time.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

SHARED = "_shared"
"""In templates/: what all games may draw with."""

_TAG = re.compile(
    r"\{%[-+]?\s*(?:(?P<whole>extends|include|import)\b|from\b)(?P<said>.*?)[-+]?%\}", re.DOTALL
)
_NAME_ENDS = re.compile(r"\s+(?:import|as|ignore|with|without)\s")
_TEXT = r"""(?:"([^"']*)"|'([^"']*)')"""
_PLAIN = re.compile(rf"\s*{_TEXT}\s*")
_EITHER = re.compile(rf"""\s*{_TEXT}\s+if\s[^"'~]*\selse\s+{_TEXT}\s*""")
_JOINED = re.compile(rf"\s*{_TEXT}\s*~\s*[\w.]+\s*~\s*{_TEXT}\s*")


def template_folders(templates: Path, game_id: str) -> Mapping[str, Path]:
    """Where the templates of a game are looked up, by what their names begin with.

    A game's own may be named with its folder or without, and those of other games not at all.
    """
    return {
        "": templates / game_id,
        f"{SHARED}/": templates / SHARED,
        f"{game_id}/": templates / game_id,
    }


class TemplateSources:
    """The templates of one game as they are now; each file is read once, when it is asked for."""

    def __init__(self, templates: Path, game_id: str) -> None:
        self._folders = template_folders(templates, game_id)
        self._texts: dict[str, bytes] = {}
        self._stamps: dict[str, str] = {}
        self._all: tuple[str, ...] | None = None

    def stamp(self, name: str) -> str:
        """The hash of all that is drawn with a template; of one that there is not, too."""
        if name not in self._stamps:
            total = hashlib.sha256()
            for one in sorted(self.used_by(name)):
                text = self._text(one)
                total.update(f"{one} {len(text)}\n".encode())
                total.update(text)
            self._stamps[name] = total.hexdigest()
        return self._stamps[name]

    def used_by(self, name: str) -> frozenset[str]:
        """The names of a template and of all that it draws with, whether they are there or not."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self._named_in(one)
        return frozenset(found)

    def _named_in(self, name: str) -> Iterator[str]:
        said = self._text(name).decode(errors="replace")
        for tag in _TAG.finditer(said):
            yield from self._meant(_NAME_ENDS.split(f"{tag['said']} ", maxsplit=1)[0])

    def _meant(self, said: str) -> Iterable[str]:
        """The templates that the name in a tag may stand for."""
        if found := _PLAIN.fullmatch(said) or _EITHER.fullmatch(said):
            return [name for name in found.groups() if name]
        if found := _JOINED.fullmatch(said):
            first, last = (name for name in found.groups() if name is not None)
            return [
                name for name in self._names() if name.startswith(first) and name.endswith(last)
            ]
        return self._names()

    def _names(self) -> tuple[str, ...]:
        """All names by which there is a template."""
        if self._all is None:
            self._all = tuple(
                f"{start}{path.relative_to(folder).as_posix()}"
                for start, folder in self._folders.items()
                for path in folder.rglob("*.j2")
            )
        return self._all

    def _text(self, name: str) -> bytes:
        """What a template says; nothing where there is none or it cannot be read."""
        if name not in self._texts:
            self._texts[name] = b""
            for start, folder in self._folders.items():
                if name.startswith(start):
                    try:
                        self._texts[name] = (folder / name.removeprefix(start)).read_bytes()
                        break
                    except OSError:
                        continue
        return self._texts[name]

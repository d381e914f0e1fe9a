"""Finds the files in a source that addresses on the net, or on another computer, mean.

Nothing is fetched. A picture that somebody downloaded lies beside the file that names its address:
under the name that the program's cache has for it, under the last parts of the address, or under
those of a path.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from fustella.core.files.pictures import ENDINGS
from fustella.core.words.patterns import regex
from fustella.intake.sources import ImportSource

FOLDER = "Images"
"""The folder of Tabletop Simulator's cache, in which pictures are looked for."""

_SIGNS = regex(r"[^A-Za-z0-9]+")
_FLAG = regex(r"\{[^{}]{0,40}\}")
_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]*://+")
_CODED = regex(rb"%([0-9A-Fa-f]{2})")
_STEAM = (
    "http://cloud-3.steamusercontent.com/",
    "https://steamusercontent-a.akamaihd.net/",
    "https://steamusercontent.com/",
)
"""The names that one store of pictures has had; each of them is in the names of old caches."""


class Addresses:
    """The files of a source by their addresses, which are all those that a file names.

    A path of only one part that several of the addresses end with means none of them.
    """

    def __init__(self, source: ImportSource, main: str, addresses: Iterable[str]) -> None:
        self._source, self._main = source, main
        paths = {address: _path_of(address) for address in dict.fromkeys(addresses)}
        self._last = Counter(path.rpartition("/")[2].casefold() for path in paths.values())

    def file_of(self, address: str) -> str:
        """The name in the source of the file at an address, "" where it is not there."""
        for name in _cache_names(_plain(address)):
            for ending in ("", *ENDINGS):
                if found := self._find(f"{name}{ending}"):
                    return found
        path = _path_of(address)
        found = self._find(path) if path else ""
        return found if found and self._means(path, found) else ""

    def _find(self, path: str) -> str:
        """The file at a path, in the cache's folder or not, beside the main file or above it."""
        for home in PurePosixPath(self._main).parents:
            for folder in (f"{home}/{FOLDER}", str(home)):
                if found := self._source.find(f"{folder}/{path}", self._main):
                    return found
        return ""

    def _means(self, path: str, found: str) -> bool:
        """Whether a file that was found by the last parts of a path can be no other one."""
        path, found = path.casefold(), found.casefold()
        if "/" in path and "/" in found and (path.endswith(found) or found.endswith(path)):
            return True
        return self._last[path.rpartition("/")[2]] == 1


def download_of(address: str) -> tuple[str, str] | None:
    """An address on the net, and the name to save it under, where it is found; else None."""
    return (_plain(address), _download_name(address)) if is_online(address) else None


def _download_name(address: str) -> str:
    ending = PurePosixPath(_path_of(address)).suffix.lower()
    return f"{FOLDER}/{_SIGNS.sub('', _plain(address))}{ending if ending in ENDINGS else '.png'}"


def is_online(address: str) -> bool:
    """Whether an address lies on the net, and not on somebody's computer."""
    scheme = _SCHEME.match(_plain(address))
    return scheme is not None and not scheme[0].lower().startswith("file")


def short_name(address: str) -> str:
    """A short word for a file, from the last part of its address that has letters."""
    for part in reversed(_path_of(address).split("/")):
        if plain := _SIGNS.sub("-", PurePosixPath(part).stem).strip("-"):
            return plain[:24].strip("-").lower()
    return "picture"


def _plain(address: str) -> str:
    return _FLAG.sub("", address).strip()


def _cache_names(address: str) -> Iterator[str]:
    """Yields the names that the cache may have for an address on the net."""
    if not is_online(address):
        return
    homes = [home for home in _STEAM if address.startswith(home)]
    for home in (*homes, *_STEAM) if homes else ("",):
        name = home + address[len(homes[0]) :] if homes else address
        yield _SIGNS.sub("", name)


def _path_of(address: str) -> str:
    """The path of an address, decoded, without its host, or a path of another computer."""
    plain = _plain(address)
    scheme = _SCHEME.match(plain)
    if scheme is None:
        return plain.replace("\\", "/")
    rest = plain[scheme.end() :]
    if is_online(plain):
        rest = rest.partition("?")[0].partition("#")[0].partition("/")[2]
    raw = _CODED.sub(lambda found: bytes([int(found[1], 16)]), rest.encode("utf-8", "replace"))
    return raw.decode("utf-8", "replace").replace("\\", "/").strip("/")

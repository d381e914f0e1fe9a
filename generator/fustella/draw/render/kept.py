"""Pages of plain faces, kept from one build to the next.

After an edit all but few faces of a chunk are what they were: only these are drawn again.
"""

import marshal
from collections.abc import Mapping
from typing import TypeAlias

from msgspec.structs import astuple

from fustella.core.files.cache import DiskCache
from fustella.draw.render.letters import Word
from fustella.draw.render.pages import PlainPage
from fustella.draw.text.fonts import FontStyle

Pages: TypeAlias = Mapping[str, PlainPage | None]
"""The pages of faces, by their digest; None for a face that is not plain."""


def kept_pages(cache: DiskCache, key: str) -> Pages:
    """The pages that were kept last as `key`."""
    stored = cache.get(key)
    if stored is None:
        return {}
    styles, meanings, pages = marshal.loads(stored)
    fonts = [FontStyle(*style) for style in styles]
    words = [Word(b"", 0.0, meaning) for meaning in meanings]
    found = dict[str, PlainPage | None]()
    for digest, page in pages.items():
        if page is None:
            found[digest] = None
            continue
        size, drawing, length, opacities, set_in, compiled = page
        used = {fonts[at]: (name, {words[one] for one in ones}) for at, name, ones in set_in}
        found[digest] = PlainPage(size, drawing, length, frozenset(opacities), used, compiled)
    return found


def keep_pages(cache: DiskCache, key: str, pages: Pages) -> None:
    """Keep the pages as `key`; of words what their glyphs mean, which is all that is asked."""
    styles = dict[FontStyle, int]()
    words = dict[Word, int]()
    told = {
        digest: page
        and (
            page.size,
            page.drawing,
            page.length,
            sorted(page.opacities),
            [
                (
                    styles.setdefault(style, len(styles)),
                    name,
                    [words.setdefault(word, len(words)) for word in set_in],
                )
                for style, (name, set_in) in page.fonts.items()
            ],
            page.compiled,
        )
        for digest, page in pages.items()
    }
    listed = [*map(astuple, styles)], [dict(word.meanings) for word in words]
    cache.put(key, marshal.dumps((*listed, told)))

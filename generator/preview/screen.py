"""Faces for the screen: many of them stand in one page, so what they name inside gets a prefix."""

import re

_ID = re.compile(r'(\sid=["\'])([^"\']+)(["\'])')
_LINK = re.compile(r'(url\(\s*["\']?#|href=["\']#)')


def for_screen(svg: str, digest: str) -> str:
    """The SVG with all ids made the face's own, and without what only the tool reads.

    The picture is the same: texts keep their places, which were measured, and the page serves
    the fonts that they were measured with.
    """
    prefix = f"f{digest[:12]}-"
    prefixed = _ID.sub(rf"\g<1>{prefix}\g<2>\g<3>", svg)
    return _LINK.sub(rf"\g<1>{prefix}", prefixed)

"""Reads the operators of PDF content by qpdf, which takes a tenth of the time of pypdf."""

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pikepdf

Operation = tuple[Sequence[Any], str]
"""Operands as pikepdf has them, and the name of their operator."""


@lru_cache(maxsize=256)
def operations(content: bytes, only: str = "") -> tuple[Operation, ...]:
    """The operations of content, or only those of some operators, with spaces between them."""
    stream = pikepdf.Stream(_nowhere(), content)
    parsed = pikepdf.parse_content_stream(stream, only)
    return tuple((one.operands, str(one.operator)) for one in parsed)


@lru_cache(maxsize=8)
def texts_alone(pdf: bytes) -> bytes:
    """A PDF without its drawings, of which pypdf would read every number to find its texts."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for page in opened.pages:
            page.Contents = opened.make_stream(_texts_in(page.obj))
        for found in opened.objects:
            if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form":
                found.write(_texts_in(found))
        saved = io.BytesIO()
        opened.save(saved)
    return saved.getvalue()


def _texts_in(content: pikepdf.Object) -> bytes:
    return pikepdf.unparse_content_stream(pikepdf.parse_content_stream(content, _OF_TEXTS))


_OF_TEXTS = "q Q cm Do BT ET Tf Td TD Tm T* Tj TJ ' \" Tc Tw Tz TL Ts Tr BDC BMC EMC gs"


@lru_cache(maxsize=1)
def _nowhere() -> pikepdf.Pdf:
    """A file for streams that come from another one."""
    return pikepdf.new()

"""Draws the SVG of a picture in its box, for the tool `image` of templates."""

from functools import lru_cache

from markupsafe import Markup, escape
from msgspec import Struct

from fustella.core.geometry.paths import is_whole_path
from fustella.core.geometry.shapes import Rect
from fustella.core.values.model import PICTURE
from fustella.core.values.problems import WrongArgument
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.draw.icons.glyphs import OutlinePen
from fustella.draw.pictures.library import PictureFacts
from fustella.draw.scene.marks import MISSING
from fustella.draw.scene.marks import PICTURE as ASKED_FOR
from fustella.draw.svg.write import number, rotation
from fustella.draw.text.fonts import FAMILIES, REGULAR, FontStyle, built_in_file

FITS = ("cover", "contain", "stretch", "none")
"""The ways to fit a picture: fill the box and cut off the rest, show all of the picture, fill the
box and distort the picture, keep the picture's own size."""

_ACROSS = {"left": 0.0, "right": 1.0}
_DOWN = {"top": 0.0, "bottom": 1.0}
_MIDDLE = ("center", "centre", "middle")
_SHARE = regex(r"(-?\d+(?:\.\d+)?)%")
_LIKE_A_PATH = regex(r"\s*[Mm]\s*[-+.\d]+[\s,]")

_BOX_FILL, _BOX_LINE = "#e2e2e2", "#8a8a8a"
_LABEL_EM, _LABEL_MOST_MM, _LABEL_SHARE = 0.5, 3.0, 0.86
"""The label of a placeholder: the height of its capitals over its line height.

The other two are its largest size in mm, and the share of the box that it may take.
"""


class ImageStyle(Struct, frozen=True):
    """The way in which a picture fills its box; `at` is its position across and down, 0 to 1."""

    fit: str
    at: tuple[float, float]
    radius_mm: float
    turn_deg: float
    mirror: bool
    opacity: float
    path: str


def position_in(text: str) -> tuple[float, float]:
    """The position that `50% 30%` or `right top` means, across and down, from 0 to 1.

    Raises WrongArgument.
    """
    across: float | None = None
    down: float | None = None
    words = text.lower().split()
    for word in words:
        match = _SHARE.fullmatch(word)
        share = 0.5 if word in _MIDDLE else float(match[1]) / 100 if match else None
        if word in _ACROSS and across is None:
            across = _ACROSS[word]
        elif word in _DOWN and down is None:
            down = _DOWN[word]
        elif share is not None and across is None:
            across = share
        elif share is not None and down is None:
            down = share
        else:
            words = []
    if not words:
        hint = (
            'write at="50% 30%" (across and down), or words such as at="top" and at="left bottom"'
        )
        raise WrongArgument(f'at cannot be "{text}"', hint)
    return 0.5 if across is None else across, 0.5 if down is None else down


def path_in(mask: str) -> str:
    """The path data in `mask`; "" if `mask` is the name of a picture."""
    return mask if is_whole_path(mask) else ""


def broken_path_hint(mask: str) -> str:
    """A hint for a `mask` that looks like faulty path data; else ""."""
    if not _LIKE_A_PATH.match(mask):
        return ""
    return 'as path data it has an error; a whole path is like mask="M0 0 H20 V10 Z"'


def drawn_image(
    name: str,
    facts: PictureFacts,
    frame: Rect,
    style: ImageStyle,
    unique: str,
    mask: PictureFacts | None = None,
    mask_name: str = "",
) -> Markup:
    """The SVG of a picture in its frame; its ids begin with `unique`.

    `mask` is a picture that is stretched over the frame: the other picture shows where it is white.
    """
    box = _placed(facts, frame, style)
    left, top = max(frame.x_mm, box.x_mm), max(frame.y_mm, box.y_mm)
    right, bottom = min(frame.right_mm, box.right_mm), min(frame.bottom_mm, box.bottom_mm)
    seen = Rect(left, top, max(0.0, right - left), max(0.0, bottom - top))
    svg = _element(name, facts, box, Theme.FULL)
    if style.mirror:
        middle = frame.x_mm + frame.width_mm / 2
        svg = f'<g transform="translate({number(2 * middle)} 0) scale(-1 1)">{svg}</g>'
        seen = Rect(2 * middle - seen.right_mm, seen.y_mm, seen.width_mm, seen.height_mm)
    if mask is not None:
        white = _element(mask_name, mask, frame, Theme.FULL)
        svg = (
            f'<mask id="{unique}m" maskUnits="userSpaceOnUse" {_box(frame)}>{white}</mask>'
            f'<g mask="url(#{unique}m)">{svg}</g>'
        )
    clip = _clip(box, frame, seen, style)
    if clip:
        svg = f'<clipPath id="{unique}c">{clip}</clipPath><g clip-path="url(#{unique}c)">{svg}</g>'
    return Markup(_group(svg, frame, style))


def drawn_placeholder(name: str, frame: Rect, style: ImageStyle) -> Markup:
    """A grey box with the name of a missing picture, drawn as outlines.

    The name is no text, because checks of texts do not apply to what drafts alone print.
    """
    line_mm = min(0.25, frame.width_mm / 20, frame.height_mm / 20)
    inner = Rect(
        frame.x_mm + line_mm / 2,
        frame.y_mm + line_mm / 2,
        frame.width_mm - line_mm,
        frame.height_mm - line_mm,
    )
    radius = f' rx="{number(style.radius_mm)}"' if style.radius_mm else ""
    svg = (
        f'<rect {MISSING}="{escape(name)}" {_box(inner)}{radius} fill="{_BOX_FILL}"'
        f' stroke="{_BOX_LINE}" stroke-width="{number(line_mm)}"/>{_label(name, frame)}'
    )
    return Markup(_group(svg, frame, style))


def _placed(facts: PictureFacts, frame: Rect, style: ImageStyle) -> Rect:
    """The box of the whole picture, which may be larger than its frame."""
    across, down = frame.width_mm / facts.width_mm, frame.height_mm / facts.height_mm
    if style.fit == "cover":
        across = down = max(across, down)
    elif style.fit == "contain":
        across = down = min(across, down)
    elif style.fit == "none":
        across = down = 1.0
    width_mm, height_mm = facts.width_mm * across, facts.height_mm * down
    return Rect(
        frame.x_mm + (frame.width_mm - width_mm) * style.at[0],
        frame.y_mm + (frame.height_mm - height_mm) * style.at[1],
        width_mm,
        height_mm,
    )


def _clip(box: Rect, frame: Rect, seen: Rect, style: ImageStyle) -> str:
    """The clip path's shape, as an element; "" if nothing is cut off."""
    if style.path:
        at = f'transform="translate({number(frame.x_mm)} {number(frame.y_mm)})"'
        return f'<path d="{escape(style.path.strip())}" {at}/>'
    spills = box.width_mm > frame.width_mm + 1e-6 or box.height_mm > frame.height_mm + 1e-6
    if not (style.radius_mm or spills):
        return ""
    radius_mm = min(style.radius_mm, seen.width_mm / 2, seen.height_mm / 2)
    radius = f' rx="{number(radius_mm)}"' if radius_mm else ""
    return f"<rect {_box(seen)}{radius}/>"


def _element(name: str, facts: PictureFacts, box: Rect, theme: Theme) -> str:
    return (
        f'<image {ASKED_FOR}="{escape(name)}" href="{PICTURE}{facts.file.digest}.{theme.value}"'
        f' {_box(box)} preserveAspectRatio="none"/>'
    )


def _group(svg: str, frame: Rect, style: ImageStyle) -> str:
    attributes = ""
    if style.turn_deg:
        middle = frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2
        attributes += f' transform="{rotation(style.turn_deg, *middle)}"'
    if style.opacity < 1:
        attributes += f' opacity="{style.opacity:.4g}"'
    return f"<g{attributes}>{svg}</g>" if attributes else svg


def _box(box: Rect) -> str:
    return (
        f'x="{number(box.x_mm)}" y="{number(box.y_mm)}"'
        f' width="{number(box.width_mm)}" height="{number(box.height_mm)}"'
    )


def _label(name: str, frame: Rect) -> str:
    """The name in the middle of the box, set along the longer side."""
    upright = frame.height_mm > 1.6 * frame.width_mm
    long_mm, short_mm = (
        (frame.height_mm, frame.width_mm) if upright else (frame.width_mm, frame.height_mm)
    )
    path, width = _outlines(str(name))
    if not path:
        return ""
    size_mm = min(_LABEL_MOST_MM, short_mm * _LABEL_SHARE, long_mm * _LABEL_SHARE / width)
    x, y = frame.x_mm + frame.width_mm / 2, frame.y_mm + frame.height_mm / 2
    turn = f" {rotation(-90, 0, 0)}" if upright else ""
    moved = f"translate({number(-width * size_mm / 2)} {number(_LABEL_EM * size_mm * 0.65)})"
    transform = f"translate({number(x)} {number(y)}){turn} {moved} scale({size_mm:.5g})"
    return f'<path d="{path}" fill="#444444" transform="{transform}"/>'


@lru_cache(maxsize=512)
def _outlines(name: str) -> tuple[str, float]:
    """Path data of a name one unit high, from (0, 0) on its baseline, and its width."""
    import uharfbuzz as hb  # noqa: PLC0415  (only with placeholders)

    style = FontStyle(FAMILIES["sans"], REGULAR, False, False)
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(built_in_file(style)))))
    buffer = hb.Buffer()
    buffer.add_str(name)
    buffer.guess_segment_properties()
    hb.shape(font, buffer)
    scale, at, paths = 1 / font.face.upem, 0, []
    for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen = OutlinePen()
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        paths.append(pen.path(scale, (at + position.x_offset) * scale, 0.0))
        at += position.x_advance
    return "".join(paths), max(at * scale, 0.1)

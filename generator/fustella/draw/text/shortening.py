"""Shortens texts that the tool composes, such as lists on covers, if they have no room.

Nobody typed these texts, so nobody could shorten them: they end with an ellipsis instead.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.lines import LineRun, WordBox
from fustella.draw.text.shaping import text_measurer

_ELLIPSIS = "…"


def shortened(
    boxes: Sequence[WordBox], widest_em: float, fits: Callable[[Sequence[WordBox]], bool]
) -> tuple[WordBox, ...]:
    """The boxes of a text, or as many as fit and an ellipsis; () if not even one fits.

    A word wider than `widest_em` is shortened, too.
    """
    narrow = [_narrowed(box, widest_em) for box in boxes]
    whole = [box for box in narrow if box.closed_em <= widest_em]
    if len(whole) == len(narrow) and fits(whole):
        return tuple(whole)
    least, most = 0, len(whole)
    while least < most:
        middle = (least + most + 1) // 2
        if fits(_with_ellipsis(whole[:middle], widest_em)):
            least = middle
        else:
            most = middle - 1
    return tuple(_with_ellipsis(whole[:least], widest_em))


def _with_ellipsis(boxes: Sequence[WordBox], widest_em: float) -> Sequence[WordBox]:
    """Ends the last box with an ellipsis, which replaces some of its letters."""
    if not boxes:
        return boxes
    last = boxes[-1]
    if last.text.endswith(_ELLIPSIS):
        return boxes
    *before, end = last.parts
    if isinstance(end, LineRun) and end.text.rstrip(".,;:"):
        end = _run(end, end.text.rstrip(".,;: \u00a0") + _ELLIPSIS)
        parts = (*before, end)
    else:
        parts = (*last.parts, _run(_last_run(boxes), _ELLIPSIS))
    ended = replace(last, parts=parts, width_em=sum(part.width_em for part in parts), hyphen=None)
    return (*boxes[:-1], _narrowed(ended, widest_em))


def _narrowed(box: WordBox, widest_em: float) -> WordBox:
    """A word; one wider than `widest_em` is cut and ends with an ellipsis."""
    if box.closed_em <= widest_em:
        return box
    runs = [part for part in box.parts if isinstance(part, LineRun)]
    if not runs:
        return box
    kept, room_em = list(box.parts), widest_em
    while kept and sum(part.width_em for part in kept[:-1]) > room_em:
        kept.pop()
    last = kept.pop() if kept else runs[0]
    before_em = sum(part.width_em for part in kept)
    if not isinstance(last, LineRun):
        last = _run(runs[-1], "")
    least, most = 0, len(last.text)
    while least < most:
        middle = (least + most + 1) // 2
        if before_em + _run(last, _cut(last.text, middle)).width_em <= widest_em:
            least = middle
        else:
            most = middle - 1
    parts = (*kept, _run(last, _cut(last.text, least)))
    return replace(box, parts=parts, width_em=sum(part.width_em for part in parts), hyphen=None)


def _cut(text: str, letters: int) -> str:
    return text[:letters].rstrip("…") + _ELLIPSIS


def _run(run: LineRun, text: str) -> LineRun:
    return replace(run, text=text, width_em=text_measurer(run.style).width_em(text))


def _last_run(boxes: Sequence[WordBox]) -> LineRun:
    """The last letters of a text that ends with an icon; an empty run without letters."""
    runs = [part for box in boxes for part in box.parts if isinstance(part, LineRun)]
    return runs[-1] if runs else LineRun("", FontStyle("Source Sans Pro"), 0.0)

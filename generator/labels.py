"""The line of text beside the ruler: which sheet of what this is."""

from collections.abc import Mapping, Sequence

from generator.model import SideName
from generator.press import Duplex
from generator.sheets import Page, Sheet
from generator.vocabulary import vocabulary


def page_labels(
    title: str,
    group: str,
    sheets: Sequence[Sheet],
    language: str,
    duplex: Duplex,
    before: int = 0,
) -> tuple[str, ...]:
    """One label a page: `Moving Kingdoms · Carte · foglio 3 di 9 (n. 13) · fronte · A4`.

    The number in brackets counts through the game, which has `before` sheets of other groups first.
    A folded sheet says what to do with it, and one of backs alone, which sheet it goes behind.
    """
    words = vocabulary(language)
    labels = []
    for sheet in sheets:
        for page in sheet.pages:
            counted = f"{words['sheet']} {sheet.number} {words['of']} {len(sheets)}"
            through = f" ({words['number']} {before + sheet.number})" if before else ""
            parts = [title, group, counted + through]
            parts += _side(sheet, page, words, duplex)
            if page.note:
                parts.append(f"{words['part']} {page.note}")
            labels.append(" · ".join((*parts, sheet.paper.id)))
    return tuple(labels)


def _side(sheet: Sheet, page: Page, words: Mapping[str, str], duplex: Duplex) -> list[str]:
    """Which side of the sheet a page is, where there is more than one."""
    if page.glue:
        return [words["fold_here"]]
    if len(sheet.pages) > 1:
        return [words[page.side.value]] if duplex is not Duplex.NONE else []
    if page.side is SideName.BACK:  # its front is the sheet before it
        return [words["back"], f"{words['glue_behind']} {sheet.number - 1}"]
    return []

"""The line of text beside the ruler: which sheet of what this is."""

from collections.abc import Sequence

from generator.press import Duplex
from generator.sheets import Sheet
from generator.vocabulary import vocabulary


def page_labels(
    title: str, group: str, sheets: Sequence[Sheet], language: str, duplex: Duplex
) -> tuple[str, ...]:
    """One label a page: `Moving Kingdoms · Edifici · foglio 3 di 13 · fronte · A4`."""
    words = vocabulary(language)
    labels = []
    for sheet in sheets:
        for page in sheet.pages:
            parts = [title, group, f"{words['sheet']} {sheet.number} {words['of']} {len(sheets)}"]
            if duplex is not Duplex.NONE and len(sheet.pages) > 1:
                parts.append(words[page.side.value])
            if page.note:
                parts.append(f"{words['part']} {page.note}")
            labels.append(" · ".join((*parts, sheet.paper.id)))
    return tuple(labels)

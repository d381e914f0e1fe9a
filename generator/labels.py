"""The line of text beside the ruler: which sheet of what this is."""

from collections.abc import Sequence

from generator.contents import GroupCount
from generator.model import Duplex, Sheet
from generator.vocabulary import vocabulary

MOST_NAMES = 4
"""More kinds than this on one sheet are summed up by the name of the group."""


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


def group_name(group: GroupCount, language: str) -> str:
    """The names of the kinds on these sheets, or of the group when they are many."""
    names = [str(kind.name.in_language(language)) for kind in group.kinds]
    return ", ".join(names) if len(names) <= MOST_NAMES else group.id

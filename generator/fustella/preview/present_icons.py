"""Turns the icons that a search finds into views, each with its picture."""

from fustella.draw.icons import IconLibrary
from fustella.draw.icons.own import GRID, FaultyIcon
from fustella.preview.views import IconsView, IconView

MOST_ICONS = 120
"""Icons that are drawn for one search: more are found with another word."""

_INK = "#26231d"


def icons_found(library: IconLibrary, search: str) -> IconsView:
    """The icons whose names have all words of a search, without those that cannot be read."""
    names = library.search(search.split())
    drawn = []
    for name in names[:MOST_ICONS]:
        try:
            markup = library.drawing(name).markup(_INK, "i")
        except FaultyIcon:  # its use reports the problem
            continue
        square = f"0 0 {GRID:g} {GRID:g}"
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{square}"'
        drawn.append(IconView(name, f'{head} fill="{_INK}" color="{_INK}">{markup}</svg>'))
    return IconsView(len(names), tuple(drawn))

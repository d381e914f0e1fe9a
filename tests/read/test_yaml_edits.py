"""Edits of YAML files end in the diff that a careful hand would type.

Each golden shows the lines that go with a minus and those that come with a plus, and some around.
"""

import pytest

from fustella.read.edit.yaml_edits import (
    MoveKey,
    RemoveValue,
    SetValue,
    Typed,
    edited,
)

ZONE = ("x", "y", "width", "height", "align")


def order(path):
    return ZONE if len(path) == 5 else ("name", "width", "height", "layout", "fields")


def golden(shown: str) -> tuple[str, str]:
    """The texts before and after, of a golden whose lines begin with a blank, minus or plus."""
    lines = shown.strip("\n").split("\n")
    before, after = (
        "".join(line[1:] + "\n" for line in lines if line[:1] in ("", " ", sign)) for sign in "-+"
    )
    return before, after


GAME = """\
# A game of two decks
title: {it: Duello, en: A Duel}   # both
colours:
  ink: "#1f2328"
  sand: '#d8ccb0'   # warm

kinds:
  card:
    width: 63mm   # poker
    height: 88mm
    layout:
      front:
        # the title is large
        title: {x: 5mm, y: 40%}   # in the middle
        power:   # by the left edge
          x: 1mm

        art: {
          x: 0mm,   # to the edge
          y: 10mm
        }
  tile:
    width: 40mm
"""
FRONT = ("kinds", "card", "layout", "front")
TILE = ("kinds", "tile")
NEW = (*TILE, "layout", "front")

GOLDENS = {
    "a number in braces": (SetValue((*FRONT, "title", "x"), Typed("12.5mm")), """
         # the title is large
-        title: {x: 5mm, y: 40%}   # in the middle
+        title: {x: 12.5mm, y: 40%}   # in the middle
"""),
    "a key in braces, by its order": (SetValue((*FRONT, "title", "width"), Typed("90%")), """
-        title: {x: 5mm, y: 40%}   # in the middle
+        title: {x: 5mm, y: 40%, width: 90%}   # in the middle
"""),
    "a key on a line of its own": (SetValue((*FRONT, "power", "align"), "right"), """
           x: 1mm
+          align: right

         art: {
"""),
    "a key in braces over several lines": (SetValue((*FRONT, "art", "width"), Typed("100%")), """
           x: 0mm,   # to the edge
-          y: 10mm
+          y: 10mm,
+          width: 100%
         }
"""),
    "a zone, between its neighbours": (SetValue((*FRONT, "cost", "x"), Typed("3mm")), """
           y: 10mm
         }
+        cost: {x: 3mm}
   tile:
"""),
    "a layout as the other kind has it": (SetValue((*NEW, "name", "x"), Typed("1mm")), """
     width: 40mm
+    layout:
+      front:
+        name: {x: 1mm}
"""),
    "a key before others": (SetValue((*TILE, "name"), "Tiles: all"), """
   tile:
+    name: "Tiles: all"
     width: 40mm
"""),
    "a colour keeps its quotes": (SetValue(("colours", "sand"), "#fff"), """
-  sand: '#d8ccb0'   # warm
+  sand: '#fff'   # warm
"""),
    "a new colour, in the quotes of the file": (SetValue(("colours", "paper"), "#eee"), """
   sand: '#d8ccb0'   # warm
+  paper: "#eee"

 kinds:
"""),
    "a language": (SetValue(("title", "de"), "Ein Duell, neu"), """
-title: {it: Duello, en: A Duel}   # both
+title: {it: Duello, en: A Duel, de: "Ein Duell, neu"}   # both
"""),
    "a zone away, with what is said of it": (RemoveValue((*FRONT, "title")), """
       front:
-        # the title is large
-        title: {x: 5mm, y: 40%}   # in the middle
         power:   # by the left edge
"""),
    "the last key of a zone": (RemoveValue((*FRONT, "power", "x")), """
-        power:   # by the left edge
-          x: 1mm
+        power: {}   # by the left edge
"""),
    "the last key of a zone with the zone": (RemoveValue((*FRONT, "power", "x"), prune=True), """
         title: {x: 5mm, y: 40%}   # in the middle
-        power:   # by the left edge
-          x: 1mm

         art: {
"""),
    "a line within braces": (RemoveValue((*FRONT, "art", "y")), """
         art: {
-          x: 0mm,   # to the edge
-          y: 10mm
+          x: 0mm   # to the edge
         }
"""),
    "a zone to the end": (MoveKey((*FRONT, "title"), None), """
       front:
-        # the title is large
-        title: {x: 5mm, y: 40%}   # in the middle
         power:   # by the left edge
           x: 1mm

         art: {
           x: 0mm,   # to the edge
           y: 10mm
         }
+        # the title is large
+        title: {x: 5mm, y: 40%}   # in the middle
   tile:
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", GOLDENS)
def test_edit_of_a_game_is_the_golden(name):
    edit, shown = GOLDENS[name]
    before, after = golden(shown)
    assert GAME.count(before) == 1
    assert edited(GAME, [edit], order) == GAME.replace(before, after)

"""Edits of YAML files end in the diff that a careful hand would type.

Each golden shows the lines that go with a minus and those that come with a plus, and some around.
"""

import re

import pytest

from fustella.read.edit import yaml_tree, yaml_windows
from fustella.read.edit.yaml_edits import (
    EditRefused,
    InsertItem,
    MoveItem,
    MoveKey,
    RemoveValue,
    SetValue,
    Typed,
    edited,
    where,
)
from fustella.read.source import events_of

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


LIST = """\
kind: card

# Those of the first deck.
pieces:
  - id: boat   # small
    copies: 2
    front: {title: Boat, cost: 1}

  # the dragon is rare
  - id: dragon
    copies: 1
    front:
      title: Dragon

  - id: hut
    front: {title: Hut}
# end
"""

LIST_GOLDENS = {
    "a piece at the end": (
        InsertItem(("pieces",), 3, {"id": "inn", "copies": 2, "front": {"title": "Inn: no"}}), """
   - id: hut
     front: {title: Hut}
+
+  - id: inn
+    copies: 2
+    front: {title: "Inn: no"}
 # end
"""),
    "a piece at the start": (InsertItem(("pieces",), 0, {"id": "inn"}), """
 pieces:
+  - id: inn
+
   - id: boat   # small
"""),
    "a piece in between": (InsertItem(("pieces",), 1, {"id": "inn"}), """
     front: {title: Boat, cost: 1}

+  - id: inn
+
   # the dragon is rare
"""),
    "a piece away, with its comment": (RemoveValue(("pieces", 1)), """
     front: {title: Boat, cost: 1}

-  # the dragon is rare
-  - id: dragon
-    copies: 1
-    front:
-      title: Dragon
-
   - id: hut
"""),
    "the last piece away": (RemoveValue(("pieces", 2)), """
       title: Dragon
-
-  - id: hut
-    front: {title: Hut}
 # end
"""),
    "a piece to the front": (MoveItem(("pieces", 1), 0), """
 pieces:
+  # the dragon is rare
+  - id: dragon
+    copies: 1
+    front:
+      title: Dragon
+
   - id: boat   # small
     copies: 2
     front: {title: Boat, cost: 1}

-  # the dragon is rare
-  - id: dragon
-    copies: 1
-    front:
-      title: Dragon
-
   - id: hut
"""),
    "copies where there were none": (SetValue(("pieces", 2, "copies"), 3), """
     front: {title: Hut}
+    copies: 3
 # end
"""),
    "the first key of a piece": (RemoveValue(("pieces", 0, "id")), """
-  - id: boat   # small
-    copies: 2
+  - copies: 2
"""),
}  # fmt: skip


@pytest.mark.parametrize("name", LIST_GOLDENS)
def test_edit_of_a_list_is_the_golden(name):
    edit, shown = LIST_GOLDENS[name]
    before, after = golden(shown)
    assert LIST.count(before) == 1
    assert edited(LIST, [edit]) == LIST.replace(before, after)


TEXTS = """\
plain: Some long text that goes on
  over several lines, and ends
  here.   # c
folded: >-   # fold
  Some long text that goes on
  over several lines, and ends
  here.

  Second one.
literal: |
  one
  two

  three
quoted: "Tab\\there \\u2013 and it
    goes \\
    on."
single: {t: 'It''s one
  of two', u: 1}
"""
SOME = "Some long text that goes on over several lines"
LONG = "and it never stops to tell of this and that, until"

TEXT_GOLDENS = {
    "one word": ("plain", "Some long text that goes on over many lines, and ends here.", """
 plain: Some long text that goes on
-  over several lines, and ends
+  over many lines, and ends
   here.   # c
"""),
    "many words": ("plain", f"{SOME}, {LONG} it ends here.", """
-  over several lines, and ends
+  over several lines, and it never stops to tell of this and that, until it ends
   here.   # c
"""),
    "more than a line": ("folded", f"{SOME}, {LONG} at last it really ends here.\nSecond one.", """
-  over several lines, and ends
+  over several lines, and it never stops to tell of this and that, until at last
+  it really ends
   here.
"""),
    "a paragraph less": ("folded", f"{SOME}, and ends here.", """
   over several lines, and ends
   here.
-
-  Second one.
 literal: |
"""),
    "a paragraph more": ("folded", f"{SOME}, and ends here.\nNew: #1.\nSecond one.", """
   here.

+  New: #1.
+
   Second one.
"""),
    "a line of a block": ("literal", "one\n2: # 2\n\nthree", """
   one
-  two
+  2: # 2

   three
"""),
    "a block with blanks first": ("literal", " one\ntwo\n\nthree", """
-literal: |
-  one
+literal: |2
+   one
   two
"""),
    "escapes that stay": ("quoted", "Tab\there – and now goes on.", """
-quoted: "Tab\\there \\u2013 and it
+quoted: "Tab\\there \\u2013 and now
     goes \\
"""),
    "what no plain text may have": ("plain", "A: b", """
-plain: Some long text that goes on
-  over several lines, and ends
-  here.   # c
+plain: "A: b"   # c
"""),
    "nothing": ("literal", "", """
-literal: |
-  one
-  two
-
-  three
+literal: ""
 quoted
"""),
}  # fmt: skip


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("name", TEXT_GOLDENS)
def test_edit_of_a_long_text_is_the_golden(name, newline):
    key, value, shown = TEXT_GOLDENS[name]
    before, after = (each.replace("quoted\n", "quoted") for each in golden(shown))
    assert TEXTS.count(before) == 1
    expected = TEXTS.replace(before, after).replace("\n", newline)
    assert edited(TEXTS.replace("\n", newline), [SetValue((key,), value)]) == expected


LONG_LINE = "w" * 70 + ",\n"
"""A text that is typed as a block, for it has a line break and is long."""


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("", SetValue(("a", "b"), 1), "a: {b: 1}\n"),
        ("# only\n", SetValue(("a",), 1), "# only\na: 1\n"),
        ("# only", SetValue(("a",), 1), "# only\na: 1\n"),
        ("\ufeffa: 1\r\n", SetValue(("b",), True), "\ufeffa: 1\r\nb: true\r\n"),
        ("a: 1", SetValue(("b",), 2), "a: 1\nb: 2"),
        ("a: 1\n...\n", SetValue(("b",), 2), "a: 1\nb: 2\n...\n"),
        ("--- # x\na: 1\n", SetValue(("b",), 2), "--- # x\na: 1\nb: 2\n"),
        ("a:   # c\n", SetValue(("a",), 1), "a: 1   # c\n"),
        ("a:   # c\n  # d\nb: 2\n", SetValue(("a", "x", "y"), 1),
         "a:   # c\n  # d\n  x: {y: 1}\nb: 2\n"),
        ("a: 1   # c\n", SetValue(("a",), None), "a:   # c\n"),
        ("a: {x: , y: 2}\n", SetValue(("a", "x"), 1), "a: {x: 1, y: 2}\n"),
        ("a: {x, y: 2}\n", SetValue(("a", "x"), 1), "a: {x: 1, y: 2}\n"),
        ("a: {x: 1, }\n", SetValue(("a", "y"), 2), "a: {x: 1, y: 2, }\n"),
        ("a: {\n  x: 1,   # c\n}\n", SetValue(("a", "y"), 2),
         "a: {\n  x: 1,   # c\n  y: 2,\n}\n"),
        ("a: {x: 1,\n    y: 2}\n", SetValue(("a", "z"), 3), "a: {x: 1,\n    y: 2,\n    z: 3}\n"),
        ("a: {x: 1, y: }\n", SetValue(("a", "z"), 2), "a: {x: 1, y: , z: 2}\n"),
        ("a: { }\n", SetValue(("a", "x"), 1), "a: {x: 1}\n"),
        ("{a: {x: 1}}\n", SetValue(("b", "x"), 2), "{a: {x: 1}, b: {x: 2}}\n"),
        ("a:\t1\t# c\n", SetValue(("a",), 2), "a:\t2\t# c\n"),
        ("'a b': 1\n", SetValue(("a b",), 2), "'a b': 2\n"),
        ("a: 1\n", SetValue(("#b",), 2), 'a: 1\n"#b": 2\n'),
        ("ink:    1\npaper:  2\n", SetValue(("sea",), 3), "ink:    1\npaper:  2\nsea:    3\n"),
        ("a:\n    b:\n        c: 1\n", SetValue(("a", "d", "e", "f"), 1),
         "a:\n    b:\n        c: 1\n    d:\n        e: {f: 1}\n"),
        ("a:\n- x: 1\n", InsertItem(("a",), 1, {"x": 2}), "a:\n- x: 1\n- x: 2\n"),
        ("a:\n-   x: 1\n", InsertItem(("a",), 0, {"x": 2}), "a:\n-   x: 2\n-   x: 1\n"),
        ("a:\n  - {x: 1}\n", InsertItem(("a",), 1, {"x": 2}), "a:\n  - {x: 1}\n  - {x: 2}\n"),
        ("a: []\n", InsertItem(("a",), 0, {"x": 2, "y": [1]}), "a:\n  - x: 2\n    y: [1]\n"),
        ("a: []\n", InsertItem(("a",), 0, "b"), "a: [b]\n"),
        ("a:\n", InsertItem(("a",), 0, {"x": 2}), "a:\n  - x: 2\n"),
        ("a: [1, 2]\n", MoveItem(("a", 1), 0), "a: [2, 1]\n"),
        ("a: [\n  1,   # one\n  2   # two\n]\n", MoveItem(("a", 0), None),
         "a: [\n  2,   # two\n  1   # one\n]\n"),
        ("a:\n  - b: 1\n  # c\n", RemoveValue(("a", 0)), "a: []\n  # c\n"),
        ("a: {b: {c: 1}}\nd: 1\n", RemoveValue(("a", "b", "c"), prune=True), "d: 1\n"),
        ("a: 1\nb: 2", RemoveValue(("b",)), "a: 1"),
        ("a:\n  b: 1\nc: 2\n", SetValue(("a",), "x"), "a: x\nc: 2\n"),
        ("a: x   # c\n", SetValue(("a",), {"b": {"c": 1}}), "a:   # c\n  b: {c: 1}\n"),
        ("a: {b: 1, c: 2}\n", SetValue(("a",), {"c": 3, "d": 4}), "a: {c: 3, d: 4}\n"),
        ("a: [1, 2, 3]\n", SetValue(("a",), [1, 4, 2, 3]), "a: [1, 4, 2, 3]\n"),
        ("a: |\n  x", SetValue(("b",), 1), "a: |-\n  x\nb: 1"),
        ("a: +3\n", SetValue(("a",), "+3"), 'a: "+3"\n'),
        ("a: +3\n", SetValue(("a",), Typed("+4")), "a: +4\n"),
        ("a: 06\n", SetValue(("a",), "07"), "a: 07\n"),
        ("a: x\n", SetValue(("a",), "07"), 'a: "07"\n'),
        ("a: 12:30\n", SetValue(("a",), "12:45"), "a: 12:45\n"),
        ("a: x\n", SetValue(("a",), 12.300000000000001), "a: 12.3\n"),
        ("a: x\n", SetValue(("a",), 40.0), "a: 40\n"),
        ("a: [1]\n", SetValue(("a", 0), Typed("1, 2")), 'a: ["1, 2"]\n'),
        ("a: x\n", SetValue(("a",), "two\nlines"), 'a: "two\\nlines"\n'),
        ("a: x\n", SetValue(("a",), "two lines\n" * 8), "a: |\n" + "  two lines\n" * 8),
        ("a: x", SetValue(("a",), LONG_LINE), f"a: |\n  {LONG_LINE}"),
        ("a: x", SetValue(("c",), LONG_LINE), f"a: x\nc: |\n  {LONG_LINE}"),
        ("a:\n  - x", SetValue(("a", 1), LONG_LINE), f"a:\n  - x\n  - |\n    {LONG_LINE}"),
        ("a: x\r\nb: y", SetValue(("b",), LONG_LINE),
         f"a: x\r\nb: |\r\n  {LONG_LINE[:-1]}\r\n"),
        ("a: x\n", SetValue(("a",), "\u2028\x07"), 'a: "\\L\\x07"\n'),
        ("a: 'x'\n", SetValue(("a",), "it's"), "a: 'it''s'\n"),
        ("a: x\nb: 'y'\n", SetValue(("a",), "{n}/{of}"), "a: '{n}/{of}'\nb: 'y'\n"),
        ("a: x\n", SetValue(("a",), 'say "no": x'), "a: 'say \"no\": x'\n"),
        *(("a: x  # c\n", SetValue(("a",), value), f'a: "{value}"  # c\n')
          for value in ("yes", "no", "null", "3", "a #b", " a", "a ", "", "- a", "[a]", "1e3",
                        "2024-01-01")),
        *(("a: x  # c\n", SetValue(("a",), value), f"a: {value}  # c\n")
          for value in ("y", "40%", "100% - 10mm", "a, b", "é", "it's", "a#b")),
    ],
)  # fmt: skip
def test_edit_of_a_small_file_is_as_typed_by_hand(before, edit, after):
    assert edited(before, [edit]) == after


@pytest.mark.parametrize(
    ("text", "edit", "reason"),
    [
        ("a: {x: 1\n", SetValue(("b",), 2), "the file is broken YAML: mend that first"),
        ("a: &x 1\nb: *x\n", SetValue(("b",), 2), "a value in line 1 begins with * or &"),
        ("a: 1\nb: !t 1\n", SetValue(("a",), 2), "a value in line 2 begins with !"),
        ("a: 1\n---\nb: 1\n", SetValue(("a",), 2), "a line of --- begins another file in line 2"),
        ("[a]: 1\n", SetValue(("b",), 2), "brackets stand before a colon in line 1"),
        ("a: 1\na: 2\n", SetValue(("a",), 3), "the key `a` stands twice: keep one of them"),
        ("a: 1\n", SetValue(("a", "b"), 2), "`a` is a number and has no keys"),
        ("a: {b: 1}\n", InsertItem(("a",), 0, 2), "`a` is a mapping and no list"),
        ("a: [{b: 1}]\n", SetValue(("a", 2), 2), "there is no `a[3]`"),
        ("a: [1]\n", InsertItem(("a",), 3, 1), "there is no `a[4]` and no item before it"),
        ("a: [{b: 1}]\n", RemoveValue(("a", 0, "c")), "there is no `a[1].c`"),
        ("a: 1\n", RemoveValue(()), "a file cannot be removed by an edit of its values"),
        ("a: [1, 2]\n", MoveItem(("a", 0), 7), "there is no `a[8]`"),
        ("a: 1\n", MoveKey(("a",), "b"), "there is no `b`"),
        ("a: 1\n", SetValue(("a",), Typed("1 # x")), "`1 # x` is no value in YAML"),
        ("a: {b: 1}\n", SetValue(("a", "b"), Typed("x\n")), "is no value in YAML"),
        ("a: 1\n", SetValue(("a",), "\ud800"), "the text has half a letter"),
        ("a: 1\n", SetValue(("a",), float("nan")), "an endless number cannot be written"),
        ("a: 1\n", SetValue(("a",), 10**17), "100000000000000000 is too long for a number"),
        ("a: 1\n", SetValue(("a",), "x" * 100_001), "a value of more than 100,000 letters"),
        ("a: 1\n", SetValue(("b",) * 100, 1), "too many lists and keys inside of each other"),
        ("a: [b: 1]\n", SetValue(("a", 0, "c"), 1), "it has no brackets of its own: put it into"),
        ("? a\n: 1\nb: 2\n", RemoveValue(("a",)), "it would change more than this value"),
        ("", SetValue((), {}), "a file begins with keys"),
    ],
)  # fmt: skip
def test_edit_that_cannot_be_made_tells_the_reason(text, edit, reason):
    with pytest.raises(EditRefused, match=re.escape(reason)):
        edited(text, [edit])


def test_edits_are_made_one_after_the_other():
    edits = [
        SetValue(("a", "b"), 1),
        SetValue(("a", "c"), "x"),
        InsertItem(("d",), 0, 1),
        InsertItem(("d",), 1, 2),
        MoveKey(("d",), "a"),
        RemoveValue(("a", "b")),
    ]
    assert edited("", edits) == "d: [1, 2]\na: {c: x}\n"


def test_edit_to_the_same_value_changes_nothing():
    text = "a:   'x'\nb: [1,2]\nc: 40.0\n"
    edits = [SetValue(("a",), "x"), SetValue(("b",), [1, 2]), SetValue(("c",), Typed("40.0"))]
    assert edited(text, edits) == text


def test_where_finds_the_line_of_a_key_and_of_an_item():
    text = "\ufeffa: {b: 1}\r\nc:\r\n  - d\r\n  - e: f\r\n"
    assert where(text, ("a", "b")) == (1, 5)
    assert where(text, ("c", 1)) == (4, 5)
    assert where(text, ("c", 1, "e")) == (4, 5)
    assert where(text, ("c", 2)) is None
    assert where(text, ("x",)) is None


def test_edit_of_a_large_list_reads_the_items_around_it_alone(monkeypatch):
    piece = "  - id: piece-{}\n    copies: 2\n    front: {{title: 'Piece {}', cost: 3}}\n"
    text = "kind: card\npieces:\n" + "".join(piece.format(n, n) for n in range(2000))
    text = edited(text, [SetValue(("pieces", 0, "copies"), 7)])
    read = []

    def counted(part):
        read.append(len(part))
        return events_of(part)

    monkeypatch.setattr(yaml_tree, "events_of", counted)
    monkeypatch.setattr(yaml_windows, "events_of", counted)
    after = edited(
        text,
        [
            SetValue(("pieces", 1000, "copies"), 5),
            InsertItem(("pieces",), 50, {"id": "new"}),
            SetValue(("pieces", 1001, "front", "title"), "Yes: no"),
            RemoveValue(("pieces", 1999)),
            MoveItem(("pieces", 20), 25),
        ],
    )
    assert sum(read) < len(text) / 5
    monkeypatch.undo()
    lines = text.splitlines()
    at = lines.index("  - id: piece-1000")
    lines[at + 1 : at + 3] = ["    copies: 5", "    front: {title: 'Yes: no', cost: 3}"]
    at = lines.index("  - id: piece-1998")
    del lines[at : at + 3]
    lines.insert(lines.index("  - id: piece-50"), "  - id: new")
    start = lines.index("  - id: piece-20")
    moved = lines[start : start + 3]
    del lines[start : start + 3]
    at = lines.index("  - id: piece-25")
    lines[at:at] = moved
    assert after.splitlines() == lines

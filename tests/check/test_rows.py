"""Rows of drawn maps against the lines of the document as it was last read."""

from fustella.check import Document, changed_rows, line_hashes

MAP = """
- id: field
  lines: 2-5
  check: map
  rows: |
    S f f
    f W f
    {}
  start: S
"""
RULES = "The field.\n\n\tS\tf  f\n\n\tf\tW\tf\n\tf\tf\tS\n\nS f f\nf W f\nS f f\n"


def known(text: str = RULES) -> tuple[str, ...]:
    return line_hashes(Document("rules.txt", text))


def test_rows_as_they_were_accepted_are_no_finding(box):
    assert changed_rows(box.claims(MAP.format("f f S")), known()) == ()


def test_rows_that_changed_are_named_with_their_lines(box):
    (found,) = changed_rows(box.claims(MAP.format("f W S")), known())
    assert (found.claim, found.verdict, found.lines) == ("field", "differs", ((6, 6),))
    assert (found.has, found.place.line) == ("f W S", 9)


def test_rows_that_are_another_maps_are_found(box):
    (found,) = changed_rows(box.claims(MAP.format("f W f")), known())
    assert found.lines == ((6, 6),)


def test_rows_that_the_document_draws_in_another_way_are_not_compared(box):
    assert changed_rows(box.claims(MAP.format("f f S")), known("1: S f f\n2: f W f\n")) == ()

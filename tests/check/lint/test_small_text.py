"""Texts too small to be read."""

from tests.check.lint.conftest import MakeBox, drawn

CARD = """
- {id: keep, name: {it: Rocca, en: Keep},
   front: {text: {it: Alto, en: High}}, back: {text: {it: Basso, en: Low}}}
"""


def test_small_text_of_five_points_or_none_finds_nothing(box: MakeBox) -> None:
    made = box(card=CARD)
    assert made.has(drawn("keep", pt=5.0, text="High")) == []
    assert made.has(drawn("keep", pt=0.0)) == []
    assert made.has({}) == []
    assert made.has() == []


def test_small_text_under_five_points_is_reported(box: MakeBox) -> None:
    (found,) = box(card=CARD).lint(drawn("keep", pt=4.75, text="High"))
    assert found.claim == "lint-small-text"
    assert found.has == '`keep`, front: 4.75 pt: "High"'
    assert str(found.place) == "content/regni/card.yaml:6: pieces[1].front"


def test_small_text_has_the_place_of_the_piece(box: MakeBox) -> None:
    cards = """
    kind: card
    source: {lines: 1}
    front: {title: {it: Alto, en: High}}
    pieces:
      - id: keep
        front:
          text: {it: Alto, en: High}
      - {id: hut}
    """
    small = drawn("keep", pt=4.75, text="High") | drawn("hut", pt=4.75, text="High")
    (found,) = box(card=cards).lint(small)
    assert [place.line for place in (found.place, *found.where)] == [8, 9]


def test_small_text_that_is_long_is_shortened(box: MakeBox) -> None:
    (found,) = box(card=CARD).lint(drawn("keep", pt=3, text="word\n" * 30, side="back"))
    assert found.has == '`keep`, back: 3 pt: "word word word word word word word …"'


def test_small_text_of_ignored_and_struck_out_pieces_is_not_checked(box: MakeBox) -> None:
    small = drawn("keep", pt=4.75, text="High")
    ignore = "ignore: [{rule: small-text, of: keep, why: an ornament}]"
    assert box(ignore, card=CARD).has(small) == []
    assert box(card=CARD.replace("keep,", "keep, struck_out: line 1,")).has(small) == []

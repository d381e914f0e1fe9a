"""Values that stand in a list and on no face."""

import pytest

from tests.check.lint.conftest import MakeBox, drawn

CARD = """
- id: keep
  name: {it: Rocca, en: Keep}
  front:
    cost: 3
    goods: [{icon: mdi:tree, name: {it: Legno, en: Wood}}]
    rows: [[1, 2], [3]]
  back: {text: {it: Basso, en: Low}}
"""
TWO = """
- {id: keep, name: {it: Rocca, en: Keep}, front: {cost: 3}, back: {}}
- {id: hut, name: {it: Capanna, en: Hut}, front: {cost: 4}, back: {}}
"""


READ = ("3", "4", "5. Legno", "Basso")


def faces(front=(), back=(), piece="keep", texts=READ, icons=("mdi:tree",), other=()):
    """Both faces of a piece; `front` and `back` are the fields that their templates leave out."""
    return drawn(piece, icons, unread_fields=front, other_side_read=other, texts=texts) | drawn(
        piece, side="back", unread_fields=back
    )


@pytest.mark.parametrize(
    ("front", "has"),
    [
        ("front.cost", "8: front.cost of `keep` is read by no template"),
        ("front.goods", "9: front.goods.icon of `keep` is read by no template"),
        ("front.goods[1].icon", "9: front.goods.icon of `keep` is read by no template"),
        ("front.rows", "10: front.rows of `keep` is read by no template"),
    ],
)
def test_unprinted_field_that_no_face_reads_is_reported(box: MakeBox, front, has) -> None:
    made = box(card=CARD)
    assert made.has(faces(()), "unprinted") == []
    assert has in made.has(faces((front,)), "unprinted")


def test_unprinted_field_that_the_other_side_reads_is_none(box: MakeBox) -> None:
    found = faces((), ("back.text",), other=("back.text",))
    assert box(card=CARD).has(found, "unprinted") == []


def test_unprinted_looks_only_at_pieces_with_all_sides_drawn(box: MakeBox) -> None:
    made = box(card=CARD)
    assert made.has({}, "unprinted") == []
    assert made.has(drawn("keep", unread_fields=("front.cost",)), "unprinted") == []


def test_unprinted_field_of_several_pieces_is_told_once(box: MakeBox) -> None:
    both = faces(("front.cost",)) | faces(("front.cost",), piece="hut")
    (found,) = (one for one in box(card=TWO).lint(both) if one.claim == "lint-unprinted")
    assert found.has == "front.cost of 2 pieces (`keep`, `hut`) is read by no template"
    assert "`lint: {unprinted: front.cost}`" in found.unfixable
    assert [place.line for place in (found.place, *found.where)] == [5, 6]


def test_unprinted_field_without_a_value_is_none(box: MakeBox) -> None:
    assert box(card=TWO).has(faces(("front.title", "front.goods")), "unprinted") == []


def test_unprinted_field_that_is_not_meant_to_be_is_let_go(box: MakeBox) -> None:
    made = box("unprinted: [front.cost, front.goods]", card=CARD)
    assert made.has(faces(("front.cost", "front.goods[1].icon")), "unprinted") == []


@pytest.mark.parametrize(
    ("texts", "icons", "has"),
    [
        (("4", "Legno", "Basso"), ("mdi:tree",), ["8: front.cost of `keep` is not on its face"]),
        (("III", "Le-", "gno", "Basso"), ("mdi:tree",), []),
        (
            ("3", "Ha il legno.", "Basso"),
            ("mdi:tree",),
            ["9: front.goods.name of `keep` is not on its face"],
        ),
        (READ, (), ["9: front.goods.icon of `keep` is not on its face"]),
    ],
)
def test_unprinted_value_that_is_read_and_not_on_the_face_is_reported(
    box: MakeBox, texts, icons, has
) -> None:
    assert box(card=CARD).has(faces(texts=texts, icons=icons), "unprinted") == has


def test_unprinted_number_that_is_drawn_as_marks_is_let_go(box: MakeBox) -> None:
    made = box("pictured: front.cost", card=CARD)
    assert made.has(faces(texts=("Legno", "Basso")), "unprinted") == []
    assert len(made.has(faces(("front.cost",)), "unprinted")) == 1


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("Ωδή", ("ΩΔΗ",)),  # capitals lose their accents
        ("Ελλάς", ("ΕΛΛΑΣ",)),
        ("Être", ("ETRE",)),
        ("fire office", ("ﬁre oﬃce",)),  # ligatures
        ("Straße", ("STRASSE",)),
        ("café", ("cafe\u0301",)),  # composed, or not
        ("שלום עולם", ("עולם", "שלום")),  # lines of letters that run to the left
        ("בית, גדול", ("גדול בית",)),
        ("قلعة الملك", ("الملك", "قلعة")),
        ("Keep of the King", ("Keep of", "the King")),
    ],
)
def test_unprinted_text_that_is_set_in_another_way_is_none(box: MakeBox, typed, texts) -> None:
    piece = (
        f"- {{id: keep, name: {{it: X, en: Y}}, front: {{text: {{it: '{typed}', en: '{typed}'}}}}, "
    )
    made = box(card=f"{piece}back: {{}}}}")
    assert made.has(faces(texts=texts), "unprinted") == []
    (missing,) = made.has(faces(texts=("something else",)), "unprinted")
    assert missing.endswith("front.text of `keep` is not on its face")


LOOKS = """
- {id: keep, name: {it: Rocca, en: Keep}, front: {rows: [[1]]}, back: {}}
- {id: hut, name: {it: Capanna, en: Hut}, front: {rows: [[2]]}, back: {}}
"""


def test_unprinted_value_that_matters_on_another_piece_is_none(box: MakeBox) -> None:
    """A template may ask for what is no text, number or icon only where another value says so."""
    both = faces(("front.rows",), texts=("x",)) | faces((), piece="hut", texts=("x",))
    made = box(card=LOOKS.replace("rows: [[1]]", "rows: [[0]]"))
    assert [one for one in made.has(both, "unprinted") if "read by no" in one] == []
    neither = faces(("front.rows",), texts=("x",)) | faces(("front.rows",), (), "hut", ("x",))
    assert len(made.has(neither, "unprinted")) >= 1


def test_unprinted_price_that_one_piece_prints_and_another_does_not_is_told(box: MakeBox) -> None:
    both = faces(("front.cost",)) | faces((), piece="hut")
    (found,) = box(card=TWO).has(both, "unprinted")
    assert found == "5: front.cost of `keep` is read by no template"

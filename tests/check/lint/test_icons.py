"""Icons that no player aid explains."""

from fustella.core.values.claims import Verdict
from tests.check.lint.conftest import MakeBox, drawn

AID = "- {id: aid, name: {it: Aiuto, en: Aid}, front: {icons: [mdi:castle]}}"


def card(fields: str, more: str = "") -> str:
    return f"- {{id: keep, name: {{it: Rocca, en: Keep}}, front: {{{fields}}}{more}}}"


def test_icons_on_an_aid_find_nothing(box: MakeBox) -> None:
    made = box(card=card("icon: mdi:castle"), aid=AID)
    assert made.has() == []
    assert made.has({}) == []


def test_icons_in_a_field_on_no_aid_are_reported(box: MakeBox) -> None:
    made = box(card=card("icon: mdi:skull"), aid=AID)
    (found,) = made.lint({})
    assert found.claim == "lint-icons"
    assert found.check == "lint"
    assert found.verdict is Verdict.DIFFERS
    assert found.has == "mdi:skull on `keep` is on no player aid"
    assert str(found.place) == "content/regni/card.yaml:4: pieces[1].front.icon"


def test_icons_on_several_pieces_are_reported_once_with_all_places(box: MakeBox) -> None:
    pieces = f"{card('icon: mdi:skull')}\n{card('icon: mdi:skull').replace('keep', 'hut')}"
    (found,) = box(card=pieces, aid=AID).lint({})
    assert found.has == "mdi:skull on 2 pieces (`keep`, `hut`) is on no player aid"
    assert [place.line for place in (found.place, *found.where)] == [4, 5]


def test_icons_without_drawn_faces_are_unchecked(box: MakeBox) -> None:
    (found,) = box(card=card("icon: mdi:skull"), aid=AID).lint()
    assert found.verdict is Verdict.UNCHECKED
    assert found.has.endswith("drawings not looked at: mdi:skull")


def test_icons_in_a_text_on_no_aid_are_reported(box: MakeBox) -> None:
    made = box(card=card("text: {it: 'Prendi {wood}.', en: 'Take {wood}.'}"), aid=AID)
    assert made.has({}) == ["4: mdi:tree on `keep` is on no player aid"]


def test_icons_escaped_in_a_text_are_none(box: MakeBox) -> None:
    made = box(card=card(r"text: {it: '\{wood}', en: '\{wood}'}"), aid=AID)
    assert made.has({}) == []


def test_icons_in_text_and_drawing_of_an_aid_are_explained(box: MakeBox) -> None:
    aid = "- {id: aid, name: {it: A, en: A}, front: {text: {it: '{wood}', en: '{wood}'}}}"
    made = box(card=card("icon: mdi:tree"), aid=aid)
    assert made.has({}) == []
    made = box(card=card("icon: mdi:skull"), aid=AID)
    assert made.has(drawn("aid", ["mdi:skull"]), "icons") == []


def test_icons_drawn_by_a_template_are_checked(box: MakeBox) -> None:
    made = box(card=card("icon: mdi:castle"), aid=AID)
    found = made.has(drawn("keep", ["mdi:castle", "mdi:bell"]))
    assert found == ["4: mdi:bell on `keep` is on no player aid"]


def test_icons_beside_a_name_find_nothing(box: MakeBox) -> None:
    named = card("title: {it: Rocca, en: Keep}, icon: mdi:skull")
    made = box(card=named, aid=AID)
    assert made.has(drawn("keep", ["mdi:skull"])) == []


def test_icons_beside_a_name_in_another_record_are_reported(box: MakeBox) -> None:
    named = card("goods: [{name: {it: Oro, en: Gold}, icon: mdi:gold}], icon: mdi:skull")
    assert box(card=named, aid=AID).has({}) == ["4: mdi:skull on `keep` is on no player aid"]
    outside = card("title: {it: Rocca, en: Keep}, goods: [{icon: mdi:gold}]")
    assert box(card=outside, aid=AID).has({}) == ["4: mdi:gold on `keep` is on no player aid"]


def test_icons_of_struck_out_pieces_neither_count_nor_explain(box: MakeBox) -> None:
    struck = ', struck_out: "line 2"'
    assert box(card=card("icon: mdi:skull", struck), aid=AID).has({}) == []
    aid = AID.replace("castle]}", f"skull]}}{struck}")
    assert len(box(card=card("icon: mdi:skull"), aid=aid).has({})) == 1


def test_icons_of_ignored_pieces_are_not_checked(box: MakeBox) -> None:
    ignore = (
        "ignore: [{rule: icons, of: keep, drawn: mdi:skull, why: a drawing that means nothing}]"
    )
    pieces = f"{card('icon: mdi:skull')}\n{card('icon: mdi:skull').replace('keep', 'hut')}"
    assert box(ignore, card=card("icon: mdi:skull"), aid=AID).has({}) == []
    found = box(ignore, card=pieces, aid=AID).has({})
    assert found == ["5: mdi:skull on `hut` is on no player aid"]

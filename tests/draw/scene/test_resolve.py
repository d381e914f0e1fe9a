"""What a face becomes once it is resolved, and what is told of what cannot be."""

from xml.etree.ElementTree import fromstring

import pytest

from fustella.core.processes import limits
from fustella.draw.scene.model import INHERITED, XML_SPACE, Group, Node, Path, Scene, Text, nodes_in
from fustella.draw.scene.resolve import Unresolvable, resolve, resolve_finished

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
WORDS = '<text x="10" y="20" font-family="Source Sans Pro" font-size="3">Words</text>'
SQUARE = '<rect width="5" height="5"/>'


def scene(body: str) -> Scene:
    return resolve_finished(fromstring(f"{HEAD}{body}</svg>"))


def shapes(body: str) -> list[Node]:
    return [node for node in nodes_in(scene(body).root) if isinstance(node, Path)]


def codes(body: str, *, cleaned: bool = False) -> list[str]:
    _, faults = resolve(fromstring(f"{HEAD}{body}</svg>"), cleaned=cleaned)
    return [fault.code for fault in faults]


def test_equal_shapes_in_equal_styles_are_one_node():
    first, second = shapes(f"<g>{SQUARE}</g><g>{SQUARE}</g>")
    assert first is second
    first, second = shapes(f'<g fill="red">{SQUARE}</g><g>{SQUARE}</g>')
    assert first is not second


def test_style_holds_what_is_inherited_and_what_is_declared():
    (shape,) = shapes(
        '<g fill="red" stroke="blue" opacity=".5"><g style="stroke: lime; fill-rule: evenodd">'
        '<path d="M0 0h1v1" fill="inherit" stroke-width="2"/></g></g>'
    )
    assert shape.style.values == {
        "fill": "red",
        "stroke": "lime",
        "fill-rule": "evenodd",
        "stroke-width": "2",
    }


@pytest.mark.parametrize(
    "body",
    [
        f'<defs><g id="a">{SQUARE}</g></defs><use href="#a" fill="red" x="3" y="4"/>',
        f'<use href="#a" fill="red" x="3" y="4"/><defs><g id="a">{SQUARE}</g></defs>',
        f'<symbol id="a">{SQUARE}</symbol><use xlink:href="#a" fill="red" x="3" y="4"/>',
    ],
)
def test_use_repeats_what_it_names_in_its_own_style_and_place(body):
    (used,) = scene(body).root.children
    assert isinstance(used, Group)
    assert (used.matrix.e, used.matrix.f) == (3, 4)
    (shape,) = [node for node in nodes_in(used) if isinstance(node, Path)]
    assert shape.style.values["fill"] == "red"


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (WORDS, 1),
        (f'<g id="a">{WORDS}</g><use href="#a" y="90"/>', 2),
        (f'<use href="#a" y="90"/><g id="a">{WORDS}</g>', 2),
        (f'<defs><g id="a">{WORDS}</g></defs><g id="b"><use href="#a"/></g><use href="#b"/>', 2),
        (f'<mask id="a">{WORDS}</mask><rect width="5" height="5" mask="url(#a)"/>', 0),
        (f'<g display="none">{WORDS}</g>', 0),
        (f'<g id="a"><g id="a">{WORDS}</g><use href="#a"/></g>', 1),
    ],
)
def test_texts_are_those_that_are_printed_as_often_as_they_are(body, count):
    assert len(list(scene(body).texts())) == count
    assert len(scene(body).texts_in_place) == 1


def test_letters_of_a_text_are_in_the_order_of_its_spans():
    body = "<text>a<tspan>b<tspan>c</tspan>d</tspan>e<tspan>f</tspan></text>"
    (text,) = scene(body).texts_in_place
    assert isinstance(text, Text)
    assert text.all_letters == "abcdef"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<canvas/>", ["E225"]),
        (f"<canvas>{SQUARE}<blink/></canvas>", ["E225"]),
        ('<g fill="nothing such"><rect width="x" height="1"/></g>', ["E221"]),
        ('<g fill="url(#gone)"><rect width="x" height="1"/></g>', ["E222", "E225"]),
        ('<g fill="url(#a)"/><linearGradient id="a"/>', []),
        ('<path id="a"/><path clip-path="url(#a)"/>', ["E235"]),
        ('<g id="a"><use href="#a"/></g>', ["E235"]),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', ["E235", "E235"]),
        (f"{SQUARE} letters", ["E225"]),
        ('<rect width="5" height="5">letters</rect>', ["E225"]),
        ("<text><g/></text>", ["E225"]),
        ("<text><tspan><tspan>a</tspan></tspan></text>", ["E225"]),
        (f"<svg>{SQUARE}</svg>", ["E225"]),
        (f'<clipPath id="a">{SQUARE}{SQUARE}</clipPath>', ["E225"]),
    ],
)
def test_what_is_wrong_is_told_at_each_element_that_can_be_reached(body, found):
    assert codes(body) == found


@pytest.mark.parametrize(
    "body", ["<text><tspan><tspan>a</tspan></tspan></text>", f"<svg>{SQUARE}</svg>"]
)
def test_what_only_a_cleaned_file_has_is_right_in_it(body):
    assert codes(body, cleaned=True) == []


@pytest.mark.parametrize(("deep", "told"), [(198, False), (199, True), (5000, True)])
def test_elements_too_deep_inside_each_other_are_told_at_once(deep, told):
    body = f"{'<g>' * deep}<path/>{'</g>' * deep}"
    if not told:
        assert codes(body) == []
        return
    with pytest.raises(Unresolvable) as raised:
        codes(f"<canvas/>{body}")
    assert raised.value.fault.code == "E225"


def test_what_doubles_itself_is_one_node_for_each_doubling():
    groups = "".join(
        f'<g id="g{n + 1}"><use href="#g{n}"/><use href="#g{n}"/></g>' for n in range(60)
    )
    found = scene(f'<defs><g id="g0">{SQUARE}</g>{groups}</defs>')
    seen = set[Node]()

    def count(node: Node) -> None:
        if node not in seen:
            seen.add(node)
            for child in node.children if isinstance(node, Group) else ():
                count(child)

    for node in found.definitions.values():
        count(node)
    assert len(seen) < 60 * 7


def test_what_is_repeated_in_ever_other_styles_is_told(monkeypatch):
    monkeypatch.setattr(limits, "SVG_PAINTED", 1000)
    groups = "".join(
        f'<g id="g{n + 1}"><use href="#g{n}" {key}="a"/><use href="#g{n}" {key}="b"/></g>'
        for n, key in enumerate(sorted(INHERITED - {XML_SPACE})[:12])
    )
    with pytest.raises(Unresolvable) as raised:
        scene(f'<defs><g id="g0">{SQUARE}</g>{groups}</defs>')
    assert raised.value.fault.code == "E236"

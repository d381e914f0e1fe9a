"""Layouts: zones in mm and points, what a kind says of them, and faults at the kind's own lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.model import SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw.records import localised
from fustella.draw.specs import placed
from fustella.read.layouts import measure
from tests.helpers.alone import game_alone

LIST = "kind: card\npieces:\n- {id: owl, front: {title: Owl}}\n"


@pytest.fixture
def game(tmp_path):
    """Reads a game with a kind `card` of a ready face, with these lines added to it."""

    def read(*lines, face="card", pieces=LIST, more=""):
        kind = [f"    front: ready/{face}", *(f"    {line}" for line in lines)]
        head = f"title: T\nlanguages: [en]\n{more}kinds:\n  card:\n"
        text = head + "\n".join(kind) + "\n"
        return game_alone(tmp_path, {"game.yaml": text, "cards.yaml": pieces})

    return read


@pytest.fixture
def zone(game):
    """A zone of the layout of a kind."""

    def find(name, *lines, **options):
        return game(*lines, **options).kinds[0].layout(SideName.FRONT)[name]

    return find


@pytest.fixture
def fault(game):
    """The only fault of a kind, as `file:line: key: code`, and its message."""

    def find(*lines, **options):
        with pytest.raises(ProblemsFound) as caught:
            game(*lines, **options)
        (problem,) = caught.value.problems
        return f"{problem.place}: {problem.code}", problem.message

    return find


def zone_at(found):
    return tuple(found[key] for key in ("x", "y", "width", "height"))


@given(st.integers(0, 100), st.integers(0, 500), st.floats(1, 500))
def test_measure_of_a_share_and_a_length_is_their_sum(share, mm, whole_mm):
    assert measure(f"{share}% + {mm}mm").of_mm(whole_mm) == pytest.approx(
        share / 100 * whole_mm + mm, abs=1e-3
    )
    assert measure(f"{share}% - {mm}mm").of_mm(whole_mm) == pytest.approx(
        share / 100 * whole_mm - mm, abs=1e-3
    )


def test_zone_that_a_kind_moves_keeps_its_size(zone):
    plain = zone("cost")
    moved = zone("cost", "layout: {front: {cost: {x: 4mm}}}")
    assert zone_at(moved) == (4, plain["y"], plain["width"], plain["height"])
    assert zone("cost", "layout: {front: {cost: {right: 10mm}}}")["x"] == pytest.approx(
        63.5 - 10 - plain["width"], abs=1e-3
    )


def test_zone_that_gets_another_size_keeps_its_beginning(zone):
    found = zone("title", "layout: {front: {title: {width: 20mm}}}")
    assert (found["x"], found["width"]) == (5, 20)


def test_zone_between_two_edges_follows_the_size_of_its_kind(zone):
    found = zone("art", "size: tarot")
    assert (found["x"], found["width"]) == (4, 62)


def test_size_as_a_share_is_one_of_the_height_of_the_zone(zone):
    title = "layout: {front: {title: {height: 10mm, size: 50%, least: 8pt}}}"
    found = zone("title", title)
    assert found["size"] == pytest.approx(5 / 25.4 * 72, abs=0.01)
    assert found["least"] == 8


def test_zone_that_is_hidden_has_no_place(zone):
    assert zone("cost", "layout: {front: {cost: false}}")["show"] is False
    assert zone("code")["show"] is False
    assert zone("code", "layout: {front: {code: true}}")["show"] is True


def test_own_zone_of_an_own_field_is_drawn_by_its_type(zone):
    own = [
        "fields: {front: {seal: icon}}",
        "layout: {front: {seal: {x: 1mm, y: 2mm, width: 9mm, height: 9mm}}}",
    ]
    pieces = LIST.replace("title: Owl", "title: Owl, seal: 'mdi:owl'")
    found = zone("seal", *own, pieces=pieces)
    assert (found["draws"], found["own"], zone_at(found)) == ("icon", True, (1, 2, 9, 9))


def test_fields_of_a_kind_are_added_to_those_of_its_ready_face(game):
    found = game("fields: {front: {seal?: icon}}")
    assert {"title", "art", "seal"} <= set(found.pieces[0].front)


def _for_piece(game, *lines, **front):
    """The zones of a card for a piece with these fields and no others."""
    found = game(*lines)
    layout = found.kinds[0].layout(SideName.FRONT)
    face = localised(found.pieces[0].front, "en")
    values = {name: front.get(name) for name in face}
    return placed(layout, type(layout)(values))


def test_zone_takes_the_room_of_a_field_that_a_piece_lacks(game):
    with_art = _for_piece(game, art="owl", type="Bird")["text"]
    without = _for_piece(game, type="Bird")["text"]
    assert with_art["y"] == pytest.approx(0.64 * 88.9, abs=0.01)
    assert without["y"] < with_art["y"] / 2


def test_zone_takes_the_room_of_a_hidden_zone(game):
    hidden = _for_piece(game, "layout: {front: {art: false}}", art="owl", type="Bird")
    assert hidden["text"] == _for_piece(game, type="Bird")["text"]


def test_zone_of_kind_holds_without_field(game):
    found = _for_piece(game, "layout: {front: {text: {y: 50%, align: right}}}")["text"]
    assert found["y"] == pytest.approx(88.9 / 2)
    assert found["align"] == "right"
    assert found["fill"] == "soft"  # what the kind says nothing of stays what the face says


def test_kind_may_say_where_a_zone_lies_without_a_field(game):
    layout = "layout: {front: {text: {without: {art: {y: 33mm}}}}}"
    assert _for_piece(game, layout, type="Bird")["text"]["y"] == 33


def test_unknown_ready_face_is_reported_at_the_kind(fault):
    found, message = fault(face="crad")
    assert found == "game.yaml:5: kinds.card.front: E117"
    assert message == "there is no ready face `ready/crad`"


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("{titel: {y: 1mm}}", "titel: E106"),
        ("{title: {y: 5}}", "title.y: E109"),
        ("{title: {y: 5 cows}}", "title.y: E109"),
        ("{title: {size: 0pt}}", "title.size: E110"),
        ("{title: {fill: mauve}}", "title.fill: E115"),
        ("{title: {colour: acent}}", "title.colour: E115"),
        ("{title: {font: comic}}", "title.font: E104"),
        ("{title: {shape: star}}", "title.shape: E104"),
        ("{title: {fit: cover}}", "title.fit: E106"),
        ("{title: {x: 1mm, width: 2mm, right: 3mm}}", "title.right: E106"),
        ("{title: {width: 70mm}}", "title: E110"),
        ("{title: {x: 40mm, right: 30mm}}", "title: E110"),
        ("{title: {height: 0mm}}", "title: E110"),
        ("{title: 5mm}", "title: E104"),
        ("{text: {without: {art: 5mm}}}", "text.without.art: E104"),
        ("{text: {without: {cats: {y: 1mm}}}}", "text.without.cats: E106"),
        ("{text: {without: {art: {y: 1}}}}", "text.without.art.y: E109"),
        ("{text: {without: {art: {y: -5mm}}}}", "text.without.art: E110"),
    ],
)
def test_fault_of_a_zone_is_reported_at_the_kind(fault, layout, expected):
    found, _ = fault("layout:", f"  front: {layout}")
    assert found == f"game.yaml:7: kinds.card.layout.front.{expected}"


def test_own_zone_without_a_place_says_all_that_is_missing(game):
    own = ["fields: {front: {seal?: icon}}", "layout: {front: {seal: {x: 1mm, width: 5mm}}}"]
    with pytest.raises(ProblemsFound) as caught:
        game(*own)
    assert [each.message for each in caught.value.problems] == ["`y` of the zone is missing"]


def test_face_that_is_too_small_for_a_zone_names_the_kind(fault):
    found, message = fault("size: mini-euro", "layout: {front: {title: {x: 30mm, right: 20mm}}}")
    assert found == "game.yaml:7: kinds.card.layout.front.title: E110"
    assert message == "the zone begins at 30 mm and ends at 24 mm"


def test_ready_face_of_the_project_goes_before_the_one_of_the_package(zone, tmp_path):
    own = tmp_path / "templates" / "ready"
    own.mkdir(parents=True)
    block = '{% block zones %}{{ draw("title") }}{% endblock %}'
    (own / "card.svg.j2").write_text(f'{{% extends "_shared/ready.svg.j2" %}}{block}', "utf-8")
    zones = "{title: {x: 0mm, y: 0mm, right: 0mm, height: 9mm}}"
    text = f"size: tarot\nfields: {{title: text}}\nlayout: {zones}\n"
    (own / "card.yaml").write_text(text, "utf-8")
    assert zone_at(zone("title")) == (0, 0, 70, 9)


def test_diameter_alone_keeps_a_round_face_round(game):
    kind = game("diameter: 18mm", face="token", pieces=LIST).kinds[0]
    assert (kind.outline.shape.value, kind.outline.size.width_mm) == ("circle", 18)


def test_another_shape_takes_nothing_of_the_size_of_a_ready_face(game):
    kind = game("shape: hexagon", "across_flats: 30mm").kinds[0]
    assert kind.outline.shape.value == "hexagon"


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        ("text: {over: arts}", "text.over: E106"),
        ("text: {over: text}", "text.over: E106"),
        ("art: {over: title}", "art.over: E106"),
        ("text: {over: 3}", "text.over: E104"),
        ("text: {over: []}", "text.over: E104"),
        ("text: {over: [art, 3]}", "text.over: E104"),
        ("text: {without: {art: {over: title}}}", "text.without.art.over: E106"),
    ],
)
def test_zone_that_cannot_lie_over_another_is_told(fault, zones, told):
    place, message = fault("layout:", "  front:", f"    {zones}")
    assert place == f"game.yaml:8: kinds.card.layout.front.{told}"
    assert message


def test_what_lies_over_what_is_not_seen_by_templates(zone):
    found = zone("text", "layout:", "  front:", "    text: {over: [art, title]}")
    assert "over" not in found

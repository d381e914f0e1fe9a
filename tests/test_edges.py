"""A kind's word on its edge is held against its faces in every build, however much is known."""

import pytest

GAME = "content/tiny/game.yaml"


def said(ran):
    return [problem.code for problem in ran.problems]


def test_an_edge_named_later_is_looked_at_although_nothing_is_drawn_anew(tiny, run):
    assert run(tiny, "build").code == 0
    tiny.edit(GAME, "edge: sand", "edge: leaf")
    wrong = run(tiny, "build")
    assert said(wrong) == ["E228"]
    assert "#e8d3a2 along its trim" in wrong.problems[0].message
    assert said(run(tiny, "build")) == ["E228"], "what was found is kept with the ink"
    tiny.edit(GAME, "edge: leaf", "edge: sand")
    assert run(tiny, "build").code == 0


def test_an_edge_must_hold_on_both_sides(tiny, run):
    """Tiles are sand in front and leaf behind."""
    tiny.edit(GAME, "    across_flats: 40mm\n", "    across_flats: 40mm\n    edge: sand\n")
    wrong = run(tiny, "build")
    assert said(wrong) == ["E228"]
    assert "the back of" in wrong.problems[0].message


@pytest.mark.parametrize("theme", ["grey", "low-ink"])
def test_other_themes_have_no_colours_to_hold_to(theme, tiny, run):
    tiny.edit(GAME, "edge: sand", "edge: leaf")
    assert run(tiny, "build", "--theme", theme).code == 0

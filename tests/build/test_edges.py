"""A kind's word on its edge is held against its faces in every build, however much is known."""

import pytest

GAME = "content/tiny/game.yaml"


def said(ran):
    return [problem.code for problem in ran.problems]


def test_edge_named_later_is_looked_at_although_nothing_is_drawn_anew(tiny, run):
    assert run(tiny, "build").code == 0
    tiny.edit(GAME, "edge: sand", "edge: leaf")
    wrong = run(tiny, "build")
    assert said(wrong) == ["E228"]
    assert "#e8d3a2 along its trim" in wrong.problems[0].message
    assert said(run(tiny, "build")) == ["E228"], "what was found is kept with the ink"
    tiny.edit(GAME, "edge: leaf", "edge: sand")
    assert run(tiny, "build").code == 0


def test_edge_that_holds_on_one_side_is_a_problem(tiny, run):
    """Tiles are sand in front and leaf behind."""
    tiny.edit(GAME, "    across_flats: 40mm\n", "    across_flats: 40mm\n    edge: sand\n")
    wrong = run(tiny, "build")
    assert said(wrong) == ["E228"]
    assert "the back of" in wrong.problems[0].message


@pytest.mark.parametrize("theme", ["grey", "low-ink"])
def test_edge_in_other_themes_is_not_looked_at(theme, tiny, run):
    tiny.edit(GAME, "edge: sand", "edge: leaf")
    assert run(tiny, "build", "--theme", theme).code == 0


def test_edges_of_a_large_deck_are_all_looked_at(tiny, run):
    """Not only those whose ink is measured: a wrong edge prints on the neighbour's."""
    (tiny.root / "content/tiny/claims.yaml").unlink()
    coins = "".join(
        f"  - {{id: coin-{number}, name: {{en: C{number}, it: M{number}}},"
        f" front: {{value: {number}}}}}\n"
        for number in range(100)
    )
    tiny.edit("content/tiny/coins.yaml", "\npieces:\n", f"\npieces:\n{coins}")
    template = "templates/tiny/coin.svg.j2"
    ring = '<circle cx="10" cy="10" r="9.8" fill="none" stroke="#26303d" stroke-width="0.4"/>'
    wrong = "{% if face.value in (61, 62, 63) %}" + ring + "{% endif %}\n"
    tiny.edit(template, "{% endblock %}", f"{wrong}{{% endblock %}}")
    ran = run(tiny, "build")
    assert said(ran) == ["E228"]
    assert '"coin-61"' in ran.problems[0].message
    assert "(and 2 more of its kind)" in ran.problems[0].message

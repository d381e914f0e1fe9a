"""The hint for an unknown name in a template."""

import pytest


@pytest.mark.parametrize(
    ("written", "suggested"),
    [("face.text", False), ("txet(face.value)", True)],
)
def test_unknown_name_like_a_tool_is_suggested_and_a_field_is_not(written, suggested, tiny, run):
    tiny.edit(
        "templates/tiny/coin.svg.j2", "{% block face %}", f"{{% block face %}}{{{{ {written} }}}}"
    )
    (problem,) = run(tiny, "build").problems
    assert problem.code == "E212"
    assert ("did you mean `text`" in problem.hint) == suggested


def test_misspelt_argument_is_told_once_at_its_line_however_many_pieces_have_it(tiny, run):
    template = "templates/tiny/card.svg.j2"
    tiny.edit(template, "least=10", "lest=10")
    ran = run(tiny, "build")
    (told,) = ran.problems
    assert (told.code, told.file, told.line) == ("E206", template, 8)
    assert "`lest`" in ran.err
    assert "did you mean `least`?" in told.hint

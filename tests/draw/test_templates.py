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

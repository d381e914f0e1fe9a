"""Templates: which hint goes with an unknown name."""

import pytest


@pytest.mark.parametrize(
    ("written", "suggested"),
    [("face.text", False), ("txet(face.value)", True)],
)
def test_a_field_is_not_taken_for_a_tool(written, suggested, tiny, run):
    tiny.edit(
        "templates/tiny/coin.svg.j2", "{% block face %}", f"{{% block face %}}{{{{ {written} }}}}"
    )
    (said,) = run(tiny, "build").problems
    assert said.code == "E212"
    assert ("did you mean `text`" in said.hint) == suggested

"""Half of a character (a lone surrogate), which templates can make and no file can hold."""

import pytest

HALF = '"%c" % 55296'
PLAIN = '<rect width="{{ width }}" height="{{ height }}" fill="#ffffff"/>'


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        (f"{{{{ {HALF} }}}}", "E226"),
        ('{{ "%c" % 57343 }}', "E226"),
        ('{{ "a\\udc00b" }}', "E226"),
        ('{{ "{:c}".format(55300) }}', "E226"),
        (f"<!-- {{{{ {HALF} }}}} -->", "E226"),
        (f'<rect width="1" height="1" data-x="{{{{ {HALF} }}}}"/>', "E226"),
        (f'<text x="2" y="9" font-family="sans" font-size="4">{{{{ {HALF} }}}}</text>', "E226"),
        (f'<image href="{{{{ {HALF} }}}}" width="4" height="4"/>', "E226"),
        (f"<title>{{{{ {HALF} }}}}</title>", "E226"),
        (f"{{{{ text({HALF}, x=2, y=2, width=10, height=5, size=8) }}}}", "E202"),
        (f"{{{{ icon({HALF}, x=2, y=2, size=5) }}}}", "E205"),
        (f"{{% include {HALF} %}}", "E117"),
    ],
)
def test_half_of_a_character_is_a_problem_of_its_line(drawn, code, tiny, run):
    path = tiny.root / "templates/tiny/coin.svg.j2"
    lines = ['{% extends "_shared/face.svg.j2" %}', "{% block face %}", PLAIN, drawn]
    path.write_text("\n".join([*lines, "{% endblock %}", ""]))
    problems = run(tiny, "build").problems
    told = {(one.code, one.file, one.line) for one in problems if one.code == code}
    assert told == {(code, "templates/tiny/coin.svg.j2", 4)}
    assert {one.code for one in problems} == {code}

"""What is wrong with a template is said in plain words, with a way out, at its line."""

import pytest

SYNTAX = [
    ("{{ text(face.value, x=4\n{% if a %}", "`)` is missing before `{`", "close each bracket"),
    ("{{ width\n{% if a %}", "`{{` is not closed: `}}` is missing before", "this line"),
    ("{{ 5 height }}", "`height` cannot stand here", "a comma"),
    ("{{ 5mm }}", "`mm` cannot stand here", "lengths are in millimetres"),
    ("{% if width = 5 %}{% endif %}", "`=` cannot stand here", "write =="),
    ("{% if 1 %}{% else if 2 %}{% endif %}", "`if` cannot stand here", "{% elif … %}"),
    ("{{ width ? 1 : 2 }}", "`?` cannot stand in a tag", "{{ this if … else that }}"),
    ("{{ (width }}", "`)` is missing before `}`", "close each bracket"),
    ("{{ width) }}", "`)` has no `(` before it", "delete it"),
    ("{{ 'five }}", "a text that begins with ' is not closed", "write '"),
    ("{{ “five” }}", "`“` cannot stand in a tag", "straight quotes"),
    ("{{ width + }}", "something is missing before `}}`", "this line"),
    ("{{ }}", "a value is missing before `}}`", "this line"),
    ("{% %}", "`{%` without a word", "{% if … %}"),
    ("{{ width|rond }}", "there is no filter `rond`", "`round`"),
    ("{{ width is nmber }}", "there is no test `is nmber`", "`number`"),
    ("{# five", "`{#` is not closed", "#}"),
    ("{% fore a in b %}", "there is no tag `{% fore %}`", "`for`"),
    ("{% for a in [1] %}{% end %}", "there is no tag `{% end %}`", "did you mean `endfor`?"),
    ("{% if 1 %}{% end %}", "there is no tag `{% end %}`", "did you mean `endif`?"),
    ("{% if 1 %}{% fi %}", "there is no tag `{% fi %}`", "did you mean `endif`?"),
    ("{% for a in [1] %}{% next %}", "there is no tag `{% next %}`", "did you mean `endfor`?"),
    ("{% unless 1 %}", "there is no tag `{% unless %}`", "write {% if … %}"),
    ("{% let a = 1 %}", "there is no tag `{% let %}`", "write {% set name = … %}"),
    ("{{ 1 } }", "a single `}` ends no tag", "write }} where {{ … ends"),
    ("{% if 1 }{% endif %}", "a single `}` ends no tag", "or %} where {% … ends"),
    ("{% do width %}", "there is no tag `{% do %}`", "block, call"),
    ("{% endif %}", "`{% endif %}` comes while `{% block %}` is not closed", "{% endblock %}"),
    ("{% for a on b %}{% endfor %}", "`in` is missing before `on`", "{% for … in … %}"),
    ("{% block face %}{% endblock %}", "there are two `{% block face %}`", "one of them"),
    ("{% block a-b %}{% endblock %}", "the name of a block has a hyphen", "write _"),
    ("{{ text(size=5, 2) }}", "a value without a name stands after", "name=…"),
    ("{% macro m(a=1, b) %}{% endmacro %}", "stands after one with it", "before the others"),
    ("{% set 5 = width %}", "only a name can be given a value", "{% set name = … %}"),
]

FAILURES = [
    ("width / (face.value - 5)", "it divides by 0", "{% if … %}"),
    ("width + 'five'", "`+` cannot be computed with a number and a text", "~ instead of +"),
    ("'five' + 5", "`+` cannot be computed with a text and a number", "~ instead of +"),
    ("[1] + 'five'", "`+` cannot be computed with a list and a text", "~ instead of +"),
    ("'five' * 1.5", "`*` cannot be computed with a text and a number", "|float"),
    ("none - 1", "`-` cannot be computed with nothing and a number", "{% if … %}"),
    ("'five' < 5", "`<` cannot compare a text with a number", "numbers with numbers"),
    ("-('five')", "`-` cannot stand before a text", ""),
    ("5|length", "a number has no length", "count a list or a text"),
    ("'%d coins' % 'five'", "%d takes a number, not a text", "%s"),
    ("'%s coins' % (5, 6)", "% has more values than the text has places", "%s"),
]

FAILING_TAGS = [
    ("{% if width is nmber %}{% endif %}", "there is no test `is nmber`", "`number`"),
    ("{% if width|rond %}{% endif %}", "there is no filter `rond`", "`round`"),
    ("{% for n in 5 %}{% endfor %}", "a number stands where a list must", "range(…)"),
    ("{% for a, b in [[1]] %}{% endfor %}", "an entry has not the 2 values", "as many names"),
    ("{% macro m() %}{% endmacro %}{{ m(a=1) }}", "the macro `m` takes no `a`", "{% macro %}"),
    ("{% macro m() %}{% endmacro %}{{ m(1) }}", "more than the 0 values", "{% macro %}"),
]

NAMES = [("wdth", "`width`"), ("txet", "`text`"), ("pice", "`piece`"), ("xylophone", "drawn for")]

FOREIGN = ("expected", "got", "operand", "float division", "object", "instances", "argument(s)")


@pytest.fixture
def told(tiny, run):
    """The one problem of a template with a line in its block."""

    def drawn(line):
        path = tiny.root / "templates/tiny/coin.svg.j2"
        begin = '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n'
        path.write_text(f"{begin}{line}\n{{% endblock %}}\n", encoding="utf-8")
        (problem,) = run(tiny, "plan").problems
        return problem

    return drawn


@pytest.mark.parametrize(("line", "said", "way_out"), SYNTAX)
def test_a_slip_in_a_tag_is_told_in_plain_words(line, said, way_out, told):
    problem = told(line)
    assert problem.code == "E211"
    assert said in problem.message
    assert way_out in problem.hint
    assert not any(word in problem.message.split() for word in FOREIGN)


def test_a_tag_that_is_not_closed_is_named_with_its_end(told):
    problem = told("{% if face.value %}")
    assert problem.message == "`{% endblock %}` comes while `{% if %}` is not closed"
    assert problem.hint == "write {% endif %} before it"


@pytest.mark.parametrize(("value", "said", "way_out"), FAILURES)
def test_a_sum_that_cannot_be_computed_is_told_in_plain_words(value, said, way_out, told):
    problem = told(f"{{{{ {value} }}}}")
    assert (problem.code, problem.line) == ("E213", 3)
    assert problem.message == f"the template fails: {said}"
    assert way_out in problem.hint
    assert "drawn for" in problem.hint


@pytest.mark.parametrize(("line", "said", "way_out"), FAILING_TAGS)
def test_a_tag_that_cannot_be_followed_is_told_in_plain_words(line, said, way_out, told):
    problem = told(line)
    assert problem.code == "E213"
    assert said in problem.message
    assert way_out in problem.hint


def test_a_macro_that_a_file_does_not_have_is_told_with_the_file(told):
    problem = told('{% from "_parts.svg.j2" import bend %}{{ bend(1) }}')
    assert (problem.code, problem.message) == ("E212", "`_parts.svg.j2` has no `bend`")


@pytest.mark.parametrize(("name", "hint"), NAMES)
def test_a_misspelt_name_is_suggested_wherever_it_comes_from(name, hint, told):
    problem = told(f"{{{{ {name} }}}}")
    assert (problem.code, problem.message) == ("E212", f"there is no name `{name}`")
    assert problem.hint.startswith(f"did you mean {hint}" if "`" in hint else hint)

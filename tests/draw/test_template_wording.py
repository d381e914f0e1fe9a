"""What is wrong with a template is said in plain words, with a way out, at its line."""

import pytest

from fustella.draw.templates.wording import message_about_failure
from tests.conftest import TinyProject

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
    ("{% unless 1 %}", "there is no tag `{% unless %}`", "write {% if not (1) %}"),
    ("{% let a = 1 %}", "there is no tag `{% let %}`", "write {% set a = 1 %}"),
    ("{{ 1 } }", "`} }` ends no tag", "write }} without a blank between"),
    ("{% if 1 % }{% endif %}", "`% }` ends no tag", "write %} without a blank between"),
    ("{{ 1 }a", "a single `}` ends no tag", "write }} instead of }"),
    ("{{ 1 +\n1 }", "a single `}` ends no tag", "write }} where {{ … ends, or %} where"),
    ("{% if 1 }{% endif %}", "a single `}` ends no tag", "write %} instead of }"),
    ("{% do width %}", "there is no tag `{% do %}`", "block, call"),
    ("{% endif %}", "`{% endif %}` comes while `{% block %}` is not closed", "{% endblock %}"),
    ("{% while 1 %}", "there is no tag `{% while %}`", "{% for n in range(3) %}"),
    ("{% repeat 3 %}", "there is no tag `{% repeat %}`", "{% for n in range(3) %}"),
    ("{% switch face.kind %}", "no tag `{% switch %}`", 'write {% if face.kind == "Animal" %}'),
    ("{% case 'x' %}", "there is no tag `{% case %}`", '{% elif face.type == "Place" %}'),
    ("{% unless face.kind %}", "no tag `{% unless %}`", "write {% if not face.kind %}"),
    ("{% if 1 %}{% elseif 2 %}", "there is no tag `{% elseif %}`", "write {% elif 2 %}"),
    ("{% if 1 %}{% endunless %}", "no tag `{% endunless %}`", "did you mean `endif`?"),
    ("{% x = 3 %}", "there is no tag `{% x %}`", "write {% set x = 3 %}"),
    ("{% form = [1, 2] %}", "there is no tag `{% form %}`", "write {% set form = [1, 2] %}"),
    ("{% text(1, 5) %}", "there is no tag `{% text %}`", "write {{ text(1, 5) }}"),
    ("{% face.value %}", "there is no tag `{% face %}`", "write {{ face.value }}"),
    ("{{ text(face.a 5) }}", "missing between `face.a` and `5`", "write face.a, 5"),
    ("{{ text('a b' 5) }}", "missing between `'a b'` and `5`", "write 'a b', 5"),
    ("{{ [1 2] }}", "missing between `1` and `2`", "write 1, 2"),
    ("{{ text(x=5 y=4) }}", "missing between `5` and `y`", "write 5, y"),
    ("{{ text(1,\n 5 6) }}", "missing between `5` and `6`", "write 5, 6"),
    ("{{ text(1, size 5) }}", "missing between `size` and `5`", "write size=5 if size is the"),
    ("{% if {{ width }} %}{% endif %}", "braces inside of `{% … %}`", "write {% if width %}"),
    ("{% set a = {{ width }} %}", "braces inside of `{% … %}`", "write {% set a = width %}"),
    ("{% if {{ a }} and {{ b }} %}", "inside of `{% … %}`", "write {% if a and b %}"),
    ("{{ text({{ a }}, 5) }}", "braces inside of `{{ … }}`", "write {{ text(a, 5) }}"),
    ("{{ 1 + {{ a }} }}", "braces inside of `{{ … }}`", "write {{ 1 + a }}"),
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


RECORDS = [
    ("face.goods[0].cot", "there is no `cot` in entry 1 of `face.goods`", "`cost`"),
    ("face['goods'][1].cot", "there is no `cot` in entry 2 of `face.goods`", "`cost`"),
    ("face.goods[1]['nam']", "there is no `nam` in entry 2 of `face.goods`", "`name`"),
    ("(face.goods|last).keys()", "no `keys` in entry 2 of `face.goods`", "known: name, cost, get"),
    ("face.goods|map(attribute='nam')|join", "no `nam` in entry 1 of `face.goods`", "`name`"),
    ("face.one.items()", "there is no `items` in `face.one`", "known: name, inner"),
    ("face.one.inner[0].nam", "there is no `nam` in entry 1 of `face.one.inner`", "`name`"),
    ("face.price", "there is no `price` here", "write `price: text` under `fields` of the kind"),
    ("front.price", "there is no `price` here", "known: goods, none, one; for a new one write"),
    ("front.length", "there is no `length` here", "or write |length behind a field: face.goods|l"),
    ("face.capitals", "there is no `capitals` here", "or write |upper behind a field: face.goods"),
    ("face.first", "there is no `first` here", "or write |first behind a field: face.goods"),
    ("face.goods.nam", "a list has no `nam`: its entries have name, cost, get", ""),
    ("face.goods[5].name", "there is no [5]: the list has 2 entries, the first is [0]", ""),
    ("(face.none|first).name", "the list is empty", ""),
    ("{'a': 1}.b", "a record has no `b`", "known: a"),
    ("dict(a=1)['keis']", "a record has no `keis`", "known: a"),
    ("face.goods[0].name.uper()", "a text has no `uper`", "`upper`"),
    ("face.goods[0].name.encode()", "a text has no `encode`", ""),
]


RECORDS_GAME = """
title: T
languages: [en]
kinds:
  coin:
    name: Coins
    width: 20mm
    height: 20mm
    front: coin.svg.j2
    fields:
      front:
        goods: [{name: word, cost: number, get?: word}]
        none?: [{name: word}]
        one: {name: word, inner: [{name: word}]}
"""
RECORDS_LIST = """
kind: coin
pieces:
  - id: a
    name: A
    front:
      goods: [{name: a, cost: 1}, {name: b, cost: 2}]
      none: []
      one: {name: c, inner: [{name: d}]}
"""


@pytest.mark.parametrize(("asked", "said", "way_out"), RECORDS)
def test_a_record_is_named_with_its_fields_and_never_with_methods(
    tmp_path, run, asked, said, way_out
):
    (tmp_path / "game.yaml").write_text(RECORDS_GAME, "utf-8")
    (tmp_path / "coins.yaml").write_text(RECORDS_LIST, "utf-8")
    (tmp_path / "templates").mkdir()
    begin = '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n'
    each = f"{{% for good in face.goods %}}{{{{ {asked.replace('face.goods[0]', 'good')} }}}}"
    path = tmp_path / "templates" / "coin.svg.j2"
    for line in (f"{{{{ {asked} }}}}", f"{each}{{% endfor %}}"):
        path.write_text(f"{begin}{line}\n{{% endblock %}}\n", "utf-8")
        (problem,) = run(TinyProject(tmp_path), "plan").problems
        assert problem.code == "E212"
        assert said in problem.message
        assert way_out in problem.hint
        for method in ("append", "count", "items,", "keys,", "values", "capitalize"):
            assert method not in problem.hint


@pytest.mark.parametrize(
    "failing",
    [
        *("none|round", "none.x", "'a'|round", "face|round", "face|xmlattr", "5|dictsort"),
        *("5|replace('5')", "'x'.split(1)", "'x'.replace('a')", "'x'.index('z')", "[1].index(5)"),
        *("range('a')", "range()", "range(1.5)", "range(1, 2, 0)", "dict([1])", "'abc'['x':]"),
        *("5[1:]", "5 in 5", "5 in 'abc'", "'%q' % 5", "'%(a)s' % 5", "'{a}'.format(1)"),
        *("'{:d}'.format('x')", "'{'.format(1)", "'{} {}'.format(1)", "10.0 ** 400", "1e400|int"),
        *("5|round(1.5)", "5|round(1, 'up')", "'a'|int(1, 2, 3, 4)", "'a'|upper(1)"),
        *("'a'|join(a=1)", "[face]|map('nam')|join", "[1]|map()|join", "[1]|select('foo')|join"),
        *(
            "[face]|selectattr()|list",
            "5|items|list",
            "{}|dictsort(by='x')",
            "-face",
            "face < face",
        ),
        *("'a'|trim(5)", "'x'.startswith(5)", "'x'.find()", "[1].append()", "{}.get()"),
        *("{[1]: 2}", "[[1]]|unique|list", "'x'.splitlines('a')", "'x'.count(5)", "'x'.split('')"),
        *("face[face]", "none + 1", "none|join", "5()", "'x'.format(**5)", "[1]|sum(start='a')"),
    ],
)
def test_what_fails_is_never_told_in_words_of_python(failing, told):
    message = told(f"{{{{ {failing} }}}}").message
    for word in (
        *FOREIGN,
        "NoneType",
        "NotedRecord",
        "attribute",
        "positional",
        "_filter",
        "<loc",
        "mapping",
    ):
        assert word not in message, message
    assert "does not fit its values" not in message, message


def test_what_is_known_to_nobody_is_told_without_python():
    message, hint = message_about_failure(AttributeError("'Foo' object has no attribute '_bar'"))
    assert "Foo" not in message + hint
    assert hint


def test_python_warns_of_nothing_in_a_template(told, recwarn):
    told("{{ 5[1:] }}{% if 5 is sameas 5 %}{{ 'a'['b'] }}{% endif %}")
    assert [str(one.message) for one in recwarn if one.category is SyntaxWarning] == []

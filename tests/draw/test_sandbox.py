"""Templates reach what the documentation lists, make nothing too long, and always end."""

import re
from types import SimpleNamespace

import jinja2
import pytest
from jinja2.runtime import LoopContext, Macro
from markupsafe import Markup

from fustella.core.files.project import Project
from fustella.core.values.model import Record, Text, Word
from fustella.core.values.problems import Place
from fustella.draw.sources import Sources, Uses
from fustella.draw.templates import timeouts
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.templates.positions import TemplatePosition
from fustella.draw.templates.sandbox import NAMES_OF, USED_FILTERS, USED_TESTS, Sandbox
from fustella.draw.templates.timeouts import TemplateWatchdog
from tests.draw.tools import Tools
from tests.helpers.sharing import ROOT

TABLE = (ROOT / "docs/templates.md").read_text(encoding="utf-8").splitlines()

PLACE = Place("content/own/cards.yaml", 3)
FACE = Record({"name": Word("Knight", PLACE), "costs": (3, 1, 2), "items": 5, "level": 2})


@pytest.fixture
def draw(tmp_path):
    """Renders a source, with other files beside it: what it draws, and its problems."""

    def drawn(source, **others):
        folder = tmp_path / "templates" / "own"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {"main": source, **others}.items():
            (folder / f"{name}.svg.j2").write_text(text, encoding="utf-8")
        project, problems = Project(tmp_path), []
        game = SimpleNamespace(
            id="own",
            words=Record({}),
            colours=Record({"ink": "#111111"}),
            title=Text({"en": "Own"}),
        )
        templates = TemplateSet(
            project,
            game,
            "en",
            Tools().functions,
            problems.append,
            Sources(project, "own"),
            Uses(),
            lambda _: 0,
        )
        svg = templates.render("main.svg.j2", {"face": FACE}, PLACE)
        return svg, problems

    return drawn


UNKNOWN = [  # what a template may not reach
    "face.__class__",
    "face['__class__']",
    "face._values",
    "face.line_of('name')",
    "face.name.__class__.__mro__",
    "face.name.place",
    "''.__class__.__base__.__subclasses__()",
    "''['__class__']",
    "''['__cla' ~ 'ss__']",
    "''['\\x5f\\x5fclass\\x5f\\x5f']",
    "().__class__",
    "[].extend([1])",
    "[].sort()",
    "{}.update({1: 2})",
    "{}.__init__",
    "(1).__class__",
    "1.0.hex()",
    "none.__class__",
    "cycler.__init__.__globals__.os.popen('id').read()",
    "joiner.__init__",
    "lipsum.__globals__['os']",
    "text.__globals__",
    "text.__closure__",
    "text.__self__",
    "text.__func__",
    "text.__wrapped__",
    "text['__code__']",
    "range.__globals__",
    "dict.__base__",
    "dict.mro()",
    "dict.fromkeys('ab')",
    "namespace.__init__",
    "namespace().__class__",
    "namespace()._Namespace__attrs",
    "self.__init__",
    "self._TemplateReference__context",
    "self['__class__']",
    "icon('mdi:castle', 0, 0, 5).__html__.__self__",
    "icon('mdi:castle', 0, 0, 5).unescape()",
    "icon('mdi:castle', 0, 0, 5).escape",
    "'a'.encode()",
    "'a'.translate({})",
    "'{0.__class__}'.format_map({})",
    "'a'.expandtabs(10**9)",
    "'a'.center(10**9)",
    "'a'.zfill(10**9)",
    "'a'.join.__self__",
    "'a'.upper.__self__",
    "[1]|map(attribute='__class__')|list",
    "[{}]|map(attribute='x.__class__')|list",
    "[face]|sum(attribute='__class__')",
    "['a']|sort(attribute='__class__')",
    "['a']|groupby('__class__')|list",
    "['a']|selectattr('__class__.x')|list",
    "ring(0, 0, 5, 3)[0].__class__",
    "ring(0, 0, 5, 3)[0].__slots__",
    "open('x')",
    "__import__('os')",
    "environment",
    "context",
    "get_flashed_messages",
    "request",
    "config",
]

FAILS = [  # what would take too long, fill the memory, or is no call
    "'{0.__class__}'.format(1)",
    "'{0[0]}'.format([1])",
    "'{:999999999d}'.format(1)",
    "'{:{}}'.format(1, 999999999)",
    "'%999999999d' % 1",
    "'%.999999999f' % 1",
    "'%*d' % (999999999, 1)",
    "'%999999999d'|format(1)",
    "'a' * 10**9",
    "10**9 * 'a'",
    "[0] * 10**9",
    "(0,) * 10**9",
    "9**(9**9)",
    "2**99999999",
    "range(10**9)|list",
    "range(10**30)",
    "'ab'|replace('', 'x' * 19000000)|replace('', 'x' * 10000000)",
    "'aaaaaaaa'.replace('a', 'x' * 9000000)",
    "('x' * 9000000).join(['a', 'b', 'c', 'd'])",
    "['a', 'b', 'c', 'd']|join('x' * 9000000)",
    "['a' * 9000000] * 3|join",
    "(['a' * 9000000] * 3)|join",
    "'a' * 19000000 ~ 'b' * 19000000",
    "'a' * 19000000 + 'b' * 19000000",
    "[0] * 90000 + [0] * 90000",
    "[1]|batch(10**9, 0)|list",
    "[1]|slice(10**9)|list",
    "('a' * 200000)|list",
    "5|round(-10**9)",
    "5|round(10**9, 'ceil')",
    "('9' * 100000)|int",
    "[[1], [2]]|sum(start=[])",
    "[1]|map('attr', 'x')|list",
    "['a']|map('pprint')|list",
    "[1]|select('callable')|list",
    "1()",
    "'a'()",
    "face()",
    "[]()",
    "0 ** -1",
]

UNDECLARED = ["attr('x')", "pprint", "random", "urlize", "tojson", "wordwrap(5)", "indent(10**9)"]


@pytest.mark.parametrize("expression", UNKNOWN)
def test_what_a_template_may_not_reach_is_unknown_at_its_line(expression, draw):
    svg, problems = draw(f"<svg>\n{{{{ {expression} }}}}</svg>")
    assert svg is None
    assert [(problem.code, problem.place.line) for problem in problems] == [("E212", 2)]


@pytest.mark.parametrize("expression", FAILS)
def test_what_would_be_too_long_is_refused_at_its_line(expression, draw):
    svg, problems = draw(f"<svg>\n{{{{ {expression} }}}}</svg>")
    assert svg is None
    assert [(problem.code, problem.place.line) for problem in problems] == [("E213", 2)]
    assert problems[0].message.strip()


@pytest.mark.parametrize("filter_", UNDECLARED)
def test_a_filter_that_templates_do_not_have_is_unknown(filter_, draw):
    _, (problem,) = draw(f"<svg>\n{{{{ face.name|{filter_} }}}}</svg>")
    assert (problem.code, problem.place.line) == ("E211", 2)


HIDDEN = "{{ cycler.__init__ }}"


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("{% include '_a.svg.j2' %}", {"_a": HIDDEN}),
        ("{% import '_a.svg.j2' as a %}{{ a._body_stream }}", {"_a": "b"}),
        ("{% import '_a.svg.j2' as a %}{{ a.__dict__ }}", {"_a": "b"}),
        (
            "{% from '_a.svg.j2' import m %}{{ m() }}",
            {"_a": "{% macro m() %}" + HIDDEN + "{% endmacro %}"},
        ),
        ("{% macro m() %}{{ caller.__globals__ }}{% endmacro %}{% call m() %}{% endcall %}", {}),
        ("{% macro m() %}{% endmacro %}{{ m._func }}", {}),
        ("{% macro m() %}{{ varargs.__class__ }}{% endmacro %}{{ m(1) }}", {}),
        ("{% macro m() %}{{ kwargs.__class__ }}{% endmacro %}{{ m(a=1) }}", {}),
        ("{% for a in [1] %}{{ loop._iterable }}{% endfor %}", {}),
        ("{% for a in [1] %}{{ loop.cycle.__self__ }}{% endfor %}", {}),
        (
            "{% extends '_a.svg.j2' %}{% block b %}{{ super.__self__ }}{% endblock %}",
            {"_a": "{% block b %}{% endblock %}"},
        ),
        ("{% block b %}{{ self.b._context }}{% endblock %}", {}),
        ("{% set ns = namespace(a=1) %}{{ ns.__init__ }}", {}),
        ("{% set ns = namespace(a=text) %}{{ ns.a.__globals__ }}", {}),
    ],
)
def test_nothing_is_reached_from_other_parts_of_a_template(source, others, draw):
    svg, problems = draw(source, **others)
    assert svg is None
    assert [problem.code for problem in problems] == ["E212"]


@pytest.mark.parametrize(
    ("source", "others"),
    [
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", {}),
        ("{% include 'main.svg.j2' %}", {}),
        ("{% extends 'main.svg.j2' %}", {}),
        ("{% import 'main.svg.j2' as m %}", {}),
        ("{% extends '_a.svg.j2' %}", {"_a": "{% extends 'main.svg.j2' %}"}),
        ("{% block b %}{{ self.b() }}{% endblock %}", {}),
        ("{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}", {}),
    ],
)
def test_what_calls_itself_is_a_problem(source, others, draw):
    svg, (problem,) = draw(source, **others)
    assert svg is None
    assert problem.code == "E213"
    assert "endlessly" in problem.message


@pytest.mark.parametrize(
    "source",
    [
        "{{ " + "(" * 100_000 + "1" + ")" * 100_000 + " }}",
        "{{ " + "[" * 100_000 + "]" * 100_000 + " }}",
        "{{ " + "-" * 100_000 + "1 }}",
        "{{ " + "not " * 100_000 + "1 }}",
        "{{ " + "1 + " * 20_000 + "1 }}",
        "{% if 1 %}" * 20_000 + "{% endif %}" * 20_000,
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{% for a in [1] %}" * 150 + "{% endfor %}" * 150,
    ],
)
def test_what_nests_too_deeply_is_a_fault_of_syntax(source, draw):
    svg, (problem,) = draw("<svg>\n" + source)
    assert svg is None
    assert (problem.code, problem.place.line) == ("E211", 2)
    assert "too deeply" in problem.message or "less deeply" in problem.message


GROWING = (
    "{%% set ns = namespace(a=%s) %%}{%% for i in range(40) %%}{%% set ns.a = %s %%}{%% endfor %%}"
)


@pytest.mark.parametrize(
    "source",
    [
        GROWING % ("'ab'", "ns.a ~ ns.a"),
        GROWING % ("'ab'", "ns.a + ns.a"),
        GROWING % ("3", "ns.a * ns.a"),
        GROWING % ("[3]", "ns.a + ns.a"),
        "{% macro d(x) %}{{ x }}{{ x }}{% endmacro %}{% set ns = namespace(a='ab') %}"
        "{% for i in range(40) %}{% set ns.a = d(ns.a) %}{% endfor %}",
        "{% set ns = namespace(a='ab') %}{% for i in range(40) %}"
        "{% set x %}{{ ns.a }}{{ ns.a }}{% endset %}{% set ns.a = x %}{% endfor %}",
        "{% set a = 'a' * 1000000 %}{% for i in range(100000) %}{{ a }}{% endfor %}",
        "{% set x %}{% for i in range(100000) %}{{ 'a' * 1000000 }}{% endfor %}{% endset %}",
        "{% set a = [] %}{% for i in range(400) %}{% for j in range(400) %}"
        "{% set _ = a.append(j) %}{% endfor %}{% endfor %}",
    ],
)
def test_what_grows_without_end_is_refused(source, draw):
    svg, (problem,) = draw(source)
    assert svg is None
    assert problem.code == "E213"
    assert "too long" in problem.message


def test_an_endless_loop_is_ended_in_every_command(draw, monkeypatch, tiny, run):
    monkeypatch.setattr(timeouts, "WATCHDOG", TemplateWatchdog(0.05, 4))
    loops = "{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}"
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", "{% block face %}\n" + loops)
    (problem,) = run(tiny, "plan").problems
    assert problem.code == "E213"
    assert "does not end" in problem.message


WORKS = {
    "abs": ("-3|abs", "3"),
    "batch": ("[1, 2, 3]|batch(2)|list", "[[1, 2], [3]]"),
    "capitalize": ("'ab'|capitalize", "Ab"),
    "count": ("'ab'|count", "2"),
    "d": ("none|d(1, true)", "1"),
    "default": ("face.level|default(1)", "2"),
    "dictsort": ("{'b': 1, 'a': 2}|dictsort|first|first", "a"),
    "e": ("'<'|e", "&lt;"),
    "escape": ("'<'|escape", "&lt;"),
    "first": ("face.costs|first", "3"),
    "float": ("'1.5'|float", "1.5"),
    "format": ("'%03d'|format(7)", "007"),
    "groupby": ("[{'a': 1}]|groupby('a')|map(attribute='grouper')|join", "1"),
    "int": ("'15'|int", "15"),
    "items": ("{'a': 1}|items|first|first", "a"),
    "join": ("face.costs|join('-')", "3-1-2"),
    "last": ("face.costs|last", "2"),
    "length": ("face.costs|length", "3"),
    "list": ("'ab'|list|length", "2"),
    "lower": ("'AB'|lower", "ab"),
    "map": ("['a']|map('upper')|join", "A"),
    "max": ("face.costs|max", "3"),
    "min": ("face.costs|min", "1"),
    "reject": ("[1, 2]|reject('odd')|join", "2"),
    "rejectattr": ("[{'a': 0}]|rejectattr('a')|list|length", "1"),
    "replace": ("'a-b'|replace('-', '_')", "a_b"),
    "reverse": ("'ab'|reverse", "ba"),
    "round": ("1.26|round(1)", "1.3"),
    "safe": ("'<g/>'|safe", "<g/>"),
    "select": ("[1, 2]|select('odd')|join", "1"),
    "selectattr": ("[{'a': 0}]|selectattr('a')|list|length", "0"),
    "slice": ("[1, 2]|slice(2)|list|length", "2"),
    "sort": ("face.costs|sort|join", "123"),
    "string": ("5|string", "5"),
    "striptags": ("'<b>a</b>'|striptags", "a"),
    "sum": ("face.costs|sum", "6"),
    "title": ("'ab cd'|title", "Ab Cd"),
    "trim": ("' a '|trim", "a"),
    "truncate": ("'abcdefghijkl'|truncate(5, true, '', 0)", "abcde"),
    "unique": ("[1, 1]|unique|list|length", "1"),
    "upper": ("'ab'|upper", "AB"),
    "wordcount": ("'a b'|wordcount", "2"),
    "xmlattr": ("{'fill': 'red'}|xmlattr", ' fill="red"'),
}


@pytest.mark.parametrize("name", USED_FILTERS)
def test_every_filter_that_is_listed_works(name, draw):
    expression, shown = WORKS[name]
    assert draw(f"{{{{ {expression} }}}}") == (shown, [])


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("colours.ink", "#111111"),
        ("face.items", "5"),
        ("face['name']", "Knight"),
        ("{'items': 1}['items']", "1"),
        ("{'a': 1}.a", "1"),
        ("{'a': 1}.get('b', 2)", "2"),
        ("{'a': 1}.items()|list|length", "1"),
        ("'a,b'.split(',')|length", "2"),
        ("'{:>3}|{a}'.format(1, a=2)", "  1|2"),
        ("'{}'.format('<')", "&lt;"),
        ("('<b>{}{}</b>'|safe).format('<', '<i>'|safe)", "<b>&lt;<i></b>"),
        ("'-'.join(['a', 'b'])", "a-b"),
        ("'aXa'.replace('a', 'b')", "bXb"),
        ("'%d%%' % 5", "5%"),
        ("7 % 4", "3"),
        ("2 ** 10", "1024"),
        ("2 ** 0.5 > 1.4", "True"),
        ("'ab' * 2 ~ 1", "abab1"),
        ("[1] + [2]", "[1, 2]"),
        ("(1 + 2) * 3 - 1 / 2", "8.5"),
        ("ring(0, 0, 5, 4)[1].x|round(2)", "5.0"),
        ("dict(a=1).a", "1"),
        ("range(3)|sum", "3"),
        ("face.nothing is defined", "False"),
        ("game.title", "Own"),
    ],
)
def test_what_is_documented_works(expression, shown, draw):
    assert draw(f"{{{{ {expression} }}}}") == (shown, [])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{{ ring }}", "`ring` has no text: call it, as in {{ ring(…) }}"),
        ("{{ face.name.upper }}", "`upper` has no text: call it"),
        ("{{ face.costs|string ~ ring }}", "`ring` has no text"),
        ("{{ ring|string }}", "`ring` has no text"),
        ("{% macro box(a) %}{{ a }}{% endmacro %}{{ box }}", "`box` has no text: call it"),
        ("{{ face.costs|map('string') }}", "several values: write them with `|join(', ')`"),
        ("{{ 'ab'|list|reverse }}", "several values"),
        ("{{ ring(0, 0, 5, 4)[1] }}", "a position has no text: write its x or its y"),
        ("{% for a in face.costs %}{{ loop }}{% endfor %}", "`loop` has no text"),
        ("{{ namespace(a=1) }}", "a namespace has no text"),
        ("{{ self }}", "`self` has no text"),
        ("{{ self.b }}{% block b %}{% endblock %}", "`b` has no text: call it"),
    ],
)
def test_what_has_no_text_is_not_written(source, message, draw):
    svg, problems = draw(f"<svg>\n{source}</svg>")
    assert svg is None
    assert [(problem.code, problem.place.line) for problem in problems] == [("E213", 2)]
    assert message in problems[0].message


def test_loops_macros_blocks_and_namespaces_work(draw):
    source = (
        "{% extends '_base.svg.j2' %}{% from '_m.svg.j2' import m %}{% import '_m.svg.j2' as all %}"
        "{% block b %}{{ super() }}"
        "{% set ns = namespace(n=0) %}{% for a in [5, 6] %}{% set ns.n = ns.n + a %}"
        "{{ loop.index }}{{ loop.cycle('a', 'b') }}{{ loop.last }}{% endfor %}{{ ns.n }}"
        "{{ m(1, 2, x=3) }}{{ all.m.name }}{% call all.c() %}in{% endcall %}"
        "{% for a in [[1]] recursive %}{{ loop(a) if a is sequence else a }}{% endfor %}"
        "{% endblock %}"
    )
    svg, problems = draw(
        source,
        _base="{% block b %}base{% endblock %}",
        _m="{% macro m(a) %}{{ a }}{{ varargs[0] }}{{ kwargs.x }}{% endmacro %}"
        "{% macro c() %}({{ caller() }}){% endmacro %}",
    )
    assert problems == []
    assert svg == "base1aFalse2bTrue11123m(in)1"


@pytest.mark.parametrize(
    "source",
    [
        "ring(0, 0, 5, 10**9)",
        "row(0, 0, 10**9, 1)",
        "scatter(0, 0, 5, 5, 10**9, 'a', 0)",
        "cells(0, 0, 100000, 100000, 1)",
        "grid(0, 0, 10**9, 1, 1)",
        "star(0, 0, 10**9, 2, 1)",
        "wave(0, 0, 5, 1, 10**9)",
    ],
)
def test_tools_draw_no_more_than_fits(source, draw):
    svg, _ = draw(f"{{{{ {source} }}}}")
    assert svg in {"", "()"}


def listed(row):
    """The names in a row of the table of what there is."""
    line = next(line for line in TABLE if line.startswith(f"| {row} |"))
    return set(re.findall(r"`(\w+)`", line.split("|")[2]))


def test_the_documentation_lists_what_there_is():
    assert listed("filters") == set(USED_FILTERS)
    assert listed("tests") == {name for name in USED_TESTS if name.isalnum()}
    assert listed("of a text") == set(NAMES_OF[str][1])
    assert listed("of `loop`") == set(NAMES_OF[LoopContext][1])
    assert listed("of a position") == set(NAMES_OF[TemplatePosition][1])
    assert listed("of a macro") == set(NAMES_OF[Macro][1])
    assert listed("of a mapping") == set(NAMES_OF[dict][1])
    assert {"range", "dict", "namespace"} <= listed("functions")


def test_every_name_that_is_listed_exists():
    values = {str: "a", list: [], tuple: (), dict: {}}
    for kind, value in values.items():
        assert all(hasattr(value, name) for name in NAMES_OF[kind][1])


@pytest.mark.parametrize(
    "value", [1, -2.50, 1e300, True, None, "a & <b>", Markup("<b>"), Word("'", PLACE), ["<", 1]]
)
@pytest.mark.parametrize("escaping", [True, False])
def test_what_is_written_is_escaped_as_by_jinja(value, escaping):
    source = "{{ it }}{{ [it][0] }}{% set kept %}{{ it }} {{ it }}{% endset %}{{ kept }}"
    source += "{% autoescape false %}{{ it }}{% endautoescape %}"
    drawn, wanted = (
        kind(autoescape=escaping).from_string(source).render(it=value)
        for kind in (Sandbox, jinja2.Environment)
    )
    assert drawn == wanted

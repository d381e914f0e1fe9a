"""Makes docs/reference/: files and their keys, commands, tools of templates, papers, limits.

All of it is read from the code: run this file after changing a form, a command, a tool of templates
or a table of the package: `python docs/make_reference.py`. Do not edit the pages themselves.
"""

import ast
import csv
import inspect
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fustella.check import check_schemas, lint_schemas
from fustella.cli.arguments import command_line
from fustella.cli.parser import CommandParser
from fustella.core.files.project import RESOURCES, Project
from fustella.core.geometry.shapes import Shape
from fustella.core.processes import limits
from fustella.core.values.options import Option
from fustella.core.values.paper import Margins, Paper
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.core.words.languages import ENGLISH, languages, printed
from fustella.core.words.printed import ABOUT, WORD
from fustella.draw.templates.functions import COLOURS, POSITIONS, SHAPES, Toolbox
from fustella.export.jobs import TAKES
from fustella.read import read_papers, read_tables
from fustella.read.claims import ELSE, ClaimForm, ClaimsForm
from fustella.read.forms import schema_of
from fustella.read.game import GameForm
from fustella.read.jobs import jobs_schema
from fustella.read.questions import questions_schema
from fustella.read.remarks import remarks_schema
from fustella.read.rules.booklet import HeadForm, booklet_schema
from fustella.read.rules.situations import SituationForm
from fustella.read.scalars import ListForm
from fustella.read.simulations import simulations_schema
from fustella.schema import file_schemas

FOLDER = Path(__file__).parent / "reference"
ANY = Vocabulary()
"""No names of a project: what every project may say."""

_MADE = "<!-- Made by docs/make_reference.py from the code: do not edit. -->"


def main() -> None:
    """Writes every page."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """The texts of the files in docs/reference/, by name."""
    made = {
        "files.md": files_page(),
        "commands.md": commands_page(),
        "tools.md": tools_page(),
        "papers.md": papers_page(),
        "limits.md": limits_page(),
        "words.md": words_page(),
    }
    pages = {name: f"{_MADE}\n\n{text.rstrip()}\n" for name, text in made.items()}
    return pages | {"words.csv": words_table()}


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(map(_cell, row)) + " |" for row in rows)])


def _cell(text: str) -> str:
    """A text for a table: bars are no borders, and outside code nothing is HTML."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    shown = (part if part[:1] == "`" else part.replace("<", "&lt;") for part in parts)
    return "".join(shown).replace("|", "\\|")


# The files of a project.


@dataclass
class Sections:
    """The sections of a page; forms that were shown already are linked."""

    text: list[str] = field(default_factory=list)
    shown: dict[str, str] = field(default_factory=dict)

    def add(self, title: str, said: str, schema: Schema, level: int = 2) -> None:
        """A form: a table of its keys, then the forms inside it."""
        self.text += [f"{'#' * level} {title}", said]
        needed = schema.get("required", ())
        rows, inside = [], []
        for key, value in schema["properties"].items():
            form = _form_in(value)
            what = _type(value)
            if form is not None:
                known = self.shown.get(_key(form))
                name = known or f"{title.removesuffix('.yaml')}: {key}"
                if known is None:
                    self.shown[_key(form)] = name
                    inside.append((name, form))
                what = f"[{what}](#{_anchor(name)})"
            default = f"`{_typed(value['default'])}`" if "default" in value else ""
            rows.append((f"`{key}`", what, "required" if key in needed else default, _about(value)))
        self.text.append(_table(("key", "takes", "default", "is for"), rows))
        for name, form in inside:
            self.add(name, "", form, level + 1)


def _about(schema: Schema) -> str:
    return str(schema.get("description", ""))


def _key(schema: Schema) -> str:
    return json.dumps(schema["properties"], sort_keys=True)


def _anchor(title: str) -> str:
    """The anchor of a heading, on GitHub and in mkdocs."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _typed(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _type(schema: Schema) -> str:
    """What a value may be, in words."""
    return str(schema.get("title") or "any value")


def _form_in(schema: Schema) -> Schema | None:
    """The form that a value is, or that each of its entries is."""
    form = schema.get("else", schema)
    if "properties" in form:
        return dict(form)
    entries = (schema.get("items"), schema.get("additionalProperties"))
    found = (_form_in(entry) for entry in entries if isinstance(entry, Mapping))
    return next(filter(None, found), None)


_FILES_HEAD = """\
# Files and their keys

Every key of every file, as the tool itself knows it. What the files are for, with examples:
[the content language](../content.md), [claims](../claims.md), [kits](../kits.md),
[printing](../printing.md). Your editor knows all of this, too: [editors](../editor.md).

A *length* has its unit: `63mm`, `6.3cm`, `2.5in`, `8pt`. A *text in each language* is
`{it: Castello, en: Castle}`; in a game of one language a text alone will do."""


def files_page() -> str:
    sections = Sections([_FILES_HEAD])
    game = dict(schema_of(GameForm, ANY))
    boxes = {**game["properties"]["boxes"], "title": "ids, each with a box"}
    sections.add(
        "game.yaml",
        "One for each game, in `content/<game>/`. [With an example](../content.md#gameyaml).",
        {**game, "properties": {**game["properties"], "boxes": boxes}},
    )
    of_list = dict(schema_of(ListForm, ANY))
    entry = of_list["properties"]["pieces"]["items"]["then"]["properties"]
    sections.add(
        "A list of components",
        "Any other YAML file beside game.yaml. [With an example](../lists.md).",
        of_list,
    )
    sections.text += [
        "#### Many pieces from one entry",
        "An entry of `pieces` may have these keys besides; values that begin with `=` are then "
        "computed, and names in braces are filled in "
        "([with examples](../lists.md#many-pieces-from-one-entry)).",
        _table(
            ("key", "takes", "is for"),
            [(f"`{key}`", _type(entry[key]), _about(entry[key])) for key in ("for", "where")],
        ),
    ]
    _add_claims(sections)
    sections.add(
        "remarks.yaml",
        "What those who look a game over say of its pieces. [With an example](../review.md).",
        remarks_schema(ANY),
    )
    sections.add(
        "jobs.yaml",
        "The outputs that you want of a game, each as a job. [With an example](../jobs.md).",
        jobs_schema(ANY, TAKES),
    )
    sections.add(
        "playtest.yaml",
        "A game's own questions to those who play it. "
        "[With an example](../playtests.md#questions-of-your-own).",
        questions_schema(ANY),
    )
    sections.add(
        "simulations.yaml",
        "Draws and deals that are tried many times. [With an example](../odds.md#many-hands).",
        simulations_schema(ANY),
    )
    for name, title, said in _OTHERS:
        schema = file_schemas(ANY)[name]
        form = schema if "properties" in schema else schema["additionalProperties"]
        sections.add(title, said, form)
    sections.add(
        "rules/booklet.yaml",
        "The rule booklet of a game, beside its chapters. [With an example](../rules.md#files).",
        booklet_schema(ANY),
    )
    sections.add(
        "Head of a chapter",
        "Between two lines of dashes at the beginning of `rules/10-start.en.md`.",
        schema_of(HeadForm, ANY),
        3,
    )
    sections.add(
        "Situation",
        "Between ` ```situation ` and ` ``` ` in a chapter. "
        "[With an example](../rules.md#situations).",
        schema_of(SituationForm, ANY),
        3,
    )
    return "\n\n".join(filter(None, sections.text))


_OTHERS = (
    ("kit", "kits/NAME.yaml", "A printed copy of a game, [written by the tool](../kits.md)."),
    ("papers", "content/papers.yaml", "Papers by name; each has these keys."),
    ("sizes", "content/sizes.yaml", "Sizes of cards by name; each has these keys."),
    ("stocks", "content/stocks.yaml", "Stocks by name; each has these keys."),
    (
        "shop",
        "content/shops/NAME.yaml",
        "The rules of a shop. What it does not say is left out. [With an example](../shops.md).",
    ),
    (
        "ready",
        "templates/ready/NAME.yaml",
        "A ready face of your own, beside its template `NAME.svg.j2`: `front: ready/NAME`.",
    ),
    (
        "printers",
        "content/printers.yaml",
        "Measured printers by name, written by `fustella calibrate`; each has these keys.",
    ),
)


def _add_claims(sections: Sections) -> None:
    form = dict(schema_of(ClaimsForm, ANY))
    lint = {"title": "keys with values", "type": "object", "properties": lint_schemas(ANY)}
    properties = {**form["properties"], "lint": {**form["properties"]["lint"], **lint}}
    claim = dict(schema_of(ClaimForm, ANY))
    claim["properties"] = {**claim["properties"], "else": ELSE}
    entries = {"title": "list of claims", "items": {**claim, "title": "claim"}}
    properties["claims"] = {**properties["claims"], **entries}
    sections.add(
        "claims.yaml",
        "What the rule document says about the components. [With examples](../claims.md).",
        {**form, "properties": properties},
    )
    sections.text += ["### Keys of each kind of check", "Besides those of every claim."]
    for name, keys in check_schemas(ANY).items():
        needed = keys.get("required", ())
        rows = [
            (f"`{key}`", _type(value), "required" if key in needed else "", _about(value))
            for key, value in keys["properties"].items()
        ]
        table = _table(("key", "takes", "", "is for"), rows)
        sections.text += [f"#### [{name}](../checks/{name}.md)", table]


# The command line.


def commands_page() -> str:
    text = [
        "# Commands",
        "Every command with its arguments; `fustella help COMMAND` says the same. How commands "
        "behave on a terminal is told in [The terminal](../terminal.md). All of them take "
        "`--color WHEN` (`auto`, `always`, `never`), `--each`, which tells a problem at each of "
        "its places, and `--debug`, which shows of a bug where in the program it is.",
    ]
    for words, parser in _commands(command_line(), ("fustella",)):
        text += [f"## {' '.join(words)}", str(parser.description)]
        text.append(f"`{parser.format_usage().strip().removeprefix('usage: ')}`")
        rows: dict[str, list[tuple[str, str]]] = {"arguments": [], "options": []}
        for option in parser.takes():
            title = option.group or ("options" if option.flags else "arguments")
            rows.setdefault(title, []).append((_invocation(option), _help(option)))
        text += [_table((title, ""), found) for title, found in rows.items() if found]
        if parser.command.examples:
            text.append("\n".join(("```sh", *parser.command.examples, "```")))
    return "\n\n".join(text)


def _commands(
    parser: CommandParser, words: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], CommandParser]]:
    """The commands under a parser, in the order of the help."""
    for name, inner in parser.below().items():
        if name != "help":
            below = list(_commands(inner, (*words, name)))
            own = [((*words, name), inner)] if inner.command.entry else []
            yield from own + below


def _invocation(option: Option) -> str:
    value = option.value or "|".join(option.words)
    if not option.flags:
        return f"`{value}`"
    return ", ".join(f"`{' '.join(filter(None, (flag, value)))}`" for flag in option.flags)


def _help(option: Option) -> str:
    said = option.about % {"default": option.usual}
    choices = ", ".join(f"`{word}`" for word in option.words)
    return f"{said} ({choices})" if choices and option.value else said


# The tools of templates.

_TOOLS_HEAD = """\
# Tools of templates

Every function that a [template](../templates.md) may call. Lengths are in mm, (0, 0) is the
top-left corner of the trim, sizes of texts are in points. `**style` are attributes of SVG with `_`
for `-`: `fill="#26303d"`, `stroke_width=0.3`."""


def tools_page() -> str:
    text = [_TOOLS_HEAD, "## What goes on a face"]
    text += map(_tool, (Toolbox.text, Toolbox.table, Toolbox.icon, Toolbox.image, Toolbox.code))
    said = "Imported files do not know it, as they do not know `face`."
    text += ["## Values", said, _tool(Toolbox.pieces)]
    text += ["## Shapes", "Each returns SVG.", *map(_tool, SHAPES)]
    said = "To loop over. Each has `.x`, `.y`, `.angle` (degrees, 0 = up, clockwise) and `.random` "
    text += ["## Positions", f"{said}(0 to 1, the same in every build).", *map(_tool, POSITIONS)]
    text += ["## Colours", "Each returns a colour, `#rrggbb`.", *map(_tool, COLOURS)]
    return "\n\n".join(text)


def _tool(function: Callable[..., object]) -> str:
    parts = [_parameter(each) for each in inspect.signature(function).parameters.values()]
    name = function.__name__
    call = f"{name}({', '.join(part for part in parts if part != 'self')})"
    return f"### {name}\n\n`{call}`\n\n{inspect.getdoc(function)}"


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_KEYWORD:
        return f"**{parameter.name}"
    if parameter.default is inspect.Parameter.empty:
        return parameter.name
    return f"{parameter.name}={_jinja(parameter.default)}"


def _jinja(value: object) -> str:
    """A default as a template would write it."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


# What the package brings.

_PAPERS_HEAD = """\
# Papers, sizes and stocks

What comes with Fustella. A project adds its own, or others of these names, in
`content/papers.yaml`, `content/sizes.yaml` and `content/stocks.yaml`
([their keys](files.md#contentpapersyaml))."""


def papers_page() -> str:
    nothing = Project(Path(__file__).parent / "no-project")
    papers, tables = read_papers(nothing).values(), read_tables(nothing)
    plain = [paper for paper in papers if not paper.slots]
    with_slots = [paper for paper in papers if paper.slots]
    text = [_PAPERS_HEAD, "## Papers", "`fustella build --paper NAME`. In mm."]
    rows = [(f"`{p.id}`", *_size(p), _margin(p.margins), "roll" if p.roll else "") for p in plain]
    text.append(_table(("name", "width", "height", "margin", ""), rows))
    text += [
        "## Label sheets and punched cards",
        "Each copy lies in the middle of a slot, and nothing is cut. In mm.",
        _table(
            ("name", "sheet", "slots", "one slot", "pitch", "from the left and the top"),
            map(_slots, with_slots),
        ),
        "## Sizes of cards",
        "`size: NAME` of a kind. In mm.",
        _table(
            ("name", "width", "height"),
            [(f"`{n}`", f"{s.width_mm:g}", f"{s.height_mm:g}") for n, s in tables.sizes.items()],
        ),
        "## Stocks",
        "`stock: NAME` of a kind.",
        _table(
            ("name", "thickness in mm", "weight in g/m²"),
            [
                (f"`{name}`", f"{stock.thickness_mm:g}", f"{stock.grams_m2:g}")
                for name, stock in tables.stocks.items()
            ],
        ),
    ]
    return "\n\n".join(text)


def _size(paper: Paper) -> tuple[str, str]:
    return f"{paper.size.width_mm:g}", f"{paper.size.height_mm:g}"


def _margin(margins: Margins) -> str:
    sides = (margins.top_mm, margins.right_mm, margins.bottom_mm, margins.left_mm)
    return ", ".join(f"{side:g}" for side in dict.fromkeys(sides))


def _slots(paper: Paper) -> tuple[str, ...]:
    slots = paper.slots
    assert slots is not None
    size = slots.outline.size
    is_round = slots.outline.shape is Shape.CIRCLE
    one = f"⌀ {size.width_mm:g}" if is_round else f"{size.width_mm:g} × {size.height_mm:g}"
    number = slots.columns * slots.rows
    return (
        f"`{paper.id}`",
        " × ".join(_size(paper)),
        f"{slots.columns} × {slots.rows} = {number}",
        one,
        f"{slots.across_mm:g} × {slots.down_mm:g}",
        f"{slots.first.x_mm:g}, {slots.first.y_mm:g}",
    )


# The words of the tool.

_WORDS_HEAD = """\
# Words of the tool

What the tool itself prints, in the languages {languages}. The table [words.csv](words.csv) has all
of it, and is a good beginning for the [`content/words.csv`](../texts.md#the-words-of-the-tool) of a
project. Each word has all of the braces that the English one has."""


def words_page() -> str:
    words, abouts = printed(ENGLISH), _where_printed()
    text = [_WORDS_HEAD.format(languages=", ".join(f"`{each}`" for each in languages()))]
    for section in dict.fromkeys(name.partition(".")[0] for name in words):
        own = [name for name in words if name.startswith(f"{section}.")]
        rows = [(f"`{name}`", words[name], abouts[name]) for name in own]
        text += [f"## {section}", _table(("word", "in English", "where"), rows)]
    return "\n\n".join(text)


def words_table() -> str:
    """All words in all languages, as a project may have them."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow((WORD, ABOUT, *languages()))
    for name, about in _where_printed().items():
        table.writerow((name, about, *(printed(each)[name] for each in languages())))
    return out.getvalue()


def _where_printed() -> dict[str, str]:
    """Where each word is printed: the remark above it in the file of English."""
    text = (RESOURCES / "languages" / f"{ENGLISH}.yaml").read_text(encoding="utf-8")
    remarks = re.findall(r"^  # (.+)\n  ([\w.-]+): ", text, re.MULTILINE)
    return {name: about for about, name in remarks if name in printed(ENGLISH)}


# The limits.

_COSTS = Path(__file__).parent.parent / "benchmarks" / "bounds.json"
"""What benchmarks/bounds.py has measured, by the name of the limit."""


def limits_page() -> str:
    """Each limit with its figure and reason, as its module says them."""
    body = ast.parse(inspect.getsource(limits)).body
    costs: dict[str, str] = json.loads(_COSTS.read_text(encoding="utf-8"))
    rows = []
    for at, node in enumerate(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = body[at + 1] if at + 1 < len(body) else None
            if isinstance(said, ast.Expr) and isinstance(said.value, ast.Constant):
                name = node.target.id
                rows.append((str(said.value.value), _figure(name), costs.get(name, "")))
    intro = """\
# Limits

The most that is read of a project: far above any real game, and below what fills a computer. What
is larger is a [problem](../problems/E132.md) at its place, and nothing is built. What can be
counted is counted before it is made.

The last column says what a command takes for a project that has as much as is allowed, or the first
that is too much: seconds of the processor, and the memory of its largest process. It was measured
by `python benchmarks/bounds.py --write`, on two cores. Where there is nothing, the bound is a small
one, or a part of what another row measures."""
    head = ("what, and why so much", "at most", "costs there")
    return f"{intro}\n\n{_table(head, rows)}"


def _figure(name: str) -> str:
    value: int = getattr(limits, name)
    return f"{value / limits.MB:.3g} MB" if name.endswith("_BYTES") else f"{value:,}"


if __name__ == "__main__":
    main()

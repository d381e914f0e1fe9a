"""Draws changes for each area of a project, and names the commands to run after them."""

import io
import random
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fuzz.bases import STARTS, Base
from tests.fuzz.mutations import (
    TOKEN,
    Became,
    Gone,
    Mutation,
    Node,
    Part,
    Renamed,
    Saved,
    Splice,
    Swapped,
    Taken,
    Token,
    drawings,
    tree_of,
)

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, 10**9, 10**30, -(10**18), 0.5, -0.0, 1e-9, 1e300),
    *(float("inf"), float("nan"), "", " ", "a", "..", "../x", "/etc/passwd", "x" * 300, "é", "🂡"),
    *("\u202e", "\x00", "a\nb", "a\tb", "{", "}", "{wood}", "**", "*a", "\\", "{{ 1 }}", "<g/>"),
    *("1e999", "10mm", "-3mm", "0mm", "1000000mm", "50%", "100% - 5mm", "#fff", "#12345", "red"),
    *("mdi:sword", "mdi:nothing", "own:sign", "own:../x", "fa:", "1-3", "3-1", "2, 1", "1-999999"),
    *([], {}, [[]], [None], {"": ""}, {"en": "One"}, {"it": "Uno"}, {"x": {"y": {}}}, ["a"] * 50),
    *(
        True,
        "yes",
        "2020-01-01",
        "0x10",
        "1_000",
        "１２",
        "n = 1",
        "1 / 0",
        "((((1))))",
        "9" * 6000,
    ),
    *(
        "(" * 3000,
        "-" * 3000,
        "{" * 3000,
        "*" * 3000,
        "a " * 3000,
        [[[[[[[[[[1]]]]]]]]]] * 3,
        ".5" * 999,
    ),
)

PIECES_OF_TEXT = (
    *("", " ", "\n", "0", "-1", "1e9", "1e400", "nan", "none", "true", '""', '"x"', "'", '"', "("),
    *(
        ")",
        "[",
        "]",
        "{",
        "}",
        "{{",
        "}}",
        "{%",
        "%}",
        "{#",
        "#}",
        "|",
        "~",
        "**",
        "//",
        "%",
        ",",
        ":",
    ),
    *("<", ">", "&", "&amp;", "&#0;", "&#x110000;", "<g>", "</g>", "<text>", "/>", "<!--", "-->"),
    *("<![CDATA[", "]]>", "<?xml?>", "width", "face", "face.title", "layout", "piece", "words"),
    *("self", "loop", "super()", "caller()", "text", "icon", "image", "code", "star", "scatter"),
    *("range(9)", "namespace()", "x|length", "x|join", "|safe", "|upper", "|batch(2)", "|round(2)"),
    *("{% for a in range(3) %}", "{% endfor %}", "{% if x %}", "{% endif %}", "{% set x = 1 %}"),
    *("{% include 'card.svg.j2' %}", "{% import '_shared/marks.svg.j2' as m %}", "{% block x %}"),
    *("{% endblock %}", "{% macro m(a) %}", "{% endmacro %}", "{% call m(1) %}", "{% endcall %}"),
    *(
        "{% raw %}",
        "{% filter upper %}",
        "{{ text('x', 0, 0, 10, 5, 8) }}",
        "{{ ring(5, 5, 3, 4) }}",
    ),
    *("{{ star(5, 5, 5, 3, 1) }}", "{{ star(0, 0, 0, 0, 0) }}", "{{ blob(5, 5, 9, 9, 'x') }}"),
    *(
        "{{ grid(0, 0, 100000, 100000, 1) }}",
        "{{ hexagon(5, 5, -4) }}",
        "{{ wave(0, 0, 9, 1, 0) }}",
    ),
    *("M0 0", "z", "A1 1 0 0 1 2 2", "C", "L 9e9 9e9", "url(#c)", "url(#none)", "url(file:///x)"),
    *("#u", "none", "currentColor", "#abc", "rgb(1,2,3)", "50%", "1mm", "1em", "matrix(1 2 3)"),
    *("scale(0)", "rotate(1e9)", "translate(1e9)", "inherit", "xlink:href", "style", "fill:red;"),
    *("stroke-dasharray", "opacity", "viewBox", "0 0 0 0", "-1 -1 1e9 1", "font-size", "mask"),
    *("=", "=1+1", "#REF!", ";", "\t", "\r", "\ufeff", "\u00ad", "é", "🂡", "\u202e", "x" * 500),
    *(
        "(" * 3000,
        "<g>" * 3000,
        "[" * 3000,
        "{" * 3000,
        "9" * 6000,
        "-" * 3000,
        "M0 0" * 3000,
        "a." * 999,
    ),
)

_BYTES = (
    "",
    "\x00",
    "\xff",
    "\xef\xbb\xbf",
    "\xc3",
    "\r",
    "\n",
    "\t",
    "A" * 70,
    "\x80\x80",
    "- ",
    ": ",
    "[" * 9999,
    '{"a":' * 9999,
)

_BUILDS = (
    *("build",) * 6,
    *("build --theme low-ink", "build --theme grey", "build --shop", "build --duplex fold"),
    *(
        "build --duplex separate",
        "build --cutter silhouette",
        "build --cutter cricut",
        "build --paper Letter",
        "build --force",
    ),
    *("build --boxes", "build --kit club", "build --gutter 2mm --marks lines", "build --pages 1"),
)
_LOOKS = (
    *(
        "check",
        "check --strict",
        "check --format json",
        "plan",
        "plan --sheets",
        "plan --format json",
    ),
    *("list", "diff", "diff club", "diff --format html", "kit list", "kit show club", "schema"),
    *("kit printed club", "kit printed club --whole", "check --fix --yes", "check --accept"),
    *("whatis PR-2222", "eject card", "build --kit club --stickers", "kit new other @GAME@"),
)


@dataclass(frozen=True)
class Area:
    """An area of projects: its files, the way to change one, its bases, and the commands to run.

    `holds` tells the files by their names. `besides` are changes that every try gets, too, such as
    the removal of a stamp.
    """

    bases: tuple[str, ...]
    holds: Callable[[str], bool]
    change: Callable[[random.Random, Base, str], Mutation]
    commands: tuple[str, ...] = (*_BUILDS, *_LOOKS)
    besides: Callable[[Base], tuple[Mutation, ...]] = lambda _: ()


def drawn(dice: random.Random, area: Area, base: Base) -> tuple[Mutation, ...]:
    """Draws one change or a few, to be made one after another."""
    names = sorted(name for name in base.files if area.holds(name))
    count = dice.choice((1, 1, 1, 2, 2, 3, 5))
    changes = (area.change(dice, base, dice.choice(names)) for _ in range(count))
    return (*changes, *area.besides(base))


# How files are changed.


def _content(base: Base, file: str) -> bytes:
    content = base.files[file]
    return content if isinstance(content, bytes) else b""


def _splice_of(dice: random.Random, base: Base, file: str) -> Mutation:
    content = _content(base, file)
    at, cut = dice.randrange(len(content) + 1), dice.choice((0, 0, 1, 1, 2, 8, 64, 10**6))
    if dice.random() < 0.3 and content:
        start = dice.randrange(len(content))
        put = content[start : start + dice.randint(1, 60)].decode("latin-1")
    elif dice.random() < 0.5:
        put = "".join(chr(dice.randrange(256)) for _ in range(dice.randint(1, 4)))
    else:
        put = dice.choice(_BYTES)
    return Splice(file, at, cut, put)


def _token_of(dice: random.Random, base: Base, file: str) -> Mutation:
    words = TOKEN.findall(_content(base, file))
    figures = [number for number, word in enumerate(words) if word[:1].isdigit()]
    if figures and dice.random() < 0.3:
        number = dice.choice(figures)
        return Token(file, number, str(_similar_value(dice, float(words[number]))))
    solid = [number for number, word in enumerate(words) if word.strip()] or [0]
    if dice.random() < 0.4 and words:
        put = dice.choice(words).decode("utf-8", "replace")
    else:
        put = dice.choice(PIECES_OF_TEXT)
    if dice.random() < 0.3 and words:
        put = f"{words[solid[0]].decode('utf-8', 'replace')}{put}"
    return Token(file, dice.choice(solid), put)


def _node_change(dice: random.Random, base: Base, file: str) -> Mutation:
    tree = tree_of(base.files[file])
    paths = [path for path, _ in _nodes(tree) if path]
    if not paths:
        return _splice_of(dice, base, file)
    path = dice.choice(paths)
    if dice.random() < 0.4:
        return Node(file, path, _similar_value(dice, dict(_nodes(tree))[path]))
    if dice.random() < 0.15:
        return Gone(file, path)
    if dice.random() < 0.15:
        keys = [one[-1] for one in paths]
        return Renamed(file, path, dice.choice((dice.choice(keys), dice.choice(ODD_VALUES[:40]))))
    if dice.random() < 0.35:
        return Node(file, path, dice.choice([value for _, value in _nodes(tree)]))
    if dice.random() < 0.15:
        new = dice.choice([one[-1] for one in paths])
        return Node(file, (*path, new), dice.choice(ODD_VALUES))
    return Node(file, path, dice.choice(ODD_VALUES))


def _similar_value(dice: random.Random, value: Any) -> Any:
    """Draws another value of the same sort: more of these are allowed than of other values."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + dice.choice((-1, 1, 2, 10, 0.5)) * dice.choice((1, 1, value))
        case str():
            figure = re.sub(
                r"\d+", lambda found: str(int(found[0]) + dice.choice((-1, 1, 9))), value
            )
            longer = (
                f"{value} {value}",
                f"{value} **{value}**",
                value.upper(),
                value[:-1],
                f"{value}é",
            )
            return dice.choice((figure, figure, *longer))
        case list():
            return dice.choice((value[::-1], value[:1], value[1:], value * 2))
        case dict():
            return {key: one for key, one in value.items() if dice.random() < 0.8}
    return value


def _nodes(tree: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    yield path, tree
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _nodes(value, (*path, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from _nodes(value, (*path, number))


def _any_of(*ways: Callable[[random.Random, Base, str], Mutation]) -> Any:
    return lambda dice, base, file: dice.choice(ways)(dice, base, file)


def _saved_picture(dice: random.Random, base: Base, file: str) -> Mutation:
    form, modes = dice.choice(_FORMS)
    sides = (1, 2, 3, 40, 300)
    return Saved(file, form, dice.choice(modes), dice.choice(sides), dice.choice(sides))


_FORMS = (
    ("PNG", ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
    ("JPEG", ("L", "RGB", "CMYK")),
    ("GIF", ("L", "P", "RGB")),
    ("WEBP", ("RGB", "RGBA")),
    ("TIFF", ("1", "L", "RGB", "CMYK")),
    ("BMP", ("1", "L", "RGB")),
)


def _taken_drawing(dice: random.Random, base: Base, file: str) -> Mutation:
    return Taken(file, dice.choice(drawings()))


def _part_of_zip(dice: random.Random, base: Base, file: str) -> Mutation:
    if file.endswith(".csv"):
        return _token_of(dice, base, file)
    with zipfile.ZipFile(io.BytesIO(_content(base, file))) as packed:
        part = dice.choice(packed.infolist())
    put = dice.choice((*PIECES_OF_TEXT, *_BYTES)).encode().decode("latin-1")
    at = dice.randrange(part.file_size + 1)
    return Part(file, part.filename, at, dice.choice((0, 1, 3, 20)), put)


def _flipped_bit(dice: random.Random, base: Base, file: str) -> Mutation:
    """Flip one bit of a file, such as one that is kept between builds."""
    content = _content(base, file)
    at = dice.randrange(len(content))
    return Splice(file, at, 1, chr(content[at] ^ 1 << dice.randrange(8)))


def _odd_change(dice: random.Random, base: Base, file: str) -> Mutation:
    others = sorted(base.files)
    return dice.choice(
        (
            Gone(file),
            Swapped(file, dice.choice(others)),
            Became(file, "folder"),
            Became(file, "pipe"),
            Became(
                file,
                "link",
                dice.choice(("../../../outside/secret.txt", "nowhere", ".", "/dev/zero")),
            ),
            Became(file, "link", f"../../{dice.choice(others)}"),
        )
    )


def _is_source(*ends: str) -> Callable[[str], bool]:
    made = ("output/", ".git/", ".schema/", "kits/")
    return lambda name: name.endswith(ends) and not name.startswith(made)


def _is_content(name: str) -> bool:
    return _is_source(".yaml")(name) and not name.endswith("claims.yaml")


AREAS: Mapping[str, Area] = {
    "content": Area((*STARTS, "tiny", "drawn"), _is_content, _node_change),
    "bytes": Area(
        (*STARTS, "tiny", "probe"),
        _is_source(".yaml", ".j2", ".csv", ".txt", ".lines"),
        _splice_of,
    ),
    "claims": Area(
        ("rules", "tiny"),
        _is_source("claims.yaml", ".txt", ".lines"),
        _any_of(_node_change, _node_change, _token_of),
        (
            "check",
            "check",
            "check --strict",
            "check --fix --yes",
            "check --accept",
            "build",
            "plan",
        ),
    ),
    "templates": Area(("probe", "drawn", "tiny"), _is_source(".j2"), _token_of),
    "drawings": Area(
        ("drawn", "cards"),
        _is_source(".svg"),
        _any_of(_token_of, _token_of, _splice_of, _taken_drawing),
    ),
    "pictures": Area(
        ("drawn",), _is_source(".png", ".jpg"), _any_of(_splice_of, _splice_of, _saved_picture)
    ),
    "sheets": Area(
        ("sheets", "cards"),
        _is_source(".xlsx", ".ods", ".csv"),
        _any_of(_part_of_zip, _part_of_zip, _splice_of),
    ),
    "kits": Area(
        ("probe", "tokens", "rules"),
        lambda name: name.startswith(("kits/", "output/project/kits", "output/probe/kits")),
        _any_of(_node_change, _splice_of),
        tuple(word for word in (*_BUILDS, *_LOOKS) if "kit" in word or "club" in word),
    ),
    "caches": Area(
        ("probe", "drawn", "rules", "hexes"),
        lambda name: name.startswith("output/"),
        _any_of(_splice_of, _splice_of, _odd_change),
    ),
    "flips": Area(
        ("probe", "drawn", "rules", "hexes", "cards"),
        lambda name: name.startswith("output/.cache/"),
        _flipped_bit,
        ("build",),
        lambda base: (Gone(f"output/{base.game}/.fustella.json"),),
    ),
    "files": Area((*STARTS, "drawn", "sheets"), _is_source(""), _odd_change),
}

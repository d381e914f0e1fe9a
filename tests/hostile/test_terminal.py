"""Nothing that a project says steers a terminal, turns a line round, or begins a line of its own.

A project has the same poison in one field after another, and each command prints what it does with
it: as a text, as JSON, as annotations.
"""

import json
import os
import random
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import yaml

from fustella.core.words.patterns import UNSEEN
from tests.cli.terminals import on_terminal
from tests.helpers.forked import PROJECT, ROOT, Runner
from tests.hostile.layout import lay_files, lay_room, run_git

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")

FORGED = "FORGED"
POISON = (
    "Ev\x1b[2J\x1b[31mil\x1b]0;title\x07\x9b31m\x08\x7f\u202eturned\u2066\u200f\t"
    f"\n::warning file=x::{FORGED}\r\n{FORGED}\r{FORGED}\x0b{FORGED}\x0c{FORGED}"
    f"\x1c{FORGED}\x1d{FORGED}\x1e{FORGED}\x85{FORGED}\u2028{FORGED}\u2029::error::{FORGED}"
)
NAME = POISON.replace("/", "|")
MILD = f"a\u202eb\u2066\u200f\n::warning::{FORGED}\x85{FORGED}\u2028{FORGED}\u2029{FORGED}"
"""What can be printed: whatever it is in is built."""

SHORT = f"n\x1b[31m\x07\u202e\n::warning::{FORGED}"
"""In names of files, which may have 255 bytes."""

_NOT_PRINTED = re.compile(f"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029{UNSEEN}]")
_OWN_STYLE = re.compile("\x1b\\[[0-9;]*m")


def wrong_in(printed: str) -> Iterator[str]:
    """What of the poison is in what was printed."""
    if found := _NOT_PRINTED.search(_OWN_STYLE.sub("", printed)):
        at = found.start()
        yield f"U+{ord(found[0]):04X} in {printed[max(0, at - 60) : at + 40]!r}"
    for line in printed.split("\n"):
        if re.match(rf"\W*(?:(?:warning|error)\W+)?{FORGED}|\s*::\w+::{FORGED}", line):
            yield f"a line of its own: {line[:80]!r}"
            return


def wrong_in_page(page: str) -> Iterator[str]:
    """What of the poison is in a page: as a letter, or as the number of one in its source."""
    number = re.search(
        "&#x?0*(?:1b|27|155|9b|202e|8238);|[\x00-\x08\x0e-\x1f\x7f-\x9f\u202e]", page
    )
    if number:
        yield f"{number[0]!r} in {page[max(0, number.start() - 60) : number.start() + 40]!r}"


def quoted(text: str) -> str:
    """A text in double quotes of YAML, whose escapes are those of JSON."""
    return json.dumps(text)


GAME = """\
title: {title}
languages: [en, it]
mark: PR
kinds:
  card:
    name: {{en: {kind}, it: Carte}}
    size: poker
    front: card.svg.j2
    fields: {{front: {{title: text, note?: text, level?: number, icon?: icon}}}}
    stock: {stock}
"""
CARDS = """\
kind: card
source: {{designed: {designed}}}
pieces:
  - {{id: first, name: {name}, front: {{title: {text}, note: {note}, level: {level}}}}}
  - {{id: {id}, front: {{title: Second}}}}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
<rect width="{{ width }}" height="{{ height }}" fill="#ffffff"/>
{{ text(face.title, x=4, y=4, width=50, height=30, size=9) }}
{% if face.note %}{{ text(face.note, x=4, y=34, width=50, height=30, size=9) }}{% endif %}
{% if face.level %}{{ text(face.level, x=4, y=64, width=50, height=20, size=9) }}{% endif %}
{% endblock %}
"""
USUAL = {
    "title": "Probe",
    "kind": "Cards",
    "stock": "card",
    "designed": "ours",
    "name": "First",
    "text": "First",
    "note": "a note",
    "level": 3,
    "id": "second",
}


def files_of(**poisoned: object) -> dict[str, str]:
    values = {key: quoted(value) for key, value in (USUAL | poisoned).items()}
    return {
        "content/probe/game.yaml": GAME.format(**values),
        "content/probe/cards.yaml": CARDS.format(**values),
        "templates/probe/card.svg.j2": TEMPLATE,
    }


P = quoted(POISON)
PLACES: dict[str, Mapping[str, object]] = {
    "usual values": files_of(title=POISON, name=POISON, text=POISON, note=POISON, designed=POISON),
    "texts": files_of(title=MILD, name=MILD, text=MILD, note=MILD, kind=MILD, designed=MILD),
    "the name of a kind": files_of(kind=POISON),
    "the stock": files_of(stock=POISON),
    "an id": files_of(id=POISON),
    "a number": files_of(level=POISON),
    "a key of a piece": {"content/probe/cards.yaml": f"kind: card\npieces: [{{id: a, {P}: 1}}]\n"},
    "a key of a face": {
        "content/probe/cards.yaml": f"kind: card\npieces: [{{id: a, front: {{{P}: 1}}}}]\n"
    },
    "a kind": {"content/probe/cards.yaml": f"kind: {P}\npieces: [{{id: a}}]\n"},
    "a key of the game": {"content/probe/game.yaml": f"title: A\nlanguages: [en]\n{P}: 1\n"},
    "a language": {"content/probe/game.yaml": f"title: A\nlanguages: [{P}]\n"},
    "a template": {
        "content/probe/game.yaml": "title: A\nlanguages: [en]\nmark: PR\nkinds:\n"
        f"  card: {{name: A, size: poker, front: {P}}}\n"
    },
    "a size": {
        "content/probe/game.yaml": "title: A\nlanguages: [en]\nmark: PR\nkinds:\n"
        f"  card: {{name: A, size: {P}, front: card.svg.j2}}\n"
    },
    "an icon": files_of(text=f"{{{SHORT}}} and {{mdi:{SHORT}}}"),
    "what is fitted to a line": files_of(text=POISON * 30),
    "what a template says": {
        "templates/probe/card.svg.j2": TEMPLATE.replace("face.title", f"{P}|{SHORT}")
    },
    "what a template asks for": {
        "templates/probe/card.svg.j2": TEMPLATE.replace("face.title", f"face[{P}]")
    },
    "an element of a template": {
        "templates/probe/card.svg.j2": TEMPLATE.replace("<rect", f"<image href={P}/><rect", 1)
    },
    "claims": {
        "content/probe/claims.yaml": f"claims:\n  - {{says: {P}, count: card, is: 9}}\n"
        f"  - {{claim: {P}, says: {P}, sum: 3}}\n"
    },
    "translations": {
        "content/probe/translations.yaml": f"{P}: {{it: {P}}}\nFirst: {{it: {P}, {P}: x}}\n"
    },
    "broken YAML": {"content/probe/cards.yaml": f"kind: card\n{SHORT}: [\n"},
    "a broken sheet": {
        "content/probe/cards.csv": f'id,front.title,"{POISON}"\na,"{POISON}",1\n"{POISON}",b,2\n'
    },
    "settings": {"papers.yaml": f"{P}: {{width: 9mm}}\n", "fustella.yaml": f"{P}: 1\n"},
    "the name of a list": {f"content/probe/{SHORT}.yaml": "kind: card\npieces: [{id: a}]\n"},
    "the name of a sheet": {f"content/probe/{SHORT}.csv": "id,front.titel\na,b\n"},
    "the name of a game": {f"content/{SHORT}/game.yaml": "title: A\nlanguages: [en]\nkinds: 3\n"},
    "the name of a template": {f"templates/probe/{SHORT}.svg.j2": "{% if %}"},
    "the address of a sheet": {
        "content/probe/sheet.yaml": f"url: {quoted('https://x.example/' + SHORT)}\n",
        "content/probe/game.yaml": files_of()["content/probe/game.yaml"]
        + f"sheets: {{cards: {quoted('https://x.example/' + SHORT)}}}\n",
    },
    "the name of a kit": {f"kits/{SHORT}.json": "{}", f"kits/{SHORT}.yaml": f"game: {P}\n"},
}
COMMANDS = (
    "list",
    "check",
    "check --format json",
    "check --format github --strict",
    "check --unclaimed",
    "build --color always",
    "plan",
    "plan --format json",
    "export",
    "export --to png",
    "kit new mine",
    "kit show mine",
    "diff",
    "diff --format json",
    "translate list --language it",
)
OTHERS = (
    "list --color always",
    "check --strict --color always",
    "diff --color always",
    "diff --format html",
    "export --to web",
    "playtest",
    "playtest report --color always",
    "kit printed mine --whole",
    "build --kit mine --color always",
    "translate export --to csv",
    "whatis PR-2222",
)

"""What is tried, besides, with texts that are printed."""

REFUSED = ("list", "check --format json", "check --format github --strict", "build --color always")
"""What is tried where most commands tell the same problems."""

PRINTED = (*REFUSED, "check --unclaimed", "plan", "diff", "translate list --language it")
"""What prints what stands in one place alone."""

TRIES = int(os.environ.get("FUSTELLA_TERMINAL", "4"))
"""How many values of a whole game are tried, each with some commands: 1,000 take half an hour."""

BUILT = {
    "usual values": COMMANDS,
    "texts": (*COMMANDS, *OTHERS),
    **dict.fromkeys(
        ("the name of a kind", "claims", "translations"), COMMANDS if TRIES > 4 else PRINTED
    ),
}


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(tmp_path_factory.mktemp("user") / "state") as runner:
        yield runner


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with a project of usual values, in a history whose message is poisoned."""
    room = tmp_path_factory.mktemp("laid") / "room"
    lay_room(room, base=False)
    lay_files(room, files_of())
    run_git(room, "init -q --template= -b main")
    (room / PROJECT / ".message").write_text(POISON)
    run_git(room, "add -A")
    run_git(room, "commit -q --cleanup=verbatim -F .message")
    return room


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_a_project_says_steers_the_terminal(place, laid, tmp_path, runner):
    room = tmp_path / "room"
    shutil.copytree(laid, room)
    lay_files(room, PLACES[place])
    wrong = []
    for words in BUILT.get(place, REFUSED):
        ended = runner.run(words.split(), room)
        wrong += [f"`{words}`: {one}" for one in (*wrong_in(ended.out), *wrong_in(ended.err))]
        if ended.code not in (0, 1):
            wrong.append(f"`{words}`: exit {ended.code}: {ended.said[-300:]}")
        if "json" in words and ended.out.strip():
            json.loads(ended.out)
    for path in sorted((room / PROJECT / "output").rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        wrong += [f"{path.name}: {one}" for one in wrong_in_page(page)]
    assert not wrong, "\n".join(wrong)


# Any value of a whole game, one after another.

EVERYWHERE = (
    *("list", "check", "check --format json", "check --format github", "check --strict"),
    *("build", "plan --no-ink", "plan --no-ink --format json", "translate list", "icons", "eject"),
    *(
        "schema",
        "pull --check",
        "kit new mine tiny",
        "whatis TI-2222",
        "diff",
        "diff --format json",
    ),
)
PIECES = (
    *("\x1b[2J", "\x1b]0;t\x07", "\x9b31m", "\x00", "\x08", "\x7f", "\t", "\u202e", "\u2066"),
    *("\u200f", "\ufeff", f"\n::warning::{FORGED}\n", f"\r::error::{FORGED}"),
    *(f"\u2028::error::{FORGED}", f"  ::error::{FORGED}", f"::error::{FORGED}"),
    *(
        f"\x85::error::{FORGED}",
        f"\x0b::error::{FORGED}",
        "%0A::error::",
        "word",
        "9",
        "{",
        "`",
        ": ",
    ),
)
TINY = ROOT / "tests" / "games" / "tiny"


def with_poison(text: str, chosen: random.Random) -> str:
    """A YAML file with one of its values, or keys, in quotes with what steers terminals."""
    scalars = [token for token in yaml.scan(text) if isinstance(token, yaml.ScalarToken)]
    one = chosen.choice(scalars)
    pieces = "".join(chosen.choices(PIECES, k=chosen.randint(1, 5)))
    poison = quoted(chosen.choice([pieces, one.value + pieces, pieces + one.value]))
    after = text[one.end_mark.index :]
    gap = "" if after[:1] in ("", "\n", ",", "]", "}", ":", " ") else " "
    if one.style in ("|", ">"):
        gap = "\n"
    return f"{text[: one.start_mark.index]}{poison}{gap}{after}"


@pytest.fixture(scope="module")
def laid_tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A room with a whole game and its history."""
    room = tmp_path_factory.mktemp("laid") / "room"
    lay_room(room, base=False)
    shutil.copytree(TINY, room / PROJECT, dirs_exist_ok=True)
    run_git(room, "init -q --template= -b main")
    run_git(room, "add -A")
    run_git(room, "commit -q -m one")
    return room


@pytest.mark.parametrize("number", range(TRIES))
def test_no_value_of_a_game_steers_the_terminal(number, laid_tiny, tmp_path, runner):
    chosen = random.Random(number)
    room = tmp_path / "room"
    shutil.copytree(laid_tiny, room)
    file = chosen.choice(sorted((room / PROJECT / "content").rglob("*.yaml")))
    file.write_text(with_poison(file.read_text(encoding="utf-8"), chosen), encoding="utf-8")
    if chosen.random() < 0.3:
        renamed = chosen.choice(sorted((room / PROJECT).glob("[ct]*/**/*.*")))
        renamed.rename(
            renamed.with_name(f"{chosen.choice(PIECES).strip('/')}{renamed.name}".replace("\0", ""))
        )
    wrong = []
    for words in chosen.sample(EVERYWHERE, 3):
        colour = chosen.choice(("always", "never"))
        ended = runner.run([*words.split(), "--color", colour], room)
        wrong += [f"`{words}`: {one}" for one in (*wrong_in(ended.out), *wrong_in(ended.err))]
        if colour == "never" and "\x1b" in ended.said:
            wrong.append(f"`{words}`: a style without colours")
        if ended.code not in (0, 1):
            wrong.append(f"`{words}`: exit {ended.code}: {ended.said[-300:]}")
        if "json" in words and ended.out.strip():
            json.loads(ended.out)
    assert not wrong, "\n".join(wrong)


def test_nothing_steers_a_terminal_that_is_one(tmp_path):
    """With its colours, its lines of what is being done and its questions."""
    lay_room(tmp_path, base=False)
    lay_files(tmp_path, PLACES["texts"])
    for words in ("build --force", "check --accept"):
        ended = on_terminal(
            *words.split(), columns=4000, cwd=tmp_path / PROJECT, HOME=str(tmp_path)
        )
        assert ended.codes
        # A line of what is being done goes back to its begin.
        assert not [*wrong_in(ended.written.replace("\r", ""))]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({f"content/pro\n::error::{FORGED}/game.yaml": "title: A\nlanguages: [en]\n"}, "schema"),
        ({f"content/probe/a\n::error::{FORGED}.yaml": "kind: card\npieces: []\n"}, "schema"),
        ({f"content/probe/icons/a\n::error::{FORGED}.svg": "<svg/>"}, "icons --all error"),
        ({f"content/probe/icons/a\n::error::{FORGED}.svg": "<svg/>"}, "icons"),
        ({f"templates/ready/a\n::error::{FORGED}.svg.j2": "<svg/>"}, "eject"),
        ({f"kits/a\n::error::{FORGED}.yaml": "game: probe\n"}, "kit list"),
        (files_of(title=f"::error::{FORGED}"), "diff"),
        (files_of(title=f"::error::{FORGED}", name=f"::error::{FORGED}"), "list"),
        (files_of(title=f"::error::{FORGED}", kind=f"::error::{FORGED}"), "plan --no-ink"),
        (files_of(title=f"::error::{FORGED}", kind=f"::error::{FORGED}"), "check"),
        (files_of(title=f"::error::{FORGED}", kind=f"::error::{FORGED}"), "build"),
    ],
)
def test_nothing_begins_a_line_as_a_workflow_command(files, words, laid, tmp_path, runner):
    room = tmp_path / "room"
    shutil.copytree(laid, room)
    lay_files(room, files)
    ended = runner.run(words.split(), room)
    assert not re.search(r"(?m)^\s*::error", ended.said)
    assert ended.code in (0, 1)


def test_a_request_to_the_preview_steers_no_terminal(tmp_path, runner):
    room = tmp_path / "room"
    lay_room(room, base=False)
    lay_files(room, files_of(title=MILD, name=MILD, text=MILD))
    paths = ("/\x1b[2J", "/api/game/\x9b\x07", f"/static/x\t{FORGED}", "/%1b%5b2J%0a%E2%80%AE")
    gets = [
        f"GET {path} HTTP/1.1\r\nHost: localhost:@PORT@\r\nConnection: close\r\n\r\n"
        for path in paths
    ]
    ended = runner.run(["preview", "--port", "8931"], room, gets=gets)
    answers = ended.out.partition("HTTP/1.1")
    assert not [*wrong_in(answers[0]), *wrong_in(ended.err)]
    assert len(ended.out.split("HTTP/1.1 4")) == len(paths) + 1

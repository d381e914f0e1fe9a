"""Nothing that a project says steers a terminal, turns a line round, or begins a line of its own.

A project has the same poison in one field after another, and each command prints what it does with
it: as a text, as JSON, as annotations.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping

import pytest

from fustella.core.patterns import UNSEEN
from tests.forked import PROJECT, Runner
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

REFUSED = ("list", "check --format json", "check --format github --strict", "build --color always")
"""What is tried where most commands tell the same problems."""

BUILT = ("usual values", "texts", "the name of a kind", "claims", "translations")


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(tmp_path_factory.mktemp("user") / "state") as runner:
        yield runner


@pytest.mark.parametrize("place", PLACES)
def test_nothing_that_a_project_says_steers_the_terminal(place, tmp_path, runner):
    room = tmp_path / "room"
    lay_room(room, base=False)
    lay_files(room, files_of())
    run_git(room, "init -q -b main")
    (room / PROJECT / ".message").write_text(POISON)
    run_git(room, "add -A")
    run_git(room, "commit -q --cleanup=verbatim -F .message")
    lay_files(room, PLACES[place])
    wrong = []
    for words in COMMANDS if place in BUILT else REFUSED:
        ended = runner.run(words.split(), room)
        wrong += [f"`{words}`: {one}" for one in (*wrong_in(ended.out), *wrong_in(ended.err))]
        if ended.code not in (0, 1):
            wrong.append(f"`{words}`: exit {ended.code}: {ended.said[-300:]}")
        if "json" in words and ended.out.strip():
            json.loads(ended.out)
    assert not wrong, "\n".join(wrong)

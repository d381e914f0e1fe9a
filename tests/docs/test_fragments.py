"""Every fragment of YAML, Jinja and SVG in the documentation is read, or drawn, by the tool."""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.inputs import load_game
from fustella.build.job import Job
from fustella.check import kind_named
from fustella.cli.arguments import parse
from fustella.core.files.project import QUESTIONS, SIMULATIONS, Project, project_at
from fustella.core.values.claims import OWN_KEYS
from fustella.core.values.model import Edition
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.export.jobs import TAKES
from fustella.kits.store import kit_in
from fustella.read import (
    read_claims,
    read_copies,
    read_printers,
    read_shop,
    read_tables,
    read_words,
)
from fustella.read.jobs import read_jobs
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.questions import read_questions
from fustella.read.sessions import session_of
from fustella.read.source import load, loaded
from tests.conftest import TinyProject
from tests.docs.blocks import Block, all_blocks, sort_of
from tests.docs.fragments import Example, parsed, told
from tests.helpers.drawn import faces_of
from tests.helpers.ready_project import ART
from tests.helpers.sharing import ROOT

FRAGMENTS = [block for block in all_blocks() if sort_of(block) == "fragment"]


_CLAIM = "{id: a, lines: 1, check: count, is: 1"


def game(block: Block, example: Example, run: object) -> list[str]:
    example.write_game(block.text)
    return _but_pieces(example.problems())


def kind(block: Block, example: Example, run: object) -> list[str]:
    indented = re.sub(r"^(?=.)", "    ", block.text, flags=re.MULTILINE)
    example.write_game("", f"kinds:\n  board:\n    width: 500mm\n    height: 500mm\n{indented}")
    return _but_pieces(example.problems())


def _but_pieces(found: list[str]) -> list[str]:
    return [one for one in found if not one.startswith("E123")]  # a game.yaml alone has none


def list_of_pieces(block: Block, example: Example, run: object) -> list[str]:
    said = parsed(block.text)
    if isinstance(said["pieces"], str):
        example.languages = ["en"]
    keys = example.write_kind(said["kind"], block.value)
    example.write_list(block.text)
    if isinstance(said["pieces"], str):
        example.write_table(said["pieces"], said.get("columns", {}), keys)
    found = example.problems()
    assert found or example.game().pieces
    return found


def list_alone(block: Block, example: Example, run: object) -> list[str]:
    folder = example.root / "alone"
    shutil.copytree(ART, folder / "art")
    (folder / "pieces.yaml").write_text(block.text, encoding="utf-8")
    project = project_at(folder)
    (game_id,) = project.games()
    try:
        assert faces_of(project, Edition(load_game(project, game_id), "en"))
    except ProblemsFound as found:
        return [told(problem) for problem in found.problems]
    return []


def piece(block: Block, example: Example, run: object) -> list[str]:
    example.write_kind("card", block.value)
    indented = re.sub(r"^(?=.)", "    ", block.text, flags=re.MULTILINE)
    name = "" if "name:" in block.text else "    name: {it: Uno, en: One}\n"
    example.write_list(f"kind: card\npieces:\n  - id: one\n{name}{indented}")
    for picture in re.findall(r"art: (\w+)", block.text):
        (example.content / "art" / f"{picture}.png").write_bytes(b"")
    return example.problems()


def template(block: Block, example: Example, run: Callable) -> list[str]:
    keys = example.write_kind("card", block.value)
    example.write_sample("card", keys)
    (example.templates / "sample.svg.j2").write_text(block.text, encoding="utf-8")
    return _built(example, run)


def box(block: Block, example: Example, run: Callable) -> list[str]:
    holds = (
        "boxes:\n  deck:\n    name: {it: Mazzo, en: Deck}\n    form: tuck\n    of: {kind: card}\n"
    )
    example.write_game(f"{holds}    stock: card\n    front: box.svg.j2\n")
    (example.templates / "box.svg.j2").write_text(block.text, encoding="utf-8")
    return _built(example, run, "--boxes", "--only", "deck")


def face(block: Block, example: Example, run: Callable) -> list[str]:
    keys = example.write_kind("card", "{}")
    example.write_sample("card", keys)
    soft = '<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>'
    example.write_face("sample.svg.j2", soft + block.text)
    return _built(example, run)


def _built(example: Example, run: Callable, *options: str) -> list[str]:
    ran = run(TinyProject(example.root), "build", *options)
    assert ran.code in (0, 1), ran.err
    assert ran.code == 1 or list(example.root.rglob("*.pdf"))
    return [f"{said.code} {said.line} {said.key}: {said.message}" for said in ran.problems]


def claims(block: Block, example: Example, run: object) -> list[str]:
    text = block.text
    if text.lstrip().startswith("- "):
        text = "claims:\n" + re.sub(r"^(?=.)", "  ", text, flags=re.MULTILINE)
    example.original = block.value == "original"
    text += "" if example.original or "document:" in text else "document: rules.txt\n"
    text += "" if "claims:" in text else f"claims: [{_CLAIM}, of: seed}}]\n"
    example.languages = ["es", "en"] if re.search(r"\bes: ", text) else example.languages
    example.write_game()
    path = example.content / "claims.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        read_claims(Project(example.root), example.game())
    except ProblemsFound as found:
        return [told(problem) for problem in found.problems]
    listed = load(path, "claims.yaml").get("claims", [])
    assert isinstance(listed, ListNode | list)
    for claim in listed:
        assert isinstance(claim, MappingNode)
        known = kind_named(str(claim["check"]))
        needed = {key for key in known.KEYS if known.KEYS[key].required}
        assert needed <= set(claim) <= {*OWN_KEYS, *known.KEYS}
    return []


def selections(block: Block, example: Example, run: object) -> list[str]:
    lines = block.text.splitlines()
    listed = (line.partition(" #")[0].strip() for line in lines)
    text = "".join(f"- {_CLAIM}, {of}}}\n" for of in listed)
    return claims(Block(block.page, block.line, "yaml", text, ""), example, run)


def copies(block: Block, example: Example, run: object) -> list[str]:
    path = example.root / "lost.yaml"
    path.write_text(block.text, encoding="utf-8")
    assert read_copies(path)
    return []


def kit(block: Block, example: Example, run: object) -> list[str]:
    assert kit_in(block.text, "club").lots
    return []


def table(block: Block, example: Example, run: object) -> list[str]:
    (example.root / "content" / f"{block.mark}.yaml").write_text(block.text, encoding="utf-8")
    read_tables(Project(example.root))
    read_printers(Project(example.root))
    return []


def shop(block: Block, example: Example, run: object) -> list[str]:
    folder = example.root / "content" / "shops"
    folder.mkdir()
    (folder / "corner.yaml").write_text(block.text, encoding="utf-8")
    assert read_shop(Project(example.root), "corner").origins
    return []


def jobs(block: Block, example: Example, run: object) -> list[str]:
    (example.content / "jobs.yaml").write_text(block.text, encoding="utf-8")
    problems: list[Problem] = []
    project = Project(example.root)
    assert read_jobs(project, example.content.name, TAKES, problems)
    return [told(problem) for problem in problems]


def words(block: Block, example: Example, run: object) -> list[str]:
    (example.root / "content" / "words.csv").write_text(block.text, encoding="utf-8")
    assert read_words(Project(example.root)).own
    return []


def sheet(block: Block, example: Example, run: object) -> list[str]:
    example.languages = ["en"]
    example.write_kind("card", "{fields: {front: {title: text}}}")
    example.write_list(f"kind: card\n{block.text}pieces: cards.csv\n")
    example.write_table("cards.csv", {}, {"fields": {"front": {"title": "text"}}})
    return example.problems()


def rows(block: Block, example: Example, run: object) -> list[str]:
    example.languages = ["en"]
    example.write_kind("card", block.value)
    example.write_list("kind: card\npieces: rows.csv\n")
    (example.content / "rows.csv").write_text(block.text, encoding="utf-8")
    return example.problems()


def steps(block: Block, example: Example, run: object) -> list[str]:
    listed = parsed(block.text)
    runs = [step["run"] for step in listed]
    for line in "\n".join(runs).splitlines():
        assert parse(shlex.split(line)[1:]).entry
    return []


def questions(block: Block, example: Example, run: object) -> list[str]:
    path = example.content / QUESTIONS
    path.write_text(block.text, encoding="utf-8")
    warnings: list[Problem] = []
    try:
        read_questions(Project(example.root), example.content.name, example.languages, warnings)
    except ProblemsFound as found:
        return [told(problem) for problem in found.problems]
    return [told(problem) for problem in warnings]


def simulations(block: Block, example: Example, run: object) -> list[str]:
    """Scripts run without a fault, too."""
    project = TinyProject.made_at(example.root / "tiny")
    (project.root / "content" / "tiny" / SIMULATIONS).write_text(block.text, encoding="utf-8")
    ran = run(project, "simulate", "--times", "20")  # type: ignore[operator]
    return [f"{problem.code}: {problem.message}" for problem in ran.problems]


def session(block: Block, example: Example, run: object) -> list[str]:
    try:
        session_of(loaded(block.text, "session.yaml"), "session.yaml")
    except ProblemsFound as found:
        return [told(problem) for problem in found.problems]
    return []


def rules(block: Block, example: Example, run: object) -> list[str]:
    """The only chapter of the booklet in tests/games/booklet, or its settings."""
    folder = example.root / "ferry"
    shutil.copytree(ROOT / "tests" / "games" / "booklet", folder)
    for chapter in [] if block.mark == "booklet" else (folder / "rules").glob("*.md"):
        chapter.unlink()
    name = "booklet.yaml" if block.mark == "booklet" else "10-start.en.md"
    (folder / "rules" / name).write_text(block.text, encoding="utf-8")
    project = project_at(folder)
    options = BuildOptions(output=folder / "output", paper="A4", duplex=Duplex.LONG_EDGE)
    try:
        assert Job(project, project.games()[0], options).rules.booklets
    except ProblemsFound as found:
        return [told(problem) for problem in found.problems]
    return []


READERS: dict[str, Callable[[Block, Example, Callable], list[str]]] = {
    **{
        "game": game,
        "kind": kind,
        "list": list_of_pieces,
        "list alone": list_alone,
        "piece": piece,
        "claims": claims,
    },
    **{"template": template, "box": box, "face": face, "selections": selections, "steps": steps},
    **{"copies": copies, "kit": kit, "rows": rows, "sheet": sheet, "words": words},
    **{"session": session, "simulations": simulations, "questions": questions},
    **dict.fromkeys(("rules", "booklet"), rules),
    "shop": shop,
    "jobs": jobs,
    **dict.fromkeys(("papers", "stocks", "sizes", "printers"), table),
}


@pytest.mark.parametrize("block", FRAGMENTS, ids=str)
def test_fragment_is_read_or_drawn_as_the_page_says(block, tmp_path, run):
    """Without a problem; on the page of a code, with that one, or as its comment says."""
    mark = block.mark or "claims"
    assert mark in READERS, f"{block}: nobody knows a fragment `{mark}`"
    example = Example(tmp_path, original="lines" not in block.text)
    found = READERS[mark](block, example, run)
    allowed = {block.page.stem, *re.findall(r"E\d{3}", block.value)}
    assert [one for one in found if one[:4] not in allowed] == []


def test_fragments_with_a_fault_are_found_out(tmp_path, run):
    """What the tool refuses is no example, in any form of fragment."""
    page = Path("page.md")
    wrong = {
        "game": "kinds: {card: {size: pokre}}",
        "kind": "splitt: true",
        "list": "kind: card\npieces: [{id: a, name: A, copies: six}]",
        "piece": "copies: six",
        "template": "{{ nothing }}",
        "face": "<rect",
        "claims": "- {id: a, lines: 1, check: cuont, of: b}",
    }
    for number, (mark, text) in enumerate(wrong.items()):
        block = Block(page, 1, "yaml", f"{text}\n", "", mark=mark, value="{}")
        example = Example(tmp_path / str(number))
        try:
            found = READERS[mark](block, example, run)
        except (AssertionError, ModuleNotFoundError, KeyError):
            continue
        assert found, f"`{mark}` takes anything"

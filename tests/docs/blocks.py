"""The blocks of code of the documentation, and what each of them is.

What a block is follows from the language behind its fence and from at most one comment above it:

    **content/game/cards.yaml**      a file of a whole project, with its path above the fence;
                                     the files under one heading are one project
    sh                               commands
    csv, yaml, jinja, svg, markdown  a fragment; the comment says of what: `<!-- game -->`,
                                     `<!-- list: {fields: …} -->` and so on (see fragments.py)
    text                             output: problems, or what follows a `$ fustella …`; or as the
                                     comment says, `<!-- output of: fustella plan -->` and
                                     `<!-- drawing -->`
    json                             settings of an editor, which name schemas
    diff                             an edit that the tutorial makes: `<!-- edit: cards.csv -->`
    nandeck, ruby                    another tool's, which a table beside it explains

On a page in docs/problems/, `<!-- case: … -->` names the failing case that its blocks
are taken from.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.helpers.sharing import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>```+)(?P<language>\w*) *$")
_COMMENT = re.compile(r"^ *<!-- (?P<name>[a-z ]+?)(?:: (?P<value>.+))? -->$")
_TITLE = re.compile(r"^\*\*(\S+\.\w+)\*\*$")
_NOTES = ("pieces", "prints", "pictures")
"""Comments about the whole project under a heading."""

_HEADING = re.compile(r"^#+ (.+)$")


@dataclass(frozen=True)
class Block:
    """One block of code: where it stands, what is said about it, and its text.

    `title` is the path above a file of a project, `notes` the comments about that project.
    """

    page: Path
    line: int
    language: str
    text: str
    heading: str
    title: str = ""
    mark: str = ""
    value: str = ""
    case: str = ""
    notes: dict[str, str] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


@dataclass
class _Reader:
    """What was seen on a page so far."""

    heading: str = ""
    title: str = ""
    mark: str = ""
    value: str = ""
    case: str = ""
    notes: dict[str, str] = field(default_factory=dict)
    open: re.Match[str] | None = None
    began: int = 0
    lines: list[str] = field(default_factory=list)


def blocks_of(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    seen = _Reader()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fence = _FENCE.match(line)
        if seen.open is not None:
            if fence and fence["ticks"] == seen.open["ticks"] and not fence["language"]:
                yield _block(page, seen)
                seen.open, seen.lines, seen.title, seen.mark, seen.value = None, [], "", "", ""
            else:
                seen.lines.append(line.removeprefix(seen.open["indent"]))
        elif fence:
            seen.open, seen.began = fence, number
        elif line.strip():
            _notice(line, seen)
    assert seen.open is None, f"{page}: a block is not closed"


def _block(page: Path, seen: _Reader) -> Block:
    assert seen.open is not None
    text = "".join(f"{line}\n" for line in seen.lines)
    return Block(
        *(page, seen.began, seen.open["language"], text, seen.heading),
        *(seen.title, seen.mark, seen.value, seen.case, seen.notes),
    )


def _notice(line: str, seen: _Reader) -> None:
    """A line outside blocks: a heading, a path, a comment; anything else ends what was said."""
    comment, title, heading = _COMMENT.match(line), _TITLE.match(line), _HEADING.match(line)
    if comment and comment["name"] == "case":
        seen.case = comment["value"] or ""
    elif comment and comment["name"] in _NOTES:
        seen.notes[comment["name"]] = comment["value"] or ""
    elif comment:
        seen.mark, seen.value = comment["name"], comment["value"] or ""
    elif title:
        seen.title = title[1]
    else:
        seen.title = seen.mark = seen.value = ""
        if heading:
            seen.heading, seen.notes = heading[1], {}


@cache
def all_blocks() -> tuple[Block, ...]:
    """The blocks of all pages."""
    return tuple(block for page in PAGES for block in blocks_of(page))


def sort_of(block: Block) -> str:
    """What a block is: file, commands, foreign, fragment, … ; "" if nobody knows."""
    if block.title:
        return "file"
    if block.language in ("nandeck", "ruby"):
        return "foreign"
    if block.language == "json":
        return "settings"
    if block.language == "sh":
        return "commands"
    if block.language == "text":
        return "output"
    if block.mark == "edit":
        return "edit"
    if block.language in ("csv", "jinja", "markdown", "svg", "yaml"):
        if block.mark or block.page.parent.name == "checks":
            return "fragment"
        return "case" if block.case else ""
    return ""

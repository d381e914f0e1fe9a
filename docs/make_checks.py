"""Makes docs/checks/: a page for each kind of check and each lint rule, from its docstring.

Run this file after changing the docstring of a module of `fustella.check.kinds` or
`fustella.check.lint`: `python docs/make_checks.py`. Do not edit the pages themselves.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "checks"
CHECK = ROOT / "generator" / "fustella" / "check"
LEADS = ("What it checks", "Why it matters", "Example", "How to mend it")

_CODE = re.compile(r"(?:^ {4}.*\n(?:\n(?= {4}))?)+", re.MULTILINE)
_INDEX = """\
# Checks

What `fustella check` checks, with a page for each kind of check and each rule. How to write a
claim is explained in [claims.md](../claims.md).

## Kinds of check

Each claim names one of them under `check`.

{kinds}

## Lint across the box

Rules for the whole box, about faults that no document mentions. They are always checked. Under
`lint: ignore`, claims.yaml excludes fields, icons or pieces from a rule and gives the reason.

{lint}
"""


@dataclass(frozen=True)
class Page:
    """A kind of check or a lint rule: its name in claims.yaml, its summary and its page."""

    name: str
    summary: str
    body: str

    @property
    def text(self) -> str:
        title = f"# {self.name} – {self.summary[0].lower()}{self.summary[1:]}"
        return f"{title}\n\n{self.body}\n\n[All checks](README.md) · [Claims](../claims.md)\n"

    @property
    def row(self) -> str:
        """Its row in the table of the index."""
        return f"| [{self.name}]({self.name}.md) | {self.summary} |"


def main() -> None:
    """Writes every page, and deletes those of checks that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    made = files()
    for path in FOLDER.glob("*.md"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def files() -> dict[str, str]:
    """The texts of the files in docs/checks/, by name."""
    kinds, lint = list(pages("kinds")), list(pages("lint"))
    made = {f"{page.name}.md": page.text for page in (*kinds, *lint)}
    return made | {"README.md": _INDEX.format(kinds=_table(kinds), lint=_table(lint))}


def pages(package: str) -> Iterator[Page]:
    """The pages of a package of checks, in the order of their names."""
    for path in modules(package):
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
        summary, _, body = (docstring or "").partition("\n\n")
        name = path.stem.replace("_", "-")
        yield Page(
            name, " ".join(summary.split()).rstrip("."), _CODE.sub(_fenced, f"{body}\n").strip()
        )


def modules(package: str) -> list[Path]:
    """The files of the checks in a package, which do not begin with `_`."""
    return sorted(path for path in (CHECK / package).glob("*.py") if path.name[0] != "_")


def _fenced(code: re.Match[str]) -> str:
    """An indented block as a fenced one, which editors and web pages highlight."""
    lines = "\n".join(line[4:] for line in code[0].rstrip().splitlines())
    return f"```yaml\n{lines}\n```\n"


def _table(listed: Sequence[Page]) -> str:
    return "\n".join(["| check | is |", "|---|---|", *(page.row for page in listed)])


if __name__ == "__main__":
    main()

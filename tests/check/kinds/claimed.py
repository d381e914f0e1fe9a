"""A box with one claim, typed as YAML and read as any other, for the tests of the kinds."""

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

import pytest

from fustella.check import Document, run
from fustella.core.files.project import Project
from fustella.core.values.claims import Finding, Verdict
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.read import Tables, read_claims, read_game
from fustella.read.edit import rewritten
from tests.check.making import used

GAME = """
title: {en: Island}
languages: [en]
document: rules.txt
kinds:
"""


@dataclass(frozen=True)
class Claimed:
    """Makes boxes of `kinds` and `lists`, and checks claims on them."""

    root: Path
    kinds: str
    lists: tuple[str, ...]

    def check(self, claim: str, document: str | None = None) -> tuple[Finding, ...]:
        """The findings of a claim, typed from its second key on; the first is `id: it`."""
        folder = self.root / "content" / "island"
        folder.mkdir(parents=True, exist_ok=True)
        templates = self.root / "templates" / "island"
        templates.mkdir(parents=True, exist_ok=True)
        (templates / "piece.svg.j2").write_text("", encoding="utf-8")
        game = GAME.lstrip() + indent(dedent(self.kinds).strip(), "  ") + "\n"
        (folder / "game.yaml").write_text(game, encoding="utf-8")
        for number, pieces in enumerate(self.lists, start=1):
            path = folder / f"list-{number}.yaml"
            path.write_text(dedent(pieces).lstrip(), encoding="utf-8")
        keys = indent(dedent(claim).strip("\n"), "    ")
        claims = f"document: rules.txt\nclaims:\n  - id: it\n{keys}\n"
        (folder / "claims.yaml").write_text(claims, encoding="utf-8")
        project = Project(self.root)
        read = read_game(project, "island", Tables({}, {}), lambda name: None)
        typed = read_claims(project, read)
        assert typed is not None
        text = None if document is None else Document("rules.txt", document)
        outcome = run(read, typed, text)
        if outcome.problems:
            raise ProblemsFound(outcome.problems)
        return used(outcome.findings)

    def problem(self, claim: str) -> Problem:
        """The only problem of an invalid claim."""
        with pytest.raises(ProblemsFound) as caught:
            self.check(claim)
        (problem,) = caught.value.problems
        return problem

    def mended(self, findings: tuple[Finding, ...], name: str) -> str:
        """The text of a file with the repairs of some findings made."""
        path = self.root / "content" / "island" / name
        repairs = [repair for found in findings for repair in found.repairs]
        result = rewritten(path.read_text(encoding="utf-8"), name, repairs)
        assert not result.unmended
        return result.text


def failed(findings: tuple[Finding, ...]) -> list[tuple[str, str, Verdict]]:
    """Of each finding that does not hold: `says`, `has` and the verdict."""
    return [
        (found.says, found.has, found.verdict)
        for found in findings
        if found.verdict is not Verdict.HOLDS
    ]


def held(findings: tuple[Finding, ...]) -> str:
    """All findings that hold, as one text."""
    return " | ".join(
        f"{found.says} = {found.has}" for found in findings if found.verdict is Verdict.HOLDS
    )

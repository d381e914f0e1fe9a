"""A small box with claims typed as YAML, for the tests of the checker."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

import pytest

from fustella.check import Document, run
from fustella.check.context import CheckContext
from fustella.check.document.figures import all_figures, read_claim
from fustella.core.files.project import Project
from fustella.core.values.claims import Claims, Finding, Verdict
from fustella.core.values.model import Game, Piece
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.read import Tables, read_claims, read_game
from fustella.read.edit import rewritten

GAME = """
title: {en: Kingdom, it: Regno}
languages: [en, it]
document: rules.txt
colours: {sea: "#336699"}
words: {range: {en: "Range 3", it: "Gittata 3"}}
kinds:
  card:
    name: {en: Cards, it: Carte}
    width: 60mm
    height: 90mm
    front: piece.svg.j2
    back: piece.svg.j2
    fields:
      front:
        level: number
        cost?: number
        weight?: decimal
        free?: flag
        gap?: length
        mark?: word
        tags?: [word]
        rows?: [{icon: icon, places: number}]
        note?: text
      back: {level?: number}
  tile:
    name: {en: Tiles, it: Tessere}
    shape: hexagon
    across_flats: 40mm
    front: piece.svg.j2
    fields: {front: {defence: number, grid?: [word]}}
  token:
    name: {en: Tokens, it: Gettoni}
    shape: circle
    diameter: 20mm
    front: piece.svg.j2
    fields: {front: {value: number, rim?: colour}}
"""
CARDS = """
kind: card
source: {lines: 3}
copies: 2
front: {level: 1}
pieces:
  - id: castle
    name: {en: Castle, it: Castello}
    copies: 40     # forty
    source: {lines: "3, 5-6"}
    front:
      level: 3
      cost: 7
      weight: 2.5
      gap: 2mm
      mark: B
      tags: [stone, keep]
      rows: [{icon: mdi:castle, places: 2}, {icon: own:hut, places: 4}]
      note: {en: "Take **2** {gold}, then three.", it: "Prendi **2** {gold}, poi tre."}
    back: {level: 2}
  - {id: wheat-field, name: {en: Field, it: Campo}, front: {free: true, cost: 0}}
  - {id: wheat-mill, name: {en: Mill, it: Mulino}, source: {designed: "no mill in the rules"}}
  - {id: ghost, name: {en: Ghost, it: Fantasma}, struck_out: "line 4", front: {cost: 7}}
"""
TILES = """
kind: tile
source: {lines: 7}
pieces:
  - {id: peak, name: {en: Peak, it: Vetta}, copies: 5, front: {defence: 4, grid: [FFW, FMM]}}
  - {id: lake, name: {en: Lake, it: Lago}, front: {defence: 0}}
"""
TOKENS = """
kind: token
source: {lines: 9-10}
variants:
  - {id: red, name: {en: red, it: rosso}}
  - {id: blue, name: {en: blue, it: blu}, front: {value: 5, rim: sea}}
pieces:
  - {id: coin, name: {en: Coin, it: Moneta}, copies: 3, front: {value: 1}}
"""
FOLDER = "content/kingdom"
_GAMES: dict[tuple[str, ...], Game] = {}


@dataclass(frozen=True)
class Box:
    """A project with one game; its claims are typed without `document:` and `claims:`."""

    root: Path

    @classmethod
    def made_at(cls, root: Path) -> "Box":
        folder, templates = root / FOLDER, root / "templates" / "kingdom"
        for one in (folder, templates):
            one.mkdir(parents=True)
        (templates / "piece.svg.j2").write_text("", encoding="utf-8")
        texts = {"game": GAME, "cards": CARDS, "tiles": TILES, "tokens": TOKENS}
        for name, text in texts.items():
            (folder / f"{name}.yaml").write_text(text.lstrip(), encoding="utf-8")
        return cls(root)

    @property
    def game(self) -> Game:
        """The game, read only once for the same texts."""
        paths = sorted((self.root / FOLDER).glob("*.yaml"))
        texts = tuple(path.read_text("utf-8") for path in paths if path.name != "claims.yaml")
        if texts not in _GAMES:
            _GAMES[texts] = read_game(Project(self.root), "kingdom", Tables({}, {}), lambda _: None)
        return _GAMES[texts]

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.game.pieces if piece.id == name)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replaces a text in a file of the content, which must be there exactly once."""
        path = self.root / FOLDER / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{file} has {old!r} {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def claims(self, typed: str, more: str = "") -> Claims:
        """The claims of a claims.yaml whose list of claims begins in line 3."""
        text = f"document: rules.txt\nclaims:\n{indent(dedent(typed).strip(chr(10)), '  ')}\n"
        path = self.root / FOLDER / "claims.yaml"
        path.write_text(text + dedent(more).lstrip(), encoding="utf-8")
        found = read_claims(Project(self.root), self.game)
        assert found is not None
        return found

    def run(self, typed: str, document: str | None = None, more: str = "") -> tuple[Finding, ...]:
        """The findings of claims, with the text of the document or without."""
        outcome = run(self.game, self.claims(typed, more), _document(document))
        if outcome.problems:
            raise ProblemsFound(outcome.problems)
        return used(outcome.findings)

    def one(self, typed: str, document: str | None = None) -> tuple[Finding, ...]:
        """The findings of a single claim, typed from its second key on; the first is `id: it`."""
        return self.run(f"- id: it\n{indent(dedent(typed).strip(chr(10)), '  ')}", document)

    def problems(self, typed: str, document: str | None = None, more: str = "") -> list[Problem]:
        with pytest.raises(ProblemsFound) as raised:
            self.run(typed, document, more)
        return list(raised.value.problems)

    def problem(self, typed: str, document: str | None = None) -> Problem:
        """The only problem of a single invalid claim, which has a hint."""
        with pytest.raises(ProblemsFound) as raised:
            self.one(typed, document)
        (problem,) = raised.value.problems
        assert problem.hint
        return problem

    def context(self, typed: str, document: str | None = None) -> tuple[CheckContext, Claims]:
        """The context that kinds of check work with, and the claims."""
        game, claims, text = self.game, self.claims(typed), _document(document)
        readings = {claim.id: read_claim(claim, text, "en", []) for claim in claims.claims}
        return CheckContext(game, "en", text, readings, all_figures(claims, readings)), claims

    def mended(self, findings: Sequence[Finding], file: str) -> str:
        """The text of a file with the repairs of some findings, all of which must be possible."""
        name = f"{FOLDER}/{file}"
        repairs = [
            repair for one in findings for repair in one.repairs if repair.place.file == name
        ]
        assert repairs, f"nothing would mend {file}"
        result = rewritten((self.root / name).read_text(encoding="utf-8"), name, repairs)
        assert not result.unmended
        return result.text


def _document(text: str | None) -> Document | None:
    return None if text is None else Document("rules.txt", text)


def used(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings without those about unused figures, of which these tests have many."""
    return tuple(found for found in findings if found.has != "no check uses it")


def rows(findings: Sequence[Finding]) -> list[tuple[str, str, str]]:
    """Of each finding: `says`, `has` and the verdict."""
    return [(found.says, found.has, str(found.verdict)) for found in findings]


def failed(findings: Sequence[Finding]) -> list[Finding]:
    """The findings that do not hold."""
    return [found for found in findings if found.verdict is not Verdict.HOLDS]

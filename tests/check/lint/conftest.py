"""Boxes for the tests of rules: a small game typed as YAML."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent

import pytest

from fustella.check import lint_box
from fustella.core.files.project import Project
from fustella.core.values.claims import Claims, Finding
from fustella.core.values.model import FaceId, FaceMetadata, Game, SideName
from fustella.read import Tables, read_claims, read_game

GAME = """
title: {it: Regni, en: Kingdoms}
languages: [it, en]
document: rules.txt
colours: {ink: "#000000", orange: "#E69F00", sky: "#56B4E9"}
icons: {wood: mdi:tree, sword: mdi:sword}
words: {range: {it: Gittata, en: Range}}
kinds:
  card:
    name: {it: Carte, en: Cards}
    width: 60mm
    height: 90mm
    front: card.svg.j2
    back: card.svg.j2
    fields:
      front:
        title?: text
        icon?: icon
        goods?: [{name?: text, icon: icon}]
        text?: text
        cost?: number
        rows?: [[number]]
      back: {text?: text}
  army:
    name: {it: Armate, en: Armies}
    width: 20mm
    height: 20mm
    front: card.svg.j2
    fields: {front: {icon?: icon, colour?: colour, side?: word, mark?: word}}
  aid:
    name: {it: Promemoria, en: Player aids}
    width: 60mm
    height: 90mm
    front: card.svg.j2
    fields: {front: {icons?: [icon], text?: text}}
"""
CLAIMS = """
document: rules.txt
aids: [aid]
claims:
  - {id: sums, check: sum, that: 1 + 1 = 2}
"""


@dataclass(frozen=True)
class Box:
    """A game with its claims."""

    game: Game
    claims: Claims

    def lint(self, faces: dict[FaceId, FaceMetadata] | None = None) -> tuple[Finding, ...]:
        return lint_box(self.game, self.claims, faces)

    def has(self, faces: dict[FaceId, FaceMetadata] | None = None, rule: str = "") -> list[str]:
        """The line and `has` of each finding, of one rule or of all."""
        return [
            f"{found.place.line}: {found.has}"
            for found in self.lint(faces)
            if rule in ("", found.claim.removeprefix("lint-"))
        ]


MakeBox = Callable[..., Box]


@pytest.fixture
def box(tmp_path: Path) -> MakeBox:
    """Makes a box of lists by kind (whole, or their pieces from line 4 on), lint, keywords.

    `languages` are two others in place of Italian and English, also in the lists.
    """

    def make(
        lint: str = "",
        keywords: str = "",
        languages: tuple[str, str] = ("it", "en"),
        game_yaml: str = GAME,
        **lists: str,
    ) -> Box:
        def translated(text: str) -> str:
            codes = dict(zip(("it", "en"), languages, strict=True))
            return re.sub(r"\b(it|en)\b(?=[:,\]])", lambda found: codes[found[1]], text)

        folder = tmp_path / "content" / "regni"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "content" / "sizes.yaml").write_text("sizes: {}\n", "utf-8")
        templates = tmp_path / "templates" / "regni"
        templates.mkdir(parents=True, exist_ok=True)
        (templates / "card.svg.j2").write_text("", "utf-8")
        own = f"keywords: {keywords}\n" if keywords else ""
        (folder / "game.yaml").write_text(translated(game_yaml + own), "utf-8")
        typed = f"lint:\n{indent(dedent(lint), '  ')}\n" if lint else ""
        (folder / "claims.yaml").write_text(CLAIMS + typed, "utf-8")
        for kind, pieces in lists.items():
            given = dedent(pieces)
            text = f"kind: {kind}\nsource: {{lines: 1}}\npieces:\n{indent(given, '  ')}\n"
            whole = given if given.lstrip().startswith("kind:") else text
            (folder / f"{kind}.yaml").write_text(translated(whole), "utf-8")
        project = Project(tmp_path)
        game = read_game(project, "regni", Tables({}, {}), lambda _: None)
        claims = read_claims(project, game)
        assert claims is not None
        return Box(game, claims)

    return make


def drawn(
    piece: str,
    icons: Iterable[str] = (),
    pt: float = 0.0,
    text: str = "",
    side: str = "front",
    **more: tuple[str, ...],
) -> dict[FaceId, FaceMetadata]:
    """The metadata of one face."""
    return {FaceId(piece, SideName(side)): FaceMetadata(tuple(icons), pt, text, **more)}

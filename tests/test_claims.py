"""The claims of the four games: they leave out no figure, and find what is known to be wrong.

The rule documents lie beside the project, not in it; without them these tests are skipped.
"""

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fustella.check import Document, drawing_of, drawn_in, passage
from fustella.core.values.claims import Claims, Verdict
from fustella.core.values.model import Game
from fustella.core.words.numerals import number_words
from fustella.review import FAULTS
from tests.mutations import documents as mutations

pytestmark = [
    pytest.mark.skipif(
        not mutations.documents_present(), reason="the rule documents are not beside the project"
    ),
]
GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the games are copied to be changed."""
    return tmp_path_factory.mktemp("copies")


def document_of(game: Game) -> Document:
    data = (mutations.DOCUMENTS / game.document).read_bytes()
    return Document(game.document, data.decode("utf-8"))


def figures_in(document: Document, language: str) -> Iterator[tuple[int, int, str]]:
    """Every figure: digits, number words from two upwards, Roman numerals of several letters."""
    words = [word for word, number in number_words(language).items() if number > 1]
    spelled = "|".join(sorted(words, key=len, reverse=True))
    pattern = rf"\d+|(?<!\w)(?:(?i:{spelled})|(?:II|III|IV|VI|VII|VIII|IX))(?!\w)"
    for match in re.finditer(pattern, document.text):
        yield match.start(), match.end(), match[0]


def covered(document: Document, claims: Claims, language: str) -> Iterator[tuple[int, int]]:
    """Where the figures are that a claim holds or that are excused, with their reason."""
    for entry in (*claims.claims, *claims.excused):
        for word in entry.passages:
            (found,) = document.find(passage(str(word), language))
            yield from ((read.start, read.end) for read in found.reads)


def lines_of_maps(document: Document, claims: Claims) -> set[int]:
    """The lines of drawn maps, which a claim keeps row by row."""
    lines = set()
    for claim in claims.claims:
        if claim.check == "map" and "rows" in claim.parameters:
            recorded = drawing_of(str(claim.parameters["rows"]), 0)
            drawing = drawn_in(document, claim.lines, recorded)
            assert drawing is not None, claim.id
            lines |= {row.line for row in drawing.rows}
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_figures_of_a_document_are_claimed_or_excused(name: str) -> None:
    game, claims = mutations.games()[name]
    document, language = document_of(game), game.languages[0]
    spans = set(covered(document, claims, language))
    maps = lines_of_maps(document, claims)
    left_out = [
        f"line {document.line_at(start)}: {figure}"
        for start, end, figure in figures_in(document, language)
        if not any(a <= start and end <= b for a, b in spans)
        and document.line_at(start) not in maps
    ]
    assert not left_out


def test_check_with_a_claim_left_out_names_its_figures() -> None:
    game, claims = mutations.games()["moving-kingdoms"]
    document = document_of(game)
    spans = list(covered(document, claims, "it"))
    assert len(set(spans)) > 60
    figures = list(figures_in(Document("x", "Ci sono 7 torri e otto ponti, livello II."), "it"))
    assert [figure for _, _, figure in figures] == ["7", "otto", "II"]


@pytest.mark.parametrize("name", GAMES)
def test_claims_of_a_game_agree_with_its_document(name: str) -> None:
    game, claims = mutations.games()[name]
    findings = mutations.checked(game, claims, document_of(game).text)
    assert [one for one in findings if one.verdict in FAULTS] == []
    decided = [one for one in findings if one.verdict in (Verdict.OPEN, Verdict.CONTRADICTION)]
    assert all(one.decision is not None for one in decided)


_O, _C = Verdict.OPEN, Verdict.CONTRADICTION
KNOWN = {
    "moving-kingdoms": {
        **{"cards-contents": _O, "opening-turns": _C, "reshuffling": _O, "town-hall-sides": _O},
        **{"cemetery-reverse": _O, "additional-spaces": _O, "aids-designed": _O},
    },
    "el-mapa": {
        **{"map-2": _C, "map-3": _C, "map-4": _C, "map-5": _O, "map-6": _O, "map-6-supply": _C},
        **{"markers-number": _O, "troop-counters-number": _O, "point-counters-number": _O},
        **{"buildings-number": _O, "resource-cards": _O, "obstacles-number": _O},
    },
    "empire-plateau": {
        **{"preparation": _O, "l-figure": _O, "variation": _O, "red-line-as-written": _O},
        "eight-more": _C,
    },
    "city-duel": {"card-list": _O, "deck-upper-limit": _O},
}
"""What is known to be contradictory or open; it must be found by computing."""


@pytest.mark.parametrize("name", GAMES)
def test_claims_known_to_contradict_are_contradictions(name: str) -> None:
    game, claims = mutations.games()[name]
    found = {
        (one.claim, one.verdict) for one in mutations.checked(game, claims, document_of(game).text)
    }
    assert set(KNOWN[name].items()) <= found


@dataclass(frozen=True)
class Change:
    """An edit of a document or of a list, and the claim whose verdict must change with it."""

    game: str
    file: str
    old: str
    new: str
    claim: str
    verdict: Verdict
    is_there: bool = False
    """Whether a finding of that verdict remains."""


CHANGES = (
    # the count: enough opening cards for six players
    Change("moving-kingdoms", "deck-1-initial.yaml", "copies: 2", "copies: 8", "opening-turns", _C),
    # the grid: without two of its additional spaces not all four troops lie on it
    Change(
        *("moving-kingdoms", "wheat-fields.yaml", '["AFFA", "AFFA", "-FF-"]'),
        *('["AFFA", "-FF-", "AFFA"]', "level-4-holds-all-four", Verdict.DIFFERS, True),
    ),
    # the space: a hall with six spaces has a side for each
    Change("moving-kingdoms", "castles.yaml", "spaces: 8", "spaces: 6", "town-hall-sides", _O),
    # the count: tiles enough for the map of four
    Change("el-mapa", "tiles-3.yaml", "copies: 6", "copies: 20", "map-4", _C),
    # the red line: from edge to edge nobody reaches a rival base
    Change(
        *("empire-plateau", "board-for-two.yaml", "{from: [3.5, 8.5], to: [10.5, 8.5]}"),
        *("{from: [0.5, 8.5], to: [13.5, 8.5]}", "plays-for-two", Verdict.DIFFERS, True),
    ),
    # the line that contradicts itself, corrected
    Change(
        "empire-plateau", "", "solo di altri 8 spazi", "solo di altri 6 spazi", "eight-more", _C
    ),
    # the rule that was missing
    Change(
        *("moving-kingdoms", "", "giocatori. I primi", "giocatori. Si rimescola. I primi"),
        *("reshuffling", _O),
    ),
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.claim)
def test_verdict_after_another_map_count_or_grid_changes(change: Change, copies: Path) -> None:
    game, _ = mutations.games()[change.game]
    file = f"content/{change.game}/{change.file}" if change.file else game.document
    path = mutations.ROOT / file if change.file else mutations.DOCUMENTS / file
    text = path.read_bytes().decode("utf-8")
    assert change.old in text
    mutated = text.replace(change.old, change.new)
    mutation = mutations.Mutation("change", change.game, file, mutated, (), change.claim)
    findings = mutations.findings_of(mutation, copies)
    verdicts = {one.verdict for one in findings if one.claim == change.claim}
    assert (change.verdict in verdicts) == change.is_there


def test_verdict_of_a_map_as_wide_as_its_name_is_agreement() -> None:
    game, claims = mutations.games()["el-mapa"]
    text = document_of(game).text
    mended = text.replace("- 9 x 9. (81) 40 casillas", "- 8 x 9. (72) 36 casillas")
    assert mended != text
    said = [one.says for one in mutations.checked(game, claims, mended) if one.verdict is _C]
    before = [one.says for one in mutations.checked(game, claims, text) if one.verdict is _C]
    assert {"9 wide × 9 high", "81 squares", "40 squares each"} <= set(before) - set(said)


TRIED = int(os.environ.get("FUSTELLA_MUTATIONS", "30"))
"""How many of the hundred are tried, others each time; `python -m tests.mutations` tries all."""


def test_check_after_some_of_a_hundred_mutations_names_them(copies: Path) -> None:
    drawn = mutations.drawn()
    assert len(drawn) == 100
    dice = random.Random(os.environ.get("FUSTELLA_MUTATIONS", "0"))
    missed = [
        f"{one.game}: {one.what}"
        for one in dice.sample(drawn, TRIED)
        if not mutations.names(one, mutations.findings_of(one, copies))
    ]
    assert not missed

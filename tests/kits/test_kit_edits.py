"""A kit after random edits: with its swap sheets put in and its list taken out it equals the box.

The content is edited as text, read, drawn and laid on sheets; what is counted as printed are the
fronts on these sheets. Nothing is rendered: what a PDF holds of a sheet is tested elsewhere.
"""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fustella.build import BuildOptions
from fustella.build.inputs import print_settings
from fustella.build.production import items_of
from fustella.core.files.project import Project
from fustella.core.values.model import SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Place
from fustella.history import Version
from fustella.impose import impose
from fustella.kits import Kit, read_kit
from fustella.kits.build import compare_kit
from fustella.kits.compare import applied, by_stickers, fresh
from fustella.kits.store import write_kit
from fustella.kits.swaps import KitComparison, previous_pieces, swaps_of
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT
from tests.test_cases import without_boxes

CARDS, COINS = "content/tiny/cards.yaml", "content/tiny/coins.yaml"
TEMPLATE = "templates/tiny/coin.svg.j2"
EDITS: dict[str, tuple[str, str, Sequence[str]]] = {
    "boats": (CARDS, "copies: 12", ("copies: 3", "copies: 13", "copies: 20")),
    "dragons": (CARDS, "copies: 4", ("copies: 1", "copies: 5")),
    "cost": (CARDS, "cost: 9", ("cost: 8", "cost: 7")),
    "title": (CARDS, "{en: Hut,", ("{en: Shed,", "{en: A rather large cottage,")),
    "text": (CARDS, "or *stay*.", ("or *go*.", "or **stay**.")),
    "colour": (CARDS, "band: leaf", ("band: sea", 'band: "#224466"')),
    "id": (CARDS, "id: hut", ("id: cottage",)),
    "struck out": (CARDS, "id: dragon\n", ('id: dragon\n    struck_out: "not now"\n',)),
    "ghost": (CARDS, '    struck_out: "the rules strike line 19 out"', ("    copies: 3",)),
    "coins": (COINS, "copies: 6", ("copies: 5", "copies: 8")),
    "coin": (TEMPLATE, "{% block face %}", ('{% block face %}<path d="M2 2h1"/>',)),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(sorted(EDITS)),
        st.integers(0, 3),
        st.sampled_from(("swap", "swap", "rules", "stickers", "no time")),
    ),
    min_size=5,
    max_size=5,
)


class KitProject:
    """A project on disk, with the edits made so far."""

    def __init__(self, root: Path, game: str) -> None:
        self.root, self.game = root, game
        self.project = Project(root)
        self.plain = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        self.options = BuildOptions("A4", Duplex.LONG_EDGE, root / "output")

    def restore(self, edits: dict[str, tuple[str, str, str]]) -> None:
        """Writes the original content with some edits."""
        for path, data in self.plain.items():
            if path.read_bytes() != data:
                path.write_bytes(data)
        for file, old, new in edits.values():
            path = self.root / file
            text = path.read_text(encoding="utf-8")
            assert old in text
            path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def compare(self) -> KitComparison:
        compared = compare_kit(
            self.project, read_kit(self.project, "club"), self.options, lambda *_: None
        )
        compared.job.artist.face_cache.save()
        return compared

    def printed(self, compared: KitComparison, *, rules_only: bool) -> Counter[tuple[str, Version]]:
        """The pieces whose fronts lie on the sheets of a swap."""
        todo = compared.changes(rules_only)
        formers = previous_pieces(compared, todo)
        work = swaps_of(compared, todo, formers)
        items = items_of(work.pieces)
        placed = (
            one.face.piece
            for sheet in (
                impose(items, print_settings(self.project, self.options)) if items else ()
            )
            for page in sheet.pages
            for one in page.placements
            if one.face.side is SideName.FRONT
            and (one.window is None or one.window.x_mm <= 0)
            and (one.window is None or one.window.y_mm <= 0)
        )
        return Counter((piece, compared.versions[piece]) for piece in placed)

    def swap(self, how: str) -> None:
        """Bring the kit up to date in one way, and check that it is as expected."""
        compared = self.compare()
        rules_only = how == "rules"
        done = compared.changes(rules_only)
        if how == "stickers":
            done = tuple(one for change in done if (one := by_stickers(change)))
        if how == "no time":
            done = ()
        before = multiset(compared.kit)
        out = Counter({(c.piece, lot.version): lot.copies for c in done for lot in c.take_out})
        assert out <= before
        write_kit(self.project, applied(compared.kit, done))
        after = multiset(read_kit(self.project, "club"))
        box = multiset(fresh(compared.kit, compared.copies, compared.versions))
        if how in ("swap", "rules"):
            assert after == before - out + self.printed(compared, rules_only=rules_only)
            assert self.compare().changes(rules_only) == ()
        if how == "swap":
            assert after == box


def multiset(kit: Kit) -> Counter[tuple[str, Version]]:
    return Counter(
        {(piece, lot.version): lot.copies for piece, lots in kit.lots.items() for lot in lots}
    )


def begin(kit_project: KitProject, language: str) -> None:
    write_kit(
        kit_project.project,
        Kit("club", kit_project.game, language, "full", {}, Place("kits/club.yaml")),
    )


@pytest.fixture(scope="module")
def kit_project(tmp_path_factory: pytest.TempPathFactory) -> KitProject:
    project = TinyProject.made_at(tmp_path_factory.mktemp("kits") / "project")
    (project.root / "content" / "tiny" / "claims.yaml").unlink()
    without_boxes(project.root / "content" / "tiny" / "game.yaml")
    return KitProject(project.root, "tiny")


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(STEPS)
def test_kit_after_any_edits_and_swaps_is_the_box(kit_project: KitProject, steps) -> None:
    edits: dict[str, tuple[str, str, str]] = {}
    kit_project.restore(edits)
    begin(kit_project, "en")
    kit_project.swap("swap")
    for name, choice, how in steps:
        file, old, news = EDITS[name]
        edits.pop(name, None)
        if choice < len(news):
            edits[name] = file, old, news[choice]
        kit_project.restore(edits)
        kit_project.swap(how)
    kit_project.swap("swap")


def test_kit_of_a_real_game_after_edits_swaps_no_more_than_changed(tmp_path: Path) -> None:
    game = "moving-kingdoms"
    for name in ("content", "templates"):
        for folder in (game, "_shared"):
            if (ROOT / name / folder).exists():
                shutil.copytree(ROOT / name / folder, tmp_path / name / folder)
    for path in (ROOT / "content").glob("*.yaml"):
        shutil.copy(path, tmp_path / "content")
    kit_project = KitProject(tmp_path, game)
    begin(kit_project, "it")
    kit_project.swap("swap")
    castles = f"content/{game}/castles.yaml"
    deck = f"content/{game}/deck-1-initial.yaml"
    edits = {"copies": (castles, "copies: 40", "copies: 42")}
    kit_project.restore(edits)
    (change,) = kit_project.compare().changes()
    assert (change.put_in, change.take_out) == (2, ()), "two, not forty-two"
    kit_project.swap("swap")
    edits["defence"] = castles, "defence: 6", "defence: 7"
    edits["title"] = deck, "it: Prime pietre", "it: Pietre prime"
    kit_project.restore(edits)
    assert [(one.piece, one.kind) for one in kit_project.compare().changes()] == [
        ("castle-town-hall", "rules"),
        ("first-stones", "wording"),
    ]
    kit_project.swap("swap")

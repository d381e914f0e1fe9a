"""`fustella diff`: what changed in the boxes since a revision, and since a kit was printed."""

import base64
import io
import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from fustella.cli.diff_report import _shortened_values
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.history import ChangeReason, GameState, PieceState, Version, changes_between, state_of
from fustella.history.pictures import ComparedPictures
from tests.conftest import Snapshot, TinyProject
from tests.history.test_whatis import commit, git
from tests.playtests.sessions import codes_in, event, players, saved, session

CARDS, COINS, TILES, GAME = (
    f"content/tiny/{name}.yaml" for name in ("cards", "coins", "tiles", "game")
)
COIN = "templates/tiny/coin.svg.j2"
CASTLE = """
  - {id: hill, copies: 2, front: {name: {en: Hill, it: Colle}, picture: mdi:summit},
     back: {name: {en: Pit, it: Cava}, picture: mdi:pickaxe}}
"""


@pytest.fixture(scope="module")
def committed(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    """Tiny, built, and all of it committed."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("committed") / "project"
    built_tiny.write(root)
    project = TinyProject(root)
    git(project, "init", "--quiet", "--template=")
    commit(project, "All of it")
    git(project, "tag", "v1.0")
    git(project, "gc", "--quiet")  # a few files and not a hundred: each test copies them
    return Snapshot(root)


@pytest.fixture
def past(committed: Snapshot, tmp_path: Path) -> TinyProject:
    """Tiny in a repository, all of it committed; the test's own, to be edited."""
    committed.write(tmp_path / "past")
    return TinyProject(tmp_path / "past")


def told(run, project: TinyProject, *words: str):
    ran = run(project, "diff", *words, "--format", "json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def changes(run, project: TinyProject, *words: str):
    (game,) = told(run, project, *words)["games"]
    return game["changes"]


def add_hill(project: TinyProject) -> None:
    path = project.root / TILES
    path.write_text(path.read_text(encoding="utf-8").rstrip() + CASTLE, encoding="utf-8")


def strike_hut(project: TinyProject) -> None:
    project.edit(CARDS, "  - id: hut\n", "  - id: hut\n    struck_out: too dull\n")


def test_diff_of_unchanged_content_reports_nothing(past, run):
    (game,) = told(run, past)["games"]
    assert game["changes"] == game["notes"] == []
    assert set(game["counts"].values()) == {0}
    assert run(past, "diff").out.endswith("\n\nTiny Island: nothing changed\n")


@pytest.mark.parametrize(
    ("edit", "change", "piece", "field", "copies"),
    [
        (lambda p: p.edit(COINS, "value: 5", "value: 7"), "rules", "five",
         {"field": "front.value", "change": "rules", "then": "5", "now": "7",
          "file": COINS, "line": 4}, (6, 6)),
        (lambda p: p.edit(CARDS, "picture: mdi:home", "picture: mdi:castle"), "rules", "hut",
         {"field": "front.picture", "change": "rules", "then": "mdi:home", "now": "mdi:castle",
          "file": CARDS, "line": 30}, (2, 2)),
        (lambda p: p.edit(CARDS, "en: Hut", "en: Cabin"), "wording", "hut",
         {"field": "front.title", "change": "wording", "then": "Hut", "now": "Cabin",
          "file": CARDS, "line": 26}, (2, 2)),
        (lambda p: p.edit(COINS, "en: Five", "en: Fiver"), "wording", "five",
         {"field": "name", "change": "wording", "then": "Five", "now": "Fiver",
          "file": COINS, "line": 4}, (6, 6)),
        (lambda p: p.edit(CARDS, '"#b0503c"', '"#a0603c"'), "looks", "hut",
         {"field": "front.band", "change": "looks", "then": "#b0503c", "now": "#a0603c",
          "file": CARDS, "line": 31}, (2, 2)),
        (lambda p: p.edit(COIN, "{% block face %}", '{% block face %}<path d="M2 2h9v9z"/>'),
         "looks", "five", None, (6, 6)),
        (lambda p: p.edit(COINS, "copies: 6", "copies: 9"), "count", "five", None, (6, 9)),
        (add_hill, "new", "hill", None, (0, 2)),
        (strike_hut, "gone", "hut", None, (2, 0)),
    ],
    ids=["rules", "icon", "wording", "name", "colour", "looks", "count", "new", "gone"],
)  # fmt: skip
def test_diff_after_one_edit_names_its_class_and_its_field(
    edit, change, piece, field, copies, past, run
):
    edit(past)
    (one,) = changes(run, past)
    assert (one["piece"], one["change"]) == (piece, change)
    assert one["fields"] == ([field] if field else [])
    assert (one["copies"]["then"], one["copies"]["now"]) == copies
    drawn = change in ("rules", "wording", "looks") and one["name"] != "Fiver"
    assert one["looks_changed"] == drawn
    text = run(past, "diff").out
    assert f"Tiny Island: 1 {change}\n" in text
    assert re.search(rf"^{change} ", text, re.MULTILINE)


def test_diff_of_several_reasons_names_the_weightiest_and_the_number(past, run):
    past.edit(COINS, "copies: 6, name: {en: Five", "copies: 8, name: {en: Fiver")
    past.edit(COINS, "value: 5", "value: 7")
    past.edit(CARDS, "en: Hut", "en: Cabin")
    rules, wording = changes(run, past)
    assert (rules["piece"], rules["change"], rules["copies"]["now"]) == ("five", "rules", 8)
    assert [one["field"] for one in rules["fields"]] == ["front.value", "name"]
    assert (wording["piece"], wording["change"]) == ("hut", "wording")
    assert "6 → 8 copies" in run(past, "diff").out


def test_diff_as_json_keeps_its_keys(past, run):
    past.edit(COINS, "value: 5", "value: 7")
    all_of_it = told(run, past, "v1.0", "tiny")
    assert list(all_of_it) == ["since", "games"]
    commit_id = git(past, "rev-parse", "HEAD").strip()
    assert all_of_it["since"] == {
        "is": "revision", "name": "v1.0", "id": commit_id, "day": "2025-03-04",
        "subject": "All of it",
    }  # fmt: skip
    (game,) = all_of_it["games"]
    assert list(game) == ["game", "title", "language", "counts", "changes", "rules", "notes"]
    assert list(game["counts"]) == ["rules", "wording", "looks", "count", "new", "gone"]
    (one,) = game["changes"]
    assert list(one) == [
        "piece", "name", "kind", "change", "looks_changed", "copies", "copies_of_this_version",
        "code", "fields", "file", "line", "played",
    ]  # fmt: skip
    assert list(one["fields"][0]) == ["field", "change", "then", "now", "file", "line"]
    assert one["code"]["then"] != one["code"]["now"]


def test_diff_says_what_was_known_of_a_piece_from_played_sessions(past, run, tmp_path):
    log = [event("draw", "red", "hut"), event("play", "red", "hut"), event("draw", "red", "five")]
    typed = session(past, "a", log=log, answers={"players": players("red", "blue", won="red")})
    assert run(past, "playtest", "import", str(saved(tmp_path / "in", "a", typed))).code == 0
    before = typed["pieces"]["hut"]
    past.edit(CARDS, "cost: 1\n", "cost: 2\n")
    now = codes_in(past)["hut"]
    said = (
        f"{before}: in a hand 1 of 1 (21–100 %), played 1 of 1 (21–100 %), discarded 0 of 1 "
        "(0–79 %), in a hand but never played 0 of 1 (0–79 %), used at all 1 of 1 (21–100 %), "
        f"who held it won 1 of 1 (21–100 %), by chance 50 %; {now} begins a new row"
    )
    assert {one["piece"]: one["played"] for one in changes(run, past)}["hut"] == said
    assert f"played: {said}\n" in run(past, "diff").out
    assert run(past, "diff", "--format", "html").code == 0
    assert f"Played: {said}" in (past.output / "diff.html").read_text("utf-8")
    past.edit(CARDS, "cost: 2\n", "cost: 1\n")
    past.edit(COINS, "copies: 6", "copies: 9")
    (copies,) = changes(run, past)
    assert copies["code"]["then"] == copies["code"]["now"] and copies["played"] is None
    past.edit(COINS, "copies: 9", "copies: 6")
    strike_hut(past)
    assert {one["played"].rpartition("; ")[2] for one in changes(run, past)} == {"its row ends"}
    (past.root / "playtests" / "tiny" / "x.yaml").write_text("{", encoding="utf-8")
    assert "1 session cannot be read" in run(past, "diff").out


def test_diff_with_any_revision_writes_nothing_to_git(past, run):
    past.edit(COINS, "value: 5", "value: 7")
    commit(past, "Seven")
    before = git(past, "status", "--porcelain"), git(past, "rev-parse", "HEAD")
    assert changes(run, past) == []
    for word in ("HEAD~1", "v1.0"):
        assert [one["piece"] for one in changes(run, past, word)] == ["five"]
    assert [one["piece"] for one in changes(run, past, "--since", "v1.0")] == ["five"]
    assert before == (git(past, "status", "--porcelain"), git(past, "rev-parse", "HEAD"))


def test_diff_of_a_project_below_the_repository_finds_its_history(tiny, tmp_path, run):
    outer = TinyProject(tmp_path)
    git(outer, "init", "--quiet")
    git(outer, "add", "project/content", "project/templates")
    git(outer, "commit", "--quiet", "--message", "All of it")
    assert changes(run, tiny) == []
    tiny.edit(COINS, "value: 5", "value: 7")
    (one,) = changes(run, tiny)
    assert (one["change"], one["file"], one["line"]) == ("rules", COINS, 4)


def test_diff_with_exit_code_returns_1_after_a_change(past, run):
    assert run(past, "diff", "--exit-code").code == 0
    past.edit(COINS, "copies: 6", "copies: 9")
    assert run(past, "diff").code == 0
    assert run(past, "diff", "--exit-code").code == 1


def test_diff_in_another_language_compares_its_texts(past, run):
    past.edit(CARDS, "it: Capanna", "it: Baracca")
    assert changes(run, past) == []
    (one,) = changes(run, past, "--language", "it")
    assert (one["change"], one["name"]) == ("wording", "Baracca")


def test_diff_of_a_renamed_game_reports_one_new_and_one_gone(past, run):
    for folder in ("content", "templates"):
        shutil.move(past.root / folder / "tiny", past.root / folder / "twin")
        past_file = past.root / "content/twin/claims.yaml"
        past_file.unlink(missing_ok=True)
    games = told(run, past)["games"]
    kinds = {game["game"]: {one["change"] for one in game["changes"]} for game in games}
    assert kinds == {"tiny": {"gone"}, "twin": {"new"}}
    assert {game["title"] for game in games} == {"Tiny Island"}


def test_diff_with_a_revision_that_cannot_be_drawn_compares_words_alone(past, run):
    path = past.root / COIN
    template = path.read_text(encoding="utf-8")
    past.edit(COIN, "{% block face %}", "{% block face %}{{ text('far', x=90, y=90, width=9) }}")
    commit(past, "Does not draw")
    path.write_text(template, encoding="utf-8")
    past.edit(COINS, "value: 5", "value: 7")
    (game,) = told(run, past)["games"]
    assert [one["change"] for one in game["changes"]] == ["rules"]
    (note,) = game["notes"]
    assert note.startswith("Coins: as ")
    assert re.search(r"looks are not compared: E2\d\d ", note)
    assert "no picture kept" in page_of(past, run).text


# The page.


class Page(HTMLParser):
    """A page as a browser reads it: balanced elements, pictures, links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.open, self.tags = text, [], []
        self.pictures: list[tuple[str, Image.Image]] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.marked: dict[str, list[str]] = {"del": [], "ins": [], "h4": [], "figcaption": []}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self.tags.append(tag)
        assert not [name for name in said if name.startswith("on")]
        if "id" in said:
            assert said["id"] not in self.ids
            self.ids.add(said["id"])
        if "href" in said:
            self.links.add(said["href"])
        if tag == "img":
            kind, data = said["src"].split(",", 1)
            assert kind == "data:image/png;base64"
            picture = Image.open(io.BytesIO(base64.b64decode(data)))
            self.pictures.append((said["alt"], picture.convert("RGB")))
        if tag not in ("img", "meta", "wbr", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in self.marked:
            self.marked[self.open[-1]].append(data)


def page_of(project: TinyProject, run, *words: str) -> Page:
    ran = run(project, "diff", *words, "--format", "html")
    assert ran.code == 0, ran.err
    assert ran.out == f"{project.output / 'diff.html'}\n"
    return Page((project.output / "diff.html").read_text(encoding="utf-8"))


def test_diff_page_of_a_change_shows_before_and_after(past, run):
    past.edit(CARDS, "Sleep here.", "Rest here.")
    page = page_of(past, run)
    (before, old), (after, new) = page.pictures
    assert (before, after) == ("Hut, front, before", "Hut, front, after")
    assert old.size == new.size
    assert old.tobytes() != new.tobytes()
    dpi = old.width / 44 * 25.4  # a mini card is 44 mm wide; its bleed is cut off
    assert dpi == pytest.approx(150, rel=0.02)
    assert page.marked["del"] == ["Sleep"]
    assert page.marked["ins"] == ["Rest"]
    assert page.tags.count("i") >= 1  # frames around what differs


def test_diff_page_refers_to_no_other_file(past, run):
    past.edit(CARDS, "en: Hut", "en: Cabin")
    page = page_of(past, run)
    assert not {"script", "link", "iframe", "object"} & set(page.tags)
    assert "http" not in re.sub(r"base64,[^\"]+", "", page.text)
    assert all(link.removeprefix("#") in page.ids for link in page.links)
    assert "details" in page.tags
    assert "prefers-color-scheme: dark" in page.text


def test_diff_page_with_markup_in_the_content_shows_it_as_text(past, run):
    evil = "<b onclick=x>&amp;</b>"
    past.edit(COINS, "name: {en: Five", f'name: {{en: "{evil}"')
    page = page_of(past, run)
    assert page.marked["ins"] == [evil]
    assert [name for name, _ in page.pictures] == [f"{evil}, front"]


def test_diff_page_with_a_shared_back_shows_it_once(past, run):
    back = "templates/tiny/card-back.svg.j2"
    past.edit(back, "text(piece.id,", 'text("a",')
    commit(past, "The same back for all that have the same mark")
    past.edit(back, 'text("a",', 'text("b",')
    page = page_of(past, run)
    assert [name for name, _ in page.pictures] == [
        f"{name}, back, {when}" for name in ("Boat", "Dragon") for when in ("before", "after")
    ]  # the hut has the boat's mark, the dragon one of its own
    assert "back: the same as on" in page.text


def test_diff_page_of_any_width_keeps_its_pictures_uncovered(past, run, browser):
    """A wide piece beside a table: neither covers the other, and nothing leaves the screen."""
    past.edit(GAME, "size: mini", "width: 190mm\n    height: 110mm")
    commit(past, "Wide cards")
    long = "Give {wood} or *leave at once*, and " + "never come back " * 12
    past.edit_freely(CARDS, "Give {wood} or *stay*.", long)
    ran = run(past, "diff", "--format", "html")
    assert ran.code == 0, ran.err
    with browser.new_page() as page:
        page.goto((past.output / "diff.html").as_uri())
        for width in (390, 1000, 1400):
            page.set_viewport_size({"width": width, "height": 800})
            table, figure = (
                page.locator(one).first.bounding_box() for one in ("article table", "figure")
            )
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            beside = table["x"] + table["width"] <= figure["x"]
            assert beside or table["y"] + table["height"] <= figure["y"], width


def test_diff_page_with_an_output_is_written_there(past, run, tmp_path):
    past.edit(COINS, "copies: 6", "copies: 9")
    path = tmp_path / "new" / "review.html"
    ran = run(past, "diff", "--format", "html", "--output", str(path))
    assert ran.out == f"{path}\n"
    assert Page(path.read_text(encoding="utf-8")).marked["figcaption"] == ["front, unchanged"]
    assert [one.name for one in path.parent.iterdir()] == ["review.html"]


# Kits.


@pytest.fixture
def club(past: TinyProject, run) -> TinyProject:
    """A kit of the whole box, printed before the edits."""
    assert run(past, "kit", "new", "club", "tiny").code == 0
    ran = run(past, "kit", "printed", "club", "--whole")
    assert ran.code == 0, ran.err
    return past


def test_diff_of_a_kit_shows_pictures_from_git(club, run):
    assert changes(run, club, "club") == []
    club.edit(COINS, "value: 5", "value: 7")
    club.edit(COINS, "copies: 6", "copies: 8")
    commit(club, "Sevens")
    all_of_it = told(run, club, "club")
    assert all_of_it["since"]["is"], all_of_it["since"]["name"] == ("kit", "club")
    (game,) = all_of_it["games"]
    (one,) = game["changes"]
    assert (one["piece"], one["change"], one["copies"]) == ("five", "rules", {"then": 6, "now": 8})
    assert [(f["field"], f["then"], f["now"]) for f in one["fields"]] == [("front.value", "5", "7")]
    assert game["notes"] == []
    page = page_of(club, run, "club")
    assert [name for name, _ in page.pictures] == ["Five, front, before", "Five, front, after"]


def test_diff_of_a_kit_without_git_reads_the_ledger(club, run):
    shutil.rmtree(club.root / ".git")
    club.edit(COINS, "value: 5", "value: 7")
    (game,) = told(run, club, "club")["games"]
    (one,) = game["changes"]
    assert [(f["field"], f["then"]) for f in one["fields"]] == [("front.value", "5")]
    assert game["notes"] == [], "the templates are those that it was printed with"
    page = page_of(club, run, "club")
    assert [name for name, _ in page.pictures] == ["Five, front, before", "Five, front, after"]
    club.edit(COIN, "{% block face %}", '{% block face %}<path d="M1 1h1"/>')
    (game,) = told(run, club, "club")["games"]
    assert len(game["notes"]) == 1
    assert game["notes"][0].startswith("1 piece is shown without a picture")
    assert "no picture kept" in page_of(club, run, "--kit", "club").text


def test_diff_of_a_kit_finds_pictures_many_revisions_back(club, run, monkeypatch):
    """Behind many commits that said the same and looked different."""
    club.edit_freely(COINS, "value: 5", "value: 7")
    for number in range(14):
        mark = "{% block face %}"
        club.edit(COIN, mark, f'{mark}<path d="M1 {number}h1"/>')
        club.edit(COINS, "kind: coin", f"# {number}\nkind: coin")
        commit(club, f"Mark {number}")
    page = page_of(club, run, "club")
    assert [name for name, _ in page.pictures] == ["Five, front, before", "Five, front, after"]
    monkeypatch.setattr("fustella.kits.since.PATIENCE_S", 0.0)
    (game,) = told(run, club, "club")["games"]
    assert "searched for 0 s" in game["notes"][0]


def test_diff_of_a_kit_shows_a_vanished_piece_as_printed(club, run):
    shutil.rmtree(club.root / ".git")
    text = (club.root / CARDS).read_text(encoding="utf-8")
    start = text.index("  - id: dragon")
    club.edit_freely(CARDS, text[start : text.index("  - id: ghost")], "")
    (one,) = changes(run, club, "club")
    assert (one["piece"], one["change"]) == ("dragon", "gone")
    page = page_of(club, run, "club")
    assert [name for name, _ in page.pictures] == ["Dragon, front", "Dragon, back"]


def test_diff_of_a_kit_without_git_and_ledger_says_what_is_unknown(club, run):
    shutil.rmtree(club.root / ".git")
    (club.output / "tiny" / "codes.json").unlink()
    club.edit(COINS, "value: 5", "value: 7")
    (one,) = changes(run, club, "club")
    assert (one["change"], one["fields"]) == ("rules", [])
    assert "is not known any more" in run(club, "diff", "club").out
    assert "What it said is not known any more." in page_of(club, run, "club").text


# Faults.


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (("HEAD~9",), "E611", "a tag"),
        (("v1.1",), "E611", "`v1.0`"),
        (("clup",), "E611", "`club`"),
        (("tinny",), "E611", "`tiny`"),
        (("club", "tinny"), "E611", "`tiny`"),
        (("--since", "--output=x"), "E611", "a tag"),
        (("--kit", "clup"), "E010", "`club`"),
    ],
)
def test_diff_with_an_unknown_word_is_refused_with_a_hint(words, code, hint, club, run):
    words = [f"--since={words[1]}"] if words[0] == "--since" else words
    ran = run(club, "diff", *words)
    assert ran.code == 1
    assert [said.code for said in ran.problems] == [code]
    assert hint in ran.problems[0].hint


def test_diff_of_a_kit_and_another_game_is_refused(club, run):
    for folder in ("content", "templates"):
        shutil.copytree(club.root / folder / "tiny", club.root / folder / "twin")
    ran = run(club, "diff", "club", "twin")
    assert [said.code for said in ran.problems] == ["E614"]
    assert "fustella diff club" in ran.problems[0].hint


def test_diff_without_git_is_refused(tiny, run, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tiny.root.parent))
    ran = run(tiny, "diff")
    assert (ran.code, [said.code for said in ran.problems]) == (1, ["E612"])
    assert "the project is not kept in git" in ran.problems[0].message
    assert "`git init`" in ran.problems[0].hint
    monkeypatch.setenv("PATH", "")
    (said,) = run(tiny, "diff").problems
    assert (said.code, "not installed" in said.message) == ("E612", True)


def test_diff_without_a_commit_is_refused(tiny, run):
    git(tiny, "init", "--quiet")
    (said,) = run(tiny, "diff").problems
    assert (said.code, said.message) == ("E612", "nothing is committed yet")


def test_diff_with_unreadable_content_in_the_revision_is_refused(past, run):
    text = (past.root / COINS).read_text(encoding="utf-8")
    past.edit(COINS, "copies: 6", "copies: six")
    commit(past, "Six")
    (past.root / COINS).write_text(text, encoding="utf-8")
    (said,) = run(past, "diff").problems
    assert said.code == "E613"
    assert said.file == f"{COINS}@{git(past, 'rev-parse', 'HEAD')[:8]}"
    assert "Six, cannot be read: E104" in said.message
    assert said.hint


def test_diff_page_with_a_fault_in_the_content_stays_as_it_was(past, run):
    page_of(past, run)
    before = past.hashes()
    past.edit(COINS, "copies: 6", "copies: six")
    ran = run(past, "diff", "--format", "html")
    assert [said.code for said in ran.problems] == ["E104"]
    assert past.hashes() == before


@pytest.mark.parametrize(
    "words", [("HEAD", "v1.0"), ("club", "HEAD"), ("--kit", "club", "HEAD"), ("--output", "x")]
)
def test_diff_of_two_times_is_usage_error(words, club, run):
    with pytest.raises(SystemExit) as stopped:
        run(club, "diff", *words)
    assert stopped.value.code == 2


# The parts.


def state(code: str, copies: int, looks: str = "l", rules: str = "r") -> PieceState:
    version = Version(code, rules, "w", looks)
    return PieceState("a", "A", "Cards", {}, frozenset(), {}, copies, version, {}, None)


def test_changes_between_two_versions_of_a_piece_are_one_change():
    now = GameState("g", "G", "en", (state("TI-2222", 5),))
    kit = replace(now, pieces=(state("TI-2222", 2), state("TI-3333", 3, rules="old")))
    (one,) = changes_between(kit, now)
    assert (one.kind, one.copies_then, one.copies_now) == (ChangeReason.RULES, 5, 5)
    assert one.before is not None
    assert one.before.copies == 3


def test_changes_between_unknown_and_known_looks_are_none():
    now = GameState("g", "G", "en", (state("TI-2222", 5),))
    assert changes_between(replace(now, pieces=(state("TI-2222", 5, ""),)), now) == ()
    (one,) = changes_between(replace(now, pieces=(state("TI-2222", 5, "m"),)), now)
    assert one.kind is ChangeReason.LOOKS


def test_state_of_a_game_without_faces_has_no_looks(good):
    from fustella.build.inputs import load_game
    from fustella.core.files.project import Project

    game = load_game(Project(good.root), "tiny")
    known = state_of(game, "en", {})
    assert {piece.version.looks for piece in known.pieces} == {""}
    assert "ghost" not in {piece.id for piece in known.pieces}


def square(inside: str, side_mm: float = 20) -> Face:
    size = f'width="{side_mm}mm" height="{side_mm}mm" viewBox="0 0 {side_mm} {side_mm}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inside}</svg>'
    return Face.drawn(svg, Outline.rectangle(side_mm, side_mm), 0)


def test_differences_of_two_pictures_frame_each_place():
    plain = square("")
    dots = square(
        '<rect x="2" y="2" width="2" height="2"/><rect x="14" y="16" width="4" height="2"/>'
    )
    full = square('<rect width="20" height="20"/>')
    larger = square("", 30)
    pictures = ComparedPictures(None)
    pictures.make([plain, dots, full, larger])
    first, second = pictures.differences(plain, dots)
    assert (first.x, first.y, first.width, first.height) == (0.1, 0.1, 0.1, 0.1)
    assert (second.x, second.y, second.width) == (0.7, 0.8, 0.2)
    assert pictures.differences(plain, full) == ()
    assert pictures.differences(plain, larger) == ()
    assert pictures.differences(plain, plain) == ()


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        ("6", "7", ("6", "7")),
        (None, "Build up to two wheat fields of it", ("nothing", "Build up to two wheat field…")),
        (
            "Build up to **two wheat fields** of level 1.",
            "Build up to **three wheat fields** of level 1.",
            ("… to **two wheat …", "… to **three wheat …"),
        ),
        (
            "Move a building between two of your cities.",
            "Move a building between two of your own cities.",
            ("… your cities.", "… your own cities."),
        ),
        (
            "Take a card, and then take another card",
            "Take a card, and then take another card, and then take another card",
            ("… another card", "… another card, and then ta…"),
        ),
        (
            "One word, and many more words behind it",
            "Six words",
            ("One word, and many more wor…", "Six words"),
        ),
    ],
)
def test_shortened_texts_of_a_change_show_what_differs(then, now, said):
    assert _shortened_values(then, now) == said

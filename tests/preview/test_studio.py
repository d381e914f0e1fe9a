"""The studio: what a page may open, begin and run, and which files it gets of what was made."""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fustella.cli.studio import _options_of
from fustella.core.files.project import Project
from fustella.preview.app import Pen, make_app
from fustella.preview.events import Bus
from fustella.preview.guard import TOKEN
from fustella.preview.recent import recent_projects
from fustella.preview.studio import Start, Studio
from fustella.preview.studio_app import studio_routes
from fustella.preview.views import EditionKey
from tests.conftest import TINY, Snapshot
from tests.preview.conftest import ENDLESS, HERE

SECRET = "the token of this start"
GOOD = {TOKEN: SECRET, "origin": HERE}
PATIENCE_S = 90
STARTS = (Start("cards", "a deck"), Start("blank", "one card"))


class Heard(Bus):
    """A bus that keeps what pages are told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, object]] = []

    def tell(self, name: str, data: object, edition: EditionKey | None = None) -> None:
        self.told.append((name, data))


class Desk:
    """A studio in a folder, and a page of it."""

    def __init__(self, here: Path) -> None:
        self.here = here
        self.studio = Studio(here, STARTS, _options_of)
        more = partial(studio_routes, self.studio)
        self.bus = Heard()
        app = make_app(self.studio, self.bus, (), (), Pen(SECRET, lambda _: None), more)
        self.page = TestClient(app, base_url=HERE)

    def post(self, path: str, asked: object, headers: dict[str, str] = GOOD):
        return self.page.post(path, json=asked, headers=headers)

    def do(self, what: str, game: str = "tiny", **options: str):
        asked = {"what": what, "options": options, "language": "en", "theme": "full"}
        return self.post(f"/api/do/{game}", asked)

    def actions(self, game: str = "tiny") -> list[dict]:
        return self.page.get(f"/api/studio/{game}").json()["actions"]

    def done(self, what: str, game: str = "tiny", **options: str) -> dict:
        """The action, once it is over."""
        answer = self.do(what, game, **options)
        assert answer.status_code == 200, answer.text
        return self.over(game)

    def over(self, game: str = "tiny") -> dict:
        until_s = time.monotonic() + PATIENCE_S
        while (action := self.actions(game)[0])["state"] == "running":
            assert time.monotonic() < until_s, action
            time.sleep(0.05)
        return action

    def result(self, action: dict, number: int = 0):
        name = action["files"][number]["name"].split("/")[-1]
        return self.page.get(f"/result/{action['id']}/{number}/{name}")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A studio in a folder without a game, of a user who has opened nothing."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "games").mkdir()
    made = Desk(tmp_path / "games")
    with made.page:
        yield made
        made.studio.stop()


@pytest.fixture
def tiny_desk(desk: Desk, built_tiny: Snapshot) -> Desk:
    """A studio in which Tiny is open."""
    built_tiny.write(desk.here / "tiny")
    desk.studio.open(desk.here / "tiny")
    return desk


# The start page.


def test_studio_without_a_game_shows_the_start_page(desk: Desk) -> None:
    assert "What will you make?" in desk.page.get("/").text
    offers = desk.page.get("/api/studio").json()
    assert [one["name"] for one in offers["starts"]] == ["cards", "blank"]
    assert (offers["open"], offers["recent"], offers["below"]) == ("", [], [])
    assert desk.page.get("/api/games").json()["games"] == []


def test_start_page_offers_games_below_but_no_links(desk: Desk, built_tiny: Snapshot) -> None:
    (desk.here / "island").mkdir()
    built_tiny.write(desk.here / "island" / "tiny")
    built_tiny.write(desk.here.parent / "elsewhere")
    (desk.here / "link").symlink_to(desk.here.parent / "elsewhere")
    offers = desk.page.get("/api/studio").json()
    assert [one["name"] for one in offers["below"]] == ["island/tiny"]
    assert desk.post("/api/open", {"id": offers["below"][0]["id"]}).status_code == 200
    assert [game["id"] for game in desk.page.get("/api/games").json()["games"]] == ["tiny"]
    assert "What will you make?" not in desk.page.get("/").text
    assert [one.folder for one in recent_projects()] == [str(desk.here / "island" / "tiny")]
    again = desk.page.get("/api/studio").json()
    assert ([one["name"] for one in again["recent"]], again["below"]) == (["tiny"], [])


@pytest.mark.parametrize("named", ["", "../elsewhere", "/etc", "0" * 20])
def test_only_what_is_offered_can_be_opened(desk: Desk, built_tiny: Snapshot, named: str) -> None:
    built_tiny.write(desk.here.parent / "elsewhere")
    assert desk.post("/api/open", {"id": named}).status_code == 422
    assert not desk.studio.is_open


def test_new_game_is_begun_as_the_command_does(desk: Desk) -> None:
    answer = desk.post("/api/new", {"name": "My deck", "start": "blank"})
    assert answer.status_code == 200, answer.text
    assert (desk.here / "My deck" / "game.yaml").is_file()
    assert [game["title"] for game in desk.page.get("/api/games").json()["games"]] == ["My deck"]
    again = desk.post("/api/new", {"name": "My deck", "start": "blank"})
    assert again.status_code == 422
    assert "it has files of a game already" in again.json()["problems"][0]["message"]


@pytest.mark.parametrize("name", ["", "..", "../up", "a/b", "a\\b", ".hidden", "-x", "con", "x\ny"])
def test_name_of_a_new_game_is_one_name(desk: Desk, name: str) -> None:
    answer = desk.post("/api/new", {"name": name, "start": "blank"})
    assert answer.status_code == 422, answer.text
    assert [*desk.here.iterdir()] == []
    assert {path.name for path in desk.here.parent.iterdir()} <= {"games", "state"}


def test_new_game_begins_with_a_start_that_is_offered(desk: Desk) -> None:
    assert desk.post("/api/new", {"name": "x", "start": "../../.."}).status_code == 422
    assert [*desk.here.iterdir()] == []


# Who may do something.


@pytest.mark.parametrize(
    "path", ["/api/new", "/api/open", "/api/printing", "/api/do/tiny", "/api/stop/tiny"]
)
def test_nothing_is_done_without_the_token(desk: Desk, path: str) -> None:
    for headers in (
        {},
        {**GOOD, TOKEN: "another"},
        {**GOOD, "origin": "http://evil.example"},
        {**GOOD, "host": "evil.example"},
        {**GOOD, "sec-fetch-site": "cross-site"},
        {TOKEN: SECRET},
    ):
        answer = desk.page.post(path, json={}, headers=headers)
        assert answer.status_code in (400, 403), (headers, answer.status_code)
    assert desk.page.get(path).status_code in (404, 405)


@pytest.mark.parametrize("content", [b"", b"[]", b"7", b"{", b"null"])
def test_request_that_is_no_object_does_nothing(desk: Desk, content: bytes) -> None:
    headers = {**GOOD, "content-type": "application/json"}
    for path in ("/api/new", "/api/open", "/api/do/tiny"):
        assert desk.page.post(path, content=content, headers=headers).status_code == 422


# Commands.


def test_build_lists_its_files_which_are_served(tiny_desk: Desk) -> None:
    tiny_desk.done("build")
    action = tiny_desk.done("build")
    assert (action["state"], action["unchanged"], action["problems"]) == ("done", True, [])
    assert action["folder"] == "output/tiny/en-A4"
    assert action["files"][0]["name"] == "tiny-cover.pdf"
    answer = tiny_desk.result(action)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == "inline"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    path = tiny_desk.here / "tiny/output/tiny/en-A4/tiny-cover.pdf"
    assert answer.content == path.read_bytes()


def test_build_of_a_changed_game_tells_its_progress(tiny_desk: Desk) -> None:
    action = tiny_desk.done("build", only="coin")
    assert (action["state"], action["unchanged"]) == ("done", False)
    assert [file["name"] for file in action["files"]] == ["tiny-only-coin.pdf"]
    views = [data for name, data in tiny_desk.bus.told if name == "action"]
    assert any("tiny: " in view["doing"] for view in views)
    assert any(view["total"] for view in views)
    assert (views[0]["state"], views[-1]["state"]) == ("running", "done")


def test_result_is_named_by_its_numbers_alone(tiny_desk: Desk) -> None:
    action = tiny_desk.done("build")
    for path in (
        f"/result/{action['id']}/0/..%2f..%2fcontent%2ftiny%2fgame.yaml",
        f"/result/{action['id']}/0/game.yaml",
    ):
        answer = tiny_desk.page.get(path)
        assert answer.status_code == 404 or answer.content.startswith(b"%PDF-")
    for path in (f"/result/{action['id']}/99/x", "/result/99/0/x", "/result/-1/0/x"):
        assert tiny_desk.page.get(path).status_code == 404


def test_link_in_the_place_of_a_result_is_not_followed(tiny_desk: Desk) -> None:
    action = tiny_desk.done("build")
    secret = tiny_desk.here.parent / "secret"
    secret.write_text("nobody may read this")
    path = tiny_desk.here / "tiny/output/tiny/en-A4/tiny-cover.pdf"
    path.unlink()
    path.symlink_to(secret)
    assert tiny_desk.result(action).status_code == 404


def test_sheet_is_printed_by_its_number(tiny_desk: Desk) -> None:
    sheets = tiny_desk.page.get("/api/sheets/tiny").json()["sheets"]
    numbered = [sheet for sheet in sheets if sheet["group"] != "cover"]
    action = tiny_desk.done("print", pages="3")
    assert action["what"] == "print"
    (file,) = action["files"]
    assert (file["name"], file["about"]) == ("tiny-pages-3.pdf", numbered[2]["name"])
    assert b"/PrintScaling/None" in tiny_desk.result(action).content


def test_problems_of_a_build_name_their_pieces(tiny_desk: Desk) -> None:
    path = tiny_desk.here / "tiny/content/tiny/cards.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("title: {en: Hut", f"title: {{en: {'Hut ' * 40}"), "utf-8")
    action = tiny_desk.done("build")
    assert action["state"] == "refused"
    (problem,) = action["problems"]
    assert (problem["code"], problem["pieces"], problem["severity"]) == ("E201", ["hut"], "error")
    assert action["files"] == []


def test_check_counts_its_verdicts(tiny_desk: Desk) -> None:
    action = tiny_desk.done("check")
    assert action["state"] == "done"
    assert action["tally"]["contradiction"] == 2


def test_box_that_differs_may_be_built_all_the_same(tiny_desk: Desk) -> None:
    path = tiny_desk.here / "tiny/content/tiny/coins.yaml"
    path.write_text(path.read_text("utf-8").replace("copies: 6", "copies: 7"), "utf-8")
    action = tiny_desk.done("build")
    assert (action["state"], action["forceable"]) == ("refused", True)
    assert tiny_desk.done("build", force="yes")["state"] == "done"
    assert tiny_desk.done("print", pages="2")["forceable"]
    sheet = tiny_desk.done("print", pages="2", force="yes")
    assert [file["name"] for file in sheet["files"]] == ["tiny-pages-2.pdf"]
    assert any("differs" in note for note in sheet["notes"])
    assert tiny_desk.done("check")["state"] == "refused"


LAID_FOR_MANY = {"format": "tts", "players": "many"}


def test_export_is_made_by_its_form(tiny_desk: Desk) -> None:
    state = tiny_desk.page.get("/api/studio/tiny").json()
    forms = {form["name"]: form for form in state["exporting"]}
    assert {"tts", "png", "shop"} <= forms.keys()
    fields = {field["name"]: field for field in forms["png"]["fields"]}
    assert "tabletopia" in fields["preset"]["choices"]
    assert "url" not in fields and "output" not in fields
    names = {form: {field["name"] for field in forms[form]["fields"]} for form in forms}
    assert {form for form, fields in names.items() if "players" in fields} == {
        "tts",
        "pcio",
        "vassal",
    }
    answer = tiny_desk.post("/api/do/tiny", {"what": "export", "options": LAID_FOR_MANY})
    assert answer.status_code == 422
    action = tiny_desk.done("export", format="svg", only="coin")
    assert action["state"] == "done"
    answer = tiny_desk.result(action)
    assert answer.headers["content-disposition"] == "attachment"
    assert "sandbox" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("pull", {}),
        ("build --output=/tmp/x", {}),
        ("export", {"format": "nothing"}),
        ("export", {"format": "../../x"}),
        ("export", {"format": "drivethru", "profile": "/etc/passwd"}),
        ("build", {"players": "many"}),
        ("build", {"only": "coin\n--output=/tmp/x"}),
        ("build", {"only": "x" * 501}),
        ("build", {"only": ["coin"]}),
    ],
)
def test_what_no_form_has_is_refused(tiny_desk: Desk, what: str, options: dict) -> None:
    asked = {"what": what, "options": options}
    assert tiny_desk.post("/api/do/tiny", asked).status_code == 422
    assert tiny_desk.actions() == []


def test_options_that_no_form_has_are_left_out(tiny_desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out"
    tiny_desk.done("build", output=str(out), project="/etc", copies_from="/etc/passwd")
    assert not out.exists()


def test_game_that_is_not_open_is_not_built(tiny_desk: Desk) -> None:
    assert tiny_desk.do("build", game="other").status_code == 422
    assert tiny_desk.page.get("/api/studio/other").status_code == 404


def test_one_thing_is_done_at_a_time_until_it_is_stopped(tiny_desk: Desk) -> None:
    before = _files(tiny_desk.here / "tiny/output")
    template = tiny_desk.here / "tiny/templates/tiny/coin.svg.j2"
    text = template.read_text("utf-8")
    template.write_text(text.replace("{% block face %}", "{% block face %}" + ENDLESS), "utf-8")
    assert tiny_desk.do("build").status_code == 200
    busy = tiny_desk.do("check")
    assert busy.status_code == 409
    assert "being done" in busy.json()["problems"][0]["message"]
    assert tiny_desk.post("/api/stop/tiny", {}).status_code == 200
    action = tiny_desk.over()
    assert (action["state"], action["files"]) == ("stopped", [])
    assert _files(tiny_desk.here / "tiny/output") == before


def _files(folder: Path) -> dict[str, int]:
    """The files of an output folder, without the cache, by the times of their content."""
    return {
        str(path): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file() and ".cache" not in path.parts
    }


# Printing, and another project.


def test_way_of_printing_is_kept_for_the_project(tiny_desk: Desk) -> None:
    assert tiny_desk.post("/api/printing", {"paper": "Letter", "duplex": ""}).status_code == 200
    sheets = tiny_desk.page.get("/api/sheets/tiny").json()["sheets"]
    assert {sheet["paper"] for sheet in sheets} == {"Letter"}
    assert tiny_desk.done("build", only="coin")["folder"] == "output/tiny/en-Letter/part"
    other = Studio(tiny_desk.here, STARTS, _options_of)
    other.open(tiny_desk.here / "tiny")
    try:
        chosen = {field.name: field.value for field in other.printing()}
        assert (chosen["paper"], chosen["duplex"]) == ("Letter", "")
    finally:
        other.stop()


def test_unknown_way_of_printing_is_refused(tiny_desk: Desk) -> None:
    answer = tiny_desk.post("/api/printing", {"duplex": "sideways"})
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["message"].startswith("duplex: there is no `sideways`")


def test_another_project_takes_the_place_of_the_first(tiny_desk: Desk) -> None:
    tiny_desk.done("build")
    assert tiny_desk.post("/api/new", {"name": "deck", "start": "blank"}).status_code == 200
    assert [game["id"] for game in tiny_desk.page.get("/api/games").json()["games"]] == ["deck"]
    assert tiny_desk.page.get("/api/game/tiny").status_code == 404
    assert tiny_desk.actions("deck") == []
    assert tiny_desk.page.get("/result/1/0/tiny-cover.pdf").status_code == 404


def test_saved_files_of_each_project_are_seen(tiny_desk: Desk) -> None:
    changes = tiny_desk.studio.saved(lambda _: None)
    seen = iter(changes)
    assert next(seen) == frozenset()
    (tiny_desk.here / "tiny/content/tiny/new.txt").write_text("new")
    assert {path.name for path in next(seen)} >= {"new.txt"}
    tiny_desk.studio.begin("deck", "blank")
    while next(seen) != frozenset():  # the first set of the other project
        pass
    (tiny_desk.here / "deck/game.yaml").write_text("title: Deck")
    assert "game.yaml" in {path.name for path in next(seen)}
    changes.stop.set()
    tiny_desk.studio.stop()
    assert [*seen] in ([], [frozenset()])


def test_projects_that_are_gone_are_not_offered(desk: Desk, built_tiny: Snapshot) -> None:
    built_tiny.write(desk.here.parent / "elsewhere")
    desk.studio.open(desk.here.parent / "elsewhere")
    (desk.here.parent / "elsewhere").rename(desk.here.parent / "moved")
    assert desk.page.get("/api/studio").json()["recent"] == []


def test_list_of_projects_that_cannot_be_read_is_empty(desk: Desk) -> None:
    state = desk.here.parent / "state/fustella"
    state.mkdir(parents=True)
    (state / "recent.json").write_text('{"folder": 7}')
    assert desk.page.get("/api/studio").json()["recent"] == []
    assert recent_projects() == ()


def test_options_of_a_project_are_those_of_a_preview() -> None:
    assert _options_of(Project(TINY), {"paper": "Letter"}).paper == "Letter"
    assert _options_of(Project(TINY), {}).paper == "A4"

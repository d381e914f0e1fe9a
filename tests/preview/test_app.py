"""What the app answers, and that its page needs nothing from other sites."""

import os
import re
from contextlib import ExitStack
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from fustella.preview.app import ServedFont, _font_rule, make_app
from fustella.preview.events import MOST_WAITING, MOST_WATCHERS, Bus
from fustella.preview.joining import STATIC, page_files
from fustella.preview.views import EditionKey
from tests.conftest import TinyProject
from tests.preview.conftest import HERE, address_of, service_of

FILES = sorted(STATIC.iterdir())


@pytest.mark.parametrize(
    ("name", "media_type"),
    [("main.js", "text/javascript"), ("page.css", "text/css"), ("icon.svg", "image/svg+xml")],
)
def test_app_asked_for_a_static_file_serves_it(
    client: TestClient, name: str, media_type: str
) -> None:
    answer = client.get(address_of(client, name))
    assert answer.status_code == 200
    assert answer.content == page_files()[name]
    assert answer.headers["content-type"].split(";")[0] == media_type
    assert "immutable" in answer.headers["cache-control"]


def test_static_file_of_another_version_is_not_there(client: TestClient) -> None:
    """Browsers keep each for ever: an address must never name two."""
    address = address_of(client, "main.js")
    assert client.get(re.sub("/[0-9a-f]+/", "/0123456789abcdef/", address)).status_code == 404
    assert client.get("/").headers["cache-control"] == "no-store"


def test_another_version_of_the_tool_has_other_addresses(
    good: TinyProject, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faces that browsers keep are named by it, too: it may prepare their pictures otherwise."""
    monkeypatch.setattr("fustella.core.files.fingerprint._tool", lambda: "another")
    other = TestClient(make_app(service_of(good), Bus(), (), ()), base_url=HERE)
    assert address_of(other, "main.js") != address_of(client, "main.js")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_static_file_refers_to_no_other_site(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|//[a-z]+\.[a-z]", text), path
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", text), "inline"


def test_page_loads_one_script_and_one_style_sheet_of_its_own(client: TestClient) -> None:
    page = client.get("/").text
    links = re.findall(r'(?:href|src)="(/[^"]+)"', page)
    for link in links:
        assert client.get(link).status_code == 200, link
    loaded = sorted({link.rpartition("/")[2] for link in links})
    assert loaded == ["fonts.css", "icon.svg", "main.js", "page.css"]


def test_app_asked_for_fonts_serves_those_that_texts_are_measured_with(client: TestClient) -> None:
    css = client.get("/fonts/fonts.css").text
    names = re.findall(r'url\("([^"]+)"\)', css)
    assert len(names) == len(set(names)) == 24
    assert 'font-family: "Source Serif Pro"; font-weight: 900; font-style: italic' in css
    answer = client.get(f"/fonts/{names[0]}")
    assert answer.content[:4] == b"\x00\x01\x00\x00"
    assert "immutable" in answer.headers["cache-control"]


def test_font_with_the_same_name_and_other_bytes_has_another_address(tmp_path: Path) -> None:
    path = tmp_path / "a.ttf"
    path.write_bytes(b"old")
    os.utime(path, (1, 1))
    font = ServedFont("a.ttf", "Aldus", 400, False, path)
    before = _font_rule(font)
    path.write_bytes(b"new")
    os.utime(path, (2, 2))
    assert _font_rule(font) != before, "each is kept for ever"


def test_face_opened_by_itself_is_sandboxed(client: TestClient) -> None:
    told = client.get("/api/game/tiny").json()
    digest = told["pieces"][0]["faces"][0]["digest"]
    policy = client.get(f"/face/tiny/{digest}.svg").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy
    assert "script-src" not in policy and "unsafe" not in policy


def test_app_asked_for_the_head_of_an_event_stream_ends_the_answer(client: TestClient) -> None:
    answer = client.head("/api/events?game=tiny")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_app_asked_by_one_page_too_many_refuses_it_alone(good: TinyProject) -> None:
    bus, edition = Bus(), EditionKey("tiny", "en", "full")
    client = TestClient(make_app(service_of(good), bus, (), ()), base_url=HERE)
    with ExitStack() as stack:
        for _ in range(MOST_WATCHERS):
            stack.enter_context(bus.watching(edition))
        answer = client.get("/api/events?game=tiny")
        assert (answer.status_code, answer.text) == (503, "too many pages are open")
        assert bus.editions(["tiny"]) == (edition,)


def test_app_asked_for_a_game_tells_its_pieces(client: TestClient) -> None:
    assert [game["id"] for game in client.get("/api/games").json()["games"]] == ["tiny"]
    told = client.get("/api/game/tiny").json()
    assert (told["language"], told["theme"], told["faults"]) == ("en", "full", [])
    boat = next(piece for piece in told["pieces"] if piece["id"] == "boat")
    assert boat["copies"] == 12
    cost = next(field for field in boat["fields"] if field["path"] == "cost")
    assert (cost["text"], cost["type"], cost["file"]) == ("3", "number", boat["file"])
    assert cost["line"] > boat["line"]
    assert {face["side"] for face in boat["faces"]} == {"front", "back"}


def test_app_asked_for_a_face_lets_it_be_cached_for_ever(client: TestClient) -> None:
    told = client.get("/api/game/tiny?language=it&theme=low-ink").json()
    digests = {face["digest"] for piece in told["pieces"] for face in piece["faces"]}
    assert len(digests) > 10
    for digest in digests:
        answer = client.get(f"/face/tiny/{digest}.svg")
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
        assert "immutable" in answer.headers["cache-control"]


def test_app_asked_for_sheets_tells_where_faces_lie(client: TestClient) -> None:
    told = client.get("/api/sheets/tiny").json()
    assert not told["faults"]
    printed = [sheet for sheet in told["sheets"] if sheet["group"] != "cover"]
    placed = [one for sheet in printed for one in sheet["pages"][0]["placed"]]
    assert sum(one["piece"] == "boat" for one in placed) == 12
    assert any(one["window"] for one in placed if one["piece"] == "island")
    for sheet in told["sheets"]:
        for page in sheet["pages"]:
            for one in page["placed"]:
                assert 0 <= one["x_mm"] <= sheet["width_mm"] - one["width_mm"] + 1e-6


def test_app_asked_for_sheets_tells_the_cover_first(client: TestClient) -> None:
    told = client.get("/api/sheets/tiny?language=it&theme=grey").json()
    covers = [sheet for sheet in told["sheets"] if sheet["group"] == "cover"]
    assert told["sheets"][: len(covers)] == covers
    assert {sheet["name"] for sheet in covers} == {"Copertina"}
    placed = [one for sheet in covers for one in sheet["pages"][0]["placed"]]
    assert {"boat", "hut"} <= {one["piece"] for one in placed if not one["picture"]}
    pictures = [one["picture"] for one in placed if one["picture"]]
    texts = "".join(client.get(f"/face/tiny/{one['digest']}.svg").text for one in pictures)
    assert "Barca" in texts
    assert all(one["width_mm"] > 0 and one["height_mm"] > 0 for one in pictures)
    others = [one for s in told["sheets"][len(covers) :] for one in s["pages"][0]["placed"]]
    assert not any(one["picture"] for one in others)


def test_bus_with_a_page_far_behind_tells_it_to_reload() -> None:
    bus, edition = Bus(), EditionKey("tiny", "en", "full")
    with bus.watching(edition) as queue, bus.watching(EditionKey("tiny", "it", "full")) as other:
        for number in range(MOST_WAITING + 1):
            bus.tell("change", {"number": number}, edition)
        assert queue.qsize() == 1
        assert queue.get_nowait() == b"event: reload\ndata: {}\n\n"
        assert other.empty()
        assert bus.editions(["tiny"]) == (edition, EditionKey("tiny", "it", "full"))
        assert bus.editions(["none"]) == ()
    assert bus.editions(["tiny"]) == ()


def test_bus_with_as_many_pages_as_may_watch_is_full() -> None:
    bus = Bus()
    with ExitStack() as stack:
        for _ in range(MOST_WATCHERS):
            assert not bus.full
            stack.enter_context(bus.watching(EditionKey("tiny", "en", "full")))
        assert bus.full
    assert not bus.full


def test_app_asked_for_sheets_tells_marks_slugs_and_labels(client: TestClient) -> None:
    told = client.get("/api/sheets/tiny").json()
    pages = [page for sheet in told["sheets"] for page in sheet["pages"]]
    figures = {one["text"] for page in pages for one in page["marks"]["figures"]}
    assert {"1", "2", "3"} <= figures, "cuts are numbered"
    assert any(page["marks"]["lines"] for page in pages)
    art, *others = pages
    assert not art["slug"]["width_mm"], "the drawn page of the cover has none"
    assert all(page["slug"]["width_mm"] and page["slug"]["height_mm"] for page in others)
    sheets = [sheet for sheet in told["sheets"] if sheet["group"] != "cover"]
    groups = [sheet["group"] for sheet in sheets]
    later = next(s for s, group in zip(sheets, groups, strict=True) if group != groups[0])
    assert f"(no. {groups.count(groups[0]) + 1})" in later["pages"][0]["label"]


def test_app_asked_for_icons_answers_the_first_of_those_that_it_finds(client: TestClient) -> None:
    answer = client.get("/api/icons/tiny", params={"search": "arrow"}).json()
    assert answer["found"] > len(answer["icons"]) == 120
    for icon in answer["icons"]:
        assert "arrow" in icon["name"]
        assert ElementTree.fromstring(icon["svg"]).get("viewBox") == "0 0 24 24"
    assert client.get("/api/icons/tiny", params={"search": "xyzzy"}).json()["icons"] == []
    assert client.get("/api/icons/nowhere").status_code == 404

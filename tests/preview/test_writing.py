"""Who may change files: the page of this start alone, and nothing but files of the game."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fustella.preview.app import Pen, make_app
from fustella.preview.events import Bus
from fustella.preview.guard import MOST_BODY_BYTES, TOKEN
from tests.conftest import Snapshot, TinyProject
from tests.preview.conftest import HERE, service_of

SECRET = "the token of this start"
GOOD = {TOKEN: SECRET, "origin": HERE, "content-type": "application/json"}
NOTHING = json.dumps({"gestures": []}).encode()
EDIT = "/api/edit/tiny"


@pytest.fixture(scope="module")
def served(
    built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory
) -> tuple[TestClient, list[Path]]:
    """A client of a preview that takes changes, and the files that it has told of."""
    root = tmp_path_factory.mktemp("writing") / "project"
    built_tiny.write(root)
    changed: list[Path] = []
    app = make_app(service_of(TinyProject(root)), Bus(), (), (), Pen(SECRET, changed.extend))
    return TestClient(app, base_url=HERE), changed


@pytest.fixture
def writer(served: tuple[TestClient, list[Path]]) -> TestClient:
    return served[0]


@pytest.fixture
def changed(served: tuple[TestClient, list[Path]]) -> list[Path]:
    served[1].clear()
    return served[1]


def test_page_with_the_token_may_change_files(writer: TestClient) -> None:
    answer = writer.post(EDIT, content=NOTHING, headers=GOOD)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert writer.get("/api/games").json()["writing"] is True


def test_page_of_a_preview_to_read_changes_nothing(client: TestClient) -> None:
    assert client.post(EDIT, content=NOTHING, headers=GOOD).status_code == 405
    assert client.get("/api/games").json()["writing"] is False


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({TOKEN: "another"}, 403),
        ({TOKEN: ""}, 403),
        ({TOKEN: SECRET + " "}, 403),
        ({TOKEN: None}, 403),
        ({"origin": None}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "https://localhost:8000"}, 403),
        ({"origin": "http://localhost:8001"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "none"}, 403),
        ({"host": "evil.example", "origin": "http://evil.example"}, 400),
        ({"host": "evil.example:8000", "origin": "http://evil.example:8000"}, 400),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "multipart/form-data; boundary=x"}, 415),
        ({"content-type": None}, 415),
        ({"content-length": str(MOST_BODY_BYTES + 1)}, 413),
        ({"content-length": "-1"}, 411),
        ({"transfer-encoding": "chunked"}, 411),
    ],
    ids=str,
)
@pytest.mark.parametrize("path", [EDIT, "/api/undo/tiny", "/api/redo/tiny"])
def test_request_of_anybody_else_is_refused(
    writer: TestClient, changed: list[Path], path: str, headers: dict[str, str | None], status: int
) -> None:
    """A hostile page, another user without the token, a name that was rebound to this machine."""
    sent = {name: value for name, value in (GOOD | headers).items() if value is not None}
    answer = writer.post(path, content=NOTHING, headers=sent)
    assert answer.status_code == status
    assert not changed


def test_two_tokens_are_refused(writer: TestClient) -> None:
    twice = [*GOOD.items(), (TOKEN, SECRET)]
    assert writer.post(EDIT, content=NOTHING, headers=twice).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/steps/tiny", "/api/game/tiny"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_no_other_method_is_answered(writer: TestClient, path: str, method: str) -> None:
    assert writer.request(method, path, headers=GOOD).status_code == 405


def test_nothing_that_is_served_has_the_token(writer: TestClient) -> None:
    """Another user of the machine can open the page, and so read whatever it is given."""
    for path in ("/", "/api/games", "/api/steps/tiny", "/api/game/tiny"):
        answer = writer.get(path)
        assert SECRET not in answer.text
        assert SECRET not in str(answer.headers)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"gestures": 3}', b"\xff", b"[" * 100_000])
def test_malformed_request_is_told(writer: TestClient, body: bytes) -> None:
    answer = writer.post(EDIT, content=body, headers=GOOD)
    assert answer.status_code == 400
    assert answer.json()["problems"]


def test_unknown_game_is_not_there(writer: TestClient) -> None:
    assert writer.post("/api/edit/nothing", content=NOTHING, headers=GOOD).status_code == 404

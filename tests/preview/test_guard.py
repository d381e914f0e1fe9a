"""What is refused: hosts, methods, bodies, lengths, other sites, and paths outside."""

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from fustella.preview.guard import LONGEST_HEADERS, LONGEST_URL, Guard
from tests.preview.conftest import address_of


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "LOCALHOST:1", "127.0.0.1:8000", "[::1]:8000", "192.168.7.7"],
)
def test_guard_asked_by_an_own_host_serves_it(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "127.0.0.1.nip.io",
        "192.168.7.8",
        "localhost:80:80",
        "localhost:port",
        "localhost@evil.example",
        "",
        " ",
        "[::1",
        "0.0.0.0",
    ],
)
def test_guard_asked_by_an_odd_host_refuses_it(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "Fustella" not in answer.text


def test_guard_asked_with_two_hosts_refuses_it(client: TestClient) -> None:
    answer = client.get("/", headers=[("host", "localhost"), ("host", "evil.example")])
    assert answer.status_code == 400


def test_guard_bound_to_all_addresses_serves_addresses_and_no_names() -> None:
    app = Starlette(routes=[Route("/", lambda _: PlainTextResponse("here"))])
    anywhere = TestClient(Guard(app, ["0.0.0.0"]), base_url="http://10.1.2.3:8000")
    assert anywhere.get("/").status_code == 200
    assert anywhere.get("/", headers={"host": "[fe80::1]:8000"}).status_code == 200
    assert anywhere.get("/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "X"])
def test_guard_asked_to_write_refuses_it(client: TestClient, method: str) -> None:
    assert client.request(method, "/").status_code == 405


def test_guard_asked_for_the_head_serves_it(client: TestClient) -> None:
    answer = client.head("/")
    assert answer.status_code == 200
    assert not answer.content


def test_guard_asked_with_a_body_refuses_it(client: TestClient) -> None:
    assert client.request("GET", "/", content=b"x" * 10).status_code == 413
    chunked = client.request("GET", "/", content=iter([b"x"]))
    assert chunked.status_code == 413


@pytest.mark.parametrize("path", ["/" + "a" * LONGEST_URL, "/?" + "a" * LONGEST_URL])
def test_guard_asked_with_a_long_address_refuses_it(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 414


def test_guard_asked_with_long_headers_refuses_it(client: TestClient) -> None:
    assert client.get("/", headers={"cookie": "a" * LONGEST_HEADERS}).status_code == 431
    many = [("host", "localhost"), *((f"x-{n}", "a" * 80) for n in range(LONGEST_HEADERS // 80))]
    assert client.get("/", headers=many).status_code == 431


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://localhost:8000"},
        {"origin": "http://localhost:9000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_guard_asked_by_another_site_refuses_it(
    client: TestClient, headers: dict[str, str]
) -> None:
    for path in ("/api/events?game=tiny", "/api/game/tiny", "/static/main.js"):
        assert client.get(path, headers=headers).status_code == 403


def test_guard_asked_by_the_page_itself_serves_it(client: TestClient) -> None:
    own = {"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}
    assert client.get("/api/games", headers=own).status_code == 200


def test_guard_asked_through_a_link_of_another_site_serves_it(client: TestClient) -> None:
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/main.js",
        "/static/VERSION/page.html",
        "/static/VERSION/..%2fapp.py",
        "/static/VERSION/%2e%2e/%2e%2e/build.py",
        "/static/VERSION/%2e%2e%2fapp.py",
        "/static/VERSION/..%5capp.py",
        "/static/VERSION//etc/passwd",
        "/static/VERSION/%00",
        "/static/VERSION/main.js/..",
        "/static/VERSION/main.js%00.js",
        "/fonts/../../../etc/passwd",
        "/fonts/..%2f..%2f..%2fsetup.py",
        "/fonts/LICENSE.txt",
        "/face/../../content/tiny/game.yaml",
        "/face/0123456789abcdef0123456789abcdef.svg",
        "/face/tiny/0123456789abcdef0123456789abcdef.svg",
        "/face/nowhere/0123456789abcdef0123456789abcdef.svg",
        "/content/tiny/game.yaml",
        "/api/game/..%2ftiny",
        "/api/game/%2e%2e",
        "/api/game/tiny%00",
        "/api/sheets/none",
        "/api/game/tiny?language=xx",
        "/api/game/tiny?theme=none",
        "/api/compare/tiny?against=git:--output=x",
        "/api/compare/tiny?against=kit:../../x",
        "/api/compare/tiny",
        "/api/events?game=none",
        "/docs",
    ],
)
def test_app_asked_for_a_path_outside_refuses_it(client: TestClient, path: str) -> None:
    version = address_of(client, "main.js").split("/")[2]
    answer = client.get(path.replace("VERSION", version))
    assert answer.status_code == 404
    assert "languages" not in answer.text and "import" not in answer.text


@pytest.mark.parametrize("path", ["/", "main.js", "/api/games", "/nowhere"])
def test_answer_of_any_path_forbids_foreign_code(client: TestClient, path: str) -> None:
    headers = client.get(path if "/" in path else address_of(client, path)).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_refusal_forbids_foreign_code(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_app_has_no_websockets() -> None:
    async def opened(socket) -> None:  # pragma: no cover - it must never be reached
        await socket.accept()

    app = Guard(Starlette(routes=[WebSocketRoute("/", opened)]))
    client = TestClient(app, base_url="http://localhost")
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/"):
        pass

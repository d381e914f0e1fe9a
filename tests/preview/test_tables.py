"""The page gets the lists of a game as tables, also while the game has a fault."""

import json

from starlette.testclient import TestClient

from tests.conftest import TinyProject
from tests.preview.conftest import service_of

LIST = "content/tiny/cards.yaml"


def test_page_gets_all_lists_and_the_rows_of_one(client: TestClient) -> None:
    tables = client.get("/api/tables/tiny").json()["tables"]
    assert [table["id"] for table in tables if table["rows"]] == []
    assert LIST in [table["id"] for table in tables]
    found = client.get("/api/tables/tiny", params={"table": LIST}).json()
    assert found["files"].keys() == {LIST}
    (table,) = found["tables"]
    assert table["columns"][0]["name"] == "id"
    assert all(row["piece"] for row in table["rows"])


def test_unknown_list_or_game_is_not_there(client: TestClient) -> None:
    assert client.get("/api/tables/tiny", params={"table": "x.yaml"}).status_code == 404
    assert client.get("/api/tables/chess").status_code == 404


def test_table_of_a_faulty_game_shows_the_fault(tiny: TinyProject) -> None:
    service = service_of(tiny)
    tiny.edit(LIST, "cost: 9", "cost: nine")
    edition = service.edition("tiny", "", "")
    found = json.loads(service.ask("tables", edition, LIST) or b"")
    assert "nine" in [cell for row in found["tables"][0]["rows"] for cell in row["cells"]]

"""The model of a game for the page: what `--to glb` writes, made when it is asked for."""

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from fustella.preview import models
from fustella.preview.app import make_app
from fustella.preview.events import Bus
from fustella.preview.made import MadeFiles
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey, ModelView
from tests.conftest import TinyProject
from tests.helpers.glb import Glb
from tests.preview.conftest import HERE, service_of

CARDS = "content/tiny/cards.yaml"
FULL = EditionKey("tiny", "en", "full")


def file_of(service: PreviewService, view: ModelView) -> bytes:
    content = service.made("tiny", f"{view.digest}.glb")
    assert content is not None
    return content


def touched(service: PreviewService, tiny: TinyProject, old: str, new: str) -> ModelView:
    tiny.edit(CARDS, old, new)
    service.touch([tiny.root / CARDS])
    return service.model(FULL)


def test_model_is_the_file_that_the_export_writes(service: PreviewService, tiny: TinyProject):
    view = service.model(FULL)
    assert tiny.run("export", "--to", "glb") == 0
    written = tiny.output / "tiny" / "en" / "glb" / "tiny.glb"
    assert file_of(service, view) == written.read_bytes()
    assert (view.dpi, view.undrawn) == (100, 0)
    assert {fault.severity for fault in view.faults} <= {"warning"}


def test_model_is_made_when_it_is_asked_for_and_not_before(tiny: TinyProject):
    digest = service_of(tiny).model(FULL).digest
    service = service_of(tiny)
    service.whole(FULL)
    service.sheets(FULL)
    assert service.made("tiny", f"{digest}.glb") is None
    assert service.model(FULL).digest == digest
    assert service.made("tiny", f"{digest}.glb") is not None


def test_model_is_another_one_after_an_edit_of_a_face_or_of_copies_alone(
    service: PreviewService, tiny: TinyProject
):
    first = service.model(FULL)
    assert service.model(FULL).digest == first.digest
    renamed = touched(service, tiny, "en: Boat,", "en: Barge,")
    assert renamed.digest != first.digest
    before, after = (Glb(file_of(service, view)) for view in (first, renamed))
    assert before.piles.keys() == after.piles.keys()
    assert touched(service, tiny, "en: Barge,", "en: Boat,").digest == first.digest


def test_model_of_a_game_with_a_fault_is_the_last_good_one(
    service: PreviewService, tiny: TinyProject
):
    first = service.model(FULL)
    assert touched(service, tiny, "cost: 3", "cost: three").digest == first.digest


def test_model_leaves_out_what_cannot_be_drawn_and_says_so(
    service: PreviewService, tiny: TinyProject
):
    tiny.edit(CARDS, "en: Boat,", 'en: "Boat {mast}",')
    view = service.model(FULL)
    assert view.undrawn == 1
    assert "boat" not in Glb(file_of(service, view)).piles
    assert "hut" in Glb(file_of(service, view)).piles


def test_faces_of_a_large_game_are_coarser_and_too_many_are_told(
    tiny: TinyProject, monkeypatch: pytest.MonkeyPatch
):
    fine = service_of(tiny).model(FULL)
    monkeypatch.setattr(models, "MOST_PIXELS", 60_000)
    again = service_of(tiny).model(FULL)
    assert models.LEAST_DPI <= again.dpi < fine.dpi
    monkeypatch.setattr(models, "MOST_PIXELS", 100)
    refused = service_of(tiny).model(FULL)
    assert [fault.code for fault in refused.faults] == ["E788"]
    assert refused.faults[0].hint
    assert refused.digest == ""


def test_app_serves_what_was_made_by_its_name_alone(tiny: TinyProject):
    client = TestClient(make_app(service_of(tiny), Bus(), (), ()), base_url=HERE)
    digest = client.get("/api/model/tiny").json()["digest"]
    answer = client.get(f"/made/tiny/{digest}.glb")
    assert answer.headers["content-type"] == "model/gltf-binary"
    assert "immutable" in answer.headers["cache-control"]
    assert Glb(answer.content).piles
    for name in (f"{digest}.png", f"{digest}", f"{digest}.svg", "0" * 32 + ".glb", "x.glb"):
        assert client.get(f"/made/tiny/{name}").status_code == 404, name
    assert client.get("/api/model/nowhere").status_code == 404


def test_made_files_beyond_the_bound_go_oldest_first():
    made = MadeFiles(most_bytes=10)
    made["a"], made["b"] = b"12345", b"12345"
    made["a"] = b"123456"
    assert [*made] == ["a"], "what is made anew is the newest"
    made["c"] = b"x" * 50
    assert [*made] == ["c"], "the last one is kept, however large it is"
    with pytest.raises(KeyError):
        del made["a"]
    del made["c"]
    assert len(made) == 0


def test_model_in_another_theme_is_another_one(service: PreviewService):
    assert service.model(FULL).digest != service.model(replace(FULL, theme="grey")).digest

"""What a build after a build makes again: what an edit touches, and all of that."""

from pathlib import Path

import pytest

import fustella.core.files.fingerprint as stamping
import fustella.draw.render as rendering
from fustella.draw.templates.environment import TemplateSet
from tests.conftest import TinyProject


def pdfs(project: TinyProject) -> dict[str, str]:
    return {
        Path(name).name: digest
        for name, digest in project.hashes().items()
        if name.endswith(".pdf")
    }


def times(project: TinyProject) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in project.built.glob("*.pdf")}


def written(project: TinyProject, *more: str) -> set[str]:
    """The PDFs that a build makes again."""
    before = times(project)
    assert project.run("build", *more) == 0
    return {name for name, time_ns in times(project).items() if before.get(name) != time_ns}


def test_pdfs_after_an_edit_are_written_again_where_they_show_it(tiny, tmp_path):
    tiny.edit("content/tiny/coins.yaml", "Cinque", "Il cinque")
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    assert written(tiny) == {"tiny-cover.pdf", "tiny-bits.pdf"}
    clean = tmp_path / "clean"
    assert tiny.run("build", "--output", str(clean)) == 0
    for path in tiny.built.glob("*.pdf"):
        assert path.read_bytes() == (clean / "tiny" / "en-A4" / path.name).read_bytes()


def test_pdf_that_somebody_touched_is_written_again(tiny):
    wanted = pdfs(tiny)["tiny-card.pdf"]
    (tiny.built / "tiny-card.pdf").write_bytes(b"%PDF-1.7 cut short")
    (tiny.built / "tiny-tile.pdf").unlink()
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    assert written(tiny) >= {"tiny-card.pdf", "tiny-tile.pdf"}
    assert pdfs(tiny)["tiny-card.pdf"] == wanted


def test_pdf_of_another_way_of_building_is_not_taken_for_this_one(tiny, tmp_path):
    """Both ways write to one folder; what is there of the one is no file of the other."""
    assert "tiny-card.pdf" in written(tiny, "--duplex", "short-edge")
    assert "tiny-card.pdf" in written(tiny, "--duplex", "long-edge")
    clean = tmp_path / "clean"
    assert tiny.run("build", "--output", str(clean), "--duplex", "long-edge") == 0
    for path in tiny.built.glob("*.pdf"):
        assert path.read_bytes() == (clean / "tiny" / "en-A4" / path.name).read_bytes()


def test_pdfs_of_another_tool_or_other_libraries_are_made_again(tiny, monkeypatch):
    drawn = counted(monkeypatch, TemplateSet, "render")
    monkeypatch.setattr(stamping, "_tool", lambda: "another")
    assert len(written(tiny)) == 5
    assert len(drawn) > 20


@pytest.mark.parametrize("part", [(rendering, "fonts_stamp"), (stamping, "_tool")])
def test_faces_with_other_fonts_or_another_tool_are_rendered_again(part, tiny, monkeypatch):
    compiled = counted(monkeypatch, rendering, "_written")
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    assert tiny.run("build") == 0
    some = len(compiled)
    assert some
    tiny.edit("content/tiny/game.yaml", "#b05046", "#b0503c")
    monkeypatch.setattr(*part, lambda: "other")
    assert tiny.run("build") == 0
    # All faces of the first build are known; none is taken.
    assert len(compiled) - some >= some


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[str]:
    """Calls of a function, as they come."""
    calls: list[str] = []
    real = getattr(owner, name)

    def call(*arguments: object, **options: object) -> object:
        calls.append(name)
        return real(*arguments, **options)

    monkeypatch.setattr(owner, name, call)
    return calls

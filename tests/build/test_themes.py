"""Building in a theme: another folder, another stamp, less ink, and nothing else."""

import json
import re
from pathlib import Path

import pypdfium2
import pytest

import fustella.build.ink
from fustella.build import BuildOptions
from fustella.build.ink import MOST_MEASURED, measure_ink
from fustella.build.stamps import STAMPS
from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, FacePages, SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.themes import Theme
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder
from tests.draw.test_themes import svg as card_svg


def options(theme: Theme = Theme.FULL) -> BuildOptions:
    return BuildOptions("A4", Duplex.NONE, Path("output"), theme=theme)


def test_theme_in_the_stamp_key_is_another_way_of_building():
    keys = {options(theme).key() for theme in Theme}
    assert len(keys) == 3
    assert options().key() == "A4 none default"
    assert options(Theme.GREY).key(unchecked=True) == "A4 none default grey unchecked"


def test_theme_of_a_build_has_a_folder_of_its_own():
    folders = [options(theme).folder("it") for theme in Theme]
    assert folders == ["it-A4", "it-A4-low-ink", "it-A4-grey"]


def ink_of(out: str) -> float:
    return float(re.search(r"^all .* ([\d.]+) +[\d,]+ kB$", out, re.MULTILINE)[1])


def words(folder) -> list[str]:
    found = []
    for file in sorted(folder.glob("*.pdf")):
        with pypdfium2.PdfDocument(file) as document:
            found += [page.get_textpage().get_text_range() for page in document]
    return [re.sub(r"\s", "", text) for text in found]


@pytest.mark.parametrize("theme", ["low-ink", "grey"])
def test_theme_is_built_beside_the_full_box(tiny, run, theme):
    before = tiny.hashes()
    full = ink_of(run(tiny, "build").out)
    ran = run(tiny, "build", "--theme", theme)
    assert (ran.code, ran.err) == (0, "")
    folder = tiny.output / "tiny" / f"en-A4-{theme}"
    assert {file.name for file in folder.iterdir()} == {file.name for file in tiny.built.iterdir()}
    stamps = f"tiny/{STAMPS}"
    after = tiny.hashes()
    assert all(after[file] == digest for file, digest in before.items() if file != stamps)
    assert ink_of(ran.out) < full * (0.5 if theme == "low-ink" else 1.05)
    again = run(tiny, "build", "--theme", theme)
    assert again.out.count("unchanged") == 1
    assert ink_of(again.out) == ink_of(ran.out)
    assert run(tiny, "build").out.count("unchanged") == 1


def test_words_in_grey_are_the_same(tiny, run):
    run(tiny, "build", "--theme", "grey")
    assert words(tiny.output / "tiny" / "en-A4-grey") == words(tiny.built)


def test_stamp_of_a_build_remembers_the_ink(good):
    stamps = json.loads((good.output / "tiny" / STAMPS).read_text("utf-8"))["stamps"]
    printed = next(iter(stamps.values()))["printed"]
    assert all((entry["ink_pages"] > 0) == (entry["pieces"] > 0) for entry in printed)


def test_theme_that_is_unknown_is_exit_2(tiny, capsys):
    with pytest.raises(SystemExit) as left:
        tiny.run("build", "--theme", "gray")
    assert left.value.code == 2
    assert "did you mean `grey`" in capsys.readouterr().err


def test_steering_that_is_misspelt_is_a_problem(tiny, run):
    templates = tiny.root / "templates" / "tiny"
    path = next(one for one in sorted(templates.glob("*.j2")) if "<rect" in one.read_text("utf-8"))
    path.write_text(path.read_text("utf-8").replace("<rect", '<rect data-theme="keap"', 1), "utf-8")
    ran = run(tiny, "build")
    assert "E225" in [said.code for said in ran.problems]
    assert "keep" in ran.err


def rendered_deck(count: int) -> tuple[dict[FaceId, Face], list[FacePages]]:
    """Fronts half black, backs all black."""
    faces = {}
    for number in range(count):
        for side, height in ((SideName.FRONT, 30), (SideName.BACK, 60)):
            body = (
                f'<rect width="60" height="{height}"/><rect width="0.{number + 1:04}" height="1"/>'
            )
            outline = Outline.rectangle(60, 60)
            faces[FaceId(f"card-{number}", side)] = Face.drawn(card_svg(body), outline, 0.0)
    distinct = {face.digest: face for face in faces.values()}
    pdf = compile_pages([face.svg for face in distinct.values()], str(font_folder()))
    return faces, [FacePages(pdf, tuple(distinct))]


def test_ink_of_a_large_deck_is_measured_on_some_faces(tmp_path, monkeypatch):
    faces, rendered = rendered_deck(MOST_MEASURED)
    measured = []

    plain = fustella.build.ink.black_mm2

    def counted(batch, wanted, dpi):
        measured.extend(wanted)
        return plain(batch, wanted, dpi)

    monkeypatch.setattr(fustella.build.ink, "black_mm2", counted)
    cache = DiskCache(tmp_path)
    ink = measure_ink(faces, rendered, Theme.FULL, cache, "tiny")
    assert len(measured) <= MOST_MEASURED
    for face_id, face in faces.items():
        expected = 1800 if face_id.side is SideName.FRONT else 3600
        assert ink.by_digest[face.digest] == pytest.approx(expected, rel=0.03)
    measured.clear()
    assert measure_ink(faces, rendered, Theme.FULL, cache, "tiny").by_digest == ink.by_digest
    assert measured == []

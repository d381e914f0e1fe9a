import os
import subprocess
import sys
from pathlib import Path

import pytest
import uharfbuzz as hb

from fustella.draw.text.families import font_file, font_folder
from fustella.draw.text.fonts import FAMILIES, WEIGHTS, FontStyle, all_styles, link_fonts


def test_font_file_of_every_style_is_a_true_type_file_of_its_own():
    files = {font_file(style) for style in all_styles()}
    assert len(files) == len(FAMILIES) * len(WEIGHTS) * 2
    assert all(file.is_file() and file.suffix == ".ttf" for file in files)


@pytest.mark.parametrize("style", all_styles(), ids=str)
def test_font_file_of_a_style_holds_the_font_of_that_name(style):
    face = hb.Face(hb.Blob.from_file_path(str(font_file(style))))
    font = hb.Font(face)
    assert font.get_style_value(hb.StyleTag.WEIGHT) == style.weight
    assert bool(font.get_style_value(hb.StyleTag.ITALIC)) == style.italic
    family = face.get_name(hb.OTNameIdPredefined.TYPOGRAPHIC_FAMILY) or face.get_name(
        hb.OTNameIdPredefined.FONT_FAMILY
    )
    assert family == style.family


def test_families_are_named_as_typst_knows_them():
    assert tuple(FAMILIES.values()) == ("Source Sans Pro", "Source Serif Pro")


def test_font_file_of_an_unknown_weight_raises_key_error():
    with pytest.raises(KeyError):
        font_file(FontStyle("Source Sans Pro", 500))


def test_font_folder_holds_the_files_of_all_styles_and_no_others():
    folder = font_folder()
    assert {file.name for file in folder.iterdir()} == {font_file(s).name for s in all_styles()}
    for style in all_styles():
        assert (folder / font_file(style).name).stat().st_size == font_file(style).stat().st_size
    assert font_folder() == folder


def test_link_fonts_where_links_are_refused_copies_the_files(monkeypatch, tmp_path):
    def refuse(*_args, **_named):
        raise OSError("a required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    source = font_file(FontStyle("Source Sans Pro"))
    link_fonts(tmp_path, [source])
    copy = tmp_path / source.name
    assert not copy.is_symlink()
    assert copy.read_bytes() == source.read_bytes()


def test_font_folder_is_removed_when_the_process_ends():
    program = "from fustella.draw.text.families import font_folder; print(font_folder())"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert not Path(done.stdout.strip()).exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX can fork")
def test_font_folder_when_a_forked_child_exits_stays():
    program = (
        "import os, sys\n"
        "from fustella.draw.text.families import font_folder\n"
        "folder = font_folder()\n"
        "child = os.fork()\n"
        "if not child: sys.exit()\n"
        "os.waitpid(child, 0)\n"
        "print(len(list(folder.iterdir())))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == len(all_styles())

"""Broken pictures are told all at once, where lists name them, by whichever command."""

import io
from pathlib import Path

import pytest
from PIL import Image

from fustella.build import pictures
from fustella.cli.command import main
from fustella.core.files.pictures import PictureFile
from fustella.draw.pictures.raster import FaultyPicture
from tests.conftest import problems_in

GAME = """\
title: Harbour
languages: [en]
kinds:
  card:
    name: Cards
    width: 60mm
    height: 80mm
    front: card.svg.j2
    fields: {front: {art: image}}
"""
CARD = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}{{ image(face.art, x=0, y=0, width=60, height=60) }}{% endblock %}
"""
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 9\n" % (b"a" * 64)


def saved(form: str, **how: object) -> bytes:
    content = io.BytesIO()
    Image.effect_noise((120, 90), 50).convert("RGB").save(content, form, **how)
    return content.getvalue()


def cut(form: str, **how: object) -> bytes:
    whole = saved(form, **how)
    return whole[: len(whole) // 2]


def svg(inside: str) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" viewBox="0 0 90 60">'
    return f"{head}{inside}</svg>".encode()


BROKEN: dict[str, tuple[bytes, str]] = {
    "a.png": (cut("PNG"), "the picture is damaged, or was not copied whole"),
    "b.jpg": (cut("JPEG"), "the picture is damaged, or was not copied whole"),
    "c.gif": (cut("GIF"), "the picture is damaged, or was not copied whole"),
    "d.tif": (cut("TIFF"), "the picture is damaged, or was not copied whole"),
    "e.webp": (cut("WEBP"), "the picture is damaged, or was not copied whole"),
    "f.tiff": (cut("TIFF", compression="tiff_lzw"), "the file is no picture that can be read"),
    "g.png": (b"a text that was renamed", "the file is no picture that can be read"),
    "h.png": (LFS, "git keeps the file elsewhere (Git LFS)"),
    "i.png": (b"", "the file is no picture that can be read"),
    "j.svg": (b"<svg", "its end is missing"),
    "k.svg": (svg("<rect width='9'>"), "a tag is closed before one inside of it"),
    "l.svg": (
        svg(
            '<g transform="scale(1e12)"><filter id="a"><feOffset dy="1e7"/></filter>'
            '<circle cx="9" cy="9" r="5" filter="url(#a)"/></g>'
        ),
        "the engine broke off while drawing it",
    ),
    "m.svg": (LFS, "git keeps the file elsewhere (Git LFS)"),
    "n.png": (saved("PNG")[:60] + b"x" * 900, "the picture is damaged"),
}
GOOD = {
    "y.png": saved("PNG"),
    "z.svg": svg('<filter id="a"><feOffset dy="2"/></filter><rect width="9" height="9"/>'),
}


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder, templates = tmp_path / "content" / "harbour", tmp_path / "templates" / "harbour"
    (folder / "art").mkdir(parents=True)
    templates.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (templates / "card.svg.j2").write_text(CARD)
    files = {**{name: data for name, (data, _) in BROKEN.items()}, **GOOD}
    for name, data in files.items():
        (folder / "art" / name).write_bytes(data)
    pieces = [f"  - {{id: card-{name[0]}, name: Card, front: {{art: {name}}}}}\n" for name in files]
    again = "  - {id: again, name: Again, front: {art: a.png}}\n"
    (folder / "cards.yaml").write_text("kind: card\npieces:\n" + "".join(pieces) + again)
    return tmp_path


def told(root: Path, capsys: pytest.CaptureFixture[str], *words: str) -> list[tuple[int, str]]:
    """The line of the list and the picture of each problem; what it says is right."""
    assert main([*words, "--project", str(root)]) == 1
    found = [*problems_in(capsys.readouterr().err)]
    for problem in found:
        name, _, said = problem.message.removeprefix("art/").partition(": ")
        assert problem.code == "E231"
        assert problem.file == "content/harbour/cards.yaml"
        assert problem.hint
        assert BROKEN[name][1] in said, said
    return [
        (problem.line, problem.message.removeprefix("art/").partition(":")[0]) for problem in found
    ]


ALL = [(line, name) for line, name in enumerate(BROKEN, 3)]


@pytest.mark.parametrize(
    "words",
    [
        ("build",),
        ("check",),
        ("export", "--to", "svg"),
        ("export", "--to", "tts"),
        ("build", "--shop"),
    ],
    ids=" ".join,
)
def test_all_broken_pictures_are_told_in_one_run(words, harbour, capsys):
    assert told(harbour, capsys, *words) == ALL


@pytest.mark.parametrize("left", ["c.gif", "l.svg"])
def test_broken_pictures_that_are_found_late_are_told_where_they_are_typed(left, harbour, capsys):
    """No other one is there, whose fault is found while faces are drawn."""
    for name in BROKEN:
        if name != left:
            (harbour / "content/harbour/art" / name).write_bytes(GOOD["y.png"])
            if name.endswith(".svg"):
                (harbour / "content/harbour/art" / name).write_bytes(GOOD["z.svg"])
    expected = [one for one in ALL if one[1] == left]
    assert told(harbour, capsys, "check") == expected
    assert told(harbour, capsys, "check") == expected, "what is known is told again"
    assert told(harbour, capsys, "build") == expected


def test_pictures_that_were_mended_are_told_no_more(harbour, capsys):
    assert told(harbour, capsys, "check") == ALL
    for name in BROKEN:
        good = GOOD["z.svg" if name.endswith(".svg") else "y.png"]
        (harbour / "content/harbour/art" / name).write_bytes(good)
    assert main(["check", "--project", str(harbour)]) == 0
    assert main(["build", "--project", str(harbour)]) == 0


@pytest.mark.parametrize("command", ["build", "export --to tts", "export --to png"])
def test_picture_that_cannot_be_read_any_more_is_told(command, tmp_path, monkeypatch, capsys):
    """A disk that fails once the faces are drawn: no bug of the tool, and nothing is replaced."""
    files = {
        "game.yaml": GAME.encode(),
        "templates/card.svg.j2": CARD.encode(),
        "cards.yaml": b"kind: card\npieces:\n  - {id: one, name: One, front: {art: b.png}}\n",
        "art/b.png": saved("PNG"),
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)

    def fails(file: PictureFile) -> object:
        raise FaultyPicture(file, "it cannot be read", "look at the disk")

    monkeypatch.setattr(pictures, "size_of", fails)
    assert main([*command.split(), "--project", str(tmp_path)]) == 1
    told = problems_in(capsys.readouterr().err)
    assert [(one.code, one.message) for one in told] == [("E231", "art/b.png: it cannot be read")]

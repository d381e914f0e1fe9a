"""Pictures by name: what a designer may write, and what is told when it fits none or several."""

import pytest

from fustella.core.files.fingerprint import digest_of
from fustella.core.files.pictures import NoPicture, PictureFolder

FILES = (
    "knight.png",
    "Dragon Hill.JPG",
    "heroes/elf.webp",
    "heroes/orc.png",
    "foes/orc.png",
    "foes/troll.png",
    "foes/troll.jpg",
    "čáp.svg",
    "v1.2 map.tiff",
    "notes.txt",
    ".hidden.png",
)


@pytest.fixture
def folder(tmp_path):
    for name in FILES:
        path = tmp_path / "game" / "art" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    return PictureFolder(tmp_path / "game")


@pytest.mark.parametrize(
    ("written", "file"),
    [
        ("knight", "knight.png"),
        ("knight.png", "knight.png"),
        (" knight ", "knight.png"),
        ("KNIGHT.PNG", "knight.png"),
        ("art/knight", "knight.png"),
        ("./art/knight.png", "knight.png"),
        ("dragon hill", "Dragon Hill.JPG"),
        ("elf", "heroes/elf.webp"),
        ("heroes/elf", "heroes/elf.webp"),
        ("heroes\\elf.webp", "heroes/elf.webp"),
        ("foes/orc", "foes/orc.png"),
        ("foes/troll.jpg", "foes/troll.jpg"),
        ("troll.jpg", "foes/troll.jpg"),
        ("čáp", "čáp.svg"),
        ("c\u030ca\u0301p", "čáp.svg"),
        ("v1.2 map", "v1.2 map.tiff"),
    ],
)
def test_find_of_a_name_as_designers_write_it_gives_the_file(folder, written, file):
    found = folder.find(written)
    assert found.name == file
    assert found.path.read_bytes() == file.encode()
    assert found.digest == digest_of(found.path)
    assert len(found.digest) == 32


@pytest.mark.parametrize(
    ("written", "hint", "missing"),
    [
        ("knigth", "`knight.png`", True),
        ("orc", "`foes/orc.png` or `heroes/orc.png`", False),
        ("troll", "`foes/troll.jpg` or `foes/troll.png`", False),
        ("notes.txt", "PNG, JPG", True),
        (".hidden", "images: {missing: placeholder}", True),
        ("../../secret", "images: {missing: placeholder}", True),
        ("/etc/passwd", "put the file into art/, and write `passwd`", True),
        ("~/Pictures/elf.png", "put the file into art/, and write `elf.png`", True),
        ("C:\\Pictures\\knight.jpg", "write `knight.png`", True),
        (
            "https://example.org/elf.png",
            "download the picture into art/, and write `elf.png`",
            True,
        ),
        ("https://example.org/foes/troll.jpg", "write `troll.jpg`", True),
        ("", "images: {missing: placeholder}", True),
    ],
)
def test_find_of_a_name_without_one_file_says_what_to_write(folder, written, hint, missing):
    with pytest.raises(NoPicture) as raised:
        folder.find(written)
    assert hint in raised.value.hint
    assert raised.value.missing is missing
    assert folder.digest_of(written) == ""


def test_find_in_a_game_without_pictures_says_where_to_put_them(tmp_path):
    with pytest.raises(NoPicture) as raised:
        PictureFolder(tmp_path).find("knight")
    assert "art/" in raised.value.hint


def test_find_follows_no_link_out_of_the_game(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"secret")
    art = tmp_path / "game" / "art"
    art.mkdir(parents=True)
    (art / "own.png").symlink_to(tmp_path / "secret.png")
    (art / "folder").symlink_to(tmp_path)
    folder = PictureFolder(tmp_path / "game")
    for name in ("own", "folder/secret", "secret"):
        with pytest.raises(NoPicture):
            folder.find(name)
    with pytest.raises(NoPicture) as raised:
        folder.find("own")
    assert "link out of the project" in raised.value.hint


def test_find_of_a_format_that_is_not_printed_names_the_file(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "knight.bmp").write_bytes(b"BM")
    for name in ("knight", "knight.bmp", "Knight"):
        with pytest.raises(NoPicture) as raised:
            PictureFolder(tmp_path).find(name)
        assert "`art/knight.bmp` is none of PNG" in raised.value.hint


def test_digest_of_a_changed_file_is_another(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(b"one")
    first = digest_of(path)
    path.write_bytes(b"other")
    assert digest_of(path) != first
    path.unlink()
    assert digest_of(path) == ""

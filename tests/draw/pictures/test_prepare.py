"""Pictures made ready for print: whatever the file, the pixels that come out are right."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image, ImageChops, ImageCms

import fustella.draw.pictures.prepare as preparing
from fustella.core.files.cache import DiskCache
from fustella.core.files.pictures import PictureFolder
from fustella.core.values.themes import Theme
from fustella.draw.pictures import drawn
from fustella.draw.pictures.library import facts_of
from fustella.draw.pictures.prepare import PreparedPicture, prepared
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.svg.clean import CleanSvg

RED, GREEN, BLUE, WHITE = (220, 20, 20), (20, 160, 40), (30, 40, 200), (250, 250, 250)


def quarters(width=40, height=20) -> Image.Image:
    """Red and green above, blue and white below."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(GREEN, (width // 2, 0, width, height // 2))
    picture.paste(BLUE, (0, height // 2, width // 2, height))
    picture.paste(WHITE, (width // 2, height // 2, width, height))
    return picture


@pytest.fixture
def art(tmp_path):
    (tmp_path / "art").mkdir()

    def save(name: str, picture: Image.Image, **options):
        picture.save(tmp_path / "art" / name, **options)
        return PictureFolder(tmp_path).find(name)

    return save


def pixels(made: PreparedPicture) -> Image.Image:
    """What a viewer shows, before it turns the picture."""
    if made.jpeg:
        return Image.open(io.BytesIO(made.data))
    return rows(made.data, made.width_px, made.height_px, 1 if made.grey else 3)


def png(width, height, bits, colours, row: bytes, *others: tuple[bytes, bytes]) -> bytes:
    """A PNG of chunks that Pillow would not write."""
    head = struct.pack(">IIBBBBB", width, height, bits, colours, 0, 0, 0)
    chunks = ((b"IHDR", head), *others, (b"IDAT", zlib.compress(row)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def rows(data: bytes, width: int, height: int, colours: int) -> Image.Image:
    """Rows with PNG predictors (PNG, 9.2), undone by hand."""
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * colours)
    line, out = np.zeros((width, colours), np.uint8), []
    for kind, row in zip(raw[:, 0], raw[:, 1:].reshape(height, width, colours), strict=True):
        if kind == 0:
            line = row
        elif kind == 1:
            line = row.cumsum(axis=0, dtype=np.uint8)
        elif kind == 2:
            line = row + line
        else:
            line = by_pixel(kind, row, line)
        out.append(line.tobytes())
    return Image.frombytes("L" if colours == 1 else "RGB", (width, height), b"".join(out))


def by_pixel(kind: int, row: np.ndarray, above: np.ndarray) -> np.ndarray:
    """A row whose pixels are predicted from those on their left and those above."""
    found, left, corner = [], [0] * row.shape[1], [0] * row.shape[1]
    for pixel, up in zip(row.tolist(), above.tolist(), strict=True):
        guesses = [predicted(kind, *around) for around in zip(left, up, corner, strict=True)]
        left = [(part + guess) % 256 for part, guess in zip(pixel, guesses, strict=True)]
        corner = up
        found.append(left)
    return np.array(found, np.uint8)


def predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        return min((left, up, corner), key=lambda value: abs(guess - value))
    assert kind == 3
    return (left + up) // 2


def near(picture: Image.Image, at, colour, within=12):
    found = picture.convert("RGB").getpixel(at)
    assert all(abs(a - b) <= within for a, b in zip(found, colour, strict=True)), (at, found)


def assert_quarters(picture: Image.Image, within=12):
    w, h = picture.size
    near(picture, (w // 4, h // 4), RED, within)
    near(picture, (3 * w // 4, h // 4), GREEN, within)
    near(picture, (w // 4, 3 * h // 4), BLUE, within)
    near(picture, (3 * w // 4, 3 * h // 4), WHITE, within)


@pytest.mark.parametrize(
    ("name", "mode", "options"),
    [
        ("a.png", "RGB", {}),
        ("a.png", "P", {}),
        ("a.png", "RGBA", {}),
        ("a.jpg", "RGB", {"quality": 95}),
        ("a.jpg", "RGB", {"quality": 95, "progressive": True}),
        ("a.jpg", "CMYK", {"quality": 95}),
        ("a.webp", "RGB", {"lossless": True}),
        ("a.webp", "RGB", {"quality": 95}),
        ("a.webp", "RGBA", {"quality": 95}),
        ("a.gif", "P", {}),
        ("a.tiff", "RGB", {}),
        ("a.tif", "RGB", {"compression": "tiff_lzw"}),
        ("a.tif", "RGB", {"compression": "jpeg"}),
        ("a.tif", "CMYK", {}),
        ("a.tif", "RGBA", {}),
    ],
)
def test_prepared_of_any_format_has_its_colours(art, name, mode, options):
    within = 12 if mode != "CMYK" else 40
    picture = quarters().quantize(8) if mode == "P" else quarters().convert(mode)
    made = prepared(art(name, picture, **options), Theme.FULL, 400, 200, None)
    assert (made.width_px, made.height_px) == (40, 20)
    assert made.mask == b""
    assert_quarters(pixels(made), within)


def test_prepared_of_a_plain_jpeg_is_the_file_byte_by_byte(art):
    file = art("a.jpg", quarters(), quality=60)
    made = prepared(file, Theme.FULL, 400, 200, None)
    assert made.jpeg
    assert made.data == file.path.read_bytes()


def test_prepared_of_a_large_picture_has_the_size_that_is_printed(art):
    for name in ("a.jpg", "a.png"):
        made = prepared(art(name, quarters(800, 400)), Theme.FULL, 200, 100, None)
        assert (made.width_px, made.height_px) == (200, 100)
        assert made.jpeg is (name == "a.jpg")
        assert_quarters(pixels(made))


def test_prepared_of_a_picture_hardly_larger_is_not_reduced(art):
    made = prepared(art("a.png", quarters(110, 55)), Theme.FULL, 100, 50, None)
    assert (made.width_px, made.height_px) == (110, 55)


def test_prepared_of_a_stretched_picture_keeps_what_either_side_needs(art):
    made = prepared(art("a.png", quarters(800, 400)), Theme.FULL, 100, 200, None)
    assert (made.width_px, made.height_px) == (400, 200)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("reduced", [False, True])
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif", "a.webp"])
def test_prepared_of_a_picture_on_its_side_is_upright(art, orientation, reduced, name):
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    lying = quarters(400, 200)
    if orientation > 1:
        lying = lying.transpose(Image.Transpose(back[orientation]))
    exif = Image.Exif()
    exif[0x0112] = orientation
    file = art(name, lying, exif=exif)
    facts = facts_of(file, None)
    assert (facts.width_px, facts.height_px) == (400, 200)
    made = prepared(file, Theme.FULL, *((100, 50) if reduced else (400, 200)), None)
    shown = pixels(made)
    if made.orientation > 1:
        assert not reduced
        turns = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
        shown = shown.transpose(Image.Transpose(turns[made.orientation]))
    assert shown.size == ((100, 50) if reduced else (400, 200))
    assert_quarters(shown)


@pytest.mark.parametrize("name", ["a.png", "a.webp", "a.tif"])
def test_prepared_of_alpha_has_a_mask_and_colours_without_a_fringe(art, name):
    seen = Image.new("L", (400, 400))
    seen.paste(255, (100, 100, 300, 300))
    picture = Image.new("RGB", (400, 400), (0, 0, 0))
    picture.paste(GREEN, (100, 100, 300, 300))
    picture.putalpha(seen)
    made = prepared(art(name, picture, lossless=True), Theme.FULL, 90, 90, None)
    mask = rows(made.mask, 90, 90, 1)
    assert mask.getpixel((45, 45)) == 255
    assert mask.getpixel((5, 5)) == 0
    shown = pixels(made)
    edge = [x for x in range(90) if 0 < mask.getpixel((x, 45)) < 255]
    for x in edge:
        near(shown, (x, 45), GREEN)


def test_prepared_of_a_transparent_colour_has_a_mask(art):
    picture = quarters().quantize(8)
    made = prepared(
        art("a.gif", picture, transparency=picture.getpixel((5, 5))), Theme.FULL, 90, 90, None
    )
    mask = rows(made.mask, 40, 20, 1)
    assert mask.getpixel((5, 5)) == 0
    assert mask.getpixel((35, 5)) == 255


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
def test_prepared_of_sixteen_bits_keeps_the_tones(art, name):
    deep = Image.new("I;16", (3, 1))
    for x, level in enumerate((0, 32768, 65535)):
        deep.putpixel((x, 0), level)
    made = prepared(
        art(name, deep.resize((30, 10), Image.Resampling.NEAREST)), Theme.FULL, 90, 90, None
    )
    assert made.grey
    assert [pixels(made).getpixel((x, 5)) for x in (5, 15, 25)] == [
        0,
        pytest.approx(128, abs=1),
        255,
    ]


def profile_of(name: str) -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(name)).tobytes()


def test_prepared_of_sixteen_bits_with_a_transparent_grey_has_a_mask(art):
    file = art("a.png", Image.new("L", (2, 1)))
    row = struct.pack(">BHH", 0, 60000, 20000)
    file.path.write_bytes(png(2, 1, 16, 0, row, (b"tRNS", struct.pack(">H", 60000))))
    made = prepared(file, Theme.FULL, 9, 9, None)
    assert pixels(made).getpixel((1, 0)) == pytest.approx(20000 / 257, abs=1)
    assert rows(made.mask, 2, 1, 1).tobytes() == b"\0\xff"


def shown_by(level: float, gamma: int) -> float:
    """What sRGB has for a share of a file's levels (PNG, 13.13; IEC 61966-2-1)."""
    if gamma == 45455:
        return 255 * level
    light = level ** (100000 / gamma)
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)


@pytest.mark.parametrize("gamma", [250000, 100000, 70000, 45455, 35000])
@pytest.mark.parametrize("level", [0, 300, 10794, 40000, 65535])
def test_prepared_of_sixteen_bits_follows_the_gamma_of_its_file(art, gamma, level):
    file = art("a.png", Image.new("L", (1, 1)))
    row = struct.pack(">BH", 0, level)
    file.path.write_bytes(png(1, 1, 16, 0, row, (b"gAMA", struct.pack(">I", gamma))))
    made = prepared(file, Theme.FULL, 9, 9, None)
    assert pixels(made).getpixel((0, 0)) == pytest.approx(shown_by(level / 65535, gamma), abs=1)


@pytest.mark.parametrize("gamma", [250000, 100000, 70000, 35000])
@pytest.mark.parametrize(("colours", "channels"), [(0, 1), (2, 3)])
@pytest.mark.parametrize("level", [20, 128, 200])
def test_prepared_with_a_transparent_colour_follows_the_gamma_of_its_file(
    art, gamma, colours, channels, level
):
    file = art("a.png", Image.new("L", (1, 1)))
    row = bytes((0, *[level] * channels, *[9] * channels))
    said = (b"gAMA", struct.pack(">I", gamma)), (b"tRNS", b"\0\x09" * channels)
    file.path.write_bytes(png(2, 1, 8, colours, row, *said))
    made = prepared(file, Theme.FULL, 9, 9, None)
    grey = pixels(made).convert("L").getpixel((0, 0))
    assert grey == pytest.approx(shown_by(level / 255, gamma), abs=1)
    assert rows(made.mask, 2, 1, 1).tobytes() == b"\xff\0"


@pytest.mark.parametrize(("gamma", "shown"), [(45455, 55), (100000, 127), (0, 55)])
def test_prepared_of_a_png_that_says_its_gamma_follows_it(art, gamma, shown):
    file = art("a.png", Image.new("L", (1, 1)))
    row = bytes((0, 55, 55, 55))
    file.path.write_bytes(png(1, 1, 8, 2, row, (b"gAMA", struct.pack(">I", gamma))))
    made = prepared(file, Theme.FULL, 9, 9, None)
    assert pixels(made).getpixel((0, 0)) == pytest.approx((shown,) * 3, abs=1)


def test_prepared_of_another_colour_space_is_in_srgb(art):
    lab = Image.merge("LAB", [Image.new("L", (10, 10), level) for level in (200, 128, 128)])
    made = prepared(art("a.tif", lab, icc_profile=profile_of("LAB")), Theme.FULL, 90, 90, None)
    near(pixels(made), (5, 5), (190, 190, 190), 25)


def test_prepared_of_a_file_with_a_broken_profile_is_printed(art):
    made = prepared(art("a.png", quarters(), icc_profile=b"no profile"), Theme.FULL, 90, 90, None)
    assert_quarters(pixels(made))


def test_prepared_in_grey_has_one_colour(art):
    made = prepared(art("a.png", quarters()), Theme.GREY, 90, 90, None)
    assert made.grey
    assert pixels(made).getpixel((5, 5)) == quarters().convert("L").getpixel((5, 5))


def test_prepared_in_low_ink_takes_less_ink_and_keeps_the_order(art):
    steps = Image.linear_gradient("L").convert("RGB")
    file = art("a.png", steps)
    full, low = (
        pixels(prepared(file, theme, 999, 999, None)) for theme in (Theme.FULL, Theme.LOW_INK)
    )
    column = [low.convert("L").getpixel((128, y)) for y in range(8, 248, 8)]
    assert column == sorted(column)
    assert column[-1] - column[0] > 100, "contrast is kept"

    def ink(picture: Image.Image) -> int:
        return sum(
            (255 - level) * count for level, count in enumerate(picture.convert("L").histogram())
        )

    assert ink(low) < 0.55 * ink(full)


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        ("a.png", lambda data: b"", "no picture"),
        ("a.png", lambda data: b"\x89PNG\r\n\x1a\n", "can"),
        ("a.png", cut, "is damaged"),
        ("a.jpg", cut, "is damaged"),
        ("a.jpg", lambda data: b"%PDF-1.4 not a picture", "no picture"),
        ("a.webp", cut, "is damaged"),
        ("a.tif", cut, "is damaged"),
        ("a.gif", lambda data: data[:20], "can"),
    ],
)
def test_prepared_of_a_broken_file_says_so(art, name, spoil, said):
    grain = Image.effect_noise((60, 40), 90).convert("RGB")
    file = art(name, grain)
    file.path.write_bytes(spoil(file.path.read_bytes()))
    with pytest.raises(FaultyPicture, match=said) as raised:
        facts_of(file, None)
        prepared(file, Theme.FULL, 600, 400, None)
    assert raised.value.hint
    assert raised.value.file == file


def test_facts_of_a_picture_that_claims_to_be_huge_says_its_size(art):
    file = art("a.png", quarters())
    file.path.write_bytes(png(60000, 60000, 8, 2, b"\0" * 99))
    with pytest.raises(FaultyPicture, match="60000 x 60000 pixels"):
        facts_of(file, None)


def test_facts_of_a_picture_of_too_many_pixels_refuses_it_unread(art, monkeypatch):
    monkeypatch.setattr("fustella.core.processes.limits.PICTURE_PIXELS", 500)
    with pytest.raises(FaultyPicture, match="40 x 20 pixels"):
        facts_of(art("a.png", quarters()), None)


def test_facts_of_a_picture_have_its_own_resolution(art):
    facts = facts_of(art("a.png", quarters(), dpi=(100, 100)), None)
    assert facts.width_mm == pytest.approx(10.16, abs=0.01)
    assert facts_of(art("b.png", quarters()), None).width_mm == pytest.approx(40 / 300 * 25.4)


def test_prepared_again_is_taken_from_memory(art):
    class Memory(dict):
        def put(self, key, body):
            self[key] = body

    memory, file = Memory(), art("a.png", quarters())
    first = prepared(file, Theme.FULL, 90, 90, memory)
    assert len(memory) == 1
    file.path.unlink()
    assert prepared(file, Theme.FULL, 90, 90, memory) == first
    with pytest.raises(FaultyPicture):
        prepared(file, Theme.GREY, 90, 90, memory)


DEEP_GREY = png(1, 1, 16, 0, struct.pack(">xH", 200 * 257))
GAMMA = (b"gAMA", struct.pack(">I", 100000))
DEEP_COLOURS = png(1, 1, 16, 2, struct.pack(">x3H", 200 * 257, 0, 9))
DEEP_LINEAR = png(1, 1, 16, 0, struct.pack(">xH", 300), GAMMA)
DEEP_SEE_THROUGH = png(1, 1, 16, 4, struct.pack(">x2H", 9000, 40000))
LINEAR = png(1, 1, 8, 2, b"\0\x10\x20\x30", GAMMA)


@pytest.mark.parametrize("theme", [Theme.FULL, Theme.LOW_INK])
@pytest.mark.parametrize(
    "data", [DEEP_GREY, DEEP_COLOURS, DEEP_LINEAR, DEEP_SEE_THROUGH, LINEAR], ids=range(5)
)
def test_what_another_version_prepared_is_made_again(art, tmp_path, data, theme, monkeypatch):
    file = art("a.png", Image.new("L", (1, 1)))
    file.path.write_bytes(data)
    file = PictureFolder(tmp_path).find("a.png")
    right = prepared(file, theme, 9, 9, None)
    memory, wrong = DiskCache(tmp_path / "cache"), PreparedPicture(1, 1, True, False, b"old", b"")
    with monkeypatch.context() as older:
        older.setattr("fustella.core.files.fingerprint._tool", lambda: "older")
        older.setattr(preparing, "_prepared", lambda *_: wrong)
        assert prepared(file, theme, 9, 9, memory) == wrong
    assert prepared(file, theme, 9, 9, memory) == right


def test_a_drawing_that_another_version_read_is_read_again(art, tmp_path, monkeypatch):
    path = art("a.png", Image.new("L", (1, 1))).path.with_name("b.svg")
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="20mm"/>')
    file, memory = PictureFolder(tmp_path).find("b.svg"), DiskCache(tmp_path / "cache")
    right = facts_of(file, None)
    with monkeypatch.context() as older:
        older.setattr("fustella.core.files.fingerprint._tool", lambda: "older")
        older.setattr(drawn, "_cleaned", lambda _: CleanSvg("<svg/>", 1.0, 1.0, (), False))
        assert facts_of(file, memory) != right
    assert facts_of(file, memory) == right


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@pytest.mark.parametrize(
    ("name", "options", "mm"),
    [
        ("a.jpg", {"dpi": (300, 72)}, 40 / 300 * 25.4),
        ("a.jpg", {"dpi": (72, 300)}, 40 / 300 * 25.4),
        ("a.jpg", {"dpi": (200, 100)}, 40 / 200 * 25.4),
        ("a.png", {"dpi": (300, 150)}, 40 / 300 * 25.4),
        ("a.png", {"dpi": (96, 192)}, 40 / 192 * 25.4),
        ("a.webp", {}, 40 / 300 * 25.4),
        ("a.gif", {}, 40 / 300 * 25.4),
        ("a.jpg", {"dpi": (150, 150)}, 40 / 150 * 25.4),
    ],
)
def test_pixels_are_square_whatever_the_file_says(art, name, options, mm):
    facts = facts_of(art(name, quarters(), **options), None)
    assert facts.width_mm == pytest.approx(mm, rel=0.001)
    assert facts.width_mm == pytest.approx(2 * facts.height_mm)


@pytest.mark.parametrize(("x", "y"), [(1, 2), (7, 3)])
def test_a_file_that_says_the_shape_of_its_pixels_alone_has_square_ones(art, x, y):
    """JFIF 1.02 with units 0, and pHYs with unit 0 (PNG, 11.3.4.3): no browser follows them."""
    photo = art("a.jpg", quarters())
    data = bytearray(photo.path.read_bytes())
    at = data.index(b"JFIF\0") + 7
    data[at : at + 5] = struct.pack(">BHH", 0, x, y)
    photo.path.write_bytes(bytes(data))
    drawing = art("b.png", quarters())
    data = bytearray(drawing.path.read_bytes())
    data[33:33] = chunk(b"pHYs", struct.pack(">IIB", x, y, 0))
    drawing.path.write_bytes(bytes(data))
    for file in (photo, drawing):
        facts = facts_of(file, None)
        assert facts.width_mm == pytest.approx(2 * facts.height_mm)


def test_pixels_of_a_fax_are_as_its_tiff_says(art):
    facts = facts_of(art("fax.tif", quarters(), dpi=(204, 98)), None)
    assert facts.width_mm == pytest.approx(40 / 204 * 25.4, rel=0.001)
    assert facts.height_mm == pytest.approx(20 / 98 * 25.4, rel=0.001)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("walk.apng", "PNG"),
        ("walk.png", "PNG"),
        ("WALK.APNG", "PNG"),
        ("walk.gif", "GIF"),
        ("walk.webp", "WEBP"),
        ("walk.tif", "TIFF"),
    ],
)
def test_of_an_animation_the_first_picture_is_printed(art, name, form):
    others = [Image.new("RGB", (40, 20), colour) for colour in ("black", "yellow")]
    file = art(name, quarters(), format=form, save_all=True, append_images=others)
    assert_quarters(pixels(prepared(file, Theme.FULL, 400, 200, None)), 40)


def test_an_animation_is_found_without_its_ending(art, tmp_path):
    file = art("walk.apng", quarters(), format="PNG", save_all=True)
    assert PictureFolder(tmp_path).find("walk") == file


LEVELS = (0, 40, 128, 257, 1000, 6000, 20000, 40000, 65535)


@pytest.mark.parametrize("gamma", [250000, 100000, 55556, 45455, 35000])
@pytest.mark.parametrize(("colours", "channels"), [(0, 1), (2, 3), (4, 2), (6, 4)])
@pytest.mark.parametrize("theme", [Theme.FULL, Theme.GREY])
def test_every_kind_of_sixteen_bits_follows_the_gamma_of_its_file(
    art, gamma, colours, channels, theme
):
    file = art("a.png", Image.new("L", (1, 1)))
    levels = [[level] * channels for level in LEVELS]
    if channels in {2, 4}:
        levels = [[*level[:-1], 65535 if at else 0] for at, level in enumerate(levels)]
    row = b"\0" + b"".join(struct.pack(f">{channels}H", *level) for level in levels)
    said = (b"gAMA", struct.pack(">I", gamma))
    file.path.write_bytes(png(len(LEVELS), 1, 16, colours, row, said))
    file = PictureFolder(file.path.parent.parent).find("a.png")
    made = prepared(file, theme, 90, 10, None)
    shown = pixels(made).convert("L")
    for at, level in enumerate(LEVELS):
        wanted = shown_by(level / 65535, gamma)
        assert shown.getpixel((at, 0)) == pytest.approx(wanted, abs=1), level
    assert bool(made.mask) == (channels in {2, 4})


@pytest.mark.parametrize("gamma", [None, 100000])
@pytest.mark.parametrize("clear", [(258, 257, 257), (257, 257, 256), (60000, 1, 1)])
def test_the_transparent_colour_of_sixteen_bits_is_told_from_those_beside_it(art, gamma, clear):
    file = art("a.png", Image.new("L", (1, 1)))
    colours = [(257, 257, 257), (258, 257, 257), (257, 257, 256), (60000, 1, 1)]
    row = b"\0" + b"".join(struct.pack(">3H", *colour) for colour in colours)
    said = [(b"gAMA", struct.pack(">I", gamma))] if gamma else []
    file.path.write_bytes(png(4, 1, 16, 2, row, *said, (b"tRNS", struct.pack(">3H", *clear))))
    file = PictureFolder(file.path.parent.parent).find("a.png")
    made = prepared(file, Theme.FULL, 40, 10, None)
    mask = rows(made.mask, 4, 1, 1)
    seen = [mask.getpixel((at, 0)) for at in range(4)]
    assert seen == [0 if colour == clear else 255 for colour in colours]


def inks(form: str) -> bytes:
    """A JPEG of four inks, as programs of print write them (Adobe TN 5116), or without a marker."""
    picture = quarters(80, 40).convert("CMYK")
    if form == "YCCK":
        *three, black = picture.split()
        parts = Image.merge("RGB", three).convert("YCbCr").split()
        picture = Image.merge("CMYK", (*(ImageChops.invert(part) for part in parts), black))
    content = io.BytesIO()
    picture.save(content, "JPEG", quality=95, progressive=form == "progressive")
    data = content.getvalue()
    at = data.index(b"\xff\xee")
    length = int.from_bytes(data[at + 2 : at + 4], "big")
    if form == "YCCK":
        return data[: at + 15] + b"\2" + data[at + 16 :]
    return data[:at] + data[at + 2 + length :] if form == "no marker" else data


@pytest.mark.parametrize("form", ["CMYK", "YCCK", "no marker", "progressive"])
@pytest.mark.parametrize("size", [(80, 40), (20, 10)])
def test_inks_of_a_jpeg_are_not_turned_round(art, form, size):
    """A browser shows all of them so: with and without a marker the inks are stored inverted."""
    file = art("a.jpg", Image.new("L", (1, 1)))
    file.path.write_bytes(inks(form))
    file = PictureFolder(file.path.parent.parent).find("a.jpg")
    assert_quarters(pixels(prepared(file, Theme.FULL, *size, None)), 12)

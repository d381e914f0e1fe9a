import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from fustella.core.values.symbols import FRAMES, MODIFIERS, WORDS
from fustella.draw.icons import IconLibrary, UnknownIcon
from fustella.draw.icons.glyphs import OutlinePen
from fustella.draw.icons.own import FaultyIcon
from tests.draw.tools import SHARED_ICONS

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'


@pytest.fixture
def library():
    return IconLibrary(SHARED_ICONS)


def drawn(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)


@pytest.mark.parametrize(
    "name", ["mdi:castle", "mdi:town-hall", "mdi:import", "fa:dragon", "own:moai"]
)
def test_drawing_of_a_known_icon_has_markup(library, name):
    assert library.known(name)
    assert library.drawing(name).markup("#123456", "")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mdi:casle", "did you mean `mdi:castle`?"),
        ("mdi:town_hall", "did you mean `mdi:town-hall`?"),
        ("mdi:Castle", "did you mean `mdi:castle`?"),
        ("mdi:grave", "did you mean `mdi:grave-stone`?"),
        ("fa:dragn", "did you mean `fa:dragon`?"),
        ("own:moia", "did you mean `own:moai`?"),
        ("castle", "write mdi:castle"),
        ("ship", "write fa:ship"),
        ("icons/moai.svg", "write own:moai"),
        ("moai.png", "write own:moai"),
        ("art/raven.svg", "put raven.svg into icons/, and write own:raven"),
        ("svg:castle", "did you mean `mdi:castle`?"),
        ("svg:qqqqxx", "icons are called mdi:…, fa:…, nato:… or own:…"),
        ("mdi:dragon", "did you mean `fa:dragon`?"),  # in another set alone
        ("fa:anvil", "did you mean `mdi:anvil`?"),
        ("mdi:moai", "did you mean `own:moai`?"),
        ("mdi:dragn", "did you mean `fa:dragon`?"),  # not mdi:drag, which is typed but for its end
        ("mdi:flames", "did you mean `mdi:fire`?"),  # what means the same
        ("mdi:swords", "did you mean `mdi:sword`?"),
        ("mdi:sail_boat", "did you mean `mdi:sail-boat`?"),
        ("mdi:treee", "did you mean `mdi:tree`?"),
        ("fa:skul", "did you mean `fa:skull`?"),
        ("mdi:flam", "https://"),  # of four letters, another one is no slip: not mdi:flag
        ("fa:boat", "https://"),  # nor is one less: not bat
        ("own:../icons/moai", "did you mean `own:moai`?"),
        ("mdi:qqqqxx", "https://"),
        ("nato:infanty", "did you mean `infantry`? known are infantry, armour"),
        ("nato:", "write words of a symbol: nato:infantry"),
        ("militia", "write nato:militia"),
    ],
)
def test_drawing_of_an_unknown_icon_raises_with_a_hint(library, name, hint):
    assert not library.known(name)
    assert hint in library.suggest(name)
    with pytest.raises(UnknownIcon) as found:
        library.drawing(name)
    assert found.value.hint == library.suggest(name)
    assert name in str(found.value)


@pytest.mark.parametrize("name", ["", ":", "mdi:", "own:", "own:.", "mdi:__font-file", "fa:_"])
def test_known_of_a_malformed_name_is_false(library, name):
    assert not library.known(name)
    assert isinstance(library.suggest(name), str)


@pytest.mark.parametrize("name", ["mdi:castle", "mdi:minus", "mdi:tree", "fa:dragon", "fa:horse"])
def test_drawing_of_a_glyph_fills_its_square_and_is_centred(library, name):
    drawing = library.drawing(name)
    assert max(drawing.width, drawing.height) == pytest.approx(24)
    path = drawn(drawing.markup("#000", "")).get("d")
    points = re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[A-Z ]|$)", path)
    xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
    # Control points may lie a little outside the curve.
    assert min(xs) + max(xs) == pytest.approx(24, abs=1)
    assert min(ys) + max(ys) == pytest.approx(24, abs=1)
    assert max(xs) - min(xs) == pytest.approx(drawing.width, abs=1)
    assert max(ys) - min(ys) == pytest.approx(drawing.height, abs=1)


def test_bounds_of_a_curve_leave_out_its_control_points():
    pen = OutlinePen()
    pen.moveTo((0, 0))
    pen.qCurveTo((50, 100), (100, 0))
    pen.closePath()
    assert pen.bounds() == pytest.approx((0, 0, 100, 50), abs=0.5)
    assert pen.path(0.1, 1, 20) == "M1 20Q6 10 11 20Z"


def test_in_square_scales_turns_and_colours_the_icon(library):
    group = drawn(library.drawing("mdi:castle").in_square(10, 20, 12, "#abcdef", 90, ""))
    assert group.get("transform") == "rotate(90 16 26) translate(10 20) scale(0.5)"
    assert group.get("fill") == "#abcdef"


def test_inline_scale_is_that_of_the_capitals_unless_too_wide(library):
    castle, minus = library.drawing("mdi:castle"), library.drawing("mdi:minus")
    assert castle.inline_scale * castle.height / 24 == pytest.approx(1)
    assert minus.inline_width == pytest.approx(1.6)


def own_library(folder, inside, head=HEAD):
    (folder / "coin.svg").write_text(f"{head}{inside}</svg>", encoding="utf-8")
    return IconLibrary(folder)


def test_own_icon_takes_the_colour_and_keeps_its_own_ones(tmp_path):
    inside = (
        '<path d="M0 0h9z"/><path class="secondary" fill="#c00" stroke="currentColor" d="M1 1z"/>'
    )
    head = HEAD.replace("<svg", '<svg width="24" fill="currentColor" stroke-width="2"')
    library = own_library(tmp_path, inside, head)
    group = drawn(library.drawing("own:coin").markup("#123456", ""))
    assert (group.get("fill"), group.get("stroke-width")) == ("#123456", "2")
    assert (group.get("width"), group.get("viewBox")) == (None, None)
    assert [child.get("fill") for child in group] == [None, "#c00"]
    assert group[1].get("stroke") == "#123456"


@pytest.mark.parametrize("reference", ['xlink:href="#p"', 'href="#p" xlink:href="#q"'])
def test_own_icon_with_ids_renames_them_and_their_references(reference, tmp_path):
    inside = (
        '<defs><linearGradient id="g"/><path id="p" d="M0 0z"/><path id="q" d=""/></defs>'
        f'<use xmlns:xlink="http://www.w3.org/1999/xlink" {reference} fill="url(#g)"/>'
    )
    drawing = own_library(tmp_path, inside).drawing("own:coin")
    for unique in ("i1-", "i2-"):
        root = drawn(drawing.markup("#000", unique))
        ids = [name for element in root.iter() if (name := element.get("id"))]
        assert set(ids) >= {f"{unique}g", f"{unique}p"}
        assert all(name.startswith(unique) for name in ids)
        used = root.find(".//use")
        assert used.get("href") == f"#{unique}p"
        assert used.get("fill") == f"url(#{unique}g)"


def test_own_icon_drops_comments_and_other_namespaces(tmp_path):
    inside = (
        '<!-- note --><i:view xmlns:i="urn:editor"/><path xmlns:i="urn:editor" i:x="1" d="M0 0z"/>'
    )
    [path] = drawn(own_library(tmp_path, inside).drawing("own:coin").markup("#000", ""))
    assert path.attrib == {"d": "M0 0z"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("<svg", "its end is missing"),
        ("<html/>", "this is no SVG"),
        (f'{HEAD}<text font-family="Trajan">x</text></svg>', "Trajan"),
        (f'{HEAD}<image href="https://example.org/x.png"/></svg>', "a picture from elsewhere"),
    ],
)
def test_own_icon_of_a_faulty_file_raises_and_says_why(tmp_path, content, says):
    folder = tmp_path / "templates" / "_shared" / "icons"
    folder.mkdir(parents=True)
    (folder / "coin.svg").write_text(content, encoding="utf-8")
    with pytest.raises(FaultyIcon) as found:
        IconLibrary(folder).drawing("own:coin")
    assert says in str(found.value)
    assert found.value.file == "templates/_shared/icons/coin.svg"


def own_icon(folder, content, name="coin"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.svg").write_text(content, encoding="utf-8")
    return IconLibrary(folder).drawing(f"own:{name}").markup("#0000aa", "u-")


def test_own_icon_of_another_view_box_is_fitted_by_its_longer_side_and_centred(tmp_path):
    shape = '<path d="M0 0h512v256z"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 256">{shape}</svg>'
    assert "matrix(0.046875 0 0 0.046875 0 6)" in own_icon(tmp_path, svg)


def test_black_icon_takes_the_colour_and_its_white_ground_stays(tmp_path):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><style>.a{fill:#000}</style>'
        '<path d="M0 0h512v512H0z" fill="#fff"/><path class="a" d="M9 9h9v9z"/></svg>'
    )
    drawn = own_icon(tmp_path, svg)
    assert drawn.count("#0000aa") == 2  # of the group, for parts without a paint, and of the path
    assert drawn.count("#ffffff") == 1
    assert "#000000" not in drawn


def test_icon_in_several_colours_keeps_its_black(tmp_path):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        '<path d="M0 0h9v9z"/><path fill="red" d="M9 9h9v9z"/></svg>'
    )
    drawn = own_icon(tmp_path, svg)
    assert 'fill="#000000"' in drawn
    assert "#0000aa" not in drawn


def test_icon_of_the_game_comes_before_the_shared_one(tmp_path):
    icon = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h{}v9z"/></svg>'
    )
    own_icon(tmp_path / "game", icon.format(5))
    own_icon(tmp_path / "shared", icon.format(7))
    library = IconLibrary(tmp_path / "game", tmp_path / "shared")
    assert "M0 0h5v9z" in library.drawing("own:coin").markup("red", "u-")


def test_icon_that_is_a_link_out_of_the_project_is_not_read(tmp_path):
    own_icon(tmp_path / "elsewhere", '<svg xmlns="http://www.w3.org/2000/svg"/>')
    game = tmp_path / "game"
    (game / "icons").mkdir(parents=True)
    (game / "icons" / "coin.svg").symlink_to(tmp_path / "elsewhere" / "coin.svg")
    with pytest.raises(FaultyIcon, match="leads out of the project"):
        IconLibrary(game / "icons", root=game).drawing("own:coin")


def test_every_own_icon_can_be_drawn(library):
    names = sorted(file.stem for file in SHARED_ICONS.glob("*.svg"))
    assert "moai" in names
    for name in names:
        assert drawn(library.drawing(f"own:{name}").markup("#000", "u-")).tag == "g"


def test_icon_names_are_imported_only_when_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))  # nothing was kept yet
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from fustella.draw.icons import IconLibrary\n"
        "library = IconLibrary(Path())\n"
        "print('fonticon_mdi7' in sys.modules, library.known('mdi:tree'), "
        "'fonticon_mdi7' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True", "True"]


def test_faults_of_an_icon_are_told_at_once_with_their_lines(tmp_path):
    inside = '\n<path d="10 10"/>\n<rect width="1e400" height="1"/>\n<use href="#gone"/>\n'
    library = own_library(tmp_path, inside)
    for _ in range(2):
        with pytest.raises(FaultyIcon) as found:
            library.drawing("own:coin")
        assert [fault.line for fault in found.value.faults] == [2, 3, 4]


def test_percentages_of_an_icon_are_its_own(tmp_path):
    half = own_library(tmp_path, '<rect width="50%" height="25%"/>').drawing("own:coin")
    [rect] = drawn(half.markup("#000", "")).iter("rect")
    assert (rect.get("width"), rect.get("height")) == ("12", "6")


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M6 12z"/>',
        '<line x1="6" y1="12" x2="6" y2="12"/>',
        '<polyline points="6 12 6 12"/>',
        '<g fill="red"><polygon points="6,12 6,12"/></g>',
        '<path d="M2 2h3M6 12h0"/>',
    ],
)
def test_dots_of_an_icon_are_drawn(tmp_path, shape):
    stroke = 'stroke="currentColor" stroke-width="4" stroke-linecap="round"'
    dots = own_library(tmp_path, f"<g {stroke}>{shape}</g>").drawing("own:coin")
    markup = dots.markup("#123456", "i")
    assert any(short in markup for short in ("M6 12h0.004", 'x2="6.004"', "6.004,12")), markup
    assert 'stroke="#123456"' in markup


def test_icon_is_cut_at_its_view_where_it_lies_beyond(tmp_path):
    inside = own_library(tmp_path, '<rect width="24" height="24"/>').drawing("own:coin")
    assert "clip" not in inside.markup("#000", "")
    beyond = own_library(tmp_path, '<rect width="40" height="24"/>').drawing("own:coin")
    root = drawn(beyond.markup("#000", "i1-"))
    [clip] = root.iter("clipPath")
    assert clip[0].get("width") == "24"
    assert root.find(".//g[@clip-path]").get("clip-path") == f"url(#{clip.get('id')})"


def test_a_glyph_is_found_by_its_own_name_alone():
    library = IconLibrary()
    names = [name for word in ("mdi:", "fa:", "import") for name in library.search([word])]
    assert len(names) > 5000
    assert all(library.known(name) for name in names)
    wrong = ("mdi:", "mdi:-", "mdi:import-", "mdi:import_", "mdi:--doc--", "mdi:__doc__", "fa:_")
    assert not [name for name in wrong if library.known(name)]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("herb.png", "own:herb"),
        ("herb.jpg", "own:herb"),
        ("herb.webp", "own:herb"),
        ("Herb.PNG", "own:herb"),
        ("herb.gif", "own:herb.gif"),
        ("herb.ai", "own:herb"),
        ("wood-2.jpeg", "own:wood-2"),
        ("herb.SVG.png", "own:herb.svg"),
    ],
)
def test_icon_that_is_a_file_and_no_svg_is_told_so(file, name, tmp_path):
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / file).write_bytes(b"")
    library = IconLibrary(tmp_path / "icons", root=tmp_path)
    assert not library.known(name)
    assert library.suggest(name).startswith(f"`icons/{file}` is no SVG: save it as an SVG")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("infantry", ("infantry",)),
        ("Mechanized-Infantry", ("infantry", "mechanised")),
        ("mechanised", ("infantry", "mechanised")),
        ("airborne engineer", ("engineer", "airborne")),
        ("self-propelled artillery XX", ("artillery", "self-propelled", "division")),
        ("air defense, army group", ("air-defence", "army-group")),
        ("enemy tank ooo", ("hostile", "armour", "platoon")),
        ("friend recon", ("cavalry",)),
        ("xxx", ("corps",)),
    ],
)
def test_symbol_is_named_by_words_in_any_order(library, typed, words):
    expected = "nato:" + "-".join(words)
    assert library.drawing(f"nato:{typed}").name == expected
    backwards = " ".join(reversed([word.replace("-", " ") for word in words]))
    assert library.drawing(f"nato:{backwards}").name == expected


def test_every_word_of_a_symbol_draws_something_of_its_own(library):
    drawings = {word: library.drawing(f"nato:{word}").markup("#000", "") for word in WORDS}
    lone = {modifier: drawings[branch] for modifier, branch in MODIFIERS.items()}
    assert all(drawings[modifier] != branch for modifier, branch in lone.items())
    others = [drawings[word] for word in WORDS if word not in MODIFIERS]
    assert len({*others}) == len(others)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("words", ["infantry", "headquarters XXXXXX", "airborne artillery team"])
def test_symbol_lies_in_its_square(library, frame, words):
    icon = library.drawing(f"nato:{frame} {words}")
    assert 0 < icon.width <= 24.001
    assert 0 < icon.height <= 24.001
    lines = drawn(f"<g>{icon.markup('#123456', 'u-')}</g>")
    assert lines.find(".//clipPath").get("id") == "u-frame"
    assert "#123456" in {each.get("stroke") for each in lines.iter("g")}
    assert "{" not in icon.in_square(0, 0, 5, "#123456", 0, "u-", "#abcdef")


def test_icon_in_a_box_is_as_large_as_its_ink_allows(library):
    assert library.drawing("nato:infantry").side_in(24, 16) == pytest.approx(24)
    assert library.drawing("nato:division").side_in(100, 4) == pytest.approx(24)

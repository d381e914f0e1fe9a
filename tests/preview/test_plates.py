"""The plates of a face for the page: they are those that a press prints, and so are the figures."""

import csv
import io

import pytest
from PIL import Image, ImageChops

from fustella.preview.press import PressChoice
from fustella.preview.service import PreviewService
from fustella.preview.views import EditionKey, PlatesView
from tests.conftest import TinyProject
from tests.preview.conftest import service_of

FULL = EditionKey("tiny", "en", "full")


def plates(service: PreviewService, piece: str = "dragon", side: str = "front") -> PlatesView:
    service.refresh(FULL)
    view = service.plates(FULL, piece, side, 0)
    assert view is not None
    return view


def picture(service: PreviewService, digest: str) -> Image.Image:
    content = service.made("tiny", f"{digest}.png")
    assert content is not None
    return Image.open(io.BytesIO(content))


def limited(tiny: TinyProject, most_percent: float) -> PreviewService:
    options = service_of(tiny)._options
    press = PressChoice(None, most_percent)
    return PreviewService(service_of(tiny)._project, ("tiny",), options, None, press)


def test_figures_are_those_that_the_export_for_a_press_measures(
    service: PreviewService, tiny: TinyProject
):
    assert tiny.run("export", "--to", "press", "--inks", "--dies", "none") == 0
    text = (tiny.output / "tiny" / "en" / "press" / "press.csv").read_bytes().decode("utf-8-sig")
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["piece"] == "dragon"]
    assert {row["side"] for row in rows} == {"front", "back"}
    for row in rows:
        view = plates(service, "dragon", row["side"])
        assert view.highest_percent == float(row["highest ink %"])
        assert view.mean_percent == float(row["mean ink %"])
        bleed_mm = float(row["x_mm"]) - view.x_mm
        assert bleed_mm == pytest.approx(float(row["y_mm"]) - view.y_mm, abs=0.11)
        assert bleed_mm > 0, "places count from the trim, not from the bleed"
        assert (view.beyond, view.pictured == "") == (False, row["written as"] == "vectors")


def test_plates_add_up_to_the_ink_at_each_place(service: PreviewService):
    view = plates(service)
    assert [plate.name for plate in view.plates] == ["cyan", "magenta", "yellow", "black"]
    alone = [picture(service, plate.digest) for plate in view.plates]
    heat = picture(service, view.heat).convert("RGB")
    assert {one.mode for one in alone} == {"L"}
    assert {one.size for one in (*alone, heat)} == {picture(service, view.together).size}
    for plate, one in zip(view.plates, alone, strict=True):
        assert 255 - one.getextrema()[0] == pytest.approx(plate.highest_percent * 2.55, abs=1)
    sums = {
        at: sum(255 - one.getpixel(at) for one in alone)
        for at in ((x, y) for x in range(0, heat.width, 7) for y in range(0, heat.height, 7))
    }
    bare = [at for at, total in sums.items() if total == 0]
    most = max(sums, key=lambda at: sums[at])
    assert sums[most] > 200
    assert {heat.getpixel(at) for at in bare} <= {(255, 255, 255)}
    ranked = sorted(sums, key=lambda at: sums[at])
    greens = [heat.getpixel(at)[1] for at in ranked]
    assert greens == sorted(greens, reverse=True), "more ink is darker, without an exception"


def test_together_the_inks_look_as_the_face_does(service: PreviewService):
    view = plates(service)
    together = picture(service, view.together).convert("RGB").resize((1, 1), Image.Resampling.BOX)
    alone = [picture(service, plate.digest) for plate in view.plates]
    mean = [1 - one.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)) / 255 for one in alone]
    shown = together.getpixel((0, 0))
    for ink, part in zip(mean[:3], shown, strict=True):  # cyan takes red away, and so on
        assert part == pytest.approx(255 * (1 - ink) * (1 - mean[3]), abs=60)


def test_lower_limit_lowers_the_highest_sum_of_inks(tiny: TinyProject):
    usual, low = plates(service_of(tiny)), plates(limited(tiny, 180))
    assert low.most_percent == 180
    assert usual.highest_percent > 181 >= low.highest_percent
    assert not low.beyond


def test_lines_of_tools_are_plates_of_their_own(service: PreviewService):
    names = {
        piece: [die.name for die in plates(service, piece).dies] for piece in ("dragon", "five")
    }
    assert all(found[-1] == "cut" for found in names.values())
    for die in plates(service, "five").dies:
        assert die.path.startswith("M")
        assert die.path.endswith("Z")


def test_plates_are_drawn_once(service: PreviewService, monkeypatch: pytest.MonkeyPatch):
    first = plates(service)

    def refuse(*_: object) -> None:
        raise AssertionError("it was drawn before")

    monkeypatch.setattr("fustella.preview.plates.separations", refuse)
    assert plates(service) is first


@pytest.mark.parametrize(
    ("piece", "side", "look"),
    [("nobody", "front", 0), ("dragon", "inside", 0), ("dragon", "front", 9)],
)
def test_faces_that_are_not_there_have_no_plates(service, piece, side, look):
    service.refresh(FULL)
    assert service.plates(FULL, piece, side, look) is None


def test_pictures_are_not_larger_than_a_page_needs(service: PreviewService):
    for piece in ("island", "dragon"):
        size = picture(service, plates(service, piece).heat).size
        assert max(size) <= 1601


INKS = (
    "inks: {gold: {sort: foil}, gloss: {sort: varnish, plate: Cut}, "
    'warm: {sort: spot, colour: "#e2001a"}, spare: {sort: emboss}}\n'
)
ART = """<rect x="0" y="0" width="20" height="20" fill="#2f7f9b"/>
<rect x="2" y="6" width="4" height="8" data-ink="gold"/>
<rect x="8" y="6" width="4" height="8" data-ink="warm"/>
<rect x="14" y="6" width="4" height="8" data-ink="gloss"/>
{% endblock %}"""


def with_inks(tiny: TinyProject) -> None:
    tiny.edit("content/tiny/game.yaml", "icons:  ", f"{INKS}icons:  ")
    path = tiny.root / "templates" / "tiny" / "coin.svg.j2"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{% endblock %}", ART), encoding="utf-8")


def middle_of(plate: Image.Image) -> tuple[int, int]:
    left, top, right, bottom = ImageChops.invert(plate).getbbox() or (0, 0, 0, 0)
    return (left + right) // 2, (top + bottom) // 2


def test_special_inks_have_plates_and_are_seen_in_their_colours(tiny: TinyProject):
    with_inks(tiny)
    service = service_of(tiny)
    view = plates(service, "five")
    own = {plate.name: picture(service, plate.digest) for plate in view.plates}
    assert [*own] == ["cyan", "magenta", "yellow", "black", "Foil", "Cut", "Warm"]
    assert [die.name for die in view.dies] == ["cut"], "a plate of that name is another one"
    assert [round(plate.highest_percent) for plate in view.plates[4:]] == [100, 100, 100]
    together, heat = (picture(service, one).convert("RGB") for one in (view.together, view.heat))
    at = {name: middle_of(own[name]) for name in ("Foil", "Warm", "Cut")}
    assert together.getpixel(at["Foil"]) == (0xC9, 0xA1, 0x3B)
    assert together.getpixel(at["Warm"]) == (0xE2, 0x00, 0x1A)
    art = at["Foil"][0] - 4 * (at["Cut"][0] - at["Foil"][0]) // 16, at["Foil"][1]
    sheen = together.getpixel(at["Cut"])
    assert sheen != together.getpixel(art)
    assert sheen == pytest.approx(together.getpixel(art), abs=25)
    assert heat.getpixel(at["Foil"]) == heat.getpixel(art), "foil is no ink of the four"
    assert heat.getpixel(at["Warm"]) == (255, 255, 255), "a spot colour replaces the art"


def test_figures_of_art_in_special_inks_are_those_of_the_export(tiny: TinyProject):
    with_inks(tiny)
    words = ("--inks", "--dies", "none", "--only", "coin", "--force")
    assert tiny.run("export", "--to", "press", *words) == 0
    path = next((tiny.output / "tiny").rglob("press.csv"))
    rows = csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")))
    [row] = [row for row in rows if row["piece"] == "five"]
    view = plates(service_of(tiny), "five")
    assert view.highest_percent == float(row["highest ink %"])
    assert view.mean_percent == float(row["mean ink %"])


def test_plate_that_gets_another_name_is_shown_by_it(tiny: TinyProject):
    with_inks(tiny)
    service = service_of(tiny)
    assert plates(service, "five").plates[5].name == "Cut"
    tiny.edit("content/tiny/game.yaml", "plate: Cut", "plate: Coat")
    service.touch([tiny.root / "content" / "tiny" / "game.yaml"])
    assert plates(service, "five").plates[5].name == "Coat"

"""`fustella import` of orders of mpc-autofill: slots become copies, files have its names."""

import csv
from pathlib import Path

import pytest
from PIL import Image

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.intake import Miss, bring, open_source
from fustella.intake.formats import mpc, tts
from tests.conftest import TinyProject

FOX = "1FxH0xUPOQqYSEigoGA7DRvWGIdqxWC8S"
OWL = "1OQkhsnMZlZrKFZyXOYOWfAwpoIRmdqlP"
MOON = "1_cQNisGztaA4UVyx132eBjh7pP9cxblx"
BACK = "1LrVX0pUcye9n_0RtaDNVl2xPrQgn7CYf"


def side(picture: str, slots: str, name: str = "", query: str = "") -> str:
    parts = f"<id>{picture}</id><slots>{slots}</slots>"
    return f"<card>{parts}<name>{name}</name><query>{query}</query></card>\n"


def order(fronts: str, backs: str = "", common: str = BACK, quantity: int = 4) -> str:
    details = f"<details><quantity>{quantity}</quantity><stock>(M31) Linen</stock></details>"
    parts = f"<fronts>{fronts}</fronts><backs>{backs}</backs><cardback>{common}</cardback>"
    return f"<order>\n{details}\n{parts}</order>\n"


ORDER = order(
    side(FOX, "0,2,1", "Fox (Ada: 1).png", "fox") + side(OWL, "[3]", "Owl.jpg", "owl"),
    side(MOON, "1", "Moon.png"),
)


def written(folder: Path, text: str = ORDER, name: str = "order.xml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def picture(path: Path, colour: str, size: tuple[int, int] = (822, 1122)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, colour).save(path)


def rows_of(brought) -> list[dict[str, str]]:
    with (brought.place.folder / "card.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def colour_of(brought, name: str) -> str:
    with Image.open(brought.place.folder / "art" / name) as found:
        return "#{:02x}{:02x}{:02x}".format(*found.convert("RGB").getpixel((9, 9)))


def test_slots_become_copies_and_pictures_are_found_by_name_and_by_id(tmp_path, run):
    path = written(tmp_path / "deck")
    picture(path.parent / "cards" / f"Fox (Ada 1) ({FOX}).png", "#102030")
    picture(path.parent / "cards" / "Owl.png", "#203040")
    picture(path.parent / f"{MOON}.png", "#304050")
    picture(path.parent / f"{BACK}.webp", "#405060")
    brought = bring(path, into=tmp_path / "game")
    assert brought.format == "mpc"
    assert brought.taken.title == "Order"
    rows = rows_of(brought)
    assert [(row["name"], row["copies"]) for row in rows] == [
        ("Fox (Ada 1)", "2"),
        ("Fox (Ada 1)", "1"),
        ("Owl", "1"),
    ]
    assert [colour_of(brought, row["art"]) for row in rows] == ["#102030", "#102030", "#203040"]
    backs = [colour_of(brought, row["back.art"]) for row in rows]
    assert backs[1] == "#304050"
    assert backs[0] == backs[2] != backs[1]
    assert "label" not in rows[0]
    (kind,) = brought.taken.kinds
    assert (kind.width_mm, kind.height_mm, kind.bleed_mm) == (63.5, 88.9, 3.05)
    assert [loss.what for loss in brought.taken.losses] == ["stock: (M31) Linen", "size"]
    ran = run(TinyProject(brought.place.project.root), "build")
    assert ran.code == 0, ran.err


def test_drives_are_not_asked_and_what_is_downloaded_is_taken(tmp_path, run):
    path = written(tmp_path / "deck")
    game = tmp_path / "game"
    first = bring(path, into=game)
    assert [row["label"] for row in rows_of(first)] == ["Fox (Ada 1)", "Fox (Ada 1)", "Owl"]
    names = first.taken.downloads
    assert {address.rpartition("=")[2] for address in names} == {FOX, OWL, MOON, BACK}
    assert f"cards/Fox (Ada 1) ({FOX}).png" in names.values()
    told = {loss.place.line for loss in first.taken.losses if loss.miss is Miss.PICTURES}
    assert told == {3, 4, 5, 6}
    ran = run(TinyProject(game), "build")
    assert ran.code == 0, ran.err
    for name in names.values():
        picture(path.parent / name, "#102030", (816, 1110))
    again = bring(path, into=game)
    assert not again.taken.downloads
    assert "label" not in rows_of(again)[0]
    assert (again.taken.kinds[0].width_mm, again.taken.kinds[0].height_mm) == (63, 88)


def test_orders_in_parts_and_of_several_decks_are_one_list(tmp_path):
    decks = "".join(
        f"<deck><quantity>1</quantity><fronts>{side(each, '0', name)}</fronts>"
        f"<cardback>{BACK}</cardback></deck>"
        for each, name in ((FOX, "Fox"), (OWL, "Owl"))
    )
    text = f"<order><details><decks>2</decks></details><decks>{decks}</decks></order>"
    brought = bring(written(tmp_path / "decks", text), into=tmp_path / "game")
    assert [row["name"] for row in rows_of(brought)] == ["Fox", "Owl"]
    for number, name in ((1, "Fox"), (2, "Owl")):
        written(tmp_path / "parts", order(side(name, "0", name), quantity=1), f"order-{number}.xml")
    written(tmp_path / "parts", order(side("x", "0")), "other.xml")
    brought = bring(tmp_path / "parts", into=tmp_path / "joined")
    assert [row["name"] for row in rows_of(brought)] == ["Fox", "Owl"]
    assert "other.xml" in {loss.what for loss in brought.taken.losses}


def test_a_quantity_that_is_not_that_of_the_slots_and_open_fronts_are_told(tmp_path):
    text = order(side("", "0", "Fox.png") + side(OWL, "x, -1, 5", "Owl"), side(MOON, "7"), "")
    brought = bring(written(tmp_path / "deck", text), into=tmp_path / "game")
    rows = rows_of(brought)
    assert [row["name"] for row in rows] == ["Fox", "Owl", ""]
    assert [row["back.art"] != "" for row in rows] == [False, False, True]
    assert "quantity" in {loss.what for loss in brought.taken.losses}


def test_what_is_exported_comes_back_with_pictures_and_copies(tiny, tmp_path):
    (tiny.root / "content" / "products-mpc.csv").write_text(
        "identity,what,shape,width_px,height_px,finished_width_mm,finished_height_mm\n"
        "fits,deck,rectangle,592,863,44,67\n",
        encoding="utf-8",
    )
    assert tiny.run("export", "--to", "mpc") == 0
    (path,) = tiny.output.rglob("mpc/order.xml")
    brought = bring(path, into=tmp_path / "game")
    rows = rows_of(brought)
    counted = {row["name"].rpartition("-")[2]: int(row["copies"]) for row in rows}
    assert counted == {"boat": 12, "hut": 2, "dragon": 4}
    assert not brought.taken.downloads
    assert not any(loss.miss is Miss.PICTURES for loss in brought.taken.losses)


def test_other_orders_and_other_formats_are_none(tmp_path):
    for text in (
        "<order><item/></order>",
        "<orders><fronts/></orders>",
        "<cockatrice_carddatabase/>",
        '{"ObjectStates": []}',
    ):
        path = written(tmp_path / "other", text)
        assert not mpc.likeness(open_source(path)), text
    path = written(tmp_path / "deck")
    assert mpc.likeness(open_source(path)) == mpc.likeness(open_source(path.parent)) == 1
    assert not tts.likeness(open_source(path))


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE order [<!ENTITY a "aaaa">]><order><fronts>&a;</fronts></order>',
        "<order><fronts><card></fronts></order>",
    ],
)
def test_broken_and_hostile_orders_are_told(tmp_path, text):
    with pytest.raises(ProblemsFound) as caught:
        bring(written(tmp_path / "deck", text), "mpc", tmp_path / "game")
    assert [problem.code for problem in caught.value.problems] == ["E811"]


def test_names_never_lead_out_and_numbers_have_bounds(tmp_path):
    (tmp_path / "secret.png").write_bytes(b"secret")
    slots = ",".join(map(str, range(limits.COPIES + 9)))
    text = order(side("../secret.png", slots, "../secret.png") + side(FOX, "9" * 400, "b"))
    brought = bring(written(tmp_path / "deck", text), into=tmp_path / "game")
    assert [row["copies"] for row in rows_of(brought)] == [str(limits.COPIES)]
    art = [path for path in (brought.place.folder / "art").rglob("*") if path.is_file()]
    assert all(path.read_bytes() != b"secret" for path in art)

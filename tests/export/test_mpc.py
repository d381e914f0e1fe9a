"""Cards for MakePlayingCards: their pictures, and the order, read as the program that takes it."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

HEADS = "identity,what,shape,width_px,height_px,finished_width_mm,finished_height_mm\n"
FITS = "fits,deck,rectangle,592,863,44,67\n"
COPIES = {"boat": 12, "hut": 2, "dragon": 4}


@pytest.fixture
def cards(tiny):
    """Tiny, whose cards have a size that is sold."""
    (tiny.root / "content" / "products-mpc.csv").write_text(HEADS + FITS, encoding="utf-8")
    return tiny


def export(project, *arguments):
    assert project.run("export", "--to", "mpc", *arguments) == 0
    folder = project.output / "tiny" / "en" / "mpc"
    return folder / "part" if "--only" in arguments else folder


def copies_of(folder):
    """The pictures of all cards of all orders, by what the reader of an order makes of it."""
    cards = []
    for path in sorted(folder.glob("order*.xml")):
        cards += order_of(path)
    return cards


def order_of(path):
    """The front and the back of each slot of an order, in their order."""
    order = ElementTree.parse(path).getroot()
    assert order.tag == "order"
    assert [part.tag for part in order] == ["details", "fronts", "backs", "cardback"]
    details = {part.tag: part.text for part in order.find("details")}
    assert set(details) == {"quantity", "stock", "foil"}
    assert details["stock"] == "(S30) Standard Smooth"
    quantity = int(details["quantity"])
    assert 0 < quantity <= 612
    sides = {"fronts": {}, "backs": {}}
    for side, slots in sides.items():
        for card in order.find(side):
            assert [part.tag for part in card] == ["id", "sourceType", "slots", "name", "query"]
            assert card.findtext("sourceType") == "Local File"
            picture = Path(card.findtext("id"))
            assert picture.is_absolute()
            assert picture.is_file()
            assert picture.name == card.findtext("name")
            for slot in card.findtext("slots").split(","):
                assert int(slot) not in slots, "a slot twice"
                slots[int(slot)] = picture
    assert sorted(sides["fronts"]) == list(range(quantity))
    back = Path(order.findtext("cardback"))
    assert back.is_file()
    return [(sides["fronts"][slot], sides["backs"].get(slot, back)) for slot in range(quantity)]


def test_mpc_order_has_a_slot_for_each_copy_with_its_own_back(cards):
    folder = export(cards, "--only", "card")
    slots = copies_of(folder)
    counted = Counter(front.stem.removeprefix("card-") for front, _ in slots)
    assert counted == COPIES
    for front, back in slots:
        assert back == folder / "backs" / front.name


def test_mpc_order_names_the_common_back_once(cards):
    cards.edit("templates/tiny/card-back.svg.j2", "{{ text(piece.id,", "{{ text('Tiny',")
    folder = export(cards, "--only", "card")
    order = ElementTree.parse(folder / "order.xml").getroot()
    assert order.findtext("cardback") == str(folder / "backs" / "card-back.png")
    (other,) = order.find("backs")
    assert other.findtext("name") == "card-dragon.png"
    assert len(other.findtext("slots").split(",")) == COPIES["dragon"]
    assert {path.name for path in (folder / "backs").iterdir()} == {
        "card-back.png",
        "card-dragon.png",
    }


def test_mpc_pictures_have_the_size_of_the_product_and_no_transparency(cards):
    folder = export(cards, "--only", "card")
    pictures = sorted(folder.rglob("*.png"))
    assert len(pictures) == 6
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.size == (592, 863)
            assert picture.mode == "RGB"


@pytest.mark.parametrize(
    ("size", "size_px", "agrees"),
    [
        ("width: 63mm\n    height: 88mm", (816, 1110), True),
        ("width: 63.5mm\n    height: 88.9mm", (822, 1122), True),
        ("width: 88.9mm\n    height: 63.5mm", (822, 1122), True),
        ("width: 70mm\n    height: 120mm", (897, 1497), True),
        ("width: 62mm\n    height: 86mm", (816, 1110), False),
    ],
)
def test_mpc_sizes_that_are_sold_agree_within_a_millimetre(tiny, run, size, size_px, agrees):
    tiny.edit_freely("content/tiny/game.yaml", "size: mini", size)
    for name in ("card", "card-back"):
        path = tiny.root / "templates" / "tiny" / f"{name}.svg.j2"
        path.write_text(
            '{% extends "_shared/face.svg.j2" %}{% block face %}'
            '<path d="{{ outline }}" fill="{{ colours.sand }}"/>{% endblock %}'
        )
    told = run(tiny, "export", "--to", "mpc", "--only", "card", "--force")
    assert told.code == 0
    assert ("E801" in told.err) is not agrees
    folder = tiny.output / "tiny" / "en" / "mpc" / "part"
    for path in folder.rglob("*.png"):
        with Image.open(path) as picture:
            assert picture.size == size_px
    assert len(copies_of(folder)) == sum(COPIES.values())


def test_mpc_leaves_out_what_is_no_card_with_one_warning_a_kind(cards, run):
    told = run(cards, "export", "--to", "mpc")
    (left_out,) = (said for said in told.problems if said.code == "E801")
    (also,) = (line for line in told.err.splitlines() if line.startswith("    also: "))
    assert "left out" in left_out.message
    assert len(re.findall(r"game\.yaml:\d+", also)) == 3  # of four kinds
    assert {said.code for said in told.problems} == {"E801", "E803"}
    assert len(copies_of(cards.output / "tiny" / "en" / "mpc")) == sum(COPIES.values())


def test_mpc_leaves_out_a_card_that_is_much_smaller_than_any(cards, run):
    path = cards.root / "content" / "products-mpc.csv"
    path.write_text(HEADS + "large,deck,rectangle,1200,1500,90,120\n", encoding="utf-8")
    told = run(cards, "export", "--to", "mpc", "--only", "card")
    (problem,) = (said for said in told.problems if said.code == "E801")
    assert "large, is 46.0 mm wider and 53.0 mm higher, and it is left out" in problem.message
    assert not [*(cards.output / "tiny" / "en" / "mpc").rglob("*.xml")]


def test_mpc_orders_of_more_than_612_cards_are_split(cards):
    cards.edit_freely("content/tiny/cards.yaml", "copies: 12", "copies: 694")
    folder = export(cards, "--only", "card", "--force")
    paths = sorted(folder.glob("*.xml"))
    assert [path.name for path in paths] == ["order-1.xml", "order-2.xml"]
    assert [len(order_of(path)) for path in paths] == [612, 88]
    counted = Counter(front.stem.removeprefix("card-") for front, _ in copies_of(folder))
    assert counted == {**COPIES, "boat": 694}


def counters_of_card(project):
    """Counters that are cards for a shop: thin squares without a back."""
    path = project.root / "content" / "products-mpc.csv"
    path.write_text(f"{HEADS}{FITS}tiny,deck,rectangle,300,300,15,15\n", encoding="utf-8")
    project.edit_freely("content/tiny/game.yaml", "stock: board", "stock: card")


def test_mpc_sizes_have_orders_of_their_own(cards):
    counters_of_card(cards)
    folder = export(cards, "--only", "card,counter", "--force")
    for file, size in (("order-1.xml", (592, 863)), ("order-2.xml", (300, 300))):
        for pictures in order_of(folder / file):
            for path in pictures:
                with Image.open(path) as picture:
                    assert picture.size == size
    # A counter has no back: it is white.
    with Image.open(folder / "backs" / "blank-300x300.png") as picture:
        assert picture.getcolors() == [(300 * 300, (255, 255, 255))]


def test_mpc_order_escapes_letters_that_xml_has_for_itself(cards):
    counters_of_card(cards)
    name = r'en: "<b> & \"c\" \u0007"'
    cards.edit_freely("content/tiny/counters.yaml", "en: Person", name)
    folder = export(cards, "--only", "counter", "--force")
    order = ElementTree.parse(folder / "order.xml").getroot()
    assert '<b> & "c"  (red)' in [card.findtext("query") for card in order.find("fronts")]


def test_mpc_twice_gives_equal_bytes_and_an_edited_card_changes_one_picture(cards):
    folder = export(cards, "--only", "card")
    files = [path for path in sorted(folder.rglob("*.*")) if path.suffix in (".png", ".xml")]
    first = {path: path.read_bytes() for path in files}
    for path in files:
        path.unlink()
    export(cards, "--only", "card")
    assert {path: path.read_bytes() for path in files} == first
    cards.edit("content/tiny/cards.yaml", "weight: 2.25", "weight: 3.25")
    export(cards, "--only", "card", "--force")
    changed = [path.name for path in files if path.read_bytes() != first[path]]
    assert changed == ["card-hut.png"]

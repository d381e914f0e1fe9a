"""What a swap list shows of copies that leave: what was printed, or no picture."""

import pypdfium2
import pytest
from PIL import Image

from tests.conftest import TinyProject

CARDS = "content/tiny/cards.yaml"
GAME = "content/tiny/game.yaml"
ART = "content/tiny/art"
OLD, NEW = (220, 20, 30), (20, 40, 220)


def paint(project: TinyProject, name: str, colour: tuple[int, int, int]) -> None:
    Image.new("RGB", (600, 300), colour).save(project.root / ART / f"{name}.png")


@pytest.fixture
def printed(tiny, run):
    """A kit that was printed with a red picture on the dragon."""
    paint(tiny, "dragon-hill", OLD)
    for words in (
        ("kit", "new", "club", "tiny"),
        ("build",),
        ("kit", "printed", "club", "--whole"),
    ):
        assert run(tiny, *words).code == 0
    return tiny


def shown(project: TinyProject, run) -> tuple[int, bool, bool]:
    """How often the swap list says Dragon under “Take out”; whether red and blue are on it."""
    ran = run(project, "build", "--kit", "club")
    assert ran.code == 0, ran.err
    path = project.output / "tiny/kits/club/tiny-club-checklist.pdf"
    said, pixels = "", set()
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            said += page.get_textpage().get_text_range()
            small = page.render(scale=1).to_pil().convert("RGB")
            pixels |= {colour for count, colour in small.getcolors(2**24) if count > 8}

    def near(wanted):
        return any(max(abs(a - b) for a, b in zip(one, wanted, strict=True)) < 30 for one in pixels)

    return said[: said.index("Put in")].count("Dragon"), near(OLD), near(NEW)


def other_bytes(project):
    paint(project, "dragon-hill", NEW)


def other_file(project):
    paint(project, "new-hill", NEW)
    project.edit_freely(CARDS, "scene: dragon-hill", "scene: new-hill")


def renamed(project):
    (project.root / ART / "dragon-hill.png").rename(project.root / ART / "hill.png")
    project.edit_freely(CARDS, "scene: dragon-hill", "scene: hill")


def replaced_and_gone(project):
    other_file(project)
    (project.root / ART / "dragon-hill.png").unlink()


def other_bytes_and_rules(project):
    paint(project, "dragon-hill", NEW)
    project.edit_freely(CARDS, "cost: 9", "cost: 8")


def rules_alone(project):
    project.edit_freely(CARDS, "cost: 9", "cost: 8")


def other_template(project):
    path = "templates/tiny/card.svg.j2"
    text = (project.root / path).read_text(encoding="utf-8")
    mark = '<path d="M0 0h20v20z" fill="rgb(20,40,220)"/>{% endblock %}'
    project.edit_freely(path, text, mark.join(text.rsplit("{% endblock %}", 1)))


def other_colour(project):
    text = (project.root / CARDS).read_text(encoding="utf-8")
    project.edit_freely(CARDS, text, text.replace("band: leaf", 'band: "#1428dc"'))


@pytest.mark.parametrize(
    ("change", "said", "red", "blue"),
    [
        (other_bytes, 1, False, True),
        (other_file, 2, True, True),
        (replaced_and_gone, 1, False, True),
        (other_bytes_and_rules, 1, False, True),
        (rules_alone, 2, True, False),
        (other_template, 1, True, True),
        (other_colour, 2, True, True),
    ],
)
def test_what_leaves_is_shown_as_it_was_printed_or_not_at_all(
    printed, run, change, said, red, blue
):
    change(printed)
    assert shown(printed, run) == (said, red, blue)


def test_piece_whose_picture_got_another_name_alone_looks_as_it_did(printed, run):
    """It has another code, so it is told from the old one; both look the same."""
    renamed(printed)
    assert shown(printed, run) == (2, True, False)

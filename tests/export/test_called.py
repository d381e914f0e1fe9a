"""Files of kinds are called as the rules of a shop say."""

import pytest

from tests.export.test_shop_rules import SHOP


@pytest.mark.parametrize(
    ("to", "names"),
    [
        ("press", {"tiny_card_x.pdf", "press.csv"}),
        ("dies", {*(f"tiny_card_x-dies.{form}" for form in ("pdf", "svg", "dxf")), "dies.csv"}),
    ],
)
def test_files_of_a_kind_are_called_as_the_shop_wants(to, names, tiny):
    folder = tiny.root / "content" / "shops"
    folder.mkdir()
    rule = 'files: {called: "{game}_{kind}_x", source: guide}\n'
    (folder / "corner.yaml").write_text(SHOP + rule)
    assert tiny.run("export", "--to", to, "--shop", "corner", "--only", "card") == 0
    made = tiny.output / "tiny" / "en" / to / "part"
    assert {path.name for path in made.iterdir() if path.name[0] != "."} == names

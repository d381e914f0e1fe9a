"""kits/<name>.yaml is read, and written without losing comments."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.files.project import Project
from fustella.core.values.problems import Place, ProblemsFound
from fustella.history import Version
from fustella.kits import Kit, Lot, kit_names, read_kit
from fustella.kits.store import kit_in, with_kit

PLACE = Place("kits/club.yaml")


def version(sign: str, code: str = "TI-7K4C") -> Version:
    return Version(code, sign * 8, "12345678", "1e100000")


def kit(**lots: tuple[Lot, ...]) -> Kit:
    return Kit("club", "tiny", "en", "full", lots, PLACE)


BOTH = kit(boat=(Lot(version("1"), 12), Lot(version("e"), 2)), hut=(Lot(version("0"), 1),))


def test_kit_file_of_an_empty_kit_says_what_it_is():
    text = with_kit("", kit())
    assert text.startswith("# A printed copy")
    assert "pieces: {}\n" in text
    assert kit_in(text, "club") == kit()


def test_kit_file_with_hashes_like_numbers_keeps_them():
    assert kit_in(with_kit("", BOTH), "club") == BOTH


def test_kit_file_keeps_ids_of_any_script():
    lots = (Lot(version("0"), 2),)
    some = kit(**dict.fromkeys(sorted(("čáp", "Card_B", "灯台", "no", "12")), lots))
    assert kit_in(with_kit("", some), "club") == some


def test_kit_file_has_one_line_for_each_lot_in_order():
    lines = with_kit("", BOTH).splitlines()
    assert [line.strip() for line in lines if line.endswith(":")] == ["pieces:", "boat:", "hut:"]
    assert sum(line.startswith("    - {copies: ") for line in lines) == 3


REMARKED = """\
# of the club
game: tiny   # ours
language: en
theme: full

pieces:
  # wet in May
  boat: # of wood
    - {copies: 12, code: TI-7K4C, rules: 11111111, wording: 12345678, looks: 1e100000} # twelve
    - copies: 2   # two more
      code: TI-7K4C
      rules: "eeeeeeee"
      wording: '12345678'
      looks: 1e100000
  # the only hut
  hut: [{copies: 1, code: TI-7K4C, rules: 00000000, wording: 12345678, looks: 1e100000}]
# the end
"""
REMARKS = ("# of the club", "# ours", "# wet in May", "# of wood", "# twelve", "# two more",
           "# the only hut", "# the end")  # fmt: skip


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_kit_file_with_remarks_keeps_them_in_place(ends, mark):
    text = mark + REMARKED.replace("\n", ends)
    assert kit_in(text.removeprefix(mark), "club") == BOTH
    after = with_kit(text, BOTH)
    assert after.startswith(mark)
    assert ("\r\n" in after) == (ends == "\r\n")
    for remark in REMARKS:
        assert after.count(remark) == 1
    lines = after.removeprefix(mark).splitlines()
    assert lines[lines.index("  # wet in May") + 1] == "  boat:  # of wood"
    assert lines[lines.index("  # the only hut") + 1] == "  hut:"
    assert lines[-1] == "# the end"
    assert with_kit(after, BOTH) == after, "written again, nothing moves"


def test_kit_file_with_remarks_on_a_vanished_piece_keeps_them():
    after = with_kit(REMARKED, replace(BOTH, lots={"hut": BOTH.lots["hut"]}))
    for remark in REMARKS:
        assert after.count(remark) == 1
    assert "boat" not in after


@given(
    st.dictionaries(
        st.sampled_from(("boat", "hut", "no", "2048", "a-b")),
        st.dictionaries(
            st.builds(version, st.sampled_from("0e9f"), st.sampled_from(("TI-2222", "TI-9999"))),
            st.integers(1, 99),
            min_size=1,
            max_size=3,
        ).map(lambda found: tuple(Lot(one, copies) for one, copies in found.items())),
    )
)
def test_kit_file_of_any_kit_is_read_as_written(lots):
    said = kit(**dict(sorted(lots.items())))
    assert kit_in(with_kit("", said), "club") == said
    after = with_kit(REMARKED, said)
    assert kit_in(after, "club") == said
    assert all(after.count(remark) == 1 for remark in REMARKS)


def test_read_kit_with_an_unknown_name_is_refused(tmp_path):
    project = Project(tmp_path)
    assert kit_names(project) == ()
    (tmp_path / "kits").mkdir()
    (tmp_path / "kits" / "club.yaml").write_text(with_kit("", kit()), encoding="utf-8")
    (tmp_path / "kits" / ".123-club.yaml").write_text("", encoding="utf-8")
    assert kit_names(project) == ("club",)
    assert read_kit(project, "club") == kit()
    for name, code in (("clubb", "E010"), ("../club", "E121"), ("Club", "E121")):
        with pytest.raises(ProblemsFound) as found:
            read_kit(project, name)
        assert [problem.code for problem in found.value.problems] == [code]
        assert found.value.problems[0].hint

"""Kits as multisets: what is taken out and put in makes the kit equal to the box."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.problems import Place
from fustella.history import ChangeReason, Version, change_reason
from fustella.kits import CopyChange, Kit, Lot
from fustella.kits.compare import applied, by_stickers, changes, fresh

PLACE = Place("kits/club.yaml")


def version(
    rules: str = "r", wording: str = "w", looks: str = "l", code: str = "TI-2222"
) -> Version:
    return Version(code, rules, wording, looks)


def kit(**lots: tuple[Lot, ...]) -> Kit:
    return Kit("club", "tiny", "en", "full", lots, PLACE)


def multiset(one: Kit) -> Counter[tuple[str, Version]]:
    held: Counter[tuple[str, Version]] = Counter()
    for piece, lots in one.lots.items():
        for lot in lots:
            held[piece, lot.version] += lot.copies
    return held


def said(one: Kit) -> Counter[tuple[str, str, str]]:
    """The copies by what they say, regardless of their looks."""
    held: Counter[tuple[str, str, str]] = Counter()
    for (piece, what), copies in multiset(one).items():
        held[piece, what.rules, what.wording] += copies
    return held


OLD, NEW = version(), version("other")


def test_changes_with_two_more_copies_put_in_two():
    have = kit(castle=(Lot(OLD, 40),))
    found = changes(have, {"castle": 42}, {"castle": OLD})
    assert found == (CopyChange("castle", ChangeReason.COUNT, (), 2, OLD),)
    assert applied(have, found).lots == {"castle": (Lot(OLD, 42),)}


def test_changes_with_fewer_copies_take_out_the_rest():
    have = kit(castle=(Lot(OLD, 40),))
    found = changes(have, {"castle": 37}, {"castle": OLD})
    assert found == (CopyChange("castle", ChangeReason.COUNT, (Lot(OLD, 3),), 0, OLD),)


def test_changes_of_an_edited_piece_swap_all_its_copies():
    have = kit(castle=(Lot(OLD, 40),))
    found = changes(have, {"castle": 42}, {"castle": NEW})
    assert found == (CopyChange("castle", ChangeReason.RULES, (Lot(OLD, 40),), 42, NEW),)


def test_changes_of_a_partly_current_piece_leave_current_copies():
    have = kit(castle=(Lot(OLD, 30), Lot(NEW, 10)))
    (found,) = changes(have, {"castle": 40}, {"castle": NEW})
    assert (found.take_out, found.put_in) == ((Lot(OLD, 30),), 30)


def test_changes_with_a_new_and_a_vanished_piece_name_both():
    have = kit(moai=(Lot(OLD, 2),))
    found = changes(have, {"castle": 1, "moai": 0}, {"castle": NEW})
    assert [(one.piece, one.kind, one.put_in) for one in found] == [
        ("castle", ChangeReason.NEW, 1),
        ("moai", ChangeReason.GONE, 0),
    ]
    assert applied(have, found).lots == {"castle": (Lot(NEW, 1),)}


def test_changes_of_a_kit_equal_to_the_box_are_none():
    assert changes(kit(castle=(Lot(OLD, 1),)), {"castle": 1}, {"castle": OLD}) == ()


def test_change_reason_of_several_differences_is_the_weightiest():
    now = version()
    assert change_reason(version("x", "x", "x"), now) is ChangeReason.RULES
    assert change_reason(version("r", "x", "x"), now) is ChangeReason.WORDING
    assert change_reason(version("r", "w", "x"), now) is ChangeReason.LOOKS
    assert change_reason(version(code="TI-3333"), now) is ChangeReason.LOOKS
    assert change_reason(version(), now) is None


def test_changes_with_rules_only_leave_other_looks():
    blue, green = version(looks="blue"), version(looks="green")
    have = kit(castle=(Lot(blue, 40),))
    (found,) = changes(have, {"castle": 42}, {"castle": green})
    assert (found.kind, found.put_in) == (ChangeReason.LOOKS, 42)
    (left,) = changes(have, {"castle": 42}, {"castle": green}, rules_only=True)
    assert (left.kind, left.take_out, left.put_in) == (ChangeReason.COUNT, (), 2)


def test_changes_with_rules_only_and_fewer_copies_take_out_old_looks_first():
    blue, green = version(looks="blue"), version(looks="green")
    have = kit(castle=(Lot(green, 3), Lot(blue, 3)))
    (found,) = changes(have, {"castle": 4}, {"castle": green}, rules_only=True)
    assert found.take_out == (Lot(blue, 2),)


def test_stuck_on_of_a_change_mends_words_on_as_many_as_needed():
    looks = version("other", looks="x")
    change = CopyChange("castle", ChangeReason.RULES, (Lot(OLD, 30), Lot(looks, 5)), 20, NEW)
    assert by_stickers(change) == CopyChange("castle", ChangeReason.RULES, (Lot(OLD, 20),), 20, NEW)
    assert by_stickers(CopyChange("castle", ChangeReason.LOOKS, (Lot(looks, 5),), 5, NEW)) is None
    assert by_stickers(CopyChange("castle", ChangeReason.GONE, (Lot(OLD, 5),), 0, None)) is None


VERSIONS = st.builds(version, *[st.sampled_from("ab")] * 3)
PIECES = st.sampled_from("pqrst")
LOTS = st.dictionaries(VERSIONS, st.integers(1, 9), max_size=3).map(
    lambda found: tuple(Lot(one, copies) for one, copies in found.items())
)


@given(
    st.dictionaries(PIECES, LOTS),
    st.dictionaries(PIECES, st.integers(0, 9)),
    st.fixed_dictionaries(dict.fromkeys("pqrst", VERSIONS)),
    st.booleans(),
)
def test_changes_applied_to_any_kit_make_a_fresh_one(lots, copies, versions, rules_only):
    have = kit(**lots)
    done = changes(have, copies, versions, rules_only)
    after = applied(have, done)
    wanted = fresh(have, copies, versions)
    out = Counter({(c.piece, lot.version): lot.copies for c in done for lot in c.take_out})
    into = Counter({(c.piece, c.now): c.put_in for c in done if c.put_in})
    assert out <= multiset(have), "nothing is taken out that is not there"
    assert multiset(after) == multiset(have) - out + into
    if not rules_only:
        assert multiset(after) == multiset(wanted)
    assert changes(after, copies, versions, rules_only) == ()
    assert said(after) == said(wanted), "what it says is what the box says, either way"


@given(st.dictionaries(PIECES, LOTS), st.fixed_dictionaries(dict.fromkeys("pqrst", VERSIONS)))
def test_stickers_applied_to_any_kit_leave_the_rest_to_an_ordinary_build(lots, versions):
    have, copies = kit(**lots), dict.fromkeys("pqrst", 4)
    stuck = [one for change in changes(have, copies, versions) if (one := by_stickers(change))]
    after = applied(have, stuck)
    held = sum(multiset(have).values())
    assert sum(multiset(after).values()) == held, "a sticker is no piece"
    rest = applied(after, changes(after, copies, versions))
    assert multiset(rest) == multiset(fresh(have, copies, versions))

"""`fustella kit` and `fustella build --kit`, as they are typed."""

import json

import pytest

from fustella.core.files.project import Project
from fustella.kits import read_kit
from fustella.kits.store import read_pending
from tests.conftest import Ran, TinyProject
from tests.helpers.pdf_reader import text as text_of

COINS = "content/tiny/coins.yaml"
CARDS = "content/tiny/cards.yaml"
BLOCK = "{% block face %}"


def folder(project: TinyProject):
    return project.output / "tiny" / "kits" / "club"


def pdfs(project: TinyProject) -> list[str]:
    return sorted(path.name for path in folder(project).glob("*.pdf"))


def lots(project: TinyProject) -> dict[str, list[int]]:
    kit = read_kit(Project(project.root), "club")
    return {piece: [lot.copies for lot in own] for piece, own in kit.lots.items()}


def codes(ran: Ran) -> list[str]:
    assert ran.code == 1
    assert all(said.hint for said in ran.problems)
    return [said.code for said in ran.problems]


def test_kit_printed_after_a_first_build_has_all(tiny, run):
    ran = run(tiny, "kit", "new", "club", "tiny", "--language", "it", "--theme", "grey")
    assert ran.out.startswith("kits/club.yaml: tiny, it, grey; nothing is printed yet")
    assert lots(tiny) == {}
    assert "club  tiny  it        grey         0       0" in run(tiny, "kit", "list").out
    assert "put in" in run(tiny, "kit", "show", "club").out
    run(tiny, "build", "--kit", "club")
    assert "tiny-club-checklist.pdf" in pdfs(tiny)
    assert lots(tiny) == {}, "printed, not recorded"
    assert "41 pieces" in run(tiny, "kit", "printed", "club").out
    assert "club  tiny  it        grey        11      41" in run(tiny, "kit", "list").out
    assert "nothing is lacking" in run(tiny, "kit", "show", "club").out


def test_kit_build_with_nothing_to_do_leaves_no_pdf(club, run):
    assert pdfs(club), "of what was printed before"
    ran = run(club, "build", "--kit", "club")
    assert (ran.code, pdfs(club)) == (0, [])
    assert "nothing to print" in ran.out
    assert codes(run(club, "kit", "printed", "club")) == ["E012"]


def test_kit_build_after_a_killed_one_removes_its_sheets(club, run):
    left = folder(club) / "tiny-club-map.pdf"
    left.write_bytes(b"%PDF")
    (folder(club) / "notes.pdf").write_bytes(b"%PDF of somebody else")
    club.edit_freely(COINS, "copies: 6", "copies: 8")
    run(club, "build", "--kit", "club")
    assert pdfs(club) == ["notes.pdf", "tiny-club-checklist.pdf", "tiny-club.pdf"]


def test_kit_build_after_two_more_copies_prints_two(club, run):
    club.edit_freely(COINS, "copies: 6", "copies: 8")
    ran = run(club, "build", "--kit", "club")
    assert "2 × TI-" in ran.out
    assert pdfs(club) == ["tiny-club-checklist.pdf", "tiny-club.pdf"]
    assert read_pending(folder(club)).changes[0].put_in == 2
    assert lots(club)["five"] == [6]
    run(club, "kit", "printed", "club")
    assert lots(club)["five"] == [8]


def test_swap_list_of_an_edited_piece_names_both_codes(club, run):
    then = read_kit(Project(club.root), "club").lots["dragon"][0].version.code
    club.edit_freely(CARDS, "cost: 9", "cost: 8")
    run(club, "build", "--kit", "club")
    now = read_pending(folder(club)).changes[0].now.code
    said = " ".join(text_of(folder(club) / "tiny-club-checklist.pdf").split())
    for part in ("Swap list", "Take out", "Put in", "Dragon", then, now, "other rules"):
        assert part in said
    assert then != now


def test_swap_list_of_a_renamed_piece_takes_out_the_old_name(club, run):
    club.edit_freely(CARDS, "en: Dragon, it: Drago", "en: Wyvern, it: Viverna")
    ran = run(club, "build", "--kit", "club")
    said = " ".join(text_of(folder(club) / "tiny-club-checklist.pdf").split())
    assert said.index("Take out") < said.index("Dragon") < said.index("Put in")
    assert "Wyvern" not in said[: said.index("Put in")]
    assert "Wyvern" in ran.out


def test_swap_list_of_a_vanished_piece_shows_it_as_it_was(club, run):
    """Its name and its front, though it is no longer in the content."""
    text = (club.root / CARDS).read_text(encoding="utf-8")
    start = text.index("  - id: dragon")
    gone = text[start : text.index("  - id: ghost")]
    club.edit_freely(CARDS, gone, "")
    ran = run(club, "build", "--kit", "club", "--force")
    assert "Dragon" in ran.out
    path = folder(club) / "tiny-club-checklist.pdf"
    said = " ".join(text_of(path).split())
    assert "no longer in the box" in said
    assert said.count("Dragon") == 2, "its caption and its picture"
    assert "Dragon" in run(club, "kit", "printed", "club").out


def test_swap_list_of_a_vanished_kind_names_its_piece(club, run):
    game = "content/tiny/game.yaml"
    text = (club.root / game).read_text(encoding="utf-8")
    start = text.index("  # Circles and squares")
    club.edit_freely(game, text[start : text.index("  counter:")], "")
    club.edit(game, "kind: [coin, counter]", "kind: counter")
    (club.root / COINS).unlink()
    ran = run(club, "build", "--kit", "club", "--force")
    assert ran.code == 0, ran.err
    said = " ".join(text_of(folder(club) / "tiny-club-checklist.pdf").split())
    assert said.count("Five") == 1, "no picture: nobody knows how to draw it"
    assert "Five" in ran.out


def test_swap_list_of_a_piece_with_unknown_text_has_no_picture(club, run):
    (club.output / "tiny" / "codes.json").unlink()
    club.edit_freely(CARDS, "cost: 9", "cost: 8")
    run(club, "build", "--kit", "club")
    said = " ".join(text_of(folder(club) / "tiny-club-checklist.pdf").split())
    assert said[: said.index("Put in")].count("Dragon") == 1
    ran = run(club, "build", "--kit", "club")
    assert "unchanged" not in ran.out, "git may know it by now"


def test_kit_printed_after_another_edit_records_what_was_printed(club, run):
    club.edit_freely(COINS, "copies: 6", "copies: 8")
    run(club, "build", "--kit", "club")
    club.edit(COINS, "copies: 8", "copies: 11")
    run(club, "kit", "printed", "club")
    assert lots(club)["five"] == [8]
    assert codes(run(club, "kit", "printed", "club")) == ["E012"]
    assert "3 × TI-" in run(club, "kit", "show", "club").out


def test_kit_printed_twice_from_one_build_is_refused(club, run):
    club.edit_freely(COINS, "copies: 6", "copies: 8")
    run(club, "build", "--kit", "club")
    pending = (folder(club) / "pending.json").read_bytes()
    run(club, "kit", "printed", "club")
    (folder(club) / "pending.json").write_bytes(pending)  # as if stopped before its end
    before = (club.root / "kits/club.yaml").read_bytes()
    assert codes(run(club, "kit", "printed", "club")) == ["E013"]
    assert (club.root / "kits/club.yaml").read_bytes() == before


def test_kit_build_that_replaces_an_unrecorded_one_notes_it(club, run):
    club.edit_freely(COINS, "copies: 6", "copies: 8")
    assert "note:" not in run(club, "build", "--kit", "club").out
    assert "note:" not in run(club, "build", "--kit", "club").out, "the same once more"
    club.edit(COINS, "copies: 8", "copies: 9")
    assert "was not recorded" in run(club, "build", "--kit", "club").out


def test_kit_build_repeated_draws_nothing(club, run, monkeypatch):
    import fustella.draw.artist as faces

    club.edit_freely(COINS, "copies: 6", "copies: 8")
    first = run(club, "build", "--kit", "club")
    with monkeypatch.context() as patched:
        patched.setattr(faces.Artist, "draw", lambda *_: pytest.fail("it was drawn"))
        ran = run(club, "build", "--kit", "club")
    assert "unchanged" not in first.out
    assert "unchanged" in ran.out
    assert ran.out.splitlines()[-1] == first.out.splitlines()[-1]
    assert "2 × TI-" in ran.out
    assert "unchanged" not in run(club, "build", "--kit", "club", "--rules-only").out
    assert "unchanged" not in run(club, "build", "--kit", "club", "--paper", "Letter").out
    next(folder(club).glob("*.pdf")).unlink()
    assert "unchanged" not in run(club, "build", "--kit", "club", "--paper", "Letter").out
    run(club, "kit", "printed", "club")
    for _ in range(2):
        assert "nothing to print" in run(club, "build", "--kit", "club").out


def test_kit_build_repeated_after_a_forced_one_is_unchanged_only_by_force(club, run):
    club.edit(COINS, "copies: 6", "copies: 8")
    run(club, "build", "--kit", "club", "--force")
    assert codes(run(club, "build", "--kit", "club"))
    assert "unchanged" in run(club, "build", "--kit", "club", "--force").out


def test_kit_printed_with_a_damaged_pending_file_is_refused(club, run):
    for damaged in ("", "[]", '{"before": "x"}', '{"before": "x", "changes": [{"piece": 1}]}'):
        (folder(club) / "pending.json").write_text(damaged, encoding="utf-8")
        assert codes(run(club, "kit", "printed", "club")) == ["E012"]


def test_kit_build_of_changed_looks_with_rules_only_prints_nothing(club, run):
    club.edit(
        "templates/tiny/coin.svg.j2", "{% block face %}", '{% block face %}<path d="M9 9h1"/>'
    )
    assert "other looks" in run(club, "kit", "show", "club").out
    ran = run(club, "build", "--kit", "club", "--rules-only")
    assert (ran.code, pdfs(club)) == (0, [])
    run(club, "build", "--kit", "club")
    assert [one.kind for one in read_pending(folder(club)).changes] == ["looks"]


def test_kit_build_of_a_box_that_differs_is_refused_unless_forced(club, run):
    club.edit(COINS, "copies: 6", "copies: 8")
    before = club.hashes()
    assert set(codes(run(club, "build", "--kit", "club"))) <= {"E501", "E502", "E511", "E520"}
    assert club.hashes() == before
    assert run(club, "build", "--kit", "club", "--force").code == 0
    said = text_of(folder(club) / "tiny-club-checklist.pdf")
    assert "unchecked" in said


def test_kit_printed_whole_records_an_ordinary_build(tiny, run):
    run(tiny, "kit", "new", "club", "tiny")
    ran = run(tiny, "kit", "printed", "club", "--whole")
    assert (ran.code, sum(map(sum, lots(tiny).values()))) == (0, 41)
    tiny.edit_freely(COINS, "copies: 6", "copies: 8")
    assert codes(run(tiny, "kit", "printed", "club", "--whole")) == ["E014"]
    assert lots(tiny)["five"] == [6]
    run(tiny, "build", "--paper", "Letter", "--duplex", "none")
    assert "take out all that it had: 41" in run(tiny, "kit", "printed", "club", "--whole").out
    assert lots(tiny)["five"] == [8]


@pytest.mark.parametrize(
    "words",
    [
        *(["--players", "2"], ["--shop"], ["--theme", "grey"], ["--language", "it"]),
        *(["--only", "card"], ["--draft"]),
    ],
    ids=" ".join,
)
def test_kit_printed_whole_after_a_build_of_a_part_is_refused(words, tiny, run):
    run(tiny, "kit", "new", "club", "tiny")
    path = tiny.root / COINS
    path.write_text(path.read_text(encoding="utf-8") + "# the same\n", encoding="utf-8")
    run(tiny, "build", *words)
    assert codes(run(tiny, "kit", "printed", "club", "--whole")) == ["E014"]


def test_kit_printed_whole_with_a_touched_pdf_is_refused(tiny, run):
    run(tiny, "kit", "new", "club", "tiny")
    path = next(tiny.built.glob("*.pdf"))
    path.write_bytes(path.read_bytes() + b"x")
    assert codes(run(tiny, "kit", "printed", "club", "--whole")) == ["E014"]


def test_kit_commands_with_a_wrong_name_are_refused(club, run):
    assert codes(run(club, "kit", "new", "club", "tiny")) == ["E011"]
    assert codes(run(club, "kit", "new", "Club!", "tiny")) == ["E121"]
    assert codes(run(club, "kit", "new", "other", "tinny")) == ["E002"]
    assert codes(run(club, "kit", "new", "other", "tiny", "--language", "fr")) == ["E005"]
    for words in (["build", "--kit", "clubb"], ["kit", "show", "clubb"], ["kit", "printed", "x"]):
        assert codes(run(club, *words)) == ["E010"]
    assert sorted(path.name for path in (club.root / "kits").iterdir()) == ["club.yaml"]


def test_kit_list_with_a_folder_among_kits_leaves_it_out(club, run):
    (club.root / "kits/folder.yaml").mkdir()
    assert run(club, "kit", "list").code == 0
    assert "did you mean `folder`" not in run(club, "kit", "show", "folder").err


@pytest.mark.parametrize(
    ("old", "new", "code", "key", "hint"),
    [
        ("pieces:\n", "<<<<<<< HEAD\npieces:\n", "E101", "", "keep the lines that you want"),
        ("language: en", "language: fr", "E005", "language", "en, it"),
        ("{copies: 4,", "{copies: 0,", "E119", "pieces.dragon[1].copies", "delete the line"),
    ],
)
def test_kit_commands_with_a_faulty_kit_name_its_key(old, new, code, key, hint, club, run):
    club.edit("kits/club.yaml", old, new)
    for words in (["kit", "show", "club"], ["build", "--kit", "club"], ["diff", "club"]):
        ran = run(club, *words)
        assert codes(ran) == [code]
        (said,) = ran.problems
        assert (said.file, said.key) == ("kits/club.yaml", key)
        assert hint in said.hint


def test_kit_list_with_a_faulty_kit_shows_the_others(club, run):
    (club.root / "kits/bad.yaml").write_text("game: tiny\n", encoding="utf-8")
    ran = run(club, "kit", "list")
    assert "club  tiny" in ran.out
    assert codes(ran) == ["E107", "E107"]


@pytest.mark.parametrize(
    "words",
    [
        ["build", "--stickers"],
        ["build", "--rules-only"],
        ["build", "--kit", "club", "--only", "card"],
        ["build", "--kit", "club", "--pages", "1"],
        ["build", "--kit", "club", "--language", "it"],
        ["build", "--kit", "club", "--theme", "grey"],
        ["build", "--kit", "club", "--shop"],
        ["build", "pond", "--kit", "club"],
    ],
    ids=" ".join,
)
def test_kit_commands_with_contradicting_words_are_usage_errors(words, club, run, capsys):
    before = club.hashes()
    with pytest.raises(SystemExit) as left:
        run(club, *words)
    assert left.value.code == 2
    assert club.hashes() == before


def test_kit_build_on_a_full_disk_leaves_neither_pdfs_nor_pending(club, run, monkeypatch):
    import fustella.build.files as presswork

    club.edit_freely(COINS, "copies: 6", "copies: 8")

    def full_disk(_):
        yield b"%PDF-1.7"
        raise OSError(28, "No space left on device")

    before = club.hashes()
    with monkeypatch.context() as patched:
        patched.setattr(presswork, "pdf_parts", full_disk)
        assert codes(run(club, "build", "--kit", "club")) == ["E401"]
    assert club.hashes() == before
    run(club, "build", "--kit", "club")
    assert json.loads((folder(club) / "pending.json").read_text("utf-8"))["changes"]


def test_kit_build_of_a_box_that_differs_hints_at_force(tiny, run):
    assert run(tiny, "kit", "new", "shelf", "tiny").code == 0
    tiny.edit("content/tiny/cards.yaml", "copies: 12", "copies: 13")
    ran = run(tiny, "build", "--kit", "shelf")
    assert ran.code == 1
    assert ran.err.splitlines()[-1].endswith(
        "nothing was replaced; mend them, or print all the same with --force"
    )
    assert run(tiny, "build", "--kit", "shelf", "--force").code == 0

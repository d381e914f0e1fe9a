"""The preview service: what an edit changes, faults, and which games a file concerns."""

import shutil

import pytest

from fustella.build import BuildOptions, PrintOptions
from fustella.core.files.project import Project
from fustella.core.values.paper import Cutter, Duplex
from fustella.draw.text.overhang import RED
from fustella.preview.present_changes import START
from fustella.preview.service import PreviewService, games_concerned, watcher_of
from fustella.preview.views import EditionKey, Snapshot, patch
from tests.conftest import TinyProject
from tests.playtests.sessions import event, saved, session
from tests.preview.conftest import service_of

CARDS = "content/tiny/cards.yaml"
FULL = EditionKey("tiny", "en", "full")


def faces(snapshot: Snapshot) -> dict[tuple[str, str, int], str]:
    return {
        (piece.id, face.side, face.look): face.digest
        for piece in snapshot.pieces
        for face in piece.faces
    }


def edited(
    service: PreviewService, tiny: TinyProject, file: str, old: str, new: str
) -> tuple[Snapshot, Snapshot]:
    service.snapshot(FULL)
    tiny.edit(file, old, new)
    assert service.touch([tiny.root / file]) == ("tiny",)
    return service.refresh(FULL)


def test_service_after_an_edit_changes_its_own_faces_alone(
    service: PreviewService, tiny: TinyProject
) -> None:
    before, after = edited(service, tiny, CARDS, "en: Boat,", "en: Barge,")
    was, now = faces(before), faces(after)
    assert was.keys() == now.keys()
    assert [one for one in now if was[one] != now[one]] == [("boat", "front", 0)]
    assert [piece.id for piece in patch(before, after)["pieces"]] == ["boat"]
    assert "Barge" in (service.face("tiny", now["boat", "front", 0]) or "")
    assert after.number > before.number
    assert service.refresh(FULL)[1] is after, "nothing changed since"


def test_patch_after_an_edit_leaves_out_what_is_unchanged(
    service: PreviewService, tiny: TinyProject
) -> None:
    told = patch(*edited(service, tiny, CARDS, "en: Boat,", "en: Barge,"))
    assert not {"order", "kinds", "faults", "claims", "languages"} & told.keys()


def test_service_with_a_fault_keeps_the_last_good_faces_until_it_is_mended(
    service: PreviewService, tiny: TinyProject
) -> None:
    before, broken = edited(service, tiny, CARDS, "cost: 3", "cost: three")
    [fault] = broken.faults
    assert (fault.code, fault.file, fault.pieces) == ("E104", CARDS, ("boat",))
    assert fault.line == next(f.line for f in field_of(before, "boat") if f.path == "cost")
    assert faces(broken) == faces(before), "the last good faces stay"
    tiny.edit(CARDS, "cost: three", "cost: 3")
    service.touch([tiny.root / CARDS])
    assert service.settle(FULL)[1].faults == ()


def field_of(snapshot: Snapshot, piece: str):
    return next(one.fields for one in snapshot.pieces if one.id == piece)


def test_service_with_a_fault_in_a_template_draws_other_kinds(
    service: PreviewService, tiny: TinyProject
) -> None:
    template = "templates/tiny/coin.svg.j2"
    service.snapshot(FULL)
    before = service.refresh(FULL)[1]
    path = tiny.root / template
    good = path.read_text(encoding="utf-8")
    assert "{% endblock %}" in good
    bad = good.replace("{% endblock %}", "{{ nothing_like_that }}{% endblock %}")
    path.write_text(bad, encoding="utf-8")
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    service.touch([path, tiny.root / CARDS])
    broken = service.refresh(FULL)[1]
    assert [fault.file for fault in broken.faults] == [template]
    assert broken.faults[0].pieces == ("five",)
    changed = {one for one, digest in faces(broken).items() if faces(before)[one] != digest}
    assert changed == {("boat", "front", 0)}
    path.write_text(good, encoding="utf-8")
    service.touch([path])
    assert service.refresh(FULL)[1].faults == ()


def test_service_with_a_piece_that_cannot_be_drawn_draws_others_of_its_kind(
    service: PreviewService, tiny: TinyProject
) -> None:
    """One card has an icon that is unknown while another is edited."""
    before = service.snapshot(FULL)
    tiny.edit(CARDS, "en: Boat,", 'en: "Boat {mast}",')
    tiny.edit(CARDS, "en: Hut,", "en: Shed,")
    service.touch([tiny.root / CARDS])
    broken = service.refresh(FULL)[1]
    assert {fault.pieces for fault in broken.faults} == {("boat",)}
    assert faces(broken).keys() == faces(before).keys()
    assert faces(broken)["boat", "front", 0] == faces(before)["boat", "front", 0]
    hut = service.face("tiny", faces(broken)["hut", "front", 0]) or ""
    assert "Shed" in hut


def test_service_with_a_text_that_does_not_fit_shows_what_hangs_over(
    service: PreviewService, tiny: TinyProject
) -> None:
    long = "Boatboat" * 20
    before, shown = edited(service, tiny, CARDS, "en: Boat,", f"en: {long},")
    [fault] = shown.faults
    assert (fault.code, fault.severity, fault.pieces) == ("E201", "error", ("boat",))
    was, now = faces(before), faces(shown)
    assert [one for one in now if was[one] != now[one]] == [("boat", "front", 0)]
    svg = service.face("tiny", now["boat", "front", 0]) or ""
    assert long in svg
    assert RED in svg
    since = service.compare(FULL, START)
    assert since is not None
    assert [change.piece for change in since.changes] == ["boat"]
    tiny.edit(CARDS, f"en: {long},", "en: Boat,")
    service.touch([tiny.root / CARDS])
    mended = service.settle(FULL)[1]
    assert mended.faults == ()
    assert faces(mended) == was


def test_service_with_both_faults_shows_each_piece_as_well_as_it_can(
    service: PreviewService, tiny: TinyProject
) -> None:
    before = service.snapshot(FULL)
    tiny.edit(CARDS, "en: Boat,", f"en: {'Boatboat' * 20},")
    tiny.edit(CARDS, "en: Hut,", 'en: "Hut {mast}",')
    service.touch([tiny.root / CARDS])
    shown = service.refresh(FULL)[1]
    assert {(fault.code, fault.pieces) for fault in shown.faults} == {
        ("E201", ("boat",)),
        ("E203", ("hut",)),
    }
    was, now = faces(before), faces(shown)
    assert now["hut", "front", 0] == was["hut", "front", 0], "its last good state"
    assert RED in (service.face("tiny", now["boat", "front", 0]) or "")


def test_service_with_a_text_that_does_not_fit_has_no_draft_on_its_cover(
    service: PreviewService, tiny: TinyProject
) -> None:
    """The sheets are shown as a build prints them once the text is mended."""
    before = service.sheets(FULL)
    tiny.edit(CARDS, "en: Hut,", f"en: {'Hut' * 50},")
    service.touch([tiny.root / CARDS])
    labels = [page.label for sheet in service.sheets(FULL).sheets for page in sheet.pages]
    assert labels == [page.label for sheet in before.sheets for page in sheet.pages]


def test_service_with_a_claim_that_differs_names_its_piece(
    service: PreviewService, tiny: TinyProject
) -> None:
    first, soon = edited(service, tiny, CARDS, "cost: 3", "cost: 4")
    assert not [claim for claim in first.claims if claim.fault]
    assert not soon.checked
    settled = service.settle(FULL)[1]
    differing = [claim for claim in settled.claims if claim.fault]
    assert settled.checked
    assert [(claim.claim, claim.pieces) for claim in differing] == [("boats", ("boat",))]


@pytest.mark.parametrize("text", ["", "kind: [", "\tkind: card", "kind: card\nkind: card\n"])
def test_service_with_any_broken_file_reports_it_and_keeps_the_faces(
    service: PreviewService, tiny: TinyProject, text: str
) -> None:
    before = service.snapshot(FULL)
    for name in ("cards.yaml", "game.yaml", "claims.yaml"):
        path = tiny.root / "content" / "tiny" / name
        good = path.read_bytes()
        path.write_text(text, encoding="utf-8")
        service.touch([path])
        after = service.settle(FULL)[1]
        assert any(fault.file.endswith(name) for fault in after.faults), name
        assert faces(after) == faces(before)
        path.write_bytes(good)
        service.touch([path])
        assert service.settle(FULL)[1].faults == (), name


def test_service_with_a_game_never_readable_shows_it_once_it_is(tiny: TinyProject) -> None:
    path = tiny.root / "content" / "tiny" / "game.yaml"
    good = path.read_bytes()
    path.write_bytes(b"\xff")
    service = service_of(tiny)
    edition = service.edition("tiny", "", "")
    assert edition is not None
    empty = service.snapshot(edition)
    assert (empty.pieces, [fault.code for fault in empty.faults]) == ((), ["E102"])
    assert service.games()[0].faults == 1
    assert service.sheets(edition).faults[0].code == "E102"
    path.write_bytes(good)
    service.touch([path])
    assert len(service.snapshot(service.edition("tiny", "", "")).pieces) > 10


def test_service_without_the_folder_of_a_game_keeps_its_faces(
    service: PreviewService, tiny: TinyProject
) -> None:
    before = service.snapshot(FULL)
    shutil.rmtree(tiny.root / "content" / "tiny")
    service.touch([tiny.root / "content" / "tiny"])
    after = service.settle(FULL)[1]
    assert [fault.code for fault in after.faults] == ["E002"]
    assert faces(after) == faces(before)


def test_touch_of_a_file_names_the_games_that_it_concerns(
    service: PreviewService, tiny: TinyProject
) -> None:
    root = tiny.root
    for shared in ("content/sizes.yaml", "templates/_shared/face.svg.j2", "content/tiny/x.yaml"):
        assert service.touch([root / shared]) == ("tiny",), shared
    for other in ("content/another/game.yaml", "templates/another/a.j2", "output/x", "../x"):
        assert service.touch([root / other]) == (), other


def test_service_with_another_language_or_theme_draws_other_faces(service: PreviewService) -> None:
    assert service.edition("tiny", "", "") == FULL
    assert service.edition("tiny", "de", "") is None
    assert service.edition("tiny", "en", "neon") is None
    assert service.edition("none", "", "") is None
    italian = service.snapshot(EditionKey("tiny", "it", "full"))
    grey = service.snapshot(EditionKey("tiny", "en", "grey"))
    plain = service.snapshot(FULL)
    assert next(one.name for one in italian.pieces if one.id == "boat") == "Barca"
    boat = "boat", "front", 0
    assert len({faces(one)[boat] for one in (italian, grey, plain)}) == 3


def test_compare_with_the_start_shows_the_edit(service: PreviewService, tiny: TinyProject) -> None:
    edited(service, tiny, CARDS, "cost: 3", "cost: 4")
    told = service.compare(FULL, "start")
    assert told is not None
    [change] = told.changes
    assert (change.piece, change.why) == ("boat", "rules")
    field = next(one for one in change.fields if one.field == "front.cost")
    assert (field.before, field.after, field.file) == ("3", "4", CARDS)
    [side] = change.sides
    assert side.before and side.after and side.before.digest != side.after.digest
    assert service.face("tiny", side.before.digest), "the picture from before can be fetched"
    assert service.compare(FULL, "git:HEAD") is None, "only what was offered"


def test_compare_with_a_kit_shows_what_changed_since(
    service: PreviewService, tiny: TinyProject
) -> None:
    assert tiny.run("kit", "new", "club", "tiny") == 0
    assert tiny.run("kit", "printed", "club", "--whole") == 0
    offered = {one.id: one.name for one in service.against("tiny")}
    assert offered["kit:club"] == "since kit club was printed"
    same = service.compare(FULL, "kit:club")
    assert same is not None and same.changes == ()
    edited(service, tiny, CARDS, "cost: 3", "cost: 4")
    told = service.compare(FULL, "kit:club")
    assert told is not None
    assert [(change.piece, change.why) for change in told.changes] == [("boat", "rules")]


def test_compare_with_an_unreadable_kit_offers_the_start_alone(
    service: PreviewService, tiny: TinyProject
) -> None:
    (tiny.root / "kits").mkdir()
    (tiny.root / "kits" / "club.yaml").write_text("game: [", encoding="utf-8")
    assert [one.id for one in service.against("tiny")] == ["start"]
    tiny.edit(CARDS, "cost: 3", "cost: three")
    service.touch([tiny.root / CARDS])
    told = service.compare(FULL, "start")
    assert told is not None and told.changes == ()


def test_sheets_for_a_cutting_machine_tell_what_it_does_not_reach(tiny: TinyProject) -> None:
    tiny.edit("content/tiny/game.yaml", "    split: true\n", "")
    printing = PrintOptions(cutter=Cutter.CRICUT)
    options = BuildOptions("A3", Duplex.LONG_EDGE, tiny.output, printing=printing)
    told = PreviewService(Project(tiny.root), ("tiny",), options).sheets(FULL)
    assert [(fault.code, fault.severity) for fault in told.faults] == [("E319", "warning")]
    assert told.faults[0].pieces == ("island",)
    groups = {sheet.group for sheet in told.sheets}
    assert "card" in groups and "board" not in groups


def test_cover_of_a_box_that_differs_says_so_on_the_page_of_sheets(
    service: PreviewService, tiny: TinyProject
) -> None:
    def covers() -> str:
        cover = service.sheets(FULL).sheets[:2]
        pictures = (placed.picture for each in cover for placed in each.pages[0].placed)
        faces = (service.face("tiny", picture.digest) for picture in pictures if picture)
        return " ".join(face for face in faces if face)

    assert "unchecked" not in covers()
    edited(service, tiny, "templates/tiny/card.svg.j2", "face.letter ~ face.cost", "face.letter")
    assert "unchecked" in covers()


def test_outline_of_a_kind_is_told_as_it_is_seen_from_behind_too(
    service: PreviewService, tiny: TinyProject
) -> None:
    game = "content/tiny/game.yaml"
    before = (tiny.root / game).read_text(encoding="utf-8")
    assert "    shape: circle\n    diameter: 20mm\n" in before
    arrow = '    shape: path\n    path: "M0 8 L20 8 L20 0 L36 14 L20 28 L20 20 L0 20 Z"\n'
    tiny.edit(game, "    shape: circle\n    diameter: 20mm\n", arrow)
    kinds = {kind.id: kind for kind in service.snapshot(FULL).kinds}
    assert kinds["coin"].outline.startswith("M0.0000 8.0000L20.0000 8.0000")
    assert "L36.0000 8.0000" in kinds["coin"].behind
    assert kinds["card"].outline == kinds["card"].behind


@pytest.mark.parametrize("single", ["", "alone"], ids=["of-several", "single"])
def test_a_session_that_is_imported_meanwhile_is_seen(single, tmp_path) -> None:
    (tmp_path / "content" / "tiny").mkdir(parents=True)
    project = Project(tmp_path, single=single)
    watcher = watcher_of(project, pytest.fail)
    changes = iter(watcher)
    assert next(changes) == frozenset()
    file = project.sessions_of("tiny") / "2026-11-29.yaml"
    file.parent.mkdir(parents=True)  # at the first import
    file.write_text("{}", encoding="utf-8")
    while file not in next(changes):
        pass
    watcher.stop.set()
    concerned = games_concerned(project, [file], ("tiny", "other"))
    assert concerned == (("tiny", "other") if single else ("tiny",))


def test_a_piece_says_what_became_of_it_in_played_sessions(
    service: PreviewService, tiny: TinyProject, tmp_path
) -> None:
    log = [event("draw", "red", "hut"), event("play", "red", "hut"), event("draw", "red", "boat")]
    typed = session(tiny, "a", log=log, remarks=[{"text": "Too weak", "piece": "hut"}])
    assert service.snapshot(FULL).played == ()
    assert tiny.run("playtest", "import", str(saved(tmp_path, "a", typed))) == 0
    before, after = edited(service, tiny, CARDS, "cost: 1\n", "cost: 2\n")
    rows = {row.piece: row for row in after.played}
    assert rows["hut"].said[:2] == ("in a hand 1 of 1 (21–100 %)", "played 1 of 1 (21–100 %)")
    assert (rows["hut"].remarks, rows["hut"].current) == (("“Too weak”",), False)
    assert (
        rows["boat"].current and "in a hand but never played 1 of 1 (21–100 %)" in rows["boat"].said
    )
    assert patch(before, after)["played"] == after.played

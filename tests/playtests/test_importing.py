"""`fustella playtest import`: sessions become files of the project, each once, none lost."""

import json

import pytest

from fustella.core.files.project import project_at
from fustella.core.values.problems import ProblemsFound
from fustella.read.sessions import sessions_of
from tests.history.test_whatis import commit, git
from tests.playtests.sessions import codes_in, event, players, saved, session

DAY = {"session": {"date": "2026-11-29", "begin": "19:00", "end": "20:30"}}


def kept(project):
    """The texts of the project's sessions, by the names of their files."""
    folder = project.root / "playtests" / "tiny"
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*"))}


def codes(ran):
    return [problem.code for problem in ran.problems]


def test_a_session_becomes_a_file_of_its_day(tiny, tmp_path, run):
    log = [event("draw", "red", "hut", copy=2), event("play", "red", "hut")]
    typed = session(tiny, "a", answers={**DAY, "players": players("red", "blue")}, log=log)
    ran = run(tiny, "playtest", "import", str(saved(tmp_path / "in", "one", typed)))
    assert ran.code == 0 and "imported" in ran.out and not ran.problems
    ((name, text),) = kept(tiny).items()
    assert name.startswith("2026-11-29-") and name.endswith(".yaml")
    assert "  - 1 | red | draw | hut |  | 2\n  - 1 | red | play | hut\n" in text
    assert '  session: {date: "2026-11-29", begin: "19:00", end: "20:30"}\n' in text
    problems = []
    (found,) = sessions_of(project_at(tiny.root), "tiny", problems).values()
    assert not problems and found.minutes == 90 and found.pieces == codes_in(tiny)


def test_the_same_session_twice_is_told_and_kept_once(tiny, tmp_path, run):
    typed = session(tiny, "a", answers=DAY)
    first = saved(tmp_path / "in", "one", typed)
    again = saved(tmp_path / "in", "copy", dict(reversed(typed.items())))
    assert run(tiny, "playtest", "import", str(first)).code == 0
    before = kept(tiny)
    ran = run(tiny, "playtest", "import", str(again), str(first))
    assert (ran.code, codes(ran)) == (0, ["E636", "E636"]) and "there before" in ran.out
    assert kept(tiny) == before


LOG = [event("draw", "red", "hut", at=at) for at in range(4)]
SAID = {"questions": {"best": "The end"}}
END = {"session": {**DAY["session"], "end": "20:45"}}
LAST = {"log": LOG, "answers": END | SAID}
SAVES = {
    "a longer log": ({"log": LOG[:2], "answers": DAY}, {"log": LOG, "answers": END}),
    "answers after the last step": (
        {"log": LOG, "answers": DAY},
        {"log": LOG, "answers": END | SAID},
    ),
    "a form that was filled in further": ({}, {"answers": SAID, "remarks": [{"text": "Later"}]}),
    "a winner": (
        {"log": LOG, "answers": {"players": players("red", "blue")}},
        {"log": LOG, "answers": {"players": players("red", "blue", won="blue")}},
    ),
}


@pytest.mark.parametrize("saves", SAVES.values(), ids=SAVES)
def test_a_longer_save_of_a_session_counts_instead(saves, tiny, tmp_path, run):
    short, long = (session(tiny, "a", **more) for more in saves)
    files = [str(saved(tmp_path, name, one)) for name, one in (("s", short), ("l", long))]
    alone = run(tiny, "playtest", "import", files[1])
    assert (alone.code, codes(alone)) == (0, [])
    whole = [*kept(tiny).values()]
    ran = run(tiny, "playtest", "import", files[0])
    assert (ran.code, codes(ran), [*kept(tiny).values()]) == (0, ["E636"], whole)
    assert "a longer save" in ran.err and "there before" in ran.out
    for path in (tiny.root / "playtests" / "tiny").iterdir():
        path.unlink()
    assert run(tiny, "playtest", "import", files[0]).code == 0
    assert [*kept(tiny).values()] != whole
    ran = run(tiny, "playtest", "import", files[1])
    assert (ran.code, codes(ran), [*kept(tiny).values()]) == (0, ["E636"], whole)
    assert "replaces it" in ran.err and "replaced" in ran.out


def test_a_longer_save_that_lacks_what_was_said_is_told(tiny, tmp_path, run):
    short = session(tiny, "a", log=LOG[:2], remarks=[{"text": "Too weak", "piece": "hut"}])
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "s", short))).code == 0
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "l", session(tiny, "a", log=LOG))))
    assert (ran.code, codes(ran)) == (0, ["E636"])
    assert "answers or remarks that it has no more" in ran.err


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"log": LOG[:3]}, {"log": [*LOG[:2], event("play", "red", "hut"), *LOG]}),
        ({"log": LOG, "remarks": [{"text": "A"}]}, {"log": LOG, "remarks": [{"text": "B"}]}),
        ({"answers": SAID}, {"answers": {"questions": {"best": "The beginning"}}}),
        ({"log": LOG[:2]}, {"log": LOG, "version": "TI-2222"}),
    ],
    ids=["other steps", "other remarks", "other answers", "another version"],
)
def test_another_session_with_the_id_of_one_replaces_nothing(first, second, tiny, tmp_path, run):
    one, other = (session(tiny, "a", **more) for more in (first, second))
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", one))).code == 0
    before = kept(tiny)
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "b", other)))
    assert (ran.code, codes(ran)) == (1, ["E637"]) and kept(tiny) == before
    (tiny.root / "playtests" / "tiny" / next(iter(before))).unlink()
    assert run(tiny, "playtest", "import", str(tmp_path / "b.json")).code == 0
    assert len(kept(tiny)) == 1


def test_sessions_without_an_id_are_known_by_what_they_say(tiny, tmp_path, run):
    files = []
    for number, text in enumerate(("Good", "Good", "Better")):
        typed = session(tiny, "x", remarks=[{"text": text}])
        del typed["id"]
        files.append(str(saved(tmp_path / "in", f"{number}", typed)))
    ran = run(tiny, "playtest", "import", *files)
    assert (ran.code, codes(ran), len(kept(tiny))) == (0, ["E636"], 2)


def test_a_faulty_file_stops_no_other_and_nothing_of_it_is_imported(tiny, tmp_path, run):
    good_one = saved(tmp_path, "good", session(tiny, "a"))
    bad = saved(tmp_path, "bad", session(tiny, "b", log=[{"verb": "draw", "at": "soon"}]))
    nothing = tmp_path / "missing.json"
    ran = run(tiny, "playtest", "import", str(bad), str(nothing), str(good_one))
    assert (ran.code, sorted(codes(ran)), len(kept(tiny))) == (1, ["E100", "E632"], 1)
    assert "the other sessions are imported" in ran.err


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"game": "tinny"}, "E634"),
        ({"game": "../tiny"}, "E634"),
        ({"version": "XX-7K4C"}, "E635"),
        ({"pieces": {"hut": "XX-7K4C"}}, "E635"),
        ({"log": [{"verb": "draw", "code": "XX-7K4C"}]}, "E635"),
        ({"remarks": [{"text": "a", "code": "XX-7K4C"}]}, "E635"),
    ],
)
def test_a_session_of_another_game_is_refused(more, code, tiny, tmp_path, run):
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "a", session(tiny, "a", **more))))
    assert (ran.code, codes(ran)) == (1, [code])
    assert not (tiny.root / "playtests").exists()


def test_a_version_that_never_was_is_told_and_kept(tiny, tmp_path, run):
    never = session(tiny, "a", version="TI-2222", pieces={"hut": "TI-3333", "boat": "TI-4444"})
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "a", never)))
    assert (ran.code, codes(ran), len(kept(tiny))) == (0, ["E638", "E638"], 1)
    assert "TI-3333, TI-4444" in ran.err and "TI-2222" in ran.err


def test_a_version_that_git_or_the_ledger_knows_is_not_told(tiny, tmp_path, run):
    git(tiny, "init", "--quiet")
    commit(tiny, "First")
    old = session(tiny, "a")
    tiny.edit_freely("content/tiny/cards.yaml", "cost: 1", "cost: 2")
    (tiny.output / "tiny" / "codes.json").unlink()
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "a", old)))
    assert (ran.code, codes(ran)) == (0, [])
    del old["pieces"]  # then nothing says that this box ever was
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "b", {**old, "id": "session-b"})))
    assert (ran.code, codes(ran)) == (0, ["E638"])


def test_names_that_are_markup_stay_names(tiny, tmp_path, run):
    trap = "\x1b[31m<img src=x onerror=alert(1)>\n- {verb: play} # ::error::"
    typed = session(
        tiny,
        "a",
        title=trap,
        answers={"players": [{"seat": trap, "name": trap, "won": True}], "questions": {trap: trap}},
        log=[event("draw", trap, "hut", to=trap, text=trap)],
        remarks=[{"text": trap, "seat": trap, "piece": "hut"}],
    )
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "a", typed)))
    assert ran.code == 0
    problems = []
    (found,) = sessions_of(project_at(tiny.root), "tiny", problems).values()
    assert not problems and found.log[0].seat == trap and found.remarks[0].text == trap
    for form in ("text", "json"):
        ran = run(tiny, "playtest", "report", "tiny", "--format", form)
        assert ran.code == 0 and "\x1b" not in ran.out
        assert not any(line.startswith("::error") for line in ran.out.splitlines())


def test_a_kept_file_that_was_damaged_is_told_and_left(tiny, tmp_path, run):
    path = saved(tmp_path, "a", session(tiny, "a"))
    assert run(tiny, "playtest", "import", str(path)).code == 0
    (file,) = (tiny.root / "playtests" / "tiny").iterdir()
    file.write_text("format: fustella-playtest\nlog: 7\n", encoding="utf-8")
    ran = run(tiny, "playtest", "import", str(path))
    assert ran.code == 1 and set(codes(ran)) == {"E632"}
    assert file.read_text(encoding="utf-8") == "format: fustella-playtest\nlog: 7\n"
    assert run(tiny, "playtest", "report", "tiny").code == 1


def test_a_file_of_the_project_can_be_imported_by_another_one(tiny, tmp_path, run):
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", session(tiny, "a")))).code == 0
    (file,) = (tiny.root / "playtests" / "tiny").iterdir()
    moved = tmp_path / "sent.yaml"
    file.rename(moved)
    assert run(tiny, "playtest", "import", str(moved)).code == 0
    assert kept(tiny) == {file.name: moved.read_text(encoding="utf-8")}


def test_a_folder_of_sessions_that_leads_out_is_refused(tiny, tmp_path, run):
    outside = tmp_path / "outside"
    outside.mkdir()
    (tiny.root / "playtests").symlink_to(outside)
    ran = run(tiny, "playtest", "import", str(saved(tmp_path, "a", session(tiny, "a"))))
    assert ran.code == 1 and not list(outside.iterdir())


def test_builds_do_not_depend_on_sessions(tiny, tmp_path, run):
    assert run(tiny, "playtest", "import", str(saved(tmp_path, "a", session(tiny, "a")))).code == 0
    assert "unchanged" in run(tiny, "build").out


def test_a_log_of_a_million_events_is_refused(tiny, tmp_path):
    path = tmp_path / "log.json"
    path.write_text(json.dumps(session(tiny, "a", log=[{"verb": "draw"}] * 1_000_000)))
    from fustella.play.importing import read_session

    with pytest.raises(ProblemsFound) as found:
        read_session(path, "log.json")
    assert [one.code for one in found.value.problems] == ["E633"]

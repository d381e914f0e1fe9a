"""A session file: what forms and tables save, and what a stranger may have made of it."""

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sessions import VERBS, Answers, Event, Player, Session, When
from fustella.play.session_text import text_of_session
from fustella.read.session_rows import event_in, row_of
from fustella.read.sessions import session_in_json, session_of
from fustella.read.source import loaded
from tests.docs.blocks import PAGES, blocks_of

BASE = {"format": "fustella-playtest", "format_version": 2, "game": "tiny", "version": "TI-7K4C"}
TEXTS = st.text(st.characters(blacklist_categories=("Cs",)), max_size=12)
EVENTS = st.builds(
    Event,
    verb=st.sampled_from(VERBS),
    at=st.integers(0, 10**6) | st.floats(0, 1e6),
    seat=TEXTS,
    piece=TEXTS,
    code=st.sampled_from(("", "TI-7K4C")),
    copy=st.integers(0, 99),
    source=TEXTS,
    target=TEXTS,
    text=TEXTS,
    value=st.none() | st.integers(-99, 10**9) | st.floats(-1e9, 1e9),
)


def faults(typed):
    """The code, the key and the message of each problem of a session file."""
    data = typed if isinstance(typed, bytes) else json.dumps(typed).encode()
    with pytest.raises(ProblemsFound) as found:
        session_in_json(data, "evening.json")
    assert all(problem.hint for problem in found.value.problems)
    return [(one.code, one.place.key, one.message) for one in found.value.problems]


def documented():
    (page,) = (page for page in PAGES if page.name == "playtests.md")
    (block,) = (block for block in blocks_of(page) if block.mark == "session")
    return block.text


def test_the_session_of_the_documentation_is_read():
    session = session_of(loaded(documented(), "x.yaml"), "x.yaml")
    assert (session.game, session.language, session.winners) == ("moving-kingdoms", "en", {"red"})
    assert session.minutes == 95
    assert session.log[1] == Event(
        *("draw", 12, "red", "dragon", "MK-7K4C", 3, "deck", "hand"),
    )
    assert session.answers.own == {"dragons": 2, "favourite": "castle"}
    assert session.remarks[0].text == "Far too strong."


def test_json_and_yaml_with_the_same_keys_are_the_same_session():
    typed = yaml.safe_load(documented())
    typed["answers"]["session"]["date"] = str(typed["answers"]["session"]["date"])
    from_json = session_in_json(json.dumps(typed).encode(), "a.json")
    assert from_json == session_of(loaded(documented(), "a.yaml"), "a.yaml")


@given(EVENTS)
def test_an_event_in_a_line_is_the_same_event(made):
    row = row_of(made)
    assert "\n" not in row and row.isprintable()
    assert convert(event_in(row), Event) == made


@given(st.lists(EVENTS, max_size=3), TEXTS, st.dictionaries(TEXTS, TEXTS.filter(bool), max_size=3))
def test_the_text_of_a_session_says_the_same_session(log, text, own):
    answers = Answers(session=When(place=text), players=(Player(text, won=True),), own=own)
    made = Session("tiny", "TI-7K4C", title=text, answers=answers, log=tuple(log))
    assert session_of(loaded(text_of_session(made), "a.yaml"), "a.yaml") == made


def test_a_file_of_an_older_form_is_read():
    old = {**BASE, "language": "English", "answers": {"session": {"count": "3"}, "scales": {}}}
    del old["format_version"]
    assert session_in_json(json.dumps(old).encode(), "a.json").answers.session.count == "3"


def test_what_a_table_needs_for_itself_is_left_out():
    typed = {**BASE, "table": {"seed": 7}, "log": [{"verb": "move", "x": 12.5, "y": 3}]}
    assert session_in_json(json.dumps(typed).encode(), "a.json").log == (Event("move"),)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E630"),
        (b"\xff\xfe{}", "E630"),
        (b"[" * 1_000_000, "E630"),
        (b'{"a": ' * 900 + b"1" + b"}" * 900, "E630"),
        (b'{"format": "fustella-playtest", "format_version": NaN}', "E630"),
        (b"[1, 2]", "E630"),
        (b'{"format": "other"}', "E630"),
        (json.dumps({**BASE, "format_version": 3}).encode(), "E631"),
        (json.dumps({**BASE, "format_version": 10**12}).encode(), "E631"),
        (json.dumps({**BASE, "format_version": 0}).encode(), "E632"),
        (json.dumps({**BASE, "format_version": True}).encode(), "E632"),
        (json.dumps({**BASE, "log": [{"verb": "draw"}] * 60_000}).encode(), "E633"),
        (json.dumps({**BASE, "remarks": [{"text": "a"}] * 6_000}).encode(), "E633"),
        (json.dumps({**BASE, "answers": {"own": dict.fromkeys(map(str, range(99)))}}).encode(),
         "E633"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_session_is_told(data, code):
    assert [found[0] for found in faults(data)] == [code]


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"version": "nonsense"}, "version"),
        ({"id": "<script>"}, "id"),
        ({"game": 7}, "game"),
        ({"pieces": {"dragon": "seven"}}, "pieces"),
        ({"pieces": []}, "pieces"),
        ({"log": {}}, "log"),
        ({"log": ["12"]}, "log[1]"),
        ({"log": [{"verb": "<b>"}]}, "log[1].verb"),
        ({"log": [{"verb": "draw", "at": -1}]}, "log[1].at"),
        ({"log": [{"verb": "draw", "at": 1e300}]}, "log[1].at"),
        ({"log": [{"verb": "draw", "copy": 10**15}]}, "log[1].copy"),
        ({"log": [{"verb": "draw", "copy": 1.5}]}, "log[1].copy"),
        ({"log": [{"verb": "counter", "value": 1e99}]}, "log[1].value"),
        ({"log": ["x | red | draw"]}, "log[1].at"),
        ({"remarks": [{"piece": "a"}]}, "remarks[1]"),
        ({"remarks": [{"text": "x" * (limits.SESSION_LETTERS + 1)}]}, "remarks[1].text"),
        ({"answers": []}, "answers"),
        ({"answers": {"scales": {"fun": 6}}}, "answers.scales"),
        ({"answers": {"players": [{"won": "yes"}]}}, "answers.players[1].won"),
        ({"answers": {"session": {"date": "9" * 2000}}}, "answers.session.date"),
        ({"anything": 1}, ""),
    ],
)
def test_a_value_that_cannot_be_is_told_at_its_key(more, key):
    assert [found[:2] for found in faults({**BASE, **more})] == [("E632", key)]


def test_all_faulty_parts_are_told_at_once_and_few_of_many():
    typed = {**BASE, "version": "?", "log": [{}, 3, {"verb": "draw", "seat": 4}], "remarks": [{}]}
    keys = [key for _, key, _ in faults(typed)]
    assert sorted(keys) == ["log[1]", "log[2]", "log[3].seat", "remarks[1]", "version"]
    assert len(faults({**BASE, "log": [{}] * 20_000})) < 100


@pytest.mark.parametrize(
    ("when", "elapsed", "minutes"),
    [
        (When(begin="19:30", end="21:05"), "", 95),
        (When(begin="23:30", end="00:15"), "", 45),
        (When(begin="19:30", end="21:05"), "1:00:00", 95),
        (When(), "1:10:30", 70.5),
        (When(begin="19:30"), "", None),
        (When(begin="half past", end="9999:99"), "-1:00:00", None),
        (When(begin="19:30", end="19:30"), "", None),
    ],
)
def test_the_length_of_play(when, elapsed, minutes):
    typed = {"times": [{"elapsed": elapsed}, {"moment": "last"}]}
    answers = convert({**typed, "session": when}, Answers, from_attributes=True)
    assert Session("tiny", "TI-7K4C", answers=answers).minutes == minutes

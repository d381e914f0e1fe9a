"""What a page about a problem shows of a file is in the failing case that it names.

The case is a file of the tiny game, so a page may also show what another file of it says.
"""

import re
from collections.abc import Iterator

import pytest
import yaml

from tests.conftest import TINY
from tests.docs.blocks import Block, all_blocks, sort_of
from tests.test_cases import CASES, name_of

SHOWN = [block for block in all_blocks() if sort_of(block) == "case"]


def files_of(block: Block) -> list[str]:
    """The text of the case, and of the other files of its game."""
    (case,) = (path for path in CASES if name_of(path) == block.case)
    others = (path for path in TINY.rglob("*") if path.suffix in (".yaml", ".j2"))
    return [path.read_text(encoding="utf-8") for path in (case, *others)]


def lines_of(text: str) -> list[str]:
    """Lines without remarks and with single blanks, for what is shown is laid out anew."""
    bare = (re.sub(r" +#.*|^#.*|\{#.*?#\}", "", line) for line in text.splitlines())
    return [" ".join(line.split()) for line in bare if line.strip()]


def is_in_line(shown: str, line: str) -> bool:
    """Whether a line of a page is (part of) another; `…` stands for what was left out."""
    parts = [re.escape(part.strip(" ,")) for part in shown.split("…")]
    return re.search(r".*?".join(parts), line) is not None


def parsed(text: str) -> object:
    """The value of a YAML text without its `…`; None if it is (on purpose) none."""
    try:
        return yaml.load(re.sub(r"(?m),? *…(?=\}| *$)", "", text), Loader=yaml.CBaseLoader)
    except yaml.YAMLError:
        return None


def is_part(shown: object, whole: object) -> bool:
    """Whether all that is shown is in a value: some keys of a mapping, some entries of a list."""
    if isinstance(shown, dict):
        return isinstance(whole, dict) and all(
            key in whole and is_part(value, whole[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(whole, list) and all(
            any(is_part(entry, one) for one in whole) for entry in shown
        )
    return shown == whole


def values_in(whole: object) -> Iterator[object]:
    yield whole
    inside = whole.values() if isinstance(whole, dict) else whole
    for value in inside if isinstance(whole, dict | list) else ():
        yield from values_in(value)


def is_shown_in(block: Block, text: str) -> bool:
    value = parsed(block.text) if block.language == "yaml" else None
    everything = values_in(parsed(text)) if isinstance(value, dict | list) else ()
    if any(is_part(value, one) for one in everything):
        return True
    whole = lines_of(text)
    return all(any(is_in_line(line, one) for one in whole) for line in lines_of(block.text))


@pytest.mark.parametrize("block", SHOWN, ids=str)
def test_block_shows_what_its_case_says(block):
    assert any(is_shown_in(block, text) for text in files_of(block))


@pytest.mark.parametrize(
    ("text", "is_shown"),
    [
        ("- {id: five, copies: six, …}", True),
        ("copies: six", True),
        ("- {id: five, copies: seven}", False),
        ("- {id: five, price: six}", False),
        ("copies: six: seven", False),
    ],
)
def test_block_that_its_case_does_not_say_is_found_out(text, is_shown):
    block = Block(CASES[0], 1, "yaml", f"{text}\n", "", case="read/copies-word")
    assert is_shown_in(block, files_of(block)[0]) is is_shown

"""Compares the lines of a document with the lines that it had when it was last accepted.

The project stores a short hash of each accepted line, in a file that may be shared, and beside it
the text, for people who may have it. `compared` splits the present document into the lines in which
it was accepted, wherever its lines end now; so it finds the lines that were reworded, added or
removed, but no lines that were only wrapped or typed in another way. Lines are numbered from 1.
"""

import bisect
import difflib
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial

from msgspec import Struct

from fustella.check.document import Document
from fustella.check.document.number_words import ALIKE
from fustella.check.document.plain import (
    Hyphens,
    is_numbered,
    plain,
    without_lone_numbers,
    without_page_numbers,
)
from fustella.core.words.patterns import regex

BLANK = "-"
"""Replaces the hash of a line without words."""

_HASH = regex(r"[0-9a-f]{8}(\.[1-9][0-9]{0,8})?|-")
"""Matches a hash as it is written: with the number of words, in older files without; or `BLANK`."""

_WORD = regex(r"\S+")
_IN_A_WORD = regex(r"(?<=[^\W\d_])-(?=[^\W\d_])")

_RULE, _DRAWN_RULE = regex(r"[-_=*~]{3,}"), "---"
"""Matches a line that is drawn with letters, such as `-----`, or a part of such a line.

The second value is the form in which all such lines are compared.
"""

_MARK_LETTERS = 3
"""Capitals count in words of up to this many letters: Roman numerals, marks of maps."""

_SURE_WORDS = 4
"""The fewest words by which a line is recognized in the middle of other words."""

_MOST_TRIES = 3_000_000
"""The most stretches of words that are compared with the accepted lines: two seconds."""


class DocumentWord(Struct, frozen=True):
    """A word of a document in the form in which it is compared.

    `first` and `last` are its lines, which differ if it is split at the end of a line; `start` and
    `end` its characters in the text.
    """

    form: str
    first: int
    last: int
    start: int
    end: int


class DocumentLine(Struct, frozen=True):
    """Words of a document that once were one line of it, or are one line now.

    `first` and `last` are the lines in which they are now, `start` and `end` their characters.
    """

    hash: str
    first: int
    last: int
    start: int
    end: int


def words_of(
    document: Document, text: str = "", hyphens: Hyphens = Hyphens.DROPPED
) -> tuple[DocumentWord, ...]:
    """The words of a document, without the numbers of its pages.

    `text` is the text of the document with spaces in place of parts to leave out.
    """
    found = plain(text or without_page_numbers(document.text), hyphens)
    words: list[DocumentWord] = []
    for match in _WORD.finditer(found.text):
        form = _form_of(match[0])
        start, end = found.at(match.start()), found.end_at(match.end())
        lines = document.line_at(start), document.line_at(end - 1)
        if _RULE.fullmatch(form):
            form = _DRAWN_RULE
            if words and words[-1].form == form:  # one rule, which filled a line
                lines, start = (words[-1].first, lines[1]), words.pop().start
        words.append(DocumentWord(form, *lines, start, end))
    return tuple(words)


def _form_of(word: str) -> str:
    """A plain word as it is compared: one form of dashes, without inner hyphens."""
    form = _IN_A_WORD.sub("", word.translate(ALIKE))
    return form.lower() if sum(map(str.isalpha, form)) > _MARK_LETTERS else form


def line_hashes(document: Document) -> tuple[str, ...]:
    """A short hash of each line; `BLANK` for a line without words."""
    hashes = [BLANK] * len(document.lines)
    words = words_of(document)
    for first, last in _line_spans(words):
        hashes[words[first].first - 1] = _hash_of(words[first:last])
    return tuple(hashes)


def hash_of(line: str) -> str:
    """The hash of a line that stands alone; `BLANK` for a line without words."""
    return line_hashes(Document("", line))[0]


def is_hash(typed: str) -> bool:
    """Whether a typed line has the form of a hash."""
    return _HASH.fullmatch(typed) is not None


def _hash_of(words: Sequence[DocumentWord]) -> str:
    joined = " ".join(word.form for word in words)
    return f"{hashlib.sha256(joined.encode()).hexdigest()[:8]}.{len(words)}" if words else BLANK


def older_hash_of(line: str) -> str:
    """The hash that earlier versions wrote, in which every sign of a line counted."""
    return hashlib.sha256(" ".join(line.split()).encode()).hexdigest()[:8]


def _line_spans(words: Sequence[DocumentWord]) -> Iterator[tuple[int, int]]:
    """Yields the first word and the end of each line of a document that has words."""
    begin = 0
    for at in range(1, len(words) + 1):
        if at == len(words) or words[at].first != words[begin].first:
            yield begin, at
            begin = at


class AcceptedDocument(Struct, frozen=True, dict=True):
    """An accepted document: the hash of each line, and the text, or "" if it is not stored.

    Hashes may come from a file that was merged or edited; `text` may then have other hashes.
    """

    hashes: tuple[str, ...]
    text: str = ""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The accepted lines, with "" for each unknown line."""
        document = Document("", self.text)
        lines, hashes = document.lines, line_hashes(document)
        if len(lines) != len(self.hashes):
            return ("",) * len(self.hashes)
        return tuple(
            line if known in (now, older_hash_of(line)) else ""
            for known, line, now in zip(self.hashes, lines, hashes, strict=True)
        )

    @property
    def is_kept(self) -> bool:
        """Whether the text is stored, and is the text of these hashes."""
        known = zip(self.lines, self.hashes, strict=True)
        return bool(self.text) and all(line or each == BLANK for line, each in known)

    @property
    def renewed(self) -> "AcceptedDocument":
        """The accepted document with hashes in today's form.

        It stays as it is if its hashes have that form, or if its text is not stored.
        """
        older = any("." not in each for each in self.hashes if each != BLANK)
        if older and self.is_kept:
            return AcceptedDocument(line_hashes(Document("", self.text)), self.text)
        return self

    def with_words(self, first: int, last: int) -> list[int]:
        """The numbers of the lines with words, from `first` to `last`."""
        return [at for at in range(first, last + 1) if self.hashes[at - 1] != BLANK]

    def words(self, first: int, last: int) -> str:
        """The words of some lines, in one line; "" if they are not all known."""
        lines = [self.lines[number - 1] for number in self.with_words(first, last)]
        return " ".join(" ".join(lines).split()) if all(lines) else ""


class LineBlock(Struct, frozen=True):
    """Some consecutive lines with words: their old numbers, and the lines as they are now.

    `kind` is `equal`, `replace`, `insert` or `delete`.
    """

    kind: str
    was: tuple[int, ...]
    now: tuple[DocumentLine, ...]

    @property
    def one_by_one(self) -> bool:
        """Whether the block replaces each line by exactly one line."""
        return self.kind == "replace" and len(self.was) == len(self.now)


class LineChange(Struct, frozen=True):
    """A change of lines: first and last line before and after; (0, 0) on a side without lines.

    `before` and `after` are the words; `before` is "" if they are not stored.
    """

    kind: str
    was: tuple[int, int]
    now: tuple[int, int]
    before: str = ""
    after: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """The changed lines: in the present document, or for lost lines, in the old one."""
        return self.now if self.now[0] else self.was


class DocumentComparison(Struct, frozen=True, dict=True):
    """A document compared with the accepted one; `blocks` are all its lines with words."""

    accepted: AcceptedDocument
    document: Document
    blocks: tuple[LineBlock, ...]

    @cached_property
    def changes(self) -> tuple[LineChange, ...]:
        """The lines that were reworded, added or removed.

        New lines with only a number are left out.
        """
        found = []
        for block in self.blocks:
            if block.one_by_one:
                pairs = zip(block.was, block.now, strict=True)
                found += [self._change("changed", (was,), (now,)) for was, now in pairs]
            elif block.kind != "equal":
                kind = {"replace": "changed", "insert": "new", "delete": "gone"}[block.kind]
                found.append(self._change(kind, block.was, block.now))
        return tuple(
            change for change in found if change.kind != "new" or not is_numbered(change.after)
        )

    def _change(self, kind: str, was: Sequence[int], now: Sequence[DocumentLine]) -> LineChange:
        before = self.accepted.words(was[0], was[-1]) if was else ""
        after = self.document.text[now[0].start : now[-1].end] if now else ""
        return LineChange(
            kind,
            (was[0], was[-1]) if was else (0, 0),
            (now[0].first, now[-1].last) if now else (0, 0),
            before,
            " ".join(after.split()),
        )

    @cached_property
    def kept(self) -> dict[int, DocumentLine]:
        """The unchanged lines, by their old numbers."""
        return {
            was: now
            for block in self.blocks
            if block.kind == "equal"
            for was, now in zip(block.was, block.now, strict=True)
        }


@lru_cache(maxsize=8)
def compared(accepted: AcceptedDocument, document: Document) -> DocumentComparison:
    """Compares a document with the accepted one.

    A text can often be read in several ways: lines may end where they did when they were accepted,
    or elsewhere; numbers that stand alone may be those of pages; a hyphen at the end of a line may
    split a word. The way with the fewest changes counts.
    """
    best: DocumentComparison | None = None
    bare = without_lone_numbers(document.text)
    for text in dict.fromkeys((without_page_numbers(document.text), bare)):
        for hyphens in (Hyphens.DROPPED, Hyphens.APART):
            words = words_of(document, text, hyphens)
            for lines in (_as_now, partial(_split_as_accepted, accepted, document)):
                found = _compared(accepted, document, list(lines(words)))
                if best is None or len(found.changes) < len(best.changes):
                    best = found
                if not best.changes:
                    return best
    assert best is not None
    return best


def _compared(
    accepted: AcceptedDocument, document: Document, lines: Sequence[DocumentLine]
) -> DocumentComparison:
    known = [(number, each) for number, each in enumerate(accepted.hashes, 1) if each != BLANK]
    old = [each for _, each in known]
    matcher = difflib.SequenceMatcher(None, old, [line.hash for line in lines], autojunk=False)
    blocks = []
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        was, now = tuple(number for number, _ in known[i1:i2]), tuple(lines[j1:j2])
        if len(was) == 1 < len(now) and not any(line.hash in old for line in now):
            now = (_joined(now),)  # split in another way, and reworded
        blocks.append(LineBlock(kind, was, now))
    return DocumentComparison(accepted, document, tuple(_with_whole_lines(blocks, document)))


def _with_whole_lines(blocks: Sequence[LineBlock], document: Document) -> Iterator[LineBlock]:
    """Yields the blocks, with words that were added to a line counted as a change of that line."""
    waiting: LineBlock | None = None
    for block in blocks:
        before, waiting = waiting, block
        if before is None:
            continue
        if (
            block.kind == "insert"
            and before.kind == "equal"
            and not _begins(block.now[0], document)
        ):
            yield from _part_of_block(before, 0, -1)
            waiting = LineBlock(
                "replace", before.was[-1:], (_joined((before.now[-1], *block.now)),)
            )
        elif (
            before.kind == "insert"
            and block.kind == "equal"
            and not _ends(before.now[-1], document)
        ):
            yield LineBlock("replace", block.was[:1], (_joined((*before.now, block.now[0])),))
            waiting = next(_part_of_block(block, 1, None), None)
        else:
            yield before
    if waiting is not None:
        yield waiting


def _part_of_block(block: LineBlock, first: int, end: int | None) -> Iterator[LineBlock]:
    """Yields the part of an `equal` block from line `first` to `end`, unless it is empty."""
    if block.was[first:end]:
        yield LineBlock(block.kind, block.was[first:end], block.now[first:end])


def _begins(line: DocumentLine, document: Document) -> bool:
    """Whether these words begin their line in the document."""
    return not document.text[document.start_of(line.first) : line.start].strip()


def _ends(line: DocumentLine, document: Document) -> bool:
    """Whether these words end their line in the document."""
    end = document.start_of(line.last) + len(document.line(line.last))
    return not document.text[line.end : end].strip()


def _joined(lines: Sequence[DocumentLine]) -> DocumentLine:
    first, last = lines[0], lines[-1]
    return DocumentLine("", first.first, last.last, first.start, last.end)


def _split_as_accepted(
    accepted: AcceptedDocument, document: Document, words: Sequence[DocumentWord]
) -> list[DocumentLine]:
    """Splits the document into its lines as accepted; other words stay in their present lines."""
    known = _KnownLines([each for each in accepted.hashes if each != BLANK])
    ends = dict(_line_spans(words))
    lines: list[DocumentLine] = []
    at = begin = 0
    while at < len(words):
        end, found = known.next_at(words, at, follows=at == begin)
        if end and ends.get(at, 0) > end:  # an accepted line may begin with another one
            whole = _hash_of(words[at : ends[at]])
            end, found = (ends[at], whole) if whole in known.places else (end, found)
        if not end and at in ends and known.older:
            older = older_hash_of(document.line(words[at].first))
            end, found = (ends[at], older) if older in known.places else (0, "")
        if not end:
            end, found = known.longest_at(words, at, ends)
        if not end:
            at += 1
            continue
        known.pass_by(found)
        lines += [*_as_now(words[begin:at]), _line_of(words[at:end], found)]
        at = begin = end
    return [*lines, *_as_now(words[begin:])]


class _KnownLines:
    """The hashes of accepted lines that have words, and which of them was found last.

    A hash contains the number of words of a line, so that few stretches of words need to be tried.
    """

    def __init__(self, hashes: Sequence[str]) -> None:
        self._hashes = hashes
        self.places: dict[str, list[int]] = {}
        for place, each in enumerate(hashes):
            self.places.setdefault(each, []).append(place)
        self._counts = {int(each.partition(".")[2] or 0) for each in hashes if is_hash(each)}
        self._longest = max(self._counts, default=0)
        self.older = 0 in self._counts
        self._last = -1
        self._tries = _MOST_TRIES

    def pass_by(self, found: str) -> None:
        """Notes that a line with the hash `found` was found.

        It is the next such line after the last one found, or else the first of all.
        """
        places = self.places[found]
        at = bisect.bisect_right(places, self._last)
        self._last = places[at if at < len(places) else 0]

    def next_at(self, words: Sequence[DocumentWord], at: int, *, follows: bool) -> tuple[int, str]:
        """The end and hash of the following line if it begins with this word; 0 if not."""
        following = self._hashes[self._last + 1] if self._last + 1 < len(self._hashes) else ""
        count = int(following.partition(".")[2] or 0) if is_hash(following) else 0
        if not count or not (follows or count >= _SURE_WORDS):
            return 0, ""
        return (at + count, following) if _hash_of(words[at : at + count]) == following else (0, "")

    def longest_at(
        self, words: Sequence[DocumentWord], at: int, ends: Mapping[int, int]
    ) -> tuple[int, str]:
        """The end and hash of the longest accepted line that begins with the word `at`.

        Returns 0 if there is none. A short line counts only if its words fill a whole line today.
        """
        found, digest = (0, ""), hashlib.sha256()
        for end in range(at + 1, min(at + self._longest, len(words)) + 1):
            if self._tries <= 0:
                break
            self._tries -= 1
            digest.update(f"{' ' if end > at + 1 else ''}{words[end - 1].form}".encode())
            if end - at not in self._counts:
                continue
            whole = at in ends and (end in ends or end == len(words))
            each = f"{digest.hexdigest()[:8]}.{end - at}"
            if each in self.places and (whole or end - at >= _SURE_WORDS):
                found = end, each
        return found


def _as_now(words: Sequence[DocumentWord]) -> Iterator[DocumentLine]:
    for first, last in _line_spans(words):
        yield _line_of(words[first:last], _hash_of(words[first:last]))


def _line_of(words: Sequence[DocumentWord], hash_: str) -> DocumentLine:
    return DocumentLine(hash_, words[0].first, words[-1].last, words[0].start, words[-1].end)

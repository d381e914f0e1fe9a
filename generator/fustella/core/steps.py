"""What a process is doing, told to the one that supervises it: what never ends can be ended.

The process writes each step on a board, a piece of memory that both share: that costs next to
nothing, and can be read when the process itself cannot be asked any more, as it is inside a library
that never returns. Where nobody supervises, nothing is told.
"""

import itertools
import math
import struct
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from mmap import mmap

from msgspec import Struct

from fustella.core.problems import Place

FACE_S = 20.0
"""For drawing a face: most take milliseconds."""

PICTURE_S = 60.0
"""For a picture; one of 250 million pixels takes seconds."""

GAME_S = 300.0
"""For reading, checking or laying out a game; one of 10,000 cards takes seconds."""

BOARD_BYTES = 131_072
_SLOT_BYTES = 1024
_SLOTS = BOARD_BYTES // _SLOT_BYTES - 1
_HEAD = struct.Struct("<Q")
_SLOT = struct.Struct("<QdHQ")
"""The serial number of a step, 0 for none; its limit; the length of its text.

Or the serial number of a helper, and after two zeros the id of the process.
"""

_LEFT = struct.Struct("<64p")

_ENDING = "\x1f"


class Step(Struct, frozen=True):
    """Something that is being done, such as `drawing a face with card.svg.j2`, for a place.

    It may take `limit_s` at most: `math.inf` while a person or a change of files is waited for.
    """

    doing: str
    place: Place
    limit_s: float

    @property
    def waits(self) -> bool:
        """Whether somebody else is waited for."""
        return self.limit_s == math.inf


class Board:
    """Steps in shared memory: one process writes, from any of its threads, another one reads.

    Processes that do a part of the work write, too, each into slots of its own. A slot is taken
    and given back by calls that threads cannot be interrupted in. The first slot holds a word that
    the process leaves to the one which goes on if it is ended, "" where none is to go on.
    """

    def __init__(self, memory: mmap) -> None:
        self._memory = memory
        self._free = list(range(_SLOTS, 0, -1))
        self._serials, self._stride = itertools.count(1), 1

    @property
    def left(self) -> str:
        word: bytes = _LEFT.unpack_from(self._memory)[0]
        return word.decode()

    @left.setter
    def left(self, word: str) -> None:
        _LEFT.pack_into(self._memory, 0, word.encode())

    @contextmanager
    def shared(self, parts: int) -> "Iterator[list[Board]]":
        """Boards on the same memory for so many other processes, until the block is left.

        What is still on them then is wiped off: a process may have been killed.
        """
        each = len(self._free) // (parts + 1)
        given = [self._free[number * each : (number + 1) * each] for number in range(parts)]
        del self._free[: parts * each]
        first, stride = next(self._serials), self._stride
        self._count_from(first, stride * (parts + 1))
        boards = list[Board]()
        for number, slots in enumerate(given, 1):
            board = Board(self._memory)
            board._free = [*slots]
            board._count_from(first + number * stride, self._stride)
            boards.append(board)
        try:
            yield boards
        finally:
            for slots in given:
                for slot in slots:
                    self._wipe(slot)
                self._free[:0] = slots
            self._count_from(next(self._serials), stride)

    def _count_from(self, serial: int, stride: int) -> None:
        self._serials, self._stride = itertools.count(serial, stride), stride

    def begin(self, step: Step) -> int:
        """Write a step; the slot that it takes, 0 where all are taken."""
        try:
            slot = self._free.pop()
        except IndexError:
            return 0
        serial, place = next(self._serials), step.place
        parts = step.doing, place.file, str(place.line), place.key
        text = _ENDING.join(parts).encode(errors="surrogateescape")
        text = text[: _SLOT_BYTES - _SLOT.size]
        start = slot * _SLOT_BYTES
        self._memory[start + _SLOT.size : start + _SLOT.size + len(text)] = text
        _SLOT.pack_into(self._memory, start, serial, step.limit_s, len(text), 0)
        return slot

    def begin_helper(self, process: int) -> int:
        """Write the id of a process that does a part of the work; the slot, or 0 as for a step."""
        try:
            slot = self._free.pop()
        except IndexError:
            return 0
        start, serial = slot * _SLOT_BYTES, next(self._serials)
        _SLOT.pack_into(self._memory, start, serial, 0.0, 0, process)
        return slot

    def end(self, slot: int) -> None:
        """Wipe a step, or a helper, off."""
        if slot:
            self._wipe(slot)
            self._free.append(slot)

    def _wipe(self, slot: int) -> None:
        _HEAD.pack_into(self._memory, slot * _SLOT_BYTES, 0)

    @property
    def helpers(self) -> list[int]:
        """The ids of the processes that do a part of the work."""
        return [process for *_, process in self._written() if process]

    def steps(self) -> Iterator[tuple[int, Step]]:
        """The steps that are being taken, with their serial numbers; the first began first."""
        found = []
        for start, serial, limit_s, length, process in self._written():
            if not process:
                text = self._memory[start + _SLOT.size : start + _SLOT.size + length]
                found.append((serial, _step(text, limit_s)))
        yield from sorted(found, key=lambda one: one[0])

    def _written(self) -> Iterator[tuple[int, int, float, int, int]]:
        """Where each slot begins that is taken, and what its head says."""
        for slot in range(1, _SLOTS + 1):
            start = slot * _SLOT_BYTES
            serial, limit_s, length, process = _SLOT.unpack_from(self._memory, start)
            if serial:
                yield start, serial, limit_s, length, process


def _step(text: bytes, limit_s: float) -> Step:
    doing, file, line, key, *_ = (text.decode(errors="replace") + 3 * _ENDING).split(_ENDING)
    return Step(doing, Place(file, int(line) if line.isdecimal() else 0, key), limit_s)


_board: Board | None = None


def tell_on(board: Board | None) -> None:
    """Have all steps of this process told on a board."""
    global _board  # noqa: PLW0603  (a process has one supervisor)
    _board = board


@contextmanager
def step(doing: str, place: Place, limit_s: float) -> Iterator[None]:
    """Tell that something is being done, for as long as the block takes."""
    taken = Step(doing, place, limit_s)
    board = _board
    slot = 0 if board is None else board.begin(taken)
    try:
        yield
    except BaseException as error:
        if step_of(error) is None:
            error.__dict__["fustella_step"] = taken
        raise
    finally:
        if board is not None:
            board.end(slot)


@contextmanager
def leaving(word: str) -> Iterator[None]:
    """If this process is ended within the block, another one goes on; that one is `left` a word."""
    board = _board
    if board is not None:
        board.left = word
    try:
        yield
    finally:
        if board is not None:
            board.left = ""


def left() -> str:
    """What a process that was ended has left to this one; "" where this is the first."""
    board = _board
    if board is None:
        return ""
    word, board.left = board.left, ""
    return word


def waiting() -> AbstractContextManager[None]:
    """A step without a limit: somebody else is waited for."""
    return step("waiting", Place(""), math.inf)


def present() -> Step | None:
    """The step of this process that began last; None where there is none, or nobody supervises."""
    board = _board
    steps = list(board.steps()) if board is not None else []
    return steps[-1][1] if steps else None


def step_of(error: BaseException) -> Step | None:
    """The innermost step that an exception was raised in."""
    found = error.__dict__.get("fustella_step")
    return found if isinstance(found, Step) else None


@contextmanager
def helped_by(number: int) -> Iterator[None]:
    """Tell that another process does a part of the work: it is ended with this one."""
    board = _board
    slot = 0 if board is None else board.begin_helper(number)
    try:
        yield
    finally:
        if board is not None:
            board.end(slot)


@contextmanager
def divided(parts: int) -> Iterator[list[Board | None]]:
    """Boards for so many processes that do a part of the work; None where nobody supervises."""
    board = _board
    if board is None:
        yield [None] * parts
        return
    with board.shared(parts) as boards:
        yield [*boards]

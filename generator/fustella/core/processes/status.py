"""Shares the present steps of a process with its supervisor, in memory called a status page.

To write costs next to nothing, and a page can still be read when the process no longer answers.
`fustella.core.processes.steps` makes the texts; the supervisor reads only numbers, so that it needs
nothing that takes time to load.
"""

import itertools
import os
import struct
from _thread import get_native_id
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap

PAGE_BYTES = 131_072
_SLOT_BYTES = 1024
_SLOTS = PAGE_BYTES // _SLOT_BYTES - 1
_SERIAL = struct.Struct("<Q")
"""The serial number of a step or a helper, 0 in a free slot; written last, and wiped first."""

_REST = struct.Struct("<dHQQQ")
"""The rest of a slot's head: limit, length of the text, writing process and thread, and helper.

The helper is the id of its process, and 0 for a step.
"""

_HEAD_BYTES = _SERIAL.size + _REST.size

_TOKEN = struct.Struct("<64p")


class StatusPage:
    """A status page holds steps in shared memory: one process writes, in any thread, another reads.

    Processes that do a part of the work write, too, each into slots of its own. Slots are taken and
    given back by calls in which threads cannot be interrupted. The first slot holds the resume
    token, a text for the process that takes over if this process is ended; "" where none does.
    """

    def __init__(self, memory: mmap | None = None) -> None:
        self._memory = mmap(-1, PAGE_BYTES) if memory is None else memory
        self._free = list(range(_SLOTS, 0, -1))
        self._serials, self._stride = itertools.count(1), 1

    @property
    def resume_token(self) -> str:
        token: bytes = _TOKEN.unpack_from(self._memory)[0]
        return token.decode()

    @resume_token.setter
    def resume_token(self, token: str) -> None:
        _TOKEN.pack_into(self._memory, 0, token.encode())

    @contextmanager
    def shared(self, parts: int) -> "Iterator[list[StatusPage]]":
        """Yields pages on the same memory for some other processes, until the block ends.

        The end wipes off what the processes left on them, for one may have been killed.
        """
        each = len(self._free) // (parts + 1)
        given = [self._free[number * each : (number + 1) * each] for number in range(parts)]
        del self._free[: parts * each]
        first, stride = next(self._serials), self._stride
        self._count_from(first, stride * (parts + 1))
        pages = list[StatusPage]()
        for number, slots in enumerate(given, 1):
            page = StatusPage(self._memory)
            page._free = [*slots]
            page._count_from(first + number * stride, self._stride)
            pages.append(page)
        try:
            yield pages
        finally:
            for slots in given:
                for slot in slots:
                    self._wipe(slot)
                self._free[:0] = slots
            self._count_from(next(self._serials), stride)

    def _count_from(self, serial: int, stride: int) -> None:
        self._serials, self._stride = itertools.count(serial, stride), stride

    def begin(self, text: bytes, limit_s: float) -> int:
        """Writes a step. Returns the slot that it takes, 0 where all slots are taken."""
        try:
            slot = self._free.pop()
        except IndexError:
            return 0
        self._write(slot, limit_s, text[: _SLOT_BYTES - _HEAD_BYTES], 0)
        return slot

    def begin_helper(self, process: int) -> int:
        """Writes the id of a process that does a part of the work. Returns its slot, or 0."""
        try:
            slot = self._free.pop()
        except IndexError:
            return 0
        self._write(slot, 0.0, b"", process)
        return slot

    def _write(self, slot: int, limit_s: float, text: bytes, helper: int) -> None:
        """Writes a slot, its serial number last, so that a reader never sees a part of a slot."""
        start = slot * _SLOT_BYTES
        self._memory[start + _HEAD_BYTES : start + _HEAD_BYTES + len(text)] = text
        rest = limit_s, len(text), os.getpid(), get_native_id(), helper
        _REST.pack_into(self._memory, start + _SERIAL.size, *rest)
        _SERIAL.pack_into(self._memory, start, next(self._serials))

    def end(self, slot: int) -> None:
        """Wipes a step or a helper off the page, and frees its slot."""
        if slot:
            self._wipe(slot)
            self._free.append(slot)

    def _wipe(self, slot: int) -> None:
        _SERIAL.pack_into(self._memory, slot * _SLOT_BYTES, 0)

    @property
    def helpers(self) -> list[tuple[int, int]]:
        """Pairs of two processes, of which the second does a part of the first one's work."""
        return [(process, helper) for *_, process, _, helper in self._taken_slots() if helper]

    def helpers_of(self, process: int) -> list[int]:
        """The processes that help a process, and the processes that help these in turn."""
        pairs, found = self.helpers, [process]
        for helped in found:  # grows while it is walked
            found += [helper for one, helper in pairs if one == helped and helper not in found]
        return found[1:]

    def steps(self) -> list[tuple[int, float, bytes, int, int]]:
        """The steps that the processes are taking, in the order in which they began.

        Each step has its serial number, its limit in seconds, its text, and the process and the
        thread that take it, by the numbers that the system gives them.
        """
        return sorted(step for *step, helper in self._taken_slots() if not helper)  # type: ignore[misc]

    def _taken_slots(self) -> Iterator[tuple[int, float, bytes, int, int, int]]:
        """Yields the serial number, limit, text, process, thread and helper of each taken slot."""
        for start in range(_SLOT_BYTES, PAGE_BYTES, _SLOT_BYTES):
            (serial,) = _SERIAL.unpack_from(self._memory, start)
            if not serial:
                continue
            limit_s, length, *who = _REST.unpack_from(self._memory, start + _SERIAL.size)
            text = self._memory[start + _HEAD_BYTES : start + _HEAD_BYTES + length]
            # Else it was wiped off, or written over, while it was read.
            if _SERIAL.unpack_from(self._memory, start) == (serial,):
                yield (serial, limit_s, text, *who)

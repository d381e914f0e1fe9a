"""Values go from one process to another as they are, and what was sent before is sent no more."""

import io
import pickle

import pytest

from fustella.preview import wire
from fustella.preview.views import EditionKey
from fustella.preview.wire import Receiver, Sender


class Wire:
    """A sender and a receiver, one after the other."""

    def __init__(self) -> None:
        self.stream = io.BytesIO()
        self._sender = Sender(self.stream)
        self._receiver = Receiver(self.stream)
        self._read = 0

    def passed(self, value: object) -> object:
        self.stream.seek(0, io.SEEK_END)
        self._sender.send(value)
        self.stream.seek(self._read)
        received = self._receiver.receive()
        self._read = self.stream.tell()
        return received

    @property
    def length(self) -> int:
        return len(self.stream.getvalue())


def test_objects_that_both_sides_have_are_not_sent_again():
    sent = Wire()
    editions = tuple(EditionKey(f"game-{number}", "en", "full") for number in range(100))
    first = sent.passed(editions)
    assert first == editions
    length = sent.length
    more = (*editions, EditionKey("another", "en", "full"))
    second = sent.passed((7, editions, more))
    assert second == (7, editions, more)
    assert second[1] is first
    assert sent.length - length < 1000


def test_what_was_sent_is_forgotten_after_a_while(monkeypatch):
    monkeypatch.setattr(wire, "_KEPT_BYTES", 2_000)
    sent = Wire()
    editions = tuple(EditionKey(f"game-{number}", "en", "full") for number in range(300))
    received = [sent.passed([editions, number]) for number in range(20)]
    assert received == [[editions, number] for number in range(20)]
    assert len({id(one) for one, _ in received}) > 1


def test_half_a_message_is_told():
    stream = io.BytesIO()
    Sender(stream).send(["text", 5])
    whole = stream.getvalue()
    for cut in (0, 1, len(whole) - 9):
        with pytest.raises((EOFError, pickle.UnpicklingError)):
            Receiver(io.BytesIO(whole[:cut])).receive()

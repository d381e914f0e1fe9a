"""Values sent from one process to another, of which each object is sent once.

What a page is told of an edition is nearly what it was told before: of what both processes have
already, a number is sent. Objects must not be changed once they were sent.
"""

import io
import pickle
import struct
from typing import IO, Any

_HEAD = struct.Struct("<?Q")
"""Whether all that was sent before is forgotten, and the length of the message."""

_KEPT_BYTES = 1 << 23
"""How much is sent until both sides forget it, so that they do not keep it for ever."""


class Sender:
    """Writes values to a stream, for a `Receiver`; for one thread at a time."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._forget()

    def _forget(self) -> None:
        self._body, self._sent = io.BytesIO(), 0
        self._pickler = pickle.Pickler(self._body, pickle.HIGHEST_PROTOCOL)

    def send(self, value: object) -> None:
        """Raises OSError and ValueError, as the stream does."""
        if self._sent > _KEPT_BYTES:
            self._forget()
        self._body.seek(0)
        self._body.truncate()
        self._pickler.dump(value)
        with self._body.getbuffer() as message:
            first, self._sent = not self._sent, self._sent + len(message)
            self._stream.write(_HEAD.pack(first, len(message)))
            self._stream.write(message)
        self._stream.flush()


class Receiver:
    """Reads what a `Sender` of this tool writes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._body = io.BytesIO()
        self._unpickler = pickle.Unpickler(self._body)

    def receive(self) -> Any:
        """The next value. Raises EOFError at the end, and UnpicklingError for half a message."""
        head = self._stream.read(_HEAD.size)
        if len(head) < _HEAD.size:
            raise EOFError
        first, length = _HEAD.unpack(head)
        if first:
            self._body = io.BytesIO()
            self._unpickler = pickle.Unpickler(self._body)
        self._body.seek(0)
        self._body.truncate()
        self._body.write(self._stream.read(length))
        self._body.seek(0)
        return self._unpickler.load()

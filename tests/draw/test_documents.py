"""Whole documents, which a process of its own compiles one after another."""

import threading
import time

import pytest

from fustella.draw.render.documents import DocumentCompiler, DocumentFailed, TypstDocument

FOREVER = b"#for one in range(1000000) { for other in range(1000000) { } }"


def test_document_is_broken_off_from_another_thread_and_none_follows() -> None:
    compiler = DocumentCompiler()

    def break_off_when_it_compiles() -> None:
        while not compiler.pid:
            time.sleep(0.01)
        compiler.break_off()

    other = threading.Thread(target=break_off_when_it_compiles)
    other.start()
    with compiler:
        with pytest.raises(DocumentFailed, match="broke off"):
            compiler.compiled(TypstDocument(FOREVER, "", {}, tagged=False))
        other.join()
        with pytest.raises(DocumentFailed, match="no longer wanted"):
            compiler.compiled(TypstDocument(b"Said.", "", {}, tagged=False))
        assert compiler.pid == 0, "no process is left"

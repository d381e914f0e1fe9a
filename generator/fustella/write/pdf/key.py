"""The key of a PDF: documents with equal keys give equal bytes."""

import hashlib
from collections.abc import Iterator

from fustella.write.pdf import PrintDocument


def document_key(document: PrintDocument) -> str:
    """The hash of all that `pdf_bytes` reads of a document; the tool's own version is not in it.

    Faces that were rendered in one batch share their fonts, so each batch with a face that is
    used counts as a whole.
    """
    total = hashlib.sha256()
    for part in _parts(document):
        total.update(part if isinstance(part, bytes) else repr(part).encode())
        total.update(b"\n")
    return total.hexdigest()


def _parts(document: PrintDocument) -> Iterator[object]:
    used = dict.fromkeys(document.placed())
    yield document.title, document.language, document.duplex, document.labels
    yield from document.sheets
    for face_id in used:
        face = document.faces[face_id]
        safe_mm = document.safe_mm.get(face_id.piece, 0)
        yield face_id, face.digest, face.outline, face.bleed_mm, safe_mm
    digests = {document.faces[face_id].digest for face_id in used}
    for batch in document.rendered:
        if not digests.isdisjoint(batch.digests):
            yield batch.digests
            yield hashlib.sha256(batch.pdf).digest()

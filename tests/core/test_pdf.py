"""Reading objects as bytes, from the plain form of a file and from any other."""

import shutil
import subprocess

import pytest

from fustella.core.files.pdf import PlainObject, PlainPdf, plain_pdf
from fustella.core.values.model import FacePages
from fustella.draw.render import render
from fustella.write.pdf import pdf_bytes
from tests.write.samples import Picture, at, document, face, flood, page, reader, save, text

FACES = {f"card {n}": face(flood("#eef") + text(f"carta {n}")) for n in range(3)}


def sample() -> bytes:
    return render([list(FACES.values())], None)[0].pdf


def test_plain_pdf_of_typst_file_has_pages_and_streams_that_pypdf_finds():
    pdf = sample()
    plain, other = PlainPdf(pdf), reader(pdf)
    assert len(plain.pages) == len(other.pages) == 3
    for number, theirs in zip(plain.pages, other.pages, strict=True):
        ours = plain.object(number)
        assert ours.reference(b"Contents") == theirs.raw_get("/Contents").idnum
        assert ours.reference(b"Resources") == theirs.raw_get("/Resources").idnum
        assert ours.numbers(b"MediaBox") == pytest.approx([float(n) for n in theirs.mediabox])
        stream = plain.object(ours.reference(b"Contents")).stream
        assert stream == theirs["/Contents"].get_object()._data


def test_referring_with_strings_renumbers_references_only():
    found = PlainObject(b"<</A 3 0 R/B[4 0 R 12 0 R]/C(see 3 0 R \\) 4 0 R)/D 30/E 3.0>>", None)
    renumbered = found.referring(lambda number: number + 100)
    assert renumbered == b"<</A 103 0 R/B[104 0 R 112 0 R]/C(see 3 0 R \\) 4 0 R)/D 30/E 3.0>>"


def test_pdf_bytes_of_faces_in_object_streams_prints_the_same(tmp_path):
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed, and nothing else here writes object streams")
    path = save(sample(), tmp_path)
    packed = tmp_path / "packed.pdf"
    subprocess.run(["qpdf", "--object-streams=generate", path, packed], check=True)
    assert b"/ObjStm" in packed.read_bytes()
    digests = tuple(each.digest for each in FACES.values())
    placed = page(*(at(key, 10 + 30 * n, 10) for n, key in enumerate(FACES)))
    pictures = [
        Picture(
            pdf_bytes(document(FACES, placed, rendered=(FacePages(pdf, digests),))),
            px_per_mm=5,
        ).image.tobytes()
        for pdf in (path.read_bytes(), packed.read_bytes())
    ]
    assert pictures[0] == pictures[1]


def test_plain_pdf_of_other_bytes_raises():
    with pytest.raises(ValueError, match="cross-reference"):
        PlainPdf(b"no PDF at all")


def test_reference_to_missing_key_raises_with_its_name():
    with pytest.raises(ValueError, match="Contents"):
        PlainObject(b"<</Type/Page>>", None).reference(b"Contents")


def test_plain_pdf_of_its_own_objects_shows_the_same_pages(tmp_path):
    source = PlainPdf(sample())
    objects = {number: source.object(number) for number in source.numbers_in_use}
    again = plain_pdf(objects, source.root)
    assert PlainPdf(again).pages == source.pages
    texts = [page.extract_text() for page in reader(again).pages]
    assert texts == [page.extract_text() for page in reader(sample()).pages]
    assert all(texts)

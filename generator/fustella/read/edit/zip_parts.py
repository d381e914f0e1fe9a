"""Writes parts of a zip anew; all other parts are copied as they are stored."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping

from fustella.read.edit.scalars import EditRefused

# The headers of a file, of its entry in the directory, and the end of that: APPNOTE.TXT of PKWARE,
# 4.3.7, 4.3.12 and 4.3.16.
_LOCAL = struct.Struct("<4s5H3L2H")
_CENTRAL = struct.Struct("<4s6H3L5H2L")
_END = struct.Struct("<4s4H2LH")
_LARGEST = 0xFFFFFFFF  # says that Zip64 has the number (APPNOTE.TXT, 4.5.3)


def with_parts(data: bytes, changed: Mapping[str, bytes | None]) -> bytes:
    """A zip with new content in some parts, which are there; None leaves a part out.

    Raises EditRefused for a form of zip that spreadsheet programs do not write.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = sorted(archive.infolist(), key=lambda info: info.header_offset)
        directory, comment = archive.start_dir, archive.comment
    ends = [*(info.header_offset for info in infos[1:]), directory]
    if not infos or infos[0].header_offset or max(ends) >= _LARGEST:
        raise EditRefused("the workbook is stored in an unusual way: do it by hand")
    entries = _central_entries(data, directory, len(infos))
    output = bytearray()
    listing: dict[int, bytes] = {}
    for info, end in zip(infos, ends, strict=True):
        fields, names = entries[info.header_offset]
        offset = len(output)
        if info.filename not in changed:
            output += data[info.header_offset : end]
        elif (content := changed[info.filename]) is not None:
            output += _packed(content, fields, names)
        else:
            continue
        fields[16] = offset
        listing[info.header_offset] = _CENTRAL.pack(*fields) + names
    start = len(output)
    output += b"".join(listing[offset] for offset in entries if offset in listing)
    size, count = len(output) - start, len(listing)
    output += _END.pack(b"PK\5\6", 0, 0, count, count, size, start, len(comment)) + comment
    return bytes(output)


def _packed(content: bytes, fields: list[int], names: bytes) -> bytes:
    """A part with its header; the `fields` of its entry in the directory become those of it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(content) + packer.flush()
    fields[3] &= ~8  # APPNOTE.TXT, 4.4.4, bit 3: the sizes stand before the data
    fields[4] = zipfile.ZIP_DEFLATED
    fields[7:10] = [zlib.crc32(content), len(packed), len(content)]
    named = names[: fields[10]]
    return _LOCAL.pack(b"PK\3\4", 20, *fields[3:10], fields[10], 0) + named + packed


def _central_entries(data: bytes, at: int, count: int) -> dict[int, tuple[list[int], bytes]]:
    """The entries of a zip's directory by the offset of their file: fields and further bytes."""
    entries: dict[int, tuple[list[int], bytes]] = {}
    for _ in range(count):
        fields = list(_CENTRAL.unpack_from(data, at))
        at += _CENTRAL.size
        length = fields[10] + fields[11] + fields[12]
        if fields[0] != b"PK\1\2" or _LARGEST in fields[8:10]:
            raise EditRefused("the workbook is stored in an unusual way: do it by hand")
        entries[fields[16]] = (fields, data[at : at + length])
        at += length
    return entries

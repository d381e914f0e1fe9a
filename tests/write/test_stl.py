"""STL: an independent reader finds the triangles, their normals, and y that goes up."""

import math
import struct

import pytest

from fustella.core.geometry.trays import tray_solid, volume_mm3
from fustella.write.stl import stl_bytes
from tests.core.test_trays import POCKET, is_closed


def read_stl(data):
    """The head of a file, and each triangle with its normal."""
    count = int.from_bytes(data[80:84], "little")
    assert len(data) == 84 + 50 * count
    rows = [struct.unpack_from("<12fH", data, 84 + 50 * at) for at in range(count)]
    return data[:80], [(row[:3], (row[3:6], row[6:9], row[9:12])) for row in rows]


def test_file_has_the_solid_in_mm_with_outward_normals():
    solid = tray_solid(POCKET, 30, 1.5, 2, (3,))
    head, facets = read_stl(stl_bytes(solid, "Tray 3 · Größe"))
    assert head.startswith(b"STL, mm: Tray 3 ? Gr??e") and not head.startswith(b"solid")
    mesh = [facet for _, facet in facets]
    assert is_closed(mesh)
    corners = [corner for facet in mesh for corner in facet]
    for axis, most in enumerate((66, 94, 31.5)):
        assert min(at[axis] for at in corners) == pytest.approx(0, abs=1e-5)
        assert max(at[axis] for at in corners) == pytest.approx(most, abs=1e-4)
    own = [tuple((x, solid.deep_mm - y, z) for x, y, z in facet) for facet in solid.facets]
    assert volume_mm3(mesh) == pytest.approx(volume_mm3(own), rel=1e-4)
    # The flux of a field through the mesh, by its normals: the same volume (Gauss).
    flux = 0.0
    for normal, (a, b, c) in facets:
        assert math.hypot(*normal) == pytest.approx(1, abs=1e-5)
        u, v = ([end - start for start, end in zip(a, other, strict=True)] for other in (b, c))
        cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        flux += (a[2] + b[2] + c[2]) / 3 * normal[2] * math.hypot(*cross) / 2
    assert flux == pytest.approx(volume_mm3(own), rel=1e-4)


def test_figure_reads_from_left_to_right_seen_from_above():
    """The 7 has its upper stroke at the far end, where y is large, and its leg on the right."""
    solid = tray_solid(POCKET, 30, 1.5, 2, (7,))
    _, facets = read_stl(stl_bytes(solid, ""))
    groove = [at for _, facet in facets for at in facet if abs(at[2] - 1.1) < 1e-4]
    middle = sum(at[1] for at in groove) / len(groove)
    assert middle == pytest.approx(47, abs=4)
    far = [at[0] for at in groove if at[1] > 50]
    near = [at[0] for at in groove if at[1] < 44.5]
    assert max(far) - min(far) == pytest.approx(4.1, abs=0.01)
    assert max(near) - min(near) == pytest.approx(1.2, abs=0.01)

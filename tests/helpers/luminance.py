"""Computes the luminance of pixels of red, green and blue (sRGB, 0 to 255)."""

import numpy

_VALUES = numpy.arange(256) / 255

LINEAR = numpy.where(_VALUES <= 0.04045, _VALUES / 12.92, ((_VALUES + 0.055) / 1.055) ** 2.4)
"""The share of light, 0 to 1, for each value of a channel."""

WEIGHTS = numpy.array([0.2126, 0.7152, 0.0722])


def luminances(rgb: numpy.ndarray) -> numpy.ndarray:
    """The luminances of pixels, 0 to 1 (relative luminance of WCAG 2.2, Y of CIE 1931)."""
    return LINEAR[rgb] @ WEIGHTS

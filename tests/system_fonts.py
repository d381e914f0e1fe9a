"""Fonts of other alphabets, where the machine has some: they are not part of the project."""

from functools import cache
from pathlib import Path

import pytest

FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
    Path.home() / ".local/share/fonts",
)
KNOWN = {
    "greek": ("GFSDidot.otf", "GFSDidot-Regular.ttf", "DejaVuSerif.ttf", "NotoSerif-Regular.ttf"),
    "japanese": ("ipagp.ttf", "ipaexg.ttf", "NotoSansJP-Regular.otf", "TakaoPGothic.ttf"),
    "hebrew": ("NotoSansHebrew-Regular.ttf", "DejaVuSans.ttf", "FrankRuehlCLM-Medium.ttf"),
    "arabic": ("Amiri-Regular.ttf", "NotoNaskhArabic-Regular.ttf", "DejaVuSans.ttf"),
}
PACKAGES = "fonts-gfs-didot fonts-ipafont-gothic fonts-noto-core fonts-hosny-amiri"


@cache
def _installed() -> dict[str, Path]:
    files = (file for folder in FOLDERS if folder.is_dir() for file in folder.rglob("*.[ot]tf"))
    return {file.name: file for file in files}


def font_for(alphabet: str) -> Path:
    """A font with the letters of an alphabet; the test is skipped where there is none."""
    for name in KNOWN[alphabet]:
        if name in _installed():
            return _installed()[name]
    pytest.skip(f"no font with {alphabet} letters: install {PACKAGES}, or fonts like these")

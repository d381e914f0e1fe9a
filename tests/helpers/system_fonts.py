"""Finds fonts of other alphabets on the machine: they are not part of the project."""

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
OF_SYLLABLES = {
    "devanagari": ("NotoSansDevanagari-Regular.ttf",),
    "bengali": ("NotoSansBengali-Regular.ttf",),
    "tamil": ("NotoSansTamil-Regular.ttf",),
    "telugu": ("NotoSansTelugu-Regular.ttf",),
    "kannada": ("NotoSansKannada-Regular.ttf",),
    "malayalam": ("NotoSansMalayalam-Regular.ttf",),
    "gujarati": ("NotoSansGujarati-Regular.ttf",),
    "gurmukhi": ("NotoSansGurmukhi-Regular.ttf",),
    "odia": ("NotoSansOriya-Regular.ttf",),
    "sinhala": ("NotoSansSinhala-Regular.ttf",),
    "khmer": ("NotoSansKhmer-Regular.ttf",),
    "burmese": ("NotoSansMyanmar-Regular.ttf",),
    "thai": ("NotoSansThai-Regular.ttf",),
    "lao": ("NotoSansLao-Regular.ttf",),
    "javanese": ("NotoSansJavanese-Regular.ttf",),
    "balinese": ("NotoSansBalinese-Regular.ttf",),
    "sundanese": ("NotoSansSundanese-Regular.ttf",),
    "tibetan": ("NotoSerifTibetan-Regular.ttf",),
}
"""The fonts of scripts whose vowel signs take room, which are not in `KNOWN`."""

PACKAGES = "fonts-gfs-didot fonts-ipafont-gothic fonts-noto-core fonts-hosny-amiri"


@cache
def _installed() -> dict[str, Path]:
    files = (file for folder in FOLDERS if folder.is_dir() for file in folder.rglob("*.[ot]tf"))
    return {file.name: file for file in files}


def font_for(alphabet: str) -> Path:
    """A font with the letters of an alphabet; without one, the test is skipped."""
    for name in (KNOWN | OF_SYLLABLES)[alphabet]:
        if name in _installed():
            return _installed()[name]
    pytest.skip(f"no font with {alphabet} letters: install {PACKAGES}, or fonts like these")

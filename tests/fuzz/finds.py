"""Keeps finds as small files: a base, a command, a list of changes, and the rules they broke."""

import hashlib
from pathlib import Path

import yaml

from tests.fuzz.machine import Try
from tests.fuzz.mutations import from_data, to_data

FINDS = Path(__file__).parent / "finds"


def keep(tried: Try, wrong: str, folder: Path = FINDS) -> Path:
    data = {
        "was": wrong,
        "area": tried.area,
        "base": tried.base,
        "command": tried.command,
        "mutations": [to_data(mutation) for mutation in tried.mutations],
    }
    # Escaped: PyYAML writes U+0085 into single quotes as it stands, and reads it as a line break.
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=False, width=100)
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    path = folder / f"{tried.area}-{digest}.yaml"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read_find(path: Path) -> Try:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    mutations = tuple(from_data(one) for one in data["mutations"])
    return Try(data["area"], data["base"], data["command"], mutations)


def all_finds() -> list[Path]:
    return sorted(FINDS.glob("*.yaml"))

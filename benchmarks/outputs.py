"""Prints hashes of all output of a checkout for its four games, to compare two checkouts.

    python benchmarks/outputs.py CHECKOUT COMMAND WORK > manifest

COMMAND is the `fustella` of the checkout, WORK a folder for the output (it is emptied). Two
checkouts print the same if `diff` finds no difference between their manifests. The texts that
commands print are kept in WORK/texts; they hold the ids of commits, which differ where the content
of two checkouts differs. Give both runs a WORK of equal length, because tables are as wide as its
path. It takes five minutes.
"""

import hashlib
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PAPERS = ("A4", "Letter")
DUPLEX = ("long-edge", "short-edge", "fold", "separate", "none")
THEMES = ("full", "low-ink", "grey")
LANGUAGES = ((), ("--language", "en"))

BUILDS = """
--boxes | --boxes --paper Letter --theme low-ink | --cutter silhouette
--cutter silhouette --paper Letter --duplex none | --marks lines | --marks dots | --marks none
--hexes rows | --gutter 2mm | --fewest cuts | --boards A2 | --boards roll-610 --language en
--paper A3 | --paper Legal --duplex short-edge | --force | el-mapa --players 3
moving-kingdoms --only card,dragon | el-mapa --pages 2-4,7
moving-kingdoms --players 2 --theme grey
city-duel --only city --shop | el-mapa --players 3 --shop | nothing-here | el-mapa --only coinn
el-mapa --pages 400 | moving-kingdoms --paper A44 | el-mapa --language xx
el-mapa --paper labels-70x37 | empire-plateau --printer none
--cutter cricut | --cutter brother --paper Letter
"""
TEXTS = """
list | list --paper Letter --duplex fold | plan | plan --sheets --format json
plan --sheets --no-ink --paper Letter | plan --players 3 el-mapa | check | check --strict
check --format json | check --format github | whatis MK-7K4C | whatis XX-0000 | --help
build --help | plan --help | check --help | kit --help | diff --help | preview --help
whatis --help
calibrate --help | list --help | kit new --help | kit list
"""
BEFORE_THE_EDIT = """
kit new club el-mapa | kit new home moving-kingdoms --language en --theme low-ink
build --kit club | kit show club | kit printed club | build --kit home | kit printed home
"""
AFTER_IT = """
diff | diff --theme grey | diff --format json | diff home | check | kit show home
build --kit home --force | build --kit club --force | build --kit club --stickers --force
build --kit club --rules-only --force | build --kit home --force
"""
WHO = {"NAME": "a", "EMAIL": "a@b", "DATE": "2026-01-01T00:00:00Z"}


class Recorder:
    """Runs commands in a copy of a checkout's games, and prints a hash for each file and text."""

    def __init__(self, checkout: Path, command: Path, work: Path) -> None:
        shutil.rmtree(work, ignore_errors=True)
        self._work, self._command = work, str(command)
        self.project = work / "project"
        for folder in ("content", "templates"):
            shutil.copytree(checkout / folder, self.project / folder)
        for folder in ("cache", "texts"):
            (work / folder).mkdir()
        (self.project / ".gitignore").write_text("output/\n")
        person = {f"GIT_{role}_{k}": v for role in ("AUTHOR", "COMMITTER") for k, v in WHO.items()}
        self._environment = {**os.environ, **person, "COLUMNS": "100", "PYTHONHASHSEED": "1"}

    def git(self, *words: str) -> None:
        where = ["git", "-C", str(self.project)]
        subprocess.run([*where, *words], check=True, env=self._environment, capture_output=True)

    def run(self, *words: str, into: Path | None = None) -> None:
        """Runs a command, and hashes the files in `into`, or in an output folder of its own."""
        label, output = " ".join(words), into or self._work / "out"
        if into is None and words[0] in ("build", "calibrate"):
            shutil.rmtree(output, ignore_errors=True)
            output.mkdir()
            (output / ".cache").symlink_to(self._work / "cache")
            words = (*words, "--output", str(output))
        done = subprocess.run(
            [self._command, *words],
            cwd=self.project,
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        text = f"{done.stdout}\n--\n{done.stderr}".replace(str(self._work), "WORK")
        name = re.sub(r"[^\w.-]+", "_", label)
        (self._work / "texts" / f"{name}.txt").write_text(text, "utf-8")
        self.note(f"{label}: exit {done.returncode}", text.encode())
        for path in sorted(output.rglob("*")) if words[0] in ("build", "calibrate") else ():
            if path.is_file() and ".cache" not in path.parts and path.suffix != ".json":
                self.note(f"{label}: {path.relative_to(output)}", path.read_bytes())

    def note(self, name: str, data: bytes) -> None:
        print(f"{hashlib.sha256(data).hexdigest()[:24]}  {name}", flush=True)


def commands(text: str) -> list[list[str]]:
    return [one.split() for line in text.split("\n") for one in line.split("|") if one.strip()]


def main() -> None:
    record = Recorder(*(Path(word).resolve() for word in sys.argv[1:4]))
    record.git("init", "-q")
    record.git("add", "-A")
    record.git("commit", "-qm", "one")
    for language, paper, duplex, theme in itertools.product(LANGUAGES, PAPERS, DUPLEX, THEMES):
        how = ("--paper", paper, "--duplex", duplex, "--theme", theme)
        record.run("build", *language, *how)
    for language, duplex, theme in itertools.product(LANGUAGES, ("long-edge", "none"), THEMES):
        record.run("build", "--shop", *language, "--duplex", duplex, "--theme", theme)
    for words in commands(BUILDS):
        record.run("build", *words)
    for words in commands(TEXTS):
        record.run(*words)
    record.run("calibrate")
    output = record.project / "output"
    for words in commands(BEFORE_THE_EDIT):
        record.run(*words, into=output)
    record.git("add", "-A")
    record.git("commit", "-qm", "two")
    castles = record.project / "content/moving-kingdoms/castles.yaml"
    castles.write_text(castles.read_text("utf-8").replace("copies: 40", "copies: 42"), "utf-8")
    for words in commands(AFTER_IT):
        record.run(*words, into=output)
    page = output / "diff.html"
    record.run("diff", "--format", "html", "--output", str(page), into=output)
    record.note("diff.html", page.read_bytes())


if __name__ == "__main__":
    main()

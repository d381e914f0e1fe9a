"""`python -m fustella` is `fustella`."""

from fustella.cli import run

if __name__ == "__main__":
    run()

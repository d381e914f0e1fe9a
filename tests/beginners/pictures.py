"""Pictures."""

import shutil

from tests.beginners.changes import (
    SHEET,
    Mistake,
    art,
    both,
    edit,
    of_game,
    picture,
    renamed,
    written,
)

MISTAKES = (
    Mistake(
        "a picture misspelt",
        edit(SHEET, "Animal,fox,", "Animal,foxx,"),
        "cards.csv:2",
        ('"foxx"', "did you mean `fox.svg`?"),
    ),
    Mistake(
        "a picture of another program",
        renamed("art/fox.svg", "art/fox.psd"),
        "cards.csv:2",
        ("art/fox.psd", "save it as one of them"),
    ),
    Mistake(
        "no picture at all",
        picture("fox.png", b"hello"),
        "cards.csv:2",
        ("art/fox.png", "save it again as PNG or JPEG"),
        "build",
    ),
    Mistake(
        "half an SVG",
        picture("fox.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0'),
        "cards.csv:2",
        ("art/fox.svg: line 1", "save or download it again"),
        "build",
    ),
    Mistake(
        "a picture with another ending",
        art("fox.png"),
        "cards.csv:2",
        (
            '"fox.png"',
            "did you mean `fox.svg`?",
        ),
    ),
    Mistake(
        "a picture on a web page",
        art("https://example.org/bear.png"),
        "cards.csv:2",
        (
            "https://example.org/bear.png",
            "download the picture into art/, and write `bear.png`",
        ),
    ),
    Mistake(
        "a picture on a drive",
        art("C:\\pictures\\fox.png"),
        "cards.csv:2",
        (
            "C:\\pictures\\fox.png",
            "write `fox.svg`",
        ),
    ),
    Mistake(
        "a picture at home",
        art("~/bear.png"),
        "cards.csv:2",
        (
            "~/bear.png",
            "put the file into art/, and write `bear.png`",
        ),
    ),
    Mistake(
        "a folder of pictures with another name",
        renamed("art", "pictures"),
        "cards.csv:2",
        (
            "no folder art/",
            "make a folder art/",
        ),
    ),
    Mistake(
        "a folder of pictures in capitals",
        renamed("art", "Art"),
        "cards.csv:2",
        (
            "no folder art/",
            "rename it to `art`",
        ),
    ),
    Mistake(
        "a picture as a document",
        renamed("art/fox.svg", "art/fox.pdf"),
        "cards.csv:2",
        (
            "`art/fox.pdf`",
            "save it as one of them",
        ),
    ),
    Mistake(
        "a picture of a phone",
        renamed("art/fox.svg", "art/fox.heic"),
        "cards.csv:2",
        (
            "`art/fox.heic`",
            "save it as one of them",
        ),
    ),
    Mistake(
        "two pictures of one name",
        lambda root: shutil.copy(root / "art/owl.svg", root / "art/fox.png") and None,
        "cards.csv:2",
        (
            "several pictures",
            "write `fox.png` or `fox.svg`",
        ),
    ),
    Mistake(
        "a picture of no bytes",
        picture("fox.png", b""),
        "cards.csv:2",
        (
            "art/fox.png",
            "save it again",
        ),
        "build",
    ),
    Mistake(
        "a drawing of no bytes",
        picture("fox.svg", b""),
        "cards.csv:2",
        (
            "the file is empty",
            "save it again from your editor",
        ),
        "build",
    ),
    Mistake(
        "a web page that is called .svg",
        picture("fox.svg", b"<html></html>"),
        "cards.csv:2",
        (
            "it begins with <html>",
            "save the picture that it shows",
        ),
        "build",
    ),
    Mistake(
        "a drawing that names a picture elsewhere",
        picture(
            "fox.svg",
            b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="http://x/y.png"/></svg>',
        ),
        "cards.csv:2",
        (
            "`http://x/y.png`",
            "embed it in the editor",
        ),
        "build",
    ),
    Mistake(
        "an icon that is no drawing",
        both(
            lambda root: (root / "icons").mkdir(),
            written("icons/sword.png", "x"),
            of_game("icons: {sword: own:sword}"),
        ),
        "game.yaml:5",
        (
            "`own:sword`",
            "`icons/sword.png` is no SVG",
        ),
    ),
    Mistake(
        "an SVG that ends in the middle of a tag",
        picture("fox.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0'),
        "cards.csv:2",
        ("its end is missing", "it is not whole: save or download it again"),
        "build",
    ),
    Mistake(
        "a web page with its first line that is called .svg",
        picture("fox.svg", b"<!DOCTYPE html>\n<html><body>Not found</body></html>"),
        "cards.csv:2",
        (
            "art/fox.svg: line 1: this is no SVG: it begins with <html>",
            "save the picture that it shows",
        ),
        "build",
    ),
)

"""Gives what is drawn in a file resources of its own: faces share theirs, of which each uses some.

A page that shows nothing transparent then leads to nothing that is.
"""

from fustella.core.files.pdf import PlainObject, PlainPdf, dictionary_of, plain_pdf
from fustella.core.files.pdf_values import ObjectReference, value_in, written
from fustella.core.words.patterns import regex
from fustella.write.press.stored import unpacked

_NAME = regex(rb"/[^\s/<>\[\](){}%]+")
_WITH_RESOURCES = regex(rb"/Resources\b")


def with_own_resources(source: PlainPdf) -> PlainPdf:
    """A file of the tool in which pages, forms and patterns have the resources that they name."""
    objects = {number: source.object(number) for number in source.numbers_in_use}
    for number, one in objects.items():
        if not _WITH_RESOURCES.search(one.head):
            continue
        about = value_in(one.head)
        if not isinstance(about, dict) or b"/Resources" not in about:
            continue
        contents = about.get(b"/Contents")
        drawing = source.object(contents.number) if isinstance(contents, ObjectReference) else one
        if drawing.stream is None:
            continue
        names = set(_NAME.findall(unpacked(drawing)))
        shared = dictionary_of(source.object, about[b"/Resources"])
        about[b"/Resources"] = {
            sort: {
                name: each
                for name, each in dictionary_of(source.object, found).items()
                if name in names
            }
            for sort, found in shared.items()
            if sort != b"/ProcSet"
        }
        objects[number] = PlainObject(written(about), one.stream)
    return PlainPdf(plain_pdf(objects, source.root))

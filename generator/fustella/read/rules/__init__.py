"""Reads rule booklets: files in Markdown beside the lists of a game, one a chapter and language.

`files` finds them, `markdown` makes tokens that know their lines, `inlines` and `blocks` make the
values of `core.values.rules` of these, `pictures` and `situations` read what figures show, and
`booklet` joins all of it.
"""

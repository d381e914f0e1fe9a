"""Templates of one's own."""

from tests.beginners.changes import (
    FIELDS,
    GAME,
    Mistake,
    both,
    edit,
    own_template,
    written,
)

MISTAKES = (
    Mistake(
        "a field misspelt in a template",
        own_template("{{ text(titel, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        ("`titel`", "did you mean `face.title`?"),
        "build",
    ),
    Mistake(
        "a tool misspelt in a template",
        own_template("{{ txt(front.title, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        ("`txt`", "did you mean `text`?"),
        "build",
    ),
    Mistake(
        "a brace too few in a template",
        own_template("{{ text(front.title, 5, 5, 53, 10) }"),
        "templates/mine.svg.j2:2",
        ("`}`", "write }} instead of }"),
        "build",
    ),
    Mistake(
        "an if that is not closed",
        own_template("{% if front.cost %}"),
        "templates/mine.svg.j2:",
        ("`{% if %}` is never closed", "{% endif %}"),
        "build",
    ),
    Mistake(
        "a template that is not there",
        edit(GAME, "front: ready/card", "front: mine.svg.j2"),
        "game.yaml:12",
        (
            "`mine.svg.j2`",
            "put the file into templates/",
        ),
    ),
    Mistake(
        "a template beside game.yaml",
        both(
            written("mine.svg.j2", "<svg/>"), edit(GAME, "front: ready/card", "front: mine.svg.j2")
        ),
        "game.yaml:12",
        (
            "`mine.svg.j2`",
            "move mine.svg.j2 into templates/",
        ),
    ),
    Mistake(
        "a template without fields",
        both(
            own_template(""),
            edit(GAME, f"    fields: {{front: {FIELDS}}}\n", ""),
        ),
        "cards.csv:1",
        (
            "`card` has no fields",
            "fields: {front: {cost?: number, type?: text, text?: text}}",
        ),
    ),
    Mistake(
        "a for that is not closed",
        own_template("{% for x in face.title %}a"),
        "templates/mine.svg.j2:2",
        (
            "`{% for %}` is never closed",
            "write {% endfor %}",
        ),
        "build",
    ),
    Mistake(
        "the end of a for in an if",
        own_template("{% if face.cost %}x{% endfor %}"),
        "templates/mine.svg.j2:2",
        (
            "`{% if %}` is not closed",
            "write {% endif %} before it",
        ),
        "build",
    ),
    Mistake(
        "an end without an if",
        own_template("{% endif %}"),
        "templates/mine.svg.j2:2",
        (
            "closes nothing",
            "delete it",
        ),
        "build",
    ),
    Mistake(
        "a field without face",
        own_template("{{ text(title, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        (
            "`title`",
            "did you mean `face.title`?",
        ),
        "build",
    ),
    Mistake(
        "a text without its width",
        own_template("{{ text(face.title, 5, 5) }}"),
        "templates/mine.svg.j2:2",
        (
            "`width` is missing",
            "add it: width=…",
        ),
        "build",
    ),
    Mistake(
        "a comma too few",
        own_template("{{ text(face.title 5, 5, 53, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            "a comma is missing between `face.title` and `5`",
            "write face.title, 5",
        ),
        "build",
    ),
    Mistake(
        "a unit in a template",
        own_template("{{ text(face.title, 5mm, 5, 53, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            "`mm`",
            "write the number alone",
        ),
        "build",
    ),
    Mistake(
        "a number in quotes",
        own_template("{{ text(face.title, 5, 5, '53', 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        (
            'width cannot be "53"',
            "width is a number",
        ),
        "build",
    ),
    Mistake(
        "a word of text() misspelt",
        own_template("{{ text(face.title, 5, 5, 53, 10, sise=12) }}"),
        "templates/mine.svg.j2:2",
        (
            "`sise`",
            "did you mean `size`?",
        ),
        "build",
    ),
    Mistake(
        "an align of Britain",
        own_template("{{ text(face.title, 5, 5, 53, 10, size=12, align='centre') }}"),
        "templates/mine.svg.j2:2",
        (
            '"centre"',
            "did you mean `center`?",
        ),
        "build",
    ),
    Mistake(
        "a font that the game has not",
        own_template("{{ text(face.title, 5, 5, 53, 10, size=12, font='Garamond') }}"),
        "templates/mine.svg.j2:2",
        (
            "`Garamond`",
            "fonts: {Garamond: ",
        ),
        "build",
    ),
    Mistake(
        "a filter misspelt",
        own_template("{{ face.title|uper }}"),
        "templates/mine.svg.j2:2",
        (
            "`uper`",
            "did you mean `upper`?",
        ),
        "build",
    ),
    Mistake(
        "a shape that is not closed",
        own_template("<g>"),
        "templates/mine.svg.j2:2",
        (
            "cannot be read",
            "a shape before it is not closed",
        ),
        "build",
    ),
    Mistake(
        "an ampersand in a drawing",
        own_template("<text>A & B</text>"),
        "templates/mine.svg.j2:2",
        (
            "A & B",
            "write &amp; for &",
        ),
        "build",
    ),
    Mistake(
        "a colour misspelt in a template",
        own_template("{{ text(face.title, 5, 5, 53, 10, size=12, colour='rde') }}"),
        "templates/mine.svg.j2:2",
        (
            "rde",
            "did you mean `red`?",
        ),
        "build",
    ),
    Mistake(
        "a picture misspelt in a template",
        own_template("{{ image('fux', 5, 5, 53, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            '"fux"',
            "did you mean `fox.svg`?",
        ),
        "build",
    ),
    Mistake(
        "an icon misspelt in a template",
        own_template("{{ icon('mdi:swrod', 5, 5, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            "`mdi:swrod`",
            "did you mean `mdi:sword`?",
        ),
        "build",
    ),
    Mistake(
        "braces inside of a tag",
        own_template("{% if {{ face.cost }} %}x{% endif %}"),
        "templates/mine.svg.j2:2",
        (
            "there are braces inside of `{% … %}`",
            "write {% if face.cost %}",
        ),
        "build",
    ),
    Mistake(
        "else if",
        own_template("{% if face.cost %}x{% else if face.type %}y{% endif %}"),
        "templates/mine.svg.j2:2",
        (
            "`if` cannot stand here",
            "write {% elif … %}",
        ),
        "build",
    ),
    Mistake(
        "&& for and",
        own_template("{% if face.cost && face.title %}x{% endif %}"),
        "templates/mine.svg.j2:2",
        (
            "`&`",
            "write and instead of &&",
        ),
        "build",
    ),
    Mistake(
        "= in a question",
        own_template("{% if face.cost = 2 %}x{% endif %}"),
        "templates/mine.svg.j2:2",
        (
            "`=` cannot stand here",
            "write == to compare",
        ),
        "build",
    ),
    Mistake(
        "typographic quotes in a tag",
        own_template("{{ text(“Hi”, 5, 5, 53, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            "`“`",
            "write straight quotes",
        ),
        "build",
    ),
    Mistake(
        "a quote left open in a tag",
        own_template("{{ text('Hi, 5, 5, 53, 10) }}"),
        "templates/mine.svg.j2:2",
        (
            "is not closed",
            "write ' at its end, too",
        ),
        "build",
    ),
    Mistake(
        "a bracket left open in a tag",
        own_template("{{ text(face.title, 5, 5, 53, 10, size=12 }}"),
        "templates/mine.svg.j2:2",
        (
            "`)` is missing",
            "close each bracket",
        ),
        "build",
    ),
    Mistake(
        "a remark left open",
        own_template("{# to do"),
        "templates/mine.svg.j2:2",
        (
            "`{#` is not closed",
            "write #}",
        ),
        "build",
    ),
    Mistake(
        "a font of the computer",
        own_template('<text x="5" y="5" style="font-family: Comic Sans">Hi</text>'),
        "templates/mine.svg.j2:2",
        (
            "Comic Sans",
            "write in game.yaml: fonts: ",
        ),
        "build",
    ),
    Mistake(
        "a box of web pages",
        own_template("<div>Hi</div>"),
        "templates/mine.svg.j2:2",
        (
            "`<div>`",
            "draw it with shapes",
        ),
        "build",
    ),
    Mistake(
        "a template inside of it that is not there",
        own_template("{% include 'frame.svg.j2' %}"),
        "templates/mine.svg.j2:2",
        (
            "`frame.svg.j2`",
            "put the file into templates/",
        ),
        "build",
    ),
    Mistake(
        "a part of nothing",
        own_template("{{ 3 / 0 }}"),
        "templates/mine.svg.j2:2",
        (
            "divides by 0",
            "write another number",
        ),
        "build",
    ),
    Mistake(
        "a field misspelt behind face",
        own_template("{{ text(face.titel, 5, 5, 53, 10, size=12) }}"),
        "templates/mine.svg.j2:2",
        ("there is no `titel` here", "did you mean `title`?"),
        "build",
    ),
    Mistake(
        "a shape as a tool",
        own_template("{{ rect(5, 5, 53) }}"),
        "templates/mine.svg.j2:2",
        ("no name `rect`", "write it as a shape of SVG: <rect …/>"),
        "build",
    ),
    Mistake(
        "the length of a text",
        own_template("{{ face.title.length }}"),
        "templates/mine.svg.j2:2",
        ("a text has no `length`", "write |length instead of .length"),
        "build",
    ),
    Mistake(
        "while",
        own_template("{% while face.cost %}a{% endwhile %}"),
        "templates/mine.svg.j2:2",
        ("`{% while %}`", "write {% for n in range(3) %} before what is drawn 3 times"),
        "build",
    ),
    Mistake(
        "switch",
        own_template("{% switch face.cost %}"),
        "templates/mine.svg.j2:2",
        ("`{% switch %}`", 'write {% if face.cost == "Animal" %} … {% elif '),
        "build",
    ),
    Mistake(
        "a name that is given a value",
        own_template("{% x = 3 %}"),
        "templates/mine.svg.j2:2",
        ("`{% x %}`", "write {% set x = 3 %}"),
        "build",
    ),
    Mistake(
        "for of another language",
        own_template("{% for x of face.title %}a{% endfor %}"),
        "templates/mine.svg.j2:2",
        ("`in` is missing before `of`", "write {% for … in … %}"),
        "build",
    ),
    Mistake(
        "a word of an option misspelt",
        own_template("{{ text(face.title, 5, 5, 53, 10, size=12, valign='botom') }}"),
        "templates/mine.svg.j2:2",
        ('valign cannot be "botom"', "did you mean `bottom`?"),
        "build",
    ),
    Mistake(
        "a percent sign too few in a tag",
        own_template("{% if face.cost }a{% endif %}"),
        "templates/mine.svg.j2:2",
        ("a single `}` ends no tag", "write %} instead of }"),
        "build",
    ),
    Mistake(
        "a blank between the braces",
        own_template("{{ face.title } }"),
        "templates/mine.svg.j2:2",
        ("`} }` ends no tag", "write }} without a blank between"),
        "build",
    ),
    Mistake(
        "a size in quotes",
        own_template("{{ text(face.title, 5, 5, 53, 10, size='12') }}"),
        "templates/mine.svg.j2:2",
        ('size cannot be "12"', "write it without quotes"),
        "build",
    ),
    Mistake(
        "an end of another language",
        own_template("{% if face.cost %}a{% end %}"),
        "templates/mine.svg.j2:2",
        ("`{% end %}`", "did you mean `endif`?"),
        "build",
    ),
    Mistake(
        "a field that no kind has",
        own_template("{{ face.attack }}"),
        "templates/mine.svg.j2:2",
        (
            "there is no `attack` here",
            "known: title, cost, type, art, text; for a new one write `attack: text` under",
        ),
        "build",
    ),
    Mistake(
        "a field that is called like a filter",
        own_template("{{ face.length }}"),
        "templates/mine.svg.j2:2",
        ("there is no `length` here", "or write |length behind a field: face.title|length"),
        "build",
    ),
    Mistake(
        "the text in capitals as a part of it",
        own_template("{{ face.title.capitals }}"),
        "templates/mine.svg.j2:2",
        ("a text has no `capitals`", "write |upper instead of .capitals"),
        "build",
    ),
)

"""CSV files as programs, people and other systems write them: read right, or told."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.read.spreadsheets.cells import UnreadableSheet
from fustella.read.spreadsheets.delimited import delimiter_of, records, sheet_of
from fustella.read.spreadsheets.encodings import decoded
from tests.read.spreadsheets.making import fronts, pieces_of, told

TWO = [{"title": "Goblin", "value": 3}, {"title": "Ogre", "value": 5}]


@pytest.mark.parametrize(
    "text",
    [
        "title,value\nGoblin,3\nOgre,5\n",
        "title,value\nGoblin,3\nOgre,5",
        "title,value\r\nGoblin,3\r\nOgre,5\r\n",
        "title,value\rGoblin,3\rOgre,5\r",
        "title;value\nGoblin;3\nOgre;5\n",
        "title\tvalue\nGoblin\t3\nOgre\t5\n",
        "title|value\nGoblin|3\nOgre|5\n",
        "sep=;\ntitle;value\nGoblin;3\nOgre;5\n",
        "SEP=,\r\ntitle,value\r\nGoblin,3\r\nOgre,5\r\n",
        '"title","value"\n"Goblin","3"\n"Ogre","5"\n',
        "title , value\n Goblin , 3\nOgre ,5 \n",
        "title,value,\nGoblin,3,\nOgre,5,\n",
        "title,value,,,\nGoblin,3,,,\nOgre,5,,,\n",
        "\n\ntitle,value\nGoblin,3\n\n,\nOgre,5\n\n",
        "title,value\nGoblin,3\n , \nOgre,5\n",
        "TITLE,Value\nGoblin,3\nOgre,5\n",
        "Front.Title,front.value\nGoblin,3\nOgre,5\n",
        "title,value\nGoblin,3.0\nOgre,5.0\n",
        "title,value\nGoblin,3",
    ],
    ids=range(19),
)
def test_csv_in_any_form_is_read(text, tmp_path):
    expected = TWO if "Ogre" in text else TWO[:1]
    assert fronts(pieces_of(tmp_path, text)) == expected


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("cp1252", b""),
        ("latin-1", b""),
        ("mac_roman", b""),
    ],
)
def test_csv_in_an_encoding_of_the_west_is_read(encoding, mark, tmp_path):
    text = "title,value\nPerché così è già più città,3\nDéjà – vu’s naïve œuvre,5\n"
    if encoding == "latin-1":
        text = text.replace("–", "-").replace("’", "'").replace("œ", "oe")
    found = fronts(pieces_of(tmp_path, mark + text.encode(encoding)))
    assert [front["title"] for front in found] == [
        line.rpartition(",")[0] for line in text.splitlines()[1:]
    ]


@pytest.mark.parametrize(
    ("language", "encoding", "word"),
    [
        ("de", "cp1252", "„Größe“ – Fuß, Äpfel über Öl"),
        ("de", "mac_roman", "„Größe“ – Fuß, Äpfel über Öl"),
        ("fr", "cp1252", "« Çà et là » : l’œuf, à naître… où ?"),
        ("fr", "mac_roman", "« Çà et là » : l’œuf, à naître… où ?"),
        ("cs", "cp1250", "Žluťoučký kůň čáp"),
        ("pl", "cp1250", "Zażółć gęślą jaźń"),
        ("ru", "cp1251", "Рыжий кот"),
        ("el", "cp1253", "Μικρή γάτα"),
        ("tr", "cp1254", "Işık ğüzel"),
        ("ja", "cp932", "灯台の表"),
        ("zh", "gbk", "灯塔"),
        ("ko", "cp949", "등대"),
        ("lt", "cp1257", "Ąžuolas"),
    ],
)
def test_csv_in_code_page_of_language_is_read(language, encoding, word, tmp_path):
    data = f"title;value\n{word};3\n".encode(encoding)
    (front,) = fronts(pieces_of(tmp_path, data, languages=f"[{language}]"))
    assert front["title"] == word


@pytest.mark.parametrize(
    "data",
    [
        b"title,value\nGoblin,3\nOgr\x81\x8d\x8f,5\n",
        b"title,value\n\xc3\x28\xa7\xb6x\xa8,5\n",
        codecs.BOM_UTF8 + b"title,value\nOgr\xe9,5\n",
        codecs.BOM_UTF16_LE + b"t\0i\0t\0l\0e\0\xd8",
    ],
)
def test_csv_whose_letters_would_be_guessed_is_told(data, tmp_path):
    (problem,) = told(tmp_path, data)
    assert problem.startswith("cards.csv")
    assert problem.endswith("E102")


@pytest.mark.parametrize(
    ("languages", "encoding", "title"),
    [
        ("[en]", "cp1251", "Дракон"),
        ("[en]", "cp1251", "Храбрый рыцарь, café"),
        ("[en]", "koi8-r", "Дракон"),
        ("[en]", "mac_cyrillic", "Дракон"),
        ("[en]", "cp866", "Дракон и рыцарь"),
        ("[en]", "cp1253", "Δράκος"),
        ("[en]", "cp1255", "דרקון"),
        ("[en]", "cp1256", "تنين"),
        ("[en]", "cp874", "มังกร"),
        ("[en]", "gbk", "火龙骑士"),
        ("[en]", "cp949", "용기사단"),
        ("[en]", "cp1250", "Miłosz"),
        ("[en]", "cp1250", "Książę"),
        ("[de]", "cp1251", "Дракон"),
        ("[fr, en]", "cp1251", "Дракон"),
        ("[pl]", "cp1251", "Дракон"),
        ("[tr]", "cp1253", "Δράκος"),
        ("[ru]", "cp1252", "café"),
        ("[en, ru]", "cp1252", "Señor Peña"),
        ("[en, el]", "cp1252", "smörgåsbord"),
        ("[en, ja]", "cp1252", "Pokémon"),
        ("[en, zh]", "cp1252", "Rénard"),
    ],
)
def test_csv_in_the_code_page_of_another_alphabet_is_told(languages, encoding, title, tmp_path):
    data = f'title,value\n"{title}",3\n'.encode(encoding, "replace")
    problems = told(tmp_path, data, languages=languages)
    assert problems == ["cards.csv:2: E102"]


@pytest.mark.parametrize(
    ("languages", "encoding", "titles"),
    [
        (
            "[en]",
            "cp1252",
            ["café", "naïveté", "Ångström", "Þórr", "ÄÖ", "Çatalhöyük", "3½ miles²"],
        ),
        ("[en]", "mac_roman", ["café", "naïveté", "Ängste"]),
        ("[fr]", "cp1252", ["À créée", "où", "L’Œuvre", "N° 1ª, nº 2"]),
        ("[pl]", "cp1250", ["żółć", "Książę", "Miłość", "są"]),
        ("[tr]", "cp1254", ["Çığ", "üç ışık", "Öğüt"]),
        ("[vi]", "cp1258", ["đô la", "êm"]),
        ("[en, ru]", "cp1251", ["Дракон", "HP-карта", "3D модель"]),
        ("[el]", "cp1253", ["Δράκος", "ΑΒΓ"]),
        ("[en, ja]", "cp932", ["ドラゴン", "HPを回復", "騎士x2"]),
        ("[zh]", "gbk", ["火龙", "攻击ATK加1"]),
    ],
)
def test_csv_in_the_code_page_of_its_game_is_read(languages, encoding, titles, tmp_path):
    rows = "".join(f'"{title}",3\n' for title in titles)
    data = f"title,value\n{rows}".encode(encoding)
    found = fronts(pieces_of(tmp_path, data, languages=languages))
    assert [front["title"] for front in found] == titles


def test_csv_of_a_game_in_languages_of_two_code_pages_is_told(tmp_path):
    data = "title,value\nžába,3\n".encode("cp1250")
    problems = told(tmp_path, data, languages="[cs, ru]")
    assert problems == ["cards.csv:2: E102"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ('title,value\n"Goblin, the ""big"" one",3\n', 'Goblin, the "big" one'),
        ('title,value\n"two\nlines",3\n', "two\nlines"),
        ('title,value\r\n"two\r\nlines",3\r\n', "two\nlines"),
        ('title,value\n5" nails,3\n', '5" nails'),
        ('title,value\n the "best",3\n', 'the "best"'),
        ('title;value\n"a;b";3\n', "a;b"),
        ("title;value\nyes, no, perhaps;3\n", "yes, no, perhaps"),
        ("title,value\n'quoted',3\n", "'quoted'"),
        ("title,value\n007,3\n", "007"),
        ("title,value\n= 1+1,3\n", "= 1+1"),
        ("title,value\n3.50,3\n", "3.50"),
        ("title,value\n\u00a0Goblin\u00a0,3\n", "Goblin"),
    ],
)
def test_cell_of_a_csv_is_the_text_that_the_program_shows(text, title, tmp_path):
    (front,) = fronts(pieces_of(tmp_path, text))
    assert front["title"] == title


@pytest.mark.parametrize("typed", ["=1+1", "=B2", "=SUM(A1:A9)", '"=IF(A1>1, 2, 3)"', "=type"])
def test_formula_of_a_csv_is_told_for_nothing_computes_it(typed, tmp_path):
    assert told(tmp_path, f"title,value\n{typed},3\n") == ["cards.csv:2: title: E136"]


def test_row_after_two_line_cell_keeps_shown_number(tmp_path):
    text = 'title,value\n"two\nlines",3\nOgre,six\n'
    assert told(tmp_path, text) == ["cards.csv:3: value: E104"]


def test_row_behind_a_line_with_the_separator_is_numbered_without_it(tmp_path):
    assert told(tmp_path, "sep=;\ntitle;value\nOgre;six\n") == ["cards.csv:2: value: E104"]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ('title,value\n"Goblin,3\nOgre,5\n', 2),
        ('title,value\nGoblin,3\n"Ogre,5\n"Elf",7\n', 3),
        ('title,value\nGoblin,3\n"Ogre" big,5\n', 3),
        ('title,value\nGoblin,"3\n', 2),
    ],
)
def test_quote_that_is_not_closed_is_told_where_it_opens(text, row, tmp_path):
    assert told(tmp_path, text) == [f"cards.csv:{row}: E152"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "cards.csv: E108"),
        (b"\n\n,,\n", "cards.csv: E108"),
        (b"title,value\n", "cards.csv:1: E108"),
        (codecs.BOM_UTF8, "cards.csv: E108"),
        (b"PK\x03\x04rest", "cards.csv: E151"),
        (b"\xd0\xcf\x11\xe0rest", "cards.csv: E151"),
        (b"title,value\nGob\0lin,3\n", "cards.csv: E151"),
        (b"title\n" + b"x\n" * 100_001, "cards.csv: E151"),
    ],
)
def test_file_that_is_no_csv_is_told(data, problem, tmp_path):
    assert told(tmp_path, data) == [problem]


@pytest.mark.parametrize(
    ("typed", "weight"),
    [("2.5", 2.5), ("2", 2), ("-0.25", -0.25), ("50%", 0.5), ("12.5 %", 0.125), ("−3", -3)],
)
def test_decimal_of_a_csv_is_read(typed, weight, tmp_path):
    (front,) = fronts(pieces_of(tmp_path, f'title,weight\nGoblin,"{typed}"\n'))
    assert front["weight"] == weight


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_decimal_comma_is_read_where_no_comma_separates_cells(delimiter, tmp_path):
    text = f"title{delimiter}weight\nGoblin{delimiter}2,5\n"
    assert fronts(pieces_of(tmp_path, text)) == [{"title": "Goblin", "weight": 2.5}]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('title,weight\nGoblin,"2,5"\n', "weight: E153"),
        ('title,value\nGoblin,"1,000"\n', "value: E153"),
        ("title;value\nGoblin;1.000\n", "value: E153"),
        ("title;weight\nGoblin;1,500\n", "weight: E153"),
        ("title;value\nGoblin;1'000\n", "value: E153"),
        ("title,value\nGoblin,1 000\n", "value: E153"),
        ("title,value\nGoblin,2.5\n", "value: E104"),
        ("title,value\nGoblin,007\n", "value: E104"),
        ("title,value\nGoblin,3 x\n", "value: E104"),
        ("title,value\nGoblin,#REF!\n", "value: E153"),
        ("title,value\n#NAME?,3\n", "title: E153"),
        ("title,rare\nGoblin,perhaps\n", "rare: E104"),
        ("title,size\nGoblin,60\n", "size: E109"),
        ("title,side\nGoblin,lefft\n", "side: E104"),
        ("title,copies\nGoblin,-2\n", "copies: E119"),
        ("title,copies\nGoblin,1.5\n", "copies: E104"),
        ("title,copies\nGoblin,999999\n", "copies: E119"),
    ],
)
def test_cell_that_is_not_what_its_field_expects_is_told(text, code, tmp_path):
    assert told(tmp_path, text) == [f"cards.csv:2: {code}"]


@pytest.mark.parametrize("column", ["title.it", "name.it", "struck_out"])
def test_error_of_a_formula_in_any_text_of_a_csv_is_told(column, tmp_path):
    text = f"title,{column}\nGoblin,#REF!\n"
    problems = told(tmp_path, text, languages="[en, it]")
    assert problems == [f"cards.csv:2: {column}: E153"]


_TEXTS = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters='"'), max_size=8
)


@given(
    st.lists(st.lists(_TEXTS, min_size=3, max_size=3), min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_records_of_quoted_cells_are_their_values(rows, delimiter, end):
    quoted = [[cell.replace("e", '"') for cell in row] for row in rows]
    text = "".join(
        delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) + end for row in quoted
    )
    found = [[span.value for span in row] for row in records(text, delimiter)]
    assert found == quoted


@given(st.text(max_size=80), st.sampled_from(",;\t|"))
def test_records_of_any_text_are_its_spans_or_a_problem(text, delimiter):
    try:
        spans = [span for row in records(text, delimiter) for span in row]
    except UnreadableSheet as fault:
        assert fault.code == "E152"
        return
    assert all(0 <= span.start <= span.end <= len(text) for span in spans)
    assert [span.start for span in spans] == sorted(span.start for span in spans)


@given(st.binary(max_size=60), st.sampled_from([(), ("en",), ("cs",), ("ja",), ("cs", "ru")]))
def test_decoded_of_any_bytes_gives_back_these_bytes_or_a_problem(data, languages):
    try:
        found = decoded(data, languages)
    except UnreadableSheet as fault:
        assert fault.code in ("E102", "E151")
        return
    if found.encoding not in ("cp932", "gbk"):  # some letters have two codes there
        assert found.encoded(found.text) == data


@given(st.sampled_from(",;\t|"), st.integers(2, 5), st.integers(1, 5))
def test_delimiter_is_found_by_the_header(delimiter, columns, rows):
    header = delimiter.join(f"c{n}" for n in range(columns))
    other = next(sign for sign in ",;" if sign != delimiter)
    text = f"{header}\n" + f"{delimiter.join(['a' + other + ' b'] * columns)}\n" * rows
    assert delimiter_of(text, "cards.csv") == delimiter


def test_file_called_tsv_is_separated_by_tabs():
    sheet = sheet_of("title, value\tx\nGoblin, 3\ty\n", "cards.tsv")
    assert list(sheet.rows[0].cells) == ["title, value", "x"]

"""Printed puzzles: the content of the HTML page and of the SVG files, and how a browser prints them."""

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from dtcli.formats.card_sets import bundled_cards
from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle, read_id
from dtcli.formats.puzzle.packs import packs
from dtcli.render.pictures.printed_items import pictogram_of
from dtcli.render.puzzle.html_sheet import LONGEST_ID, sheet_html, sheet_puzzle
from dtcli.render.puzzle.paper import OWNERS, Paper
from dtcli.render.puzzle.svg_sheet import puzzle_svg, solution_svg
from tests.render.sheets import CELLAR, checked, printed, printing, puzzle, trials, unsolved

HOSTILE = [
    "</style><script>alert(1)</script>",
    "\"' onload='alert(1)' x=\"",
    "{{ 7 * 7 }}{% raw %}",
    "bell \x07 escape \x1b[31m zero \x00 line\u2028end \ud800",
    "אבג \u202etxet desrever\u202c دهليز",
    "🗝️🕯️ 鍵と松明",
    "W" * 200,
    "]]><!--",
]
TORN = "ABCDEFG"


class SheetReader(HTMLParser):
    """Reads a page: its tags in order, their attributes, its text."""

    void = ("meta", "br")

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes, self.words, self.open = [], [], [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).split())


def read(page):
    reader = SheetReader(page)
    assert reader.open == []
    return reader


def svg_text(picture):
    return " ".join("".join(ET.fromstring(picture).itertext()).split())


def test_a_page_has_everything_that_is_needed_at_the_table():
    text = read(sheet_html([puzzle()])).text
    for words in (
        "Torch or Cup", "grade 3 · grade3#cellar", "One of the two will be missed.",
        "Complete 1 mission, and keep the backpack whole.", "8 slots, up to 3 of one kind in each",
        "sword 1 of 2", "Tragurk – already used",
        "the backpack has one slot more until a mission is completed", "2 × torch",
        "! must take shield", "? may take bow", "or must take one of map or book", "any must take any one token",
        "– no reward", OWNERS,
    ):  # fmt: skip
        assert words in text, words


def test_a_backpack_distinguishes_cards_and_tokens():
    page = sheet_html([puzzle()])
    pack = page[page.index('<div class="row pack">') : page.index('<div class="row heroes"')]
    assert (pack.count("#pip-card"), pack.count("#pip-token"), pack.count("slot empty")) == (2, 1, 6)


@pytest.mark.parametrize("grade", [1, 5])
def test_a_grade_is_shown_by_lanterns(grade):
    page = sheet_html([puzzle(difficulty={"grade": grade})])
    assert (page.count('"#lit"'), page.count('"#lantern"')) == (grade, 5 - grade)


def test_solutions_come_last_and_can_be_left_out():
    page = sheet_html([puzzle(), unsolved(title="Second")])
    before, after = page.split('<section class="solutions">')
    assert "take map" in read(page).text
    assert "take map" not in before
    assert "refuse the bait" not in before  # a theme gives a part of it away
    assert "refuse the bait" in after
    assert "No solution is recorded." in after
    silent = sheet_html([puzzle()], solutions=False)
    for secret in ("take map", "Solutions", "refuse the bait", puzzle().full_id):
        assert secret not in silent


def test_the_id_on_paper_is_the_puzzle():
    found = re.search(r'<p class="id">(.*)</p>', sheet_html([puzzle()]))
    again = check_puzzle(read_id(found[1]))
    assert again.is_valid
    assert again.game.story == checked().game.story


def test_an_id_too_long_to_type_is_left_out():
    long = puzzle()._replace(full_id="x" * (LONGEST_ID + 1))
    assert "xxxx" not in sheet_html([long]) + solution_svg(long)


def test_a_number_that_the_file_does_not_claim_is_not_called_the_best():
    assert puzzle(goal={"kind": "most"}).result == "missions completed: 1"
    assert puzzle(goal={"kind": "most", "missions": 1}).result == "1 mission can be completed, and no more"
    assert unsolved(goal={"kind": "most"}).result == ""


@pytest.mark.parametrize(
    "text", HOSTILE, ids=["tags", "quotes", "template", "control", "bidi", "emoji", "long", "cdata"]
)
def test_text_from_files_stays_text(text):
    plain = puzzle()._replace(solution=(("card 1", "take map"),))
    hostile = plain._replace(title=text, notes=text, short_id=text, themes=(text,), solution=(("card 1", text),),
                             result=text)  # fmt: skip
    usual, strange = read(sheet_html([plain], title="x")), read(sheet_html([hostile], title=text))
    assert strange.tags == usual.tags
    assert {name for name, _ in strange.attributes} == {name for name, _ in usual.attributes}
    shown = "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))
    assert strange.text.count(shown) >= 6
    for picture in (puzzle_svg(hostile), solution_svg(hostile)):
        picture.encode()
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(picture).iter()}
        assert tags <= {"svg", "title", "desc", "rect", "text", "g", "path", "circle", "polyline"}


def test_titles_of_cards_are_text_too():
    story = [{"mission": "<blink>&\"'", "needs": ["torch"]}]
    one = unsolved(story=story, goal={"kind": "mission", "mission": "<blink>&\"'"})
    reader = read(sheet_html([one]))
    assert "blink" not in reader.tags
    assert "<blink>&\"'" in reader.text
    assert "<blink>&\"'" in svg_text(puzzle_svg(one))


def test_a_page_is_self_contained():
    for made in (sheet_html([puzzle()]), puzzle_svg(puzzle()), solution_svg(puzzle())):
        outside = re.sub(r'xmlns="[^"]*"', "", made)
        assert not re.search(r"https?:|url\(|@import|<script|<link|<img", outside)
        assert set(re.findall(r'(?:href|src)="(.)', outside)) <= {"#"}


def test_every_drawing_that_is_used_is_there():
    page = sheet_html([puzzle()])
    used, defined = set(re.findall(r'<use href="#([^"]+)"', page)), set(re.findall(r'<symbol id="([^"]+)"', page))
    assert "kind-torch" in used
    assert used <= defined


def test_all_kinds_of_the_house_are_drawn_and_others_get_a_letter():
    kinds = bundled_cards("house").cards.kinds
    assert len({pictogram_of(kind) for kind in kinds}) == len(kinds) == 12
    assert not any(pictogram_of(kind).letter for kind in kinds)
    assert pictogram_of("lute").letter == "L"


def test_a_picture_says_the_same_as_the_page():
    text = svg_text(puzzle_svg(puzzle()))
    for words in ("Torch or Cup", "grade 3", "Complete 1 mission", "[!] must take shield", "[?] may take bow", "2×",
                  "[–] no reward", "already used", "8 slots, up to 3 of one kind in each",
                  "sword 1 of 2", OWNERS):  # fmt: skip
        assert words in text, words
    assert "take map" not in text
    assert "take map" in svg_text(solution_svg(puzzle()))


def test_cards_of_a_picture_stay_inside():
    root = ET.fromstring(puzzle_svg(trials("Long", 60)))
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = [element for element in root.iter() if element.tag.endswith("rect")]
    assert len(boxes) > 120
    for one in boxes:
        assert float(one.get("x")) + float(one.get("width")) <= width
        assert float(one.get("y")) + float(one.get("height")) <= height


@pytest.mark.parametrize("letter", ["W", "Ü", "x", "鍵"])
def test_words_of_a_picture_stay_inside(letter):
    wide = puzzle()._replace(title=letter * 200, notes=letter * 300, solution=(("card 1", letter * 300),))
    for picture in (puzzle_svg(wide), solution_svg(wide)):
        texts = [element for element in ET.fromstring(picture).iter() if element.tag.endswith("}text")]
        counts = [(one.text.count(letter), float(one.get("font-size", 13))) for one in texts if one.text]
        assert max(n for n, _ in counts) > 10
        least = {"W": 0.98, "鍵": 1.0, "Ü": 0.73, "x": 0.52}[
            letter
        ]  # how wide it is in Arial and DejaVu Sans, at least
        assert all(n * size * least <= 960 - 2 * 32 for n, size in counts)


def test_the_same_puzzle_gives_the_same_bytes():
    assert sheet_html([puzzle()]) == sheet_html([puzzle()])
    assert puzzle_svg(puzzle()) == puzzle_svg(puzzle())


def test_a_puzzle_without_title_and_grade_has_a_sheet():
    bare = {"format": CELLAR["format"], "story": ["torch"], "goal": {"kind": "whole"}, "solution": []}
    one = sheet_puzzle(check_puzzle(parse_puzzle(json.dumps(bare))))
    assert "There is nothing to decide." in read(sheet_html([one])).text
    assert "Untitled" in svg_text(puzzle_svg(one))


# in a real browser


@printing
@pytest.mark.parametrize("paper", Paper)
def test_short_puzzles_share_pages_and_solutions_have_their_own(paper, tmp_path):
    names = [f"Cellar {letter}" for letter in TORN]
    pages = printed(sheet_html([trials(name, 6) for name in names], paper=paper), tmp_path)
    first = next(n for n, page in enumerate(pages) if page.lstrip().startswith("Solutions"))
    assert 3 <= first < len(names)  # several to a page, not all on one
    assert not any("Trial" in page for page in pages[first:])
    assert not any("Result" in page for page in pages[:first])
    for page in pages[:first]:  # a puzzle that has its title on a page also has all its cards and lines there
        assert page.count("mortar") == page.count("may take") == 3 * len(re.findall("Cellar [A-Z]", page)) > 0
    assert f"page 1 of {len(pages)}" in pages[0]
    assert all(OWNERS in page for page in pages)


@printing
def test_a_puzzle_larger_than_a_page_is_broken_between_cards(tmp_path):
    pages = printed(sheet_html([trials("Endless", 240)], solutions=False, paper=Paper.A4), tmp_path)
    assert len(pages) > 2
    cards = [(page.count("mortar"), page.count("may take")) for page in pages]
    assert sum(needs for needs, _ in cards) == 120
    assert all(needs == gifts for needs, gifts in cards)


@printing
@pytest.mark.parametrize("paper", Paper)
def test_a_pack_fills_its_pages(paper, tmp_path):
    """Three puzzles to a page: the backpack lies beside the story."""
    puzzles = [sheet_puzzle(check_puzzle(document)) for document in packs()[0].puzzles()]
    pages = printed(sheet_html(puzzles, solutions=False, paper=paper), tmp_path)
    assert len(puzzles) == 12
    assert len(pages) <= (4 if paper is Paper.A4 else 5)

"""Edits a text in story notation in place: only lines whose meaning changes are touched.

Cards are matched by what they are, not by number: a decision stays beside its card, whenever that is revealed. The
caller checks that the new text says what it should.
"""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from dtcli.formats.dt import line_grammar
from dtcli.formats.dt.bare_line import separate_cards
from dtcli.formats.dt.choice_placement import Placement, place_choices
from dtcli.formats.dt.claimed_result import result_text
from dtcli.formats.dt.entry_text import card_text, decision_text, hero_line, known, numbered_line
from dtcli.formats.dt.grammar import COUNTED, Piece, split_comment
from dtcli.formats.dt.numbering import sort_key
from dtcli.formats.dt.parser import loads
from dtcli.formats.json.positions import LINE_END
from dtcli.formats.json.text import compact
from dtcli.formats.names import Names
from dtcli.formats.replay.alignment import aligned
from dtcli.formats.replay.canonical import canonical_card, canonical_choice
from dtcli.formats.schema import ReplayFile

_CARD = 10_000
"""The weight of a card that stays: more than all hero lines together."""
_SKILL, _HERO = 3, 1


class _Token(NamedTuple):
    """A card of the story, or a skill where ``hero`` is not empty; ``entry`` is the index of the card or the choice."""

    hero: str
    meaning: str
    entry: int


def edited_in_place(text: str, new: ReplayFile, names: Names) -> str | None:
    """Return the text with the story, the choices and the result of ``new``; None if it cannot be edited in place."""
    before, after = _Before(text, names), _After(new, names)
    rows = _Rows(before)
    if (before.story, before.moves) != (after.story, after.moves):
        after.place(before)
        if not before.tokens and (after.tokens or after.placed.below):
            return None
        _Story(before, after, rows).edit()
        _edit_numbered(before, after, rows)
    _edit_result(before, new, rows)
    return rows.text()


class _Line:
    """The parts of a line: indent, card, decisions after the bar, and the column of its comment."""

    def __init__(self, raw: str) -> None:
        line = Piece(raw).trimmed()
        body, comment = split_comment(line)
        card, after_bar = body.halves("|")
        self.raw = raw
        self.indent = raw[: line.column]
        self.card = card.trimmed()
        self.after_bar = None if after_bar is None else after_bar.trimmed()
        self.bar = None if after_bar is None else after_bar.column - 1
        self.comment = None if comment is None else raw.index("#", body.end)

    def with_body(self, body: str) -> str:
        """Return the line with another body; its comment stays in its column if there is room."""
        text = self.indent + body
        if self.comment is None:
            return text
        if body:
            text = text.ljust(self.comment) if len(text) < self.comment else f"{text}  "
        return text + self.raw[self.comment :]

    def some(self, places: list[int], names: Names) -> str:
        """Return some of the cards of the line, by their places, in their spelling: ``2x sword`` for ``3x sword``."""
        first, parts = 0, []
        for text, count in separate_cards(self.card, names):
            staying = sum(first <= place < first + count for place in places)
            if staying:
                parts.append(text if staying == count else _with_count(text, staying))
            first += count
        return ", ".join(parts)

    def decided(self, card: str, after_bar: str | None, column: int | None) -> str:
        """Return the body of the line with another decision; its bar stays where it is, or moves to this column."""
        if after_bar is None:
            return card
        if self.after_bar is not None and card == self.card:
            return self.raw[len(self.indent) : self.after_bar.column] + after_bar
        column = (self.bar if self.bar is not None else column or 0) - len(self.indent)
        return (card.ljust(column) if len(card) < column else f"{card}  ") + f"| {after_bar}"


def _with_count(card: str, cards: int) -> str:
    """Return a counted card with another count."""
    found = COUNTED.fullmatch(card)
    if not found:
        return card
    between = card[found.end(1) : found.start(2)]
    return found[2] if cards == 1 else f"{cards}{between}{found[2]}"


class _Before:
    """The old text: its lines, and which cards and choices each line has."""

    def __init__(self, text: str, names: Names) -> None:
        ends = [found.span() for found in LINE_END.finditer(text)]
        starts = [0, *(end for _, end in ends)]
        self.rows = [text[start:end] for start, (end, _) in zip(starts, ends, strict=False)]
        self.ends = [text[start:end] for start, end in ends]
        if starts[-1] < len(text):
            self.rows.append(text[starts[-1] :])
            self.ends.append("")
        self.names = names
        notation = loads(text, lambda _: names)
        self.data, self.places = notation.data, notation.places
        self.story = [compact(canonical_card(card, names)) for card in self.data["story"]]
        self.choices = [known(canonical_choice(choice, names)) for choice in self.data.get("choices", ())]
        self.moves = [compact(choice) for choice in self.choices]
        self.cards_on: dict[int, list[int]] = {}
        for card in range(len(self.story)):
            self.cards_on.setdefault(self.line_of(f"/story/{card}"), []).append(card)
        self.beside: dict[int, int] = {}
        self.numbered: list[tuple[int, int]] = []
        found: list[tuple[int, _Token]] = []
        for index, choice in enumerate(self.choices):
            line = self.line_of(f"/choices/{index}")
            if line in self.cards_on:
                self.beside[self.cards_on[line][-1]] = index
            elif _first_word(self.rows[line]) not in ("at", "before", "choice"):
                found.append((line, _Token(choice["hero"], _meaning(choice), index)))
            else:
                self.numbered.append((line, index))
        for line, cards in self.cards_on.items():
            found += [(line, _Token("", self.story[card], card)) for card in cards]
        found.sort(key=lambda one: (one[0], one[1].entry))
        self.tokens = [token for _, token in found]
        self.lines = [line for line, _ in found]

    def line_of(self, place: str) -> int:
        """Return the index of the line of a pointer."""
        return self.places[place][0] - 1


def _first_word(row: str) -> str:
    return "".join(row.split(None, 1)[:1]).casefold()


def _meaning(choice: dict[str, Any]) -> str:
    """Return a choice as text, without the number of its reveal."""
    return compact({key: value for key, value in choice.items() if key not in ("at", "before")})


def _in_own_spelling(choice: Any, usual: dict[str, Any]) -> dict[str, Any]:
    """Return a choice in its own spelling, except heroes, which are always written by name."""
    return {key: usual[key] if key in ("hero", "as") else value for key, value in known(choice).items()}


class _After:
    """The new document, in the order in which the text lists it."""

    def __init__(self, new: ReplayFile, names: Names) -> None:
        choices = sorted(new.get("choices", ()), key=sort_key)
        self.cards = new["story"]
        self.story = [compact(canonical_card(card, names)) for card in new["story"]]
        self.choices = [known(canonical_choice(choice, names)) for choice in choices]
        self.words = [_in_own_spelling(choice, usual) for choice, usual in zip(choices, self.choices, strict=True)]
        self.moves = [compact(choice) for choice in self.choices]
        self.placed = Placement({}, {}, [])
        self.tokens: list[_Token] = []
        self.staying: list[tuple[int, int]] = []

    def place(self, before: _Before) -> None:
        """Place every choice, if possible where it was before."""
        self.staying = aligned(before.story, self.story)
        self.placed = place_choices(self.words, len(self.story), self._standing(before))
        for listed in range(len(self.story) + 1):
            self.tokens += [self._skill(index) for index in self.placed.above.get(listed, ())]
            if listed < len(self.story):
                self.tokens.append(_Token("", self.story[listed], listed))

    def _standing(self, before: _Before) -> dict[int, int | None]:
        """Return the old places of choices: for skills the card below, None for numbered lines."""
        numbered = Counter(before.moves[index] for _, index in before.numbered)
        standing: dict[int, int | None] = {}
        for index, move in enumerate(self.moves):
            if numbered[move]:
                numbered[move] -= 1
                standing[index] = None
        skills = [self._skill(at) for at, one in enumerate(self.choices) if "hero" in one and at not in standing]
        loose = [(token, line) for token, line in zip(before.tokens, before.lines, strict=True) if token.hero]
        for key in (attrgetter("meaning"), attrgetter("hero")):
            for skill in skills:
                same = next((one for one in loose if key(one[0]) == key(skill)), None)
                if same and skill.entry not in standing:
                    loose.remove(same)
                    standing[skill.entry] = self._listed_above(same[1], before)
        return standing

    def _skill(self, index: int) -> _Token:
        return _Token(self.choices[index]["hero"], _meaning(self.choices[index]), index)

    def _listed_above(self, line: int, before: _Before) -> int:
        """Return how many cards will be listed above a line that stays."""
        above = sum(len(cards) for where, cards in before.cards_on.items() if where < line)
        return next((there for here, there in self.staying if here >= above), len(self.story))


class _Rows:
    """The new lines: for each old line, those that replace it."""

    def __init__(self, before: _Before) -> None:
        self._ends = before.ends
        self._rows = [[row] for row in before.rows]
        self._above: dict[int, list[str]] = {}
        self._below: dict[int, list[str]] = {}

    def put(self, line: int, rows: list[str]) -> None:
        """Replace a line by these."""
        self._rows[line] = rows

    def add(self, line: int, rows: list[str], *, above: bool = False) -> None:
        """Add these below a line, or above it."""
        (self._above if above else self._below).setdefault(line, []).extend(rows)

    def text(self) -> str:
        """Return the text, with the line ends of the old lines."""
        usual = self._ends[0] or "\n"
        parts: list[str] = []
        for line, rows in enumerate(self._rows):
            for row in (*self._above.get(line, ()), *rows, *self._below.get(line, ())):
                parts += [row, self._ends[line] or usual]
        if not self._ends[-1]:
            parts = parts[:-1]
        return "".join(parts)


class _Story:
    """Edits the lines of cards and skills."""

    def __init__(self, before: _Before, after: _After, rows: _Rows) -> None:
        self.before, self.after, self.rows = before, after, rows
        self.parsed = {line: _Line(before.rows[line]) for line in before.lines}
        bars = Counter(bar for line in before.cards_on if (bar := self.parsed[line].bar) is not None)
        self.bar = max(bars, key=lambda column: (bars[column], column), default=None)
        old = [(token.hero, token.meaning) for token in before.tokens]
        new = [(token.hero, token.meaning) for token in after.tokens]
        self.kept = {there: here for here, there in aligned(old, new, _worth)}
        """The old index of each token that stays, by its new index."""
        self.moved = self._moved()
        self.comment_of: dict[int, int] = {}
        """The new index of the card that keeps the comment of a line."""
        for origin in (self.kept, self.moved):
            for there in sorted(origin):
                self.comment_of.setdefault(before.lines[origin[there]], there)

    def _moved(self) -> dict[int, int]:
        """Return the old index of every card that moves, by its new index."""
        staying = set(self.kept.values())
        loose: dict[str, list[int]] = {}
        for here, token in enumerate(self.before.tokens):
            if not token.hero and here not in staying:
                loose.setdefault(token.meaning, []).append(here)
        moved = {}
        for there, token in enumerate(self.after.tokens):
            if not token.hero and there not in self.kept and loose.get(token.meaning):
                moved[there] = loose[token.meaning].pop(0)
        return moved

    def edit(self) -> None:
        """Replace every line of the story; most stay as they are."""
        above, below = self._inserted()
        on_line: dict[int, list[int]] = {line: [] for line in self.before.lines}
        back = {here: there for there, here in self.kept.items()}
        for here, line in enumerate(self.before.lines):
            staying = [back[here]] if here in back else []
            on_line[line] += [*above.get(here, ()), *staying, *below.get(here, ())]
        for line, tokens in on_line.items():
            rows = list(self._written(line, tokens))
            if line not in self.comment_of and self.parsed[line].comment is not None:
                rows.append(self.parsed[line].with_body(""))
            self.rows.put(line, rows)

    def _inserted(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """Return the new tokens above and below each old one: cards go below a token, skills above one."""
        above: dict[int, list[int]] = {}
        below: dict[int, list[int]] = {}
        waiting: list[int] = []
        last: int | None = None
        for there, token in enumerate(self.after.tokens):
            if there in self.kept:
                here = last = self.kept[there]
                above.setdefault(here, []).extend(waiting)
                waiting = []
            else:
                waiting.append(there)
                if not token.hero:
                    where, at = (above, 0) if last is None else (below, last)
                    where.setdefault(at, []).extend(waiting)
                    waiting = []
        where, at = (above, 0) if last is None else (below, last)
        where.setdefault(at, []).extend(waiting)
        return above, below

    def _written(self, line: int, tokens: list[int]) -> Iterator[str]:
        """Yield the lines of these cards and skills; equal cards that shared a line still share one."""
        run: list[int] = []
        for there in tokens:
            if run and not self._continues(run[-1], there):
                yield self._card(line, run)
                run = []
            if self.after.tokens[there].hero:
                yield self._skill(line, there)
            else:
                run.append(there)
        if run:
            yield self._card(line, run)

    def _continues(self, one: int, other: int) -> bool:
        """Return whether two cards can share a line with a count."""
        for origin in (self.kept, self.moved):
            if one in origin and other in origin:
                together = self.before.lines[origin[one]] == self.before.lines[origin[other]]
                in_order = origin[one] < origin[other]
                return together and in_order and self.after.tokens[one].entry not in self.after.placed.beside
        return False

    def _skill(self, line: int, there: int) -> str:
        token = self.after.tokens[there]
        text = hero_line(self.after.words[token.entry]) or ""
        if there not in self.kept:
            return self.parsed[line].indent + text
        was = self.before.tokens[self.kept[there]]
        return self.before.rows[line] if was.meaning == token.meaning else self.parsed[line].with_body(text)

    def _card(self, line: int, run: list[int]) -> str:
        here = self.kept.get(run[0], self.moved.get(run[0]))
        if here is None:
            text = card_text(self.after.cards[self.after.tokens[run[0]].entry])
            decisions = self._decisions(run[-1], None)
            plain = _Line(self.parsed[line].indent + text)
            return plain.indent + plain.decided(text, decisions, self.bar)
        origin = self.before.lines[here]
        now = self.parsed[origin]
        is_whole = len(run) == len(self.before.cards_on[origin])
        card = str(now.card) if is_whole else now.some([self._place_on_line(there) for there in run], self.before.names)
        decisions = self._decisions(run[-1], origin)
        has_comment = self.comment_of[origin] == run[0]
        if (card, decisions) == (now.card, now.after_bar) and (has_comment or now.comment is None):
            return now.raw
        body = now.decided(card, decisions, self.bar)
        return now.with_body(body) if has_comment else now.indent + body

    def _place_on_line(self, there: int) -> int:
        """Return the place of an old card among the cards of its line."""
        here = self.kept.get(there, self.moved.get(there, 0))
        return self.before.tokens[here].entry - self.before.cards_on[self.before.lines[here]][0]

    def _decisions(self, there: int, origin: int | None) -> str | None:
        """Return the decisions beside a card: in the words of its old line if they mean the same."""
        index = self.after.placed.beside.get(self.after.tokens[there].entry)
        if index is None:
            return None
        if origin is not None:
            was = self.before.beside.get(self.before.cards_on[origin][-1])
            if was is not None and _meaning(self.before.choices[was]) == _meaning(self.after.choices[index]):
                return str(self.parsed[origin].after_bar)
        return decision_text(self.after.words[index])


def _worth(one: tuple[str, str], other: tuple[str, str]) -> int:
    if one == other:
        return _SKILL if one[0] else _CARD
    return _HERO if one[0] and one[0] == other[0] else 0


def _edit_numbered(before: _Before, after: _After, rows: _Rows) -> None:
    """Edit the numbered lines; new ones go below the story."""
    wanted = list(after.placed.below)
    changing = []
    for line, index in before.numbered:
        same = next((one for one in wanted if after.moves[one] == before.moves[index]), None)
        if same is None:
            changing.append((line, "before" in before.choices[index]))
        else:
            wanted.remove(same)
    for line, is_skill in changing:
        successor = next((one for one in wanted if ("before" in after.choices[one]) == is_skill), None)
        now = _Line(before.rows[line])
        body = ""
        if successor is not None:
            wanted.remove(successor)
            body = numbered_line(after.words[successor])
        rows.put(line, [now.with_body(body)] if body or now.comment is not None else [])
    last = max([*before.lines, *(line for line, _ in before.numbered)], default=0)
    rows.add(last, [numbered_line(after.words[one]) for one in wanted])


def _edit_result(before: _Before, new: ReplayFile, rows: _Rows) -> None:
    """Edit the header with the claimed result."""
    if ("result" in new, new.get("result")) == ("result" in before.data, before.data.get("result")):
        return
    result = result_text(new["result"]) if "result" in new else None
    if "result" not in before.data:
        _add_header(before, f"result: {result}".rstrip(), rows)
        return
    line = before.line_of("/result")
    raw = before.rows[line]
    now = _Line(raw)
    if result is None:
        rows.put(line, [] if now.comment is None else [now.with_body("")])
        return
    _, value = line_grammar.header(Piece(raw).trimmed())
    assert value is not None
    claimed = split_comment(value)[0].trimmed()
    head = raw[len(now.indent) : claimed.column]
    rows.put(line, [now.with_body(f"{head}{'' if head[-1:].isspace() else ' '}{result}".rstrip())])


def _add_header(before: _Before, header: str, rows: _Rows) -> None:
    story = min(before.lines, default=len(before.rows))
    places = ((place, line - 1) for place, (line, _) in before.places.items() if place != "/play")
    headers = [line for place, line in places if place.count("/") == 1 and line < story]
    if headers:
        rows.add(max(headers), [header])
    else:
        rows.add(0, [header, ""] if before.rows[0].strip() else [header], above=True)

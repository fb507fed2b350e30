"""Parses story notation into the same document as JSON, with the line and column of everything in it.

Names stay as they were typed. They are looked up only where the meaning of a line depends on them: a hero's name begins
a skill, and a title may look like a list of cards. The notation is described in ``docs/formats.md``.
"""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.card_sets import BUNDLED, DEFAULT_CARD_SET, bundled_cards
from dtcli.formats.dt import bare_line, grammar, line_grammar
from dtcli.formats.dt.grammar import NotationError, Piece
from dtcli.formats.dt.line_grammar import CLOSING, FREE_TEXT, HEADERS
from dtcli.formats.dt.numbering import Reveals, sort_key
from dtcli.formats.json.positions import LINE_END
from dtcli.formats.limits import MOST_CARDS, MOST_CHOICES, MOST_EVENTS
from dtcli.formats.names import Names
from dtcli.formats.problems import MOST_PROBLEMS, Problem, pointer, quoted
from dtcli.formats.suggest import did_you_mean

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

FORMAT = "dungeon-time/replay/1"

WORDS = ("mission", "adventure", "hero", "at", "before", "choice")

_HAND = re.compile(r"hand(?:\s+([0-9]{1,6}))?")


class Notation(NamedTuple):
    """A parsed text: the document, its problems, and line and column by pointer."""

    data: "ReplayFile"
    problems: list[Problem]
    places: dict[str, tuple[int, int]]

    def place(self, where: str) -> tuple[int, int] | None:
        """Return line and column of a pointer, or of the nearest enclosing value."""
        while where and where not in self.places:
            where = where.rpartition("/")[0]
        return self.places.get(where, (1, 1))


class _ReadChoice:
    """A choice as it was read: ``listed`` cards are above it; None if it names its reveal itself."""

    def __init__(self, listed: int | None, choice: dict[str, Any], places: dict[str, tuple[int, int]]) -> None:
        self.listed = listed
        self.choice = choice
        self.places = places


def _shipped(card_set: str) -> Names | None:
    return bundled_cards(card_set) if card_set in BUNDLED else None


def loads(text: str, cards: Callable[[str], Names | None] = _shipped) -> Notation:
    """Return the document of a text in story notation, with all its problems.

    ``cards`` returns the card set of a name, or None if it cannot be read.
    """
    return _Parser(text, cards).parse()


class _Parser:
    def __init__(self, text: str, cards: Callable[[str], Names | None]) -> None:
        self.lines = LINE_END.split(text)
        self.cards = cards
        self.known: dict[str, Names | None] = {}
        """The card sets that were looked up."""
        self.data: dict[str, Any] = {"format": FORMAT}
        self.story: list[Any] = []
        self.noted: list[_ReadChoice] = []
        self.places: dict[str, tuple[int, int]] = {"": (1, 1)}
        self.own: dict[str, tuple[Any, int]] = {}
        self.comments: list[list[Any]] = []
        self.problems: list[Problem] = []
        self.number = 0
        self.in_play = False

    def parse(self) -> Notation:
        for number, raw in enumerate(self.lines, 1):
            if not raw or raw.isspace():
                continue
            if raw.startswith("#"):  # a fast path: a long file may have many comments
                self._comment(raw[1:].strip())
                continue
            self.number = number
            try:
                self._line(Piece(raw).trimmed())
            except NotationError as error:
                self._problem(error.code, str(error), min(error.column, len(raw)), error.hint)
            if len(self.problems) >= MOST_PROBLEMS:
                self._problem("DT107", "too many problems, the lines from here on were not read", 0)
                break
        self.data["story"] = self.story
        self._number_choices()
        self._put_own()
        return Notation(cast("ReplayFile", self.data), self.problems, self.places)

    def _problem(self, code: str, message: str, column: int, hint: str | None = None) -> None:
        self.problems.append(Problem(code, message, None, hint, line=self.number, column=column + 1))

    def _settle(self, value: Any, *path: str | int) -> Any:
        """Return a value with its pieces as plain strings; store their columns as places."""
        if isinstance(value, Piece):
            self.places[pointer(*path)] = (self.number, value.column + 1)
            return str(value)
        if isinstance(value, list):
            if value and isinstance(value[0], Piece):
                self.places.setdefault(pointer(*path), (self.number, value[0].column + 1))
            return [self._settle(one, *path, index) for index, one in enumerate(value)]
        if isinstance(value, dict):
            for key in value:
                if isinstance(key, Piece):
                    self.places[pointer(*path, key)] = (self.number, key.column + 1)
            return {str(key): self._settle(one, *path, key) for key, one in value.items()}
        return value

    def _line(self, line: Piece) -> None:
        if line.startswith("#"):
            self._comment(line[1:].strip())
            return
        if self.in_play:
            self._play_line(self._without_comment(line))
            return
        word = line.split(None, 1)[0].rstrip(":").casefold()
        key, value = line_grammar.header(line)
        if value is None:
            self._story_line(self._without_comment(line), word)
        elif key.startswith(("_", "/")):
            self._own_key(key, value)
        elif word not in WORDS or (word == key.casefold() == "adventure"):
            if self._is_header(line, key, value):
                self._known_header(key, value)
            else:
                self._story_line(self._without_comment(line), word)
        elif word == key.casefold():
            msg = f"unknown header {quoted(key)}"
            raise NotationError(msg, key.column, f"a line of the story has no colon after '{word}'", code="DT201")
        else:
            self._story_line(self._without_comment(line), word)

    def _without_comment(self, line: Piece) -> Piece:
        body, comment = grammar.split_comment(line)
        if comment is not None:
            self._comment(comment)
        return body

    def _comment(self, text: str) -> None:
        self.comments.append([len(self.story), text])

    def _names(self) -> Names | None:
        """Return the names of the card set; the header that names it is above the story."""
        card_set = self.data.get("card_set", DEFAULT_CARD_SET)
        if card_set not in self.known:
            self.known[card_set] = self.cards(card_set)
        return self.known[card_set]

    # headers

    def _is_header(self, line: Piece, key: Piece, value: Piece) -> bool:
        """Return whether a line with a colon is a header, known or not; otherwise it belongs to the story."""
        if key.casefold() in (*HEADERS, "card_set", "card set", "format"):
            return True
        if line_grammar.begins_with_hero(key) or len(self.story) > MOST_CARDS:
            return False
        names = self._names()
        return not bare_line.is_title(grammar.split_comment(line)[0].halves("|")[0].trimmed(), names) and not (
            bare_line.written_out_after(key, value, names)
        )

    def _known_header(self, key: Piece, value: Piece) -> None:
        name = {"cards": "card_set", "card set": "card_set"}.get(key.casefold(), key.casefold())
        if name == "format":  # optional in this spelling
            if value.strip() != FORMAT:
                msg = f"format {quoted(value.strip())}, expected '{FORMAT}'"
                raise NotationError(msg, value.trimmed().column, code="DT106")
            return
        if name not in HEADERS and name != "card_set":
            names = self._names()
            hint = did_you_mean(name, HEADERS) or (names.choice_hint(f"{key} {value}") if names else None)
            hint = hint or "a line of the story has no colon, unless a mission is written out"
            msg = f"unknown header {quoted(key)}"
            raise NotationError(msg, key.column, hint, code="DT201")
        if name in self.data:
            msg = f"header {quoted(key)} is given twice"
            raise NotationError(msg, key.column, code="DT105")
        value = (value if name in FREE_TEXT else self._without_comment(value)).trimmed()
        if name == "play":
            self._begin_play(key, value)
            return
        if self.story and name not in CLOSING:
            msg = f"header {quoted(key)} must stand above the story"
            raise NotationError(msg, key.column)
        self.places[pointer(name)] = (self.number, value.column + 1)
        self.data[name] = self._settle(line_grammar.header_value(name, value), name)

    def _begin_play(self, key: Piece, value: Piece) -> None:
        self.places["/play"] = (self.number, key.column + 1)
        if value.casefold() == "none":
            self.data["play"] = None
            return
        if value:
            message = "the five minutes follow in the next lines"
            raise NotationError(message, value.column, "write play: alone, or play: none")
        self.in_play = True
        self.data["play"] = {"events": []}

    def _own_key(self, key: Piece, value: Piece) -> None:
        where = str(key) if key.startswith("/") else pointer(key)
        if where in self.own:
            msg = f"key {quoted(key)} is given twice"
            raise NotationError(msg, key.column, code="DT105")
        self.own[where] = (grammar.json_value(value.trimmed()), self.number)

    def _put_own(self) -> None:
        """Put the user's own keys, which may belong anywhere in the document, in their places."""
        for where, (value, number) in self.own.items():
            self.number = number
            *path, key = [part.replace("~1", "/").replace("~0", "~") for part in where.split("/")[1:]]
            owner = _owner(self.data, path)
            if not isinstance(owner, dict) or not key.startswith("_"):
                self._problem("DT107", f"{quoted(where)} is not a place for a key of your own", 0)
            elif key in owner:
                self._problem("DT105", f"key {quoted(where)} is given twice", 0)
            else:
                owner[key] = value
                self.places[where] = (number, 1)
        if self.comments:
            before = self.data.get("_comments", [])
            if isinstance(before, list):
                self.data["_comments"] = before + self.comments
            else:
                self.number = self.places["/_comments"][0]
                self._problem("DT203", "'_comments' is a list where the text has comments", 0)

    # the story

    def _story_line(self, line: Piece, word: str) -> None:
        if len(self.story) > MOST_CARDS or len(self.noted) > MOST_CHOICES:
            return  # the schema check reports that there are too many
        body, after_bar = line.halves("|")
        if word in WORDS and bare_line.is_title(body.trimmed(), self._names()):
            word = ""  # a title that begins with a keyword
        rest = body.cut(len(word))
        match word:
            case "choice":
                self._json_choice(line)
            case "hero":
                bare_line.refuse_several_heroes(rest)
                self._note(len(self.story), line_grammar.hero_choice(rest, after_bar), line)
            case "at" | "before":
                self._numbered(word, rest, after_bar)
            case "mission":
                self._add_cards([grammar.mission(rest)], after_bar, line)
            case "adventure":
                self._add_cards([grammar.adventure(rest)], after_bar, line)
            case _:
                self._bare_line(body.trimmed(), after_bar, line)

    def _add_cards(self, cards: list[Any], after_bar: Piece | None, line: Piece) -> None:
        """Add the cards of a line; what was decided belongs to the last of them."""
        for card in cards:
            at = ("story", len(self.story))
            self.places[pointer(*at)] = (self.number, line.column + 1)
            self.story.append(self._settle(card, *at))
        if after_bar is not None:
            self._note(len(self.story) - 1, grammar.decisions(after_bar), after_bar.trimmed())

    def _bare_line(self, body: Piece, after_bar: Piece | None, line: Piece) -> None:
        """Add the cards or the skill of a line without a keyword."""
        if line_grammar.begins_with_hero(body) and bare_line.is_skill(body, self._names()):
            self._note(len(self.story), line_grammar.hero_choice(body, after_bar), line)
        else:
            self._add_cards(self._bare_cards(body), after_bar, line)

    def _bare_cards(self, body: Piece) -> list[Any]:
        """Return the cards of a line without a keyword."""
        if bare_line.could_be_title(body) and bare_line.is_title(body, self._names()):
            return [body]
        bare_line.refuse_several_heroes(body)
        if bare_line.is_written_out(body):
            return [grammar.mission(body)]
        bare_line.refuse_skill_in_list(body, self._names)
        return grammar.card_list(body) or [grammar.name(body, "an item")]

    def _json_choice(self, line: Piece) -> None:
        value = line.cut(len("choice")).trimmed()
        choice = grammar.json_value(value)
        if not isinstance(choice, dict):
            message = "a choice is a JSON object"
            raise NotationError(message, value.column)
        self.noted.append(_ReadChoice(None, choice, {"": (self.number, value.column + 1)}))

    def _note(self, listed: int | None, choice: dict[str, Any], line: Piece) -> None:
        """Add a choice with its own places; they get their pointers at the end, when its index is known."""
        document, self.places = self.places, {"": (self.number, line.column + 1)}
        try:
            choice = self._settle(choice)
            self.noted.append(_ReadChoice(listed, choice, self.places))
        finally:
            self.places = document

    def _numbered(self, word: str, piece: Piece, after_bar: Piece | None) -> None:
        """Add the choice of ``at 23: take shield`` or ``before 12: hero Tonk Redbeer``."""
        head, rest = piece.halves(":")
        number = grammar.whole_number(head)
        if rest is None:
            msg = f"expected ':' after {quoted(f'{word} {number}')}"
            raise NotationError(msg, head.end)
        rest = rest.trimmed()
        if word == "at":
            if after_bar is not None:
                message = "decisions follow the colon, without a bar"
                raise NotationError(message, after_bar.column - 1)
            self._note(None, {"at": number, **grammar.decisions(rest)}, rest)
            return
        skill = rest
        bare_line.refuse_several_heroes(rest)
        if "".join(rest.split(None, 1)[:1]).casefold() == "hero":
            skill = rest.cut(len("hero"))
        elif not line_grammar.begins_with_hero(rest):
            message = "only a hero acts before a reveal"
            raise NotationError(message, rest.column, "write: before 12: hero Tonk Redbeer")
        self._note(None, {"before": number, **line_grammar.hero_choice(skill, after_bar)}, rest)

    def _number_choices(self) -> None:
        """Give every choice the number of its reveal; cards count in the order in which they are revealed."""
        reveals = Reveals(len(self.story))
        kept = list(_in_gaps(self.noted, reveals))
        for one in self.noted:
            if "before" in one.choice:
                continue
            if one.listed is not None:
                number = reveals.number_of(one.listed)
                if number is None:
                    line, column = one.places[""]
                    message = "this card is discarded by a skill and never revealed"
                    self.problems.append(Problem("DT107", message, line=line, column=column))
                    continue
                one.choice = {"at": number, **one.choice}
            kept.append(one)
        kept.sort(key=lambda one: sort_key(one.choice))
        for index, one in enumerate(kept):
            for where, place in one.places.items():
                self.places[pointer("choices", index) + where] = place
        if kept:
            self.data["choices"] = [one.choice for one in kept]

    # the five minutes

    def _play_line(self, line: Piece) -> None:
        play = self.data["play"]
        at = ("play", "events", len(play["events"]))
        if line.casefold().startswith("event "):
            value = line.cut(len("event ")).trimmed()
            self._event(grammar.json_value(value), at, line)
            return
        happened = line_grammar.event(line)
        if happened is not None:
            self._event(self._settle(happened, *at), at, line)
            return
        key, value_or_none = line.halves(":")
        name = " ".join(key.casefold().split())
        if value_or_none is None:
            self._not_understood(line)
        value = cast("Piece", value_or_none).trimmed()
        if hand := _HAND.fullmatch(name):
            self._hand(hand[1], key, value)
        elif name not in ("deck", "seconds", "ended", "seed", "pauses"):
            self._not_understood(line)
        elif name in play:
            msg = f"{quoted(name)} is given twice"
            raise NotationError(msg, key.column, code="DT105")
        else:
            self.places[pointer("play", name)] = (self.number, value.column + 1)
            play[name] = self._settle(line_grammar.play_value(name, value), "play", name)

    def _hand(self, seat: str | None, key: Piece, value: Piece) -> None:
        hands = self.data["play"].setdefault("hands", [])
        if seat is not None and int(seat) != len(hands) + 1:
            msg = f"the hand of player {len(hands) + 1} comes here, not of player {int(seat)}"
            raise NotationError(msg, key.column)
        at = ("play", "hands", len(hands))
        self.places.setdefault("/play/hands", (self.number, key.column + 1))
        self.places[pointer(*at)] = (self.number, key.column + 1)
        hands.append(self._settle(grammar.card_list(value), *at))

    def _event(self, entry: Any, at: tuple[str | int, ...], line: Piece) -> None:
        events = self.data["play"]["events"]
        if len(events) <= MOST_EVENTS:  # the schema check reports that there are too many
            self.places[pointer(*at)] = (self.number, line.column + 1)
            events.append(entry)

    def _not_understood(self, line: Piece) -> None:
        msg = f"line of the five minutes not understood: {quoted(line)}"
        raise NotationError(msg, line.column, "write: 12.5s player 1 plays sword")


def _owner(data: Any, path: list[str]) -> Any:
    """Return the value at a path without keys of the user's own; None if there is none."""
    owner = data
    for part in path:
        if isinstance(owner, dict) and part in owner and not part.startswith("_"):
            owner = owner[part]
        elif isinstance(owner, list) and re.fullmatch(r"[0-9]{1,6}", part) and int(part) < len(owner):
            owner = owner[int(part)]
        else:
            return None
    return owner


def _in_gaps(noted: list[_ReadChoice], reveals: Reveals) -> Iterator[_ReadChoice]:
    """Yield the skills in the order of their use, with their numbers; ``reveals`` follows them.

    Lines with no card between them are one gap. A skill moves only cards to come, so later skills do not change the
    number of the earliest gap.
    """
    gaps: dict[tuple[int | None, int], list[_ReadChoice]] = {}
    for index, one in enumerate(noted):
        if one.listed is None and "before" in one.choice:
            gaps[None, index] = [one]
        elif one.listed is not None and "hero" in one.choice:
            gaps.setdefault((one.listed, 0), []).append(one)

    def number_of(gap: tuple[int | None, int]) -> int:
        listed = gap[0]
        return sort_key(gaps[gap][0].choice)[0] if listed is None else reveals.gap_above(listed)

    while gaps:
        first = min(gaps, key=number_of)
        number = number_of(first)
        for one in gaps.pop(first):
            if one.listed is not None:
                one.choice = {"before": number, **one.choice}
            reveals.follow(one.choice)
            yield one

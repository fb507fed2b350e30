"""Story notation: what a player types at the table. One card a line, what was decided beside it.

``loads`` gives the same document as the JSON spelling, with the place of everything in it; ``write_notation`` goes
the other way. Names are not looked up here, except heroes, whose arguments differ. The grammar is in
``docs/formats.md``.
"""

import re
from dataclasses import dataclass, field
from typing import Any, cast

from dtcli.files import grammar
from dtcli.files.grammar import NotationError
from dtcli.files.names import hero_named, unknown_hero
from dtcli.files.problems import Problem, did_you_mean, pointer, quoted
from dtcli.files.shapes import MOST_CARDS, ReplayFile
from dtcli.rules.heroes import HEROES
from dtcli.rules.heroes.story import CARDS_SEEN
from dtcli.rules.rulings import ARVEDUI_MIRIEL, NINTRABASH, ZIGARAT_HO, HeroId

FORMAT = "dungeon-time/replay/1"

TEXT_HEADERS = ("title", "date", "notes", "edition", "scenario", "adventure")
NULLABLE = ("scenario", "adventure", "goal", "players", "result")
HEADERS = (*TEXT_HEADERS, "rulings", "cards", "goal", "extended", "players", "heroes", "result")
_WORDS = ("mission", "adventure", "hero", "at", "before", "choice")
_HEADER = re.compile(r"(/[^:\s]*|\w[\w ]*?)\s*:(.*)", re.DOTALL)
_EVENT = re.compile(r"(\d+(?:\.\d+)?)s\s+(?:player\s+(\d+)\s+)?(plays|draws|discards)\s+(.+)")


@dataclass(slots=True)
class Notation:
    """A parsed text: the document, where its parts stand, and what could not be understood."""

    data: ReplayFile
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def place(self, where: str) -> tuple[int, int] | None:
        """Return line and column of a pointer, or of the nearest thing that contains it."""
        while where and where not in self.places:
            where = where.rpartition("/")[0]
        return self.places.get(where, (1, 1))


def loads(text: str) -> Notation:
    """Return the document of a text in story notation, with all its problems."""
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.data: dict[str, Any] = {"format": FORMAT}
        self.story: list[Any] = []
        self.choices: list[tuple[int | None, dict[str, Any]]] = []
        """Choices with the number of cards listed before them, or None where they name their reveal."""
        self.places: dict[str, tuple[int, int]] = {"": (1, 1)}
        self.choice_places: list[dict[str, tuple[int, int]]] = []
        self.own: list[tuple[str, Any, int]] = []
        self.comments: list[list[Any]] = []
        self.problems: list[Problem] = []
        self.number = 0
        self.in_play = False

    def parse(self) -> Notation:
        for self.number, raw in enumerate(self.lines, 1):
            try:
                self._line(raw)
            except NotationError as error:
                self._problem(error.code, str(error), error.column, error.hint)
        self.data["story"] = self.story
        self._number_choices()
        self._put_own()
        if self.comments:
            self.data["_comments"] = self.comments
        return Notation(cast("ReplayFile", self.data), self.problems, self.places)

    def _problem(self, code: str, message: str, column: int, hint: str | None = None) -> None:
        self.problems.append(Problem(code, message, None, hint, line=self.number, column=column + 1))

    def _line(self, raw: str) -> None:
        line = raw.strip()
        if not line:
            return
        if line.startswith("#"):
            self.comments.append([len(self.story), line[1:].strip()])
            return
        indent = len(raw) - len(raw.lstrip())
        if self.in_play:
            self._play_line(line)
            return
        word = line.split(None, 1)[0].rstrip(":").casefold()
        header = _HEADER.fullmatch(line)
        if header and not (word in _WORDS and not _is_header(line, word)):
            self._header(header.group(1), header.group(2), indent + header.start(2))
            return
        body, comment = grammar.split_comment(line)
        if comment is not None:
            self.comments.append([len(self.story), comment])
        self._story_line(body, word, indent)

    # headers

    def _header(self, key: str, value: str, column: int) -> None:
        column += len(value) - len(value.lstrip())
        value = value.strip()
        if key.startswith(("_", "/")):
            self.own.append((key, grammar.json_value(value, column), self.number))
            return
        key = key.casefold()
        if key == "play":
            if value.casefold() == "none":
                self.data["play"] = None
                return
            if value:
                message = "the five minutes follow in the next lines"
                raise NotationError(message, column)
            self.in_play = True
            self.data["play"] = {"hands": [], "deck": [], "events": []}
            self.places["/play"] = (self.number, 1)
            return
        if key not in HEADERS:
            msg = f"unknown header {quoted(key)}"
            raise NotationError(msg, 0, did_you_mean(key, (*HEADERS, "play")), code="DT201")
        name = "card_set" if key == "cards" else key
        if name in self.data:
            msg = f"header {quoted(key)} is given twice"
            raise NotationError(msg, 0, code="DT105")
        if self.story:
            msg = f"header {quoted(key)} must stand above the story"
            raise NotationError(msg, 0)
        self.places[pointer(name)] = (self.number, column + 1)
        self.data[name] = self._header_value(name, value, column)

    def _header_value(self, name: str, value: str, column: int) -> Any:
        if value.casefold() == "none" and name in NULLABLE:
            return None
        if name in TEXT_HEADERS or name == "card_set":
            return grammar.json_value(value, column) if value.startswith('"') else value
        if name in ("goal", "players"):
            return grammar.whole_number(value, column)
        if name == "extended":
            if value.casefold() in ("yes", "true", "no", "false"):
                return value.casefold() in ("yes", "true")
            msg = f"extended is yes or no, not {quoted(value)}"
            raise NotationError(msg, column)
        if name == "heroes":
            return [hero_named(part) or part for part in grammar.parts(value, ",")]
        if name == "rulings":
            return grammar.rulings(value, column)
        return grammar.result(value, column)

    def _put_own(self) -> None:
        """Put the user's own keys, which may sit anywhere in the document, where they belong."""
        for key, value, number in self.own:
            self.number = number
            parts = [part.replace("~1", "/").replace("~0", "~") for part in key.split("/")[1:]] or [key]
            owner: Any = self.data
            try:
                for part in parts[:-1]:
                    owner = owner[int(part)] if isinstance(owner, list) else owner[part]
                if not parts[-1].startswith("_"):
                    raise KeyError
                owner[parts[-1]] = value
            except (KeyError, IndexError, ValueError, TypeError):
                self._problem("DT107", f"{quoted(key)} is no place for a key of your own", 0)

    # the story

    def _story_line(self, line: str, word: str, indent: int) -> None:
        if len(self.story) > MOST_CARDS:
            return
        body, bar, said = grammar.split_bar(line)
        column = indent + len(body) + len(bar)
        match word:
            case "mission":
                self._card(grammar.mission(body[len("mission") :], indent + len("mission")), indent)
            case "adventure":
                self._card({"adventure": grammar.reference(body[len("adventure") :].strip(), indent)}, indent)
            case "hero":
                self._choice(len(self.story), self._hero(body[len("hero") :], said, indent), indent)
                return
            case "at" | "before":
                self._numbered(word, body, said, indent)
                return
            case "choice":
                value = grammar.json_value(line[len("choice") :].strip(), indent)
                if not isinstance(value, dict):
                    message = "a choice is a JSON object"
                    raise NotationError(message, indent)
                self._choice(None, value, indent)
                return
            case _:
                self._items(body.strip(), indent)
        if bar and not said.strip():
            message = "nothing is decided after the bar"
            raise NotationError(message, column)
        if bar:
            self._choice(len(self.story) - 1, grammar.decisions(said, column), column)

    def _card(self, card: dict[str, Any], indent: int) -> None:
        self.places[pointer("story", len(self.story))] = (self.number, indent + 1)
        self.story.append(card)

    def _items(self, body: str, indent: int) -> None:
        n, name = grammar.counted(body)
        if n > MOST_CARDS:
            msg = f"{n} cards are too many"
            raise NotationError(msg, indent)
        start = indent + body.index(name)
        for _ in range(n):
            self.places[pointer("story", len(self.story))] = (self.number, start + 1)
            self.story.append(name)

    def _choice(self, listed: int | None, choice: dict[str, Any], column: int) -> None:
        places = {"": (self.number, column + 1)}
        self.choices.append((listed, choice))
        self.choice_places.append(places)

    def _numbered(self, word: str, body: str, said: str, indent: int) -> None:
        """Read ``at 23: take shield`` and ``before 12: hero Tonk Redbeer``."""
        head, colon, rest = body.partition(":")
        number = grammar.whole_number(head[len(word) :].strip(), indent + len(word) + 1)
        column = indent + len(head) + 1
        if not colon:
            msg = f"expected ':' after {quoted(head.strip())}"
            raise NotationError(msg, indent + len(head))
        if word == "at":
            self._choice(None, {"at": number, **grammar.decisions(rest, column)}, indent)
            return
        rest = rest.strip()
        if not rest.casefold().startswith("hero "):
            message = "only a hero acts before a reveal"
            raise NotationError(message, column, "write: before 12: hero Tonk Redbeer")
        self._choice(None, {"before": number, **self._hero(rest[len("hero") :], said, column)}, indent)

    def _hero(self, body: str, said: str, indent: int) -> dict[str, Any]:
        names, _, rest = body.partition(":")
        name, _, borrowed = grammar.partition_word(names.strip(), "as")
        choice: dict[str, Any] = {"hero": self._hero_id(name, indent)}
        acting = HEROES[choice["hero"]]
        if borrowed:
            choice["as"] = self._hero_id(borrowed, indent)
            acting = HEROES[choice["as"]]
        rest = rest.strip()
        if rest or acting.argument in ("discard", "order"):
            choice |= grammar.skill_arguments(acting.argument, rest, indent + len(names) + 1)
        if said.strip():
            choice |= grammar.decisions(said, indent)
        return choice

    def _hero_id(self, name: str, column: int) -> HeroId:
        hero = hero_named(name)
        if hero is None:
            problem = unknown_hero(name, "")
            raise NotationError(problem.message, column, problem.hint, code="DT207")
        return hero

    def _number_choices(self) -> None:
        """Give every decision its reveal number: cards count in the order in which they are revealed."""
        order: list[int | None] = list(range(len(self.story)))
        choices = []
        for listed, choice in self.choices:
            if listed is not None and "hero" in choice:
                choice = {"before": _reveal_of(order, listed, len(self.story)), **choice}
            if "before" in choice and "hero" in choice:
                _rearrange(order, choice)
            choices.append((listed, choice))
        kept = []
        for (listed, choice), places in zip(choices, self.choice_places, strict=True):
            numbered = choice
            if listed is not None and "hero" not in choice:
                if listed not in order:
                    line, column = places[""]
                    message = "this card is discarded by a skill and never revealed"
                    self.problems.append(Problem("DT107", message, line=line, column=column))
                    continue
                numbered = {"at": order.index(listed) + 1, **choice}
            kept.append((numbered, places))
        kept.sort(key=lambda one: sort_key(one[0]))
        for index, (_, places) in enumerate(kept):
            self.places[pointer("choices", index)] = places[""]
        if kept:
            self.data["choices"] = [choice for choice, _ in kept]

    # the five minutes

    def _play_line(self, line: str) -> None:
        play = self.data["play"]
        line, _ = grammar.split_comment(line)
        event = _EVENT.fullmatch(line)
        if event:
            self.places[pointer("play", "events", len(play["events"]))] = (self.number, 1)
            seconds, player, verb, rest = event.groups()
            entry: dict[str, Any] = {"t": grammar.number(seconds)}
            if player:
                entry["player"] = int(player)
            cards = grammar.card_list(rest)
            if verb != "discards" and len(cards) > 1:
                msg = f"a player {verb} one card at a time"
                raise NotationError(msg, event.start(4))
            entry[verb.removesuffix("s")] = cards if verb == "discards" else cards[0]
            play["events"].append(entry)
            return
        key, colon, value = line.partition(":")
        key, value = key.strip().casefold(), value.strip()
        if colon and key.startswith("hand"):
            self.places[pointer("play", "hands", len(play["hands"]))] = (self.number, 1)
            play["hands"].append(grammar.card_list(value))
        elif colon and key == "deck":
            self.places["/play/deck"] = (self.number, 1)
            play["deck"] = grammar.card_list(value)
        elif colon and key in ("seconds", "ended"):
            play[key] = grammar.number(value)
        elif colon and key == "seed":
            play[key] = grammar.json_value(value, 0)
        else:
            hint = "write: 12.5s player 1 plays sword"
            msg = f"line of the five minutes not understood: {quoted(line)}"
            raise NotationError(msg, 0, hint)


def sort_key(choice: dict[str, Any]) -> tuple[int, bool]:
    """Return when a choice happens: a gap comes before its reveal."""
    number = choice.get("before", choice.get("at", 0))
    return (number if isinstance(number, int) else 0, "before" not in choice)


def _is_header(line: str, word: str) -> bool:
    """Return whether a line is the header ``adventure: …`` and not the card ``adventure …``."""
    return word == "adventure" and line[len(word) :].lstrip().startswith(":")


def _reveal_of(order: list[int | None], listed: int, total: int) -> int:
    """Return the number of the reveal that turns the next listed card which is still to come."""
    while listed < total:
        if listed in order:
            return order.index(listed) + 1
        listed += 1
    return len(order) + 1


def _rearrange(order: list[int | None], choice: dict[str, Any]) -> None:
    """Follow what a skill does to the order of the cards, so that later lines count right."""
    acting = choice.get("as", choice["hero"])
    start = choice["before"] - 1 if isinstance(choice["before"], int) else 0
    seen = order[start : start + CARDS_SEEN]
    if acting == NINTRABASH:
        places = choice.get("discard", ())
        order[start : start + CARDS_SEEN] = [card for place, card in enumerate(seen, 1) if place not in places]
    elif acting == ZIGARAT_HO:
        wanted = choice.get("order", ())
        if sorted(wanted) == list(range(1, len(seen) + 1)):
            order[start : start + CARDS_SEEN] = [seen[place - 1] for place in wanted]
    elif acting == ARVEDUI_MIRIEL:
        order.append(None)

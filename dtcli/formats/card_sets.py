"""Loads card sets and scenarios: those that ship, and card sets of players in TOML files."""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.bounded_reading import TooLargeError, read_bounded
from dtcli.formats.house_printings import CURRENT_PRINTING, HOUSE, HOUSE_PRINTINGS
from dtcli.formats.json.positions import line_and_column
from dtcli.formats.limits import LARGEST_CARD_SET
from dtcli.formats.names import Names, folded, hero_named, unknown_hero
from dtcli.formats.problems import MOST_PROBLEMS, Problem, listed, pointer, printable, quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.formats.toml_positions import TomlLines, long_key
from dtcli.rules.cards import Adventure, CardSet, Effect, KindInfo, Mission, Quest, Scroll
from dtcli.rules.items import Kind
from dtcli.rules.rulings import HeroId
from dtcli.rules.scenarios import Scenario, ScenarioKind

if TYPE_CHECKING:
    from dtcli.formats.schema import CardsFile, ScenariosFile

DATA = Path(__file__).resolve().parents[1] / "data"
DEFAULT_CARD_SET = HOUSE
BUNDLED = (HOUSE, *HOUSE_PRINTINGS, "rulebook")
MOST_KEY_PARTS = 8
"""Parts of a dotted key; a card set needs two."""


class LoadedCards(NamedTuple):
    """A card set as it was read, with its problems; ``names`` is None if it cannot be used."""

    names: Names | None
    problems: tuple[Problem, ...] = ()


def bundled_cards(name: str) -> Names:
    """Return a card set that ships with dtcli; ``house`` and the newest printing are the same."""
    return _bundled(HOUSE if name == CURRENT_PRINTING else name)


@cache
def _bundled(name: str) -> Names:
    loaded = build_card_set(cast("CardsFile", _toml(DATA / f"{name}.toml")))
    assert loaded.names is not None, loaded.problems
    return loaded.names


@cache
def scenarios() -> dict[str, Scenario]:
    """Return the scenarios by id, in the order of the campaign."""
    data = cast("ScenariosFile", _toml(DATA / "scenarios.toml"))
    return {
        entry["id"]: Scenario(
            id=entry["id"],
            title=entry["title"],
            missions=entry["missions"],
            goal=entry["goal"],
            kind=ScenarioKind(entry["campaign"]),
            won=tuple(entry.get("won", ())),
            lost=tuple(entry.get("lost", ())),
            ends_campaign=entry.get("ends_campaign", False),
            text=entry.get("text", ""),
            aliases=tuple(entry.get("aliases", ())),
        )
        for entry in data["scenarios"]
    }


def spellings(scenario: Scenario) -> tuple[str, ...]:
    """Return every name of a scenario: id, title and aliases."""
    return (scenario.id, scenario.title, *scenario.aliases)


@cache
def scenario_names() -> dict[str, Scenario]:
    """Return the scenarios by each of their names, folded."""
    return {folded(name): one for one in scenarios().values() for name in spellings(one)}


def unknown_scenario_hint(name: str) -> str:
    """Return a hint with the scenario closest to a misspelt name, or with all scenarios."""
    close = did_you_mean(name, (known for one in scenarios().values() for known in spellings(one)))
    return close or f"scenarios are {', '.join(scenarios())}"


def _toml(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def find_cards(name: str, folder: Path | None) -> LoadedCards:
    """Return the card set of this name: one that ships, or a TOML file relative to the folder of the replay."""
    if name in BUNDLED:
        return LoadedCards(bundled_cards(name))
    if not name.endswith(".toml"):
        hint = did_you_mean(name, BUNDLED) or "name 'house', 'house-1', 'rulebook' or the path of a .toml file"
        return LoadedCards(None, (Problem("DT209", f"unknown card set {quoted(name)}", "/card_set", hint),))
    try:
        return load_cards((folder or Path()) / name)
    except ValueError as error:  # a path that no file system accepts
        return LoadedCards(None, (Problem("DT209", f"card set {quoted(name)}: {error}", "/card_set"),))


def load_cards(path: Path) -> LoadedCards:
    """Read a card set from a TOML file and check it as strictly as a replay."""
    try:
        content = read_bounded(path, LARGEST_CARD_SET)
    except OSError as error:
        message = f"card set {quoted(path)} cannot be read: {error.strerror or error}"
        return LoadedCards(None, (Problem("DT209", message, "/card_set"),))
    except TooLargeError as error:
        return LoadedCards(None, (Problem("DT103", f"card set {quoted(path)} has {error}", "/card_set"),))
    return _parsed(path, content)


@lru_cache(maxsize=16)
def _parsed(path: Path, content: bytes) -> LoadedCards:
    """Return the card set of this text; cached, because many replays in a row use the same one."""
    return parse_cards(content, path)


def parse_cards(content: bytes, path: Path) -> LoadedCards:
    """Return the card set of a text; ``path`` is the file that its problems name."""
    from dtcli.formats.schema_check import shape_problems  # noqa: PLC0415  (pydantic's validator is slow to build)

    try:
        text = content.decode("utf-8-sig")
        if (offset := long_key(text, MOST_KEY_PARTS)) is not None:
            line, column = line_and_column(text, offset)
            message = f"not TOML of a card set: a key with more than {MOST_KEY_PARTS} parts"
            return LoadedCards(None, (Problem("DT109", message, file=str(path), line=line, column=column),))
        data = tomllib.loads(text)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig")
        line, column = line_and_column(before, len(before))
        message = f"not UTF-8 text: byte 0x{content[error.start]:02x}"
        return LoadedCards(None, (Problem("DT102", message, file=str(path), line=line, column=column),))
    except RecursionError:
        return LoadedCards(None, (Problem("DT109", "not TOML: nested too deeply", file=str(path)),))
    except ValueError as error:  # also from int(), for a number of thousands of digits
        return LoadedCards(None, (_not_toml(str(error), path),))
    problems = listed(shape_problems("cards", data))
    loaded = LoadedCards(None, tuple(problems)) if problems else build_card_set(cast("CardsFile", data))
    if not loaded.problems:
        return loaded
    lines = TomlLines(text)
    return LoadedCards(None, tuple(_with_place(problem, path, lines) for problem in loaded.problems))


_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _not_toml(message: str, path: Path) -> Problem:
    """Return the problem that tomllib found; its message ends with '(at line 3, column 5)'."""
    place = _TOML_PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place and place[1] else (None, None)
    reason = message[: place.start()] if place else message
    shown = reason[:1].lower() + reason[1:]
    return Problem("DT109", f"not TOML: {printable(shown)}", file=str(path), line=line, column=column)


def _with_place(problem: Problem, path: Path, lines: TomlLines) -> Problem:
    return problem._replace(file=str(path), line=lines.line_of(problem.pointer or ""))


def build_card_set(data: "CardsFile") -> LoadedCards:
    """Return the card set of a document whose shape has been checked."""
    problems: list[Problem] = []
    kinds = _kinds(data, problems)
    names = Names(CardSet(data["id"], data["title"], kinds, {}, {}, data.get("notes", "")))
    missions: dict[str, Mission] = {}
    used = _NamesUsed()
    for index, card in enumerate(data.get("missions", ())):
        if len(problems) > MOST_PROBLEMS:
            break
        at = ("missions", index)
        needs = _items(names, card["needs"], (*at, "needs"), problems)
        reward = names.reward(card.get("reward", "-"), pointer(*at, "reward"), problems)
        aliases = tuple(card.get("aliases", ()))
        mission = Mission(card["title"], needs, reward, card["id"], card["deck"], card.get("text", ""), aliases)
        used.refuse_repeats(mission, at, problems)
        missions[mission.id] = mission
    adventures: dict[str, Adventure] = {}
    used = _NamesUsed()
    for index, entry in enumerate(data.get("adventures", ())):
        if len(problems) > MOST_PROBLEMS:
            break
        at = ("adventures", index)
        scroll = entry["scroll"]
        for place, name in enumerate(scroll["missions"]):
            if name not in missions:
                close = did_you_mean(name, missions, len(problems))
                hint = close or "a scroll names missions of its own card set by id"
                where = pointer(*at, "scroll", "missions", place)
                problems.append(Problem("DT205", f"unknown mission {quoted(name)}", where, hint))
        if len(set(scroll["missions"])) < len(scroll["missions"]):
            problems.append(Problem("DT302", "a scroll names each mission once", pointer(*at, "scroll", "missions")))
        adventure = Adventure(
            entry["id"],
            entry["title"],
            _items(names, entry["needs"], (*at, "needs"), problems),
            Effect(entry["effect"]),
            Scroll(
                tuple(scroll["missions"]),
                scroll["reputation"],
                scroll["accomplish"],
                _items(names, scroll.get("hold", ()), (*at, "scroll", "hold"), problems),
                scroll.get("complete", True),
            ),
            entry.get("text", ""),
            tuple(entry.get("aliases", ())),
        )
        used.refuse_repeats(adventure, at, problems)
        adventures[adventure.id] = adventure
    hero_texts = _hero_texts(data, problems)
    if problems:
        return LoadedCards(None, tuple(listed(problems)))
    cards = CardSet(data["id"], data["title"], kinds, missions, adventures, data.get("notes", ""), hero_texts)
    return LoadedCards(Names(cards))


def _hero_texts(data: "CardsFile", problems: list[Problem]) -> dict[HeroId, str]:
    """Return what the set says is printed on hero cards."""
    texts: dict[HeroId, str] = {}
    for index, entry in enumerate(data.get("heroes", ())):
        hero = hero_named(entry["id"])
        where = pointer("heroes", index, "id")
        if hero is None:
            problems.append(unknown_hero(entry["id"], where, len(problems)))
        elif hero in texts:
            problems.append(Problem("DT212", f"hero {quoted(entry['id'])} is described twice", where))
        else:
            texts[hero] = entry["text"]
    return texts


def _kinds(data: "CardsFile", problems: list[Problem]) -> dict[Kind, KindInfo]:
    if "kinds" not in data:
        return dict(bundled_cards(DEFAULT_CARD_SET).cards.kinds)
    kinds: dict[Kind, KindInfo] = {}
    seen: dict[str, Kind] = {}
    for index, entry in enumerate(data["kinds"]):
        kind = Kind(entry["id"])
        for name in (kind, *entry.get("aliases", ())):
            if seen.setdefault(folded(name), kind) != kind or (name == kind and kind in kinds):
                message = f"{quoted(name)} is already a name of {seen[folded(name)]}"
                problems.append(Problem("DT212", message, pointer("kinds", index)))
        kinds[kind] = KindInfo(kind, tuple(entry.get("aliases", ())), entry.get("cards", 4), entry.get("tokens", 2))
    return kinds


def _items(names: Names, given: Any, at: tuple[str | int, ...], problems: list[Problem]) -> tuple[Kind, ...]:
    kinds = []
    for index, name in enumerate(given):
        kind = names.kind(name)
        if kind is None:
            problems.append(names.unknown_kind(name, pointer(*at, index), len(problems)))
        else:
            kinds.append(kind)
    return tuple(kinds)


class _NamesUsed:
    """The ids, titles and aliases of the cards read so far."""

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._folded_ids: set[str] = set()
        self._titles: set[str] = set()
        self._aliases: set[str] = set()

    def refuse_repeats(self, card: Quest, at: tuple[str | int, ...], problems: list[Problem]) -> None:
        """Report an id, title or alias that another card already has, and remember those of this card."""
        title, aliases = folded(card.title), [folded(alias) for alias in card.aliases]
        if card.id in self._ids or folded(card.id) in self._aliases:
            problems.append(Problem("DT212", f"id {quoted(card.id)} is used twice", pointer(*at, "id")))
        if title in self._titles or title in self._aliases:
            problems.append(Problem("DT212", f"title {quoted(card.title)} is used twice", pointer(*at, "title")))
        for index, (alias, spelled) in enumerate(zip(aliases, card.aliases, strict=True)):
            if any(alias in used for used in (self._titles, self._aliases, self._folded_ids)):
                message = f"alias {quoted(spelled)} is used twice"
                problems.append(Problem("DT212", message, pointer(*at, "aliases", index)))
        self._ids.add(card.id)
        self._folded_ids.add(folded(card.id))
        self._titles.add(title)
        self._aliases.update(aliases)

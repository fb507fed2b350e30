"""Resolves a document into a game: looks up every name, checks the table, and turns choices into notes.

All problems are collected. The game itself is followed by ``check``.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from dtcli.formats.card_sets import (
    find_cards,
    scenario_names,
    scenarios,
    unknown_scenario_hint,
)
from dtcli.formats.house_printings import card_set_of
from dtcli.formats.names import Names, folded, hero_named, unknown_hero
from dtcli.formats.problems import MOST_PROBLEMS, Problem, listed, pointer, quoted
from dtcli.formats.suggest import did_you_mean
from dtcli.rules.cards import Adventure, Card, Mission, Quest
from dtcli.rules.decisions import UseSkill
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.legality import StoryRule, violations, why_too_many_heroes
from dtcli.rules.notes import UNSAID, Note, RevealNote, SkillNote
from dtcli.rules.rulings import DEFAULT_EDITION, EDITIONS, Borrowing, HeroChoice, HeroId, Rulings, SpentRewards
from dtcli.rules.scenarios import Scenario, goal_of
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import Game, Start

if TYPE_CHECKING:
    from dtcli.formats.schema import ReplayFile

MOST_WRITTEN_OUT = 10_000
"""How many spellings of written-out missions are cached."""
FAULT_CODES = {
    StoryRule.SUPPLY: "DT301",
    StoryRule.MISSION_TWICE: "DT302",
    StoryRule.SCENARIO: "DT303",
    StoryRule.REPUTATION: "DT307",
    StoryRule.SCROLL: "DT309",
}
_PAYMENT = frozenset({"waive", "in_full", "tokens"})
_ONLY_SKILLS = frozenset({"before", "as", "remove", "guess", "order"})


class Resolved(NamedTuple):
    """A game that can be followed; ``game`` is None if a name is unknown."""

    game: Game | None
    notes: tuple[Note, ...]
    names: Names | None
    scenario: Scenario | None
    problems: tuple[Problem, ...]


def resolve(data: "ReplayFile", folder: Path | None, cards: Names | None = None) -> Resolved:
    """Return the game of a document; ``cards`` overrides the card set that it names."""
    return Resolver(data).resolve(folder, cards)


class Resolver:
    """Looks up every name of a document and collects the problems."""

    def __init__(self, data: "ReplayFile") -> None:
        self.data = data
        self.problems: list[Problem] = []
        self.unknown = False
        self.adventure_laid = False

    def resolve(self, folder: Path | None, cards: Names | None) -> Resolved:
        """Return the game, or the problems that prevent it."""
        names = cards
        if names is None:
            loaded = find_cards(card_set_of(self.data), folder)
            if loaded.names is None:
                return Resolved(None, (), None, None, loaded.problems)
            names = loaded.names
        self.names = names
        scenario = self._scenario()
        rulings = self._rulings()
        heroes = self._heroes(rulings)
        story = self._story()
        start = self._start()
        adventure = self._adventure(story, start)
        notes = self._notes()
        goal = self._goal(scenario, adventure, rulings)
        self.problems += [
            Problem(FAULT_CODES[violation.rule], violation.reason, pointer("story", violation.place))
            for violation in violations(story, names.cards.kinds, scenario, adventure, begun=start is not None)
        ]
        if self.unknown:
            return Resolved(None, (), names, scenario, tuple(listed(self.problems)))
        game = Game(
            kinds=names.cards.kinds,
            story=cast("tuple[Card, ...]", tuple(story)),
            heroes=heroes,
            rulings=rulings,
            goal=goal,
            extended=self.data.get("extended", False),
            adventure=adventure,
            start=start,
        )
        self.problems += [Problem("DT901", reason, pointer("start", part)) for part, reason in start_violations(game)]
        return Resolved(game, notes, names, scenario, tuple(listed(self.problems)))

    def _lost(self, problem: Problem) -> None:
        self.problems.append(problem)
        self.unknown = True

    def _not_found(self, unknown: Callable[[str, str, int], Problem], name: str, *at: str | int) -> None:
        """Add the problem of an unknown name, unless more than can be listed were found already."""
        self.unknown = True
        if len(self.problems) <= MOST_PROBLEMS:
            self.problems.append(unknown(name, pointer(*at), len(self.problems)))

    def _scenario(self) -> Scenario | None:
        name = self.data.get("scenario")
        if name is None:
            return None
        found = scenarios().get(name) or scenario_names().get(folded(name))
        if found is None:
            hint = unknown_scenario_hint(name)
            self._lost(Problem("DT208", f"unknown scenario {quoted(name)}", "/scenario", hint))
        return found

    def _rulings(self) -> Rulings:
        edition = self.data.get("edition", DEFAULT_EDITION)
        if edition not in EDITIONS:
            hint = did_you_mean(edition, EDITIONS) or f"editions are {', '.join(EDITIONS)}"
            self._lost(Problem("DT210", f"unknown edition {quoted(edition)}", "/edition", hint))
            return Rulings()
        preset = EDITIONS[edition]
        entry = self.data.get("rulings")
        if not entry:
            return preset
        switches: dict[str, Any] = {key: value for key, value in entry.items() if not key.startswith("_")}
        for key, kind in (("thanir", Borrowing), ("spent_rewards", SpentRewards), ("hero_choice", HeroChoice)):
            if key in switches:
                switches[key] = kind(switches[key])
        return preset._replace(**switches)

    def _heroes(self, rulings: Rulings) -> tuple[HeroId, ...]:
        heroes = self._named_heroes(self.data.get("heroes", ()), ("heroes",), rulings)
        if reason := why_too_many_heroes(len(heroes), self.data.get("players")):
            self.problems.append(Problem("DT305", reason, "/heroes", "each player has one hero"))
        return tuple(dict.fromkeys(heroes))

    def _named_heroes(
        self, given: Sequence[str | None], at: tuple[str | int, ...], rulings: Rulings | None = None
    ) -> list[HeroId]:
        """Return the heroes of a list; with ``rulings`` they must be in the box of that edition."""
        heroes: list[HeroId] = []
        for index, name in enumerate(given):
            if name is None:
                self.unknown = True
                continue
            hero = hero_named(name)
            if hero is None:
                self._not_found(unknown_hero, name, *at, index)
                continue
            if hero in heroes:
                self.problems.append(Problem("DT306", f"{HEROES[hero].name} is named twice", pointer(*at, index)))
            elif rulings is not None and hero not in rulings.box:
                message = f"{HEROES[hero].name} is not in the box of this edition"
                hint = "set rulings heroes_in_box to 10 to allow it"
                self.problems.append(Problem("DT304", message, pointer(*at, index), hint))
            heroes.append(hero)
        return heroes

    def _start(self) -> Start | None:
        """Return the start position; None for the beginning of a game."""
        entry: Any = self.data.get("start")
        if entry is None:
            return None
        tokens = Pile.of(*self._kinds(entry.get("tokens", []), ("start", "tokens")))
        heroes = self._named_heroes(entry["heroes"], ("start", "heroes")) if "heroes" in entry else None
        failed = self.card(entry["last_failed"], ("start", "last_failed")) if "last_failed" in entry else None
        return Start(
            cards=Pile.of(*self._kinds(entry.get("cards", []), ("start", "cards"))),
            tokens=tokens,
            supply=self._supply(entry["supply"], tokens) if "supply" in entry else None,
            unused=None if heroes is None else tuple(heroes),
            last_failed=cast("Quest | None", failed),
            extra_slot=entry.get("extra_slot", False),
            adventure_completed=entry.get("adventure_completed", False),
            waiver=entry.get("waiver", 0),
            guesses=frozenset(self._kinds(entry.get("guesses", []), ("start", "guesses"))),
            solved=entry.get("solved", False),
        )

    def _supply(self, entry: dict[str, int], held: Pile) -> Pile:
        """Return the supply: of an item that the entry does not name, all tokens that are not in the backpack."""
        supply = {kind: max(0, info.tokens - held[kind]) for kind, info in self.names.cards.kinds.items()}
        named: dict[Kind, str] = {}
        for name, n in entry.items():
            kind = None if name.startswith("_") else self._kind(name, ("start", "supply", name))
            if kind is None:
                continue
            if kind in named:
                message = f"{quoted(name)} and {quoted(named[kind])} are the same item"
                self._lost(Problem("DT203", message, pointer("start", "supply", name)))
            named[kind], supply[kind] = name, n
        return Pile(supply)

    def _story(self) -> list[Card | None]:
        """Return the cards of the story, with None for unknown ones."""
        items, missions = self.names.items, self.names.missions
        laid: list[Any] = self.data["story"]  # None stands for a card that is not valid
        cards: list[Card | None] = []
        for index, entry in enumerate(laid):
            card: Card | None = None  # the usual spellings first, for speed
            if type(entry) is str:
                card = items.get(entry)
            elif entry is None:
                self.unknown = True
                cards.append(None)
                continue
            elif len(entry) == 1:
                card = missions.get(entry.get("mission", ""))
            if card is None:
                card = self.card(entry, ("story", index))
            cards.append(card)
        return cards

    def card(self, entry: Any, at: tuple[str | int, ...]) -> Card | None:
        """Return the card of an entry in a story or a hand; for an unknown one add a problem and return None."""
        if isinstance(entry, str):
            card = self.names.card(entry)
            if card is None:
                self._not_found(self.names.unknown_card, entry, *at)
            self.adventure_laid = self.adventure_laid or isinstance(card, Adventure)
            return card
        if "adventure" in entry:
            adventure = self.names.adventure(entry["adventure"])
            if adventure is None:
                self._not_found(self.names.unknown_adventure, entry["adventure"], *at)
            self.adventure_laid = True
            return adventure
        return self._mission(entry, at)

    def _mission(self, entry: Any, at: tuple[str | int, ...]) -> Mission | None:
        title = entry["mission"]
        if "needs" not in entry:
            if "reward" in entry:
                message = "a reward, but no items that the mission needs"
                hint = self.names.choice_hint(f"{title} {entry['reward']}")
                hint = hint or "write: mission Title: bow + 2 sword -> shield?"
                self._lost(Problem("DT202", message, pointer(*at), hint))
                return None
            mission = self.names.mission(title)
            if mission is None:
                self._not_found(self.names.unknown_mission, title, *at)
            return mission
        return self._written_out(title, entry["needs"], entry.get("reward", "-"), at)

    def _written_out(self, title: str, needs: list[str], reward: str, at: tuple[str | int, ...]) -> Mission:
        spelled = (title, tuple(needs), reward)
        known = self.names.written.get(spelled)
        if known is not None:
            return known
        found: list[Problem] = []
        mission = Mission(
            title,
            self._kinds(needs, (*at, "needs")),
            self.names.reward(reward, pointer(*at, "reward"), found, len(self.problems)),
        )
        for problem in found:
            self._lost(problem)
        if not self.unknown:
            if len(self.names.written) >= MOST_WRITTEN_OUT:
                self.names.written.clear()
            self.names.written[spelled] = mission
        return mission

    def _kind(self, name: str, at: tuple[str | int, ...]) -> Kind | None:
        kind = self.names.kind(name)
        if kind is None:
            self._not_found(self.names.unknown_kind, name, *at)
        return kind

    def _kinds(self, given: list[str], at: tuple[str | int, ...]) -> tuple[Kind, ...]:
        known = self.names.kinds
        found = []
        for index, name in enumerate(given):
            kind = known.get(name) or self._kind(name, (*at, index))
            if kind is not None:
                found.append(kind)
        return tuple(found)

    def _adventure(self, story: list[Card | None], start: Start | None) -> Adventure | None:
        named = self.data.get("adventure")
        adventure = None
        if named is not None:
            adventure = self.names.adventure(named)
            if adventure is None:
                self._not_found(self.names.unknown_adventure, named, "adventure")
        for index, card in enumerate(story if self.adventure_laid else ()):
            if not isinstance(card, Adventure):
                continue
            if adventure is None:
                adventure = card
            elif card is not adventure or any(one is card for one in story[:index]):
                message = f"a second adventure, {card.title}, in a game of {adventure.title}"
                self.problems.append(Problem("DT310", message, pointer("story", index)))
        failed = start.last_failed if start else None
        if not isinstance(failed, Adventure):
            return adventure
        if adventure is not None and adventure is not failed:
            message = f"a second adventure, {failed.title}, in a game of {adventure.title}"
            self.problems.append(Problem("DT310", message, "/start/last_failed"))
        return adventure or failed

    def _goal(self, scenario: Scenario | None, adventure: Adventure | None, rulings: Rulings) -> int | None:
        """Return the goal; warn if the file sets another one than its scenario or adventure."""
        expected = goal_of(scenario, adventure, rulings)
        goal = self.data.get("goal")
        if goal is None:
            return expected
        if (scenario is not None or adventure is not None) and goal != expected:
            asks = adventure.title if adventure else scenario.title if scenario else ""
            self.problems.append(Problem("DT308", f"goal {goal}, where {asks} asks for {expected}", "/goal"))
        return goal

    # choices

    def _notes(self) -> tuple[Note, ...]:
        notes: list[Note] = []
        choices: Sequence[Any] = self.data.get("choices", ())  # None stands for a choice that is not valid
        for index, entry in enumerate(choices):
            if entry is None:
                continue
            note = self._plain_note(entry) or self._note(entry, ("choices", index))
            if note is not None:
                notes.append(note)
        return tuple(notes)

    def _plain_note(self, entry: dict[str, Any]) -> Note | None:
        """Return the note of an entry that has only ``at`` and ``take``, as most do; None for any other."""
        if len(entry) == 2 and "at" in entry and "take" in entry:  # noqa: PLR2004
            take = entry["take"]
            if take is None or take in self.names.cards.kinds:
                return RevealNote(entry["at"], take)
        return None

    def _note(self, entry: Any, at: tuple[str | int, ...]) -> Note | None:
        if "hero" in entry:
            return self._skill_note(entry, at)
        if "at" not in entry:
            message = "a choice says 'at' which reveal it was taken, or 'before' which reveal a 'hero' acted"
            self._lost(Problem("DT202", message, pointer(*at)))
            return None
        if not _ONLY_SKILLS.isdisjoint(entry):
            hint = "a hero skill has 'before' and 'hero'"
            key = min(_ONLY_SKILLS.intersection(entry))
            self._lost(Problem("DT203", f"'{key}' belongs to a hero skill", pointer(*at, key), hint))
            return None
        take: Any = UNSAID
        if "take" in entry:
            take = entry["take"]
            if take is not None:
                take = self.names.kinds.get(take) or self._kind(take, (*at, "take"))
        discard = self._discarded(entry["discard"], at) if "discard" in entry else None
        if _PAYMENT.isdisjoint(entry):
            return RevealNote(entry["at"], take, discard)
        lists = {key: self._kinds(entry[key], (*at, key)) for key in _PAYMENT if key in entry}
        return RevealNote(entry["at"], take, discard, **lists)

    def _discarded(self, given: list[Any], at: tuple[str | int, ...]) -> tuple[Kind, ...]:
        for index, name in enumerate(given):
            if not isinstance(name, str):
                self._lost(Problem("DT203", "expected an item, found a number", pointer(*at, "discard", index)))
                return ()
        return self._kinds(given, (*at, "discard"))

    def _skill_note(self, entry: Any, at: tuple[str | int, ...]) -> Note | None:
        problems = [key for key in ("at", "waive", "in_full") if key in entry]
        if "before" not in entry:
            self._lost(Problem("DT202", "a hero skill says 'before' which reveal it was used", pointer(*at)))
            return None
        if problems:
            message = f"'{problems[0]}' does not belong to a hero skill"
            self._lost(Problem("DT203", message, pointer(*at, problems[0])))
            return None
        hero = self._hero(entry, "hero", at)
        borrowed = self._hero(entry, "as", at) if "as" in entry else None
        places = entry.get("discard")
        if places is not None and not all(type(place) is int for place in places):
            message = "Nintrabash discards places 1 to 5, not items"
            self._lost(Problem("DT203", message, pointer(*at, "discard")))
            return None
        if hero is None:
            return None
        use = UseSkill(
            hero=hero,
            borrowed=borrowed,
            remove=self._kinds(entry.get("remove", []), (*at, "remove")),
            tokens=self._kinds(entry.get("tokens", []), (*at, "tokens")),
            take=self._kind(entry["take"], (*at, "take")) if entry.get("take") is not None else None,
            guess=self._kind(entry["guess"], (*at, "guess")) if "guess" in entry else None,
            discard=None if places is None else tuple(places),
            order=tuple(entry["order"]) if "order" in entry else None,
        )
        return SkillNote(entry["before"], use, tokens_said="tokens" in entry)

    def _hero(self, entry: Any, key: str, at: tuple[str | int, ...]) -> HeroId | None:
        hero = hero_named(entry[key])
        if hero is None:
            self._not_found(unknown_hero, entry[key], *at, key)
        return hero

"""Random changes of a position, by which the generator climbs to the grade that it aims at.

Some only try something else. Others aim: two missions that list the same kind get one copy less of it, what the last
mission needs becomes a token or is laid late, the backpack is filled up, the supply runs short.
"""

from collections import Counter
from collections.abc import Callable
from random import Random

from dtcli.rules.cards import Adventure, Card, CardSet, Item, Mission
from dtcli.rules.goals import Goal, GoalKind
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, Pile
from dtcli.rules.legality import violations
from dtcli.rules.start_legality import start_violations
from dtcli.rules.state import Start, opening
from solver.puzzles.candidates import Candidate, PuzzleRequirements

MOST_CARDS, MOST_MISSIONS = 24, 8
"""A longer story is no fun to solve by hand."""
_MANY_NEEDS = 4
Change = Callable[["Sketch"], None]


class Sketch:
    """A position while it is changed."""

    def __init__(self, found: Candidate, missions: list[Mission], rng: Random) -> None:
        game = found.game
        begin = game.start or Start()
        self.game, self.goal, self.rng = game, found.goal, rng
        self.pool = missions
        """The missions that may be laid."""
        self.story: list[Card] = list(game.story)
        self.held = list(begin.cards.copies())
        self.supply = opening(game).supply.counts()
        self.kinds = list(game.kinds)

    def places(self, of: type[Item] | type[Mission]) -> list[int]:
        """Return the indexes of the cards of this type in the story."""
        return [place for place, card in enumerate(self.story) if isinstance(card, of)]

    def result(self) -> Candidate | None:
        """Return the changed position; None if its cards cannot lie on one table."""
        game = self.game
        start = (game.start or Start())._replace(cards=Pile.of(*self.held), supply=Pile(self.supply))
        changed = game.with_changes(story=tuple(self.story), start=start)
        if violations(self.story, game.kinds, None, game.adventure, begun=True) or start_violations(changed):
            return None
        if self.goal.mission is not None and self.goal.mission not in self.story:
            return None
        return Candidate(changed, self.goal)


def vary(found: Candidate, cards: CardSet, requirements: PuzzleRequirements, rng: Random) -> Candidate | None:
    """Return the position with one to three random changes; None if it is not possible, or too long."""
    adventure = found.game.adventure
    pool = list(cards.missions.values())
    if adventure is not None:
        pool = [mission for mission in pool if mission.id in adventure.scroll.missions]
    sketch = Sketch(found, pool, rng)
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_CHANGES)(sketch)
    missions = sum(not isinstance(card, Item) for card in sketch.story)
    if len(sketch.story) > (requirements.cards or MOST_CARDS) or missions > (requirements.missions or MOST_MISSIONS):
        return None
    if requirements.missions is not None and len(sketch.places(Mission)) != requirements.missions:
        return None
    return sketch.result()


def with_adventure(found: Candidate, adventure: Adventure, rng: Random) -> Candidate | None:
    """Return the position with an adventure in its story, and most of what it needs before it."""
    sketch = Sketch(found._replace(game=found.game.with_changes(adventure=adventure)), [], rng)
    place = rng.randrange(len(sketch.story))
    items: list[Card] = [Item(kind) for kind in adventure.needs if rng.random() < 0.8]  # noqa: PLR2004
    sketch.story[place:place] = [*items, adventure]
    return sketch.result()


def with_scarce_tokens(found: Candidate, rng: Random) -> Candidate:
    """Return the position with tokens of few kinds, so that it matters whether a reward must be taken."""
    begin = found.game.start or Start()
    left = {kind: 1 for kind in found.game.kinds if rng.random() < 0.3}  # noqa: PLR2004
    return found._replace(game=found.game.with_changes(start=begin._replace(supply=Pile(left))))


def with_blocker(found: Candidate, missions: list[Mission], rng: Random) -> Candidate | None:
    """Return a position of the same game in which an early mission takes what two later ones need (H2).

    Whatever is completed for certain may have to be thrown away.
    """
    blocker = rng.choice([mission for mission in missions if len(mission.needs) >= _MANY_NEEDS] or missions)
    later = [one for one in missions if one != blocker and set(one.needs) & set(blocker.needs)]
    if len(later) < 2:  # noqa: PLR2004
        return None
    pair = rng.sample(later, 2)
    sketch = Sketch(found, missions, rng)
    first = list(blocker.needs)
    rng.shuffle(first)
    packed = rng.randrange(len(first))
    costs = [kind for hero in found.game.heroes for kind in HEROES[hero].cost]
    rest = [*((Counter(pair[0].needs) | Counter(pair[1].needs)) - Counter(first)).elements()]
    sketch.held = [*first[:packed], *costs]
    sketch.story = [*map(Item, first[packed:]), blocker, *map(Item, rest), *pair]
    if sketch.goal.mission is not None:
        sketch.goal = sketch.goal._replace(mission=pair[1])
    return sketch.result()


def _fight_over(sketch: Sketch) -> None:
    """Remove a copy of a kind that several missions list, so that they fight over what is left."""
    listed = [kind for place in sketch.places(Mission) for kind in _listed(sketch.story[place])]
    wanted = [kind for kind in sketch.kinds if listed.count(kind) > 1]
    if wanted:
        _remove_copy(sketch, sketch.rng.choice(wanted))


def _listed(card: Card) -> list[Kind]:
    return [] if isinstance(card, Item) else list(card.listed)


def _remove_copy(sketch: Sketch, kind: Kind) -> None:
    places = [place for place, card in enumerate(sketch.story) if card == Item(kind)]
    if kind in sketch.held and (not places or sketch.rng.random() < 0.5):  # noqa: PLR2004
        sketch.held.remove(kind)
    elif places:
        del sketch.story[sketch.rng.choice(places)]


def _add_item(sketch: Sketch) -> None:
    """Lay another item: one that a mission lists, or any."""
    listed = [kind for card in sketch.story for kind in _listed(card)]
    kind = sketch.rng.choice(listed or sketch.kinds) if sketch.rng.random() < 0.7 else sketch.rng.choice(sketch.kinds)  # noqa: PLR2004
    sketch.story.insert(sketch.rng.randrange(len(sketch.story)), Item(kind))


def _remove_item(sketch: Sketch) -> None:
    if places := sketch.places(Item):
        del sketch.story[sketch.rng.choice(places)]


def _move_item(sketch: Sketch) -> None:
    if places := sketch.places(Item):
        card = sketch.story.pop(sketch.rng.choice(places))
        sketch.story.insert(sketch.rng.randrange(len(sketch.story)), card)


def _pack(sketch: Sketch) -> None:
    """Fill the backpack a little, so that its slots run short."""
    sketch.held.append(sketch.rng.choice(sketch.kinds))


def _unpack(sketch: Sketch) -> None:
    if sketch.held:
        sketch.held.remove(sketch.rng.choice(sketch.held))


def _replace_mission(sketch: Sketch) -> None:
    if places := sketch.places(Mission):
        place, mission = sketch.rng.choice(places), sketch.rng.choice(sketch.pool)
        if sketch.goal.kind is GoalKind.MISSION and sketch.story[place] == sketch.goal.mission:
            sketch.goal = Goal(GoalKind.MISSION, mission=mission)
        sketch.story[place] = mission


def _add_mission(sketch: Sketch) -> None:
    """Lay another mission, with or without some of what it needs."""
    mission = sketch.rng.choice(sketch.pool)
    place = sketch.rng.randrange(len(sketch.story) + 1)
    items: list[Card] = [Item(kind) for kind in mission.needs if sketch.rng.random() < 0.4]  # noqa: PLR2004
    sketch.story[place:place] = [*items, mission]


def _remove_mission(sketch: Sketch) -> None:
    places = sketch.places(Mission)
    if len(places) > 2:  # noqa: PLR2004
        del sketch.story[sketch.rng.choice(places)]


def _swap_missions(sketch: Sketch) -> None:
    places = sketch.places(Mission)
    if len(places) > 1:
        one, other = sketch.rng.sample(places, 2)
        sketch.story[one], sketch.story[other] = sketch.story[other], sketch.story[one]


def _change_supply(sketch: Sketch) -> None:
    """Take tokens of a kind from the supply, or put them back."""
    kind = sketch.rng.choice(sketch.kinds)
    sketch.supply[kind] = sketch.rng.randint(0, sketch.game.kinds[kind].tokens)


def _give_late(sketch: Sketch) -> None:
    """Remove a copy that the last mission needs, so that a reward has to stand for it."""
    last = next((card for card in reversed(sketch.story) if isinstance(card, Mission | Adventure)), None)
    if last is not None:
        _remove_copy(sketch, sketch.rng.choice(last.needs))


_CHANGES: tuple[Change, ...] = (
    _fight_over, _fight_over, _add_item, _add_item, _remove_item, _move_item, _pack, _unpack, _replace_mission,
    _replace_mission, _add_mission, _remove_mission, _swap_missions, _change_supply, _give_late,
)  # fmt: skip

"""The nearest legal readings of a record: the fewest slips without which it could have happened.

All positions that the record without 0, 1, 2, ... slips can reach are followed, equal positions once. So when a
reading is found, it is known that fewer slips explain nothing.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from dtcli.rules.cards import Adventure, Card, Item, Mission
from dtcli.rules.decisions import UseSkill
from dtcli.rules.heroes.next_cards import CARDS_SEEN
from dtcli.rules.legality import violations
from dtcli.rules.notes import Note, SkillNote
from dtcli.rules.rulings import ARVEDUI_MIRIEL
from dtcli.rules.scenarios import Scenario
from dtcli.rules.state import Game
from solver.limits import OutOfLimits
from solver.studies.slip_positions import CompactPosition, CompactPositions
from solver.studies.slips import WINDOW_HEROES, Slip, SlipKind, acting, after_window
from solver.studies.written_record import Laid, WrittenRecord, written_record

MOST_SLIPS = 3
MOST_SECONDS = 10.0
TICKS = 64
"""After how many steps the clock is read."""
ALWAYS = 1_000_000
"""The horizon of a node at which every slip may make a difference."""

Changes = tuple[tuple[str, int], ...]
"""How many more copies of each card the story has without the slips, sorted."""


class RecordPlace(NamedTuple):
    """Where a reading is in the record."""

    next: int
    """The index of the next card as written."""
    used: int = 0
    """How many of the skills before that card have been used."""
    front: tuple[Laid, ...] = ()
    """Cards that come before it."""
    tail: tuple[Laid, ...] = ()
    """Missions brought back, which come last."""
    brought: int = 0
    """How many missions have been brought back."""


class ReadingNode:
    """A position in the record with some slips corrected."""

    __slots__ = ("broke", "broken", "changes", "children", "horizon", "parents", "place", "position", "ranked")

    def __init__(self, place: RecordPlace, position: CompactPosition, changes: Changes) -> None:
        self.place, self.position, self.changes = place, position, changes
        self.broken = False
        """Whether the backpack has broken, so that this is an end."""
        self.broke = False
        """Whether the backpack breaks at the next card."""
        self.children: list[ReadingNode] = []
        """What it leads to without a further slip."""
        self.horizon: int | None = None
        """The last card as written at which a way from here without a further slip contradicts the record."""
        self.parents: list[tuple[ReadingNode | None, tuple[Slip, ...]]] = []
        self.ranked: list[tuple[float, tuple[Slip, ...]]] | None = None


class NearReading(NamedTuple):
    """Slips without which a record could have happened."""

    slips: tuple[Slip, ...]
    completed: int


class NearestReadings(NamedTuple):
    """What the search found."""

    slips: int | None
    """The fewest slips; None if more than ``at_most`` are needed."""
    readings: tuple[NearReading, ...]
    """The readings with that many slips, the most plausible first; not all of them."""
    at_most: int
    """All readings with fewer slips than ``slips``, or with up to this many, are ruled out."""
    proved: bool
    seconds: float


def nearest_readings(  # noqa: PLR0913
    game: Game,
    notes: tuple[Note, ...],
    *,
    scenario: Scenario | None = None,
    missions: Mapping[str, Mission] | None = None,
    keep_story: bool = False,
    most_slips: int = MOST_SLIPS,
    seconds: float = MOST_SECONDS,
    count: int = 3,
    weigh: Callable[[Slip], float] | None = None,
    prefer: Callable[[int, bool], bool] | None = None,
) -> NearestReadings:
    """Return the readings with the fewest slips.

    ``missions`` are the cards that a mission may have been mistaken for. With ``keep_story`` the cards are right.
    ``prefer`` says of a number of completed missions, and of a whole or broken backpack, whether the record claims it.
    """
    began = time.monotonic()
    search = _Search(
        written_record(game, notes),
        scenario,
        missions or {},
        keep_story=keep_story,
        deadline=began + seconds,
    )
    search.positions.count_missions = prefer is not None
    slips = len(search.record.stray)
    collecting = gc.isenabled()
    gc.disable()  # hundreds of thousands of nodes, none of them garbage before the end
    try:
        while slips <= most_slips:
            ends = search.level(slips)
            if ends:
                ranked = search.ranked(ends, count, weigh or (lambda slip: float(slip.kind)), prefer)
                return NearestReadings(slips, ranked, slips - 1, proved=True, seconds=time.monotonic() - began)
            slips += 1
    except OutOfLimits:
        return NearestReadings(None, (), slips - 1, proved=False, seconds=time.monotonic() - began)
    finally:
        if collecting:
            gc.enable()
    return NearestReadings(None, (), most_slips, proved=True, seconds=time.monotonic() - began)


class _Search:
    """The search, level by level: a level has all positions with that many slips."""

    def __init__(
        self,
        record: WrittenRecord,
        scenario: Scenario | None,
        missions: Mapping[str, Mission],
        *,
        keep_story: bool,
        deadline: float,
    ) -> None:
        self.record, self.scenario, self.keep_story, self.deadline = record, scenario, keep_story, deadline
        self.game, self.cards, self.notes = record.game, record.cards, record.notes
        self.positions = CompactPositions(record)
        laid = {card.id or card.title for card in record.game.story if isinstance(card, Mission)}
        self.others = [
            mission
            for name, mission in missions.items()
            if name not in laid
            and not violations([mission], self.game.kinds, scenario, self.game.adventure, begun=True)
        ]
        self.kinds = self.positions.kinds
        self.run_end = self._run_ends()
        self.levels: dict[int, dict[object, ReadingNode]] = {}
        self.seen: dict[tuple[RecordPlace, CompactPosition], list[tuple[int, Changes]]] = {}
        self.ends: dict[int, list[ReadingNode]] = {}
        self._legal: dict[Changes, bool] = {}
        self._waiting: list[ReadingNode] = []
        self._level = 0
        self._relevant = True
        """Whether the slips that can make a difference alone are looked at, or the others."""
        self._influence: dict[tuple[int, int], set[int]] = {}
        self._changes: dict[tuple[Changes, Card, int], Changes] = {}
        self.numbers = [
            self.positions.number[one.card.kind] if isinstance(one.card, Item) else -1 for one in self.cards
        ]
        """The number of the kind of each item card."""
        self._ticks = 0

    def _run_ends(self) -> list[int]:
        """Return for each card the index after the run of plain items that it begins."""
        ends = [0] * (len(self.cards) + 1)
        ends[len(self.cards)] = len(self.cards)
        for at in reversed(range(len(self.cards))):
            one = self.cards[at]
            if not (isinstance(one.card, Item) and one.is_plain):
                ends[at] = at
            else:
                after = at + 1
                plain = after < len(self.cards) and ends[after] > after
                ends[at] = ends[after] if plain else after
        return ends

    # --- levels

    def level(self, slips: int) -> list[ReadingNode]:
        """Explore every position with exactly this many slips, and return the ends that are legal readings."""
        stray = len(self.record.stray)
        if slips - 1 in self.levels:
            self._explore_irrelevant(slips - 1)
        self._level = slips
        self.levels[slips], self.ends[slips] = {}, []
        self._waiting = []
        if slips == stray:
            wrong = tuple(Slip(SlipKind.WRONG_DECISION, index) for index in self.record.stray)
            self._reach(None, wrong, RecordPlace(0), self.positions.opening, ())
        self._relevant = True
        for fewer in range(stray, slips):
            for node in [*self.levels[fewer].values()]:
                self._tick()
                if slips - fewer == 1:
                    self._find_horizon(node)
                    self._slip(node)
                self._slip_more(node, slips - fewer)
        self._advance_all()
        return [node for node in self.ends[slips] if self._is_legal(node.changes)]

    def _explore_irrelevant(self, slips: int) -> None:
        """Add what slips explain that matter only together with further slips."""
        self._level, self._relevant = slips, False
        for node in [*self.levels.get(slips - 1, {}).values()]:
            self._tick()
            self._slip(node)
        self._advance_all()

    def _advance_all(self) -> None:
        while self._waiting:
            self._tick()
            self._advance(self._waiting.pop())

    def _find_horizon(self, end: ReadingNode) -> None:
        """Set how far a node gets without a further slip; ``len(cards)`` if it ends for another reason than a card."""
        stack = [end]
        while stack:
            node = stack[-1]
            missing = [child for child in node.children if child.horizon is None]
            if node.horizon is None and missing:
                stack += missing
                continue
            stack.pop()
            if node.horizon is None:
                place = node.place
                here = ALWAYS if place.front or place.tail or self._may_break(node) else place.next
                if here == len(self.cards):
                    here = ALWAYS
                node.horizon = max([here, *(child.horizon or 0 for child in node.children)])

    def _may_break(self, node: ReadingNode) -> bool:
        """Return whether fewer filled slots could help at this node."""
        return node.broke or self.positions.changes_limit(node.position)

    def _influences(self, place: int, horizon: int) -> set[int]:
        """Return the kinds that can make a difference at the card ``horizon`` if the backpack differs at ``place``."""
        known = self._influence.get((place, horizon))
        if known is not None:
            return known
        held: set[int] = set()
        supply: set[int] = set()
        for at in range(horizon, place - 1, -1):
            one = self.cards[at]
            if not isinstance(one.card, Item):
                needs = {self.positions.number[kind] for kind in one.card.listed}
                gives = {*self.positions.relevant(one.card)}
                if at == horizon or gives & held or gives & supply:
                    held |= needs
                    supply |= gives
            if one.skills:
                held = {*range(len(self.kinds))}
                break
        self._influence[place, horizon] = held
        return held

    def _wanted(self, node: ReadingNode, changes: Changes, *kinds: int) -> bool:
        """Return whether a slip that changes how many copies there are of these kinds belongs to this pass.

        The first pass takes the slips that can make a difference alone, the second all others.
        """
        if not self._is_legal(changes):
            return not self._relevant
        if not kinds or node.horizon is None or node.horizon >= ALWAYS:
            return self._relevant
        influences = self._influences(node.place.next, node.horizon)
        return self._relevant is not influences.isdisjoint(kinds)

    def _tick(self) -> None:
        self._ticks += 1
        if not self._ticks % TICKS and time.monotonic() > self.deadline:
            raise OutOfLimits

    def _reach(
        self,
        parent: ReadingNode | None,
        slips: tuple[Slip, ...],
        place: RecordPlace,
        position: CompactPosition,
        changes: Changes,
    ) -> None:
        """Add a position to the level; a position that fewer slips reach as well is left out."""
        key = (place, position)
        known = self.levels[self._level].get((key, changes))
        if known is not None:
            known.parents.append((parent, slips))
            if parent is not None and not slips:
                parent.children.append(known)
            return
        seen = self.seen.setdefault(key, [])
        if any(level < self._level and self._allows_more(before, changes) for level, before in seen):
            return
        seen.append((self._level, changes))
        node = ReadingNode(place, position, changes)
        node.parents.append((parent, slips))
        if parent is not None and not slips:
            parent.children.append(node)
        self.levels[self._level][key, changes] = node
        self._waiting.append(node)

    def _allows_more(self, one: Changes, other: Changes) -> bool:
        """Return whether a story with the first changes stays legal wherever one with the second does."""
        if one == other:
            return True
        if self.game.adventure is not None:
            return False
        mine, theirs = dict(one), dict(other)
        for name in mine.keys() | theirs.keys():
            if name in self.positions.number:
                if mine.get(name, 0) > theirs.get(name, 0):
                    return False
            elif mine.get(name, 0) != theirs.get(name, 0):
                return False
        return True

    def _is_legal(self, changes: Changes) -> bool:
        """Return whether the story with these changes is legal; where the order matters, the caller checks again."""
        known = self._legal.get(changes)
        if known is None:
            story = [one.card for one in self.cards]
            for name, n in changes:
                card: Card
                if name in self.positions.number:
                    card = Item(name)  # type: ignore[arg-type]
                else:
                    card = next(
                        one for one in (*self.others, *story) if not isinstance(one, Item) and _name(one) == name
                    )
                story += [card] * n
                for _ in range(-n):
                    story.remove(card)
            found = violations(story, self.game.kinds, self.scenario, self.game.adventure, begun=True)
            known = self._legal[changes] = not found
        return known

    # --- without a slip

    def _token(self, place: RecordPlace) -> Laid | None:
        """Return the next card with the skills that are left before it."""
        if place.front:
            return place.front[0]
        if place.next < len(self.cards):
            token = self.cards[place.next]
            return token._replace(skills=token.skills[place.used :]) if place.used else token
        return place.tail[0] if place.tail else None

    def _after(self, place: RecordPlace) -> RecordPlace:
        """Return the place after the next card."""
        if place.front:
            return place._replace(front=place.front[1:])
        if place.next < len(self.cards):
            return place._replace(next=place.next + 1, used=0)
        return place._replace(tail=place.tail[1:])

    def _advance(self, node: ReadingNode) -> None:
        """Go on without a slip."""
        place, position = node.place, node.position
        token = self._token(place)
        if token is None:
            if not self.record.late and not self._never_again(place):
                self.ends[self._level].append(node)
            return
        if not place.front and place.next < len(self.cards) and not place.used:
            end = self.run_end[place.next]
            if end > place.next:
                self._pack(node, (), (place.next, end), place._replace(next=end))
                return
        if token.skills:
            note = self.notes[token.skills[0]]
            assert isinstance(note, SkillNote)
            for use in self.positions.ways_to_use(position, note, self._story(place)):
                self._use(node, (), use, self._settled(place) if acting(use) in WINDOW_HEROES else place)
            return
        self._reveal(node, (), token.card, token.note, self._after(place))

    def _never_again(self, place: RecordPlace) -> list[int]:
        """Return the notes on missions that were to be brought back but were not."""
        left = self.record.again[place.brought :]
        return [index for one in left for index in (*one.skills, *(() if one.note is None else (one.note,)))]

    def _pack(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        run: tuple[int, int],
        then: RecordPlace,
        changes: Changes | None = None,
        *,
        more: tuple[int, ...] = (),
    ) -> None:
        """Put a run of items, from one index to another, into the backpack, and more of these kinds."""
        packed = self.positions.packed(node.position, [*self.numbers[slice(*run)], *more])
        if packed is not None:
            self._reach(node, slips, then, packed, node.changes if changes is None else changes)
            return
        node.broke = node.broke or not slips
        if not self._left(then):
            self._end_broken(node, slips, then, changes)

    def _left(self, place: RecordPlace) -> bool:
        """Return whether a decision is recorded at or after this place."""
        rest = (*place.front, *self.cards[place.next :], *place.tail)
        return bool(self.record.late or self._never_again(place)) or any(not one.is_plain for one in rest)

    def _end_broken(
        self, node: ReadingNode, slips: tuple[Slip, ...], then: RecordPlace, changes: Changes | None = None
    ) -> None:
        """Note that the backpack breaks, with nothing recorded after it."""
        end = ReadingNode(then, node.position, node.changes if changes is None else changes)
        end.broken = True
        end.parents.append((node, slips))
        self.ends[self._level].append(end)

    def _reveal(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        card: Card,
        note: int | None,
        then: RecordPlace,
        changes: Changes | None = None,
    ) -> None:
        for way in self.positions.reveal(node.position, card, note):
            if not way.broken:
                self._reach(node, slips, then, way.position, node.changes if changes is None else changes)
                continue
            node.broke = node.broke or not slips
            if not way.contradicted_after and not self._left(then):
                self._end_broken(node, slips, then, changes)

    def _story(self, place: RecordPlace) -> tuple[Card, ...]:
        """Return the cards to come; only how many there are counts, up to those that a skill looks at."""
        rest = (*place.front, *self.cards[place.next : place.next + CARDS_SEEN + 1], *place.tail)
        return tuple(one.card for one in rest[: CARDS_SEEN + 1])

    def _settled(self, place: RecordPlace) -> RecordPlace:
        """Return the place with the cards that a skill looks at in front."""
        front, at, used = list(place.front), place.next, place.used
        while len(front) < CARDS_SEEN and at < len(self.cards):
            token = self.cards[at]
            front.append(token._replace(skills=token.skills[used:], gap=None))
            at, used = at + 1, 0
        return place._replace(next=at, used=used, front=tuple(one._replace(gap=None) for one in front))

    def _use(
        self,
        node: ReadingNode,
        slips: tuple[Slip, ...],
        use: UseSkill | None,
        place: RecordPlace,
        changes: Changes | None = None,
    ) -> None:
        """Use a skill, or none, in place of the next one that is recorded."""
        token = self._token(place)
        assert token is not None
        changes = node.changes if changes is None else changes
        story = self._story(place)
        if place.front:
            place = place._replace(front=(token._replace(skills=token.skills[1:]), *place.front[1:]))
        elif place.next < len(self.cards):
            place = place._replace(used=place.used + 1)
        else:
            place = place._replace(tail=(token._replace(skills=token.skills[1:]), *place.tail[1:]))
        if use is None:
            self._reach(node, slips, place, node.position, changes)
            return
        hero = acting(use)
        if hero == ARVEDUI_MIRIEL:
            quest = self.positions.last_failed(node.position)
            assert quest is not None
            said = self.record.again[place.brought] if place.brought < len(self.record.again) else None
            again = Laid(quest, None, said.note if said else None, said.skills if said else ())
            place = place._replace(tail=(*place.tail, again), brought=place.brought + 1)
        elif hero in WINDOW_HEROES:
            looked_at = self._after_window(place, use)
            if looked_at is None:
                return
            place = looked_at
        position, broken = self.positions.used(node.position, use, story)
        if not broken:
            self._reach(node, slips, place, position, changes)
            return
        node.broke = node.broke or not slips
        if not self._left(place):
            self._end_broken(node, slips, place, changes)

    def _after_window(self, place: RecordPlace, use: UseSkill) -> RecordPlace | None:
        """Return the place after a skill that looks at the next cards; None if the record says more about them."""
        rest = max(0, CARDS_SEEN - len(place.front)) if place.next >= len(self.cards) else 0
        seen = (*place.front, *place.tail[:rest])
        if not after_window(seen, use) and place.next < len(self.cards):  # skills wait for the card after those
            seen = (*seen, self.cards[place.next]._replace(gap=None))
            place = place._replace(next=place.next + 1, used=0)
        queue = after_window(seen, use)
        if sum(one.note is not None for one in queue) < sum(one.note is not None for one in seen):
            return None  # a decision is recorded at a card that is discarded
        if sum(len(one.skills) for one in queue) < sum(len(one.skills) for one in seen):
            return None  # a skill is recorded after the last card
        return place._replace(front=queue, tail=place.tail[rest:])

    # --- with one more slip

    def _slip(self, node: ReadingNode) -> None:
        """Reach everything that one slip at the next card, or before it, explains."""
        place = node.place
        token = self._token(place)
        if token is None:
            if self._relevant:
                self._slip_at_end(node)
            return
        raw = not place.front and place.next < len(self.cards)
        if raw and not place.used and self.run_end[place.next] > place.next:
            if not self.keep_story:
                self._slip_in_run(node, place.next, self.run_end[place.next])
            return
        if not self.keep_story and token.gap is not None:
            self._leave_out(node, token)
        if token.skills:
            if self._relevant:
                self._slip_in_skill(node, token)
            return
        if token.note is not None and self._relevant:
            wrong = Slip(SlipKind.WRONG_DECISION, token.note)
            self._reveal(node, (wrong,), token.card, None, self._after(place))
        if raw and not self.keep_story:
            self._slip_in_card(node, token, place.next)

    def _slip_at_end(self, node: ReadingNode) -> None:
        wrong = [*self.record.late, *self._never_again(node.place)]
        if len(wrong) == 1:
            self._end_corrected(node, wrong)

    def _end_corrected(self, node: ReadingNode, wrong: Iterable[int]) -> None:
        slips = tuple(
            Slip(SlipKind.WRONG_SKILL if isinstance(self.notes[one], SkillNote) else SlipKind.WRONG_DECISION, one)
            for one in wrong
        )
        end = ReadingNode(node.place, node.position, node.changes)
        end.parents.append((node, slips))
        self.ends[self._level].append(end)

    def _slip_in_run(self, node: ReadingNode, start: int, end: int) -> None:
        """Slips among plain items: one typed as another, one doubled, the last one swapped with the card after it."""
        place, number = node.place, self.positions.number
        met: set[Item] = set()
        doubled: set[Item] = set()
        for at in range(start, end):
            card = self.cards[at].card
            assert isinstance(card, Item)
            then = place._replace(next=at + 1)
            own = number[card.kind]
            if at and self.cards[at - 1].card == card and card not in doubled:
                doubled.add(card)
                changes = self._changed(node.changes, card, -1)
                if self._wanted(node, changes, own):
                    self._pack(node, (Slip(SlipKind.DOUBLED, at),), (start, at), then, changes)
            if card in met:
                continue
            met.add(card)
            for kind in self.kinds:
                if kind == card.kind:
                    continue
                other = Item(kind)
                changes = self._changed(self._changed(node.changes, card, -1), other, 1)
                if self._wanted(node, changes, own, number[kind]):
                    slip = Slip(SlipKind.TYPED_AS_ANOTHER, at, other)
                    self._pack(node, (slip,), (start, at), then, changes, more=(number[kind],))
        if end < len(self.cards) and self._relevant:
            swapped = self._swapped(place._replace(next=end - 1))
            self._pack(node, (Slip(SlipKind.SWAPPED, end - 1),), (start, end - 1), swapped)

    def _swapped(self, place: RecordPlace) -> RecordPlace:
        """Return the place with the next two cards swapped; the skills stay where they are."""
        one, other = self.cards[place.next], self.cards[place.next + 1]
        front = (
            Laid(other.card, None, other.note, one.skills[place.used :], one.gap),
            Laid(one.card, None, one.note, other.skills, other.gap),
        )
        return place._replace(next=place.next + 2, used=0, front=front)

    def _leave_out(self, node: ReadingNode, token: Laid) -> None:
        """Reach what an item left out here explains: as late as possible, just before it makes a difference."""
        assert token.gap is not None
        total = len(self.cards[token.gap].skills)
        if token.skills or not isinstance(token.card, Mission | Adventure):
            kinds = self.kinds
        else:
            kinds = tuple(token.card.listed)
        for kind in kinds if token.skills or not isinstance(token.card, Item) else ():
            number, changes = self.positions.number[kind], self._changed(node.changes, Item(kind), 1)
            packed = self.positions.packed(node.position, (number,)) if self._wanted(node, changes, number) else None
            if packed is not None:
                slip = Slip(SlipKind.LEFT_OUT, token.gap, Item(kind), total - len(token.skills))
                self._reach(node, (slip,), node.place, packed, changes)

    def _slip_in_skill(self, node: ReadingNode, token: Laid) -> None:
        index = token.skills[0]
        self._use(node, (Slip(SlipKind.WRONG_SKILL, index),), None, node.place)
        note = self.notes[index]
        assert isinstance(note, SkillNote)
        settled = self._settled(node.place)
        for use in self.positions.other_uses(node.position, note, self._story(settled)):
            slip = Slip(SlipKind.WRONG_SKILL, index, use=use)
            self._use(node, (slip,), use, settled if acting(use) in WINDOW_HEROES else node.place)

    def _slip_in_card(self, node: ReadingNode, token: Laid, at: int) -> None:
        """Reach what another card here explains: typed as another, doubled, or swapped with the one after it."""
        place, then = node.place, self._after(node.place)
        if at and self.cards[at - 1].card == token.card:
            changes = self._changed(node.changes, token.card, -1)
            if self._wanted(node, changes):
                self._reach(node, (Slip(SlipKind.DOUBLED, at),), then, node.position, changes)
        for other in self._alike(token.card):
            changes = self._changed(self._changed(node.changes, token.card, -1), other, 1)
            if self._wanted(node, changes):
                self._reveal(node, (Slip(SlipKind.TYPED_AS_ANOTHER, at, other),), other, token.note, then, changes)
        if at + 1 < len(self.cards) and self._relevant:
            after = self.cards[at + 1]
            if not (isinstance(token.card, Item) and isinstance(after.card, Item) and after.is_plain):
                self._reach(node, (Slip(SlipKind.SWAPPED, at),), self._swapped(place), node.position, node.changes)

    def _alike(self, card: Card) -> Iterable[Card]:
        """Return the cards that this one may have been typed for."""
        if isinstance(card, Item):
            return [Item(kind) for kind in self.kinds if kind != card.kind]
        return self.others if isinstance(card, Mission) and card.id else ()

    # --- with several more slips at once

    def _slip_more(self, node: ReadingNode, slips: int) -> None:
        """Reach what only this many slips together explain."""
        token, place = self._token(node.place), node.place
        if token is None:
            wrong = [*self.record.late, *self._never_again(place)]
            if slips > 1 and len(wrong) == slips:
                self._end_corrected(node, wrong)
            return
        if self.keep_story:
            return
        if token.skills:
            note = self.notes[token.skills[0]]
            assert isinstance(note, SkillNote)
            if acting(note.use) in WINDOW_HEROES:
                for there, edits, changes in self._windows(place, slips, node.changes):
                    for use in self.positions.ways_to_use(node.position, note, self._story(there)):
                        self._use(node, edits, use, there, changes)
            if slips > 1:
                self._slip_in_skill_and_cards(node, token.skills[0], slips)
        elif slips > 1 and not place.front and place.next < len(self.cards):
            self._other_mission(node, token, slips)

    def _slip_in_skill_and_cards(self, node: ReadingNode, index: int, slips: int) -> None:
        """Reach what another use of a skill explains together with slips among the cards that it looks at."""
        note = self.notes[index]
        for there, edits, changes in self._windows(node.place, slips - 1, node.changes):
            for use in self.positions.other_uses(node.position, note, self._story(there)):
                if acting(use) in WINDOW_HEROES:
                    self._use(node, (*edits, Slip(SlipKind.WRONG_SKILL, index, use=use)), use, there, changes)

    def _other_mission(self, node: ReadingNode, token: Laid, slips: int) -> None:
        """Another mission was meant, and items that it needs were left out before it."""
        if not isinstance(token.card, Mission):
            return
        total = len(self.cards[node.place.next].skills)
        for other in self._alike(token.card):
            assert isinstance(other, Mission)
            for kinds in other.listed.selections(slips - 1, slips - 1):
                if all(kind in token.card.listed for kind in kinds):
                    continue  # found with the item first
                packed = self.positions.packed(node.position, [self.positions.number[kind] for kind in kinds])
                if packed is None:
                    continue
                changes = self._changed(self._changed(node.changes, token.card, -1), other, 1)
                for kind in kinds:
                    changes = self._changed(changes, Item(kind), 1)
                left_out = [Slip(SlipKind.LEFT_OUT, node.place.next, Item(kind), total) for kind in kinds]
                typed = Slip(SlipKind.TYPED_AS_ANOTHER, node.place.next, other)
                for way in self.positions.reveal(packed, other, token.note):
                    if not way.broken:
                        self._reach(node, (*left_out, typed), self._after(node.place), way.position, changes)
                    elif not way.contradicted_after and not self._left(self._after(node.place)):
                        self._end_broken(node, (*left_out, typed), self._after(node.place), changes)

    def _windows(
        self, place: RecordPlace, slips: int, changes: Changes
    ) -> Iterator[tuple[RecordPlace, tuple[Slip, ...], Changes]]:
        """Yield the ways in which the cards that a skill looks at may have this many slips."""
        waiting: list[tuple[RecordPlace, tuple[Slip, ...], Changes, tuple[int, ...]]] = [(place, (), changes, ())]
        while waiting:
            at, edits, changed, moved = waiting.pop()
            if len(edits) == slips:
                there = self._settled(at)
                if moved and there.front:
                    there = there._replace(front=(there.front[0]._replace(skills=moved), *there.front[1:]))
                yield there, edits, changed
                continue
            if len(at.front) >= CARDS_SEEN:
                continue
            waiting += self._window_steps(at, edits, changed, moved)

    def _window_steps(
        self, at: RecordPlace, edits: tuple[Slip, ...], changed: Changes, moved: tuple[int, ...]
    ) -> Iterator[tuple[RecordPlace, tuple[Slip, ...], Changes, tuple[int, ...]]]:
        """Yield what the next card that a skill looks at may be, with one more slip or without."""
        index = at.next
        first = not at.front
        token = self.cards[index] if index < len(self.cards) else None
        used = at.used
        for kind in self.kinds:
            skills = token.skills[used:] if token and first else ()
            next_used = len(token.skills) if token and first else used  # the skill looks at the card that was left out
            slip = Slip(SlipKind.LEFT_OUT, index, Item(kind), next_used)
            front = (*at.front, Laid(Item(kind), None, None, skills))
            yield at._replace(front=front, used=next_used), (*edits, slip), self._changed(changed, Item(kind), 1), moved
        if token is None:
            return
        kept = Laid(token.card, None, token.note, token.skills[used:])
        onward = at._replace(next=index + 1, used=0)
        yield onward._replace(front=(*at.front, kept)), edits, changed, moved
        if token.note is not None:
            slip = Slip(SlipKind.WRONG_DECISION, token.note)
            yield onward._replace(front=(*at.front, kept._replace(note=None))), (*edits, slip), changed, moved
        for other in self._alike(token.card):
            slip = Slip(SlipKind.TYPED_AS_ANOTHER, index, other)
            after = self._changed(self._changed(changed, token.card, -1), other, 1)
            yield onward._replace(front=(*at.front, kept._replace(card=other))), (*edits, slip), after, moved
        if index and self.cards[index - 1].card == token.card and not token.skills[used:]:
            slip = Slip(SlipKind.DOUBLED, index)
            yield onward, (*edits, slip), self._changed(changed, token.card, -1), moved
        if index + 1 < len(self.cards):
            swapped = self._swapped(at._replace(front=()))
            front = tuple(one._replace(gap=None) for one in swapped.front)
            yield swapped._replace(front=(*at.front, *front)), (*edits, Slip(SlipKind.SWAPPED, index)), changed, moved

    def _changed(self, changes: Changes, card: Card, n: int) -> Changes:
        """Return the changes with so many copies of a card more or fewer."""
        key = (changes, card, n)
        known = self._changes.get(key)
        if known is None:
            counts = dict(changes)
            name = _name(card)
            counts[name] = counts.get(name, 0) + n
            if not counts[name]:
                del counts[name]
            known = self._changes[key] = tuple(sorted(counts.items()))
        return known

    # --- the readings

    def ranked(
        self,
        ends: list[ReadingNode],
        count: int,
        weigh: Callable[[Slip], float],
        prefer: Callable[[int, bool], bool] | None,
    ) -> tuple[NearReading, ...]:
        """Return the most plausible readings: those that the claim agrees with first."""
        found: dict[tuple[Slip, ...], tuple[bool, float, int]] = {}
        for end in ends:
            unlike = prefer is not None and not prefer(end.position.completed, end.broken)
            for weight, slips in _best_ways(end, count, weigh):
                key = tuple(sorted(slips, key=_order))
                rank = (unlike, weight, end.position.completed)
                if key not in found or rank < found[key]:
                    found[key] = rank
        best = sorted(found.items(), key=lambda one: (one[1][:2], [_order(slip) for slip in one[0]]))
        return tuple(NearReading(slips, rank[2]) for slips, rank in best[:count])


def _order(slip: Slip) -> tuple[int, int, str, int, str]:
    return slip.place, slip.kind, str(slip.card), slip.skills, str(slip.use)


def _best_ways(end: ReadingNode, count: int, weigh: Callable[[Slip], float]) -> list[tuple[float, tuple[Slip, ...]]]:
    """Return the most plausible ways to a node, by the sum of the weights of their slips."""
    stack = [end]
    while stack:
        node = stack[-1]
        if node.ranked is not None:
            stack.pop()
            continue
        missing = [parent for parent, _ in node.parents if parent is not None and parent.ranked is None]
        if missing:
            stack += missing
            continue
        ways: dict[tuple[Slip, ...], float] = {}
        for parent, slips in node.parents:
            more = sum(map(weigh, slips))
            for weight, before in (parent.ranked or []) if parent is not None else [(0.0, ())]:
                ways[*before, *slips] = weight + more
        node.ranked = sorted(
            ((weight, slips) for slips, weight in ways.items()), key=lambda one: (one[0], [_order(s) for s in one[1]])
        )[:count]
        stack.pop()
    assert end.ranked is not None
    return end.ranked


def _name(card: Card) -> str:
    return card.kind if isinstance(card, Item) else card.id or card.title

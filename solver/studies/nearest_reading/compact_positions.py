"""Positions of a resolution in a compact form, and the steps of the engine between them, each computed once.

A step depends only on the kinds that its card names. So the engine is asked once for all positions that agree in
these, in the slots filled, and in the effects in force.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dtcli.rules import transitions
from dtcli.rules.backpack import slot_limit, slots_for
from dtcli.rules.cards import Card, Effect, Item, Mission, Quest, RewardRule
from dtcli.rules.decisions import UseSkill
from dtcli.rules.draft import Draft
from dtcli.rules.follow import Run, branches, follow_on
from dtcli.rules.heroes import HEROES, token_uses
from dtcli.rules.heroes.skills import uses_of
from dtcli.rules.items import Kind, Pile
from dtcli.rules.notes import Note, NotesByReveal, RevealNote, SkillNote
from dtcli.rules.rulings import ARVEDUI_MIRIEL, ROS_THANIR, HeroId
from dtcli.rules.state import State, opening
from solver.studies.nearest_reading.written_record import WrittenRecord, says_tokens

Counts = tuple[int, ...]
Mode = tuple[tuple[HeroId, ...], Quest | None, bool, bool, Effect | None, int, frozenset[Kind], bool]
"""The unused skills, the mission that failed last, and the effects in force."""
Step = tuple[Counts, int, int, int, bool, bool]
"""What a reveal changes: the counts of its kinds, slots, mode, missions; whether the backpack breaks."""


class CompactPosition(NamedTuple):
    """What decides how a resolution goes on, but for the cards to come."""

    cards: Counts
    tokens: Counts
    supply: Counts
    slots: int
    mode: int
    """The number of the unused skills and of the effects in force."""
    completed: int


class RevealWay(NamedTuple):
    """One way in which a reveal can go."""

    position: CompactPosition
    broken: bool
    contradicted_after: bool
    """Whether the record goes on at this card, although the backpack broke."""


class CompactPositions:
    """The positions of one record."""

    def __init__(self, record: WrittenRecord) -> None:
        game = record.game
        self.game, self.notes = game, record.notes
        self.kinds: tuple[Kind, ...] = tuple(game.kinds)
        self.number = {kind: n for n, kind in enumerate(self.kinds)}
        most = max((info.cards + info.tokens for info in game.kinds.values()), default=0) + len(game.story) + 8
        self.slots_of = [slots_for(n) for n in range(most)]
        self._together = not game.tokens_matter and not says_tokens(record.notes)
        """Whether cards and tokens of a kind need not be kept apart."""
        self._may_return = ARVEDUI_MIRIEL in game.heroes
        """Whether it matters which mission failed last."""
        self._modes: list[Mode] = []
        self._limits: list[int] = []
        self._mode_numbers: dict[Mode, int] = {}
        self._steps: dict[object, list[Step]] = {}
        self._uses: dict[object, Step] = {}
        self._concerned: dict[UseSkill, tuple[int, ...]] = {}
        self._ways: dict[object, list[UseSkill]] = {}
        self._relevant: dict[Card, tuple[int, ...]] = {}
        self._relevant_noted: dict[tuple[Card, int | None], tuple[int, ...]] = {}
        self._indexed: dict[int | None, NotesByReveal] = {None: NotesByReveal(())}
        self.count_missions = True
        """Whether positions with different numbers of completed missions are kept apart."""
        self.opening = self.position(opening(game))

    def position(self, state: State) -> CompactPosition:
        """Return the position of a state in a gap."""
        cards = tuple(state.cards[kind] for kind in self.kinds)
        tokens = tuple(state.tokens[kind] for kind in self.kinds)
        if self._together:
            cards, tokens = tuple(map(int.__add__, cards, tokens)), (0,) * len(tokens)
        supply = tuple(state.supply[kind] for kind in self.kinds)
        return CompactPosition(cards, tokens, supply, state.slots, self._mode(state), state.completed)

    def _mode(self, state: State) -> int:
        last_failed = state.last_failed if self._may_return else None
        mode = (
            state.unused, last_failed, state.extra_slot, state.adventure_completed, state.effect, state.waiver,
            state.guesses, state.solved,
        )  # fmt: skip
        number = self._mode_numbers.setdefault(mode, len(self._modes))
        if number == len(self._modes):
            self._modes.append(mode)
            self._limits.append(slot_limit(self.game.slots, state.effect, extra_slot=state.extra_slot))
        return number

    def state(self, position: CompactPosition, story: tuple[Card, ...]) -> State:
        """Return the state of a position before these cards; its reveals are counted from here."""
        unused, last_failed, extra_slot, completed, effect, waiver, guesses, solved = self._modes[position.mode]
        return State(
            self.game, story, 0, self._pile(position.cards), self._pile(position.tokens), self._pile(position.supply),
            position.slots, position.completed, 0, unused, last_failed, extra_slot, completed, effect, waiver,
            guesses, solved,
        )  # fmt: skip

    def last_failed(self, position: CompactPosition) -> Quest | None:
        """Return the mission that failed last."""
        return self._modes[position.mode][1]

    def _pile(self, counts: Counts) -> Pile:
        return Pile({kind: n for kind, n in zip(self.kinds, counts, strict=True) if n})

    def packed(self, position: CompactPosition, kinds: Iterable[int]) -> CompactPosition | None:
        """Return the position with these items in the backpack; None if it breaks."""
        cards = list(position.cards)
        slots, slots_of, tokens = position.slots, self.slots_of, position.tokens
        for kind in kinds:
            held = cards[kind] + tokens[kind]
            slots += slots_of[held + 1] - slots_of[held]
            cards[kind] += 1
        if slots > self._limits[position.mode]:
            return None
        return CompactPosition(tuple(cards), tokens, position.supply, slots, position.mode, position.completed)

    def reveal(self, position: CompactPosition, card: Card, note: int | None) -> list[RevealWay]:
        """Return every way in which revealing this card agrees with its note, or all ways if there is none."""
        relevant = self._relevant_with(card, note)
        cards, tokens, supply, slots, mode, completed = position
        key = (
            card, note, mode, slots,
            tuple([(cards[kind], tokens[kind], supply[kind]) for kind in relevant]),
        )  # fmt: skip
        steps = self._steps.get(key)
        if steps is None:
            steps = self._steps[key] = self._engine_steps(position, card, note, relevant)
        return [
            RevealWay(self._changed(position, relevant, changed, then, mode, completed + done), broken, contradicted)
            for changed, then, mode, done, broken, contradicted in steps
        ]

    def _relevant_with(self, card: Card, note: int | None) -> tuple[int, ...]:
        """Return the kinds that decide what happens: of a reward of any kind only the one that was taken."""
        known = self._relevant_noted.get((card, note))
        if known is None:
            known = self.relevant(card)
            said = None if note is None else self.notes[note]
            if isinstance(card, Mission) and isinstance(said, RevealNote) and said.take in self.number:
                known = tuple(sorted({self.number[kind] for kind in (*card.needs, *card.reward.kinds, said.take)}))
            self._relevant_noted[card, note] = known
        return known

    def relevant(self, card: Card) -> tuple[int, ...]:
        """Return the kinds that decide what happens when a card is revealed, and that it may change."""
        found = self._relevant.get(card)
        if found is None:
            found = self._relevant[card] = self._relevant_kinds(card)
        return found

    def unused(self, position: CompactPosition) -> tuple[HeroId, ...]:
        """Return the heroes whose skills have not been used."""
        return self._modes[position.mode][0]

    def waits(self, position: CompactPosition) -> bool:
        """Return whether an effect waits for the next mission, or the extra slot for its completion."""
        _, _, extra_slot, _, _, waiver, guesses, solved = self._modes[position.mode]
        return bool(extra_slot or waiver or guesses or solved)

    def uses(self, position: CompactPosition, hero: HeroId, story: tuple[Card, ...]) -> list[UseSkill]:
        """Return every legal use of an unused skill; of cards that it looks at only the number counts."""
        one = HEROES[hero]
        looks = () if one.id != ROS_THANIR and one.argument not in ("discard", "order") else story
        held: object = (position.cards, position.tokens, position.supply)
        if one.id != ROS_THANIR and not one.removes[1]:
            held = [self.number[kind] for kind in one.cost]
            held = tuple((position.cards[kind], position.tokens[kind]) for kind in held)
        key = (hero, held, position.mode, looks)
        known = self._ways.get(key)
        if known is None:
            known = self._ways[key] = [*uses_of(self.state(position, story), hero)]
        return known

    def changes_limit(self, position: CompactPosition) -> bool:
        """Return whether completing a mission changes how many slots may be filled."""
        return bool(self._modes[position.mode][2]) or self.game.adventure is not None

    def _relevant_kinds(self, card: Card) -> tuple[int, ...]:
        """Return the kinds that decide what happens when a card is revealed."""
        if isinstance(card, Item):
            return (self.number[card.kind],)
        if not isinstance(card, Mission):
            if card.effect is Effect.ANY_REWARD:
                return tuple(range(len(self.kinds)))
            return tuple(sorted({self.number[kind] for kind in card.needs}))
        if card.reward.rule is RewardRule.ANY:
            return tuple(range(len(self.kinds)))
        return tuple(sorted({self.number[kind] for kind in (*card.needs, *card.reward.kinds)}))

    def _engine_steps(
        self, position: CompactPosition, card: Card, note: int | None, relevant: tuple[int, ...]
    ) -> list[Step]:
        found: dict[Step, None] = {}
        for run in self._ends(self.state(position, (card,)), note):
            then = self.position(run.final)
            changed = tuple(n for kind in relevant for n in (then.cards[kind], then.tokens[kind], then.supply[kind]))
            done = then.completed - position.completed if self.count_missions else 0
            step = (changed, then.slots, then.mode, done, run.final.broken, bool(run.refusals))
            found[step] = None
        return [*found]

    def _ends(self, state: State, note: int | None) -> Iterator[Run]:
        """Yield the ends of the reveal of one card that agree with its note."""
        index = self._indexed.get(note)
        if index is None:
            said = self.notes[note]  # type: ignore[index]
            assert isinstance(said, RevealNote)
            index = self._indexed[note] = NotesByReveal((said._replace(at=1),))
        waiting = [follow_on(state, index)]
        while waiting:
            run = waiting.pop()
            if run.refusals:
                if run.open is None and all(refusal.after_break for refusal in run.refusals):
                    yield run
            elif run.open is None:
                yield run
            else:
                waiting += [after for _, after in branches(run)]

    def ways_to_use(self, position: CompactPosition, note: Note, story: tuple[Card, ...]) -> list[UseSkill]:
        """Return the legal uses of a skill that agree with its note."""
        assert isinstance(note, SkillNote)
        state = self.state(position, story)
        if self.game.tokens_matter and not note.says_tokens:
            return token_uses(state, note.use) if note.use.hero in HEROES else []
        return [note.use] if transitions.why_not(state, note.use) is None else []

    def other_uses(self, position: CompactPosition, note: Note, story: tuple[Card, ...]) -> list[UseSkill]:
        """Return the other legal uses of the same hero's skill."""
        assert isinstance(note, SkillNote)
        state = self.state(position, story)
        if note.use.hero not in self.game.heroes:
            return []
        same = set(self.ways_to_use(position, note, story))
        return [use for use in uses_of(state, note.use.hero) if use not in same]

    def used(self, position: CompactPosition, use: UseSkill, story: tuple[Card, ...]) -> tuple[CompactPosition, bool]:
        """Return the position after a legal use of a skill, and whether the backpack broke."""
        relevant = self.concerned(use)
        cards, tokens, supply, slots, mode, completed = position
        key = (use, mode, slots, tuple([(cards[kind], tokens[kind], supply[kind]) for kind in relevant]))
        step = self._uses.get(key)
        if step is None:
            draft = Draft(self.state(position, story), record_events=False)
            transitions.act(draft, use)
            state = draft.freeze()
            then = self.position(state)
            changed = tuple(n for kind in relevant for n in (then.cards[kind], then.tokens[kind], then.supply[kind]))
            step = self._uses[key] = (changed, then.slots, then.mode, 0, state.broken, False)
        changed, slots, mode, _, broken, _ = step
        return self._changed(position, relevant, changed, slots, mode, completed), broken

    def concerned(self, use: UseSkill) -> tuple[int, ...]:
        """Return the kinds that a use of a skill removes or takes."""
        known = self._concerned.get(use)
        if known is None:
            cost = (*HEROES[use.hero].cost, *(HEROES[use.borrowed].cost if use.borrowed else ()))
            taken = () if use.take is None else (use.take,)
            kinds = {self.number[kind] for kind in (*cost, *use.remove, *taken)}
            known = self._concerned[use] = tuple(sorted(kinds))
        return known

    def _changed(
        self, position: CompactPosition, relevant: tuple[int, ...], changed: Counts, slots: int, mode: int, done: int
    ) -> CompactPosition:
        """Return a position with other counts of some kinds."""
        if not changed:
            return CompactPosition(position.cards, position.tokens, position.supply, slots, mode, done)
        c, t, s = list(position.cards), list(position.tokens), list(position.supply)
        at = 0
        for kind in relevant:
            c[kind], t[kind], s[kind] = changed[at : at + 3]
            at += 3
        return CompactPosition(tuple(c), tuple(t), tuple(s), slots, mode, done)

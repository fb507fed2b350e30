"""Single slips: what one slip at the next card, or before it, explains."""

from dtcli.rules.cards import Adventure, Item, Mission
from dtcli.rules.notes import SkillNote
from solver.studies.nearest_reading.compact_positions import CompactPosition
from solver.studies.nearest_reading.exploration import Exploration, ReadingNode
from solver.studies.nearest_reading.forgotten_skills import ForgottenSkills
from solver.studies.nearest_reading.record_places import RecordPlace
from solver.studies.nearest_reading.slip_relevance import SlipRelevance
from solver.studies.nearest_reading.slips import WINDOW_HEROES, Slip, SlipKind, acting
from solver.studies.nearest_reading.written_record import Laid


class SingleSlips:
    """The single slips that are tried at a node."""

    def __init__(self, exploration: Exploration, relevance: SlipRelevance, *, keep_story: bool) -> None:
        self.exploration = exploration
        self.record, self.cards, self.notes = exploration.record, exploration.cards, exploration.notes
        self.positions, self.places = exploration.positions, exploration.places
        self.story_changes = exploration.story_changes
        self.keep_story = keep_story
        """Whether the cards are right, so that only decisions are wrong."""
        self.relevance, self.kinds = relevance, exploration.positions.kinds
        self.forgotten_skills = ForgottenSkills(exploration, relevance)

    def explore(self, node: ReadingNode) -> None:
        """Reach what a common slip at the next card, or before it, explains."""
        place = node.place
        token = self.places.token(place)
        if token is None:
            if self.relevance.first_pass:
                self._slip_at_end(node)
            return
        if self._in_run(place):
            if not self.keep_story:
                self._slip_in_run(node, place.next, self.places.run_end[place.next])
            return
        if not self.keep_story and token.gap is not None:
            self._leave_out(node, token)
        if token.skills:
            return
        if token.note is not None and self.relevance.first_pass:
            wrong = Slip(SlipKind.WRONG_DECISION, token.note)
            self.exploration.reveal(node, (wrong,), token.card, None, self.places.after(place))
        if not place.front and place.next < len(self.cards) and not self.keep_story:
            self._slip_in_card(node, token, place.next)

    def explore_rare(self, node: ReadingNode) -> None:
        """Reach what a slip in a skill, a forgotten skill, or a mission left out before the next card explains."""
        token = self.places.token(node.place)
        if token is None:
            return
        if token.skills and self.relevance.first_pass:
            self._slip_in_skill(node, token)
        self.forgotten_skills.explore(node)
        if self.keep_story:
            return
        if self._in_run(node.place):
            self._leave_out_missions_in_run(node, node.place.next, self.places.run_end[node.place.next])
        elif token.gap is not None:
            used = self._used_before(node, token.gap, token)
            for mission in self.story_changes.others:
                slip = Slip(SlipKind.LEFT_OUT, token.gap, mission, used)
                self._leave_out_mission(node, mission, node.position, node.place, slip)

    def _in_run(self, place: RecordPlace) -> bool:
        """Return whether a run of plain items comes next."""
        raw = not place.front and not place.used and place.next < len(self.cards)
        return raw and self.places.run_end[place.next] > place.next

    def _used_before(self, node: ReadingNode, gap: int, token: Laid) -> int:
        """Return how many skills have been used in a gap, forgotten ones included."""
        return len(self.cards[gap].skills) - len(token.skills) + node.place.forgotten.count(gap)

    def _slip_at_end(self, node: ReadingNode) -> None:
        """Reach the end if only one note is left that is wrong."""
        wrong = [*self.record.late, *self.places.never_again(node.place)]
        if len(wrong) == 1:
            self.exploration.end_corrected(node, wrong)

    def _slip_in_run(self, node: ReadingNode, start: int, end: int) -> None:
        """Reach what a slip among plain items explains: typed as another, doubled, or swapped with the next card."""
        place, number = node.place, self.positions.number
        met: set[Item] = set()
        doubled: set[Item] = set()
        for at in range(start, end):
            card = self.cards[at].card
            assert isinstance(card, Item)
            then = place._replace(next=at + 1, forgotten=())
            own = number[card.kind]
            if at and self.cards[at - 1].card == card and card not in doubled:
                doubled.add(card)
                changes = self.story_changes.changed(node.changes, card, -1)
                if self.relevance.is_wanted(node, changes, own):
                    self.exploration.pack(node, (Slip(SlipKind.DOUBLED, at),), (start, at), then, changes)
            if card in met:
                continue
            met.add(card)
            for kind in self.kinds:
                if kind == card.kind:
                    continue
                other = Item(kind)
                changes = self.story_changes.exchanged(node.changes, card, other)
                if self.relevance.is_wanted(node, changes, own, number[kind]):
                    slip = Slip(SlipKind.TYPED_AS_ANOTHER, at, other)
                    self.exploration.pack(node, (slip,), (start, at), then, changes, more=(number[kind],))
        if end < len(self.cards) and self.relevance.first_pass:
            forgotten = place.forgotten if end - 1 == start else ()
            swapped = self.places.swapped(place._replace(next=end - 1, forgotten=forgotten))
            self.exploration.pack(node, (Slip(SlipKind.SWAPPED, end - 1),), (start, end - 1), swapped)

    def _leave_out(self, node: ReadingNode, token: Laid) -> None:
        """Reach what an item left out here explains: as late as possible, just before it makes a difference."""
        assert token.gap is not None
        used = self._used_before(node, token.gap, token)
        if token.skills or not isinstance(token.card, Mission | Adventure):
            kinds = self.kinds
        else:
            kinds = tuple(token.card.listed)
        for kind in kinds if token.skills or not isinstance(token.card, Item) else ():
            number, changes = self.positions.number[kind], self.story_changes.changed(node.changes, Item(kind), 1)
            if not self.relevance.is_wanted(node, changes, number):
                continue
            packed = self.positions.packed(node.position, (number,))
            if packed is not None:
                slip = Slip(SlipKind.LEFT_OUT, token.gap, Item(kind), used)
                self.exploration.reach(node, (slip,), node.place, packed, changes)

    def _leave_out_missions_in_run(self, node: ReadingNode, start: int, end: int) -> None:
        """Reach what a mission left out among plain items explains: as late as possible."""
        if not self.story_changes.others:
            return
        position = node.position
        for at in range(start, end):
            card = self.cards[at].card
            assert isinstance(card, Item)
            packed = self.positions.packed(position, (self.positions.number[card.kind],))
            there = node.place if at == start else node.place._replace(next=at, forgotten=())
            for mission in self.story_changes.others:
                if packed is None or card.kind in mission.listed:
                    slip = Slip(SlipKind.LEFT_OUT, at, mission, len(there.forgotten))
                    self._leave_out_mission(node, mission, position, there, slip)
            if packed is None:
                return
            position = packed

    def _leave_out_mission(
        self, node: ReadingNode, mission: Mission, position: CompactPosition, place: RecordPlace, slip: Slip
    ) -> None:
        changes = self.story_changes.changed(node.changes, mission, 1)
        kinds = () if self.positions.waits(position) else self.positions.relevant(mission)
        if self.relevance.is_wanted(node, changes, *kinds):
            self.exploration.reveal(node, (slip,), mission, None, place, changes, before=position)

    def _slip_in_skill(self, node: ReadingNode, token: Laid) -> None:
        """Reach what another use of the next skill explains, or no use."""
        index = token.skills[0]
        self.exploration.use(node, (Slip(SlipKind.WRONG_SKILL, index),), None, node.place)
        note = self.notes[index]
        assert isinstance(note, SkillNote)
        settled = self.places.settled(node.place)
        for use in self.positions.other_uses(node.position, note, self.places.story(settled)):
            slip = Slip(SlipKind.WRONG_SKILL, index, use=use)
            self.exploration.use(node, (slip,), use, settled if acting(use) in WINDOW_HEROES else node.place)

    def _slip_in_card(self, node: ReadingNode, token: Laid, at: int) -> None:
        """Reach what another card here explains: typed as another, doubled, or swapped with the one after it."""
        place, then = node.place, self.places.after(node.place)
        if at and self.cards[at - 1].card == token.card:
            changes = self.story_changes.changed(node.changes, token.card, -1)
            if self.relevance.is_wanted(node, changes):
                self.exploration.reach(node, (Slip(SlipKind.DOUBLED, at),), then, node.position, changes)
        for other in self.story_changes.alike(token.card):
            changes = self.story_changes.exchanged(node.changes, token.card, other)
            if self.relevance.is_wanted(node, changes):
                typed = Slip(SlipKind.TYPED_AS_ANOTHER, at, other)
                self.exploration.reveal(node, (typed,), other, token.note, then, changes)
        if at + 1 < len(self.cards) and self.relevance.first_pass:
            after = self.cards[at + 1]
            if not (isinstance(token.card, Item) and isinstance(after.card, Item) and after.is_plain):
                swapped = self.places.swapped(place)
                self.exploration.reach(node, (Slip(SlipKind.SWAPPED, at),), swapped, node.position, node.changes)

"""Slips that explain something only together: in a skill and the cards that it looks at, or in a mission and items."""

from dtcli.rules.cards import Item, Mission
from dtcli.rules.items import Pile
from dtcli.rules.notes import SkillNote
from solver.studies.nearest_reading.exploration import Exploration, ReadingNode
from solver.studies.nearest_reading.forgotten_skills import ForgottenSkills
from solver.studies.nearest_reading.slips import WINDOW_HEROES, Slip, SlipKind, acting
from solver.studies.nearest_reading.window_slips import WindowSlips
from solver.studies.nearest_reading.written_record import Laid


class SlipCombinations:
    """The combinations of slips that are tried at a node."""

    def __init__(self, exploration: Exploration, forgotten_skills: ForgottenSkills, *, keep_story: bool) -> None:
        self.exploration = exploration
        self.record, self.cards, self.notes = exploration.record, exploration.cards, exploration.notes
        self.positions, self.places = exploration.positions, exploration.places
        self.story_changes = exploration.story_changes
        self.keep_story = keep_story
        """Whether the cards are right, so that only decisions are wrong."""
        self.forgotten_skills = forgotten_skills
        self.window_slips = WindowSlips(exploration.places, exploration.story_changes)

    def explore(self, node: ReadingNode, slips: int) -> None:
        """Reach what only this many slips together explain."""
        token, place = self.places.token(node.place), node.place
        if token is None:
            wrong = [*self.record.late, *self.places.never_again(place)]
            if slips > 1 and len(wrong) == slips:
                self.exploration.end_corrected(node, wrong)
            return
        if self.keep_story:
            return
        if token.skills:
            self._slips_around_skill(node, token.skills[0], slips)
        elif slips > 1 and not place.front and place.next < len(self.cards):
            self._other_mission(node, token, slips)
        if slips > 1:
            self._left_out_items(node, token, slips)

    def _slips_around_skill(self, node: ReadingNode, index: int, slips: int) -> None:
        """Reach what slips among the cards that the next skill looks at explain."""
        note = self.notes[index]
        assert isinstance(note, SkillNote)
        if acting(note.use) in WINDOW_HEROES:
            for there, edits, changes in self.window_slips.windows(node.place, slips, node.changes):
                for use in self.positions.ways_to_use(node.position, note, self.places.story(there)):
                    self.exploration.use(node, edits, use, there, changes)
        if slips > 1:
            self._slip_in_skill_and_cards(node, index, slips)

    def _left_out_items(self, node: ReadingNode, token: Laid, slips: int) -> None:
        """Reach what items left out explain together with a mission or a skill after them that was left out."""
        if token.gap is None:
            return
        every = Pile(dict.fromkeys(self.positions.kinds, slips - 1))
        for kinds in every.selections(slips - 1, slips - 1):
            self.forgotten_skills.explore_with_items(node, kinds)
        before = len(self.cards[token.gap].skills) - len(token.skills) + node.place.forgotten.count(token.gap)
        for mission in self.story_changes.others:
            for kinds in mission.listed.selections(slips - 1, slips - 1):
                packed = self.positions.packed(node.position, [self.positions.number[kind] for kind in kinds])
                if packed is None:
                    continue
                changes = self.story_changes.changed(node.changes, mission, 1)
                for kind in kinds:
                    changes = self.story_changes.changed(changes, Item(kind), 1)
                left_out = [Slip(SlipKind.LEFT_OUT, token.gap, Item(kind), before) for kind in kinds]
                slip = Slip(SlipKind.LEFT_OUT, token.gap, mission, before)
                self.exploration.reveal(node, (*left_out, slip), mission, None, node.place, changes, before=packed)

    def _slip_in_skill_and_cards(self, node: ReadingNode, index: int, slips: int) -> None:
        """Reach what another use of a skill explains together with slips among the cards that it looks at."""
        note = self.notes[index]
        for there, edits, changes in self.window_slips.windows(node.place, slips - 1, node.changes):
            for use in self.positions.other_uses(node.position, note, self.places.story(there)):
                if acting(use) in WINDOW_HEROES:
                    wrong = Slip(SlipKind.WRONG_SKILL, index, use=use)
                    self.exploration.use(node, (*edits, wrong), use, there, changes)

    def _other_mission(self, node: ReadingNode, token: Laid, slips: int) -> None:
        """Reach what another mission explains, together with items left out before it that it needs."""
        if not isinstance(token.card, Mission):
            return
        before = len(self.cards[node.place.next].skills) + len(node.place.forgotten)
        then = self.places.after(node.place)
        for other in self.story_changes.alike(token.card):
            assert isinstance(other, Mission)
            for kinds in other.listed.selections(slips - 1, slips - 1):
                if all(kind in token.card.listed for kind in kinds):
                    continue  # found with the item first
                packed = self.positions.packed(node.position, [self.positions.number[kind] for kind in kinds])
                if packed is None:
                    continue
                changes = self.story_changes.exchanged(node.changes, token.card, other)
                for kind in kinds:
                    changes = self.story_changes.changed(changes, Item(kind), 1)
                left_out = [Slip(SlipKind.LEFT_OUT, node.place.next, Item(kind), before) for kind in kinds]
                typed = Slip(SlipKind.TYPED_AS_ANOTHER, node.place.next, other)
                slips_here = (*left_out, typed)
                self.exploration.reveal(node, slips_here, other, token.note, then, changes, before=packed)

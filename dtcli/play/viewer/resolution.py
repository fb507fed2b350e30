"""The moments of a recorded resolution: every reveal, every decision before it is answered, and every skill."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from dtcli.formats.replay.check import Checked
from dtcli.play.game.played_resolution import ResolutionStep
from dtcli.play.game.question_text import answer_text, question_text
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.render.choices import choice_in_words
from dtcli.render.pictures.backpack import BackpackSlots, SlotContent
from dtcli.render.pictures.signs import COMPLETED, FAILED
from dtcli.render.replay.annotations import Annotation, Annotations, StoryPlaces
from dtcli.rules.decisions import Reveal, UseSkill
from dtcli.rules.follow import Frame, Run, Step
from dtcli.rules.resolution import options
from dtcli.rules.state import EventKind, State, opening

PACE = 1.0
"""Seconds from one moment of the resolution to the next."""
_MOST_CHOICES = 5000
"""How many legal choices are looked at."""
_SIGNS = {EventKind.MISSION_COMPLETED: COMPLETED, EventKind.MISSION_FAILED: FAILED}


class RecordedDecision(NamedTuple):
    """A question of the resolution, its answers, and the one that was recorded."""

    question: str
    answers: tuple[str, ...]
    recorded: int
    """The index of the recorded answer."""
    assumed: bool = False
    """Whether the answer was not recorded and the default was assumed."""


class ResolutionMoment(NamedTuple):
    """A moment of the resolution: the position after a step, or the question that a revealed card asks."""

    wait: float
    """The seconds from the moment before."""
    state: State
    cells: tuple[SlotContent, ...]
    """The slots of the backpack."""
    steps: tuple[ResolutionStep, ...] = ()
    """The cards and skills so far."""
    asked: Step | None = None
    """The open question and its answer; None after a step."""
    annotation: Annotation = Annotation()
    laid: int | None = None
    """The place of the open card in the story as it was laid, from 0."""
    frame: int | None = None
    """The index of the frame that ends here; None before the first, and while there is a question."""

    @property
    def decision(self) -> RecordedDecision | None:
        """The open question with its answers; None after a step."""
        return None if self.asked is None else _decision(self.asked)

    @property
    def sign(self) -> str:
        """The sign of how the mission that was just revealed ended; empty elsewhere."""
        return sign_of_step(self.steps[-1]) if self.frame is not None else ""


def resolution_of(checked: Checked) -> list[ResolutionMoment]:
    """Return the moments of a resolution that was followed with frames; the first one is before the first reveal."""
    run, resolved = checked.run, checked.resolved
    assert run is not None and resolved is not None and resolved.game is not None  # noqa: PT018
    board = BackpackSlots()
    begin = opening(resolved.game)
    moments = [ResolutionMoment(PACE, begin, tuple(board.update(begin)))]
    annotations, places = Annotations(checked), StoryPlaces(checked)
    decisions = decisions_of(run)
    for index, frame in enumerate(run.frames):
        texts, place = annotations.on(frame), places.of(frame)
        before = moments[-1].steps
        common = ResolutionMoment(
            PACE, frame.state, (), annotation=texts, laid=None if frame.card is None else place
        )  # fmt: skip
        for step in decisions[index]:
            asked = _step_of(frame, step.state)
            cells = tuple(board.update(step.state))
            moments.append(common._replace(state=step.state, cells=cells, steps=(*before, asked), asked=step))
        cells = tuple(board.update(frame.state))
        moments.append(common._replace(cells=cells, steps=(*before, _step_of(frame, frame.state)), frame=index))
    return moments


def sign_of_step(step: ResolutionStep) -> str:
    """Return the sign of how the mission of a step ended; empty for other steps."""
    return next((_SIGNS[event.what] for event in step.events if event.what in _SIGNS), "")


def _step_of(frame: Frame, state: State) -> ResolutionStep:
    """Return what a card or a skill has done up to a state."""
    events = frame.events if state is frame.state else state.events
    hero = next((event.hero for event in frame.events if event.hero is not None), None) if frame.card is None else None
    return ResolutionStep(frame.card, hero, events, state.revealed)


def decisions_of(run: Run) -> list[list[Step]]:
    """Return for each frame of a run the questions that its card asked, each with its answer."""
    found = list(_groups(run.steps))
    assert len(found) == len(run.frames)
    return found


def _groups(steps: tuple[Step, ...]) -> Iterator[list[Step]]:
    """Yield the steps between each reveal or skill and the next one."""
    group: list[Step] | None = None
    for step in steps:
        if isinstance(step.choice, Reveal | UseSkill):
            if group is not None:
                yield group
            group = []
        else:
            assert group is not None, "a question follows a reveal"
            group.append(step)
    if group is not None:
        yield group


def _decision(step: Step) -> RecordedDecision:
    state = step.state
    question = ChoiceQuestion(islice(options(state), _MOST_CHOICES))
    texts = [answer_text(state, question, answer) for answer in question.answers]
    for at, answer in enumerate(question.answers):
        if step.choice in answer.leads_to.choices:
            if answer.leads_to.choice is None:  # the rest of the choice is asked later
                texts[at] = choice_in_words(state, step.choice)
            return RecordedDecision(question_text(state, question), tuple(texts), at, step.assumed)
    return RecordedDecision(question_text(state, question), (choice_in_words(state, step.choice),), 0, step.assumed)

"""What is written beside the steps of a resolution: comments, how silent choices are read, and what is refused."""

from typing import Any, NamedTuple

from dtcli.formats.replay.check import Checked
from dtcli.formats.replay.silent_problems import answer_text
from dtcli.render.terminal import safe
from dtcli.rules.decisions import SkillPrice, reveal_of
from dtcli.rules.follow import Frame
from dtcli.rules.state import EventKind


class Annotation(NamedTuple):
    """The texts beside one step."""

    comments: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    """How each choice that was not recorded is read."""
    refused: tuple[str, ...] = ()
    """What the rules refuse there."""

    def __bool__(self) -> bool:
        return any(self)


class Annotations:
    """The texts beside the steps of a replay that has a run; ``on`` is called with every frame, in order."""

    def __init__(self, checked: Checked) -> None:
        data: Any = checked.document.data or {}
        own = data.get("_comments", [])
        self._comments: dict[int, list[str]] = {}
        for entry in own if isinstance(own, list) else []:
            match entry:
                case [int(place), str(text), *_]:
                    self._comments.setdefault(place, []).append(safe(text))
        self._silent, self._refused = _silent_marks(checked), _refused_marks(checked)
        self._places = StoryPlaces(checked)

    def on(self, frame: Frame) -> Annotation:
        """Return the texts beside a step; each comment only once."""
        place = self._places.of(frame)
        return Annotation(
            tuple(self._comments.pop(-1 if place is None else place, ())),
            tuple(self._silent.get((frame.number, frame.card is None), ())),
            tuple(self._refused.get(frame.number, ())) if frame.card is not None else (),
        )


class StoryPlaces:
    """The place of each revealed card in the story as it was laid; ``of`` is called with every frame, in order."""

    def __init__(self, checked: Checked) -> None:
        assert checked.resolved is not None
        game = checked.resolved.game
        self._places = {id(card): place for place, card in enumerate(game.story)} if game else {}
        self._in_order = True

    def of(self, frame: Frame) -> int | None:
        """Return the place of the card of a frame, or of the one after the skill of a frame; from 0.

        After a skill has changed the order, equal items have the place of the last of them, and a skill has none.
        """
        if any(event.what in (EventKind.CARDS_DISCARDED, EventKind.CARDS_REARRANGED) for event in frame.events):
            self._in_order = False
        return frame.number - 1 if self._in_order else self._places.get(id(frame.card))


def _silent_marks(checked: Checked) -> dict[tuple[int, bool], list[str]]:
    """Return how each choice that was not recorded is read, by the reveal and whether it is about a skill before it."""
    marks: dict[tuple[int, bool], list[str]] = {}
    for filled in checked.filled:
        answer = safe(answer_text(filled))
        if checked.score is None:
            text = f"not recorded, shown as: {answer}"
        elif filled.because is not None:
            text = f"not recorded, inferred from card {filled.because}: {answer}"
        elif filled.has_default:
            text = f"not recorded, assumed: {answer}"
        else:
            text = f"not recorded, one of several possible answers: {answer}"
        is_skill = isinstance(filled.decision, SkillPrice)
        marks.setdefault((reveal_of(filled.decision), is_skill), []).append(text)
    return marks


def _refused_marks(checked: Checked) -> dict[int, list[str]]:
    """Return what the rules refuse, by the reveal at which or before which it was recorded."""
    marks: dict[int, list[str]] = {}
    data: Any = checked.document.data or {}
    for problem in checked.problems if checked.score is None else ():
        match (problem.pointer or "").split("/"):
            case ["", "choices", index, *_] if problem.is_error:
                entry = data["choices"][int(index)]
                what = "before it" if "before" in entry else "here"
                reason = problem.message.partition(": ")[2] or problem.message
                marks.setdefault(entry.get("before", entry.get("at")), []).append(f"refused {what}: {safe(reason)}")
    return marks

"""Everything that needs a proof: finds the best line of a story with a CP-SAT model, and checks it with the engine.

>>> import solver
>>> solver.best("replays/rulebook/example-of-play.dt").status.value
'optimal'

OR-Tools takes half a second to load, so the first question loads it, not the import.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver.limits import Limits

if TYPE_CHECKING:
    from solver.preference import Outcome
    from solver.question import InvalidReplay, Replay, Terms
    from solver.search import Disagreement, Progress
    from solver.solve import Answer, AnswerStatus, best, solved_replay

__all__ = [
    "Answer",
    "AnswerStatus",
    "Disagreement",
    "InvalidReplay",
    "Limits",
    "Outcome",
    "Progress",
    "Replay",
    "Terms",
    "best",
    "solved_replay",
]  # fmt: skip

_HOMES = {
    "Answer": "solve", "AnswerStatus": "solve", "best": "solve", "solved_replay": "solve",
    "InvalidReplay": "question", "Replay": "question", "Terms": "question",
    "Outcome": "outcome", "Disagreement": "search", "Progress": "search",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")  # noqa: EM102

    return getattr(import_module(f"solver.{_HOMES[name]}"), name)

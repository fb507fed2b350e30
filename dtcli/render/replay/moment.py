"""One moment of a replay on a terminal: a reveal, the skills before it, and what could be chosen there."""

from itertools import islice

from dtcli.english import or_list, plural
from dtcli.formats.replay.check import Checked
from dtcli.render.choices import choice_in_words
from dtcli.render.colours import FAINT, LABEL
from dtcli.render.layout import Lines
from dtcli.render.problems import problem_lines
from dtcli.render.replay.page import blocks, head, print_parts, wrapped
from dtcli.render.terminal import page_width, safe
from dtcli.rules.decisions import REVEAL, Discard, Gap, Pay, Take, UseSkill, reveal_of
from dtcli.rules.follow import Step
from dtcli.rules.heroes import HEROES
from dtcli.rules.resolution import options

_MOST_SHOWN = 12
_MOST_CHOICES = 5000
"""How many legal choices are looked at; skills can be used in thousands of ways."""


def last_moment(checked: Checked) -> int:
    """Return the number of the last reveal; 0 if no card was revealed."""
    return max((frame.number for frame in checked.run.frames), default=0) if checked.run else 0


def print_moment(checked: Checked, at: int) -> None:
    """Print one reveal with the skills before it, what could be chosen there, and the errors of the record."""
    width = page_width()
    shown = (*blocks(checked, at=at, width=width), _decisions(checked, at, width), _errors(checked, width))
    print_parts(head(checked, width), *shown)


def _errors(checked: Checked, width: int) -> Lines:
    errors = [problem for problem in checked.problems if problem.is_error]
    if errors:
        yield ()
    for problem in errors:
        yield from problem_lines(problem, width)


def _decisions(checked: Checked, at: int, width: int) -> Lines:
    """Return the decisions of a moment: what was chosen, and what else was legal."""
    steps = checked.run.steps if checked.run else ()
    made = [(step, others) for step in steps if _reveal(step) == at and (others := _other_choices(step))]
    if not made:
        yield (("There was nothing to decide here.", FAINT),)
    for step, others in made:
        when = "before" if isinstance(step.state.decision, Gap) else "at"
        chosen = "no skill" if step.choice == REVEAL else choice_in_words(step.state, step.choice)
        assumed = " (assumed)" if step.assumed else ""
        yield from wrapped(f"{when} card {at}: {safe(chosen)}{assumed}", width, LABEL, indent=0)
        yield from wrapped(f"also possible: {safe('; '.join(others))}", width, indent=2)


def _reveal(step: Step) -> int | None:
    return None if step.state.decision is None else reveal_of(step.state.decision)


def _other_choices(step: Step) -> list[str]:
    """Return the legal choices that were not made, in words; of skills only whose they are."""
    others = [one for one in islice(options(step.state), _MOST_CHOICES) if one != step.choice]
    words = ["no skill"] if REVEAL in others else []
    used = step.choice.hero if isinstance(step.choice, UseSkill) else None
    heroes = dict.fromkeys(one.hero for one in others if isinstance(one, UseSkill))
    words += [HEROES[hero].name for hero in heroes if hero != used]
    kinds = [one.kind for one in others if isinstance(one, Take) and one.kind is not None]
    words += [f"take {or_list(kinds)}"] if kinds else []
    rest = [one for one in others if isinstance(one, Pay | Discard) or one == Take(None)]
    words += dict.fromkeys(choice_in_words(step.state, one) for one in rest)
    more = len(words) - _MOST_SHOWN
    return words if more <= 0 else [*words[:_MOST_SHOWN], plural(more, "more choice")]

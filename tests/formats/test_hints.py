"""Hints that propose text are tried: writing it removes the problem, and the replay stays valid."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.formats.replay.reading import parse, read
from dtcli.formats.replay.spelling import Spelling, replay_text

ROOT = Path(__file__).resolve().parents[2]
SILENT = ("DT411", "DT412", "DT413")
FEWEST = 150
"""How many hints the shipped replays must give, so that the test cannot pass without trying any."""


def records() -> Iterator[str]:
    """Yield the shipped replays in story notation: as they are, and with one choice left out in turn."""
    for document in read([str(ROOT / "replays")]):
        checked = check(document)
        if not checked.is_valid:
            continue
        data, names = document.data, checked.resolved.names
        yield replay_text(data, names, Spelling.DT)
        choices = data.get("choices", [])
        for index in range(len(choices)):
            yield replay_text({**data, "choices": choices[:index] + choices[index + 1 :]}, names, Spelling.DT)
            parts = [key for key in choices[index] if key not in ("at", "before", "hero", "as")]
            for key in parts if len(parts) > 1 or ("hero" in choices[index] and "tokens" in parts) else []:
                fewer = {name: value for name, value in choices[index].items() if name != key}
                yield replay_text(
                    {**data, "choices": [*choices[:index], fewer, *choices[index + 1 :]]}, names, Spelling.DT
                )


def judged(text: str) -> Checked:
    return check(parse(text, suffix=".dt"))


def written(text: str, problem: Problem, answer: str, *, at_the_end: bool) -> str:
    """Return the text with what a hint proposes."""
    if at_the_end:
        return f"{text.rstrip()}\n{answer}\n"
    lines = text.split("\n")
    line = lines[problem.line - 1]
    body, hash_mark, comment = line.partition("  #")
    body = f"{body.rstrip()}, {answer}" if "|" in body or re.match(r"(at|before) \d+:", body) else f"{body} | {answer}"
    lines[problem.line - 1] = body + hash_mark + comment
    return "\n".join(lines)


def proposals(hint: str) -> tuple[list[str], bool]:
    """Return the answers that a hint proposes, and whether they go to the end."""
    if hint.startswith("write at the end: "):
        return [hint.removeprefix("write at the end: ")], True
    return (hint.removeprefix("write: ").split(", or: "), False) if hint.startswith("write: ") else ([], False)


def test_every_hint_about_a_silent_choice_can_be_written() -> None:
    tried = 0
    for text in records():
        checked = judged(text)
        if not checked.is_valid:
            continue
        for problem in [one for one in checked.problems if one.code in SILENT and one.hint]:
            answers, at_the_end = proposals(problem.hint)
            for answer in answers:
                after = judged(written(text, problem, answer, at_the_end=at_the_end))
                tried += 1
                assert after.is_valid, (answer, problem.message, [one.message for one in after.problems], text)
                about = problem.message.partition("; ")[0]
                left = [one for one in after.problems if one.code in SILENT and one.message.startswith(about)]
                assert not left, (answer, problem.message, text)
    assert tried > FEWEST


def test_tokens_without_a_discard_are_refused_with_a_reason() -> None:
    text = "heroes: Fylee Stepshadow\n\nbow\nmission Bridge: bow + sword -> -  | tokens nothing\ncup\n"
    assert [problem.code for problem in judged(text).problems if problem.is_error] == ["DT404"]


def test_a_mission_that_is_brought_back_is_decided_at_the_end() -> None:
    text = """heroes: Arvedui Miriel

bow
gold
mission Gate: bow + torch -> cup?  | fail
hero Arvedui Miriel
torch
"""
    checked = judged(text)
    (problem,) = [one for one in checked.problems if one.code in SILENT]
    assert problem.hint == "write at the end: at 5: take cup"
    assert judged(f"{text}at 5: take cup\n").problems == ()


def test_did_you_mean_can_be_written() -> None:
    text = "heroes: Tnok Redbeer\n\nswrod\n  grapnell\nmission Wolf in a Wolen Coat\n"
    text += "mission Lamp: trch + shild -> boow?\n"
    for _ in range(7):
        problem = judged(text).problems[0]
        meant = re.fullmatch(r"did you mean (.+)\?", problem.hint or "")
        wrong = re.search(r"'(.+?)'", problem.message)
        assert meant is not None, problem
        assert wrong is not None
        lines = text.split("\n")
        start = problem.column - 1
        line = lines[problem.line - 1]
        lines[problem.line - 1] = line[:start] + line[start:].replace(wrong[1], meant[1], 1)
        fewer = judged("\n".join(lines)).problems
        assert (problem.code, problem.line, problem.column) not in [(one.code, one.line, one.column) for one in fewer]
        text = "\n".join(lines)
    assert judged(text).is_valid, judged(text).problems


def test_of_two_equally_close_keys_the_hint_names_the_first_of_the_schema():
    """A set would name one of them at random, so that two runs or two processes would print different rows."""
    text = '{"format": "dungeon-time/replay/1", "story": ["sword"], "choices": [{"a2": 1}], "extendet": true}'
    hints = {problem.pointer: problem.hint for problem in parse(text).problems}
    assert hints["/choices/0/a2"] == "did you mean at?"


@pytest.mark.parametrize(
    "line",
    [
        "E01 took bow",
        "rats with demands take bow",
        "mission E01 -> bow",
        "E01 -> took bow",
        "mission E01 - declined",
        "Rats With Demands (took bow)",
        "E01 + bow",
        "E01 = declined",
        "E01: took bow",
    ],
)
def test_a_choice_without_a_bar_is_given_one(line: str) -> None:
    story = "torch\nsword\n"
    (problem,) = judged(f"{story}{line}\n").problems
    assert problem.hint.startswith("write: mission ")
    assert judged(f"{story}{problem.hint.removeprefix('write: ')}\n").problems == ()

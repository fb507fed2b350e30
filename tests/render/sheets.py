"""Handwritten puzzles to print, and a browser that prints them."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dtcli.formats.puzzle.file import check_puzzle, parse_puzzle
from dtcli.render.puzzle.html_sheet import sheet_puzzle

CELLAR = {
    "format": "dungeon-time/puzzle/1",
    "title": "Torch or Cup",
    "notes": "One of the two\nwill be missed.",
    "heroes": ["Tonk Redbeer", "Tragurk"],
    "start": {"cards": ["cup", "cup"], "tokens": ["sword"], "heroes": ["Tonk Redbeer"]},
    "story": [
        "torch",
        {"mission": "Must", "needs": ["torch", "torch"], "reward": "shield"},
        {"mission": "May", "needs": ["bow"], "reward": "bow?"},
        {"mission": "Either", "needs": ["cup"], "reward": "map/book"},
        {"mission": "Any", "needs": ["gold"], "reward": "?"},
        {"mission": "Nothing", "needs": ["keys"], "reward": "-"},
    ],
    "goal": {"kind": "missions", "missions": 1},
    "solution": [{"at": 2, "discard": []}, {"at": 3, "discard": []}, {"at": 4, "take": "map"},
                 {"at": 5, "discard": []}, {"at": 6, "discard": []}],
    "difficulty": {"grade": 3},
    "themes": ["refuse-the-bait"],
    "seed": "grade3#cellar",
}  # fmt: skip


def checked(**other):
    """Return the puzzle with some keys changed, checked."""
    found = check_puzzle(parse_puzzle(json.dumps({**CELLAR, **other})))
    assert found.is_valid, found.problems
    return found


def puzzle(**other):
    """Return the puzzle with some keys changed, ready to print."""
    return sheet_puzzle(checked(**other))


def unsolved(**other):
    """Return a puzzle without a solution."""
    data = {key: value for key, value in {**CELLAR, **other}.items() if key != "solution"}
    return sheet_puzzle(check_puzzle(parse_puzzle(json.dumps(data))))


def trials(title, n):
    """Return a puzzle with many missions that can be counted on a printed page."""
    missions = [{"mission": f"Trial {i}", "needs": ["mortar"], "reward": "bow?"} for i in range(n)]
    return unsolved(title=title, heroes=[], start=None, story=[card for one in missions for card in ("gold", one)][-n:],
                    goal={"kind": "whole"})  # fmt: skip


BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
READER = shutil.which("pdftotext")
printing = pytest.mark.skipif(
    not (BROWSER and READER), reason="no Chromium, or no pdftotext of poppler, on this machine to print sheets with"
)


def printed(page: str, folder: Path) -> list[str]:
    """Return the text of each page as a real browser prints it."""
    source, target = folder / "sheet.html", folder / "sheet.pdf"
    source.write_text(page, encoding="utf-8")
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--no-pdf-header-footer")  # fmt: skip
    command = [BROWSER, *quiet, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={target}", source.as_uri()]
    subprocess.run(command, capture_output=True, timeout=120, check=True)
    text = subprocess.run([READER, "-layout", target, "-"], capture_output=True, timeout=60, check=True).stdout
    return text.decode().removesuffix("\f").split("\f")

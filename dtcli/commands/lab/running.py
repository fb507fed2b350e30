"""Turns the options of a ``dtcli lab`` command into a run over many deals."""

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import typer

from dtcli.batch.lab.deals import deal_word, deals_of
from dtcli.batch.lab.outcomes import CLASSES, LabGroup, groups_of
from dtcli.batch.lab.summary import summary_records
from dtcli.batch.layouts import Format
from dtcli.batch.portions import RowCounts
from dtcli.batch.work.base import Work
from dtcli.commands.batch.running import run_made
from dtcli.commands.inputs import card_set_or_default
from dtcli.commands.lab.options import ALL, LabOptions
from dtcli.commands.output import fail, json_line
from dtcli.commands.play_options import setup_of
from dtcli.commands.saving import new_file, save
from dtcli.formats.card_sets import DEFAULT_CARD_SET, scenarios
from dtcli.formats.house_printings import printing_to_write
from dtcli.formats.names import Names
from dtcli.rules.cards import Adventure
from dtcli.rules.rulings import DEFAULT_EDITION, HeroId
from dtcli.rules.scenarios import Scenario


class LabTerms(NamedTuple):
    """What all deals of an experiment have in common."""

    names: Names
    settings: tuple[Scenario | Adventure, ...]
    edition: str
    heroes: tuple[HeroId, ...]


class LabReport(NamedTuple):
    """How the summary of an experiment is shown."""

    table: Callable[[Sequence[LabGroup], TextIO], None]
    picture: Callable[[Sequence[LabGroup], str], str]
    """A function of the groups and a description of the experiment."""
    statuses: Sequence[str] = CLASSES
    """What a row can be; the first one is good."""


def terms_of(lab: LabOptions) -> LabTerms:
    """Return what the options say about the deals; exit with an error if an option is wrong."""
    if lab.as_json and lab.format not in (None, Format.JSON):
        fail(f"--json and --format {lab.format} contradict each other")
    names = card_set_or_default(lab.card_set)
    adventures = _named(lab.adventure, list(names.cards.adventures))
    asked = _named(lab.scenario, list(scenarios()))
    if adventures and asked:
        fail("a deal has a scenario or an adventure, not both")
    chosen: list[tuple[str | None, str | None]] = [(None, one) for one in adventures]
    chosen = chosen or [(one, None) for one in asked or scenarios()]
    settings: dict[str, Scenario | Adventure] = {}
    heroes: tuple[HeroId, ...] = ()
    for scenario, adventure in chosen:
        seed = deal_word(lab.seed, lab.deals)
        setup = setup_of(scenario, adventure, lab.edition, lab.heroes, seed, None, lab.card_set, extended=lab.extended)
        if setup.draw_heroes:
            fail("--heroes names the heroes of all deals, none are drawn", "`dtcli heroes` lists them")
        settings[setup.what.id] = setup.what
        heroes = setup.heroes
    return LabTerms(names, tuple(settings.values()), lab.edition or DEFAULT_EDITION, heroes)


def _named(options: list[str] | None, everything: list[str]) -> list[str]:
    """Return the names of a list with commas that may be repeated; ``all`` stands for everything."""
    names = [name.strip() for option in options or () for name in option.split(",")]
    if options and not all(names):
        fail("a name is empty", "write for example level-1,level-2")
    return everything if ALL in names else names


def run_lab(
    work: Work[Any], terms: LabTerms, lab: LabOptions, report: LabReport, bots: tuple[str | None, ...] = (None,)
) -> None:
    """Judge all deals, write the rows, the summary and the picture, and exit with the worst exit code."""
    for path in (lab.summary, lab.svg):
        if path is not None and not lab.resume:
            new_file(path, force=lab.force)

    def show(counts: RowCounts) -> None:
        groups = groups_of(counts.outcomes)
        if not groups:
            return
        if lab.summary is None:
            report.table(groups, sys.stderr)
        else:
            _save(lab.summary, _summary_text(lab.summary, groups, report), lab)
        if lab.svg is not None:
            _save(lab.svg, report.picture(groups, _said(terms, lab)), lab)

    made = deals_of(terms.settings, lab.seed, lab.deals, bots)
    code = run_made(work, made, lab.batch, report=show, card_set=lab.card_set, force=lab.force)
    raise typer.Exit(code)


def _save(name: str, text: str, lab: LabOptions) -> None:
    """Write the summary or the picture; a run that is resumed writes it again."""
    save(Path(name), text, force=lab.force or lab.resume)


def _summary_text(name: str, groups: Sequence[LabGroup], report: LabReport) -> str:
    if name.endswith(".json"):
        return "".join(map(json_line, summary_records(groups, report.statuses)))
    page = io.StringIO()
    report.table(groups, page)
    return page.getvalue()


def _said(terms: LabTerms, lab: LabOptions) -> str:
    """Return a line about the deals for the picture."""
    cards = printing_to_write(lab.card_set or DEFAULT_CARD_SET)
    parts = [f"seed {lab.seed}", f"{lab.deals} deals each", f"cards {cards}"]
    if lab.extended:
        parts.append("Extended play")
    if terms.heroes:
        parts.append(f"heroes {', '.join(terms.heroes)}")
    if lab.goal is not None:
        parts.append(f"goal {lab.goal}")
    return ", ".join(parts)

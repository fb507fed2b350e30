"""Where the deeds of a recorded timed game went: as lines of the analysis, and as its JSON object ``five_minutes``."""

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dtcli.english import and_list, plural
from dtcli.formats.names import Names
from dtcli.formats.replay.serialize import card_entry
from dtcli.render.colours import FAINT, LABEL, STRONG
from dtcli.render.events import card_name
from dtcli.render.known_par import par_words
from dtcli.render.layout import Lines, with_bold, wrapped
from dtcli.render.terminal import WIDTH, safe
from dtcli.rules.cards import Item
from dtcli.rules.items import named

if TYPE_CHECKING:
    from solver.studies.dealt_cards import DealtCard
    from solver.studies.deeds import DeedStudy, Missed, Waited, Wasted

_WHEN = 27
_LISTED = 5
"""How many cards are listed below each heading, unless all are."""
MINUTE = 60
FINDINGS = ("completed", "used", "laid_for_nothing", "discarded_and_missed", "waited_too_long")
"""The keys of the JSON object that are null where a choice that was not recorded decides."""
Rows = list[tuple[str, str]]


def deed_lines(study: "DeedStudy", *, players: int, has_goal: bool, every: bool = False) -> Lines:
    """Return where the deeds went, with ``every`` card that was wasted or only the first ones."""
    yield from with_bold(
        f"the five minutes: {plural(study.deeds, 'deed')}",
        f", {plural(study.laid, 'card')} laid and {study.discarded} discarded",
    )
    if study.par is not None:
        yield from wrapped(f"par of this deal: {par_words(study.par)}")
    elif has_goal:
        yield (("par of this deal: --par finds it", FAINT),)
    if study.is_open:
        yield from wrapped("A choice that is not recorded leaves open what the cards did.")
        return
    yield from wrapped(_summary(study))
    parts = {
        "laid for nothing": _wasted_rows(study.wasted, players),
        "discarded and missed": [(_when(one.card, players), missed_words(one)) for one in study.missed],
        "waited too long": [(_when(one.card, players), _waited(one)) for one in study.waited],
    }
    for heading, rows in parts.items():
        if rows:
            yield ()
            yield ((heading, STRONG),)
            yield from _listed(rows, every=every)


def _summary(study: "DeedStudy") -> str:
    if not study.laid:
        return "No card was laid."
    did = [f"{plural(study.completed, 'mission')} completed", f"{plural(study.paid, 'item')} used"]
    if study.wasted:
        did.append(f"{plural(len(study.wasted), 'card')} laid for nothing")
    said = f"Of the cards laid: {and_list(did)}."
    if study.wasted or study.missed or study.waited:
        return said
    return f"{said} No deed was wasted: every card laid did something, and no card was missed."


def _listed(rows: Rows, *, every: bool) -> Lines:
    shown = rows if every or len(rows) <= _LISTED else rows[:_LISTED]
    for when, text in shown:
        for n, line in enumerate(textwrap.wrap(text, WIDTH - _WHEN - 2)):
            yield ("  ", (f"{'' if n else when:<{_WHEN}}", LABEL), line)
    if len(rows) > len(shown):
        yield (f"  and {len(rows) - len(shown)} more; --all lists them",)


def _wasted_rows(wasted: "Iterable[Wasted]", players: int) -> Rows:
    """Return a row for each card, and one for all that were not revealed."""
    rows: Rows = []
    hidden: list[DealtCard] = []
    for one in wasted:
        if one.why == "not-revealed":
            hidden.append(one.card)
        else:
            rows.append((_when(one.card, players), f"{_name(one.card)} {_why(one)}"))
    if hidden:
        said = f"{plural(len(hidden), 'card')} above the one at which the backpack broke"
        rows.append((f"from deed {hidden[0].deed}", said))
    return rows


def _why(one: "Wasted") -> str:
    match one.why:
        case "failed":
            return f"failed without {safe(named(one.without))}" if one.without else "failed"
        case "discarded":
            return "was discarded by a hero"
    return "paid no mission"


def missed_words(one: "Missed") -> str:
    """Return a card that was discarded, and the mission that missed it."""
    if one.by is not None:
        return f"{_name(one.card)}; {_name(one.by)} failed without it"
    return f"{_name(one.card)}; the items that it needs were there, and paid no other mission"


def _waited(one: "Waited") -> str:
    if one.by is None:
        return f"{_name(one.card)} was never laid; the items that it needs were there, and paid no other mission"
    late = "laid after" if one.how == "laid-late" else "not laid"
    return f"{_name(one.card)} was in a hand, and {late}; {_name(one.by)} failed without it"


def _name(one: "DealtCard") -> str:
    """Return a card, with its place if it was laid: ``torch (card 12)``."""
    name = safe(str(one.card)) if isinstance(one.card, Item) else safe(card_name(one.card))
    return f"{name} (card {one.story_place})" if one.story_place else name


def _when(one: "DealtCard", players: int) -> str:
    """Return the deed, the player and the time: ``deed 15, player 2, 1:05``."""
    who = f", player {one.player}" if players > 1 else ""
    if one.deed is None:
        return f"to the end{who}"
    minutes, seconds = divmod(int(one.t or 0), MINUTE)
    return f"deed {one.deed}{who}, {minutes}:{seconds:02}"


def five_minutes_record(study: "DeedStudy | None", names: Names | None) -> dict[str, Any] | None:
    """Return the study as JSON has it; None without a record of the five minutes."""
    if study is None or names is None:
        return None

    def card(one: "DealtCard") -> dict[str, Any]:
        entry = card_entry(one.card, names)
        return {"card": entry, "place": one.story_place or None, "deed": one.deed, "t": one.t, "player": one.player}

    def by(one: "Missed | Waited") -> dict[str, Any]:
        return {**card(one.card), "missed_by": None if one.by is None else card(one.by)}

    record: dict[str, Any] = {"deeds": study.deeds, "laid": study.laid, "discarded": study.discarded}
    record["par"] = None if study.par is None else study.par.as_json()
    if study.is_open:
        return record | dict.fromkeys(FINDINGS)
    return record | {
        "completed": study.completed,
        "used": study.paid,
        "laid_for_nothing": [
            {**card(one.card), "why": one.why.value, "without": list(one.without)} for one in study.wasted
        ],
        "discarded_and_missed": [by(one) for one in study.missed],
        "waited_too_long": [{**by(one), "how": one.how.value} for one in study.waited],
    }

"""Par of a deal as a page and as JSON: the number, its proof, and the line of play."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from dtcli.english import plural
from dtcli.formats.names import Names
from dtcli.formats.replay.serialize import card_entry
from dtcli.render.choices import line_in_words
from dtcli.render.colours import CAUTION, FAINT, LABEL, STRONG
from dtcli.render.terminal import Printer, safe
from dtcli.rules.cards import Card, Item
from dtcli.rules.items import named
from dtcli.rules.table import FIVE_MINUTES
from solver.par.line_replay import deed_entries
from solver.par.playing import ParLine
from solver.par.search import MostMissions, ParResult


class ShownDeal(NamedTuple):
    """A deal as it is shown."""

    title: str
    names: Names
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    goal: int | None


def par_status(result: ParResult | MostMissions) -> str:
    """Return the status of an answer, as ``solve`` has it."""
    if result.is_proved:
        return "optimal"
    return "unknown" if result.line is None else "feasible"


def par_record(deal: ShownDeal, result: ParResult, *, goal: int, seconds: float) -> dict[str, Any]:
    """Return par as JSON has it; par and bound are null if no number of deeds reaches the goal."""
    found = {"status": par_status(result), "par": result.par, "bound": result.bound, "goal": goal}
    return {**found, **_line_record(deal, result.line), "seconds": round(seconds, 3)}


def within_record(deal: ShownDeal, result: MostMissions, *, within: int, seconds: float) -> dict[str, Any]:
    """Return the most missions within a number of deeds as JSON has it; ``bound`` counts missions here."""
    par = None if result.line is None else len(result.line.deeds)
    found = {"status": par_status(result), "within": within, "par": par, "bound": result.bound, "goal": deal.goal}
    return {**found, **_line_record(deal, result.line), "seconds": round(seconds, 3)}


def curve_record(deal: ShownDeal, results: Mapping[int, ParResult], *, seconds: float) -> dict[str, Any]:
    """Return par for every number of missions as JSON has it."""
    points = [
        {"missions": missions, "status": par_status(result), "par": result.par, "bound": result.bound}
        for missions, result in results.items()
    ]
    status = "optimal" if all(result.is_proved for result in results.values()) else "feasible"
    most = max((missions for missions, result in results.items() if result.par is not None), default=0)
    return {
        "status": status,
        "goal": deal.goal,
        "most": most,
        "curve": points,
        "deal": _deal_record(deal),
        "seconds": round(seconds, 3),
    }


def _line_record(deal: ShownDeal, line: ParLine | None) -> dict[str, Any]:
    deeds = [] if line is None else list(deed_entries(line.deeds, deal.names, hands=deal.hands, deck=deal.deck))
    missions = None if line is None else line.played.state.completed
    return {"missions": missions, "deal": _deal_record(deal), "deeds": deeds}


def _deal_record(deal: ShownDeal) -> dict[str, Any]:
    return {
        "hands": [[card_entry(card, deal.names) for card in hand] for hand in deal.hands],
        "deck": [card_entry(card, deal.names) for card in deal.deck],
    }


def print_par(deal: ShownDeal, result: ParResult, *, goal: int, seconds: float) -> None:
    """Print par, how sure it is, and the line of play."""
    printer = Printer()
    printer.line((safe(deal.title), STRONG), (f"  goal {plural(goal, 'mission')}", FAINT))
    if result.bound is None:
        printer.line(("not winnable", STRONG), ("  proved: no number of deeds is enough", FAINT))
        return
    if result.par is None:
        printer.line(("par unknown", STRONG), (f"  {_limit(result, seconds)}: at least {result.bound} deeds", CAUTION))
        return
    if result.is_proved:
        printer.line((f"par {plural(result.par, 'deed')}", STRONG), ("  proved: fewer are not enough", FAINT))
    else:
        printer.line(
            (f"par at most {plural(result.par, 'deed')}", STRONG),
            (f"  {_limit(result, seconds)}: at least {result.bound}", CAUTION),
        )
    assert result.line is not None
    _print_line(printer, result.line)


def print_within(deal: ShownDeal, result: MostMissions, *, within: int, seconds: float) -> None:
    """Print the most missions within a number of deeds, and the line of play."""
    printer = Printer()
    printer.line((safe(deal.title), STRONG), (f"  within {plural(within, 'deed')}", FAINT))
    proof = ("  proved: no more are possible", FAINT)
    if not result.is_proved:
        proof = (f"  {_limit(result, seconds)}: at most {result.bound}", CAUTION)
    printer.line((plural(result.missions, "mission", none="no"), STRONG), proof)
    if result.line is not None:
        _print_line(printer, result.line)


def print_curve(deal: ShownDeal, results: Mapping[int, ParResult]) -> None:
    """Print par for every number of missions."""
    printer = Printer()
    printer.line((safe(deal.title), STRONG))
    printer.line(("missions  par", FAINT))
    for missions, result in results.items():
        goal = "  goal" if missions == deal.goal else ""
        if result.bound is None:
            printer.line(f"{missions:>8}    -", ("  proved: not possible", FAINT))
        elif result.is_proved:
            printer.line(f"{missions:>8}{result.par:>5}", (goal, LABEL))
        else:
            most = "" if result.par is None else f", at most {result.par}"
            printer.line(f"{missions:>8}    ?", (f"  at least {result.bound}{most}{goal}", CAUTION))


def _limit(result: ParResult | MostMissions, seconds: float) -> str:
    return f"{'interrupted' if result.interrupted else 'a limit was reached'} after {seconds:.1f} s"


def _print_line(printer: Printer, line: ParLine) -> None:
    """Print the deeds, a row for those up to each mission, then the choices of the resolution."""
    laid = sum(deed.laid for deed in line.deeds)
    pace = FIVE_MINUTES / len(line.deeds) if line.deeds else 0
    discarded = len(line.deeds) - laid
    printer.line((f"{laid} laid, {discarded} discarded; in five minutes a card every {pace:.1f} s", FAINT))
    printer.line()
    printer.line(("deeds", FAINT))
    for first, last, words in _rows(line):
        deeds = f"{first}" if first == last else f"{first}-{last}"
        printer.line((f"{deeds:>7}", LABEL), "  ", words)
    printer.line()
    printer.line(("choices of the resolution", FAINT))
    told = False
    for moment, words in line_in_words(line.played.start, line.played.choices):
        printer.line((f"{moment + ':':<15}", LABEL), " ", words)
        told = True
    if not told:
        printer.line("There is nothing to decide.")


def _rows(line: ParLine) -> list[tuple[int, int, str]]:
    """Return the first and last deed of each row, and what is laid and discarded in it."""
    rows: list[tuple[int, int, str]] = []
    first, laid, discarded = 1, list[Card](), list[Card]()
    for number, deed in enumerate(line.deeds, 1):
        (laid if deed.laid else discarded).append(deed.card)
        if (deed.laid and not isinstance(deed.card, Item)) or number == len(line.deeds):
            rows.append((first, number, _words(laid, discarded)))
            first, laid, discarded = number + 1, [], []
    return rows


def _words(laid: Sequence[Card], discarded: Sequence[Card]) -> str:
    parts = []
    if discarded:
        parts.append(f"discard {_cards(discarded)}")
    if laid:
        parts.append(f"lay {_cards(laid)}")
    return "; ".join(parts)


def _cards(cards: Sequence[Card]) -> str:
    items = [card.kind for card in cards if isinstance(card, Item)]
    titles = [safe(str(card)) for card in cards if not isinstance(card, Item)]
    return ", ".join([*([named(items).replace(" + ", ", ")] if items else []), *titles])

"""A campaign on a terminal: the levels, which may be played next, and the last games."""

from collections.abc import Callable, Iterator, Sequence

from dtcli.english import agree, capitalised, plural
from dtcli.formats.card_sets import scenarios
from dtcli.formats.schema import CampaignFile, CampaignGameEntry
from dtcli.render.colours import STRONG
from dtcli.render.ladder import Stars, celebration_lines, ladder_now, ladder_won, rung_lines, totals
from dtcli.render.layout import Line
from dtcli.render.terminal import Printer, safe
from dtcli.rules.scenarios import Scenario, ScenarioKind

LAST_GAMES = 5
_NAME = 26


def no_stars(_save: CampaignFile) -> Stars:
    """Return no stars, for campaigns without games."""
    return {}


def print_campaigns(saves: Sequence[CampaignFile], stars_of: Callable[[CampaignFile], Stars] = no_stars) -> None:
    """Print campaigns, separated by blank lines; ``stars_of`` returns the stars of their won games."""
    printer = Printer()
    for n, save in enumerate(saves):
        if n:
            printer.line()
        for line in campaign_lines(save, stars_of(save)):
            printer.line(*line)


def campaign_lines(save: CampaignFile, stars: Stars) -> Iterator[Line]:
    """Return a campaign in lines."""
    yield ((safe(save["name"]), STRONG), _honours(save))
    heroes = "a hero in each game" if save["heroes"] else "no heroes"
    facts = [save["edition"], f"{safe(save['card_set'])} cards", *_players(save), heroes]
    yield (" · ".join([*facts, f"since {safe(save['created'][:10])}"]),)
    yield ()
    ladder = ladder_now(save, stars)
    yield from rung_lines(ladder)
    yield ()
    if ladder.games:
        yield from ((f"{capitalised(said)}.",) for said in totals(ladder))
        yield ()
    yield from next_lines(save)
    if save["games"]:
        yield ()
        yield from _last_games(save)


def next_lines(save: CampaignFile) -> Iterator[Line]:
    """Return which levels may be played next, with the commands."""
    if save.get("unfinished"):
        yield ("A game was interrupted in its resolution: ", ("dtcli campaign play", STRONG), " resumes it.")
        return
    choices = [scenarios()[name] for name in save["step"]["choices"]]
    yield ("Next: " + ", or ".join(_called(one) for one in choices) + ".",)
    if save.get("players", 1) > 1:
        yield ("  ", ("dtcli campaign record FILE", STRONG), " counts a recorded game.")
    elif len(choices) > 1:
        yield from (("  ", (f"dtcli campaign play --level {one.id}", STRONG)) for one in choices)


def after_counted_lines(game: CampaignGameEntry, save: CampaignFile, stars: Stars) -> Iterator[Line]:
    """Return the result of a game that was just counted, the ladder if it won the campaign, and what comes next."""
    yield counted_line(game)
    won = ladder_won(save, stars) if game["won"] and scenarios()[game["scenario"]].ends_campaign else None
    if won is not None and game["counted"]:
        yield ()
        yield from celebration_lines(won)
        yield ()
    yield from next_lines(save)


def counted_line(game: CampaignGameEntry) -> Line:
    """Return the result of a game that was just counted."""
    return (f"Counted: {_title(game)}, {_how(game)}, {plural(game['missions'], 'mission')}.",)


def _honours(save: CampaignFile) -> str:
    won, extended = save["step"]["campaigns_won"], save["step"]["extended"]
    times = {0: "", 1: "  won once"}.get(won, f"  won {won} times")
    return times + (", now in Extended play (7 slots)" if extended else "")


def _players(save: CampaignFile) -> list[str]:
    return [plural(save["players"], "player")] if "players" in save else []


def _called(scenario: Scenario) -> str:
    return f"{scenario.title} (bonus)" if scenario.kind is ScenarioKind.BONUS else scenario.title


def _last_games(save: CampaignFile) -> Iterator[Line]:
    games = save["games"]
    shown = games[-LAST_GAMES:]
    yield ((f"Last games, of {len(games)}:" if len(games) > len(shown) else "Games:", STRONG),)
    for game in shown:
        uncounted = "" if game["counted"] else ", not counted"
        missions = f"{game['missions']:>2} {agree(game['missions'], 'mission', 'missions')}"
        title = f"  {safe(game['date'])}  {_title(game):<{_NAME + 4}}"
        yield (f"{title}{_how(game):<8}{missions}{_recorded(game)}{uncounted}",)


def _title(game: CampaignGameEntry) -> str:
    return scenarios()[game["scenario"]].title + (", Extended" if game["extended"] else "")


def _how(game: CampaignGameEntry) -> str:
    return "won" if game["won"] else "broken" if game["broken"] else "lost"


def _recorded(game: CampaignGameEntry) -> str:
    if not game.get("recorded"):
        return ""
    return f", recorded by {game['players']}" if "players" in game else ", recorded"

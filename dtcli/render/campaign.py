"""A campaign on a terminal: the levels, which may be played next, and the last games."""

from collections import Counter
from collections.abc import Iterator, Sequence

from dtcli.english import agree, plural
from dtcli.formats.card_sets import scenarios
from dtcli.formats.schema import CampaignFile, CampaignGameEntry
from dtcli.render.colours import GOOD, STRONG
from dtcli.render.layout import Line
from dtcli.render.terminal import Printer, safe
from dtcli.rules.scenarios import Scenario, ScenarioKind

LAST_GAMES = 5
_NAME = 26


def print_campaigns(saves: Sequence[CampaignFile]) -> None:
    """Print campaigns, separated by blank lines."""
    printer = Printer()
    for n, save in enumerate(saves):
        if n:
            printer.line()
        for line in campaign_lines(save):
            printer.line(*line)


def campaign_lines(save: CampaignFile) -> Iterator[Line]:
    """Return a campaign in lines."""
    yield ((safe(save["name"]), STRONG), _honours(save))
    heroes = "a hero in each game" if save["heroes"] else "no heroes"
    facts = [save["edition"], f"{safe(save['card_set'])} cards", *_players(save), heroes]
    yield (" · ".join([*facts, f"since {safe(save['created'][:10])}"]),)
    yield ()
    games = this_round(save)
    yield from (_level(one, save, games) for one in scenarios().values() if one.kind is not ScenarioKind.ONE_SHOT)
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


def counted_line(game: CampaignGameEntry) -> Line:
    """Return the result of a game that was just counted."""
    return (f"Counted: {_title(game)}, {_how(game)}, {plural(game['missions'], 'mission')}.",)


def this_round(save: CampaignFile) -> list[CampaignGameEntry]:
    """Return the games that count since the campaign was started, or last won."""
    counted = [game for game in save["games"] if game["counted"]]
    ends = [n for n, game in enumerate(counted) if game["won"] and scenarios()[game["scenario"]].ends_campaign]
    return counted[ends[-1] + 1 :] if ends else counted


def _honours(save: CampaignFile) -> str:
    won, extended = save["step"]["campaigns_won"], save["step"]["extended"]
    times = {0: "", 1: "  won once"}.get(won, f"  won {won} times")
    return times + (", now in Extended play (7 slots)" if extended else "")


def _players(save: CampaignFile) -> list[str]:
    return [plural(save["players"], "player")] if "players" in save else []


def _called(scenario: Scenario) -> str:
    return f"{scenario.title} (bonus)" if scenario.kind is ScenarioKind.BONUS else scenario.title


def _level(scenario: Scenario, save: CampaignFile, games: Sequence[CampaignGameEntry]) -> Line:
    """Return the line of one level; a bonus level is indented."""
    played = Counter(game["won"] for game in games if game["scenario"] == scenario.id)
    is_next = scenario.id in save["step"]["choices"]
    mark = "[x]" if played[True] else "[ ]"
    indent = "  " if scenario.kind is ScenarioKind.BONUS else ""
    name = f"{indent}{scenario.title}"
    said = f"won {played[True]} of {played.total()}" if played else ""
    style = STRONG if is_next else GOOD if played[True] else ""
    missions = sum(scenario.missions.values())
    line = f"{' > ' if is_next else '   '}{mark} {name:<{_NAME}}goal {scenario.goal:>2} of {missions}   {said}"
    return ((line.rstrip(), style),)


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

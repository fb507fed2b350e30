"""The ladder of a campaign: levels, stars, totals, and the celebration."""

import pytest

from dtcli.render.campaign import after_counted_lines, campaign_lines
from dtcli.render.ladder import celebration_lines, ladder_now, ladder_won, rounds, star_signs, totals
from dtcli.render.layout import Line
from tests.play.campaign_scenes import GAMES, STARS, campaign


def text(line: Line) -> str:
    return "".join(span if isinstance(span, str) else span[0] for span in line)


def test_the_ladder_has_the_games_of_each_level_and_the_most_stars():
    ladder = ladder_now(campaign(5), STARS)
    found = {rung.level.id: (rung.played, rung.won, rung.most, rung.stars) for rung in ladder.rungs}
    assert found == {
        "level-1": (2, 1, 10, 1),
        "my-first-dungeon": (1, 1, 11, 1),
        "level-2": (1, 1, 12, 3),
        "the-darkest-dungeon": (1, 0, 5, None),
        "level-3": (0, 0, 0, None),
        "unnatural-foes": (0, 0, 0, None),
        "level-4": (0, 0, 0, None),
    }
    assert [rung.level.id for rung in ladder.rungs if rung.is_next] == ["the-darkest-dungeon", "level-3"]
    assert totals(ladder) == [
        "5 games, 3 won; 45 missions; 5 of 9 stars",
        "played on 3 days, from 2026-11-02 to 2026-11-09",
    ]


def test_of_several_won_games_the_one_with_the_most_stars_counts():
    save = campaign(2)
    again = {**save["games"][1], "file": "again.json"}
    save = {**save, "games": [*save["games"], again]}
    assert ladder_now(save, {"1.json": 1, "again.json": 3}).rungs[0].stars == 3
    assert ladder_now(save, {}).rungs[0].stars == 1  # the goal was reached


def test_the_best_has_a_whole_backpack():
    save = campaign(1)
    save["games"][0]["broken"] = True
    assert ladder_now(save, {}).rungs[0].most == 0


@pytest.mark.parametrize(("games", "said"), [(0, []), (1, ["1 game, 0 won; 7 missions", "played on 2026-11-02"])])
def test_the_totals_of_few_games(games, said):
    assert totals(ladder_now(campaign(games), STARS)) == said


def test_a_won_campaign_begins_a_new_ladder():
    save = campaign()
    assert [len(games) for games in rounds(save)] == [len(GAMES), 0]
    assert ladder_now(save, STARS).games == 0
    won = ladder_won(save, STARS)
    assert won is not None
    assert (won.games, won.won, won.stars, won.campaigns_won, won.extended) == (len(GAMES), 5, 9, 1, False)
    assert ladder_won(campaign(8), STARS) is None


def test_the_celebration_names_the_levels_the_totals_and_what_is_unlocked():
    won = ladder_won(campaign(), STARS)
    assert won is not None
    lines = [text(line) for line in celebration_lines(won)]
    assert lines[0] == "Campaign Sundays is won!"
    assert "   [x] Level 4                   goal  6 of 12   ★★☆  won 1 of 2, best 7" in lines
    assert lines[-2:] == [
        "Played on 5 days, from 2026-11-02 to 2026-11-14.",
        "Unlocked: Extended play, the campaign again with 7 slots instead of 8.",
    ]
    second = won._replace(campaigns_won=2, extended=True)
    again = [text(line) for line in celebration_lines(second)]
    assert (again[0], again[-1]) == (
        "Campaign Sundays is won for the 2nd time!",
        "Extended play goes on: the campaign again, with 7 slots.",
    )


def test_the_status_shows_stars_and_totals():
    lines = [text(line) for line in campaign_lines(campaign(5), STARS)]
    assert "   [x] Level 2                   goal 10 of 12   ★★★  won 1 of 1, best 12" in lines
    assert " > [ ]   The Darkest Dungeon     goal  8 of 12        won 0 of 1, best 5" in lines
    assert "5 games, 3 won; 45 missions; 5 of 9 stars." in lines
    assert all(len(line) <= 80 for line in lines)


def test_a_counted_game_that_wins_the_campaign_is_celebrated():
    save = campaign()
    lines = [text(line) for line in after_counted_lines(save["games"][-1], save, STARS)]
    assert lines[0].startswith("Counted: Level 4, won, 7 missions")
    assert "Campaign Sundays is won!" in lines
    assert lines[-1] == "Next: Level 1."
    before = campaign(8)
    assert not any("is won" in text(line) for line in after_counted_lines(before["games"][-1], before, STARS))


def test_stars_are_signs():
    assert [star_signs(n) for n in range(4)] == ["☆☆☆", "★☆☆", "★★☆", "★★★"]

"""The chart of an analysis on a terminal, line by line for small games."""

import pytest

from dtcli.formats.replay.reading import parse
from dtcli.render.analysis.chart import (
    NO_LETTER,
    BestReachable,
    Chart,
    ChartColumn,
    Prospect,
    QuestResult,
    chart_of,
    letters,
)
from dtcli.render.analysis.terminal_chart import picture
from solver.question import Terms
from solver.studies.analysis import analyze

WON, LOST, BROKEN = (lambda missions, prospect=prospect: BestReachable(missions, prospect) for prospect in Prospect)
WIDTH = 80


def drawn(chart: Chart) -> list[str]:
    lines = ("".join(span if isinstance(span, str) else span[0] for span in line) for line in picture(chart))
    return [line.rstrip() for line in lines]


def columns(*values: BestReachable, completed: str, slots: str = "", quests: str = "") -> tuple[ChartColumn, ...]:
    """Return columns with these missions and slots; a quest is C (completed) or F (failed), - is an item."""
    came_of = {"C": QuestResult.COMPLETED, "F": QuestResult.FAILED, "-": None}
    every = zip(values, completed, slots or "1" * len(values), quests or "-" * len(values), strict=True)
    return tuple(ChartColumn(value, int(done), int(n), 8, came_of[quest]) for value, done, n, quest in every)


def many(n: int, value: BestReachable, slots: int = 1) -> tuple[ChartColumn, ...]:
    return tuple(ChartColumn(value, 0, slots, 8) for _ in range(n))


def test_the_line_falls_at_the_mistake_and_the_completed_missions_meet_it():
    chart = Chart(
        WON(2),
        columns(WON(2), LOST(1), LOST(1), completed="001", slots="148", quests="-FC"),
        mistakes=(("a", 2),),
        goal=2,
    )
    assert drawn(chart) == [
        "missions │",
        "       2 ┤━━━━┑a┄┄┄┄┄┄ goal",
        "       1 ┤    ╰──────●",
        "       0 ┤········",
        "         │        ████",
        "   slots │▂▂▂▂████████",
        " outcome      ○   ●",
        "mistakes      a",
        "         └┬───┬───┬───",
        "    card  1   2   3",
        "",
        "          ━ can be won   ─ cannot be won   • missions so far   ● completed",
        "          ○ failed",
    ]


def test_a_backpack_that_breaks_ends_with_a_cross_and_a_ninth_slot():
    chart = Chart(WON(1), columns(BROKEN(1), BROKEN(1), completed="01", slots="89"), (("a", 1),), unseen=3, broken=True)
    assert drawn(chart) == [
        "missions │",
        "       1 ┤╌╌╌╌╌╌╌╳ breaks",  # noqa: RUF001
        "       0 ┤····",
        "         │    ▂▂▂▂",
        "         │████████",
        "   slots │████████",
        "mistakes  a",
        "         └┬───┬───┬╌╌╌┬╌╌╌┬╌╌╌",
        "    card  1   2   3   4   5",
        "",
        "          ━ can be won   ╌ will break   • missions so far",
    ]


def test_a_line_can_rise_where_a_lost_game_has_more_missions():
    rows = drawn(Chart(WON(1), columns(WON(1), LOST(2), completed="00"), (("a", 2),)))
    assert rows[1:4] == ["       2 ┤    ╭──●", "       1 ┤━━━━┙a", "       0 ┤········"]


def test_a_fall_of_several_missions_is_one_line():
    rows = drawn(Chart(WON(3), columns(WON(3), WON(0), completed="00"), (("a", 2),)))
    assert rows[1:5] == ["       3 ┤━━━━┑a", "       2 ┤    │", "       1 ┤    │", "       0 ┤····┕━━●"]


def test_an_open_record_ends_with_a_question_mark():
    rows = drawn(Chart(WON(1), columns(WON(1), WON(1), completed="00"), unseen=2, is_open=True))
    assert rows[1] == "       1 ┤━━━━━━━?"
    assert rows[-1].endswith("? not recorded")
    assert "         └┬───┬───┬╌╌╌┬╌╌╌" in rows


def test_a_value_that_is_not_proved_has_its_own_line():
    rows = drawn(Chart(WON(1), columns(BestReachable(1, Prospect.WIN, proved=False), WON(1), completed="00")))
    assert rows[1] == "       1 ┤┈┈┈┈━━━●"
    assert "┈ at least, not proved" in rows[-1]


def test_without_a_goal_no_goal_line_is_drawn():
    rows = drawn(Chart(WON(1), columns(WON(1), completed="1"), can_be_won=False))
    assert not any("goal" in row or "┄" in row for row in rows)
    assert "━ can be reached" in rows[-1]


def test_two_mistakes_at_one_card_are_stacked():
    rows = drawn(Chart(WON(3), columns(WON(3), WON(1), completed="00"), (("a", 2), ("b", 2))))
    assert rows[1] == "       3 ┤━━━━┑ab"
    first = rows.index("mistakes      a")
    assert rows[first + 1] == "              b"


def test_slots_are_two_eighths_each():
    chart = Chart(WON(0), columns(*[WON(0)] * 9, completed="0" * 9, slots="012345678"))
    upper, lower = (row for row in drawn(chart) if "█" in row)
    assert upper == "         │                    ▂▂▂▂▄▄▄▄▆▆▆▆████"
    assert lower == "   slots │    ▂▂▂▂▄▄▄▄▆▆▆▆████████████████████"


def test_seven_slots_leave_room_in_the_second_row():
    chart = Chart(WON(0), tuple(ChartColumn(WON(0), 0, 7, 7) for _ in range(2)))
    assert [row[10:] for row in drawn(chart) if "█" in row or "▆" in row] == ["▆" * 8, "█" * 8]


@pytest.mark.parametrize("cards", [1, 16, 17, 31, 32, 62, 63, 200])
def test_nothing_is_wider_than_a_terminal_and_no_card_is_lost(cards):
    rows = drawn(Chart(LOST(12), many(cards, LOST(12)), (("a", cards),), goal=13))
    assert max(map(len, rows)) <= WIDTH
    assert rows.count("missions │") == -(-cards // 62)
    line = "".join(row[10:] for row in rows if row.startswith("      12 ┤"))
    assert len(line) == cards * max(1, min(4, 62 // cards))
    assert line.endswith("●")
    assert sum(row == "mistakes " + " " * (len(row) - 10) + "a" for row in rows) == 1


def test_a_panel_starts_where_the_previous_one_ended():
    first = tuple(ChartColumn(WON(3), 1, 1, 8) for _ in range(62))
    second = tuple(ChartColumn(LOST(2), 1, 1, 8) for _ in range(2))
    rows = drawn(Chart(WON(4), (*first, *second), (("a", 1), ("b", 63))))
    assert rows[1:5] == ["       4 ┤┑a", "       3 ┤┕" + "━" * 61, "       2 ┤", "       1 ┤•" + "·" * 61]
    rows = rows[rows.index("missions │", 1) :]
    assert rows[1:5] == ["       4 ┤", "       3 ┤┑b", "       2 ┤╰●", "       1 ┤··"]


def test_numbers_do_not_run_into_each_other():
    rows = drawn(Chart(WON(0), many(130, WON(0))))
    numbers = [row for row in rows if row.startswith("    card")]
    assert [row.split()[1:4] for row in numbers] == [["1", "5", "10"], ["65", "70", "75"], ["125", "130"]]


def test_a_story_of_many_missions_is_scaled():
    rows = drawn(Chart(WON(100), many(3, WON(100)), goal=50))
    axis = [row for row in rows if "┤" in row]
    assert len(axis) <= 16
    assert [row.split()[0] for row in axis][-2:] == ["7", "0"]
    assert sum(row.endswith("goal 50") for row in axis) == 1


def test_an_empty_story_has_no_chart():
    assert drawn(Chart(WON(0), ())) == []


# What is drawn of an analysis


def charted(story: str, goal: int | None = None) -> Chart:
    return chart_of(analyze(parse(story.encode(), suffix=".dt"), Terms(goal=goal)))


LOST_BY_A_CUP = "goal: 2\nsword\nmission X: sword -> bow/cup | take cup\nmission Y: bow | fail\nmap\n"


def test_columns_show_the_best_result_and_how_each_mission_ended():
    chart = charted(LOST_BY_A_CUP)
    assert (chart.before, chart.goal, chart.mistakes) == (WON(2), 2, (("a", 2),))
    assert [column.reachable for column in chart.columns] == [WON(2), LOST(1), LOST(1), LOST(1)]
    assert [column.quest for column in chart.columns] == [None, QuestResult.COMPLETED, QuestResult.FAILED, None]
    assert [(column.completed, column.slots, column.limit) for column in chart.columns] == [
        (0, 1, 8), (1, 1, 8), (1, 1, 8), (1, 2, 8),
    ]  # fmt: skip
    assert (chart.unseen, chart.broken, chart.is_open, chart.can_be_won) == (0, False, False, True)


def test_a_goal_that_is_far_away_is_not_drawn():
    assert charted(LOST_BY_A_CUP, goal=15).goal == 15
    assert charted(LOST_BY_A_CUP, goal=16).goal is None


def test_a_skill_that_ends_the_game_has_a_column_of_its_own():
    full = "2 sword\nbow\ntorch\nmap\ncup\nkeys\ngold\nbook\n"
    skill = "hero Garynor the Belly: sword -> potion\n"
    chart = charted(f"heroes: Garynor the Belly\n{full}{skill}mission Wolves: bow\nmap\n")
    assert len(chart.columns) == 10
    assert chart.columns[-1] == ChartColumn(BROKEN(0), 0, 9, 8)
    assert (chart.unseen, chart.cards, chart.broken, chart.mistakes) == (1, 11, True, (("a", 10),))


def test_cards_after_an_open_choice_are_unseen():
    chart = charted("sword\nmission X: sword -> bow/cup\nmission Y: bow\n")
    assert (len(chart.columns), chart.unseen, chart.is_open, chart.can_be_won) == (2, 1, True, False)


def test_letters_continue_after_z_until_none_are_left():
    found = list(letters(60))
    assert found[:2] == ["a", "b"]
    assert found[25:28] == ["z", "A", "B"]
    assert found[51:] == ["Z"] + [NO_LETTER] * 8

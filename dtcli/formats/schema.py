"""The schema of every file, as pydantic types: the keys and what values they take.

A replay stays a dictionary after reading, so that nothing is lost when it is written again. Names are not looked up
here, but in ``replay.resolver``.
"""

from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Required

from pydantic import ConfigDict, FailFast, Field, TypeAdapter, ValidatorFunctionWrapHandler, WrapValidator
from typing_extensions import TypedDict

from dtcli.formats import limits
from dtcli.rules.legality import MOST_PLAYERS

Name = Annotated[str, Field(min_length=1, max_length=limits.MOST_NAME)]
NameList = Annotated[list[Name], Field(max_length=limits.MOST_NAMES)]
Reveal = Annotated[int, Field(ge=1, le=limits.MOST_REVEALS)]
SeenPlace = Annotated[int, Field(ge=1, le=limits.CARDS_SEEN)]


class MissionEntry(TypedDict, total=False):
    """A mission in a story: by id, by title, or written out with its needs."""

    mission: Required[Name]
    needs: Annotated[list[Name], Field(min_length=1, max_length=limits.MOST_NEEDS)]
    reward: Name


class AdventureEntry(TypedDict, total=False):
    """An adventure card in a story."""

    adventure: Required[Name]


CardEntry = Annotated[Name | MissionEntry | AdventureEntry, Field(union_mode="left_to_right")]
QuestEntry = Annotated[MissionEntry | AdventureEntry, Field(union_mode="left_to_right")]

ChoiceEntry = TypedDict(
    "ChoiceEntry",
    {
        "at": Reveal,
        "before": Reveal,
        "hero": Name,
        "as": Name,
        "remove": NameList,
        "discard": Annotated[list[Name | int], Field(max_length=limits.MOST_NAMES)],
        "order": Annotated[list[SeenPlace], Field(max_length=limits.CARDS_SEEN)],
        "guess": Name,
        "take": Name | None,
        "waive": NameList,
        "in_full": NameList,
        "tokens": NameList,
    },
    total=False,
)
ChoiceEntry.__doc__ = "A decision at a reveal, or a hero skill before one."


class ResultEntry(TypedDict, total=False):
    """The result that the players claim."""

    missions: Annotated[int, Field(ge=0, le=limits.MOST_CARDS)]
    broken: bool
    won: bool


class RulingsEntry(TypedDict, total=False):
    """The rulings that differ from those of the edition."""

    any_reward_optional: bool
    thanir: Literal["spends", "copies"]
    spent_rewards: Literal["discard", "return"]
    heroes_in_box: Literal[8, 10]
    hero_choice: Literal["draw-two", "free"]
    default_goal: Annotated[int, Field(ge=0, le=limits.MOST_CARDS)] | None


Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]


class PlayEvent(TypedDict, total=False):
    """One action of a player in the five minutes: exactly one of play, draw and discard."""

    t: Required[Seconds]
    player: Annotated[int, Field(ge=1, le=5)]
    play: CardEntry
    draw: CardEntry
    discard: Annotated[list[CardEntry], Field(min_length=1, max_length=15), FailFast()]
    """One problem for each list is enough: there may be thousands of lists."""


class PauseEntry(TypedDict, total=False):
    """A break: at which second of the clock, and how long it took."""

    t: Required[Seconds]
    seconds: Required[Annotated[float, Field(ge=0, le=limits.LONGEST_PAUSE, allow_inf_nan=False)]]


class PlayEntry(TypedDict, total=False):
    """The five minutes: the deal, then every play, draw and discard with its time in seconds."""

    seconds: Seconds
    seed: int | str
    hands: Required[
        Annotated[list[Annotated[list[CardEntry], Field(max_length=15)]], Field(min_length=1, max_length=5)]
    ]
    deck: Required[Annotated[list[CardEntry], Field(max_length=limits.MOST_CARDS)]]
    events: Required[Annotated[list[PlayEvent], Field(max_length=limits.MOST_EVENTS)]]
    pauses: Annotated[list[PauseEntry], Field(max_length=limits.MOST_EVENTS)]
    ended: Seconds


Title = Annotated[str, Field(max_length=limits.MOST_TITLE)]
Notes = Annotated[str, Field(max_length=limits.MOST_NOTES)]
CardSetName = Annotated[str, Field(min_length=1, max_length=limits.MOST_PATH)]
Missions = Annotated[int, Field(ge=0, le=limits.MOST_CARDS)]
Heroes = Annotated[list[Name], Field(max_length=limits.MOST_HEROES)]
Story = Annotated[list[CardEntry], Field(max_length=limits.MOST_CARDS)]
Choices = Annotated[list[ChoiceEntry], Field(max_length=limits.MOST_CHOICES)]


def _names_alone(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Check a dictionary of names without the user's own keys, which may hold anything."""
    check({key: one for key, one in value.items() if not str(key).startswith("_")} if type(value) is dict else value)
    return value


Few = Annotated[int, Field(ge=0, le=limits.MOST_NEEDS)]


class StartEntry(TypedDict, total=False):
    """A position in the middle of a game, from which the replay starts."""

    cards: NameList
    tokens: NameList
    supply: Annotated[
        Annotated[dict[Name, Few], Field(max_length=limits.MOST_NAMES)],
        WrapValidator(_names_alone),
    ]
    heroes: Heroes
    extra_slot: bool
    adventure_completed: bool
    last_failed: QuestEntry
    waiver: Few
    guesses: NameList
    solved: bool


class ReplayFile(TypedDict, total=False):
    """A recorded game."""

    format: Required[Literal["dungeon-time/replay/1"]]
    title: Title
    date: Annotated[str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$")]
    notes: Notes
    edition: Name
    rulings: RulingsEntry
    card_set: CardSetName
    scenario: Name | None
    adventure: Name | None
    goal: Missions | None
    extended: bool
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None
    heroes: Heroes
    start: StartEntry | None
    story: Required[Story]
    choices: Choices
    result: ResultEntry | None
    play: PlayEntry | None


class GoalEntry(TypedDict, total=False):
    """What a puzzle asks for."""

    kind: Required[Literal["most", "missions", "whole", "mission", "fewest-skills"]]
    missions: Missions
    mission: Name
    heroes: Annotated[int, Field(ge=0, le=limits.MOST_HEROES)]


Count = Annotated[int, Field(ge=0, le=limits.MOST_COUNTED)]


class DifficultyEntry(TypedDict, total=False):
    """The measured difficulty of a puzzle; further keys are allowed."""

    grade: Annotated[int, Field(ge=1, le=limits.MOST_GRADE)]
    lines: Count
    winning: Count
    foresight: Count
    depth: Count
    fooled: NameList
    gap: Count | None
    decisions: Count
    formula: Count
    points: Count
    tension: Count
    backwards: Count | None
    reasoning: Count


class PuzzleFile(TypedDict, total=False):
    """A position and a goal; a generated puzzle also has its solution and its measurements."""

    format: Required[Literal["dungeon-time/puzzle/1"]]
    title: Title
    notes: Notes
    edition: Name
    rulings: RulingsEntry
    card_set: CardSetName
    scenario: Name | None
    adventure: Name | None
    extended: bool
    heroes: Heroes
    start: StartEntry | None
    story: Required[Story]
    goal: Required[GoalEntry]
    solution: Choices
    unique: bool
    difficulty: DifficultyEntry
    themes: NameList
    seed: int | Name
    generator: Name
    pack: Name


Aliases = Annotated[list[Name], Field(max_length=50)]


class KindEntry(TypedDict, total=False):
    """An item kind of a card set."""

    id: Required[Annotated[str, Field(pattern=r"^[a-z][a-z-]*$", max_length=30)]]
    aliases: Aliases
    cards: Annotated[int, Field(ge=0, le=20)]
    tokens: Annotated[int, Field(ge=0, le=20)]


class MissionCardEntry(TypedDict, total=False):
    """A mission card of a card set."""

    id: Required[Annotated[str, Field(pattern=r"^[A-Za-z]+[0-9]+$", max_length=20)]]
    deck: Required[Annotated[str, Field(pattern=r"^[A-Za-z]+$", max_length=10)]]
    title: Required[Name]
    aliases: Aliases
    text: Annotated[str, Field(max_length=500)]
    needs: Required[Annotated[list[Name], Field(min_length=1, max_length=limits.MOST_NEEDS)]]
    reward: Name


class ScrollEntry(TypedDict, total=False):
    """An adventure's scroll."""

    missions: Required[Annotated[list[Name], Field(min_length=12, max_length=12)]]
    reputation: Required[Annotated[int, Field(ge=0, le=12)]]
    accomplish: Required[Annotated[int, Field(ge=0, le=12)]]
    hold: Annotated[list[Name], Field(max_length=12)]
    complete: bool


class AdventureCardEntry(TypedDict, total=False):
    """An adventure card of a card set."""

    id: Required[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)]]
    title: Required[Name]
    aliases: Aliases
    text: Annotated[str, Field(max_length=500)]
    needs: Required[Annotated[list[Name], Field(min_length=1, max_length=limits.MOST_NEEDS)]]
    effect: Required[Literal["duplicates-once", "extra-slot", "rewards-optional", "any-reward"]]
    scroll: Required[ScrollEntry]


class HeroCardEntry(TypedDict, total=False):
    """A hero card of a card set: what is printed on it. The skill itself is part of the rules."""

    id: Required[Name]
    text: Required[Annotated[str, Field(min_length=1, max_length=500)]]


class CardsFile(TypedDict, total=False):
    """A card set; without kinds it uses the twelve items of the game."""

    format: Required[Literal["dungeon-time/cards/1"]]
    id: Required[Name]
    title: Required[Name]
    notes: Annotated[str, Field(max_length=limits.MOST_NOTES)]
    kinds: Annotated[list[KindEntry], Field(min_length=1, max_length=100)]
    missions: Annotated[list[MissionCardEntry], Field(max_length=1000)]
    adventures: Annotated[list[AdventureCardEntry], Field(max_length=100)]
    heroes: Annotated[list[HeroCardEntry], Field(max_length=20)]


class ScenarioEntry(TypedDict, total=False):
    """A scenario."""

    id: Required[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)]]
    title: Required[Name]
    aliases: Aliases
    text: Annotated[str, Field(max_length=500)]
    missions: Required[dict[Name, Annotated[int, Field(ge=1, le=12)]]]
    goal: Required[Annotated[int, Field(ge=0, le=12)]]
    campaign: Required[Literal["level", "bonus", "one-shot"]]
    won: NotRequired[list[Name]]
    lost: NotRequired[list[Name]]
    ends_campaign: NotRequired[bool]


class ScenariosFile(TypedDict, total=False):
    """The scenarios, and which may follow each in a campaign."""

    format: Required[Literal["dungeon-time/scenarios/1"]]
    notes: Annotated[str, Field(max_length=limits.MOST_NOTES)]
    scenarios: Required[Annotated[list[ScenarioEntry], Field(min_length=1, max_length=100)]]


TermsEntry = TypedDict(
    "TermsEntry",
    {
        "from": Annotated[int, Field(ge=0)],
        "heroes": bool,
        "only_heroes": bool,
        "goal": Annotated[int, Field(ge=0, le=limits.MOST_CARDS)] | None,
    },
)
"""The terms under which a replay was solved."""


class OutcomeEntry(TypedDict):
    """The outcome of a line."""

    broken: bool
    won: bool | None
    missions: Annotated[int, Field(ge=0)]
    skills: Annotated[int, Field(ge=0)]
    tokens: Annotated[int, Field(ge=0)]
    discards: Annotated[int, Field(ge=0)]


Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]


class CertificateFile(TypedDict):
    """A solver's answer that can be checked again without the solver."""

    format: Literal["dungeon-time/certificate/1"]
    dtcli: Name
    ortools: Name
    file: Annotated[str, Field(max_length=limits.MOST_PATH)]
    digest: Digest
    game: Digest
    rules: dict[str, bool | int | str | None]
    terms: TermsEntry
    status: Literal["optimal", "feasible"]
    outcome: OutcomeEntry
    bound: Annotated[int, Field(ge=0)]
    choices: Annotated[list[ChoiceEntry], Field(max_length=limits.MOST_CHOICES)]
    replay: ReplayFile
    seal: Digest


class StepEntry(TypedDict):
    """The state of a campaign: the scenarios that may be played next, the preferred one first."""

    choices: Annotated[list[Name], Field(min_length=1, max_length=limits.MOST_NAMES)]
    extended: bool
    campaigns_won: Annotated[int, Field(ge=0)]


class CampaignGameEntry(TypedDict):
    """A finished game of a campaign."""

    file: Annotated[str, Field(min_length=1, max_length=limits.MOST_PATH)]
    date: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    scenario: Name
    extended: bool
    won: bool
    missions: Annotated[int, Field(ge=0, le=limits.MOST_CARDS)]
    broken: bool
    counted: bool
    recorded: NotRequired[bool]
    players: NotRequired[Annotated[int, Field(ge=1, le=MOST_PLAYERS)]]
    digest: NotRequired[Digest]
    game: NotRequired[Digest]


class CampaignFile(TypedDict, total=False):
    """The save of a campaign."""

    format: Required[Literal["dungeon-time/campaign/1"]]
    name: Required[Annotated[str, Field(min_length=1, max_length=limits.MOST_CAMPAIGN_NAME)]]
    edition: Required[Name]
    card_set: Required[Annotated[str, Field(min_length=1, max_length=limits.MOST_PATH)]]
    heroes: Required[bool]
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
    step: Required[StepEntry]
    unfinished: Annotated[str, Field(min_length=1, max_length=limits.MOST_PATH)] | None
    games: Required[Annotated[list[CampaignGameEntry], Field(max_length=limits.MOST_GAMES)]]
    revision: Required[Annotated[int, Field(ge=1)]]
    created: Required[Name]
    changed: Required[Name]


class TimerFile(TypedDict, total=False):
    """The times of the five minutes at a table, in seconds of the clock."""

    format: Required[Literal["dungeon-time/timer/1"]]
    scenario: Name | None
    adventure: Name | None
    extended: bool
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None
    heroes: Heroes
    started: Required[Name]
    seconds: Required[Seconds]
    pauses: Annotated[list[PauseEntry], Field(max_length=limits.MOST_EVENTS)]
    mission_times: Required[Annotated[list[Seconds], Field(max_length=limits.MOST_EVENTS)]]
    ended: Seconds | None


SHAPES: dict[str, Any] = {
    "replay": ReplayFile, "puzzle": PuzzleFile, "cards": CardsFile, "scenarios": ScenariosFile,
    "certificate": CertificateFile, "campaign": CampaignFile, "timer": TimerFile,
}  # fmt: skip
"""The schemas that ``dtcli schema`` can print, by name."""


@cache
def adapter(name: str) -> TypeAdapter[Any]:
    """Return pydantic's validator for a file; built on first use, because that takes a while."""
    shape = SHAPES[name]
    shape.__pydantic_config__ = ConfigDict(extra="allow", strict=True)  # read here; nested types inherit it
    return TypeAdapter(shape)


def json_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a file."""
    schema = adapter(name).json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"dungeon-time/{name}/1", **schema}

"""Problems about choices that were not recorded: what is inferred, what is assumed, and what leaves the outcome open."""

from dtcli.english import comma_list
from dtcli.formats.dt.phrases import decision_text
from dtcli.formats.problems import Problem, pointer
from dtcli.formats.replay.entries import entry_of
from dtcli.rules.cards import Quest
from dtcli.rules.decisions import DiscardedCopies, Failure, Forgotten, Payment, RewardOffer, SkillPrice
from dtcli.rules.heroes import HEROES
from dtcli.rules.items import Kind, named
from dtcli.rules.score import Score, Status
from dtcli.rules.silent_choices import FilledChoice
from dtcli.rules.state import Game

ASSUMED, OPEN, INFERRED = "DT411", "DT412", "DT413"
MOST_NAMED = 3
LAST_FAILED = pointer("start", "last_failed")
_COPIES = "which copies left as tokens"

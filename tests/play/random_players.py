"""Random players that use only the game object, as a front end does."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from dtcli.formats.card_sets import bundled_cards, scenarios
from dtcli.play.game.questions import ChoiceQuestion
from dtcli.play.game.setup import Setup
from dtcli.play.game.solo_game import Phase, SoloGame
from dtcli.play.storage import play_and_save
from dtcli.play.storage.folders import Folders
from dtcli.play.storage.journal import Journal
from dtcli.rules.cards import Item, Mission
from dtcli.rules.decisions import REVEAL, IllegalChoice
from tests.play.manual_clock import ManualClock

HOUSE = bundled_cards("house")


class Left(Exception):  # noqa: N818  (not an error)
    """The player leaves."""


def setup(what: str = "level-1", **other: object) -> Setup:
    found = scenarios().get(what) or HOUSE.cards.adventures[what]
    return Setup(**{"names": HOUSE, "what": found, "seed": "7", **other})


class Player:
    """Plays a whole game at random, the same one for the same seed."""

    def __init__(self, seed: int = 1) -> None:
        self.chance = Random(seed)
        self.clock = ManualClock()

    def __call__(self, game: SoloGame, _save: object = None) -> None:
        self.begin(game)
        self.play(game)
        self.resolve(game)

    def begin(self, game: SoloGame) -> None:
        while game.hero_offer:
            game.choose_hero(self.chance.choice(game.hero_offer))
        if game.phase is Phase.READY:
            game.start_clock()

    def play(self, game: SoloGame) -> None:
        while game.phase is Phase.TABLE:
            self.clock.wait(self.chance.random() * 15)
            there = [place for place, card in enumerate(game.places) if card is not None]
            try:
                match self.chance.randrange(8):
                    case 0:
                        game.discard(self.chance.sample(there, min(2, len(there))))
                    case 1:
                        game.pause()
                        self.clock.wait(20)
                        game.resume()
                    case _:
                        game.play([self.chance.choice(there)])
            except (IllegalChoice, IndexError):
                game.check_time()

    def resolve(self, game: SoloGame, _save: object = None) -> None:
        resolution = game.resolution
        assert resolution is not None
        while game.phase is Phase.RESOLUTION:
            if resolution.in_gap:
                able = [hero for hero in game.heroes if resolution.can_act(hero)]
                if not able or self.chance.random() < 0.8:
                    game.choose(REVEAL)
                    continue
                asking = ChoiceQuestion(resolution.uses(self.chance.choice(able)))
            else:
                asking = ChoiceQuestion(resolution.options())
            while asking.choice is None:
                asking = self.chance.choice(asking.answers).leads_to
            game.choose(asking.choice)


class CarefulPlayer(Player):
    """Lays a mission after its items, so that some missions are completed and give rewards."""

    def play(self, game: SoloGame) -> None:
        held: Counter = Counter()
        while game.phase is Phase.TABLE:
            self.clock.wait(3)
            game.check_time()
            missions = {at: card for at, card in enumerate(game.places) if isinstance(card, Mission)}
            ready = [at for at, card in missions.items() if not Counter(card.needs) - held]
            wanted = Counter(need for card in missions.values() for need in card.needs) - held
            items = [at for at, card in enumerate(game.places) if isinstance(card, Item) and wanted[card.kind]]
            other = [at for at, card in enumerate(game.places) if card is not None and at not in missions]
            try:
                if ready:
                    card = missions[ready[0]]
                    game.play(ready[:1])
                    held -= Counter(card.needs)
                elif items:
                    held[game.places[items[0]].kind] += 1
                    game.play(items[:1])
                elif missions and self.chance.random() < 0.3:
                    game.play([self.chance.choice(list(missions))])
                else:
                    game.discard([self.chance.choice(other)])
            except (IllegalChoice, IndexError):
                game.check_time()


def leaving(player: Player, *, after: Callable[[SoloGame], bool]) -> play_and_save.FrontEnd:
    """Return a front end that leaves as soon as the condition holds."""

    def front_end(game: SoloGame, _save: object) -> None:
        listener = game._listener

        def listen(game: SoloGame) -> None:
            listener(game)
            if after(game):
                raise Left

        game._listener = listen
        try:
            player(game)
        except Left:
            game._listener = listener

    return front_end


def play(
    folders: Folders,
    *,
    seed: int = 1,
    player: Player | None = None,
    leave: Callable[[SoloGame], bool] | None = None,
    campaign: str | None = None,
    **other: object,
) -> play_and_save.PlayResult:
    """Play and save a game, to its end or until the condition to leave holds."""
    player = player or Player(seed)
    front_end = player if leave is None else leaving(player, after=leave)
    game = setup(**{"draw_heroes": 1, "seed": str(seed), **other})
    return play_and_save.play_game(game, front_end, folders=folders, now=player.clock, campaign=campaign)


def die(where: str) -> None:
    """Arrange that this process kills itself at the point that ``where`` names."""
    import os
    import signal

    from dtcli.formats import locks
    from dtcli.play.storage import saving

    def kill(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    moment, _, number = where.partition(" ")
    if moment == "line":  # after so many lines of the journal
        left, write = [int(number)], Journal._write

        def write_and_die(self: Journal, lines: list, *, sync: bool) -> None:
            write(self, lines, sync=sync)
            left[0] -= 1
            if not left[0]:
                kill()

        Journal._write = write_and_die
    elif moment == "saving":
        saving.write_readable = kill
    elif moment == "saved":
        saving._update_campaign = kill
    elif moment == "counted":
        locks.remove = kill
    else:
        raise ValueError(where)


if __name__ == "__main__":
    _, home, seed, where, campaign = sys.argv
    die(where)
    play(Folders(Path(home)), seed=int(seed), campaign=campaign or None)
    print("alive")  # noqa: T201

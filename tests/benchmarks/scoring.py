"""How fast replays are scored, against python-chess reading PGN and against json.loads of the same lines."""

import io
import json
import random
import statistics
import time
from collections.abc import Callable

from dtcli.formats.replay.check import check
from dtcli.formats.replay.reading import parse_line
from dtcli.render.replay.json_record import score_line
from dtcli.rules import transitions
from tests.benchmarks import games

ROUNDS = 15


HEADERS = {
    "Event": "Rated blitz game", "Site": "?", "Date": "2026.11.16", "White": "white", "Black": "black", "Result": "*",
    "WhiteElo": "1830", "BlackElo": "1812", "TimeControl": "300+0", "ECO": "A00", "Termination": "Normal",
}  # fmt: skip


def _pgn(n: int, *, clocks: bool, plies: int = 80, seed: int = 1) -> str:
    """Return chess games of random moves; with clocks after each move, as game servers export them, or bare."""
    import chess
    import chess.pgn

    chance = random.Random(seed)
    texts = []
    for _ in range(n):
        game = chess.pgn.Game(HEADERS)
        node: chess.pgn.GameNode = game
        for ply in range(plies):
            moves = list(node.board().legal_moves)
            if not moves:
                break
            node = node.add_main_variation(chance.choice(moves))
            if clocks:
                node.set_clock(300 - 1.7 * ply)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def _seconds_each(work: Callable[[], int]) -> float:
    start = time.process_time()
    n = work()
    return (time.process_time() - start) / n


def main(replays: int = 400, chess_games: int = 60) -> None:
    import chess.pgn

    lines = games.lines(replays)
    with_clocks, bare = _pgn(chess_games, clocks=True), _pgn(chess_games, clocks=False)
    cards = statistics.mean(len(json.loads(line)["story"]) for line in lines)
    choices = statistics.mean(len(json.loads(line)["choices"]) for line in lines)

    def score_all() -> int:
        for number, line in enumerate(lines, 1):
            score_line(check(parse_line(line, file="games.ndjson", number=number)))
        return len(lines)

    def load_all() -> int:
        for line in lines:
            json.loads(line)
        return len(lines)

    def read_chess(pgn: str) -> int:
        stream, n = io.StringIO(pgn), 0
        while game := chess.pgn.read_game(stream):
            assert not game.errors
            n += 1
        return n

    statuses = {json.loads(score_line(check(parse_line(line, file="x", number=1))))["status"] for line in lines}
    assert "invalid" not in statuses, statuses
    works: dict[str, Callable[[], int]] = {
        "score": score_all,
        "json.loads": load_all,
        "chess": lambda: read_chess(with_clocks),
        "chess, bare": lambda: read_chess(bare),
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):  # in turns, so that a busy machine slows all of them
        for name, work in works.items():
            times[name].append(_seconds_each(work))
    best = {name: min(values) for name, values in times.items()}
    how = "compiled" if transitions.__file__.endswith((".so", ".pyd")) else "pure Python"
    print(f"{how}; replays of {cards:.0f} cards with {choices:.0f} choices; CPU time, best of {ROUNDS} rounds")
    print("chess games of 80 plies, read by python-chess: with clocks as servers export them, and bare")
    for name, seconds in best.items():
        print(f"  {name:<14}{1 / seconds:>10,.0f} games/s   {seconds * 1e6:>8,.0f} us")
    print(f"games per second, score / chess:       {best['chess'] / best['score']:.1f}  (wanted: at least 10)")
    print(f"games per second, score / chess, bare: {best['chess, bare'] / best['score']:.1f}")
    print(f"time, score / json.loads:              {best['score'] / best['json.loads']:.1f}  (wanted: at most 10)")


if __name__ == "__main__":
    main()

"""How fast replays are scored, against python-chess reading PGN and against json.loads of the same lines."""

import io
import json
import random
import statistics
import time
from collections.abc import Callable

from dtcli.files.check import check
from dtcli.files.reading import parse_line
from dtcli.render.records import score_line
from tests.benchmarks import games

ROUNDS = 7


def _pgn(n: int, plies: int = 80, seed: int = 1) -> str:
    import chess
    import chess.pgn

    chance = random.Random(seed)
    texts = []
    for _ in range(n):
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n"


def _seconds_each(work: Callable[[], int]) -> float:
    start = time.perf_counter()
    n = work()
    return (time.perf_counter() - start) / n


def main(replays: int = 400, chess_games: int = 60) -> None:
    import chess.pgn

    lines = games.lines(replays)
    pgn = _pgn(chess_games)
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

    def read_chess() -> int:
        stream, n = io.StringIO(pgn), 0
        while game := chess.pgn.read_game(stream):
            assert not game.errors
            n += 1
        return n

    statuses = {json.loads(score_line(check(parse_line(line, file="x", number=1))))["status"] for line in lines}
    assert "invalid" not in statuses, statuses
    works = {"score": score_all, "json.loads": load_all, "python-chess": read_chess}
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):  # in turns, so that a noisy machine is noisy for all of them
        for name, work in works.items():
            times[name].append(_seconds_each(work))
    best = {name: min(values) for name, values in times.items()}
    print(f"replays of {cards:.0f} cards with {choices:.0f} choices, chess games of 80 plies; best of {ROUNDS} rounds")
    for name, seconds in best.items():
        print(f"  {name:<14}{1 / seconds:>10,.0f} games/s   {seconds * 1e6:>8,.0f} us")
    print(f"score / python-chess, games per second: {best['python-chess'] / best['score']:.1f}  (wanted: at least 10)")
    print(f"score / json.loads, time:               {best['score'] / best['json.loads']:.1f}  (wanted: at most 15)")


if __name__ == "__main__":
    main()

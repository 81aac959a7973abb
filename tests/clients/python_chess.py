#!/usr/bin/env python3
"""Plays and analyses with Morpho through python-chess, the library of lichess-bot:

    PYTHONPATH=PYTHON_CHESS python3 tests/clients/python_chess.py MORPHO

PYTHON_CHESS is a copy of https://github.com/niklasf/python-chess, unless the library is installed. It
checks legality and the order of the protocol itself. The exit status is not zero if anything that
the library reports is wrong."""
import logging
import sys

import chess
import chess.engine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
failures = 0


def expect(what, holds):
    global failures
    if not holds:
        failures += 1
        print("FAILED", what)


class Complaints(logging.Handler):
    """Lines that the library cannot read are only warnings to it."""

    def emit(self, record):
        if record.levelno >= logging.WARNING:
            expect(record.getMessage(), False)


def play(engine, board, limit, ponder, plies):
    """Plays a game of Morpho against itself; the opponent's move is often the pondered one."""
    guesses = hits = 0
    guess = None
    for _ in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        result = engine.play(board, limit, ponder=ponder, info=chess.engine.INFO_ALL)
        if guess is not None:
            guesses += 1
            hits += result.move == guess
        guess = result.ponder
        expect(f"{board.fen()}: score", "score" in result.info)
        expect(f"{board.fen()}: line begins with the move", result.info["pv"][0] == result.move)
        board.push(result.move)
    print(f"{board.ply()} plies, {hits} of {guesses} moves were expected; {board.fen()}")


def analyse(engine):
    board = chess.Board(KIWIPETE)
    lines = engine.analyse(board, chess.engine.Limit(time=0.5), multipv=3)
    expect("three lines", [line["multipv"] for line in lines] == [1, 2, 3])
    expect("three moves", len({line["pv"][0] for line in lines}) == 3)
    scores = [line["score"].relative.score(mate_score=100000) for line in lines]
    expect(f"sorted: {scores}", scores == sorted(scores, reverse=True))
    for line in lines:
        expect("wdl", line["wdl"].relative.total() == 1000)
    only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h1g1")]
    info = engine.analyse(board, chess.engine.Limit(nodes=500), root_moves=only)
    expect("root_moves", info["pv"][0] in only)
    for fen, mate in [("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1", 1), ("k7/8/1K6/8/8/8/8/7R b - - 0 1", -1),
                      ("3rk3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 1)]:
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(nodes=2000))
        expect(f"{fen}: mate in {mate}, not {info['score']}", info["score"].relative.mate() == mate)
    with engine.analysis(board) as endless:
        depths = set()
        for info in endless:
            depths.add(info.get("depth"))
            if len(depths) > 6:
                break
    expect("an endless analysis has a best move", endless.wait().move in board.legal_moves)


def main():
    logging.getLogger("chess.engine").addHandler(Complaints())
    for search in ("mcts", "negamax"):
        with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "--no-config"], timeout=60) as engine:
            print(engine.id["name"], search, len(engine.options), "options")
            engine.configure({"Search": search, "Hash": 16, "UCI_ShowWDL": True})
            analyse(engine)
            clock = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
            play(engine, chess.Board(), clock, True, 16)
            play(engine, chess.Board(KIWIPETE), chess.engine.Limit(nodes=300), False, 200)
            play(engine, chess.Board.from_chess960_pos(518 - 400), chess.engine.Limit(nodes=300), False, 200)
    print("all is well" if failures == 0 else f"{failures} failures")
    sys.exit(failures > 0)


if len(sys.argv) != 2:
    sys.exit(__doc__)
main()

"""Games that fastchess wrote: endings, times, lags."""

import unittest

import fixture
from lab import games

PGN = fixture.ROOT / "tests/data/match-games.pgn"


class Games(fixture.Folder):
    def test_first_game(self):
        game = next(games.read(PGN))
        self.assertEqual((game.white, game.result, game.ending, len(game.words)), ("lamp", 1, "White mates", 7))
        self.assertEqual([move.score for move in game.moves[0]], [0.5, 1.6, 1000])
        self.assertEqual(game.moves[1][1], games.Move(5, -2.0, 9, 0.05))
        self.assertEqual(games.lag(game, 0), 1)

    def test_black_may_begin(self):
        game = list(games.read(PGN))[1]
        self.assertEqual(([move.ply for move in game.moves[0]], [move.ply for move in game.moves[1]]), ([1], [0, 2]))
        self.assertEqual(game.ending, "Black loses on time (3ms overrun)")

    def test_report(self):
        done = self.lab("games", "lamp", str(PGN))
        self.expect(done, 0, " games of lamp: ")
        self.expect(done, 0, "lamp mates")
        self.expect(self.lab("games", "nobody", str(PGN)), 1, "no finished game of nobody")
        self.expect(self.lab("games", "lamp", "none.pgn"), 1, "none.pgn: cannot be read")


if __name__ == "__main__":
    unittest.main()

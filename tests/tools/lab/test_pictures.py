"""Verbs that draw: the figures of a match, of an order, of a tuning and of levels as pictures."""

import importlib.util
import unittest

import fixture

BOOK = ("--book", "book.epd")
STAND_INS = ("--program", str(fixture.HERE / "fake_morpho"), "--fastchess", str(fixture.HERE / "fake_fastchess"))
ORDER = ("order", "s.epd", "--depth", "6", "--rule", "", "--rule", "NullMove=false", *STAND_INS[:2])
TUNE = ("tune", "--tune", "Hash=100:20", "--nodes", "50", *BOOK, "--games", "8", "--part", "4", *STAND_INS)
STRENGTH = ("strength", "--engine", str(fixture.HERE / "fake_morpho"), *BOOK, "--games", "10", "--out", "s.csv",
            *STAND_INS)
GAMES = ("games", "lamp", str(fixture.ROOT / "tests/data/match-games.pgn"))


class Pictures(fixture.Folder):
    def setUp(self):
        super().setUp()
        (self.folder / "s.epd").write_text("".join(f'position {number} bm e4; id "{number}";\n' for number in range(4)))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_pictures(self):
        for command, said, words in ((ORDER, "NullMove=false: ", "nodes relative to the first rule"),
                                     (TUNE, "tuned: Hash=", "Hash"), (GAMES, "games of lamp", "half of the games"),
                                     (STRENGTH, "negamax at 2500 against morpho at 2100: ", "Elo by matches")):
            self.expect(self.lab(*command, "--plot", "a.svg"), 0, said)
            self.assertIn(words, self.text("a.svg"))
        self.lab(*ORDER, "--plot", "a.svg")
        self.lab(*ORDER, "--plot", "b.svg")
        self.assertEqual(self.text("a.svg"), self.text("b.svg"))

    def test_levels(self):
        """Each of both searches plays four levels of the other engine, and its own next lower ones."""
        self.lab(*STRENGTH, "--plot", "a.svg")
        rows = [line.split(",") for line in self.text("s.csv").splitlines()[1:]]
        self.assertEqual(len(rows), 14)
        self.assertEqual({tuple(row[1:5]) for row in rows if row[0] == "mcts" and row[2] == "morpho"},
                         {("1700", "morpho", "1350", "10"), ("2100", "morpho", "1700", "10"),
                          ("2500", "morpho", "2100", "10")})
        self.assertEqual(self.text("log").count("option.UCI_LimitStrength=true"), 28)
        (self.folder / "log").unlink()
        self.lab(*STRENGTH, "--plot", "a.svg")
        self.assertFalse((self.folder / "log").exists(), "what the record holds is not played again")

    def test_refusals(self):
        for command in (ORDER, TUNE, GAMES):
            self.expect(self.lab(*command, "--plot", "a.png"), 2, "a picture is a file that ends in .svg")


if __name__ == "__main__":
    unittest.main()

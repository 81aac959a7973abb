"""Why games were lost: the real Morpho, which MORPHO names, plays and judges."""

import os
import sys
import unittest

import fixture
from lab import games, losses, records

MORPHO = os.environ.get("MORPHO", str(fixture.ROOT / "build/release/bin/morpho"))
PGN = fixture.ROOT / "tests/data/match-games.pgn"


class Losses(fixture.Folder):
    def test_suspects_are_the_moves_after_which_the_opponent_is_surer(self):
        game = next(games.read(PGN))
        self.assertEqual(losses.suspects(game, 1), [5, 3])
        self.assertEqual([game.words[ply] for ply in (3, 5)], ["Nc6", "Nf6"])

    def test_examples_begin_with_the_worst(self):
        row = {"fen": "F", "played": "a2a3", "after": -200, "better": "a2a4", "best": 0, "cause": "unsearched",
               "neglected": "h7h6", "share": 12, "prior": 345}
        lines = losses.lines_of([row, {**row, "played": "b2b3", "after": -900}])
        unseen = "neglects h7h6 with a prior of 3.5% and 0.1% of the visits"
        at = next(number for number, line in enumerate(lines) if line.startswith("unsearched: 2 of 2"))
        self.assertEqual(lines[at + 1:at + 3], [f"    F: b2b3 (-900) in place of a2a4 (+0), {unseen}",
                                                f"    F: a2a3 (-200) in place of a2a4 (+0), {unseen}"])

    def losses(self, *words: str):
        # It says no count of nodes of its own bench, which takes long.
        script = self.folder / "morpho"
        script.write_text(f'#!/bin/sh\n[ "$*" != bench ] && exec "{MORPHO}" "$@"\necho "1 nodes 1 nps"\n')
        script.chmod(0o755)
        return self.lab("losses", *words, "--program", str(script), "--hash", "8", "--playouts", "2000",
                        "--judge-nodes", "5000")

    @unittest.skipUnless(os.access(MORPHO, os.X_OK), f"{MORPHO} is not built")
    def test_a_blunder(self):
        wanted = (0, "chance: 1 of 1")
        self.expect(self.losses("other", str(PGN), "--judge", f"{MORPHO} --Search negamax"), *wanted)
        rows = records.read(self.folder / "losses.csv")[1]
        self.assertEqual([rows[0][name] for name in ("game", "played", "after")], [1, "g8f6", -losses.MATE])
        self.expect(self.losses("other", str(PGN), "--judge", f"{MORPHO} --Search negamax"), *wanted)
        self.assertEqual(records.read(self.folder / "losses.csv")[1], rows, "nothing is searched again")

    @unittest.skipUnless(os.access(MORPHO, os.X_OK), f"{MORPHO} is not built")
    def test_faults(self):
        self.expect(self.losses("nobody", str(PGN)), 1, "no lost game of nobody")
        self.expect(self.losses("other", str(PGN), "--judge", "no-such-engine"), 1, "--judge no-such-engine: No such file")
        self.expect(self.losses("other", str(PGN), "--judge", f"{sys.executable} -c pass"), 1, "it gives no score")


if __name__ == "__main__":
    unittest.main()

"""The laboratory with the real Morpho, which MORPHO names, and with the real fastchess, which FASTCHESS
names, if it is there."""

import csv
import os
import signal
import subprocess
import sys
import time
import unittest

import fixture

MORPHO = os.environ.get("MORPHO", str(fixture.ROOT / "build/release/bin/morpho"))
DATA = fixture.ROOT / "tests/data"
OPENINGS = "".join(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}\n" for number in range(1, 41))


@unittest.skipUnless(os.access(MORPHO, os.X_OK), f"{MORPHO} is not built")
class Programs(fixture.Folder):
    def setUp(self):
        super().setUp()
        self.program = str(self.folder / "morpho")  # with a bench that takes no time
        (self.folder / "morpho").write_text(
            f'#!/bin/sh\n[ "$*" != bench ] && exec "{MORPHO}" "$@"\necho "1 nodes 1 nps"\n')
        (self.folder / "morpho").chmod(0o755)

    def run_lab(self, *words: str):
        return self.lab(*words, "--program", self.program)

    def test_order_and_threads(self):
        epd = str(DATA / "order-tuning.epd")
        done = self.run_lab("order", epd, "--depth", "4", "--rule", "QuietRule=schaeffer", "--rule", "QuietRule=none",
                            "--limit", "10")
        self.expect(done, 0, "QuietRule=none: ")
        (self.folder / "plan.csv").write_text(
            "place,table,idea,search,first,second,both,limit,book,seed,start,games\n"
            "1,a,b,mcts,MctsKillers=true,,Search=mcts,nodes 1,b.epd,1,0,2\n"
            "2,a,c,negamax,,Killers=false CounterMove=false,Search=negamax,nodes 1,b.epd,1,0,2\n")
        done = self.run_lab("order", epd, "--depth", "4", "--limit", "2", "--plan", "plan.csv")
        self.expect(done, 0, "depth 4: : ")
        self.expect(done, 0, "\n  Killers=false CounterMove=false: ")
        self.assertNotIn("Mcts", done.stdout)
        done = self.run_lab("order", epd, "--depth", "4", "--rule", "Contempt=50")
        self.expect(done, 1, "--rule Contempt=50: Contempt is no technique")
        done = self.run_lab("threads", epd, "--depth", "6", "--limit", "2", "--threads", "2")
        self.expect(done, 0, "of one thread's time")

    def test_mcts(self):
        words = ("mcts", str(DATA / "tactics.epd"), "--playouts", "64", "--reference", "1024", "--limit", "3", "--out",
                 "m.csv")
        done = self.run_lab(*words, "--jobs", "2")
        self.expect(done, 0, "default MctsHistory=off: agreed")
        self.expect(done, 0, "inner_priors")
        self.assertEqual(self.run_lab(*words).stdout, done.stdout, "what the record holds is not searched again")

    def test_the_engines_verb(self):
        (self.folder / "s.epd").write_text("# a comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a, b\";\n"
                                           "4k3/8/8/8/8/8/4P3/4K3 w - -\n")

        def suite(*words: str) -> list[list[str]]:
            done = subprocess.run([MORPHO, "suite", *words], cwd=self.folder, capture_output=True, text=True,
                                  check=True)
            return list(csv.reader(done.stdout.splitlines()))
        listed, searched = suite("s.epd"), suite("s.epd", "nodes", "10")
        self.assertEqual([row[:3] for row in listed[1:]], [["3", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "a, b"],
                                                           ["4", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "line 4"]])
        self.assertEqual([row[4:12] for row in listed[1:]], [[""] * 7 + ["0"], [""] * 8])
        self.assertEqual([row[7] for row in searched[1:]], ["10", "10"])
        self.assertEqual(searched[2][4:8], searched[1][4:8], "each search begins with nothing learnt")
        for text, reason in (("", "it holds no position"), ("7k/6Q1/6K1/8/8/8/8/8 b - -\n", "line 1: the game is over"),
                             ("4k3/8/8/8/8/8/4P3/4K3 w - - bm Ke3;\n", "line 1: bm: Ke3"), ("x" * 9000, "line 1: FEN")):
            (self.folder / "s.epd").write_text(text)
            with self.assertRaises(subprocess.CalledProcessError) as caught:
                suite("s.epd", "nodes", "10")
            self.assertIn(reason, caught.exception.stderr)

    def test_faulty_suite(self):
        (self.folder / "s.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - - bm e9;\n")
        self.expect(self.run_lab("suite", "s.epd", "--nodes", "1"), 1, "s.epd, line 1: bm: e9 is not a legal move")

    @unittest.skipUnless(fixture.FASTCHESS, "there is no fastchess")
    def test_a_match_is_killed_and_resumed(self):
        (self.folder / "book.epd").write_text(OPENINGS)
        words = [sys.executable, fixture.ROOT / "tools/morpho-lab", "match", "--program", self.program,
                 "--fastchess", fixture.FASTCHESS, "--first", "MctsHistory=off", "--nodes", "50", "--games", "20",
                 "--part", "4", "--book", "book.epd", "--out"]
        with subprocess.Popen([*words, "r.csv"], cwd=self.folder, stdout=subprocess.PIPE) as lab:
            while not (self.folder / "r.csv").exists() or self.text("r.csv").count("\n") < 3:
                self.assertIsNone(lab.poll())
                time.sleep(0.02)
            lab.send_signal(signal.SIGKILL)
        begun = self.text("r.csv")
        subprocess.run([*words, "r.csv"], cwd=self.folder, check=True, capture_output=True)
        self.assertTrue(self.text("r.csv").startswith(begun))
        subprocess.run([*words, "whole.csv"], cwd=self.folder, check=True, capture_output=True)
        self.assertEqual(self.text("r.csv"), self.text("whole.csv"))


if __name__ == "__main__":
    unittest.main()

"""Searches of test positions with a stand-in for Morpho: settings, ratios, and that a record resumes."""

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import fixture
from lab import engine, order, suite
from lab.fault import Fault

EPD = "".join(f'position {number} bm e4; id "{number}";\n' for number in range(4))


class Suites(fixture.Folder):
    def setUp(self):
        super().setUp()
        (self.folder / "s.epd").write_text(EPD)

    def run_lab(self, *words: str):
        return self.lab(*words, "--program", str(fixture.HERE / "fake_morpho"))

    def test_record_resumes(self):
        words = ("suite", "s.epd", "--search", "negamax", "--nodes", "7", "--out", "r.csv")
        self.expect(self.run_lab(*words, "--limit", "3"), 0, "1 of 3 solved")
        done = self.run_lab(*words)
        self.expect(done, 0, "2 of 4 solved")
        self.expect(done, 0, "1 searches are new")
        lines = self.text("r.csv").splitlines()
        self.assertEqual(len(lines), 5)
        self.assertIn("negamax,modern,nodes 7,16,0badcafe,position 0 bm e4; id,3386446,e2e4,cp 10,7,14,5,7,2,0,0,0,",
                      lines[1])
        self.assertEqual(self.text("defaults.csv").count("\n"), 2)

    def test_both_searches(self):
        done = self.run_lab("suite", "s.epd", "--nodes", "7", "--playouts", "5", "--set", "NullMove=false",
                            "--jobs", "2")
        self.expect(done, 0, "mcts default, nodes 5: 2 of 4")
        self.expect(done, 0, "negamax modern -NullMove, nodes 7: 2 of 4")

    def test_a_signal_ends_all_searches(self):
        hung = self.folder / "hung"
        command = [sys.executable, fixture.ROOT / "tools/morpho-lab", "suite", "s.epd", "--nodes", "7", "--jobs", "2",
                   "--program", fixture.HERE / "fake_morpho"]
        with subprocess.Popen(command, cwd=self.folder, env={**os.environ, "STAND_IN_HANGS": str(hung)},
                              stderr=subprocess.PIPE, text=True) as lab:
            while not hung.exists() or hung.read_text().count("\n") < 2:
                self.assertIsNone(lab.poll())
                time.sleep(0.02)
            lab.send_signal(signal.SIGTERM)
            self.assertEqual((lab.wait(60), lab.stderr.read()),
                             (3, "suite: 8 searches, less than a minute\n"
                                 "morpho-lab: stopped; the same command goes on from here\n"))
        for process in map(int, hung.read_text().split()):
            with self.assertRaises(ProcessLookupError):
                os.kill(process, 0)

    def test_order(self):
        done = self.run_lab("order", "s.epd", "--depth", "6", "--depth", "8", "--rule", "", "--rule",
                            "QuietRule=gravity", "--rule", "QuietRule=schaeffer")
        # mia has the rule schaeffer, so the third rule is the first one in other words.
        self.assertNotIn("QuietRule=schaeffer:", done.stdout)
        self.expect(done, 0, "QuietRule=gravity: 48 nodes; 1.000 (1.000-1.000)")

    def test_refusals(self):
        for words, status, reason in ((("suite", "none.epd"), 1, "none.epd: not found"),
                                      (("suite", "s.epd", "--nodes", "0"), 2, "from 1 to"),
                                      (("suite", "s.epd", "--nodes", "1", "--movetime", "1"), 2, "either --nodes"),
                                      (("suite", "s.epd", "--playouts", "1"), 2, "negamax needs --nodes too"),
                                      (("order", "s.epd"), 2, "--rule"),
                                      (("order", "s.epd", "--depth", "2", "--rule", "MctsKillers=true"), 1,
                                       "not of negamax")):
            self.expect(self.run_lab(*words), status, reason)
        (self.folder / "s.epd").write_text(EPD + "bad\n")
        self.expect(self.run_lab("suite", "s.epd", "--nodes", "1"), 1, "line 5: it is bad")

    def test_settings_are_named(self):
        asked = engine.ask(fixture.HERE / "fake_morpho")
        bases = suite.technique_bases(asked, "negamax")
        for words, name in (("Setting=mia", "mia"), ("NullMove=false NullMove=true", "modern"),
                            ("QuietRule=schaeffer NullMove=false", "modern -NullMove QuietRule=schaeffer"),
                            ("Setting=mia QuietRule=schaeffer", "mia"),
                            ("Setting=mia QuietRule=gravity", "mia QuietRule=gravity")):
            self.assertEqual(suite.setting_name(asked, bases, "negamax", words), name)
        with self.assertRaisesRegex(Fault, "technique of mcts"):
            suite.setting_name(asked, bases, "negamax", "MctsKillers=true")

    def test_increments_are_those_of_the_paper(self):
        self.assertEqual(len(order.increment_rules()), 6 + 25)

    def test_nodes_are_compared_at_common_positions(self):
        rows = [{"position": p, "nodes": n} for p, n in (("a", 4), ("b", 6), ("c", 0))]
        base = [{"position": p, "nodes": n} for p, n in (("b", 3), ("a", 1), ("c", 5), ("d", 7))]
        self.assertEqual(order.compare(rows, base), ([4, 6], [1, 3]))

    def test_data_are_found(self):
        self.assertEqual(engine.find_data("s.epd", str(self.folder)), (self.folder / "s.epd").resolve())
        with self.assertRaises(Fault):
            engine.find_data("s.epd", str(Path("/nowhere")))


if __name__ == "__main__":
    unittest.main()

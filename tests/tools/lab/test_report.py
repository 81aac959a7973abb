"""What report says of a folder with all kinds of records, and what it says of damaged ones."""

import contextlib
import importlib.util
import itertools
import sqlite3
import unittest

import fixture
from lab import records, report
from lab.fault import Fault

SECTIONS = {
    "matches": "MctsKillers=true against the defaults, both Hash=16 Search=mcts, nodes 1000, b.epd seed 1 from 0: +0.0 +- "
               "147.2 Elo",
    "suites": "s.epd, negamax modern, nodes 9, hash 16 MB: 3 of 3 solved, 0 of 0 points, 27 nodes; bench 1",
    "order": "  modern -NullMove: 60 nodes at 3 positions, 2.000 (2.000-2.000)",
    "mcts": "  default: agreed 3 of 3; root_priors -0.001 +- 0.000",
    "threads": "s.epd, 2 threads to depth 16, bench 1, m: 0.600 (0.600-0.600) of the time of one thread at 3 positions"}
PLAN = ("place,table,idea,search,first,second,both,limit,book,seed,start,games\n"
        "1,mcts,killers,mcts,MctsKillers=true,,Hash=16 Search=mcts,{limit},b.epd,1,0,12\n")


class Report(fixture.Folder):
    def setUp(self):
        super().setUp()
        self.records = self.folder / "results"
        self.records.mkdir()
        for kind, rows in fixture.samples().items():
            self.put(kind, [",".join(records.header(kind)), *rows])

    def put(self, kind: str, lines: list[str]) -> None:
        (self.records / f"{kind}.csv").write_text("\n".join(lines) + "\n")

    def test_sections(self):
        done = self.lab("report", "results")
        for name, words in SECTIONS.items():
            self.expect(done, 0, f"== {name}\n")
            self.expect(done, 0, words)
        self.assertEqual(self.lab("report", "results", "--section", "threads").stdout,
                         f"== threads\n{SECTIONS['threads']}\n\n")
        self.expect(self.lab("report", "none"), 1, "none: there is no such folder of records")

    def test_database(self):
        self.expect(self.lab("report", "results", "--database", "r.db"), 0, "")
        with contextlib.closing(sqlite3.connect(self.folder / "r.db")) as base:
            for kind, rows in fixture.samples().items():
                self.assertEqual(base.execute(f"SELECT COUNT(*) FROM {kind}").fetchone(), (len(rows),))

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_pages(self):
        for name, limit in (("atlas", "nodes 1000"), ("comparison", "tc 1+0.01 concurrency 2")):
            (self.folder / f"{name}-plan.csv").write_text(PLAN.format(limit=limit))
        rows = fixture.samples()["match"]
        self.put("match", [",".join(records.header("match")), *rows,
                           *(row.replace("nodes 1000", "tc 1+0.01 concurrency 2") for row in rows)])
        self.expect(self.lab("report", "results", "--pages"), 0, "")
        for page, words in (("results/atlas-table.md", "| MctsKillers | mcts | +0.0 ± 147.2 (12 games, nodes 1000) |"),
                            ("results/atlas-figures.md", "| 1 | killers | mcts | nodes 1000 | +0.0 +- 147.2 | 12 |"),
                            ("results/comparison-figures.md", "| 1 | killers | mcts | tc 1+0.01 concurrency 2 |"),
                            ("atlas.svg", "MctsKillers"), ("comparison.svg", "killers")):
            self.assertIn(words, self.text(page))

    def test_a_record_may_end_anywhere(self):
        """As a kill leaves it: the rules of mcts are then compared as far as they were searched."""
        lines = self.text("results/mcts.csv").splitlines()
        for count in range(1, len(lines)):
            self.put("mcts", lines[:count])
            self.assertEqual(len(report.mcts_lines(records.load(self.records))), 0 if count == 1 else 2 + (count > 4))

    def test_damage(self):
        """A byte that is changed, lost or added is named, or leaves a record that can still be shown."""
        folder = self.folder / "damaged"
        folder.mkdir()
        others = itertools.cycle(("", "0", "-", '"', ",", "\n", "\0", "é", "9"))
        for kind, rows in fixture.samples().items():
            whole = ",".join(records.header(kind)) + "\n" + rows[0] + "\n"
            for place, other in zip(range(0, len(whole), 4), others):
                text = whole[:place] + other + whole[place + place // 4 % 2:]
                with self.subTest(kind=kind, text=text), contextlib.suppress(Fault):
                    (folder / f"{kind}.csv").write_text(text)
                    base = records.load(folder)
                    for section in report.SECTIONS.values():
                        section(base)
            (folder / f"{kind}.csv").unlink()


if __name__ == "__main__":
    unittest.main()

"""Matches, plans and tunings with stand-ins for Morpho and fastchess: what is refused, what fastchess is
told, and that a kill loses nothing."""

import unittest

import fixture
from lab import engine, fastchess, matches, plans, suite
from lab.fault import Fault
from lab.progress import duration

MATCH = ("match", "--book", "book.epd", "--nodes", "50", "--games", "20", "--part", "4")
PLAN = ("place,table,idea,search,first,second,both,limit,book,seed,start,games\n"
        "1,T,one,mcts,MctsKillers=true,,Hash=16 Search=mcts,nodes 50,book.epd,1,0,20\n"
        "2,T,two,negamax,,NullMove=false,Hash=16 Search=negamax,tc 1+0.01 concurrency 2,book.epd,1,0,10\n"
        "3,T,one again,mcts,MctsKillers=true,,Hash=16 Search=mcts,nodes 50,book.epd,1,10,20\n")


class Matches(fixture.Folder):
    def test_result_and_command(self):
        done = self.games(*MATCH, "--first", "mctskillers=on", "--both", "Search=mcts", "--out", "r.csv", "--pgn",
                          "g.pgn")
        self.expect(done, 0, "20 games: ")
        self.assertEqual(done.stderr, "match: 20 games, less than a minute\n")
        self.assertEqual(self.text("r.csv").count("\n"), 6)
        self.assertEqual(self.text("g.pgn").count("[Event "), 20)
        row = self.text("r.csv").splitlines()[1]
        self.assertTrue(row.startswith("MctsKillers=true,,Hash=16 Search=mcts,nodes 50,book.epd,1,"), row)
        words = self.text("log").splitlines()[1]
        for word in ("option.MctsKillers=true", "args=--all-options", "tc=inf nodes=50", "start=3 ", "-rounds 2 ",
                     "option.Minimal=true option.Hash=16 option.Search=mcts option.MctsKillers=true", "-repeat"):
            self.assertIn(word, words + " ")

    def test_kill_and_resume(self):
        whole = self.games(*MATCH, "--out", "whole.csv").stdout
        killed = self.games(*MATCH, "--out", "r.csv", STAND_IN_DIES="13")
        self.assertEqual(killed.returncode, -9)
        self.assertEqual(self.text("r.csv").count("\n"), 4)
        again = self.games(*MATCH, "--out", "r.csv")
        self.assertEqual(again.stderr, "match: 8 games, less than a minute\n", "what is left to play")
        self.assertEqual(again.stdout, whole)
        self.assertEqual(self.text("r.csv"), self.text("whole.csv"))
        (self.folder / "log").unlink()
        self.games(*MATCH, "--out", "r.csv")
        self.assertFalse((self.folder / "log").exists(), "a match that is complete is not played again")

    def test_refusals(self):
        for words, status, reason in (
                (("--first", "NoSuch=1"), 1, "no such option"), (("--first", "MctsHistory=piece"), 1, "off, butterfly"),
                (("--first", "Hash=0"), 1, "from 1 to 1024"),
                (("--first", "NullMove=false"), 1, "a technique of negamax"),
                (("--both", "Search=negamax", "--second", "MctsKillers=true"), 1, "a technique of mcts"),
                (("--first", "WeightsFile=missing"), 1, "no such file"), (("--first", "MctsKillers"), 2, "NAME=VALUE"),
                (("--games", "3"), 2, "an even number"), (("--tc", "1+1"), 2, "either --nodes or --tc"),
                (("--sprt", "5,0"), 2, "lesser"), (("--start", "51"), 1, "60 openings"),
                (("--out", "/dev/null/r"), 1, "cannot"),
                (("--book", "no.epd"), 1, "no.epd: not found"), (("--book", "log"), 1, "no position")):
            (self.folder / "log").write_text("text\n")
            self.expect(self.games(*MATCH, *words), status, reason)
        self.expect(self.games(*MATCH, STAND_IN_FAILS="1"), 1,
                    "ended after 0 of 4 games; it said: Fatal; the disk is on fire")

    def test_sequential_test_ends(self):
        done = self.games("match", "--book", "book.epd", "--nodes", "50", "--games", "100", "--part", "20",
                          "--sprt=-600,-500", "--out", "r.csv")
        self.expect(done, 0, "-500 is accepted")
        self.assertLess(self.text("r.csv").count("\n"), 6)

    def test_each_technique(self):
        done = self.games(*MATCH, "--games", "2", "--each-technique")
        self.expect(done, 0, "MctsKillers=true: ")
        self.assertNotIn("NullMove", done.stdout)
        done = self.games(*MATCH, "--games", "2", "--both", "Search=negamax", "--each-technique")
        self.expect(done, 0, "NullMove=false: ")


class Plans(fixture.Folder):
    def test_three_matches(self):
        (self.folder / "p-plan.csv").write_text(PLAN)
        self.expect(self.lab("plan", "p-plan.csv", "--list"), 0, "from opening 10")
        words = ("plan", "p-plan.csv", "--part", "4", "--jobs", "1", "--games", "pgn")
        killed = self.games(*words, STAND_IN_DIES="13")
        self.assertEqual(killed.returncode, -9)
        self.expect(self.games(*words), 0, "row 3, 3 of 3")
        record = self.text("results/p.csv")
        # 5 parts of 4 games, 3 of the 10 games, 5 of the confirmation, which begins behind the first match.
        self.assertEqual(record.count("\n"), 14)
        self.assertEqual([line.split(",")[9] for line in record.splitlines()[9:]], ["10", "12", "14", "16", "18"])
        self.assertEqual(self.text("pgn/2.pgn").count("[Event "), 10)
        self.assertIn("tc=1+0.01", self.text("log"))

    def test_refusals(self):
        for plan, reason in ((PLAN.replace("start", "begin"), "first line"), (PLAN + "4,x\n", "line 5: 2 fields"),
                             (PLAN.replace("nodes 50", "nodes"), "line 2: limit nodes"), (PLAN[:-1], "no end"),
                             (PLAN.replace("\n2,", "\n1,"), "same place"),
                             (PLAN.replace(",20\n", ",21\n"), "even number")):
            (self.folder / "p.csv").write_text(plan)
            with self.assertRaisesRegex(Fault, reason):
                plans.read(self.folder / "p.csv")
        (self.folder / "p.csv").write_text(PLAN.replace("NullMove=false", "NullMove=half"))
        self.expect(self.games("plan", "p.csv"), 1, "row 2: second NullMove=half")
        self.assertFalse((self.folder / "log").exists(), "all settings are checked before the first match")

    def test_old_plans_begin_with_the_first_opening(self):
        (self.folder / "p.csv").write_text(PLAN.replace("start,", "").replace(",1,0,", ",1,").replace(",1,10,", ",1,"))
        self.assertEqual([place.match.start for place in plans.read(self.folder / "p.csv")], [0, 0, 0])


class Tuning(fixture.Folder):
    def test_resume(self):
        words = ("tune", "--tune", "Hash=100:20", "--nodes", "50", "--book", "book.epd", "--games", "40", "--part", "8",
                 "--rate", "0.1", "--out")
        whole = self.games(*words, "whole.csv")
        self.expect(whole, 0, "tuned: Hash=")
        self.assertEqual(whole.stderr, "tune: 40 games, less than a minute\n")
        self.games(*words, "r.csv", STAND_IN_DIES="21")
        self.assertEqual(self.games(*words, "r.csv").stdout, whole.stdout)
        self.assertEqual(self.text("r.csv"), self.text("whole.csv"))
        self.expect(self.games(*words, "r.csv", "--rate", "0.2"), 1, "another --rate")
        self.expect(self.games(*words, "x.csv", "--tune", "Search=1"), 1, "an option that is a number")


class Parts(unittest.TestCase):
    def test_options_are_read(self):
        option = engine.parse_option("option name Debug Log File type string default <empty>")
        self.assertEqual((option.name, option.type, option.default), ("Debug Log File", "string", "<empty>"))
        option = engine.parse_option("option name QuietRule type combo default gravity var gravity var none")
        self.assertEqual((option.default, option.words), ("gravity", ["gravity", "none"]))
        option = engine.parse_option("option name Contempt type spin default 0 min -200 max 200")
        self.assertEqual((option.default, option.low, option.high), ("0", -200, 200))
        self.assertIsNone(engine.parse_option("id name Morpho"))

    def test_games_are_counted(self):
        tally = fastchess.Tally()
        for line in ("Finished game 2 (second vs first): 0-1 {White loses on time}",
                     "Finished game 1 (first vs second): 1/2-1/2 {Draw}",
                     "Finished game 1 (first vs second): 1-0 {again}"):
            tally.take(line)
        self.assertEqual(tally.counts(), (1, 1, 0, (0, 0, 0, 1, 0), 1))

    def test_estimates(self):
        match = matches.Match("", "", "", "nodes 1000", "book.epd", 1, 0, 2000)
        self.assertEqual(matches.seconds(match, "mcts", 2), 120 * 1000 / 300_000 * 2000 / 2)
        match = match._replace(limit="tc 10+0.1 concurrency 4")
        self.assertAlmostEqual(matches.seconds(match, "mcts", 1), 3.2 * 10 * 2000 / 4)
        way = suite.Way("negamax", "", "", "nodes 1000000")
        self.assertEqual(suite.seconds([(way, [None] * 8)], 2), 8 * 0.5 / 2)
        self.assertEqual(suite.seconds([(way._replace(limit="movetime 500"), [None] * 8)], 2), 2)
        self.assertIsNone(suite.seconds([(way._replace(limit="depth 9"), [])], 2))
        self.assertEqual([duration(seconds) for seconds in (59, 60, 120, 7200)],
                         ["less than a minute", "1 minute", "2 minutes", "2.0 hours"])

    def test_clocks(self):
        self.assertEqual(matches.clock_seconds("40/60+0.5"), (60, 0.5))
        for text in ("0", "1+", "x", "1:00", "-1"):
            with self.assertRaises(Fault):
                matches.clock_seconds(text)


if __name__ == "__main__":
    unittest.main()

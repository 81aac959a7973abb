"""Records: what is refused, what a kill leaves, and that new rows say what made them."""

import contextlib
import gzip
import unittest

import fixture
from lab import records
from lab.fault import Fault

HEAD = "search,elo,opponent,opponent_elo,games,won,drawn,lost,bench\n"
ROW = "mcts,1350,stockfish,1350,200,93,8,99,3385394\n"
NEW = {"search": "mcts", "elo": 1700, "opponent": "morpho", "opponent_elo": 1350, "games": 2, "won": 1, "drawn": 0,
       "lost": 1, "bench": 1}


class Records(fixture.Folder):
    def put(self, text: str, name: str = "a.csv"):
        path = self.folder / name
        path.write_bytes(text.encode() if name.endswith("csv") else gzip.compress(text.encode()))
        return path

    def fault(self, text: str, name: str = "a.csv") -> str:
        with self.assertRaises(Fault) as caught:
            records.read(self.put(text, name))
        return str(caught.exception)

    def test_kinds(self):
        self.assertEqual(records.read(self.put(HEAD + ROW))[0], "strength")
        self.assertEqual(records.read(self.put(HEAD + ROW, "a.csv.gz"))[1][0]["won"], 93)
        self.assertEqual(records.read(self.put("any,thing\n1,2\n")), (None, []))

    def test_damage_is_named(self):
        for row, reason in ((ROW.replace("93", "-1"), "won cannot be"), (ROW.replace("93", "09"), "won cannot be"),
                            ("mcts,1350\n", "2 fields where 9"), ('"mcts,1\n', "line 2")):
            self.assertIn(reason, self.fault(HEAD + row))
            self.assertIn("a.csv, line 2", self.fault(HEAD + row))
        for kind, right, wrong, reason in (
                ("match", "4,1,2,1", "4,1,2,2", "add up"), ("match", "1,2,1", "2,1,1", "differ"),
                ("match", "1,0,1,0,0", "1,0,0,0,0", "add up"), ("strength", "93,8", "93,9", "add up"),
                ("strength", "200,93,8,99", "0,0,0,0", "add up"), ("tune", "4,1,2,1", "4,1,2,0", "add up"),
                ("suite", "cp 10", "10", "the score 10"), ("suite", ",0,0,c", ",1,0,c", "contradict"),
                ("mcts", ",-1,1,0,", ",-1,2,0,", "contradict"), ("threads", ",60,", ",0,", "no time")):
            row = fixture.samples()[kind][0]
            self.assertIn(right, row)
            self.assertIn(reason, self.fault(",".join(records.header(kind)) + f"\n{row.replace(right, wrong)}\n"))
        packed = gzip.compress((HEAD + ROW).encode())
        for place in range(len(packed)):
            for damaged in (packed[:place], packed[:place] + bytes([packed[place] ^ 0x55]) + packed[place + 1:]):
                (self.folder / "b.csv.gz").write_bytes(damaged)
                with contextlib.suppress(Fault):  # the time and the system in the head are not checked
                    self.assertIn(len(records.read(self.folder / "b.csv.gz")[1]), (0, 1))

    def test_growth(self):
        path = self.put(HEAD + ROW + "mcts,17")  # a kill has cut the last row
        with records.Record(path, "strength") as record:
            self.assertEqual(len(record.rows), 1)
            with self.assertRaisesRegex(Fault, "another program"):
                records.Record(path, "strength")
            record.add(NEW)
        self.assertEqual(path.read_text(), HEAD + ROW + "mcts,1700,morpho,1350,2,1,0,1,1\n")
        with self.assertRaisesRegex(Fault, "must say its bench"), records.Record(path, "strength") as record:
            record.add({**NEW, "bench": 0})
        with self.assertRaisesRegex(Fault, "first line"):
            records.Record(path, "match")

    def test_texts_are_quoted(self):
        path = self.folder / "d.csv"
        with records.Record(path, "defaults") as record:
            record.add({"defaults": "00000001", "of": 'a "b", c', "options": "x"})
        self.assertEqual(records.read(path)[1][0]["of"], 'a "b", c')

    def test_database(self):
        self.put(HEAD + ROW)
        self.put("no,record\n", "b.csv")
        base = records.load(self.folder)
        self.assertEqual([tuple(row) for row in base.execute("SELECT record, won FROM strength")], [("a", 93)])


if __name__ == "__main__":
    unittest.main()

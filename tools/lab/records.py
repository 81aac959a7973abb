"""Records: CSV files that grow row by row, of which each row says what made it.

A record is recognised by its first line. It may be compressed by gzip, and is then only read. The
columns bench, commit, machine and defaults say which build made a row and where; defaults.csv beside
the record has the options that the checksum in `defaults` stands for. Rows of options that the
program no longer has stay readable.
"""

import csv
import fcntl
import functools
import gzip
import os
import re
import sqlite3
import zlib
from pathlib import Path
from typing import Callable, Iterable, NamedTuple

from . import engine
from .fault import Fault

Row = dict[str, str | int]

# Columns end in ":" and their type if they are not text: n a whole number from 0 on, x a checksum.
KINDS = {
    "match": "first second both limit book seed:n program:x files:x machine start:n bench:n commit defaults:x "
             "games:n won:n drawn:n lost:n p0:n p1:n p2:n p3:n p4:n forfeits:n",
    "suite": "search setting limit hash_mb:n net:x position bench:n move score depth:n nodes:n time_ms:n "
             "solution_nodes:n solution_ms:n solved:n points:n points_most:n commit defaults:x machine suite id",
    "mcts": "kind setting playouts:n reference reference_playouts:n hash_mb:n net:x position bench:n move visits:i "
            "root_priors:i inner_priors:i agrees:n solved:i probes commit defaults:x machine suite id",
    "threads": "threads:n depth:n hash_mb:n net:x machine position bench:n one_us:n one_nodes:n shared_us:n "
               "shared_nodes:n beside_us:n beside_nodes:n commit defaults:x suite id",
    "tune": "parameters both limits book seed:n games:n program:x files:x machine start:n bench:n commit "
            "defaults:x limit played:n won:n drawn:n lost:n forfeits:n values",
    "losses": "name settings judge judge_nodes:n playouts:n games:x game:n bench:n fen played after:i better best:i cause "
              "neglected share:n prior:n commit defaults:x machine",
    "strength": "search elo:n opponent opponent_elo:n games:n won:n drawn:n lost:n bench:n",
    "defaults": "defaults:x of options",
}
# What a new row must say.
ORIGIN = ("bench", "commit", "machine", "defaults")

PATTERNS = {"n": re.compile(r"0|[1-9][0-9]{0,15}").fullmatch, "i": re.compile(r"-?(0|[1-9][0-9]{0,15})").fullmatch,
            "x": re.compile(r"[0-9a-f]{8}").fullmatch}


class Column(NamedTuple):
    name: str
    type: str  # "", "n", "i" or "x"


@functools.cache
def columns(kind: str) -> list[Column]:
    return [Column(*(word.split(":") + [""])[:2]) for word in KINDS[kind].split()]


def header(kind: str) -> list[str]:
    return [column.name for column in columns(kind)]


def kind_of(names: list[str]) -> str | None:
    return next((kind for kind in KINDS if header(kind) == names), None)


def check_games(row: Row, total: str = "games") -> str | None:
    good = row["won"] + row["drawn"] + row["lost"] == row[total] > 0
    return None if good else "its games do not add up"


def check_match(row: Row) -> str | None:
    pairs = [row[f"p{points}"] for points in range(5)]
    points = sum(count * score for score, count in enumerate(pairs))
    if check_games(row) or 2 * sum(pairs) != row["games"]:
        return "its games do not add up"
    return None if points == 2 * row["won"] + row["drawn"] else "its pairs and its games differ"


def check_suite(row: Row) -> str | None:
    if not re.fullmatch(r"(cp|mate) -?[0-9]{1,7}", row["score"]):
        return f"the score {row['score']}"
    good = row["solution_nodes"] <= row["nodes"] and row["points"] <= row["points_most"] and row["solved"] <= 1
    return None if good else "its figures contradict each other"


def check_mcts(row: Row) -> str | None:
    least = min(row[name] for name in ("visits", "root_priors", "inner_priors", "solved"))  # -1: not known
    good = row["playouts"] > 0 and row["agrees"] <= 1 and least >= -1
    return None if good else "its figures contradict each other"


def check_threads(row: Row) -> str | None:
    return None if all(row[f"{name}_us"] for name in ("one", "shared", "beside")) else "a search took no time"


CHECKS: dict[str, Callable[[Row], str | None]] = {
    "match": check_match, "suite": check_suite, "mcts": check_mcts, "threads": check_threads,
    "tune": lambda row: check_games(row, "played"), "strength": check_games}


def parse(kind: str, fields: list[str]) -> Row:
    """A row from its fields; raises ValueError with the reason if it is damaged."""
    wanted = columns(kind)
    if len(fields) != len(wanted):
        raise ValueError(f"{len(fields)} fields where {len(wanted)} are expected")
    row: Row = {}
    for column, text in zip(wanted, fields):
        if column.type and not PATTERNS[column.type](text):
            raise ValueError(f"{column.name} cannot be \"{text[:40]}\"")
        row[column.name] = int(text) if column.type in ("n", "i") else text
    fault = CHECKS.get(kind, lambda _: None)(row)
    if fault:
        raise ValueError(fault)
    return row


def whole_lines(path: Path) -> str:
    """The text up to the last line end: what another process is writing, or a kill has cut, is left."""
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        return data[:data.rfind(b"\n") + 1].decode()
    except (OSError, EOFError, zlib.error) as error:
        raise Fault(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    except UnicodeDecodeError:
        raise Fault(f"{path}: it is not text") from None


def read_table(path: Path) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The first line of a CSV file, and the other lines with their numbers."""
    reader = csv.reader(whole_lines(path).splitlines(), strict=True)
    try:
        names = next(reader, [])
        return names, [(reader.line_num, fields) for fields in reader]
    except csv.Error as error:
        raise Fault(f"{path}, line {reader.line_num}: {error}") from None


def read(path: Path) -> tuple[str | None, list[Row]]:
    """The kind of a record and its rows; the kind is None if the file is no record."""
    names, lines = read_table(path)
    kind = kind_of(names)
    rows = []
    for number, fields in lines if kind else []:
        try:
            rows.append(parse(kind, fields))
        except ValueError as fault:
            raise Fault(f"{path}, line {number}: damaged: {fault}") from None
    return kind, rows


def load(folder: Path) -> sqlite3.Connection:
    """A database in memory with a table for each kind, and the name of its file in each row."""
    base = sqlite3.connect(":memory:")
    base.row_factory = sqlite3.Row
    for kind in KINDS:
        names = ", ".join(f'"{column.name}" {"INTEGER" if column.type in ("n", "i") else "TEXT"}'
                          for column in columns(kind))
        base.execute(f"CREATE TABLE {kind} (record TEXT, {names})")
    if not folder.is_dir():
        raise Fault(f"{folder}: there is no such folder of records")
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.name.endswith((".csv", ".csv.gz")):
            continue
        kind, rows = read(path)
        if kind:
            marks = ", ".join("?" * (1 + len(columns(kind))))
            base.executemany(f"INSERT INTO {kind} VALUES ({marks})",
                             ([path.name.split(".")[0], *row.values()] for row in rows))
    base.commit()  # else a copy of it would wait for the end of the transaction
    return base


class Record:
    """A record that is open for new rows. No other process can add to it meanwhile."""

    def __init__(self, path: Path, kind: str):
        self.path, self.kind = path, kind
        if path.name.endswith(".gz"):
            raise Fault(f"{path}: unpack it by gunzip before new rows are added")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = open(path, "a+b")
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise Fault(f"{path}: another program adds rows to it") from None
        except OSError as error:
            raise Fault(f"{path}: cannot be written: {error.strerror}") from None
        try:
            self._begin()
        except Fault:
            self.close()
            raise

    def _begin(self) -> None:
        self.rows: list[Row] = []
        whole = len(whole_lines(self.path).encode())
        if whole:
            found, self.rows = read(self.path)
            if found != self.kind:
                raise Fault(f"{self.path}: its first line is not that of a record of this kind")
        self.file.truncate(whole)  # without what a kill has cut off
        if not whole:
            self._write(header(self.kind))

    def _write(self, fields: Iterable[str | int]) -> None:
        texts = ["" if field is None else str(field) for field in fields]
        if any("\n" in text for text in texts):
            raise Fault(f"{self.path}: a field cannot have a line end")
        quoted = ['"' + text.replace('"', '""') + '"' if set(text) & set(',"') else text for text in texts]
        try:
            self.file.write((",".join(quoted) + "\n").encode())
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            raise Fault(f"{self.path}: cannot be written: {error.strerror}") from None

    def add(self, row: Row) -> None:
        """Adds a row, which is on the disk when the call returns."""
        for name in ORIGIN:
            if name in header(self.kind) and not row.get(name):
                raise Fault(f"{self.path}: a new row must say its {name}, which is not known here")
        self._write(row[name] for name in header(self.kind))
        self.rows.append(row)

    def find(self, key: dict[str, str | int]) -> Row | None:
        return next((row for row in self.rows if all(row[name] == value for name, value in key.items())), None)

    def close(self) -> None:
        self.file.close()

    def __enter__(self) -> "Record":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def keep_defaults(record: Path, options: str) -> str:
    """Writes options into defaults.csv beside a record, unless they are there; returns their checksum."""
    of = "uci"
    check = f"{zlib.crc32((of + options).encode()) or 1:08x}"
    with Record(record.parent / "defaults.csv", "defaults") as known:
        if not known.find({"defaults": check}):
            known.add({"defaults": check, "of": of, "options": options})
    return check


def origin(record: Record, asked: engine.Engine) -> Row:
    """What the new rows of a record say of the build and the machine that make them."""
    bench = engine.bench(asked)
    return {"bench": bench, "commit": engine.commit(asked, bench), "machine": engine.machine(),
            "defaults": keep_defaults(record.path, engine.defaults(asked))}

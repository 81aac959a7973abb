"""Plans of many matches: a CSV file with a match in each row, which is played where the record stops.

A row has the words of a match's record, and the table and the idea under which it is shown. `start`
says where in its book it begins: a confirmation begins behind the openings of its screen.
"""

import argparse
import re
from pathlib import Path
from typing import NamedTuple

from . import matches, records
from .arguments import CORES, add
from .fault import Fault, Misuse
from .progress import duration

COLUMNS = "place,table,idea,search,first,second,both,limit,book,seed,start,games".split(",")


class Place(NamedTuple):
    place: int
    table: str
    idea: str
    search: str
    match: matches.Match

    def text(self) -> str:
        start = f", from opening {self.match.start}" if self.match.start else ""
        return f"{self.table}: {self.idea}, {self.search}, {self.match.limit}, {self.match.games} games{start}"

    def seconds(self, jobs: int) -> float:
        """About how long the match takes."""
        return matches.seconds(self.match, self.search, jobs)


def parse(fields: dict[str, str]) -> Place:
    numbers = {name: int(fields[name]) for name in ("place", "seed", "start", "games")
               if re.fullmatch(r"\d{1,9}", fields[name])}
    for name in ("place", "seed", "start", "games"):
        if name not in numbers:
            raise Fault(f"{name} \"{fields[name]}\" is no number")
    match = matches.Match(fields["first"], fields["second"], fields["both"], fields["limit"], fields["book"],
                          numbers["seed"], numbers["start"], numbers["games"])
    matches.check_match(match)
    return Place(numbers["place"], fields["table"], fields["idea"], fields["search"], match)


def read(path: Path) -> list[Place]:
    """The matches of a plan in their order; `start` may be missing, and is 0 then."""
    names, lines = records.read_table(path)
    if [name for name in names if name != "start"] != [name for name in COLUMNS if name != "start"]:
        raise Fault(f"{path}: its first line is not that of a plan of matches: {','.join(COLUMNS)}")
    places: list[Place] = []
    for number, fields in lines:
        try:
            if len(fields) != len(names):
                raise Fault(f"{len(fields)} fields where {len(names)} are expected")
            places.append(parse({"start": "0", **dict(zip(names, fields))}))
        except Fault as fault:
            raise Fault(f"{path}, line {number}: {fault}") from None
    if len({place.place for place in places}) != len(places):
        raise Fault(f"{path}: two rows have the same place")
    if not path.read_bytes().endswith(b"\n"):
        raise Fault(f"{path}: its last line has no end")
    return sorted(places, key=lambda place: place.place)


def chosen(places: list[Place], rows: str | None) -> list[Place]:
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", rows) if rows else None
    if rows and not found:
        raise Misuse(f"--rows {rows}: expected two places, such as 1-12")
    return [place for place in places
            if not found or int(found[1]) <= place.place <= int(found[2] or found[1])]


def record_of(plan: Path) -> Path:
    """docs/NAME-plan.csv has its record in docs/results/NAME.csv."""
    return plan.parent / "results" / (plan.name.removesuffix("-plan.csv").removesuffix(".csv") + ".csv")


def run_list(given: argparse.Namespace, places: list[Place]) -> None:
    total = 0.0
    for place in places:
        total += place.seconds(given.jobs)
        print(f"{place.place:4}  {place.text()} ({duration(place.seconds(given.jobs))})")
    print(f"about {duration(total)} in all, with those that were played")


def run(given: argparse.Namespace) -> None:
    plan = Path(given.plan)
    places = chosen(read(plan), given.rows)
    if not places:
        raise Fault(f"{plan}: it has no such match")
    if given.list:
        run_list(given, places)
        return
    folder, given.pgn = given.games, None
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    with records.Record(Path(given.out or record_of(plan)), "match") as record:
        table = matches.open_table(given, record)
        for place in places:  # all settings are checked before the first match, which may take hours
            try:
                matches.settle(place.match, table)
            except Fault as fault:
                raise Fault(f"{plan}, row {place.place}: {fault}") from None
        for number, place in enumerate(places):
            left = sum(later.seconds(given.jobs) for later in places[number:])
            print(f"row {place.place}, {number + 1} of {len(places)}; at most {duration(left)} left; {place.text()}",
                  flush=True)
            pgn = Path(folder).resolve() / f"{place.place}.pgn" if folder else None
            counts = matches.play(place.match, table._replace(pgn=pgn))
            print(f"    {matches.result_text(place.match, counts)}", flush=True)


def add_verb(verbs: argparse._SubParsersAction) -> None:
    parser = verbs.add_parser("plan", help="plays the matches of a plan", description=(
        "Plays the matches of a plan that its record does not hold, one after the other. After a kill the same "
        "command goes on. The record of docs/NAME-plan.csv is docs/results/NAME.csv unless --out names another. "
        "Nothing else should run on the machine during matches on a clock, whose number of games at once is in the "
        "plan."))
    parser.add_argument("plan", metavar="PLAN.csv")
    parser.add_argument("--list", action="store_true", help="lists the matches and about how long they take")
    parser.add_argument("--rows", metavar="A-B", help="only the rows from place A to place B")
    parser.add_argument("--games", metavar="DIR", help="keeps the games of each match there, as PLACE.pgn")
    add(parser, "out program fastchess data-dir jobs part", jobs=CORES)
    parser.set_defaults(run=run)

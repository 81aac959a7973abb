"""The engine: where it is, what its options are, and which settings it takes."""

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path
from typing import NamedTuple, Sequence

from .fault import Fault

ANSWER_SECONDS = 60
BENCH_SECONDS = 600
UNMEASURED = (":!docs", ":!tests", ":!*.md")  # changes of these do not change what is measured


class Option(NamedTuple):
    name: str
    type: str  # check, spin, combo, string or button
    default: str
    low: int
    high: int
    words: list[str]


class Engine(NamedTuple):
    path: Path
    arguments: list[str]        # --all-options, if the program knows it
    options: dict[str, Option]  # by their names in lower case, in the program's order
    techniques: set[str]        # the names of the options for research


def environment() -> dict[str, str]:
    """Players must not depend on the options of whoever runs them."""
    return {**os.environ, "MORPHO_CONFIG": ""}


def find(given: str | None) -> Path:
    """The program that was named, or the one that was built or installed with this laboratory."""
    script = Path(sys.argv[0]).resolve().parent
    usual = script.parent / "build/release/bin/morpho" if (script / "lab").is_dir() else script / "morpho"
    place = Path(given) if given else usual
    if place.is_file() and os.access(place, os.X_OK):
        return place.resolve()
    raise Fault(f"{place}: there is no such program" + ("" if given else "; tools/setup builds it, and --program names "
                                                        "another one"))


def run(command: Sequence[str | Path], text: str = "", seconds: int = ANSWER_SECONDS) -> str:
    """What a program prints; a Fault if it fails."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds,
                              env=environment(), check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Fault(f"{command[0]}: {error.strerror if isinstance(error, OSError) else 'it does not answer'}") from None
    if done.returncode != 0:
        reason = (done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()[-1]
        raise Fault(f"{command[0]}: {reason}")
    return done.stdout


def parse_option(line: str) -> Option | None:
    match = re.fullmatch(r"option name (.+?) type (\w+)( .*)?", line.strip())
    if not match:
        return None
    rest = " " + (match[3] or "").strip() + " "
    default = re.search(r" default (.*?) (?:(?:min|max|var) |$)", rest)
    limits = [int(found[1]) if (found := re.search(rf" {name} (-?\d+) ", rest)) else 0 for name in ("min", "max")]
    return Option(match[1], match[2], default[1] if default else "", limits[0], limits[1],
                  re.findall(r"(?<= var )(.*?)(?= var | $)", rest))


def list_options(path: Path, arguments: list[str]) -> dict[str, Option]:
    options = {}
    for line in run([path, *arguments], "uci\nquit\n").splitlines():
        option = parse_option(line)
        if option:
            options[option.name.lower()] = option
    return options


def ask(path: Path) -> Engine:
    """Asks a program for its options. An older one does not know --all-options and lists them always."""
    plain = list_options(path, [])
    if "search" not in plain:
        raise Fault(f"{path}: its answer to uci names no option Search, so it is no Morpho")
    try:
        options, arguments = list_options(path, ["--all-options"]), ["--all-options"]
    except Fault:
        options, arguments = plain, []
    if arguments:
        techniques = {option.name for key, option in options.items() if key not in plain}
    else:
        names = [option.name for option in options.values()]
        techniques = set(names[names.index("Debug Log File") + 1:] if "Debug Log File" in names else [])
    return Engine(path, arguments, options, techniques)


def search_of(technique: str) -> str:
    """The search that a technique belongs to."""
    return "mcts" if technique.startswith("Mcts") else "negamax"


def check_word(engine: Engine, word: str, what: str) -> str:
    """Name=value as the program spells it; a Fault if it has no such option or value."""
    name, equals, value = word.partition("=")
    if not name or not equals or re.search(r'[\s,"]', word):
        raise Fault(f"{what} {word[:60]}: expected NAME=VALUE without blanks, commas and quotes")
    option = engine.options.get(name.lower())
    if not option or option.type == "button":
        raise Fault(f"{what} {word[:60]}: the program has no such option")
    if option.type == "check":
        value = {"on": "true", "off": "false"}.get(value.lower(), value.lower())
        good, expected = value in ("true", "false"), "true or false"
    elif option.type == "combo":
        value = next((known for known in option.words if known.lower() == value.lower()), value)
        good, expected = value in option.words, ", ".join(option.words)
    elif option.type == "spin":
        good = re.fullmatch(r"-?\d{1,15}", value) is not None and option.low <= int(value) <= option.high
        expected = f"a whole number from {option.low} to {option.high}"
    else:
        good, expected = True, ""
    if not good:
        raise Fault(f"{what} {word[:60]}: the program expects {expected}")
    return f"{option.name}={value}"


def check_words(engine: Engine, words: Sequence[str], what: str) -> str:
    return " ".join(check_word(engine, word, what) for word in words)


def values(words: str) -> dict[str, str]:
    """The last value of each option, in the order in which the options are named."""
    found: dict[str, str] = {}
    for word in words.split():
        name, _, value = word.partition("=")
        found[name] = value
    return found


def check_player(engine: Engine, both: str, own: str, what: str) -> None:
    """A player's own techniques must belong to its search, else a match measures nothing. Then the
    program has to take all options: its nets and tables must be there."""
    search = values(f"{both} {own}").get("Search", engine.options["search"].default)
    for name in values(own):
        if (name in engine.techniques or name.startswith("Mcts")) and search_of(name) != search:
            raise Fault(f"{what} {name}: a technique of {search_of(name)}, but this player uses {search} (see Search)")
    lines = "".join(f"setoption name {name} value {value}\n" for name, value in values(f"{both} {own}").items())
    for line in run([engine.path, *engine.arguments], lines + "isready\nquit\n").splitlines():
        if line.startswith("info string ERROR: "):
            raise Fault(f"{what}: the program says: {line.removeprefix('info string ERROR: ')}")


def defaults(engine: Engine) -> str:
    return re.sub('[,"]', " ", ";".join(f"{option.name}={option.default}" for option in engine.options.values()
                                        if option.type != "button"))


def checksum(*paths: Path) -> str:
    check = 0
    for path in paths:
        try:
            check = zlib.crc32(path.read_bytes(), check)
        except OSError as error:
            raise Fault(f"{path}: cannot be read: {error.strerror}") from None
    return f"{check:08x}"


def bench(engine: Engine) -> int:
    """The count of `morpho bench`, which identifies the search of a build."""
    counts = re.findall(r"^(\d+) nodes \d+ nps", run([engine.path, "bench"], seconds=BENCH_SECONDS), re.MULTILINE)
    if not counts:
        raise Fault(f"{engine.path} bench: it prints no count of nodes, so its build is unknown")
    return int(counts[-1])


def commit(engine: Engine, count: int) -> str:
    """The commit of the source tree in which the program lies, with a + if files were changed. It is
    unknown outside of a tree, and if the program's bench count is not that of the tree."""
    for folder in engine.path.parents:
        expected = folder / "tests/bench_count"
        if expected.is_file():
            git = ["git", "-C", folder]
            try:
                if int(expected.read_text().split()[0]) != count:
                    return "unknown"
                name = run([*git, "rev-parse", "--short=12", "HEAD"]).strip()
                changed = run([*git, "status", "--porcelain", "--untracked-files=no", "--", *UNMEASURED]).strip()
                return name + ("+" if changed else "")
            except (Fault, ValueError, IndexError):
                return "unknown"
    return "unknown"


def machine() -> str:
    """The processor or, where Linux does not name it, the machine."""
    name = ""
    for place, pattern in (("/proc/cpuinfo", r"^model name\s*: *(.*)$"), ("/proc/device-tree/model", r"^([^\0\n]*)"),
                           ("/sys/class/dmi/id/product_name", r"^(.*)$")):
        try:
            found = re.search(pattern, Path(place).read_text(errors="replace"), re.MULTILINE)
        except OSError:
            continue
        name = name or (found[1].strip() if found else "")
    return re.sub(r'[^ -~]|[,"]', " ", name)[:80] or "unknown"


def find_data(name: str, folder: str | None) -> Path:
    """A book or a suite: in the current folder, or in that of --data-dir or of MORPHO_DATA."""
    places = [Path(name)] + [Path(top) / name for top in (folder, os.environ.get("MORPHO_DATA")) if top]
    for place in places:
        if place.is_file():
            return place.resolve()
    raise Fault(f"{name}: not found; --data-dir or MORPHO_DATA names the folder of books and suites")

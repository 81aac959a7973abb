"""The command line of morpho-lab."""

import argparse
import signal
import sys

from . import engine, games, losses, matches, order, plans, report, strength, suite, training, trees, tune
from .fault import Fault, Misuse

def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="morpho-lab", allow_abbrev=False, description=(
        "Measures what a search, a setting or a technique of Morpho is worth. docs/laboratory.md describes the "
        "experiments; morpho-lab VERB --help the options."))
    verbs = top.add_subparsers(metavar="VERB", required=True)
    for add in (matches.add_verb, plans.add_verb, suite.add_verb, order.add_verbs, trees.add_verb, games.add_verb,
                losses.add_verb, tune.add_verb, strength.add_verb, training.add_verb, report.add_verbs):
        add(verbs)
    return top


def main() -> int:
    """The exit status: 1 after a fault, 2 after a wrong command line, 3 after a signal; the same command
    then goes on where it was."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        if sys.argv[1:] in (["--version"], ["version"]):  # that of the engine that came with it
            print(engine.run([engine.find(None), "version"]).strip().replace("Morpho", "morpho-lab"))
            return 0
        if len(sys.argv) == 1:
            parser().print_help(sys.stderr)
            return 2
        given = parser().parse_args()
        given.run(given)
        return 0
    except Fault as fault:
        print(f"morpho-lab: {fault}", file=sys.stderr)
        return 2 if isinstance(fault, Misuse) else 1
    except KeyboardInterrupt:
        print("morpho-lab: stopped; the same command goes on from here", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())

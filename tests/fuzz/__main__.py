"""The long run: many changed inputs for a reader, or for all of them.

    python -m tests.fuzz --reader replay-json --runs 500000
    python -m tests.fuzz --reader journal --minutes 10 --seed 7
    python -m tests.fuzz --reader notation --runs 500000 --guided    (coverage-guided: pip install -e '.[fuzz]')
    python -m tests.fuzz --again fuzz-findings/replay-json-1.input

Ends with 1 if anything was found. Each finding is kept as a file beside what went wrong with it.
"""

import argparse
import sys
import time
from pathlib import Path

from tests.fuzz.readers import READERS, Reader
from tests.fuzz.running import Finding, hunt, judged, keep, say

FINDINGS = Path("fuzz-findings")


def main() -> int:
    """Run the readers named on the command line, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Feed readers with hostile input")
    parser.add_argument("--reader", choices=READERS, action="append", help="this reader; all of them without")
    parser.add_argument("--runs", type=int, default=500_000, help="inputs for each reader")
    parser.add_argument("--minutes", type=float, help="stop each reader after so long")
    parser.add_argument("--seed", type=int, default=0, help="the seed of everything random")
    parser.add_argument("--guided", action="store_true", help="guided by coverage, with atheris; one reader")
    parser.add_argument("--findings", type=Path, default=FINDINGS, help="folder for what is found")
    parser.add_argument("--again", type=Path, help="read one finding once more")
    said = parser.parse_args()
    if said.again is not None:
        judged(READERS[said.again.stem.rpartition("-")[0]], said.again.read_bytes())
        return 0
    readers = [READERS[name] for name in said.reader or READERS]
    if said.guided:
        if len(readers) > 1:
            parser.error("--guided takes one --reader")
        from tests.fuzz.guided import guided_hunt

        return guided_hunt(readers[0], said.runs, said.seed, said.findings)
    found = [_run(reader, said) for reader in readers]
    return int(any(found))


def _run(reader: Reader, said: argparse.Namespace) -> int:
    """Run one reader, and return the number of findings."""
    started, found = time.monotonic(), 0
    for one in hunt(reader, said.runs, said.seed, minutes=said.minutes):
        if isinstance(one, Finding):
            found += 1
            say(f"{reader.name}: found {keep(one, said.findings)}: {one.wrong.strip().splitlines()[-1][:200]}")
        else:
            say(f"{reader.name}: {one:,} inputs, {found} findings, {time.monotonic() - started:.0f} s")
    return found


if __name__ == "__main__":
    sys.exit(main())

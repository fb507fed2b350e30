"""Coverage-guided fuzzing: atheris keeps inputs that reach new code, and the mutators of this folder change them."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FunctionType, ModuleType
from typing import Any

from tests.fuzz.readers import Reader
from tests.fuzz.running import Finding, judged, keep, say

INSTRUMENTED = (
    "dtcli.formats",
    "dtcli.rules",
    "dtcli.play.storage.journal",
    "dtcli.play.storage.journal_reading",
    "dtcli.play.storage.resume",
    "solver.studies.certificate",
)
LONGEST = 20_000
"""Bytes of an input; large ones are for the unguided run."""


def guided_hunt(reader: Reader, runs: int, seed: int, findings: Path) -> int:
    """Run one reader, and return the exit code; the process ends when the fuzzer does."""
    import atheris

    for name, module in sorted(sys.modules.items()):
        if name.startswith(INSTRUMENTED):
            _instrument(module, atheris)

    def change(content: bytes, most: int, number: int) -> bytes:
        chance = Random(number)
        changed = reader.mutate(content, chance) if chance.randrange(8) else atheris.Mutate(content, most)
        return changed[:most]

    def read(content: bytes) -> None:
        try:
            judged(reader, content)
        except Exception as error:
            path = keep(Finding(reader.name, content, repr(error)), findings)
            say(f"{reader.name}: found {path}")
            raise

    with TemporaryDirectory() as corpus:
        for n, content in enumerate(reader.seeds()):
            Path(corpus, f"seed-{n}").write_bytes(content)
        options = [f"-runs={runs}", f"-seed={seed + 1}", f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=4096"]
        atheris.Setup([sys.argv[0], corpus, *options], read, custom_mutator=change)
        atheris.Fuzz()
    return 0


def _instrument(module: ModuleType, atheris: Any) -> None:
    """Add coverage to every function and method that a module defines."""
    defined = [one for one in vars(module).values() if getattr(one, "__module__", None) == module.__name__]
    methods = [method for one in defined if isinstance(one, type) for method in vars(one).values()]
    for one in (*defined, *methods):
        if isinstance(one, FunctionType):
            one.__code__ = atheris.patch_code(one.__code__, trace_dataflow=True)

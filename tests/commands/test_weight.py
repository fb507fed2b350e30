"""What a command loads, and that its memory does not grow with the input."""

import json

import pytest

from tests.commands.shell import FRIDAY, ONE_LINE, ROOT, run_code

CERTIFICATE = str(ROOT / "tests/formats/problems/DT704.cert")
"""Its line holds; only the solver finds the better one."""
LOADED = """
import json, sys
from dtcli.__main__ import main
try:
    main()
except SystemExit:
    pass
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
MEMORY = """
import sys
from dtcli.__main__ import main
try:
    main()
except SystemExit:
    pass
print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0], file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--version"], {"typer", "pydantic", "rich", "click"}),
        (["--help"], {"pydantic", "platformdirs", "ortools", "textual"}),
        (["validate", FRIDAY], {"rich", "platformdirs", "ortools", "textual"}),
        (["score", FRIDAY], {"rich", "platformdirs", "ortools", "textual"}),
        (["score", "--json", FRIDAY], {"rich", "ortools", "textual"}),
        (["replay", FRIDAY], {"rich", "ortools", "textual"}),
        (["score", "--bounds", FRIDAY], {"rich", "ortools", "textual"}),
        (["verify", CERTIFICATE], {"rich", "ortools", "textual"}),
        (["history", FRIDAY], {"rich", "platformdirs", "ortools", "textual"}),
        (["campaign", "status"], {"rich", "ortools", "textual"}),
    ],
    ids=lambda value: " ".join(value).replace(FRIDAY, "FILE") if isinstance(value, list) else None,
)
def test_a_command_loads_only_what_it_needs(arguments, unwanted):
    loaded = json.loads(run_code(LOADED, *arguments).stderr)
    assert "dtcli.__main__" in loaded
    assert not unwanted & set(loaded)


def test_memory_does_not_grow_with_the_number_of_replays():
    few, many = (int(run_code(MEMORY, "score", "--json", "-", stdin=ONE_LINE * n).stderr) for n in (2_000, 20_000))
    assert many < few * 1.15

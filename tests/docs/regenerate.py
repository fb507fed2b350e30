"""Writes the generated files of the documentation: cli.md, rules.md, problems.md, and the pictures.

Run it from the project root:

    python tests/docs/regenerate.py           write what differs
    python tests/docs/regenerate.py --check   only list what differs, and exit with 1 if anything does
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # a script sees only its own folder
    sys.path.insert(0, str(ROOT))

from tests.docs import make_cli_reference  # noqa: E402


def rules_page() -> str:
    """Return what ``dtcli rules --markdown`` prints."""
    return output_of("rules", "--markdown")


def problems_page() -> str:
    """Return what ``dtcli problems --markdown`` prints."""
    return output_of("problems", "--markdown")


def trattoria() -> str:
    """Return the picture of ``dtcli analyze --svg`` for the game in the guide."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "picture.svg")
        output_of("analyze", str(ROOT / "replays/games/trattoria-table.dt"), "--svg", str(path))
        return path.read_text(encoding="utf-8")


def output_of(*arguments: str) -> str:
    """Return the standard output of a dtcli command."""
    from typer.testing import CliRunner

    from dtcli.commands.app import app

    return CliRunner().invoke(app, list(arguments), catch_exceptions=False).stdout


PAGES = {
    make_cli_reference.PAGE: make_cli_reference.page,
    "docs/rules.md": rules_page,
    "docs/problems.md": problems_page,
    "docs/pictures/trattoria-table.svg": trattoria,
}

if __name__ == "__main__":
    sys.exit(make_cli_reference.keep(PAGES, sys.argv[1:]))

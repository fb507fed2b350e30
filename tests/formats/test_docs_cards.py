"""The card set in docs/cards.md can be loaded."""

import re
from pathlib import Path

from dtcli.formats.card_sets import load_cards

PAGE = Path(__file__).parents[2] / "docs" / "cards.md"


def test_the_example_of_the_page_loads(tmp_path):
    example = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "attic.toml").write_text(example.group(1), encoding="utf-8")
    loaded = load_cards(tmp_path / "attic.toml")
    assert loaded.problems == ()
    assert list(loaded.names.cards.missions) == ["A01", "A02"]

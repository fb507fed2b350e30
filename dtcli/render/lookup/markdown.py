"""The pages docs/rules.md and docs/problems.md."""

from dtcli.formats.problems import CODES
from dtcli.render.lookup.entries import rulings_data, source_of

_GROUPS = {
    "DT1": "Reading",
    "DT2": "Shape and names",
    "DT3": "The table",
    "DT4": "The resolution",
    "DT5": "The claim",
    "DT6": "The five minutes",
    "DT7": "Certificates",
    "DT8": "Campaigns and games in progress",
    "DT9": "Positions and puzzles",
}


def rules_page() -> str:
    """Return ``docs/rules.md``."""
    data = rulings_data()
    lines = [
        "# The rulings",
        "",
        "<!-- made by `dtcli rules --markdown`; edit dtcli/data/rulings.toml instead -->",
        "",
        "Every question that a program has to answer about the game, with its number. Code, tests and messages name",
        "these numbers, so that a reader who disagrees can find the line that decides. EN, DEMO and IT are the English",
        "rulebook, the earlier demo rulebook and the Italian one of 2018. Dungeon Time belongs to its owners; these",
        "are our words about its rules, and where the rulebooks are silent, our reading.",
        "",
    ]
    for section in data["sections"]:
        lines += [f"## {section['title']}", ""]
        for one in data["rulings"]:
            if one["section"] == section["id"]:
                text = " ".join(one["text"].split())
                lines += [f"**{one['id']}** *{one['title']}.* {text} ({source_of(one).rstrip('.')})", ""]
    return "\n".join(lines)


def problems_page() -> str:
    """Return ``docs/problems.md``."""
    lines = [
        "# Problems and their codes",
        "",
        "<!-- made by `dtcli problems --markdown`; edit dtcli/formats/problems.py instead -->",
        "",
        "A code keeps its meaning for ever. Each has a small example file in `tests/formats/problems/`.",
        "Errors make a replay invalid; warnings do not.",
        "",
    ]
    for prefix, title in _GROUPS.items():
        lines += [f"## {title}", "", "| code | what | severity | what to do |", "|---|---|---|---|"]
        for code, info in CODES.items():
            if code.startswith(prefix):
                lines.append(f"| {code} | {info.title} | {info.severity.value} | {info.help} |")
        lines.append("")
    return "\n".join(lines)

"""Pictures of screens that are the same on every machine."""

import re


def plain_svg(svg: str) -> str:
    """Return a picture without random ids and font addresses."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # some viewers drop the blanks before a text
    return re.sub(r"[ \t]+\n", "\n", svg)

"""Parses as much Markdown as the tests need: fenced blocks, code spans, links, headings."""

import re
from dataclasses import dataclass, field

_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,}) *(?P<language>[\w+-]*)[^`]*$")
_NOT_RUN = re.compile(r"^ *<!-- *not run: *(?P<reason>.*?) *-->$")
_NEEDS = re.compile(r"^ *<!-- *needs: *(?P<names>.*?) *-->$")
_FILE = re.compile(r"^ *<!-- *file: *(?P<name>[\w.-]+) *-->$")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
_REFERENCE = re.compile(r"^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the line on which its text starts, the text."""

    language: str
    line: int
    text: str
    not_run: str | None = None
    """The reason why the block is not run, from the comment before it; empty if the comment gives none."""
    needs: tuple[str, ...] = ()
    """Programs and Python modules without which the block is not run, from the comment before it."""
    file: str | None = None
    """The name of the file that the block is written to, from the comment before it."""


@dataclass
class Page:
    """The parts of a page. ``prose`` is the text, with blank lines instead of the fenced blocks."""

    blocks: list[Block] = field(default_factory=list)
    prose: str = ""

    @property
    def spans(self) -> list[str]:
        """The inline code, on one line each."""
        return [" ".join(match[2].split()) for match in _SPAN.finditer(self.prose)]

    @property
    def links(self) -> list[str]:
        """Where links and images point."""
        text = _SPAN.sub("", self.prose)
        return _LINK.findall(text) + _REFERENCE.findall(text)

    @property
    def anchors(self) -> set[str]:
        """The anchors that links may name after ``#``, made from the headings as GitHub does."""
        found: set[str] = set()
        for heading in _HEADING.findall(self.prose):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
            slug = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            n = 0
            while (anchor := f"{slug}-{n}" if n else slug) in found:
                n += 1
            found.add(anchor)
        return found


def take_apart(text: str) -> Page:
    """Return the parts of a page; a fence that is never closed is an error."""
    page, prose = Page(), []
    lines = iter(enumerate(text.splitlines(), start=1))
    before = ""
    for number, line in lines:
        opening = _FENCE.match(line)
        if opening is None:
            prose.append(line)
            before = line if line.strip() else before
            continue
        body = []
        for _, inner in lines:
            if inner.strip().startswith(opening["fence"]) and not inner.strip(" `~"):
                break
            body.append(inner.removeprefix(opening["indent"]))
        else:
            msg = f"the block on line {number} is not closed"
            raise ValueError(msg)
        not_run, needs, file = _NOT_RUN.match(before), _NEEDS.match(before), _FILE.match(before)
        page.blocks.append(
            Block(
                opening["language"].lower(),
                number + 1,
                "".join(f"{one}\n" for one in body),
                not_run["reason"] if not_run else None,
                tuple(re.split(r"[, ]+", needs["names"])) if needs else (),
                file["name"] if file else None,
            )
        )
        prose += [""] * (len(body) + 2)
        before = ""
    page.prose = "\n".join(prose)
    return page

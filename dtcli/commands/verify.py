"""``dtcli verify``: is this certificate right."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dtcli.commands.common import CardSetPath, Exit, card_set, documents, exit_code, fail

if TYPE_CHECKING:
    from solver.certificate import Verdict

EXAMPLE = "dtcli verify best.cert"


def run(
    certificates: Annotated[
        list[str], typer.Argument(metavar="CERT", help="Certificates that `solve --certificate` wrote.")
    ],
    *,
    prove: Annotated[bool, typer.Option("--prove", help="Prove again that no line is better.")] = False,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="FILE", help="Check that it is about this replay.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per certificate.")] = False,
    cards: CardSetPath = None,
) -> None:
    """Check certificates: replay the line by the rules, and with --prove search again for a better one.

    Without --prove nothing but the engine is needed, and the bound is taken from the certificate, not proved.
    """
    from solver.certificate import verify  # noqa: PLC0415

    names = card_set(cards)
    about = next(documents([replay])) if replay is not None else None
    worst = Exit.OK
    for name in certificates:
        verdict = verify(_content(name), file=name, folder=Path(name).parent, about=about, cards=names)
        proved = None
        if prove and verdict.holds:
            verdict, proved = _prove(verdict, name)
        worst = max(worst, Exit.LIMIT if proved is False else exit_code(verdict.problems))
        _show(name, verdict, proved=proved, as_json=as_json)
    raise typer.Exit(worst)


def _content(name: str) -> bytes:
    """Return the bytes of a certificate, or of its beginning where it is too large; ends where it cannot be read."""
    from dtcli.files.bounded import open_file  # noqa: PLC0415
    from solver.certificate import LARGEST  # noqa: PLC0415

    try:
        with open_file(Path(name)) as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        fail(f"'{name[:60]}' cannot be read: {reason}", code=Exit.UNREADABLE)


def _prove(verdict: "Verdict", name: str) -> "tuple[Verdict, bool | None]":
    from dtcli.files.problems import Problem  # noqa: PLC0415
    from solver.certificate import prove  # noqa: PLC0415

    proof = prove(verdict)
    if isinstance(proof, Problem):
        return verdict._replace(problems=(proof._replace(file=name),)), None
    return verdict, proof


def _show(name: str, verdict: "Verdict", *, proved: bool | None, as_json: bool) -> None:
    from dtcli.files.json_text import compact  # noqa: PLC0415
    from dtcli.render.paint import Printer, safe  # noqa: PLC0415
    from dtcli.render.report import problem_lines  # noqa: PLC0415

    content: dict[str, Any] = verdict.content if isinstance(verdict.content, dict) else {}
    if as_json:
        said = {key: content.get(key) for key in ("status", "outcome", "bound")}
        problems = [problem.as_json() for problem in verdict.problems]
        record = {"file": name, "valid": verdict.holds, **said, "proved": proved, "problems": problems}
        sys.stdout.write(compact(record) + "\n")
        return
    printer = Printer()
    if not verdict.holds:
        printer.line(("invalid   ", "bold red"), "  ", safe(name))
        for problem in verdict.problems:
            for line in problem_lines(problem):
                printer.line("  ", *line)
        return
    outcome = content["outcome"]
    how = "broken" if outcome["broken"] else {True: "won", False: "lost", None: "completed"}[outcome["won"]]
    printer.line(("valid     ", "green"), "  ", safe(name))
    printer.line(f"  replayed: the line completes {outcome['missions']} missions, {how}")
    bound = f"at most {content['bound']} missions ({content['status']})"
    if proved:
        printer.line("  proved again: no line is better")
    elif proved is False:
        printer.line(f"  not proved: a limit was reached first; it says {bound}")
    else:
        printer.line(f"  not proved again: it says {bound}; use --prove")

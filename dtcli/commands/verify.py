"""``dtcli verify``: is this certificate right."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from dtcli.commands.batch import run_batch
from dtcli.commands.common import CardSetPath, Exit, card_set, documents, exit_code, fail
from dtcli.commands.search import TimeLimit, searching
from dtcli.render.colours import ERROR, GOOD

if TYPE_CHECKING:
    from dtcli.formats.names import Names
    from dtcli.formats.problems import Problem
    from dtcli.formats.replay.check import Checked
    from solver import Limits
    from solver.studies.certificate import CertificateCheck, ProofResult

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
    time_limit: TimeLimit = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per certificate.")] = False,
    cards: CardSetPath = None,
) -> None:
    """Check certificates: replay the line by the rules, and with --prove search again for a better one.

    Without --prove nothing but the engine is needed, and the bound is taken from the certificate, not proved. A
    certificate answers under its terms (solve's --from, --no-heroes, --only-heroes, --goal): they are printed, with a
    warning if they restrict the question. Ctrl-C ends the search; the certificate is then not proved.
    """
    if time_limit is not None and not prove:
        fail("--time-limit is for --prove, checking alone needs no search")
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from solver import Limits  # noqa: PLC0415
    from solver.studies.certificate import CertificateCheck, ProofResult, verify  # noqa: PLC0415

    names = card_set(cards)
    about = None if replay is None else _about(replay, names)
    limits = Limits() if time_limit is None else Limits.within(time_limit)

    def judge(name: str) -> _Judged:
        content = _content(name)
        if isinstance(content, Problem):
            return _Judged(name, CertificateCheck(None, (content,)))
        verdict = verify(content, file=name, folder=Path(name).parent, about=about, cards=names)
        return _prove(verdict, name, limits) if prove and verdict.holds else _Judged(name, verdict)

    def show(judged: _Judged) -> int:
        _show(judged.name, judged.verdict, proved=judged.proved, as_json=as_json)
        if judged.proved is ProofResult.INTERRUPTED:
            raise typer.Exit(Exit.INTERRUPTED)
        return Exit.LIMIT if judged.proved is ProofResult.LIMIT else exit_code(judged.problems)

    def crashed(name: str, problem: Problem) -> _Judged:
        return _Judged(name, CertificateCheck(None, (problem._replace(file=name),)))

    raise typer.Exit(run_batch(certificates, judge=judge, show=show, crashed=crashed))


def _about(replay: str, names: "Names | None") -> "Checked":
    """Return the replay of ``--replay``; exit with its problems if it is not valid."""
    from dtcli.formats.replay.check import check  # noqa: PLC0415
    from dtcli.render.problems import print_problems  # noqa: PLC0415

    found = next(documents([replay], alone="--replay"), None)
    if found is None:
        fail(f"there is no replay in '{replay}'")
    checked = check(found, cards=names)
    if not checked.is_valid:
        print_problems(checked.problems, file=sys.stderr)
        raise typer.Exit(exit_code(checked.problems))
    return checked


class _Judged(NamedTuple):
    """What was found out about one certificate."""

    name: str
    verdict: "CertificateCheck"
    proved: "ProofResult | None" = None
    """Whether it was proved again that no line is better; None if that was not asked for, or if it is not so."""

    @property
    def problems(self) -> "tuple[Problem, ...]":
        """What is wrong with it."""
        return self.verdict.problems


def _content(name: str) -> "bytes | Problem":
    """Return the bytes of a certificate, or of its beginning where it is too large, or why they cannot be read."""
    from dtcli.formats.bounded_reading import open_file  # noqa: PLC0415
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from solver.studies.certificate import LARGEST  # noqa: PLC0415

    try:
        with open_file(Path(name)) as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return Problem("DT101", f"cannot be read: {reason}", file=name)


def _prove(verdict: "CertificateCheck", name: str, limits: "Limits") -> _Judged:
    """Search again for a better line."""
    from dtcli.formats.problems import Problem  # noqa: PLC0415
    from solver.studies.certificate import prove  # noqa: PLC0415

    assert verdict.checked is not None
    with searching(verdict.checked) as line:
        proof = prove(verdict, limits=limits, on_progress=line.searching if line else None)
    if isinstance(proof, Problem):
        return _Judged(name, verdict._replace(problems=(proof._replace(file=name), *verdict.problems)))
    return _Judged(name, verdict, proof)


def _show(name: str, verdict: "CertificateCheck", *, proved: "ProofResult | None", as_json: bool) -> None:
    from dtcli.formats.json.text import compact  # noqa: PLC0415
    from dtcli.render.problems import problem_lines  # noqa: PLC0415
    from dtcli.render.terminal import Printer, safe  # noqa: PLC0415
    from solver.studies.certificate import ProofResult  # noqa: PLC0415

    content: dict[str, Any] = verdict.content if isinstance(verdict.content, dict) else {}
    if as_json:
        said = {key: content.get(key) for key in ("status", "outcome", "bound", "terms")}
        restricted = None if verdict.restrictions is None else bool(verdict.restrictions)
        problems = [problem.as_json() for problem in verdict.problems]
        record = {"file": name, "valid": verdict.holds, **said, "restricted": restricted}
        record["proved"] = None if proved is None else proved is ProofResult.PROVED
        sys.stdout.write(compact({**record, "problems": problems}) + "\n")
        return
    printer = Printer()
    printer.line(("valid     ", GOOD) if verdict.holds else ("invalid   ", ERROR), "  ", safe(name))
    if verdict.restrictions is not None:
        printer.line(f"  terms: {'; '.join(verdict.restrictions) or 'the whole game, every choice free'}")
    if verdict.holds:
        for line in _findings(content, proved=proved, restricted=bool(verdict.restrictions)):
            printer.line("  ", line)
    for problem in verdict.problems:
        for fragments in problem_lines(problem):
            printer.line("  ", *fragments)


def _findings(content: dict[str, Any], *, proved: "ProofResult | None", restricted: bool) -> Iterator[str]:
    """Return what was found out about a certificate that holds."""
    from dtcli.english import plural  # noqa: PLC0415
    from solver.studies.certificate import ProofResult  # noqa: PLC0415

    outcome = content["outcome"]
    how = "broken" if outcome["broken"] else {True: "won", False: "lost", None: "completed"}[outcome["won"]]
    yield f"replayed: the line completes {plural(outcome['missions'], 'mission')}, {how}"
    bound = f"at most {plural(content['bound'], 'mission')} ({content['status']})"
    match proved:
        case ProofResult.PROVED:
            yield f"proved again: no line {'under these terms ' if restricted else ''}is better"
        case ProofResult.LIMIT:
            yield f"not proved: a limit was reached first; it says {bound}"
        case ProofResult.INTERRUPTED:
            yield f"not proved: interrupted; it says {bound}"
        case None:
            yield f"not proved again: it says {bound}; use --prove"

"""``dtcli verify``: check certificates of ``dtcli solve``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from dtcli.commands.inputs import fail_with, read_card_set, read_replays
from dtcli.commands.one_by_one import run_batch
from dtcli.commands.options import CardSet, TimeLimit
from dtcli.commands.output import fail, json_line, result_printer
from dtcli.english import plural
from dtcli.exit_codes import ExitCode, exit_code
from dtcli.formats.bounded_reading import open_file
from dtcli.formats.limits import LARGEST_CERTIFICATE
from dtcli.formats.names import Names
from dtcli.formats.problems import Problem
from dtcli.formats.replay.check import Checked, check
from dtcli.render.colours import ERROR, GOOD
from dtcli.render.problems import problem_lines
from dtcli.render.terminal import Printer, safe
from solver.limits import Limits
from solver.studies.certificate import CertificateCheck, ProofResult, prove, verify

EXAMPLE = "dtcli verify best.cert"


def run(
    certificates: Annotated[
        list[str], typer.Argument(metavar="CERT", help="Certificates that `solve --certificate` wrote.")
    ],
    *,
    proof: Annotated[bool, typer.Option("--prove", help="Prove again that no line is better.")] = False,
    replay: Annotated[
        str | None, typer.Option("--replay", metavar="FILE", help="Check that it is about this replay.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, one line per certificate.")] = False,
    time_limit: TimeLimit = None,
    card_set: CardSet = None,
) -> None:
    """Check certificates: replay the line by the rules, and with --prove search again for a better one.

    Without --prove nothing but the engine is needed, and the bound is taken from the certificate, not proved. A
    certificate answers under its terms (solve's --from, --no-heroes, --only-heroes, --goal): they are printed, with a
    warning if they restrict the question. Ctrl-C ends the search; the certificate is then not proved.
    """
    if time_limit is not None and not proof:
        fail("--time-limit is for --prove, checking alone needs no search")
    names = read_card_set(card_set)
    about = None if replay is None else _read_replay(replay, names)
    limits = Limits() if time_limit is None else Limits.within(time_limit)
    show = result_printer(as_json=as_json, text=_print_text, json=_json_line)

    def judge(name: str) -> _JudgedCertificate:
        content = _read(name)
        if isinstance(content, Problem):
            return _JudgedCertificate(name, CertificateCheck(None, (content,)))
        verdict = verify(content, file=name, folder=Path(name).parent, about=about, cards=names)
        return _proved(verdict, name, limits) if proof and verdict.holds else _JudgedCertificate(name, verdict)

    def show_row(judged: _JudgedCertificate) -> int:
        show(judged)
        if judged.proved is ProofResult.INTERRUPTED:
            raise typer.Exit(ExitCode.INTERRUPTED)
        return ExitCode.LIMIT if judged.proved is ProofResult.LIMIT else exit_code(judged.problems)

    def crashed(name: str, problem: Problem) -> _JudgedCertificate:
        return _JudgedCertificate(name, CertificateCheck(None, (problem._replace(file=name),)))

    raise typer.Exit(run_batch(certificates, judge=judge, show=show_row, crashed=crashed))


def _read_replay(name: str, names: Names | None) -> Checked:
    """Return the replay of ``--replay``; exit with its problems if its story is not legal."""
    document = next(read_replays([name], single_for="--replay"), None)
    if document is None:
        fail(f"there is no replay in '{name}'")
    checked = check(document, cards=names)
    if not checked.has_legal_story:
        fail_with(checked.problems)
    return checked


class _JudgedCertificate(NamedTuple):
    """What was found out about one certificate."""

    name: str
    verdict: CertificateCheck
    proved: ProofResult | None = None
    """Whether it was proved again that no line is better; None without ``--prove``, or if there is a better line."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the certificate."""
        return self.verdict.problems


def _read(name: str) -> bytes | Problem:
    """Return the bytes of a certificate, cut off just beyond the largest size, or why they cannot be read."""
    try:
        with open_file(Path(name)) as file:
            return file.read(LARGEST_CERTIFICATE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return Problem("DT101", f"cannot be read: {reason}", file=name)


def _proved(verdict: CertificateCheck, name: str, limits: Limits) -> _JudgedCertificate:
    """Search again for a better line, and return the result."""
    from dtcli.batch.work.attended import searching  # noqa: PLC0415  (OR-Tools, which verify starts without)

    assert verdict.checked is not None
    with searching(verdict.checked) as line:
        proof = prove(verdict, limits=limits, on_progress=line.searching if line else None)
    if isinstance(proof, Problem):
        return _JudgedCertificate(name, verdict._replace(problems=(proof._replace(file=name), *verdict.problems)))
    return _JudgedCertificate(name, verdict, proof)


def _content(verdict: CertificateCheck) -> dict[str, Any]:
    return verdict.content if isinstance(verdict.content, dict) else {}


def _json_line(judged: _JudgedCertificate) -> str:
    verdict, content = judged.verdict, _content(judged.verdict)
    claims = {key: content.get(key) for key in ("status", "outcome", "bound", "terms")}
    restricted = None if verdict.restrictions is None else bool(verdict.restrictions)
    problems = [problem.as_json() for problem in verdict.problems]
    proved = None if judged.proved is None else judged.proved is ProofResult.PROVED
    record = {"file": judged.name, "valid": verdict.holds, **claims, "restricted": restricted, "proved": proved}
    return json_line({**record, "problems": problems})


def _print_text(judged: _JudgedCertificate) -> None:
    verdict, printer = judged.verdict, Printer()
    printer.line(("valid     ", GOOD) if verdict.holds else ("invalid   ", ERROR), "  ", safe(judged.name))
    if verdict.restrictions is not None:
        printer.line(f"  terms: {'; '.join(verdict.restrictions) or 'the whole game, every choice free'}")
    if verdict.holds:
        for line in _findings(judged):
            printer.line("  ", line)
    for problem in verdict.problems:
        for fragments in problem_lines(problem):
            printer.line("  ", *fragments)


def _findings(judged: _JudgedCertificate) -> Iterator[str]:
    """Yield what was replayed and proved of a certificate that holds."""
    content = _content(judged.verdict)
    outcome = content["outcome"]
    ending = "broken" if outcome["broken"] else {True: "won", False: "lost", None: "completed"}[outcome["won"]]
    yield f"replayed: the line completes {plural(outcome['missions'], 'mission')}, {ending}"
    bound = f"at most {plural(content['bound'], 'mission')} ({content['status']})"
    match judged.proved:
        case ProofResult.PROVED:
            yield f"proved again: no line {'under these terms ' if judged.verdict.restrictions else ''}is better"
        case ProofResult.LIMIT:
            yield f"not proved: a limit was reached first; it says {bound}"
        case ProofResult.INTERRUPTED:
            yield f"not proved: interrupted; it says {bound}"
        case None:
            yield f"not proved again: it says {bound}; use --prove"

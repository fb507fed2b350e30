"""Makes the rows of a batch: judges an input, chooses, writes and counts it.

This is what runs in every process, here, in a worker or on a cluster, so that the rows do not depend on the place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from dtcli.batch.condition import Condition
from dtcli.batch.fields import USERS_OWN, Values
from dtcli.batch.layouts import Layout
from dtcli.batch.portions import Portion, RowCounts, merged
from dtcli.batch.work.base import Work
from dtcli.formats.internal_errors import internal_problem
from dtcli.formats.problems import INTERNAL, PROCESS_ENDED, Problem, Severity
from dtcli.formats.sources.raw_inputs import RawInput

OnVerdict = Callable[[Any], None]


@dataclass(frozen=True)
class Choosing:
    """Which rows are written and counted. The exit code counts all inputs."""

    where: Condition | None = None
    statuses: frozenset[str] = frozenset()
    """Any of these; all if there is none."""
    only_problems: bool = False

    def takes(self, verdict: Any, values: Values, status: Any) -> bool:
        """Return whether a row is wanted."""
        if self.only_problems and not verdict.problems:
            return False
        if self.statuses and status not in self.statuses:
            return False
        return self.where is None or bool(self.where.evaluate(values.get))


@dataclass(frozen=True)
class RowMaker:
    """Makes portions of output from inputs. It is sent to worker processes, so it is a plain value."""

    work: Work[Any]
    layout: Layout
    choosing: Choosing = Choosing()
    counts: bool = False
    """Whether rows are counted."""
    one_by_one: bool = False
    """Whether every input is a portion of its own, because what is done with it depends on those before."""
    digests: bool = False

    def portions(self, raws: Iterable[RawInput]) -> list[Portion]:
        """Return the portions of consecutive inputs: one for each, or one for all."""
        made = [self.portion(raw) for raw in raws]
        return made if self.one_by_one else [merged(made)]

    def portion(self, raw: RawInput, *, attended: bool = False, on_verdict: OnVerdict | None = None) -> Portion:
        """Return what one input adds to the output; an internal error becomes a row with the problem ``DT001``.

        ``on_verdict`` is called with the verdict after its row was made.
        """
        work = self.work
        try:
            verdict = work.judge(raw, attended=attended)
            portion = self._shown(verdict)
        except Exception as error:  # noqa: BLE001  (one input must not end a batch)
            return self._shown(work.crashed(raw, internal_problem(error)))
        if on_verdict is not None:
            on_verdict(verdict)
        return portion

    def ended(self, raw: RawInput) -> Portion:
        """Return the row of an input that ended two processes."""
        message = "two processes that judged this input were ended"
        problem = Problem(PROCESS_ENDED, message, hint="judge it alone, and look at its size and the free memory")
        return self._shown(self.work.crashed(raw, problem))

    def _shown(self, verdict: Any) -> Portion:
        work, choosing = self.work, self.choosing
        values = Values(work.record(verdict), partial(work.header, verdict), partial(self._derived, verdict))
        status = values.record[work.status_field]
        code = work.exit_code(verdict)
        bugs = tuple(one for one in verdict.problems if one.code in (INTERNAL, PROCESS_ENDED))
        if not choosing.takes(verdict, values, status):
            return Portion(1, "", code, bugs=bugs)
        tally = self._counted(values, verdict, status) if self.counts else None
        digest = work.digest(verdict) if self.digests else None
        return Portion(
            1, self.layout.row(work, verdict, values), code, tally, None if digest is None else _short(digest), bugs
        )

    def _derived(self, verdict: Any, name: str) -> Any:
        """Return a value that follows from the verdict."""
        problems = verdict.problems
        match name:
            case "codes":
                return list(dict.fromkeys(problem.code for problem in problems))
            case "errors":
                return sum(problem.severity is Severity.ERROR for problem in problems)
            case "warnings":
                return sum(problem.severity is Severity.WARNING for problem in problems)
            case "digest":
                return self.work.digest(verdict)
            case "own_keys":
                header = self.work.header(verdict)
                return {key: value for key, value in header.items() if key.startswith(USERS_OWN)}
        return self.work.derived(verdict).get(name)

    def _counted(self, values: Values, verdict: Any, status: str) -> RowCounts:
        tally = RowCounts(rows=1)
        tally.statuses[status] = 1
        missions, won, agrees = values.get("missions"), values.get("won"), values.get("agrees")
        if missions is not None:
            tally.missions[missions] = 1
        if won is not None:
            tally.won[won] = 1
        if agrees is not None:
            tally.claims[agrees] = 1
        tally.codes.update({problem.code for problem in verdict.problems})
        if (outcome := self.work.outcome(verdict)) is not None:
            tally.outcomes[outcome] = 1
        return tally


def _short(digest: str) -> bytes:
    """Return the first half of a digest: enough to tell a billion games apart."""
    return bytes.fromhex(digest.rpartition(":")[2])[:16]

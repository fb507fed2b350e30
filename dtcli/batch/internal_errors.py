"""Reports internal errors of a run on standard error."""

from collections.abc import Sequence

from dtcli.formats.problems import Problem
from dtcli.render.messages import print_error, print_message


class InternalErrors:
    """Prints internal errors on standard error, each once."""

    def __init__(self) -> None:
        self._inputs = 0
        self._code = ""
        self._reported: set[tuple[str, str | None]] = set()

    def report(self, problems: Sequence[Problem]) -> None:
        """Print the internal errors among these problems that were not printed before."""
        self._inputs += 1
        self._code = problems[0].code if self._inputs == 1 or problems[0].code == self._code else "DT001 or DT002"
        for problem in problems:
            key = (problem.code, problem.hint)
            if key not in self._reported:
                self._reported.add(key)
                where = "" if problem.line is None else f":{problem.line}"
                print_error(f"{problem.file}{where}: {problem.message}", str(problem.hint))

    def print_total(self) -> None:
        """Print how many inputs have no verdict, if there are several."""
        if self._inputs > 1:
            print_message(f"error: {self._inputs} inputs could not be judged, each has the problem {self._code}")

"""Errors that end a batch: they concern the run, not one of its inputs."""

from dtcli.exit_codes import ExitCode


class BatchError(Exception):
    """A run that cannot begin or go on."""

    def __init__(self, message: str, hint: str = "", code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


def missing_extra(module: str, extra: str, what: str) -> BatchError:
    """Return the error that an optional part of dtcli is not installed."""
    return BatchError(f"{what} needs {module}, which is not installed", f"pip install 'dtcli[{extra}]'")

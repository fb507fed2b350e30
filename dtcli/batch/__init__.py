"""Many inputs: judged by one process, several, or a cluster, with the same rows in the same order."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dtcli.batch.library import analyze, score, solve, validate

__all__ = ["analyze", "score", "solve", "validate"]


def __getattr__(name: str) -> Any:
    """Return a function of the library; it is loaded on first use, because commands do without it."""
    if name not in __all__:
        message = f"module 'dtcli.batch' has no attribute '{name}'"
        raise AttributeError(message)
    from dtcli.batch import library  # noqa: PLC0415  (as said)

    return getattr(library, name)

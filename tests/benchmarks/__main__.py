"""All benchmarks, one after the other."""

from tests.benchmarks import scoring, startup

startup.main()
print()
scoring.main()

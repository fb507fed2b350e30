"""Compiles the hot modules with mypyc while a wheel is built, if the environment variable ``DTCLI_COMPILE`` is 1.

Without the variable this does nothing: the wheel is pure Python, and neither mypy nor a C compiler is needed. The
modules are compiled in a copy, because setuptools would take the project's ``pyproject.toml`` for its own. Their
sources stay in the wheel, for tracebacks and readers.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "DTCLI_COMPILE"
PACKAGES = ("dtcli/rules",)
MODULES = (
    "dtcli/formats/json/text.py",
    "dtcli/formats/names.py",
    "dtcli/formats/problems.py",
    "dtcli/formats/replay/check.py",
    "dtcli/formats/replay/reading.py",
    "dtcli/formats/replay/resolver.py",
    "dtcli/formats/replay/serialize.py",
    "dtcli/formats/schema_fast_check.py",
    "dtcli/render/replay/json_record.py",
)
"""What scoring a replay runs through, besides the rules."""
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify([*{modules!r}, "--ignore-missing-imports"], opt_level="3", debug_level="0", group_name="dtcli")
setup(name="compiled", packages=[], ext_modules=modules)
"""


class CompiledBuild(BuildHookInterface[Any]):
    """The build hook that hatchling runs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what compiling needs in the environment of the build."""
        return ["mypy[mypyc]>=1.13,<3", "setuptools>=65"] if self._wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add the extension modules to the wheel; an editable install stays pure Python."""
        if not self._wanted() or version == "editable":
            return
        self.folder = Path(mkdtemp(prefix="dtcli-compiled-"))
        root = Path(self.root)
        for package in ("dtcli", "solver"):
            shutil.copytree(root / package, self.folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        modules = [
            path.relative_to(root).as_posix()
            for package in PACKAGES
            for path in sorted((root / package).rglob("*.py"))
            if path.name != "__init__.py"
        ]
        (self.folder / "setup.py").write_text(SETUP.format(modules=[*modules, *MODULES]), encoding="utf-8")
        subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"], cwd=self.folder, check=True
        )
        built = self.folder / "built"
        build_data["force_include"] |= {
            str(path): path.relative_to(built).as_posix() for path in built.rglob("*") if path.suffix in (".so", ".pyd")
        }
        build_data["infer_tag"], build_data["pure_python"] = True, False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        del version, build_data, artifact_path
        if self._wanted():
            shutil.rmtree(self.folder, ignore_errors=True)

    def _wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get(SWITCH) == "1"

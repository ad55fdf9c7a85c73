"""The house: who imports whom, as CONTRIBUTING.md draws it; no circles, no long files."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("agents", "chemmy_env", "experiments")
LONGEST = 350
Diagram = dict[str, set[str]]


def diagrams(text: str) -> dict[str, Diagram]:
    """Read the blocks of CONTRIBUTING.md: package -> part -> the parts that it may import."""
    found = {}
    for package, block in re.findall(r"^```imports ?(\S*)\n(.*?)^```", text, re.M | re.S):
        found[package] = {
            part: set(below.split())
            for line in block.splitlines()
            for parts, below in [line.split("->")]
            for part in parts.split()
        }
    return found


DIAGRAMS = diagrams((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
GRAPH = grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)
OWN = sorted(name for name in GRAPH.modules if name.split(".")[0] in PACKAGES)
IMPORTS = {name: GRAPH.find_modules_directly_imported_by(name) for name in OWN}


def part_of(module: str, package: str) -> str | None:
    """Return which part of a package a module is; `None` if it lies elsewhere."""
    head = f"{package}." if package else ""
    if not module.startswith(head):
        return None
    part = module.removeprefix(head).split(".")[0]
    studies = package == "experiments" and part not in DIAGRAMS[package]
    return "STUDIES" if studies and (ROOT / "experiments" / part).is_dir() else part


def trespasses(package: str, imports: dict[str, set[str]]) -> list[str]:
    """List the imports within a package that its diagram does not allow."""
    allowed = DIAGRAMS[package]
    return [
        f"{module} -> {name}"
        for module, names in sorted(imports.items())
        for name in sorted(names)
        for part, below in [(part_of(module, package), part_of(name, package))]
        if part in allowed and below in allowed and below != part and below not in allowed[part]
    ]


@pytest.mark.parametrize("package", DIAGRAMS)
def test_parts_import_only_what_the_diagram_allows(package: str) -> None:
    assert trespasses(package, IMPORTS) == []


@pytest.mark.parametrize("package", [package for package in DIAGRAMS if package])
def test_every_part_stands_in_the_diagram(package: str) -> None:
    parts = {part_of(module, package) for module in OWN} - {None}
    assert parts == set(DIAGRAMS[package])


@pytest.mark.parametrize("package", DIAGRAMS)
def test_an_import_against_the_diagram_is_found(package: str) -> None:
    allowed = DIAGRAMS[package]
    head = f"{package}." if package else ""
    for part in allowed:
        for above in set(allowed) - allowed[part] - {part, "STUDIES"}:
            if part != "STUDIES":
                assert trespasses(package, {f"{head}{part}.x": {f"{head}{above}.y"}})


def test_no_study_imports_another() -> None:
    wrong = [
        (module, name)
        for module, names in IMPORTS.items()
        for name in names
        if part_of(module, "experiments") == part_of(name, "experiments") == "STUDIES"
        and module.split(".")[1] != name.split(".")[1]
    ]
    assert wrong == []


def test_nobody_imports_a_command() -> None:
    commands = {module for module in OWN if module.endswith("__main__")}
    commands |= {
        f"experiments.{path.stem}"
        for path in (ROOT / "experiments").glob("*.py")
        if path.stem != "__init__"
    }
    assert commands
    assert [
        (module, names & commands) for module, names in IMPORTS.items() if names & commands
    ] == []


def test_nobody_outside_the_engine_opens_its_machine_room() -> None:
    machine = {module for module in OWN if module.startswith("chemmy_env.engine.machine")}
    outside = [module for module in OWN if not module.startswith("chemmy_env.engine")]
    assert machine
    assert [
        (module, IMPORTS[module] & machine) for module in outside if IMPORTS[module] & machine
    ] == []


def test_only_the_distributed_study_touches_ray() -> None:
    users = {module for module in OWN if "ray" in {n.split(".")[0] for n in IMPORTS[module]}}
    assert users
    elsewhere = {module for module in users if not module.startswith("experiments.distributed.")}
    assert elsewhere == {"agents.networks.rllib_module"}


def test_no_circles() -> None:
    own = {name: IMPORTS[name] & set(OWN) for name in OWN}
    try:
        list(TopologicalSorter(own).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_the_reader_counts_imports_in_functions_and_for_type_checking() -> None:
    assert "chemmy_env.engine.tables" in IMPORTS["chemmy_env"]  # Under TYPE_CHECKING.
    assert "chemmy_env.rendering" in IMPORTS["chemmy_env.environments.table"]  # In a function.


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sources()}
    assert {str(path): length for path, length in lengths.items() if length > LONGEST} == {}


def foreign_privates(text: str) -> list[str]:
    """List the uses of ``x._y`` where no class of the file defines `_y` and x is not `self`."""
    tree = ast.parse(text)
    own = {
        name
        for node in ast.walk(tree)
        for name in (
            [node.attr] if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            else [node.name] if isinstance(node, ast.FunctionDef)
            else [node.target.id] if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            else []
        )
    }  # fmt: skip
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and re.fullmatch(r"_[a-z]\w*", node.attr)
        and node.attr not in own
        and not node.attr.endswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]


NAMEDTUPLE = {"_replace", "_fields", "_asdict", "_make"}
PETTINGZOO = {"_cumulative_rewards"}
"""The one private name that PettingZoo's wrappers hand on, since consumers read it."""
LIBRARIES = {"chemmy_env.engine.machine"}
"""Where privates of numba are used, each named by a test of its own."""


def test_nobody_reads_a_foreign_private() -> None:
    found = {}
    for path in sources():
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if any(module.startswith(package) for package in LIBRARIES):
            continue
        uses = [
            use
            for use in foreign_privates(path.read_text(encoding="utf-8"))
            if use.rsplit(".", 1)[1] not in NAMEDTUPLE | PETTINGZOO
        ]
        if uses:
            found[module] = uses
    assert found == {}


def test_a_foreign_private_is_found() -> None:
    own = "class A:\n    def f(self, other):\n        self._x = 1\n        return other._x"
    assert foreign_privates(own) == []
    assert foreign_privates("def f(env):\n    return env._table") == ["line 2: env._table"]


def private_imports(text: str) -> list[str]:
    """List the private names (``_x``) that a file imports from its own packages' modules."""
    return [
        f"line {node.lineno}: {node.module}.{name.name}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in PACKAGES
        for name in node.names
        if name.name.startswith("_")
    ]


def test_nobody_imports_a_private_name() -> None:
    found = {
        str(path.relative_to(ROOT)): private_imports(path.read_text(encoding="utf-8"))
        for path in sources()
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_an_import_of_a_private_name_is_found() -> None:
    text = "def f():\n    from agents.registry import NAMES, _hidden"
    assert private_imports(text) == ["line 2: agents.registry._hidden"]
    assert private_imports("from typing import _Final") == []

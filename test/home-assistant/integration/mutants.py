"""Plants small bugs in the integration and counts those that its tests find: see scripts/mutants.mjs.

Cosmic Ray makes the mutants, but would start a new process for each, which takes ten seconds to import Home Assistant.
Here each is tried in a fork of a process that has imported all but the integration: the mutant takes the place of one
of its sources, and only tests that reach the mutated statement run, the quickest first.
"""

import argparse
import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
import contextlib
import importlib
from importlib.machinery import SourceFileLoader
import json
import math
import multiprocessing
import os
from pathlib import Path
import re
import sys
import tempfile
import time
from typing import Any, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import CoverageData
import pytest

# One replacement for each operator, as Stryker has it: a sum that becomes a shift is found by any test.
REPLACEMENT = re.compile(
    "_(Add_Sub|Sub_Add|Mul_Div|Div_Mul|BitOr_BitAnd|BitAnd_BitOr"
    "|Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Is_IsNot|IsNot_Is)$"
)
# Marks for readers, and for Home Assistant where it is handed a function.
MARKS = ("override", "callback")


class Mutant(NamedTuple):
    """A source with one small bug, and the tests that reach it."""

    path: Path
    line: int
    code: str
    tests: list[str]

    def __str__(self) -> str:
        before, after = (code.splitlines()[self.line - 1].strip() for code in (self.path.read_text(), self.code))
        return f"{self.path.name}:{self.line}: {before}\n    {after}"


class Report:
    """What pytest tells of the tests."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if report.failed:
            self.failed.append(report.nodeid)


def run(arguments: list[str], mutant: Mutant | None = None) -> tuple[int, dict[str, Any]]:
    """Run tests in a fork; return the exit code, and what was told of them unless a test took too long."""
    reader, writer = os.pipe()
    if (process := os.fork()) == 0:
        code = 1
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            if mutant is not None:
                plant(mutant)
            report = Report()
            code = pytest.main(["-p", "no:cacheprovider", "--timeout-method=thread", *arguments], plugins=[report])
            with os.fdopen(writer, "w") as told:
                json.dump({**vars(report), "modules": list(sys.modules)}, told)
        finally:
            os._exit(code)
    os.close(writer)
    with os.fdopen(reader) as told:
        text = told.read()
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), json.loads(text or "{}")


def plant(mutant: Mutant) -> None:
    """Let the mutant be imported in place of its source."""
    get_code, path = SourceFileLoader.get_code, str(mutant.path.resolve())

    def get_mutant(loader: SourceFileLoader, name: str) -> Any:
        return compile(mutant.code, path, "exec") if loader.path == path else get_code(loader, name)

    SourceFileLoader.get_code = get_mutant


def is_found(mutant: Mutant) -> bool:
    """Return whether a test fails with the mutant, each time, that passes without it."""
    code, told = run(["--exitfirst", "--timeout=30", *mutant.tests], mutant)
    failed = told.get("failed", [])
    if code == 0 or run(failed or mutant.tests[:1])[0] != 0:
        return False
    return not failed or run(failed, mutant)[0] != 0


def read_source(tree: ast.Module) -> tuple[list[range], list[range], list[Any]]:
    """Return the lines of the bodies of functions, of statements, and from where to where nothing is mutated.

    The innermost statement comes last; of one with a body, only the lines before it count. Types, words for the log
    and marks are left alone.
    """
    bodies: list[range] = []
    statements: list[range] = []
    alone: list[Any] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.ExceptHandler):
            body = getattr(node, "body", None)
            end = (node.end_lineno or 0) + 1
            statements.append(range(node.lineno, body[0].lineno if body else end))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                bodies.append(range(node.body[0].lineno, end))
        alone += filter(None, (getattr(node, "annotation", None), getattr(node, "returns", None)))
        alone += (one for one in getattr(node, "decorator_list", ()) if ast.unparse(one) in MARKS)
        if isinstance(node, ast.TypeAlias) or (isinstance(node, ast.Call) and "_LOGGER" in ast.unparse(node.func)):
            alone.append(node)
    # With the sign of a decorator.
    spans = [((one.lineno, one.col_offset - 1), (one.end_lineno, one.end_col_offset)) for one in alone]
    return bodies, statements, spans


def mutants_of(path: Path, data: CoverageData, seconds: dict[str, float]) -> Iterator[Mutant]:
    """Make the mutants of a source that can be compiled, in the order of its lines."""
    code = path.read_text()
    bodies, statements, alone = read_source(ast.parse(code))
    nodes = list(ast_nodes(get_ast(code)))
    contexts = data.contexts_by_lineno(str(path.resolve()))
    reaching = {line: {name.partition("|")[0] for name in names} for line, names in contexts.items()}
    places = []
    for name in operator_names():
        kind = get_operator(name)
        if kind.arguments() or (name.count("_") == 2 and "Delete" not in name and not REPLACEMENT.search(name)):
            continue
        starts = enumerate(start for node in nodes for start, _ in kind().mutation_positions(node))
        places += [(start, name, nth) for nth, start in starts if not any(one <= start < end for one, end in alone)]
    for place, name, nth in sorted(places):
        mutated = mutate_code(code, get_operator(name)(), nth)
        with contextlib.suppress(SyntaxError):
            compile(mutated, path, "exec")
            if any(place[0] in lines for lines in bodies):
                around = [lines for lines in statements if place[0] in lines]
                tests = {test for line in around[-1] for test in reaching.get(line, ())}
            else:
                # It runs in the test that imports the source first, but matters to all that reach any of it.
                tests = set().union(*reaching.values()) - {""} or set(seconds)
            yield Mutant(path, place[0], mutated, sorted(tests - {""}, key=lambda test: seconds[test]))


def lines_by_path(sources: list[str]) -> dict[Path, list[range]]:
    """Return which lines of which files are mutated."""
    lines: defaultdict[Path, list[range]] = defaultdict(list)
    for source in sources:
        name, _, part = source.partition(":")
        first, _, last = part.partition("-")
        path = Path(name)
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            lines[file].append(range(int(first), int(last) + 1) if part else range(1, sys.maxsize))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("sources", nargs="+", help="folders, files, or file:from-to for a part of its lines")
    options = parser.parse_args()
    ends_at = time.monotonic() + options.seconds
    lines_of = lines_by_path(options.sources)
    # The other way of measuring does not tell which test it was.
    os.environ["COVERAGE_CORE"] = "ctrace"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["COVERAGE_FILE"] = f"{folder}/coverage"
        code, told = run(["--cov", "--cov-context=test", "--cov-report=", "--cov-fail-under=0"])
        if code != 0:
            sys.exit(f"these fail without a mutant: {told.get('failed')}")
        data = CoverageData(os.environ["COVERAGE_FILE"])
        data.read()
        mutants = [
            mutant
            for path, wanted in lines_of.items()
            for mutant in mutants_of(path, data, told["seconds"])
            if any(mutant.line in lines for lines in wanted)
        ]
    for module in told["modules"]:
        if module.startswith(("homeassistant.", "pytest_homeassistant_custom_component.")):
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
    planned = [mutant for mutant in mutants[:: options.every] if mutant.tests]
    tried, found = [], []
    with multiprocessing.get_context("fork").Pool() as pool:
        for mutant, is_it in zip(planned, pool.imap(is_found, planned), strict=True):
            if time.monotonic() > ends_at:
                print("\nthe time is over", end="")
                break
            tried.append(mutant)
            found += [mutant] if is_it else []
            print("." if is_it else f"\nnot found: {mutant}\n", end="", flush=True)
    print("\nmutants, reached by no test, tried, found:")
    for path in [*lines_of, None]:
        of_path = [[one for one in some if path in (None, one.path)] for some in (mutants, tried, found)]
        all_of_it, tried_of_it, found_of_it = map(len, of_path)
        unreached = sum(not one.tests for one in of_path[0])
        print(path.name if path else "in all", all_of_it, unreached, tried_of_it, found_of_it, sep="\t")


if __name__ == "__main__":
    main()

"""Runs of heddle that are kept: a table can be interrupted and goes on where it stopped.

A result is filed under what it depends on: the heddle binary, the sources and headers of the program, all options and the limit. A
run over the limit is a result like any other, so it is not repeated either.

SPDX-License-Identifier: Apache-2.0
"""

import hashlib
import json
import pathlib
import re
import subprocess

from heddle_runner import ROOT, check

CACHE = ROOT / "bench" / "results" / "cache"
COMPILE_ALLOWANCE = 60  # seconds on top of the limit, which is the search's
FIGURES = (
    "states", "choices", "transitions", "executions", "peak_bytes", "seconds", "load_seconds", "analysis_seconds", "search_seconds"
)  # fmt: skip
SOURCE_SUFFIXES = {".c", ".cpp", ".h"}


class Heddle:
    """One binary: what it is and which options it knows."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.digest = hashlib.sha256(self.path.read_bytes()).hexdigest()
        text = subprocess.run([self.path, "check", "--help"], capture_output=True, text=True, check=True).stdout
        self.values = {option: values for option, values in re.findall(r"^\s+(--[\w-]+)(?: \w+:\{([^}]*)\})?", text, re.M)}

    def arguments(self, switches):
        """{option: value} for its command line, or None when it lacks one. What it does not have at all is off."""
        found = []
        for option, value in switches.items():
            values = self.values.get(option)
            if values is None and value == "off":
                continue
            if values is None or (values and value not in values.split(",")):
                return None
            found += [option, value]
        return found


def sources_digest(sources):
    """Of everything in the folders of these files that may be compiled into the program."""
    digest = hashlib.sha256()
    for folder in sorted({pathlib.Path(source).parent for source in sources}):
        for file in sorted(folder.iterdir()):
            if file.suffix in SOURCE_SUFFIXES:
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def measure(heddle, sources, compiler, options, limit):
    """What a run gave, from the cache when it was done before."""
    key = json.dumps([heddle.digest, sources_digest(sources), list(map(str, sources)), compiler, options, limit])
    file = CACHE / (hashlib.sha256(key.encode()).hexdigest() + ".json")
    if file.exists():
        return json.loads(file.read_text())
    result = run(heddle, sources, compiler, options, limit)
    CACHE.mkdir(parents=True, exist_ok=True)
    scratch = file.with_suffix(".tmp")  # an interruption leaves no half of a result
    scratch.write_text(json.dumps(result))
    scratch.rename(file)
    return result


def run(heddle, sources, compiler, options, limit):
    report, process = check(
        heddle.path, sources, flags=[*options, "--max-time", str(limit)], limit=limit + COMPILE_ALLOWANCE, compiler=compiler
    )
    if report is None:
        verdict = "over the limit" if process.timed_out else "failed"
        return {"verdict": verdict, "reason": process.complaint(), "kinds": [], "seconds": process.seconds}
    result = {"verdict": report["verdict"], "reason": report["reason"]}
    result["kinds"] = sorted({error["kind"] for error in report["errors"]})
    result |= {figure: report["statistics"][figure] for figure in FIGURES}
    # The first run of a program compiles it and the others find it in the cache: that is not what configurations differ in.
    result["total_seconds"] = result["seconds"] - result["load_seconds"]
    if report["verdict"] == "incomplete" and ("limit" in report["reason"] or "memory" in report["reason"]):
        result["verdict"] = "over the limit"
    return result


def is_complete(result):
    """Whether its figures are those of the whole search."""
    return result["verdict"] in ("verified", "error")

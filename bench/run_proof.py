#!/usr/bin/env python3
"""What an edit costs in proof mode: states of `heddle check --incremental` against those of a full check.

For each program of bench/programs, edits are made one at a time: a line with an interaction (a lock, an atomic or a
shared write, as far as a pattern can tell) is taken out. The program is verified first, then each edited version is
checked in full and incrementally; both must agree. Edits that do not compile do not count.

    run_proof.py [--programs prod_cons sor] [--edits 5] [--limit 60]

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import json
import math
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from heddle_runner import DEFAULT_HEDDLE, ROOT

PROGRAMS = ROOT / "bench" / "programs"
INTERACTION = re.compile(r"^\s*(std::(lock_guard|unique_lock|scoped_lock)|[\w.>-]+\.(lock|unlock|notify_\w+|store|wait)\(|\+\+\w|\w[\w.>\[\]-]* [+-]?= ).*;\s*$")


def check(heddle, folder, program, store, limit, *arguments):
    sources = [str(folder / name) for name in program["sources"]]
    command = [str(heddle), "check", "--quiet", "--json", "-", "--max-time", str(limit), *store, *arguments, *sources,
               "--", *program["flags"]]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return json.loads(done.stdout) if done.returncode in (0, 5, 10) else None


def places(folder, program):
    """(file, line) of all interactions, in order."""
    return [(name, number) for name in program["sources"] for number, line in
            enumerate((folder / name).read_text().splitlines()) if INTERACTION.match(line)]


def spread(values, count):
    return values if len(values) <= count else [values[k * len(values) // count] for k in range(count)]


def measure(heddle, name, options):
    """One line per edit: (full, incremental) results."""
    program = json.loads((PROGRAMS / name / "program.json").read_text())
    with tempfile.TemporaryDirectory(prefix="heddle-proof-") as temporary:
        folder = Path(temporary) / "program"
        shutil.copytree(PROGRAMS / name, folder)
        store = ["--store", str(Path(temporary) / "store")]
        first = check(heddle, folder, program, store, options.limit)
        if not first or first["verdict"] != "verified":
            print(f"| {name} | not verified within the limit | | | | |", flush=True)
            return []
        kept = Path(temporary) / "kept"
        shutil.copytree(Path(temporary) / "store", kept)
        results = []
        for source, number in spread(places(folder, program), options.edits):
            text = (folder / source).read_text()
            lines = text.splitlines()
            lines[number] = ""
            (folder / source).write_text("\n".join(lines) + "\n")
            full = check(heddle, folder, program, ["--no-store"], options.limit)
            proof = check(heddle, folder, program, store, options.limit, "--incremental")
            (folder / source).write_text(text)
            shutil.rmtree(Path(temporary) / "store")
            shutil.copytree(kept, Path(temporary) / "store")
            if full and proof and "incomplete" not in (full["verdict"], proof["verdict"]):
                results.append((f"{source}:{number + 1}", full, proof))
        return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--heddle", type=Path, default=DEFAULT_HEDDLE)
    parser.add_argument("--programs", nargs="*", default=sorted(p.parent.name for p in PROGRAMS.glob("*/program.json")))
    parser.add_argument("--edits", type=int, default=5, help="of each program")
    parser.add_argument("--limit", type=float, default=60, help="seconds for one check")
    options = parser.parse_args()
    ratios, disagreements = [], 0
    print("| program | edit | verdict | states, full | states, incremental | met |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for name in options.programs:
        for place, full, proof in measure(options.heddle, name, options):
            agree = full["verdict"] == proof["verdict"]
            disagreements += not agree
            before, after = full["statistics"]["states"], proof["statistics"]["states"]
            print(f"| {name} | {place} | {full['verdict']}{'' if agree else ' AND ' + proof['verdict']} | {before:,} | "
                  f"{after:,} | {proof['statistics']['covered']:,} |", flush=True)
            if full["verdict"] == "verified":
                ratios.append((before + 1) / (after + 1))
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\n{len(ratios)} edits that keep the program right: {mean:.1f} times fewer states in the geometric mean")
    print(f"{disagreements} disagreements")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Measures heddle diff as Tables 1 and 2 of [ParizekKliber-Pairs] do and writes docs/results/incremental.md.

Each line with an interaction (`heddle analyze`) that can be taken out as a whole makes two edits: the line deleted, and the line added
to the version without it. Lines without which the rest does not compile are counted as such and are no edits. Each broken variant of a
program is one more edit, of the correct version. An edit is checked by `heddle diff` in each mode and by a full `heddle check`; where that
finds an error, once more with --keep-going, for the set of all errors. Every run is in the averages, also those over a limit, with their time up
to it. Time is that of analysis and search, `to the verdict` that of the whole command. Proof mode builds on the version before the edit, if that one is right.

An edit's results are kept (bench/results/cache), so that an interrupted table goes on.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import hashlib
import json
import math
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

from heddle_runner import DEFAULT_HEDDLE, ROOT, Finished
from measurements import CACHE, Heddle, sources_digest
from run_programs import PROGRAMS, load_programs

PAPER = json.loads((ROOT / "bench" / "paper_000.json").read_text())
PAPER_PROGRAMS = ("alarm_clock", "prod_cons", "rax_extended", "rep_workers", "sor", "cache4j", "elevator", "qsort_mt", "jpapabench")
RESULT = ROOT / "docs" / "results" / "incremental.md"
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "bench", "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench",
}  # fmt: skip
COMPILE_ALLOWANCE = 120
MODES = ("bugs", "safety", "proof")
BAR_SECONDS, BAR_FACTOR = 1.0, 10


class Setting:
    """A program in a git work tree of its own, and the stores of what was verified."""

    def __init__(self, arguments, program, folder):
        self.arguments, self.folder = arguments, pathlib.Path(folder) / "work"
        self.folder.mkdir()
        self.stores = pathlib.Path(folder)
        self.sources = program["sources"]
        self.flags = ["--", *program["flags"], *program["sizes"][0]["defines"]]
        self.texts = {file.name: file.read_text() for file in (PROGRAMS / program["name"]).iterdir()
                      if file.suffix in {".c", ".cpp", ".h"}}
        self.git("init", "-q")

    def git(self, *arguments):
        subprocess.run(["git", *arguments], cwd=self.folder, env={**os.environ, **GIT}, check=True, capture_output=True)

    def write(self, texts):
        for name, text in texts.items():
            (self.folder / name).write_text(text)

    def commit(self, texts):
        self.write(texts)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "base")

    def run(self, command, *options, limit=600):
        run = Finished([str(self.arguments.heddle), command, "--json", "-", *map(str, options), *self.sources, *self.flags],
                       limit + COMPILE_ALLOWANCE, cwd=self.folder)  # fmt: skip
        try:
            return {**json.loads(run.stdout), "wall": run.seconds}
        except json.JSONDecodeError:
            return {"problem": run.complaint()}

    def check(self, store, *options):
        """A full one, kept in a store of its own, which is empty before."""
        return self.run("check", "--store", self.stores / store, "--max-time", self.arguments.limit, *options, limit=self.arguments.limit)

    def diff(self, mode, store):
        with tempfile.TemporaryDirectory(dir=self.stores) as copy:
            if (self.stores / store).exists():
                shutil.copytree(self.stores / store, copy, dirs_exist_ok=True)
            base = ["--base", "HEAD", "--time-per-pair", self.arguments.per_pair] if mode != "proof" else []
            return self.run("diff", *base, "--mode", mode, "--store", copy, "--max-time", self.arguments.limit, limit=self.arguments.limit)

    def interaction_lines(self):
        self.write(self.texts)
        report = self.run("analyze")
        places = {(pathlib.Path(i["file"]).name, i["line"]) for i in report["interactions"]}
        return sorted(place for place in places if place[0] in self.texts)

    def without(self, place):
        """The texts without a line, or None if it is plainly no statement of its own. Line numbers stay."""
        name, number = place
        lines = self.texts[name].split("\n")
        line = lines[number - 1].strip()
        if not line.endswith(";") or line.startswith(("for", "return", "}", "else", "while", "do")):
            return None
        lines[number - 1] = ""
        return {**self.texts, name: "\n".join(lines)}

    def broken(self, defines):
        """The texts with macros defined in them. Line numbers stay."""
        macros = [define.removeprefix("-D").replace("=", " ", 1) for define in defines]
        lines = "".join(f"#define {macro}\n" for macro in macros)
        return {name: f'{lines}#line 1 "{name}"\n{text}' for name, text in self.texts.items()}


# --- what is kept of a run ---


def identity(error):
    lines = {(pathlib.Path(error["location"]["file"]).name, error["location"]["line"])}
    for note in error["notes"]:
        lines |= {(pathlib.Path(p["file"]).name, p["line"]) for p in note["stack"] if not p["library"]}
    return [error["kind"], sorted(map(list, lines))]


def summary(report):
    if "problem" in report:
        return report
    figures = report["statistics"]
    pairs = report.get("diff", {}).get("pairs", [])
    over = any(p["outcome"] == "limit" for p in pairs) if pairs else report["verdict"] == "incomplete" and "limit" in (report["reason"] or "")
    return {
        "verdict": report["verdict"], "seconds": figures["seconds"] - figures["load_seconds"], "wall": report["wall"],
        "states": figures["states"], "over": over, "errors": [identity(error) for error in report["errors"]],
        "changes": len(report.get("diff", {}).get("changes", [])), "outcomes": sorted({p["outcome"] for p in pairs}),
    }  # fmt: skip


def all_errors(setting, full):
    if full.get("verdict") != "error":
        return []
    report = setting.run("check", "--no-store", "--keep-going", "--max-time", setting.arguments.limit, limit=setting.arguments.limit)
    errors = summary(report).get("errors", [])
    return errors + [error for error in full["errors"] if error not in errors]


def edit(setting, kind, base, store, new, full, errors):
    """One edit in each mode; `store` has what is known of the base."""
    setting.commit(base)
    setting.write(new)
    result = {"kind": kind, "full": full, "errors": errors}
    for mode in MODES:
        # Without a verified base there is nothing to build on.
        if mode == "proof" and not any((setting.stores / store).rglob("*.run")):
            continue
        result[mode] = summary(setting.diff(mode, store))
    return result


def edits_of_line(setting, texts, original):
    setting.write(texts)
    shutil.rmtree(setting.stores / "deleted", ignore_errors=True)
    full = summary(setting.check("deleted"))
    if "problem" in full:
        return []
    errors = all_errors(setting, full)
    return [edit(setting, "deleted", setting.texts, "original", texts, full, errors),
            edit(setting, "added", texts, "deleted", setting.texts, original, [])]


def edits_of_variant(setting, variant):
    new = setting.broken(variant["defines"])
    setting.write(new)
    full = summary(setting.run("check", "--no-store", "--max-time", setting.arguments.limit, limit=setting.arguments.limit))
    if "problem" in full:
        return []
    return [edit(setting, "broken", setting.texts, "original", new, full, all_errors(setting, full))]


def kept(arguments, program, what, make):
    key = json.dumps([arguments.digest, sources_digest([PROGRAMS / program["name"] / "x"]), program["flags"], what, arguments.limit, arguments.per_pair])
    file = CACHE / ("edit-" + hashlib.sha256(key.encode()).hexdigest() + ".json")
    if arguments.kept and not file.exists():
        return None
    if not file.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        scratch = file.with_suffix(".tmp")
        scratch.write_text(json.dumps(make()))
        scratch.rename(file)
    return json.loads(file.read_text())


def measure(arguments, program):
    """(lines with interactions, of these removable, of these compiling without, edits)"""
    with tempfile.TemporaryDirectory() as folder:
        setting = Setting(arguments, program, folder)
        lines = setting.interaction_lines()
        removable = [(place, texts) for place in lines if (texts := setting.without(place))]
        random.Random(arguments.seed).shuffle(removable)
        removable = removable[: arguments.sample or None]
        setting.commit(setting.texts)
        original = None if arguments.kept else summary(setting.check("original"))
        edits, tried, compiling = [], 0, 0
        for place, texts in removable:
            found = kept(arguments, program, list(place), lambda texts=texts: edits_of_line(setting, texts, original))
            if found is None:
                continue
            tried += 1
            compiling += bool(found)
            edits += [{**one, "place": f"{place[0]}:{place[1]}"} for one in found]
        for variant in program["variants"][1:]:
            # Variants with options of their own look for other errors.
            if variant["verdict"] == "error" and not variant.get("options"):
                found = kept(arguments, program, variant["name"], lambda variant=variant: edits_of_variant(setting, variant)) or []
                edits += [{**one, "place": variant["name"]} for one in found]
        return {"lines": len(lines), "tried": tried, "compiling": compiling, "edits": edits}


# --- tables ---


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def spread(values):
    return f"{statistics.mean(values):.2f} ± {statistics.pstdev(values):.2f}" if values else "-"


def mean(values):
    values = list(values)
    return f"{statistics.mean(values):,.0f}" if values else "-"


def runs_of(edits, mode):
    return [one[mode] for one in edits if mode in one and "problem" not in one[mode]]


def mode_rows(results, mode):
    for program, result in results:
        edits = [one for one in result["edits"] if mode == "bugs" or one["kind"] != "broken"]
        runs, full = runs_of(edits, mode), runs_of(edits, "full")
        paper = PAPER.get(program["title"], {})
        yield [program["title"], str(len(edits)), spread([r["seconds"] for r in runs]), mean(r["states"] for r in runs),
               f"{sum(r['over'] for r in runs)}", spread([r["seconds"] for r in full]), mean(r["states"] for r in full),
               f"{sum(r['over'] for r in full)}", spread([r["wall"] for r in runs]),
               str(paper.get("fragments", "")), paper.get(mode, ""), paper.get(f"{mode}_full", "")]  # fmt: skip


MODE_HEAD = ["program", "edits", "pairs, s", "states", "at a limit", "full, s", "states", "at a limit", "to the verdict, s",
             "paper: fragments", "pairs, s", "full, s"]


def factor(run, full):
    return (full["states"] + 1) / (run["states"] + 1)


def mean_factor(edits):
    factors = [factor(one["proof"], one["full"]) for one in edits]
    return math.exp(statistics.mean(map(math.log, factors))) if factors else math.nan


def proof_edits(result):
    """Those that were checked to the end both ways and are right: an error ends both searches wherever it is."""
    return [one for one in result["edits"] if "proof" in one and "problem" not in one["proof"]
            and one["full"]["verdict"] == one["proof"]["verdict"] == "verified"]


def proof_rows(results):
    for program, result in results:
        built = [one for one in result["edits"] if "proof" in one and "problem" not in one["proof"]]
        right = proof_edits(result)
        differ = sum(one["full"]["verdict"] != one["proof"]["verdict"] and "incomplete" not in (one["full"]["verdict"], one["proof"]["verdict"]) for one in built)
        yield [program["title"], str(len(built)), str(len(right)), spread([one["proof"]["seconds"] for one in built]),
               spread([one["full"]["seconds"] for one in built]),
               mean(one["full"]["states"] for one in right), mean(one["proof"]["states"] for one in right),
               f"{mean_factor(right):.1f}" if right else "-", str(sum(one["proof"]["states"] <= 1 for one in right)),
               str(sum(one["proof"]["states"] > one["full"]["states"] / 2 for one in right)), str(differ)]


def detected(one, mode):
    """'same', 'another' or 'none': whether the mode reports an error that the full check has."""
    run = one.get(mode)
    if run is None or "problem" in run:
        return None
    if any(error in one["errors"] for error in run["errors"]):
        return "same"
    return "another" if run["errors"] else "none"


def detection_rows(results):
    for program, result in results:
        wrong = [one for one in result["edits"] if one["errors"]]
        row = [program["title"], str(len(wrong)), str(sum(len(one["errors"]) for one in wrong))]
        for mode in MODES:
            found = [detected(one, mode) for one in wrong]
            row.append(f"{found.count('same')} + {found.count('another')} of {len(found) - found.count(None)}")
        every = [error for one in wrong for error in one["errors"] if "safety" in one]
        reported = sum(error in one["safety"].get("errors", []) for one in wrong if "safety" in one for error in one["errors"])
        yield [*row, f"{reported} of {len(every)}"]


def explanation(run):
    if run["over"]:
        return "a pair ran into its limit"
    if not run["changes"]:
        return "no interaction changed: one execution was run"
    if run["outcomes"] == ["not entered"]:
        return "the fragment is not entered in the one execution up to it"
    return "needs another order before the fragment, or of code outside of it"


def misses(results):
    for program, result in results:
        for one in result["edits"]:
            for mode in ("bugs", "safety"):
                if one["errors"] and detected(one, mode) == "none":
                    kinds = ", ".join(sorted({error[0] for error in one["errors"]}))
                    yield [program["title"], f"{one['place']} {one['kind']}", mode, kinds, explanation(one[mode])]


def bars(results):
    slow = [f"{program['title']} ({seconds:.2f} s)" for program, result in results
            if (runs := runs_of(result["edits"], "bugs")) and (seconds := statistics.mean(run["seconds"] for run in runs)) >= BAR_SECONDS]
    right = [one for _, result in results for one in proof_edits(result)]
    yield f"Under {BAR_SECONDS:g} s for an edit in bugs mode, on average, on every program: " + ("holds." if not slow else "missed by " + ", ".join(slow) + ".")
    costly = [one for one in right if one["proof"]["states"] > 1]
    each = [math.log(mean_factor(edits)) for _, result in results if (edits := proof_edits(result))]
    yield (f"{BAR_FACTOR} times fewer states in proof mode, geometric mean over the {len(right)} edits that keep a verified program right: "
           f"{mean_factor(right):.1f}. (With the same weight for each program: {math.exp(statistics.mean(each)):.1f}. "
           f"Without those that cost nothing: {mean_factor(costly):.1f} over {len(costly)}.)")
    wrong = [one for _, result in results for one in result["edits"] if one["errors"]]
    lost = sum(detected(one, "proof") == "none" and not one["proof"]["over"] for one in wrong)
    yield f"Proof mode misses {lost} of the {sum(detected(one, 'proof') is not None for one in wrong)} edits with an error."


def text_of(arguments, results):
    sampled = f" --sample {arguments.sample} --seed {arguments.seed}" if arguments.sample else ""
    sampled += " --kept" if arguments.kept else ""
    parts = ["# What an edit costs, and what it finds\n",
             f"Made by `bench/run_incremental.py --limit {arguments.limit:g} --per-pair {arguments.per_pair:g}{sampled}`. Seconds are those of analysis and"
             " search, mean ± deviation over all edits, those at a limit included; `to the verdict` is the whole command, compiling included.\n"]
    rows = [[program["title"], str(result["lines"]), str(result["tried"]), str(result["compiling"]), str(len(result["edits"]))] for program, result in results]
    parts += ["## Edits\n", table(["program", "lines with interactions", "tried without", "compile without", "edits"], rows)]
    parts += ["## Bars\n", "\n".join(f"- {bar}" for bar in bars(results)) + "\n"]
    parts += ["## Finding errors (Table 1)\n", table(MODE_HEAD, mode_rows(results, "bugs"))]
    parts += ["## Safety (Table 2)\n", "Without the broken variants, as in the paper.\n", table(MODE_HEAD, mode_rows(results, "safety"))]
    parts += ["## Proof\n", "Edits of a verified version; of these, those that keep it right. States are means over these.\n",
              table(["program", "edits", "right", "proof, s", "full, s", "states, full", "states, proof", "times fewer", "for nothing",
                     "more than half", "verdicts that differ"], proof_rows(results))]  # fmt: skip
    parts += ["## Errors found\n", "Edits with an error in the full check, and how many of all their errors there are. For each mode: edits for which it reports one of"
              " these, plus those for which it reports another, of those checked. Last, how many of all errors safety mode reports.\n",
              table(["program", "edits with an error", "errors", *MODES, "errors in safety mode"], detection_rows(results))]
    missed = list(misses(results))
    parts += ["## Edits whose error the pairs do not show\n", table(["program", "edit", "mode", "errors", "why"], missed) if missed else "None.\n"]
    return "\n".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", default=[], help="of bench/programs; the paper's nine unless given")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=0, help="so many lines of each program, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--per-pair", type=float, default=10, help="seconds for each pair of threads")
    parser.add_argument("--kept", action="store_true", help="only what was measured before: the table of an interrupted run")
    parser.add_argument("--output", type=pathlib.Path, default=RESULT)
    arguments = parser.parse_args()
    arguments.heddle = arguments.heddle.resolve()
    arguments.digest = Heddle(arguments.heddle).digest
    results = []
    for program in load_programs(arguments.programs or PAPER_PROGRAMS):
        results.append((program, measure(arguments, program)))
        print(f"{program['title']}: {len(results[-1][1]['edits'])} edits", file=sys.stderr, flush=True)
    arguments.output.write_text(text_of(arguments, results))
    print(f"written: {arguments.output}")


if __name__ == "__main__":
    main()

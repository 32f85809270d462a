#!/usr/bin/env python3
"""Measures heddle diff as Tables 1 and 2 of [ParizekKliber-Pairs] do and writes docs/results/incremental.md.

Each line with an interaction (`heddle analyze`) that can be taken out as a whole makes two edits: the line deleted, and the line added
to the version without it. Lines without which the rest does not compile are counted as such and are no edits. Each broken variant of a
program is one more edit, of the correct version. An edit is checked by `heddle diff` in each mode and by a full `heddle check`; where that
finds an error, once more with --keep-going, for the set of all errors and to compare with safety mode. Every run is in the averages, also those over a limit, with their time up
to it. Time is that of analysis and search, `to the verdict` that of the whole command. Proof mode builds on the version before the edit, if that one is right.

Searches of everything, full ones and proofs, have one worker each: of these, several edits are measured side by side, one for each processor, each with its share of three quarters of the memory.
Pairs are explored on all processors: these are measured afterwards, one edit after the other, with nothing else running.

An edit's results are kept (bench/results/cache), so that an interrupted table goes on.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

from edit_tables import PAIR_MODES, text_of
from heddle_runner import DEFAULT_HEDDLE, ROOT, Finished
from measurements import CACHE, Heddle, sources_digest
from run_programs import PROGRAMS, load_programs

PAPER_PROGRAMS = ("alarm_clock", "prod_cons", "rax_extended", "rep_workers", "sor", "cache4j", "elevator", "qsort_mt", "jpapabench")
RESULT = ROOT / "docs" / "results" / "incremental.md"
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "bench", "GIT_AUTHOR_EMAIL": "bench", "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench",
}  # fmt: skip
COMPILE_ALLOWANCE = 120


class Setting:
    """A program in a git work tree of its own, and the stores of what was verified there."""

    def __init__(self, arguments, program, folder):
        self.arguments, self.stores = arguments, pathlib.Path(folder)
        self.folder = self.stores / "work"
        self.sources = program["sources"]
        self.flags = ["--", *program["flags"], *program["sizes"][0]["defines"]]
        self.texts = {file.name: file.read_text() for file in (PROGRAMS / program["name"]).iterdir()
                      if file.suffix in {".c", ".cpp", ".h"}}
        if not self.folder.exists():
            self.folder.mkdir(parents=True)
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

    def check(self, *options):
        return self.run("check", *self.limits(), *options, limit=self.arguments.limit)

    def limits(self):
        """Of searches of everything, which share the memory."""
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 3 // 4 // self.arguments.jobs
        return ["--max-time", self.arguments.limit, "--max-memory", memory >> 20]

    def stored(self, store, texts):
        """A full check of a version, kept in a store of its own."""
        report = self.stores / f"{store}.json"
        if not report.exists():
            self.write(texts)
            report.write_text(json.dumps(summary(self.check("--store", self.stores / store))))
        return json.loads(report.read_text())

    def diff(self, mode, store):
        with tempfile.TemporaryDirectory(dir=self.stores) as copy:
            if (self.stores / store).exists():
                shutil.copytree(self.stores / store, copy, dirs_exist_ok=True)
            pairs = ["--base", "HEAD", "--time-per-pair", self.arguments.per_pair, "--max-time", self.arguments.limit]
            options = self.limits() if mode == "proof" else pairs
            return self.run("diff", "--mode", mode, "--store", copy, *options, limit=self.arguments.limit)

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
    """The kind, and where all threads stand that are part of it: in the user's code, whoever called that."""
    places = [error["location"]]
    for note in error["notes"]:
        places += [place for place in note["stack"] if not place["library"]][:1]
    return [error["kind"], sorted(map(list, {(pathlib.Path(place["file"]).name, place["line"]) for place in places}))]


def unique(errors):
    return [error for number, error in enumerate(errors) if error not in errors[:number]]


def summary(report):
    if "problem" in report:
        return report
    figures = report["statistics"]
    pairs = report.get("diff", {}).get("pairs", [])
    over = any(p["outcome"] == "limit" for p in pairs) if pairs else report["verdict"] == "incomplete" and "limit" in (report["reason"] or "")
    return {
        "verdict": report["verdict"], "seconds": figures["seconds"] - figures["load_seconds"], "wall": report["wall"],
        "states": figures["states"], "over": over, "errors": unique([identity(error) for error in report["errors"]]),
        "changes": len(report.get("diff", {}).get("changes", [])), "outcomes": sorted({p["outcome"] for p in pairs}),
    }  # fmt: skip


def to_the_end(setting, full):
    """The full check that goes on after its first error, and all errors that are known then."""
    if full.get("verdict") != "error":
        return full, []
    whole = summary(setting.check("--no-store", "--keep-going"))
    return whole, unique(whole.get("errors", []) + full["errors"])


def diffs(setting, edit, modes):
    """What an edit comes to in some modes."""
    setting.stored(edit["store"], edit["base"])
    setting.commit(edit["base"])
    setting.write(edit["new"])
    # Without a verified base there is nothing for a proof to build on.
    modes = [mode for mode in modes if mode != "proof" or any((setting.stores / edit["store"]).rglob("*.run"))]
    return {mode: summary(setting.diff(mode, edit["store"])) for mode in modes}


def edits_of(setting, change):
    """Of a line two, of a broken variant one: versions before and after, and the store with the one before."""
    there = {"base": setting.texts, "store": "original", "new": change["texts"]}
    if not change["line"]:
        return {"broken": there}
    return {"deleted": there, "added": {"base": change["texts"], "store": change["name"], "new": setting.texts}}


def searches_of_everything(setting, change):
    """By kind of edit; nothing if the program does not compile with it."""
    full = setting.stored(change["name"], change["texts"])
    if "problem" in full:
        return {}
    whole, errors = to_the_end(setting, full)
    original = setting.stored("original", setting.texts)
    before = {"full": original, "whole": original, "errors": []}
    after = {"full": full, "whole": whole, "errors": errors}
    return {kind: {**(before if kind == "added" else after), **diffs(setting, edit, ["proof"])} for kind, edit in edits_of(setting, change).items()}


def searches_of_pairs(setting, change):
    return {kind: diffs(setting, edit, PAIR_MODES) for kind, edit in edits_of(setting, change).items()}


def cache_file(arguments, program, change, part):
    key = json.dumps([arguments.digest, sources_digest([PROGRAMS / program["name"] / "x"]), program["flags"], change["name"], part,
                      arguments.limit, arguments.per_pair])  # fmt: skip
    return CACHE / ("edit-" + hashlib.sha256(key.encode()).hexdigest() + ".json")


def kept(file, make):
    if not file.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        scratch = file.with_suffix(".tmp")
        scratch.write_text(json.dumps(make()))
        scratch.rename(file)
    return json.loads(file.read_text())


def search_everything(arguments, program, change, folder):
    """In a process of its own. Where its stores are, which the pairs build on."""
    folder = pathlib.Path(folder) / str(os.getpid())
    kept(cache_file(arguments, program, change, "everything"),
         lambda: searches_of_everything(Setting(arguments, program, folder), change))
    return folder


def changes_of(arguments, program, setting, lines):
    removable = [{"name": f"{place[0]}:{place[1]}", "line": True, "texts": texts} for place in lines if (texts := setting.without(place))]
    random.Random(arguments.seed).shuffle(removable)
    # Variants with options of their own look for other errors.
    broken = [{"name": variant["name"], "line": False, "texts": setting.broken(variant["defines"])} for variant in program["variants"][1:]
              if variant["verdict"] == "error" and not variant.get("options")]
    return removable[: arguments.sample or None] + broken


def measure(arguments, program):
    with tempfile.TemporaryDirectory() as folder:
        setting = Setting(arguments, program, pathlib.Path(folder) / "main")
        lines = setting.interaction_lines()
        changes = changes_of(arguments, program, setting, lines)
        files = [[cache_file(arguments, program, change, part) for part in ("everything", "pairs")] for change in changes]
        if not arguments.kept:
            with ProcessPoolExecutor(arguments.jobs) as pool:
                folders = list(pool.map(search_everything, *zip(*((arguments, program, change, folder) for change in changes))))
            for change, (everything, pairs), there in zip(changes, files, folders):
                if json.loads(everything.read_text()):
                    kept(pairs, lambda: searches_of_pairs(Setting(arguments, program, there), change))
        edits, tried, compiling = [], 0, 0
        for change, (everything, pairs) in zip(changes, files):
            found = json.loads(everything.read_text()) if everything.exists() else None
            if found is None or (found and not pairs.exists()):
                continue
            tried += change["line"]
            compiling += change["line"] and bool(found)
            searched = json.loads(pairs.read_text()) if found else {}
            edits += [{"kind": kind, "place": change["name"], **found[kind], **searched[kind]} for kind in found]
        return {"lines": len(lines), "tried": tried, "compiling": compiling, "edits": edits}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="*", default=[], help="of bench/programs; the paper's nine unless given")
    parser.add_argument("--heddle", default=DEFAULT_HEDDLE, type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=0, help="so many lines of each program, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--per-pair", type=float, default=10, help="seconds for each pair of threads")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="searches of everything at a time")
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

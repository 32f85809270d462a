"""The tables of docs/results/incremental.md, from what bench/run_incremental.py measured.

SPDX-License-Identifier: Apache-2.0
"""

import json
import math
import statistics
from collections import Counter

from heddle_runner import ROOT

PAPER = json.loads((ROOT / "bench" / "paper_000.json").read_text())
PAIR_MODES = ("bugs", "safety")
MODES = (*PAIR_MODES, "proof")
BAR_SECONDS, BAR_FACTOR = 1.0, 10


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def spread(values, form=".2f"):
    return f"{statistics.mean(values):{form}} ± {statistics.pstdev(values):{form}}" if values else "-"


def runs_of(edits, mode):
    return [one[mode] for one in edits if mode in one and "problem" not in one[mode]]


def mode_rows(results, mode):
    for program, result in results:
        edits = [one for one in result["edits"] if mode == "bugs" or one["kind"] != "broken"]
        runs, full = runs_of(edits, mode), runs_of(edits, "full" if mode == "bugs" else "whole")
        paper = PAPER.get(program["title"], {})
        yield [program["title"], str(len(edits)), spread([r["seconds"] for r in runs]), spread([r["states"] for r in runs], ",.0f"),
               f"{sum(r['over'] for r in runs)}", spread([r["seconds"] for r in full]), spread([r["states"] for r in full], ",.0f"),
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
               spread([one["full"]["states"] for one in right], ",.0f"), spread([one["proof"]["states"] for one in right], ",.0f"),
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
        for mode in PAIR_MODES:
            runs = runs_of(wrong, mode)
            row.append(f"{sum('error' in run['outcomes'] for run in runs)} of {len(runs)}")
        every = [error for one in wrong for error in one["errors"] if "safety" in one]
        missed = sum(len(unreported(one)) for one in wrong if "safety" in one)
        yield [*row, f"{len(every) - missed} of {len(every)}"]


def unreported(one):
    """The errors of the full check that safety mode does not report."""
    return [error for error in one["errors"] if error not in one["safety"].get("errors", [])]


def why_not_by_pairs(run):
    if run["over"]:
        return "a pair ran into its limit"
    if not run["changes"]:
        return "no interaction changed, so that there are no pairs"
    if not run["outcomes"]:
        return "no two threads of which one runs the changed code"
    if run["outcomes"] == ["not entered"]:
        return "no thread comes to the fragment while another one could run"
    return "needs another order before the fragment, or of code outside of it"


def why_not_reported(run, kind):
    if kind in {other for other, _ in run["errors"]} & {"endless-loop", "livelock"}:
        return "an endless loop is told where it was noticed, which may be anywhere in it; one is reported elsewhere"
    if "error" not in run["outcomes"]:
        return why_not_by_pairs(run) + "; another error was found by the search of everything"
    return "a pair ran into its limit" if run["over"] else "needs another order before the fragment, or of code outside of it"


def misses(results):
    """Edits whose error no pair shows, and who found it; and what safety mode does not report where it reports another error."""
    for program, result in results:
        for one in (one for one in result["edits"] if one["errors"]):
            edit = f"{one['place']} {one['kind']}"
            kinds = ", ".join(sorted({error[0] for error in one["errors"]}))
            for mode in PAIR_MODES:
                found = detected(one, mode)
                if found is not None and "error" not in one[mode]["outcomes"]:
                    by = "nothing" if found == "none" else "the search of everything, or one execution"
                    yield [program["title"], edit, mode, f"all: {kinds}", why_not_by_pairs(one[mode]), by]
            if detected(one, "safety") in ("same", "another"):
                for kind, count in sorted(Counter(error[0] for error in unreported(one)).items()):
                    yield [program["title"], edit, "safety", f"{count} {kind}", why_not_reported(one["safety"], kind), "its other errors"]


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
             " search, mean ± deviation over all edits, those at a limit included; `to the verdict` is the whole command, compiling included. Full checks and"
             f" proofs have one worker each and were measured {arguments.jobs} at a time, pairs on all processors with nothing else running.\n"]
    rows = [[program["title"], str(result["lines"]), str(result["tried"]), str(result["compiling"]), str(len(result["edits"]))] for program, result in results]
    parts += ["## Edits\n", table(["program", "lines with interactions", "tried without", "compile without", "edits"], rows)]
    parts += ["## Bars\n", "\n".join(f"- {bar}" for bar in bars(results)) + "\n"]
    parts += ["## Finding errors (Table 1)\n", table(MODE_HEAD, mode_rows(results, "bugs"))]
    parts += ["## Safety (Table 2)\n", "All pairs to their end, errors or not; so does the full check. Without the broken variants, as in the paper.\n", table(MODE_HEAD, mode_rows(results, "safety"))]
    parts += ["## Proof\n", "Edits of a verified version; of these, those that keep it right. States are those of the latter.\n",
              table(["program", "edits", "right", "proof, s", "full, s", "states, full", "states, proof", "times fewer", "for nothing",
                     "more than half", "verdicts that differ"], proof_rows(results))]  # fmt: skip
    parts += ["## Errors found\n", "Edits with an error in the full check, and how many of all their errors there are; an error is its kind and the places in the user's code"
              " at which the threads that are part of it stand. For each mode: edits for which it reports one of these, plus those for which it reports another, of those checked. Then, for how many of them the pairs themselves show an error, without"
              " the search of everything that ends both modes. Last, how many of all errors safety mode reports.\n",
              table(["program", "edits with an error", "errors", *MODES, *(f"pairs, {mode}" for mode in PAIR_MODES), "errors in safety mode"], detection_rows(results))]
    missed = list(misses(results))
    parts += ["## Errors that pairs do not show\n", table(["program", "edit", "mode", "errors", "why", "found by"], missed) if missed else "None.\n"]
    return "\n".join(parts)

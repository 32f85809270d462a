"""What the tables have to show, judged from the figures: choices never grow with precision, reductions reach the papers', time pays.

Only complete runs are compared. Where `heap` hit the limit, its figures are lower bounds, so a factor over it is at least what is
shown.

SPDX-License-Identifier: Apache-2.0
"""

import math

FACTOR_SHARE, SECONDS, SLOWDOWN, SPEEDUP = 2 / 3, 600, 1.10, 3.0
RESOLUTION = 0.05  # seconds; a shorter run counts as that long, for the rest is noise
ANALYSES = ("insensitive", "callee", "sensitive", "insensitive, immutable", "callee, immutable", "sensitive, immutable", "pointers none",
            "pointers ci", "pointers cs", "pointers ci-demand", "pointers cs-demand", "happens-before", "all")  # fmt: skip
PAPER_CONFIGURATIONS = {  # of the papers' static and hybrid analyses; dynamic POR is another matter
    "004": ("insensitive", "callee", "sensitive", "insensitive_immutable", "callee_immutable", "sensitive_immutable", "ci", "cs",
            "ci_demand", "cs_demand"),
    "001": ("field_access", "happens_before"),
}  # fmt: skip
NEVER_MORE = [  # the second makes no more choices than the first
    ("heap", "insensitive"), ("insensitive", "callee"), ("callee", "sensitive"),
    ("heap", "insensitive, immutable"), ("insensitive, immutable", "callee, immutable"),
    ("callee, immutable", "sensitive, immutable"), ("insensitive", "insensitive, immutable"), ("callee", "callee, immutable"),
    ("sensitive", "sensitive, immutable"), ("sensitive", "happens-before"), ("sensitive, immutable", "all"), ("happens-before", "all"),
    ("heap", "race-free heap"), ("all", "race-free all"),
]  # fmt: skip
DYNAMIC_NEVER_MORE = [
    ("heap", "dynamic POR"), ("sensitive, immutable", "dynamic POR + static"), ("all", "dynamic POR + all"),
    ("dynamic POR", "dynamic POR + static"), ("dynamic POR + static", "dynamic POR + all"),
    ("race-free all", "race-free dynamic POR + all"),
]  # fmt: skip


def is_verified(result):
    return result is not None and result["verdict"] == "verified"


def paper_factor(program):
    """The paper's best reduction of choices over `heap`, or None when it has no figure for that."""
    factors = []
    for paper, keys in PAPER_CONFIGURATIONS.items():
        figures = program["papers"].get(paper, {})
        before = figures.get("heap", {}).get("choices")
        after = [choices for key in keys if (choices := figures.get(key, {}).get("choices"))]
        if before and after:
            factors.append(before / min(after))
    return max(factors, default=None)


def best(program, results, names=None):
    """(choices, configuration) of the complete run with the fewest choices, or None."""
    runs = [(result["choices"], name) for (owner, name), result in results.items()
            if owner == program["name"] and is_verified(result) and (names is None or name in names)]  # fmt: skip
    return min(runs, key=lambda run: run[0], default=None)


def growing(programs, results, pairs):
    """Sentences about choices that grow where they must not."""
    for program in programs:
        for coarse, fine in pairs:
            before, after = (results.get((program["name"], name)) for name in (coarse, fine))
            if is_verified(before) and is_verified(after) and after["choices"] > before["choices"]:
                yield f"{program['title']}: {before['choices']:,} with {coarse}, {after['choices']:,} with {fine}"


def factor_rows(programs, results):
    """(table line, whether our factor reaches the paper's or None) per program."""
    for program in programs:
        heap, default = (results.get((program["name"], name)) for name in ("heap", "default"))
        found, found_alone = best(program, results), best(program, results, ANALYSES)
        published = paper_factor(program)
        bound = "" if is_verified(heap) else "> "
        ours = heap["choices"] / max(found[0], 1) if found and heap and heap.get("choices") else None
        reached = None if published is None or ours is None else ours >= published
        if reached is False and not is_verified(heap):
            reached = None  # a lower bound that falls short says nothing
        cells = [
            program["title"], f"{bound}{heap['choices']:,}" if heap and heap.get("choices") else "-",
            f"{found_alone[0]:,}" if found_alone else "-",
            f"{found[0]:,} ({found[1]})" if found else "-", f"{bound}{ours:.1f}" if ours else "-",
            f"{published:.1f}" if published else "-", {True: "yes", False: "**no**", None: "-"}[reached],
            f"{bound}{heap['total_seconds']:.2f}" if heap and "total_seconds" in heap else "-",
            f"{default['total_seconds']:.2f}" if is_verified(default) else "-",
        ]  # fmt: skip
        yield "| " + " | ".join(cells) + " |", reached


def speed_ratios(programs, results):
    """{title: time of heap over time of the default}, over the programs that the default verifies."""
    ratios = {}
    for program in programs:
        heap, default = (results.get((program["name"], name)) for name in ("heap", "default"))
        if is_verified(default) and heap and "total_seconds" in heap:
            before, after = (max(result["total_seconds"], RESOLUTION) for result in (heap, default))
            ratios[program["title"]] = before / after
    return ratios


def judgement(holds, sentence, compared=True):
    if not compared:
        return f"- not judged, for no runs can be compared: {sentence}"
    return f"- {'holds' if holds else '**missed**'}: {sentence}"


def bars_section(programs, results):
    rows = list(factor_rows(programs, results))
    comparable = [reached for _, reached in rows if reached is not None]
    grown = list(growing(programs, results, NEVER_MORE))
    grown_dynamic = list(growing(programs, results, DYNAMIC_NEVER_MORE))
    slow = [program["title"] for program in programs
            if not any(is_verified(result) and result["total_seconds"] <= SECONDS for (name, _), result in results.items()
                       if name == program["name"])]  # fmt: skip
    ratios = speed_ratios(programs, results)
    slower = [f"{title} ({1 / ratio:.2f} times)" for title, ratio in ratios.items() if ratio < 1 / SLOWDOWN]
    mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios)) if ratios else 0
    return [
        "## What the figures have to show", "",
        "| program | choices with heap | fewest by the papers' analyses alone | fewest of all | factor | paper's factor | reached | seconds with heap | seconds by default |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |", *[line for line, _ in rows], "",
        judgement(not grown, "choices never grow with precision" + "".join(f"; {sentence}" for sentence in grown)),
        judgement(not grown_dynamic, "nor with dynamic POR, nor when the analyses are added to it"
                  + "".join(f"; {sentence}" for sentence in grown_dynamic)),
        judgement(sum(comparable) >= FACTOR_SHARE * len(comparable),
                  f"the reduction reaches the paper's for two thirds: {sum(comparable)} of {len(comparable)}", compared=comparable),
        judgement(not slow, f"every program is verified within {SECONDS} s" + (f": not {', '.join(slow)}" if slow else "")),
        judgement(not slower, f"the default is never more than {SLOWDOWN - 1:.0%} slower than heap"
                  + (f": {', '.join(slower)}" if slower else ""), compared=ratios),
        judgement(mean >= SPEEDUP, f"the default is at least {SPEEDUP:g} times faster than heap in the geometric mean: {mean:.2f}",
                  compared=ratios),
        "", f"In the last two, a run below {RESOLUTION:g} s counts as that long.", "",
    ]  # fmt: skip

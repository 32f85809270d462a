"""What heddle must say about one program: every configuration agrees with the reference.

Which configurations there are is in configurations.py. What is compared and what is not:
- verdict: always.
- errors: by (kind, file, line), no other than the reference's, and all of them where the reference has one alone.
  Where it has several, a reduction may miss some: an error ends the execution, and steps of a thread that nobody
  can notice lead straight to its error, although others could have come to theirs before. Data races and
  endless loops count without their places: a race shows where both threads stand before their accesses, of
  which a reduction keeps the first pair on each path; a loop's place is that of the state that came back first.
- final states: partial order reduction preserves them, so the sets of fingerprints are equal. Not so where the
  process ends while other threads run: a reduction does not stop a thread between two steps that
  nobody can notice, so it does not show all the places where such a thread may be cut off. Nor where an error ends
  executions: a search that backtracks does not see what would have followed, so it does not try other orders of it.
  Nor where memory is freed twice: the second time it may be another thread's, who has it to itself as far as a reduction can see.
- states: two configurations that differ only in how they store states visit the same number.
- replay: the saved trace fails again (exit code 10).
A program the generator built without faults must also be verified by the reference.

SPDX-License-Identifier: Apache-2.0
"""

import glob
import itertools
import json
import os
from dataclasses import dataclass, field

from configurations import ALWAYS, MOST_STATES

EXIT_CODES = {"verified": 0, "error": 10, "incomplete": 5}
PLACELESS = frozenset({"data-race", "endless-loop"})


@dataclass(frozen=True)
class Disagreement:
    """`check` and `configuration` say what went wrong (the shrinker keeps these); `detail` says how."""

    check: str
    configuration: str
    detail: str = field(compare=False)

    def __str__(self):
        return f"{self.configuration}: {self.check}: {self.detail}"


@dataclass
class Outcome:
    """What one run of heddle said; `problem` is set when it did not end as documented."""

    verdict: str = ""
    errors: frozenset = frozenset()
    final_states: frozenset = frozenset()
    states: int = 0
    limit: str = ""  # why not everything was explored
    problem: Disagreement | None = None

    def kinds(self):
        return sorted({kind for kind, _, _ in self.errors})

    def comparable_errors(self):
        return {(e[0], "", 0) if e[0] in PLACELESS else e for e in self.errors}


@dataclass
class Judgement:
    reference: Outcome
    disagreements: list
    skipped: bool = False


class Oracle:
    _programs = itertools.count()  # names that no batch has met

    def __init__(self, batch, folder, configurations=ALWAYS, flags=(), suffix=".c"):
        self._batch = batch
        self._program = ""
        self._folder = folder
        self.configurations = configurations
        self._flags = list(flags)
        self._suffix = suffix

    def judge(self, source, only=None, expect_verified=False, cut_off=False):
        """Runs the table on a program text; `only` restricts it to the reference and the named rows.

        `cut_off`: the process may end while threads run.
        """
        path = os.path.join(self._folder, "program" + self._suffix)
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        self._program = str(next(self._programs))
        first, *rest = self.configurations
        reference = self._run(first, path)
        if reference.problem:
            return Judgement(reference, [reference.problem])
        if reference.limit:
            return Judgement(reference, [], skipped=True)
        found = self._replay(first) if reference.verdict == "error" else []
        if expect_verified and reference.verdict != "verified":
            found.append(Disagreement("expectation", first.name, "built without faults, but: " + ", ".join(reference.kinds())))
        outcomes = {first.name: reference}
        for configuration in rest:
            if only and configuration.name not in only:
                continue
            outcome = outcomes[configuration.name] = self._run(configuration, path)
            checks = configuration.compare - {"final-states"} if cut_off else configuration.compare
            found += self._compare(configuration, checks, outcome, outcomes)
        return Judgement(reference, found)

    def _file(self, suffix):
        return os.path.join(self._folder, "result." + suffix)

    def _execute(self, configuration, arguments):
        """(exit code, standard error), or a disagreement: a time-out, a signal, or an internal error."""
        done = self._batch.run(arguments, self._program)
        if done is None:
            return Disagreement("time-out", configuration.name, f"no answer within {self._batch.seconds:g} s")
        if done.returncode in (0, 5, 10):
            return done.returncode, done.stderr
        kind = {1: "refused", 2: "refused"}.get(done.returncode, "crash")
        tail = " | ".join((done.stderr or done.stdout).strip().splitlines()[-3:])
        return Disagreement(kind, configuration.name, f"exit code {done.returncode}: {tail}")

    def _execute_in_parts(self, configuration, arguments):
        """The last of the runs: each of the others is stopped and leaves a checkpoint, if it does not end before."""
        checkpoint = self._file("checkpoint")
        for file in glob.glob(glob.escape(checkpoint) + "*"):
            os.unlink(file)
        limits = [("--max-states", str(stop), "--checkpoint", checkpoint) for stop in configuration.stops]
        for limit in [*limits, configuration.limits]:
            resume = ["--resume", checkpoint] if os.path.exists(checkpoint) else []
            result = self._execute(configuration, [arguments[0], *limit, *resume, *arguments[1:]])
            if isinstance(result, Disagreement):
                break
        return result

    def _run(self, configuration, path):
        for suffix in ("json", "final", "trace"):
            if os.path.exists(self._file(suffix)):
                os.unlink(self._file(suffix))
        arguments = ["check", *configuration.arguments, "--quiet", "--no-store",
                     "--json", self._file("json"), "--save-trace", self._file("trace")]
        if configuration.keep_going:
            arguments += ["--keep-going", "--final-states", self._file("final")]
        arguments += [path] + (["--"] + self._flags if self._flags else [])
        result = self._execute_in_parts(configuration, arguments)
        if isinstance(result, Disagreement):
            return Outcome(problem=result)
        try:
            return self._read(configuration, result[0])
        except (OSError, ValueError, KeyError, TypeError) as error:
            return Outcome(problem=Disagreement("output", configuration.name, f"{type(error).__name__}: {error}"))

    def _read(self, configuration, exit_code):
        with open(self._file("json"), encoding="utf-8") as file:
            report = json.load(file)
        verdict = report["verdict"]
        if EXIT_CODES[verdict] != exit_code:
            raise ValueError(f"verdict {verdict} with exit code {exit_code}")
        if (verdict == "error") != bool(report["errors"]):
            raise ValueError(f"verdict {verdict} with {len(report['errors'])} errors")
        errors = frozenset((e["kind"], os.path.basename(e["location"].get("file") or ""), e["location"].get("line"))
                           for e in report["errors"])
        final = frozenset()
        if configuration.keep_going:
            with open(self._file("final"), encoding="utf-8") as file:
                final = frozenset(line.strip() for line in file if line.strip())
        # An error may be found before a limit is hit; what a limited search did not see cannot be compared.
        limit = (report.get("reason") or "incomplete") if verdict == "incomplete" else report.get("reason") or ""
        if not limit and report["statistics"]["states"] >= MOST_STATES:
            limit = "the limit of states"
        return Outcome(verdict, errors, final, report["statistics"]["states"], limit)

    def _replay(self, configuration):
        result = self._execute(configuration, ["replay", self._file("trace")])
        if isinstance(result, Disagreement):
            return [Disagreement("replay", configuration.name, result.detail)]
        if result[0] != EXIT_CODES["error"]:
            return [Disagreement("replay", configuration.name, f"exit code {result[0]}")]
        return []

    def _compare(self, configuration, checks, outcome, outcomes):
        reference = outcomes[self.configurations[0].name]
        if outcome.problem:
            return [outcome.problem]

        def differ(check, detail):
            return [Disagreement(check, configuration.name, detail)]

        if configuration.may_give_up and outcome.limit:
            return []
        if outcome.verdict != reference.verdict:
            return differ("verdict", f"{outcome.verdict} {outcome.kinds()} instead of {reference.verdict} {reference.kinds()}")
        if configuration.keep_going and outcome.limit:
            return differ("limit", outcome.limit)
        found = []
        if "replay" in checks and outcome.verdict == "error":
            found += self._replay(configuration)
        if "errors" in checks and outcome.comparable_errors() - reference.comparable_errors():
            found += differ("errors", difference(outcome.comparable_errors(), reference.comparable_errors()))
        missing = reference.final_states - outcome.final_states
        frees_twice = "double-free" in reference.kinds()
        if frees_twice or (configuration.backtracks and reference.errors):
            missing = frozenset()
        if "final-states" in checks and (missing or outcome.final_states - reference.final_states):
            found += differ("final-states", f"{len(outcome.final_states - reference.final_states)} too many, "
                                            f"{len(reference.final_states - outcome.final_states)} missing "
                                            f"of {len(reference.final_states)}")
        twin = outcomes.get(configuration.states_as)
        if twin and twin.states != outcome.states:
            found += differ("states", f"{outcome.states} instead of {twin.states} as {configuration.states_as}")
        return found


def difference(got, wanted):
    def show(errors):
        return ", ".join(f"{kind}@{line}" for kind, _, line in sorted(errors, key=str)) or "none"
    return f"too many: {show(got - wanted)}; missing: {show(wanted - got)}"

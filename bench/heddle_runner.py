"""Runs heddle and reads its JSON: the one place where the benchmark scripts know heddle's command
line.

A run never raises for what heddle does: a failure is a result with a note, so that a table can show
it.

SPDX-License-Identifier: Apache-2.0
"""

import json
import pathlib
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT_HEDDLE = ROOT / "build" / "heddle"
GRACE_SECONDS = 20  # to print the figures after the limit


class Finished:
    """What a process printed and how it ended; an overrun one is interrupted so that it still reports its figures."""

    def __init__(self, command, limit, cwd=None):
        started = time.monotonic()
        self.timed_out = False
        with subprocess.Popen(
            command, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            try:
                self.stdout, self.stderr = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                self.timed_out = True
                self.stdout, self.stderr = interrupt(process)
        self.code = process.returncode
        self.seconds = time.monotonic() - started

    def complaint(self):
        """The last line of what went wrong, for a table cell."""
        lines = (self.stderr.strip() or self.stdout.strip()).splitlines()
        return f"exit {self.code}" + (f": {lines[-1][:100]}" if lines else "")


def interrupt(process):
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()


def check_command(heddle, sources, defines=(), flags=(), output="-", compiler=()):
    return [
        str(heddle), "check", "--json", str(output), "--quiet", *flags,
        *[str(source) for source in sources], "--", *[f"-D{define}" for define in defines], *compiler,
    ]  # fmt: skip


def check(heddle, sources, defines=(), flags=(), limit=120, compiler=()):
    """Returns (the JSON report or None, how the process finished)."""
    run = Finished(check_command(heddle, sources, defines, flags, compiler=compiler), limit)
    try:
        return json.loads(run.stdout), run
    except json.JSONDecodeError:
        return None, run


def search_seconds(report):
    """The time of the search alone; compiling the program is not what is measured."""
    statistics = report["statistics"]
    return statistics.get("search_seconds", statistics["seconds"])

"""A `heddle batch` to send runs to: it loads each program once, which is most of the time of a small run.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import subprocess


class Batch:
    """Answers as subprocess.run does; None after a time-out. Requests that name the same program share one load.

    Nothing is kept on disk: no program comes twice.
    """

    def __init__(self, heddle, seconds):
        self.seconds = seconds
        self._command = [os.fspath(heddle), "batch", "--time-limit", str(seconds)]
        self._environment = {name: value for name, value in os.environ.items()
                             if name not in ("HEDDLE_CACHE", "XDG_CACHE_HOME", "HOME")}
        self._process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def run(self, arguments, program):
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                             errors="replace", env=self._environment)
        try:
            self._process.stdin.write(json.dumps({"program": program, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:  # it died of the request, while it loaded the program
            return subprocess.CompletedProcess(arguments, self._process.wait(), "", "heddle batch ended")
        answer = json.loads(line)
        if answer["timed_out"]:
            return None
        return subprocess.CompletedProcess(arguments, answer["exit_code"], answer["stdout"], answer["stderr"])

    def close(self):
        if self._process is not None:
            self._process.stdin.close()
            self._process.wait()
            self._process = None

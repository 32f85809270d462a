"""heddle batch: requests on lines, answers on lines, each program loaded once.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from harness import BAD_INPUT, ENDLESS, ERROR, HEDDLE, LOST_UPDATE, USAGE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase


class BatchTest(HeddleTestCase):
    def send(self, *lines, options=()):
        text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
        done = subprocess.run([HEDDLE, "batch", *options], input=text, cwd=self.folder, capture_output=True, text=True, timeout=120)
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def test_answers_as_the_commands_do(self):
        self.write("good.c", VERIFIED_PROGRAM)
        self.write("bad.c", LOST_UPDATE)
        done, answers = self.send({"arguments": ["check", "good.c"]},
                                  {"program": "b", "arguments": ["check", "--save-trace", "trace", "bad.c"]},
                                  {"program": "b", "arguments": ["check", "--search", "dpor", "bad.c"]},
                                  {"program": "b", "arguments": ["replay", "trace"]},
                                  {"arguments": ["check", "missing.c"]},
                                  {"arguments": ["check", "--no-such-option", "good.c"]})
        self.assertEqual(done.returncode, 0)
        self.assertEqual([a["exit_code"] for a in answers], [VERIFIED, ERROR, ERROR, ERROR, BAD_INPUT, USAGE])
        self.assertIn("verified", answers[0]["stdout"])
        self.assertIn("assertion", answers[3]["stdout"])
        self.assertIn("missing.c", answers[4]["stderr"])
        self.assertFalse(any(a["timed_out"] for a in answers))

    def test_a_program_of_the_same_name_is_loaded_once(self):
        source = self.write("program.c", VERIFIED_PROGRAM)
        request = {"program": "p", "arguments": ["check", "program.c"]}
        with subprocess.Popen([HEDDLE, "batch"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as batch:
            def ask(request):
                batch.stdin.write(json.dumps(request) + "\n")
                batch.stdin.flush()
                return json.loads(batch.stdout.readline())["exit_code"]

            self.assertEqual(ask(request), VERIFIED)
            source.unlink()
            self.assertEqual(ask(request), VERIFIED)
            self.assertEqual(ask({**request, "arguments": ["check", "program.c", "--", "-DOTHER"]}), BAD_INPUT)
            self.assertEqual(ask({**request, "program": "q"}), BAD_INPUT)
            batch.stdin.close()

    def test_a_program_that_cannot_be_loaded(self):
        self.write("program.c", "int main(void) { return")
        _, answers = self.send(*[{"program": "p", "arguments": ["check", "program.c"]}] * 2)
        self.assertEqual([a["exit_code"] for a in answers], [BAD_INPUT] * 2)
        self.assertIn("does not compile", answers[1]["stderr"])

    def test_what_a_request_prints_is_in_its_answer_only(self):
        done, answers = self.send({"program": "p", "arguments": ["--help"]}, {"program": "q", "arguments": ["check", "--no-such"]})
        self.assertEqual([a["exit_code"] for a in answers], [VERIFIED, USAGE])
        self.assertIn("check", answers[0]["stdout"])
        self.assertIn("--no-such", answers[1]["stderr"])
        self.assertEqual(done.stderr, "")

    def test_time_limit_ends_one_request(self):
        self.write("endless.c", ENDLESS)
        self.write("good.c", VERIFIED_PROGRAM)
        _, answers = self.send({"arguments": ["check", "--quiet", "endless.c"]}, {"arguments": ["check", "good.c"]}, options=["--time-limit", "2"])
        self.assertEqual([(a["timed_out"], a["exit_code"]) for a in answers], [(True, -9), (False, VERIFIED)])

    def test_more_requests_than_one_process_serves(self):
        self.write("good.c", VERIFIED_PROGRAM)
        _, answers = self.send(*[{"program": "p", "arguments": ["check", "--quiet", "good.c"]}] * 70)
        self.assertEqual([a["exit_code"] for a in answers], [VERIFIED] * 70)
        self.assertEqual(len({a["stdout"].split(",")[0] for a in answers}), 1)

    def test_a_process_that_dies_answers_by_its_signal_and_is_replaced(self):
        self.write("endless.c", ENDLESS)
        self.write("good.c", VERIFIED_PROGRAM)
        with subprocess.Popen([HEDDLE, "batch"], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as batch:
            def send(*arguments):
                batch.stdin.write(json.dumps({"program": "p", "arguments": arguments}) + "\n")
                batch.stdin.flush()

            def exit_code():
                return json.loads(batch.stdout.readline())["exit_code"]

            send("check", "--quiet", "good.c")
            self.assertEqual(exit_code(), VERIFIED)
            children = Path(f"/proc/{batch.pid}/task/{batch.pid}/children")
            worker = int(children.read_text())
            send("check", "--quiet", "endless.c")
            time.sleep(0.5)
            os.kill(worker, signal.SIGKILL)
            self.assertEqual(exit_code(), -signal.SIGKILL)
            send("check", "--quiet", "good.c")
            self.assertEqual(exit_code(), VERIFIED)
            batch.stdin.close()

    def test_bad_requests(self):
        for line in ("check good.c", "{}", '{"arguments": "check"}', '{"arguments": [1]}', '{"program": 7, "arguments": []}'):
            with self.subTest(line=line):
                done, answers = self.send(line)
                self.assertEqual((done.returncode, answers), (BAD_INPUT, []))
                self.assertIn("not a request", done.stderr)
        self.assert_refused(USAGE, "batch", "--time-limit", "0")


if __name__ == "__main__":
    unittest.main()

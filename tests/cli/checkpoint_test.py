"""Checkpoints: a search that is killed, stopped or limited goes on to the verdict of one that was not.

SPDX-License-Identifier: Apache-2.0
"""
import json
import random
import signal
import subprocess
import time
import unittest

from harness import BAD_INPUT, ERROR, HEDDLE, INCOMPLETE, USAGE, VERIFIED, HeddleTestCase

# Some hundred thousand states. With WRONG there is one schedule in many that ends in an error.
LONG = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int turns[4], sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int guarded;
static void *spin(void *mine) {
  for (int i = 0; i < ROUNDS; ++i) {
    atomic_fetch_add((atomic_int *)mine, 1 + (atomic_load(&sum) & 1));
    pthread_mutex_lock(&mutex);
    ++guarded;
    pthread_mutex_unlock(&mutex);
    atomic_fetch_add(&sum, i);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, spin, &turns[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
#ifdef WRONG
  assert(turns[0] + turns[1] + turns[2] != WRONG);
#endif
}
"""


class CheckpointTestCase(HeddleTestCase):
    def setUp(self):
        super().setUp()
        self.write("long.c", LONG)

    def command(self, *arguments, defines=("-DROUNDS=3",)):
        return ["check", "long.c", *arguments, "--final-states", "final", "--", *defines]

    def reference(self, *arguments, code=VERIFIED, **options):
        """What a run from beginning to end says."""
        begin = time.monotonic()
        result = self.assert_exit(code, *self.command("--json", "-", *arguments, **options))
        self.whole_seconds = time.monotonic() - begin
        return json.loads(result.stdout), (self.folder / "final").read_text()

    def kill_after(self, seconds, arguments, number):
        """Whether it was still running then."""
        process = subprocess.Popen([HEDDLE, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            process.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            process.wait(20)
            return True

    def last_run(self, arguments, code):
        run = self.assert_exit(code, *arguments)
        return json.loads(run.stdout)


class ResumeTest(CheckpointTestCase):
    def kill_until_done(self, code, *arguments, **options):
        """Kills heddle at random moments and goes on until it comes to its end; the result, and how often it was killed."""
        draw = random.Random(5)
        checkpoint = ["--checkpoint", "point", "--checkpoint-interval", "0.1"]
        kills, share = 0, 0.9
        for _ in range(100):
            resume = ["--resume", "point"] if (self.folder / "point").exists() else []
            run = self.command(*arguments, *checkpoint, *resume, "--json", "result", **options)
            if self.kill_after(draw.uniform(0.3, share) * self.whole_seconds, run, signal.SIGKILL):
                kills += 1
            elif kills > 0:
                break
            else:  # the machine had other work before: sooner, then
                share = max(0.3, share / 2)
                for file in self.folder.glob("point*"):
                    file.unlink()
        else:
            self.fail("the search does not get on")
        run = self.command(*arguments, *resume, *checkpoint, "--json", "-", **options)
        return self.last_run(run, code), kills

    def test_killed_at_random_moments(self):
        for arguments, rounds in [([], 5), (["-j", "2"], 5), (["--search", "random"], 5), (["--reduction", "none"], 4),
                                  (["--preemptions", "3"], 5)]:
            with self.subTest(arguments=arguments):
                code = INCOMPLETE if "--preemptions" in arguments else VERIFIED
                defines = (f"-DROUNDS={rounds}",)
                for file in self.folder.glob("point*"):
                    file.unlink()
                whole, final = self.reference(*arguments, code=code, defines=defines)
                result, kills = self.kill_until_done(code, *arguments, defines=defines)
                self.assertGreater(kills, 0)
                self.assertEqual((self.folder / "final").read_text(), final)
                self.assertEqual(result["statistics"]["states"], whole["statistics"]["states"])
                self.assertEqual(result["assumptions"][:-1], whole["assumptions"][:-1])

    def test_an_error_is_found_all_the_same(self):
        defines = ("-DROUNDS=4", "-DWRONG=22")
        whole, _ = self.reference("--keep-going", code=ERROR, defines=defines)
        result, _ = self.kill_until_done(ERROR, "--keep-going", defines=defines)
        self.assertEqual([(error["kind"], error["location"]) for error in result["errors"]],
                         [(error["kind"], error["location"]) for error in whole["errors"]])

    def test_a_signal_writes_one_at_once(self):
        defines = ("-DROUNDS=5",)
        whole, final = self.reference(defines=defines)
        for number in [signal.SIGTERM, signal.SIGINT]:
            with self.subTest(number=number):
                run = self.command("--checkpoint", "stopped", "--checkpoint-interval", "1000", defines=defines)
                # Runs do not take the same time on a machine that has other work.
                (self.folder / "stopped").unlink(missing_ok=True)
                self.assertTrue(any(self.kill_after(share * self.whole_seconds, run, number) and (self.folder / "stopped").exists()
                                    for share in [0.6, 0.4, 0.2, 0.5, 0.7, 0.8]))
                result = self.last_run(self.command("--resume", "stopped", "--json", "-", defines=defines), VERIFIED)
                self.assertEqual((self.folder / "final").read_text(), final)
                self.assertEqual(result["statistics"]["states"], whole["statistics"]["states"])

    def test_limits_in_steps(self):
        whole, final = self.reference(defines=("-DROUNDS=2",))
        states = whole["statistics"]["states"]
        for limits in [["--max-states"], ["--max-states", "-j", "2"]]:
            for limit in [1, 2, 7, states // 3, states // 2, states - 1]:
                run = self.command("--checkpoint", "part", *limits[:1], str(limit), *limits[1:], defines=("-DROUNDS=2",))
                if limit > 1:
                    run[2:2] = ["--resume", "part"]
                self.assert_exit(INCOMPLETE, *run)
            result = self.last_run(self.command("--resume", "part", "--json", "-", defines=("-DROUNDS=2",)), VERIFIED)
            self.assertEqual((self.folder / "final").read_text(), final)
            self.assertEqual(result["statistics"]["states"], states)

    # Rounds before the one that was interrupted are neither done again nor forgotten.
    def test_bounds_in_steps(self):
        bound = ("--preemptions", "2", "--keep-going")
        defines = ("-DROUNDS=2", "-DWRONG=7")
        whole, final = self.reference(*bound, code=ERROR, defines=defines)
        states = whole["statistics"]["states"]
        for workers in [(), ("-j", "2")]:
            for file in self.folder.glob("part*"):
                file.unlink()
            for limit in [1, 20, states // 3, states // 2]:
                resume = ["--resume", "part"] if (self.folder / "part").exists() else []
                run = self.run_heddle(*self.command("--checkpoint", "part", *bound, "--max-states", str(limit), *workers, *resume,
                                                    defines=defines))
                self.assertIn(run.returncode, (INCOMPLETE, ERROR))
            self.assertTrue((self.folder / "part").exists())
            result = self.last_run(self.command("--resume", "part", *bound, "--json", "-", defines=defines), ERROR)
            self.assertEqual((self.folder / "final").read_text(), final)
            self.assertEqual([e["location"] for e in result["errors"]], [e["location"] for e in whole["errors"]])
            if not workers:
                self.assertEqual(result["statistics"]["states"], states)
            # Not much of it is done again: paths are, once each.
            self.assertLess(result["statistics"]["transitions"], 1.1 * whole["statistics"]["transitions"])

    def test_a_limit_of_depth(self):
        whole, _ = self.reference("--max-depth", "20", code=INCOMPLETE, defines=("-DROUNDS=2",))
        self.assert_exit(INCOMPLETE, *self.command("--max-depth", "20", "--max-states", "300", "--checkpoint", "deep",
                                                   defines=("-DROUNDS=2",)))
        result = self.last_run(self.command("--max-depth", "20", "--resume", "deep", "--json", "-",
                                            defines=("-DROUNDS=2",)), INCOMPLETE)
        self.assertEqual(result["statistics"]["states"], whole["statistics"]["states"])
        self.assertIn("depth limit", result["reason"])

    def test_what_was_left_out_is_not_forgotten(self):
        run = ["check", "long.c", "--search", "prune", "--checkpoint", "pruned"]
        self.assert_exit(INCOMPLETE, *run, "--max-states", "200", "--", "-DROUNDS=2")
        result = self.assert_exit(INCOMPLETE, *run, "--resume", "pruned", "--", "-DROUNDS=2")
        self.assertIn("do not interfere", result.stdout)

    def test_into_another_file(self):
        self.assert_exit(INCOMPLETE, *self.command("--checkpoint", "one", "--max-states", "300"))
        self.assert_exit(INCOMPLETE, *self.command("--resume", "one", "--checkpoint", "two", "--max-states", "600"))
        self.assert_exit(VERIFIED, *self.command("--resume", "one"))
        self.assert_exit(VERIFIED, *self.command("--resume", "two"))

    def test_logs_of_earlier_searches_are_removed(self):
        for _ in range(3):
            self.assert_exit(INCOMPLETE, *self.command("--checkpoint", "one", "--max-states", "300"))
        self.assertEqual(len(list(self.folder.glob("one.states-*"))), 1)

    def test_a_search_that_ends_first_leaves_nothing(self):
        self.assert_exit(VERIFIED, *self.command("--checkpoint", "none", defines=("-DROUNDS=1",)))
        self.assertEqual(list(self.folder.glob("none*")), [])


class RefusalTest(CheckpointTestCase):
    def setUp(self):
        super().setUp()
        self.assert_exit(INCOMPLETE, *self.command("--checkpoint", "point", "--max-states", "300"))

    def assert_input_refused(self, *arguments, says, **options):
        self.assert_refused(BAD_INPUT, *self.command("--resume", "point", *arguments, **options), says=[says])

    def test_damaged(self):
        whole = (self.folder / "point").read_bytes()
        for damaged in [whole[:-1], whole[:40], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], whole + b"x"]:
            (self.folder / "point").write_bytes(damaged)
            self.assert_input_refused(says="damaged")

    def test_a_damaged_log(self):
        log = next(self.folder.glob("point.states-*"))
        whole = log.read_bytes()
        for damaged in [whole[:-1], bytes([whole[0] ^ 1]) + whole[1:], b""]:
            log.write_bytes(damaged)
            self.assert_input_refused(says="damaged")

    def test_no_checkpoint(self):
        self.write("point", "something else")
        self.assert_input_refused(says="not a checkpoint")
        (self.folder / "point").unlink()
        self.assert_input_refused(says="no such file")

    def test_another_version(self):
        whole = (self.folder / "point").read_bytes()
        (self.folder / "point").write_bytes(whole.replace(b"heddle checkpoint ", b"heddle checkpoint 9", 1))
        self.assert_input_refused(says="another version")

    def test_another_program(self):
        self.assert_input_refused(says="another program", defines=("-DROUNDS=5",))

    def test_other_settings(self):
        for settings, says in [(["--reduction", "hybrid"], "--reduction"), (["--keep-going"], "--keep-going"),
                               (["--errors", "+leak"], "--errors"), (["--search", "random"], "--search"),
                               (["--max-depth", "9"], "--max-depth"), (["--args", "x"], "--args"),
                               (["--spurious-wakeups"], "--spurious-wakeups"), (["--preemptions", "2"], "bound"),
                               (["--shortest"], "--shortest")]:
            with self.subTest(settings=settings):
                self.assert_input_refused(*settings, says=says)

    def test_searches_without_checkpoints(self):
        for search in ["bfs", "random-walk", "pct", "optimal", "source"]:
            self.assert_refused(USAGE, *self.command("--search", search, "--checkpoint", "x"), says=["--checkpoint", search])
        self.assert_refused(USAGE, *self.command("--exact", "--resume", "point"), says=["--resume", "--exact"])

    def test_a_file_that_cannot_be_written(self):
        self.assert_refused(USAGE, *self.command("--checkpoint", "nowhere/point"), says=["nowhere/point"])


if __name__ == "__main__":
    unittest.main()

"""heddle diff --base: which files of the revision stand for those of the work tree, how they are named, and the examples of hooks.

SPDX-License-Identifier: Apache-2.0
"""
import itertools
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from diff_test import COUNTER, LOCK, NO_ERROR, DiffTestCase
from harness import BAD_INPUT, ERROR, EXAMPLES, HEDDLE, INCOMPLETE, USAGE, VERIFIED

# The counter in a file of its own.
QUEUE = """\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
void bump(void) {
  pthread_mutex_lock(&mutex);
  counter++;
  assert(counter < 3);
  pthread_mutex_unlock(&mutex);
}
"""
MAIN = """\
#include <pthread.h>
void bump(void);
static void *worker(void *unused) {
  bump();
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
"""
HEADER = '#include "bump.h"\n'
HEADER_BUMP = QUEUE.replace("void bump", "static inline void bump")
HEADER_MAIN = MAIN.replace("void bump(void);\n", HEADER)


class GitTestCase(DiffTestCase):
    def setUp(self):
        super().setUp()
        self.folder = self.folder.resolve()

    def write(self, name, content):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        return super().write(name, content)

    def commit_files(self, files):
        self.commit(**files)

    def split(self, queue=QUEUE, **more):
        """Two sources below src."""
        self.commit_files({"src/main.c": MAIN, "src/q.c": queue, **more})

    def text(self, code, *arguments, **options):
        run = self.assert_exit(code, "diff", "--no-cache", "--no-store", "--base", "HEAD", *arguments, **options)
        return run.stdout + run.stderr

    def in_folder(self, name, code, *arguments, **options):
        """The same, run in another folder."""
        top, self.folder = self.folder, self.folder / name
        try:
            return self.text(code, *arguments, **options)
        finally:
            self.folder = top


class EnvironmentTest(GitTestCase):
    def test_what_git_tells_its_hooks_does_not_count(self):
        self.commit(prog__c=COUNTER)
        self.write("prog.c", COUNTER.replace(LOCK, ""))
        with tempfile.TemporaryDirectory() as other:
            subprocess.run(["git", "init", "-q", other], check=True, env=self.environment)
            for name, value in {"GIT_DIR": f"{other}/.git", "GIT_WORK_TREE": other, "GIT_INDEX_FILE": f"{other}/index", "GIT_PREFIX": "x/",
                                "GIT_OBJECT_DIRECTORY": other, "GIT_COMMON_DIR": f"{other}/.git", "GIT_NAMESPACE": "x"}.items():
                with self.subTest(name):
                    self.assertIn("removed  prog.c:7  lock mutex", self.text(ERROR, "prog.c", env={**os.environ, name: value}))

    def test_an_empty_revision(self):
        self.write("prog.c", COUNTER)
        for command in ("diff", "watch"):
            with self.subTest(command):
                self.assert_refused(USAGE, command, "--base", "", "prog.c", says=["--base", "the revision is empty"])
                self.assert_refused(USAGE, command, "--base=", "prog.c", says=["--base=", "has no value"])


class FilesTest(GitTestCase):
    """Files that the revision has not, or by another name."""

    def test_a_new_file(self):
        self.commit_files({"src/main.c": MAIN.replace("void bump(void);", "static void bump(void) {}")})
        self.write("src/main.c", MAIN)
        self.write("src/q.c", QUEUE.replace(LOCK, ""))
        for step in ("not added", "added"):
            with self.subTest(step):
                text = self.text(ERROR, "src/main.c", "src/q.c")
                self.assertIn("heddle: src/q.c does not exist at HEAD: all of it counts as new", text)
                self.assertIn("added    src/q.c:6  shared update counter, in bump", text)
            self.git("add", "-A")

    def test_a_function_that_moves_to_a_new_file(self):
        body = QUEUE.replace("static int counter", "int counter").replace("static pthread_mutex_t", "pthread_mutex_t")
        start = body.index("void bump")
        self.commit_files({"src/main.c": MAIN, "src/q.c": body})
        self.write("src/q.c", body[:start])
        self.write("src/bump.c", body[:start].replace("pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER", "extern pthread_mutex_t mutex")
                   .replace("int counter", "extern int counter") + body[start:].replace("  assert(counter < 3);\n", ""))
        report = self.diff(NO_ERROR, "--base", "HEAD", "src/main.c", "src/q.c", "src/bump.c")
        self.assertNotIn("lock", {c["kind"] for c in report["diff"]["changes"]})

    def test_a_renamed_file(self):
        self.split()
        (self.folder / "src/q.c").rename(self.folder / "src/queue.c")
        for step in ("not added", "added"):
            with self.subTest(step):
                report = self.diff(INCOMPLETE, "--base", "HEAD", "src/main.c", "src/queue.c")
                self.assertTrue(report["diff"]["same_program"])  # names of files in assertions as well
            self.git("add", "-A")
        self.write("src/queue.c", QUEUE.replace(LOCK, ""))
        text = self.text(ERROR, "src/main.c", "src/queue.c")
        self.assertIn("removed  src/q.c:6  lock mutex, in bump", text)
        self.assertNotIn("does not exist", text)
        self.assertIn("removed  q.c:6  lock mutex, in bump", self.in_folder("src", ERROR, "main.c", "queue.c"))

    def test_what_a_file_stands_for_is_not_kept(self):
        self.split()
        (self.folder / "src/q.c").rename(self.folder / "src/queue.c")
        arguments = ["diff", "--cache", self.folder / ".git/cache", "--no-store", "--base", "HEAD", "src/main.c", "src/queue.c"]
        self.assert_exit(INCOMPLETE, *arguments)
        self.write("src/queue.c", "void bump(void) {}\n")  # no longer a renamed one
        run = self.assert_refused(BAD_INPUT, *arguments, says=["src/queue.c does not exist at HEAD"])
        self.assertIn("no base to compare with", run.stderr)

    def test_a_renamed_folder_of_headers(self):
        self.commit_files({"main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP})
        (self.folder / "inc").rename(self.folder / "include")
        report = self.diff(INCOMPLETE, "--base", "HEAD", "main.c", "--", "-Iinclude")
        self.assertTrue(report["diff"]["same_program"])
        self.write("include/bump.h", HEADER_BUMP.replace(LOCK, ""))
        for flag in (["-Iinclude"], ["-I", "include"], ["-isystem", "include"]):
            self.assertIn("removed  inc/bump.h:6  lock mutex", self.text(ERROR, "main.c", "--", *flag))

    def test_a_header_that_is_new_on_the_command_line(self):
        self.commit_files({"main.c": MAIN.replace("void bump(void);", "#ifndef bump\nstatic void bump(void) {}\n#endif")})
        self.write("new.h", HEADER_BUMP.replace(LOCK, "") + "#define bump bump\n")
        self.assertIn("added    ./new.h:6", self.text(ERROR, "main.c", "--", "-include", "new.h"))

    def test_no_file_exists_at_the_revision(self):
        self.split()
        self.write("a.c", MAIN)
        self.write("b.c", QUEUE)
        self.assert_refused(BAD_INPUT, "diff", "--no-cache", "--base", "HEAD", "a.c", "b.c", says=["a.c, b.c do not exist at HEAD"])

    def test_main_in_a_new_file(self):
        self.commit_files({"q.c": QUEUE})
        self.write("main.c", MAIN)
        self.assert_refused(BAD_INPUT, "diff", "--no-cache", "--base", "HEAD", "main.c", "q.c",
                            says=["the sources at HEAD are no base to compare with", "no main function", "what does not exist there: main.c"])

    def test_ignored_headers_are_taken_as_they_are_and_not_kept(self):
        self.commit_files({"main.c": HEADER_MAIN, ".gitignore": "gen/\ncache/\n"})
        arguments = ["diff", "--cache", "cache", "--no-store", "--json", "-", "--base", "HEAD", "main.c", "--", "-Igen"]
        for header in (HEADER_BUMP, HEADER_BUMP.replace("< 3", "< 4")):
            self.write("gen/bump.h", header)
            self.assertTrue(json.loads(self.assert_exit(INCOMPLETE, *arguments).stdout)["diff"]["same_program"])

    def test_a_submodule_is_taken_as_it_is(self):
        with tempfile.TemporaryDirectory() as other:
            def in_other(*words):
                subprocess.run(["git", *words], cwd=other, check=True, capture_output=True, env=self.environment)
            Path(other, "bump.h").write_text(HEADER_BUMP)
            in_other("init", "-q")
            in_other("add", "-A")
            in_other("commit", "-qm", "one")
            self.commit_files({"main.c": HEADER_MAIN})
            self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "lib")
            self.git("commit", "-qm", "two")
        report = self.diff(INCOMPLETE, "--base", "HEAD", "main.c", "--", "-Ilib")
        self.assertTrue(report["diff"]["same_program"])


class ProjectTest(GitTestCase):
    """With a compilation database."""

    def database(self, *names, flags=()):
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": f"{self.folder}/build", "file": f"../{name}", "arguments": ["cc", *flags, "-c", f"../{name}"]} for name in names]))

    def project(self, code, *arguments):
        return self.text(code, "--compile-commands", "build/compile_commands.json", *arguments)

    def test_a_renamed_file(self):
        self.split()
        self.git("mv", "src/q.c", "src/queue.c")
        self.write("src/queue.c", QUEUE.replace(LOCK, ""))
        self.database("src/main.c", "src/queue.c")
        for pattern in ([], ["src/main.c", "src/queue.c"], ["./src/*.c"]):
            with self.subTest(pattern):
                text = self.project(ERROR, *pattern)
                self.assertRegex(text, r"removed +\S*src/q.c:6  lock mutex, in bump")
        self.write("src/queue.c", QUEUE)
        self.assertIn("None: what is run is the same", self.project(INCOMPLETE))

    def test_a_new_file(self):
        self.commit_files({"src/main.c": MAIN.replace("void bump(void);", "static void bump(void) {}")})
        self.write("src/main.c", MAIN)
        self.write("src/q.c", QUEUE.replace(LOCK, ""))
        self.database("src/main.c", "src/q.c")
        text = self.project(ERROR)
        self.assertIn("heddle: src/q.c does not exist at HEAD", text)
        self.assertRegex(text, r"added +\S*src/q.c:6  shared update counter")

    def test_generated_files_are_taken_as_they_are(self):
        for ignored in ("", "build/\n"):
            with self.subTest(ignored):
                self.commit_files({"main.c": HEADER_MAIN + "int made(void);\nint use(void) { return made(); }\n", ".gitignore": ignored})
                self.write("build/gen/bump.h", HEADER_BUMP)
                self.write("build/made.c", "int made(void) { return 1; }\n")
                self.database("main.c", "build/made.c", flags=["-Igen"])
                self.assertIn("None: what is run is the same", self.project(INCOMPLETE))
                subprocess.run(["rm", "-r", self.folder / "build"], check=True)

    def test_a_file_outside_of_the_work_tree(self):
        with tempfile.TemporaryDirectory() as other:
            Path(other, "q.c").write_text(QUEUE)
            self.commit_files({"src/main.c": MAIN})
            self.database("src/main.c", f"../{other}/q.c".replace("//", "/"))
            database = self.folder / "build/compile_commands.json"
            database.write_text(database.read_text().replace(f"../../{other}".replace("//", "/"), other))
            self.assertIn("None: what is run is the same", self.project(INCOMPLETE))

    def test_names_are_those_of_the_work_tree(self):
        self.commit_files({"src/main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP})
        self.database("src/main.c", flags=["-I../inc"])
        self.assertIn("None: what is run is the same", self.project(INCOMPLETE))
        self.write("inc/bump.h", HEADER_BUMP.replace(LOCK, "  assert(1);\n").replace("counter++", "counter += 2"))
        told = [line.split()[1] for line in self.project(ERROR).splitlines() if line.startswith(("  removed", "  added", "  changed"))]
        self.assertEqual({place.rpartition(":")[0] for place in told}, {f"{self.folder}/inc/bump.h"})


class NamesTest(GitTestCase):
    """Names of files at the revision are those of the work tree."""

    def places(self, text):
        lines = [line.split() for line in text.splitlines() if line.startswith(("  removed  ", "  added  ", "  changed  "))]
        self.assertLess({"removed", "added"}, {line[0] for line in lines} | {""}, text)
        return {line[1].rpartition(":")[0] for line in lines}

    def test_headers_beside_and_elsewhere(self):
        edited = HEADER_BUMP.replace(LOCK, "").replace("  counter++", "  counter++;\n  other++").replace("static int", "static int other;\nstatic int")
        cases = [("src", "main.c", "-I../inc", "../inc/bump.h"), (".", "src/main.c", "-Iinc", "inc/bump.h"),
                 (".", "src/main.c", "-I./inc", "./inc/bump.h"), (".", f"{self.folder}/src/main.c", f"-I{self.folder}/inc", "inc/bump.h"),
                 (".", "src/main.c", f"-I{self.folder}/inc", "inc/bump.h"), ("new", "../src/main.c", "-I../inc", "../inc/bump.h"),
                 ("new", "../src/main.c", f"-I{self.folder}/inc", f"{self.folder}/inc/bump.h")]
        for folder, source, flag, name in cases:
            with self.subTest(folder=folder, source=source, flag=flag):
                self.commit_files({"src/main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP, "case": f"{source} {flag}"})
                (self.folder / "new").mkdir(exist_ok=True)
                self.assertIn("None: what is run is the same", self.in_folder(folder, INCOMPLETE, source, "--", flag))
                self.write("inc/bump.h", edited)
                self.assertEqual(self.places(self.in_folder(folder, ERROR, source, "--", flag)), {name})

    def test_a_header_beside_the_source(self):
        self.commit_files({"main.c": HEADER_MAIN, "bump.h": HEADER_BUMP})
        self.assertIn("None: what is run is the same", self.text(INCOMPLETE, "main.c"))
        self.write("bump.h", HEADER_BUMP.replace(LOCK, "").replace("counter++", "counter++;\n  limit = 1")
                   .replace("static int", "static int limit;\nstatic int"))
        self.assertEqual(self.places(self.text(ERROR, "main.c")), {"./bump.h"})

    def test_a_linked_folder(self):
        edited = QUEUE.replace(LOCK, "").replace("counter++", "counter++;\n  limit = 1").replace("static int", "static int limit;\nstatic int")
        self.split()
        with tempfile.TemporaryDirectory() as other:
            link = Path(other, "link")
            link.symlink_to(self.folder)
            sources = [f"{link}/src/main.c", f"{link}/src/q.c"]
            self.assertIn("None: what is run is the same", self.text(INCOMPLETE, *sources))
            self.write("src/q.c", edited)
            self.assertEqual(self.places(self.text(ERROR, *sources)), {sources[1]})
            # The shell knows by which way the user came.
            found = self.places(self.text(ERROR, "src/main.c", "src/q.c", env={**os.environ, "PWD": str(link)}))
            self.assertEqual(len(found), 1, found)

    def test_errors_of_the_revision(self):
        self.commit_files({"src/main.c": '#include "../inc/bump.h"\n' + MAIN, "inc/bump.h": "wrong;\n"})
        self.write("inc/bump.h", HEADER_BUMP)
        for folder, source in ((".", "src/main.c"), ("src", "main.c"), (".", self.folder / "src/main.c")):
            text = self.in_folder(folder, BAD_INPUT, source)
            self.assertIn("HEAD:src/main.c does not compile", text)
            self.assertIn("HEAD:inc/bump.h:1:1: error", text)
            self.assertNotIn("heddle-revision", text)


class HookTest(GitTestCase):
    """The pre-push hook of the examples, with a server."""

    def setUp(self):
        super().setUp()
        other = tempfile.TemporaryDirectory()
        self.addCleanup(other.cleanup)
        self.server = Path(other.name, "server")
        Path(other.name, "heddle").symlink_to(HEDDLE)
        Path(other.name, "temporary").mkdir()
        self.temporary = Path(other.name, "temporary")
        self.environment.update(PATH=f"{other.name}:{os.environ['PATH']}", HEDDLE_INPUTS="src/main.c src/q.c", HEDDLE_FLAGS="-Iinc", HOME=other.name,
                                TMPDIR=str(self.temporary))
        self.git("init", "-q", "-b", "main")
        self.git("init", "-q", "--bare", "-b", "main", str(self.server))
        self.git("remote", "add", "origin", str(self.server))
        hook = self.folder / ".git/hooks/pre-push"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text((EXAMPLES / "incremental/pre-push").read_text())
        hook.chmod(0o755)
        self.split()
        self.push(True, "main")

    def edit(self, text=QUEUE.replace(LOCK, ""), name="src/q.c"):
        self.write(name, text)
        self.git("add", "-A")
        self.git("commit", "-qm", "edit")

    def push(self, is_accepted, *arguments, folder=None):
        run = subprocess.run(["git", "push", "origin", *arguments], cwd=folder or self.folder, env=self.environment, capture_output=True, text=True)
        self.assertEqual(run.returncode == 0, is_accepted, run.stdout + run.stderr)
        self.assertEqual(len(self.git("worktree", "list").splitlines()), 2 if folder else 1)
        self.assertEqual(list(self.temporary.iterdir()), [])
        return run.stdout + run.stderr

    def test_what_is_committed_counts(self):
        self.edit()
        self.write("src/q.c", QUEUE)  # mended, but not committed
        self.assertIn("the push of refs/heads/main is refused", self.push(False, "main"))
        self.edit(QUEUE)
        self.write("src/q.c", QUEUE.replace(LOCK, ""))  # broken, but not pushed
        self.push(True, "main")

    def test_new_and_deleted_branches(self):
        self.git("checkout", "-qb", "topic")
        self.edit(QUEUE.replace("< 3", "< 4"))
        self.push(True, "topic")
        self.edit()
        self.push(False, "topic")
        self.push(False, "topic:other")
        self.git("checkout", "-q", "main")
        self.push(True, "--delete", "topic")

    def test_several_branches_and_tags(self):
        self.git("tag", "-am", "good", "good")
        self.git("checkout", "-qb", "topic")
        self.edit()
        self.git("tag", "-am", "bad", "bad")
        self.push(True, "good")
        self.assertIn("refs/tags/bad is refused", self.push(False, "bad"))
        self.push(False, "main:copy", "topic")

    def test_a_commit_that_cannot_be_checked(self):
        self.edit("wrong\n")
        self.assertIn("could not be checked", self.push(False, "main"))

    def test_new_and_renamed_files(self):
        self.git("mv", "src/q.c", "src/queue.c")
        self.environment["HEDDLE_INPUTS"] = "src/main.c src/queue.c"
        self.edit(QUEUE, "src/queue.c")
        self.push(True, "main")
        self.edit(MAIN + "void extra(void) {}\n", "src/extra.c")
        self.write("src/extra.c", "void extra(void) {}\n")
        self.git("commit", "-qam", "two")
        self.environment["HEDDLE_INPUTS"] += " src/extra.c"
        self.push(True, "main")

    def test_a_linked_work_tree(self):
        with tempfile.TemporaryDirectory() as other:
            tree = Path(other, "tree")
            self.git("worktree", "add", "-q", "-b", "topic", str(tree))
            (tree / "src/q.c").write_text(QUEUE.replace("< 3", "< 4"))
            self.git("-C", str(tree), "commit", "-qam", "good")
            self.push(True, "topic", folder=tree)
            (tree / "src/q.c").write_text(QUEUE.replace(LOCK, ""))
            self.git("-C", str(tree), "commit", "-qam", "bad")
            self.push(False, "topic", folder=tree)

    def test_the_job_of_continuous_integration(self):
        lines = (EXAMPLES / "incremental/continuous_integration.yml").read_text().split("run: |\n")[1].splitlines()
        script = "set -e\n" + "\n".join(line for line in itertools.takewhile(lambda line: line.startswith("          "), lines))
        script = script.replace("${{ github.base_ref }}", "main").replace("queue_check.c queue.c", "src/main.c src/q.c")
        for text, is_accepted in ((QUEUE.replace("< 3", "< 4"), True), (QUEUE.replace(LOCK, ""), False)):
            self.edit(text)
            run = subprocess.run(["sh", "-c", script], cwd=self.folder, env=self.environment, capture_output=True, text=True)
            self.assertEqual(run.returncode == 0, is_accepted, run.stdout + run.stderr)
            self.assertEqual(json.loads((self.folder / "diff.json").read_text())["diff"]["base"], "revision origin/main")


if __name__ == "__main__":
    unittest.main()

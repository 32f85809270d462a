"""heddle diff --base: by whatever way the compiler comes to a file, it reads what that file was at the revision.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from diff_git_test import HEADER_BUMP, HEADER_MAIN, MAIN, QUEUE, GitTestCase
from diff_test import COUNTER, LOCK
from harness import BAD_INPUT, ERROR, INCOMPLETE

SAME = "None: what is run is the same"
BROKEN_BUMP = HEADER_BUMP.replace(LOCK, "")


class WaysTest(GitTestCase):
    """An edit of inc/bump.h, which takes a lock away, is seen."""

    def edit_header(self, code, *arguments, before=HEADER_BUMP, **options):
        self.write("inc/bump.h", before)
        self.assertIn(SAME, self.text(INCOMPLETE, *arguments, **options))
        self.write("inc/bump.h", BROKEN_BUMP)
        self.assertIn("lock mutex", self.text(code, *arguments, **options))

    def test_flags_of_any_spelling(self):
        self.commit_files({"main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP})
        for flags in (["--include-directory=inc"], ["--include-directory", "inc"], ["-Wp,-Iinc"], ["-Xclang", "-I", "-Xclang", "inc"],
                      ["-iwithprefixbefore", "inc"], ["-iprefix", "inc/", "-iwithprefix", "."]):
            with self.subTest(flags):
                self.edit_header(ERROR, "main.c", "--", *flags)

    def test_the_environment(self):
        self.commit_files({"main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP})
        self.edit_header(ERROR, "main.c", env={**os.environ, "CPATH": "inc"})

    def test_an_absolute_name(self):
        self.commit_files({"main.c": HEADER_MAIN.replace("bump.h", f"{self.folder}/inc/bump.h"), "inc/bump.h": HEADER_BUMP})
        self.edit_header(ERROR, "main.c")

    def test_a_generated_header_with_an_absolute_name(self):
        self.commit_files({"main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP, ".gitignore": "gen/\n"})
        self.write("gen/bump.h", f'#include "{self.folder}/inc/bump.h"\n')
        self.edit_header(ERROR, "main.c", "--", "-Igen")

    def test_flags_for_several_folders(self):
        """A relative folder is one beside each unit."""
        self.commit_files({"a/main.c": MAIN, "b/q.c": '#include "n.h"\n' + QUEUE.replace("< 3", "< N"), "a/inc/n.h": "#define N 9\n",
                           "b/inc/n.h": "#define N 3\n"})
        self.write("compile_commands.json", json.dumps(
            [{"directory": f"{self.folder}/{folder}", "file": name, "arguments": ["cc", "-c", name]} for folder, name in (("a", "main.c"), ("b", "q.c"))]))
        arguments = ["--compile-commands", "compile_commands.json", "--", "-Iinc"]
        self.assertIn(SAME, self.text(INCOMPLETE, *arguments))
        self.write("b/inc/n.h", "#define N 2\n")
        self.assertNotIn(SAME, self.text(ERROR, *arguments))

    def test_a_way_by_a_link_that_nothing_names(self):
        """What it was cannot be known, and is not guessed."""
        with tempfile.TemporaryDirectory() as other:
            Path(other, "link").symlink_to(self.folder)
            self.commit_files({"main.c": HEADER_MAIN.replace("bump.h", f"{other}/link/inc/bump.h"), "inc/bump.h": HEADER_BUMP})
            self.assertIn("inc/bump.h of the work tree by another name", self.text(BAD_INPUT, "main.c"))


class LinksTest(GitTestCase):
    """Links that lead elsewhere now; also with a cache, where unchanged units are not compiled again."""

    def relink(self, name, target):
        (self.folder / name).unlink(missing_ok=True)
        (self.folder / name).symlink_to(target)

    def check(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            run = self.assert_exit(ERROR, "diff", "--cache", cache, "--no-store", "--base", "HEAD", *arguments)
            self.assertIn("lock mutex", run.stdout)
            self.git("checkout", "-q", ".")
            run = self.assert_exit(INCOMPLETE, "diff", "--cache", cache, "--no-store", "--base", "HEAD", *arguments)
            self.assertIn(SAME, run.stdout)

    def test_a_source(self):
        self.write("v1.c", COUNTER)
        self.write("v2.c", COUNTER.replace(LOCK, ""))
        self.relink("prog.c", "v1.c")
        self.commit_files({})
        self.relink("prog.c", "v2.c")
        self.check("prog.c")

    def test_a_header_and_a_folder(self):
        for target in ("v1/bump.h", f"{self.folder}/v1/bump.h"):
            with self.subTest(target):
                self.write("v1/bump.h", HEADER_BUMP)
                self.write("v2/bump.h", BROKEN_BUMP)
                self.write("main.c", HEADER_MAIN)
                self.relink("bump.h", target)
                self.relink("inc", "v1")
                self.commit_files({"case": target})
                self.relink("bump.h", "v2/bump.h")
                self.check("main.c")
                (self.folder / "bump.h").unlink()
                self.git("commit", "-qam", "without")
                self.relink("inc", "v2")
                self.check("main.c", "--", "-Iinc")

    def test_a_folder_in_the_place_of_a_link(self):
        self.write("v1/bump.h", HEADER_BUMP)
        self.write("main.c", HEADER_MAIN)
        self.relink("inc", "v1")
        self.commit_files({})
        (self.folder / "inc").unlink()
        self.write("inc/bump.h", BROKEN_BUMP)
        self.assertIn("lock mutex", self.text(ERROR, "main.c", "--", "-Iinc"))


class TakenTest(GitTestCase):
    """What git does not know is taken as it is now, wherever it lies."""

    def test_ignored_headers(self):
        for name, include, flags in (("config.h", "config.h", []), ("inc/config.h", "config.h", ["-Iinc"]), ("config.h", "config.h", ["-I."])):
            with self.subTest(name):
                self.commit_files({"main.c": f'#include "{include}"\n{HEADER_MAIN}', "inc/bump.h": HEADER_BUMP, ".gitignore": "config.h\n", "case": name + str(flags)})
                self.write(name, "#define LIMIT 1\n")
                self.assertIn(SAME, self.text(INCOMPLETE, "main.c", "--", *flags, "-Iinc"))
                (self.folder / name).unlink()

    def test_an_ignored_header_that_hides_another(self):
        self.commit_files({"src/main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP, ".gitignore": "src/bump.h\n"})
        self.write("src/bump.h", BROKEN_BUMP)
        self.assertIn(SAME, self.text(INCOMPLETE, "src/main.c", "--", "-Iinc"))

    def test_a_new_header_hides_nothing_at_the_revision(self):
        self.commit_files({"src/main.c": HEADER_MAIN, "inc/bump.h": HEADER_BUMP})
        self.write("src/bump.h", BROKEN_BUMP)
        self.assertIn("lock mutex", self.text(ERROR, "src/main.c", "--", "-Iinc"))

    def test_outside_of_the_work_tree(self):
        """Another one each time, so nothing of it is kept."""
        with tempfile.TemporaryDirectory() as other:
            self.commit_files({"main.c": HEADER_MAIN, ".gitignore": "cache/\n"})
            for header in (HEADER_BUMP, BROKEN_BUMP):
                Path(other, "bump.h").write_text(header)
                run = self.assert_exit(INCOMPLETE, "diff", "--cache", "cache", "--no-store", "--base", "HEAD", "main.c", "--", f"-I{other}")
                self.assertIn(SAME, run.stdout)

    def test_a_submodule_by_its_path(self):
        with tempfile.TemporaryDirectory() as other:
            for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
                Path(other, "bump.h").write_text(HEADER_BUMP)
                Path(other, "q.c").write_text(QUEUE)
                subprocess.run(["git", *words], cwd=other, check=True, capture_output=True, env=self.environment)
            self.commit_files({"main.c": HEADER_MAIN.replace("bump.h", "lib/bump.h"), "two.c": COUNTER.replace("int main", "void bump(void);\nint main")})
            self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "lib")
            self.git("commit", "-qm", "two")
        self.assertIn(SAME, self.text(INCOMPLETE, "main.c"))
        # The work tree around it is the one that the revision is of, whatever is named first.
        self.write("two.c", (self.folder / "two.c").read_text().replace(LOCK, ""))
        for sources in (["two.c", "lib/q.c"], ["lib/q.c", "two.c"]):
            text = self.text(ERROR, *sources)
            self.assertIn("lib/q.c is not in the work tree", text)
            self.assertIn("lock mutex", text)


class BuildsTest(GitTestCase):
    """Projects that CMake has configured."""

    def configure(self, lists, generator, build="build"):
        self.commit_files({"CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(p C)\n" + lists, "src/main.c": MAIN, "src/q.c": QUEUE,
                           "inc/bump.h": HEADER_BUMP, ".gitignore": "build*/\n", "case": generator + build})
        subprocess.run(["cmake", "-G", generator, "-S", self.folder, "-B", self.folder / build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
                       check=True, capture_output=True)
        return ["--compile-commands", f"{build}/compile_commands.json", "--target", "q_test"]

    def edit_source(self, arguments):
        self.assertIn(SAME, self.text(INCOMPLETE, *arguments))
        self.write("src/q.c", QUEUE.replace(LOCK, ""))
        self.assertIn("lock mutex", self.text(ERROR, *arguments))

    def test_targets(self):
        with tempfile.TemporaryDirectory() as other:
            for generator, build in (("Ninja", "build"), ("Unix Makefiles", "build-make"), ("Ninja", f"{other}/build")):
                with self.subTest(generator=generator, build=build):
                    self.edit_source(self.configure("add_executable(q_test src/main.c src/q.c)\n", generator, build))

    def test_unity_builds(self):
        self.edit_source(self.configure("add_library(queue STATIC src/q.c)\nset_target_properties(queue PROPERTIES UNITY_BUILD ON)\n"
                                        "add_executable(q_test src/main.c)\ntarget_link_libraries(q_test queue)\n", "Ninja"))

    def test_precompiled_headers(self):
        arguments = self.configure("add_executable(q_test src/main.c)\ntarget_precompile_headers(q_test PRIVATE inc/bump.h)\n", "Ninja")
        self.commit_files({"src/main.c": MAIN.replace("void bump(void);\n", "")})
        self.assertIn(SAME, self.text(INCOMPLETE, *arguments))
        self.write("inc/bump.h", BROKEN_BUMP)
        self.assertIn("lock mutex", self.text(ERROR, *arguments))


class OtherInputsTest(GitTestCase):
    def test_bitcode(self):
        clang = shutil.which("clang-19")
        for source in (COUNTER, COUNTER.replace(LOCK, "")):
            path = self.write("prog.c", source)
            subprocess.run([clang, "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-c", "-emit-llvm", path, "-o", self.folder / "prog.bc"], check=True)
            if source == COUNTER:
                self.commit_files({})
        self.assertIn("lock mutex", self.text(ERROR, "prog.bc"))

    def test_errors_in_names_with_blanks(self):
        self.commit_files({"p q.c": "wrong;\n"})
        self.write("p q.c", COUNTER)
        self.assertIn("HEAD:p q.c does not compile", self.text(BAD_INPUT, "p q.c"))

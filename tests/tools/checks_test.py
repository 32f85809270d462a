"""Shows that each of the checks in tools/ passes on a good tree and fails on each kind of bad one.

A check that cannot fail protects nothing; every test here plants one fault in a small tree and asks for it by name.
SPDX-License-Identifier: Apache-2.0
"""
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SPDX = "// SPDX-License-Identifier: Apache-2.0\n"


class CheckTestCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_tool(self, tool, root=None):
        return subprocess.run([ROOT / "tools" / tool, root or self.root], capture_output=True, text=True)

    def assert_passes(self, tool, root=None):
        run = self.run_tool(tool, root)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def assert_fails(self, tool, message, root=None):
        run = self.run_tool(tool, root)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn(message, run.stdout)


class LayersTest(CheckTestCase):
    def setUp(self):
        super().setUp()
        self.write("src/layers.txt", "support:\nprogram:\nlower: program llvm\nmachine: program lower/facts.h\n")
        self.write("src/support/hash.h", "#pragma once\n#include <vector>\n")
        self.write("src/program/program.h", '#pragma once\n#include "support/hash.h"\n')
        self.write("src/lower/facts.h", '#pragma once\n#include "program/program.h"\n')
        self.write("src/lower/lower.cpp", '#include "lower/facts.h"\n#include <llvm/IR/Module.h>\n')
        self.write("src/machine/run.cpp", '#include "program/program.h"\n#include "lower/facts.h"\n')

    def test_allowed_includes_pass(self):
        self.assert_passes("check_layers", self.root / "src")

    def test_include_of_another_layer(self):
        self.write("src/program/bad.cpp", '#include "machine/run.h"\n')
        self.write("src/machine/run.h", "#pragma once\n")
        self.assert_fails("check_layers", "bad.cpp:1: program may not include machine/run.h", self.root / "src")

    def test_only_the_named_header_is_open(self):
        self.write("src/lower/other.h", "#pragma once\n")
        self.write("src/machine/bad.cpp", '#include "lower/other.h"\n')
        self.assert_fails("check_layers", "machine may not include lower/other.h", self.root / "src")

    def test_llvm_outside_its_folders(self):
        self.write("src/machine/bad.cpp", '#include "llvm/IR/Module.h"\n')
        self.assert_fails("check_layers", "machine may not include LLVM's headers", self.root / "src")

    def test_header_named_without_its_folder(self):
        self.write("src/machine/bad.cpp", '#include "run.h"\n')
        self.assert_fails("check_layers", '"run.h" is not a file below src/', self.root / "src")

    def test_folder_that_is_not_listed(self):
        self.write("src/extra/new.cpp", "")
        self.assert_fails("check_layers", "src/extra/new.cpp: its folder is not listed", self.root / "src")

    def test_circle_in_the_table(self):
        self.write("src/layers.txt", "support:\nprogram: machine\nlower: program llvm\nmachine: program lower\n")
        self.assert_fails("check_layers", "circle: lower -> program -> machine -> lower", self.root / "src")

    def test_circle_of_headers(self):
        self.write("src/machine/a.h", '#include "machine/b.h"\n')
        self.write("src/machine/b.h", '#include "machine/a.h"\n')
        self.assert_fails("check_layers", "machine/a.h -> machine/b.h -> machine/a.h", self.root / "src")


class SizesTest(CheckTestCase):
    def setUp(self):
        super().setUp()
        self.write("tools/size_exceptions.txt", "# nothing yet\n")

    def test_short_files_pass(self):
        self.write("src/a.cpp", "\n" * 400)
        self.assertNotIn("warning", self.assert_passes("check_sizes"))

    def test_middling_files_are_pointed_out(self):
        self.write("src/a.cpp", "\n" * 401)
        self.assertIn("warning: src/a.cpp: 401 lines", self.assert_passes("check_sizes"))

    def test_long_file_needs_a_reason(self):
        self.write("src/a.cpp", "\n" * 601)
        self.assert_fails("check_sizes", "src/a.cpp: 601 lines")
        self.write("tools/size_exceptions.txt", "src/a.cpp\n")
        self.assert_fails("check_sizes", "src/a.cpp: 601 lines")
        self.write("tools/size_exceptions.txt", "src/a.cpp one flat switch\n")
        self.assert_passes("check_sizes")

    def test_stale_exception(self):
        self.write("tools/size_exceptions.txt", "src/gone.cpp one flat switch\n")
        self.assert_fails("check_sizes", "src/gone.cpp needs no exception")


class DocsTest(CheckTestCase):
    def setUp(self):
        super().setUp()
        self.write("src/machine/trail.h", "")
        self.write("docs/manual/check.md", "See `machine/trail.h`, `src/machine/*.h` and [home](../../README.md).\n")

    def test_existing_paths_pass(self):
        self.write("README.md", "`src/machine/` [check](docs/manual/check.md#options) `build/heddle` `--json FILE`\n")
        self.assert_passes("check_docs")

    def test_missing_path(self):
        self.write("README.md", "\nLook at `src/machine/memory.h`.\n")
        self.assert_fails("check_docs", "README.md:2: `src/machine/memory.h` does not exist")

    def test_pattern_without_a_match(self):
        self.write("README.md", "Look at `src/machine/*.cpp`.\n")
        self.assert_fails("check_docs", "`src/machine/*.cpp` does not exist")

    def test_missing_link_target(self):
        self.write("docs/index.md", "[the manual](manual/replay.md)\n")
        self.assert_fails("check_docs", "docs/index.md:1: `manual/replay.md` does not exist")

    def test_code_blocks_are_not_read(self):
        self.write("README.md", "```\ngcc `no/such/file.c`\n```\n")
        self.assert_passes("check_docs")


class TextTest(CheckTestCase):
    def test_clean_text_passes(self):
        self.write("src/a.cpp", SPDX + '// The home/ folder; "/usr/lib" is the same everywhere.\n')
        self.assert_passes("check_text")

    def test_machine_path(self):
        self.write("docs/a.md", "Run it in /" + "home/someone/heddle.\n")
        self.assert_fails("check_text", "docs/a.md:1: an absolute path")

    def test_note_to_oneself(self):
        self.write("src/a.cpp", SPDX + "// TO" + "DO: later\n")
        self.assert_fails("check_text", "src/a.cpp:2: a note to oneself")

    def test_missing_licence_line(self):
        self.write("runtime/a.c", "int x;\n")
        self.assert_fails("check_text", "runtime/a.c:1: no line")


class FormatTest(CheckTestCase):
    def setUp(self):
        super().setUp()
        self.write(".clang-format", (ROOT / ".clang-format").read_text())

    def test_formatted_file_passes(self):
        self.write("src/a.cpp", "int* pointer(int value) { return new int(value); }\n")
        self.assert_passes("check_format")

    def test_unformatted_file(self):
        self.write("src/a.cpp", "int *pointer( int value ){return new int(value);}\n")
        self.assert_fails("check_format", "src/a.cpp: ")


if __name__ == "__main__":
    unittest.main()

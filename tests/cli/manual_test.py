"""The manual keeps its word: its examples are reported as it says, its fields and functions are there.

SPDX-License-Identifier: Apache-2.0
"""
import re
import shlex
import subprocess
import unittest

from harness import ERROR, EXAMPLES, HEDDLE, ROOT, HeddleTestCase

MANUAL = ROOT / "docs/manual/error-kinds.md"
COMMAND = "// heddle check "
RESERVED = "The name is reserved"
# In the tables of functions, but the compiler's or the machine's own business.
NOT_A_MODEL = {"errno", "setjmp", "longjmp"}


def sections():
    """{kind: text of its section}"""
    parts = re.split(r"(?m)^## (.+)$", MANUAL.read_text())
    return dict(zip(parts[1::2], parts[2::2]))


def known_kinds():
    """The kinds by the names that heddle itself gives them."""
    return set(re.findall(r'X\(\w+, "([a-z-]+)"\)', (ROOT / "src/result/error_kind.h").read_text()))


def promised_functions():
    """The functions that modelled.md says are there."""
    text = (ROOT / "docs/manual/modelled.md").read_text()
    tables = re.search(r"(?ms)^## POSIX threads$(.*)^## Limits$", text)[1]
    rows = [row for row in tables.splitlines() if row.startswith("|") and not row.endswith("| refused |")]
    return set(re.findall(r"`(\w+)`", "\n".join(rows))) - NOT_A_MODEL


def modelled_functions():
    """What the compiled models define."""
    modules = [HEDDLE.parent / "lib/heddle/runtime.bc"]
    names = subprocess.run(["llvm-nm-19", "--defined-only", "--format=just-symbols", *modules],
                           check=True, capture_output=True, text=True).stdout
    return set(names.split())


def field_names(value):
    """All names of fields in a JSON value, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(field_names, value.values()))
    if isinstance(value, list):
        return set().union(*map(field_names, value))
    return set()


class ManualTest(HeddleTestCase):
    def test_every_kind_has_a_section(self):
        self.assertEqual(set(sections()), known_kinds())

    def test_every_kind_is_in_the_manual_page_and_the_completions(self):
        for path in ["man/man1/heddle.1", "bash-completion/completions/heddle", "zsh/site-functions/_heddle",
                     "fish/vendor_completions.d/heddle.fish"]:
            text = (ROOT / "share" / path).read_text().replace("\\-", "-")
            for kind in known_kinds():
                self.assertRegex(text, rf"(?<![\w-]){kind}(?![\w-])", path)

    def test_every_section_has_an_example_or_is_reserved(self):
        for kind, text in sections().items():
            self.assertNotEqual("```c" in text, RESERVED in text, kind)

    def test_examples(self):
        for kind, text in sections().items():
            if RESERVED in text:
                continue
            with self.subTest(kind=kind):
                self.check_example(kind, re.search(r"```c\n(.*?)```", text, re.DOTALL)[1])

    def check_example(self, kind, source):
        self.write("example.c", source)
        lines = source.splitlines()
        options = shlex.split(lines[0][len(COMMAND):]) if lines[0].startswith(COMMAND) else []
        error = self.check_json(ERROR, "example.c", *options)["errors"][0]
        self.assertEqual(error["kind"], kind)
        marked = [number for number, line in enumerate(lines, 1) if "// violation" in line]
        if marked:
            self.assertIn(error["location"]["line"], marked)

    def test_every_json_field_is_documented(self):
        manual = (ROOT / "docs/manual/json.md").read_text()
        for name in field_names(self.check_json(ERROR, EXAMPLES / "deadlock_bad.c")):
            self.assertRegex(manual, rf"`[\w.\[\]]*\b{name}`")

    def test_every_function_promised_is_modelled(self):
        self.assertGreater(len(promised_functions()), 30)
        self.assertEqual(promised_functions() - modelled_functions(), set())


if __name__ == "__main__":
    unittest.main()

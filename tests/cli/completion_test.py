"""The man page and the completions of the shells know every option of heddle check.

SPDX-License-Identifier: Apache-2.0
"""
import re
import subprocess
import unittest

from harness import HEDDLE, ROOT

SHARE = ROOT / "share"
FILES = {  # how an option looks in each
    "bash-completion/completions/heddle": "--{}",
    "zsh/site-functions/_heddle": "--{}",
    "fish/vendor_completions.d/heddle.fish": "-l {}",
    "man/man1/heddle.1": "--{}",
}


def help_text():
    return subprocess.run([HEDDLE, "check", "--help"], capture_output=True, text=True, check=True).stdout


class CompletionTest(unittest.TestCase):
    def test_every_option(self):
        options = set(re.findall(r"^  (?:-\w,)?--([a-z-]+)", help_text(), re.MULTILINE))
        self.assertGreater(len(options), 40)
        for name, form in FILES.items():
            text = (SHARE / name).read_text(encoding="utf-8").replace("\\-", "-")
            missing = [o for o in sorted(options) if not re.search(re.escape(form.format(o)) + r"(?![a-z-])", text)]
            with self.subTest(file=name):
                self.assertEqual(missing, [])

    def test_every_value(self):
        """Of the options that take one of a few words."""
        choices = re.findall(r"^  (?:-\w,)?--([a-z-]+) TEXT:\{([^}]*)\}", help_text(), re.MULTILINE)
        self.assertIn("search", [option for option, _ in choices])
        for name in FILES:
            text = (SHARE / name).read_text(encoding="utf-8").replace("\\-", "-")
            for option, values in choices:
                lines = [line for line in text.splitlines() if re.search(rf"(--|-l ){option}\b", line)]
                with self.subTest(file=name, option=option):
                    best = min((set(values.split(",")) - set(re.findall(r"[\w-]+", line)) for line in lines + [text]), key=len)
                    self.assertEqual(best, set())


if __name__ == "__main__":
    unittest.main()

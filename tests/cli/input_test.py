"""Programs that cannot be checked, each with its message; and the forms in which a program may come.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from harness import BAD_INPUT, ERROR, LOST_UPDATE, VERIFIED, VERIFIED_PROGRAM, HeddleTestCase


class BadInputTest(HeddleTestCase):
    def refuse(self, name, content, says):
        self.write(name, content)
        return self.assert_refused(BAD_INPUT, "check", name, says=says)

    def test_missing_file(self):
        self.assert_refused(BAD_INPUT, "check", "nowhere.c", says=["nowhere.c"])

    def test_folder_instead_of_a_file(self):
        (self.folder / "folder.c").mkdir()
        self.assert_refused(BAD_INPUT, "check", "folder.c", says=["folder.c"])

    def test_unknown_kind_of_file(self):
        self.refuse("program.txt", "int main(void) { return 0; }\n", ["program.txt"])

    def test_compile_error_shows_clangs_message(self):
        self.refuse("program.c", "int main(void) {\n  return undeclared_name;\n}\n",
                    ["program.c:2:", "error:", "undeclared_name"])

    def test_bad_compiler_flag(self):
        self.write("program.c", VERIFIED_PROGRAM)
        self.assert_refused(BAD_INPUT, "check", "program.c", "--", "--no-such-flag", says=["--no-such-flag"])

    def test_no_main(self):
        self.refuse("program.c", "int helper(void) { return 0; }\n", ["main"])

    def test_two_mains(self):
        self.write("a.c", "int main(void) { return 0; }\n")
        self.write("b.c", "int main(void) { return 0; }\n")
        self.assert_refused(BAD_INPUT, "check", "a.c", "b.c", says=["main"])

    def test_inline_assembly(self):
        self.refuse("program.c", 'int main(void) {\n  int a;\n  __asm__("cpuid" : "=a"(a) : : "ebx", "ecx", "edx");\n'
                    "  return a;\n}\n", ["assembly", "cpuid", "program.c:3"])

    def test_unmodelled_function_is_named_with_its_call_site(self):
        self.refuse("program.c", "int frobnicate(int);\n\nint main(void) {\n  return frobnicate(1);\n}\n",
                    ["frobnicate", "program.c:4"])

    def test_unmodelled_function_that_is_never_called(self):
        self.write("program.c", "int frobnicate(int);\nint unused(void) { return frobnicate(1); }\n"
                   "int main(void) { return 0; }\n")
        self.assert_exit(VERIFIED, "check", "program.c")

    def test_empty_bitcode(self):
        self.refuse("program.bc", b"", ["program.bc"])

    def test_garbage_as_bitcode(self):
        self.refuse("program.bc", b"BC\xc0\xde" + bytes(range(256)) * 4, ["program.bc"])

    def test_truncated_bitcode(self):
        self.write("program.c", VERIFIED_PROGRAM)
        whole = self.compile("program.c", "whole.bc", "-emit-llvm", "-c").read_bytes()
        for kept in (20, len(whole) // 2, len(whole) - 64):
            with self.subTest(kept=kept):
                self.refuse("program.bc", whole[:kept], ["program.bc"])

    def test_garbage_as_ir(self):
        self.refuse("program.ll", "define i32 @main( {\n", ["program.ll"])


class FormsOfInputTest(HeddleTestCase):
    def test_flags_after_the_dashes(self):
        self.write("program.c", "#include <assert.h>\nint main(void) { assert(VALUE == 3); }\n")
        self.assert_exit(VERIFIED, "check", "program.c", "--", "-DVALUE=3")
        self.assert_exit(ERROR, "check", "program.c", "--", "-DVALUE=4")

    def test_several_files(self):
        self.write("a.c", "#include <assert.h>\nint value(void);\nint main(void) { assert(value() == 3); }\n")
        self.write("b.c", "int value(void) { return 3; }\n")
        self.write("c.c", "int value(void) { return 4; }\n")
        self.assert_exit(VERIFIED, "check", "a.c", "b.c")
        self.assert_exit(ERROR, "check", "a.c", "c.c")

    def test_bitcode_and_ir(self):
        for name, source, code in [("bad", LOST_UPDATE, ERROR), ("ok", VERIFIED_PROGRAM, VERIFIED)]:
            self.write(f"{name}.c", source)
            self.compile(f"{name}.c", f"{name}.bc", "-emit-llvm", "-c")
            self.compile(f"{name}.c", f"{name}.ll", "-emit-llvm", "-S")
            for suffix in ("bc", "ll"):
                with self.subTest(name=name, suffix=suffix):
                    self.assert_exit(code, "check", f"{name}.{suffix}")

    def test_heddle_h_is_found(self):
        self.write("program.c", "#include <heddle/heddle.h>\nint main(void) {\n  heddle_assert(heddle_choose(3) < 2);\n}\n")
        self.assertEqual(self.check_json(ERROR, "program.c")["errors"][0]["location"]["line"], 3)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Compares the model of printf with the C library's: random conversions, natively and under heddle.

The formatter is compiled for the hardware under the sanitizers, with the machine's builtins replaced, and must give
the same text, the same result and the same bytes in a buffer that may be too small. Then programs that print through
every function of stdio are run natively and checked by heddle, whose captured output must be equal.
SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HEDDLE = Path(os.environ.get("HEDDLE", ROOT / "build/heddle")).resolve()
SEED = 1
NATIVE_CASES = 4000
HEDDLE_CASES = 400
CASES_PER_FUNCTION = 100  # a compiler's time grows faster than the length of a function
SECONDS_PER_RUN = 20

BUILTINS = r"""
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format.h"

static char printed[1 << 16];
static size_t printed_length;

void __heddle_output(int fd, const char *text, size_t length) {
  if (fd != 1) abort();
  memcpy(printed + printed_length, text, length);
  printed_length += length;
}

int __heddle_format_double(char *buffer, size_t size, const char *spec, double value) {
  return snprintf(buffer, size, spec, value);
}

int __heddle_format_long_double(char *buffer, size_t size, const char *spec, const long double *value) {
  char with_size[64];
  const size_t last = strlen(spec) - 1;
  snprintf(with_size, sizeof with_size, "%.*sL%c", (int)last, spec, spec[last]);
  return snprintf(buffer, size, with_size, *value);
}

void __heddle_unsupported(const char *what) {
  printf("FAILED: refused: %s\n", what);
  exit(1);
}

static int passed, failed;

static void compare(size_t size, const char *format, ...) {
  static char expected[1 << 16], found[1 << 16];
  memset(expected, 'x', sizeof expected);
  memset(found, 'x', sizeof found);
  printed_length = 0;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(expected, size, format, arguments);
  va_end(arguments);
  // The model's buffer has no byte to spare: the sanitizer sees what is written behind it.
  char *exact = malloc(size);
  memset(exact, 'x', size);
  errno = 0;
  va_start(arguments, format);
  const int result = __heddle_format_memory(exact, size, format, arguments);
  va_end(arguments);
  memcpy(found, exact, size);
  free(exact);
  int same = result == length && memcmp(expected, found, sizeof found) == 0;

  if (length >= 0) {
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    same &= __heddle_format_output(1, format, arguments) == length;
    va_end(arguments);
    same &= printed_length == (size_t)length && memcmp(expected, printed, printed_length) == 0;
  } else {
    same &= errno == EOVERFLOW;
  }
  same ? ++passed : ++failed;
  if (!same) printf("FAILED: \"%s\": %d <%.60s>, the library: %d <%.60s>\n", format, result, found, length, expected);
}
"""

FUNCTIONS = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int through(int which, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[64] = "", *block = NULL;
  int length = -1;
  switch (which) {
    case 0: length = vprintf(format, arguments); break;
    case 1: length = vfprintf(stdout, format, arguments); break;
    case 2: length = vdprintf(1, format, arguments); break;
    case 3: length = vsprintf(text, format, arguments); break;
    case 4: length = vsnprintf(text, 8, format, arguments); break;
    case 5: length = vasprintf(&block, format, arguments); break;
  }
  va_end(arguments);
  if (block) fputs(block, stdout);
  free(block);
  return printf("%s %d\n", text, length);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int which = 0; which < 6; ++which) through(which, "%d and %s%c", which, "text", '!');
  char text[64], *block, shared[3] = "ab";
  int count = 0;
  long long_count = 0;
  signed char short_count = 0;
  printf("%d\n", sprintf(text, "%s|%n%i|%ln%hhn", "five5", &count, 7, &long_count, &short_count));
  printf("%s %d %ld %d\n", text, count, long_count, short_count);
  printf("%d\n", snprintf(text, 5, "%s", "truncated"));
  printf("%s %d\n", text, snprintf(NULL, 0, "%d", 12345));
  printf("%d %s\n", asprintf(&block, "%x", 0xbeef), block);
  free(block);
  printf("%d\n", fprintf(stdout, "%s\n", shared));
  printf("%d\n", dprintf(1, "%s\n", shared));
  errno = ENOENT;
  printf("%m\n");
  printf("%p %s\n", NULL, (char *)NULL);
  printf("%d\n", puts("a line") >= 0);
  printf("%d\n", fputs("no line", stdout) >= 0);
  printf("%d%d%d%d\n", putchar('1'), putc('\xff', stdout), fputc('3', stdout), putchar_unlocked('4'));
  printf("%d%d%d\n", putc_unlocked('5', stdout), fputc_unlocked('6', stdout), fputs_unlocked("7", stdout) >= 0);
  printf("%zu %zu %zu\n", fwrite("12345678", 2, 3, stdout), fwrite("", 0, 3, stdout),
         fwrite_unlocked("abc\0d", 1, 5, stdout));
  printf("%zd\n", write(1, "written\n", 8));
  char *large = malloc(2001);
  for (int i = 0; i < 2000; ++i) large[i] = 'l';  // memset would be fortified, too
  for (int length = 0; length <= 2000; length += 125 + length % 3) {
    large[length] = 0;
    puts(large);
    printf("%s%d\n", large, length);
    fputs(large, stdout);
    fwrite(large, 1, length, stdout);
    large[length] = 'l';
  }
  free(large);
  printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
  printf("%d %d\n", fflush(stdout), ferror(stdout));
  clearerr(stdout);
  return fclose(stdout);
}
"""

FLOATS = ["0.0", "-0.0", "1.0", "-1.5", "0.1", "123456.789", "1e-5", "9.9999995e22", "1.7976931348623157e308", "5e-324",
          "1.0/0.0", "-1.0/0.0", "__builtin_nan(\"\")", "2.5", "999999.5"]
STRINGS = ["", "a", "text", "two words", "percent % sign", "l" * 254, "l" * 255, "l" * 256, "l" * 700]
INTEGERS = [0, 1, -1, 7, 8, 42, 127, 128, 255, 256, -128, 32767, 65536, 2**31 - 1, -2**31, 2**32, 2**63 - 1, -2**63]
C_SIZES = {"hh": "int", "h": "int", "": "int", "l": "long", "ll": "long long", "j": "intmax_t", "z": "size_t",
           "t": "ptrdiff_t"}


def integer(value, kind):
    return f"({kind})({value + 1}LL - 1)" if value == -2**63 else f"({kind}){value}LL"


def random_integer(rng):
    return rng.choice(INTEGERS) if rng.random() < 0.6 else rng.getrandbits(rng.randint(1, 63)) * rng.choice([1, -1])


def random_conversion(rng):
    """(the text of a conversion, its arguments as C)"""
    letter = rng.choice("ddiuoxXxsscp%eEfFgGaA")
    flags = "".join(rng.choice("-+ #0'") for _ in range(rng.choice([0, 0, 1, 1, 2, 3])))
    if letter in "scp":
        flags = flags.replace("0", "")  # undefined
    width, precision, arguments = "", "", []
    kind = rng.randrange(6)
    if kind == 0:
        width = "*"
        arguments.append(str(rng.randint(-30, 30)))
    elif kind < 4:
        # The last ones end near the end of the formatter's buffer.
        width = str(rng.choice([1, 2, 5, 8, 12, 20, 33, 300, rng.randint(225, 260), rng.randint(245, 256)]))
    kind = rng.randrange(6)
    if kind == 0:
        precision = ".*"
        arguments.append(str(rng.randint(-3, 25)))
    elif kind < 3:
        precision = "." + rng.choice(["", "0", "1", "2", "3", "6", "10", "21", "300"])
    size = ""
    if letter in "diuoxX":
        size = rng.choice(list(C_SIZES))
        arguments.append(integer(random_integer(rng), C_SIZES[size]))
    elif letter == "s":
        arguments.append("(char *)NULL" if rng.random() < 0.1 else f'"{rng.choice(STRINGS)}"')
    elif letter == "c":
        arguments.append(str(rng.choice([65, 33, 0, 200, 321])))
    elif letter == "p":
        arguments.append(f"(void *){rng.choice([0, 1, 0x7fffdeadbeef])}")
    elif letter == "%":
        return "%%", []
    else:
        size = rng.choice(["", "", "l", "L"])
        value = f"({rng.choice(FLOATS)})"
        arguments.append(f"(long double){value}" if size == "L" else value)
    return f"%{flags}{width}{precision}{size}{letter}", arguments


def random_case(rng):
    """The format and the arguments of a call, as C."""
    text, arguments = "", []
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        conversion, values = random_conversion(rng)
        text += rng.choice(["", "", "x", " = ", "a longer text, "]) + conversion
        arguments += values
    return ", ".join([f'"{text}{rng.choice(["", "|", " end"])}"'] + arguments)


def in_functions(statements):
    """The statements as the body of a main, in several functions."""
    parts = [statements[i:i + CASES_PER_FUNCTION] for i in range(0, len(statements), CASES_PER_FUNCTION)]
    functions = [f"static void part{i}(void) {{\n" + "\n".join(part) + "\n}\n" for i, part in enumerate(parts)]
    calls = "".join(f"  part{i}();\n" for i in range(len(parts)))
    return "".join(functions) + "int main(void) {\n" + calls


def run(*command):
    command = list(map(str, command))
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=SECONDS_PER_RUN)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -1, b"it took too long: " + command[0].encode())


def compare_natively(folder):
    """(passed, failed, what to show)"""
    rng = random.Random(SEED)
    cases = ["%99999999999d", "%.99999999999d"]
    statements = [f'  compare(64, "{case}", 1);' for case in cases]
    for _ in range(NATIVE_CASES):
        size = rng.choice([0, 1, 2, 5, 16, 64, 255, 256, 257, 5000])
        statements.append(f"  compare({size}, {random_case(rng)});")
    source = folder / "native.c"
    source.write_text(BUILTINS + in_functions(statements) +
                      '  printf("%d %d\\n", passed, failed);\n  return failed != 0;\n}\n')
    models = [ROOT / "runtime/format.c", ROOT / "runtime/format_parse.c"]
    done = run("gcc", "-std=gnu17", "-w", "-fno-builtin", "-fsanitize=address,undefined",
               "-fno-sanitize-recover=all", "-I", ROOT / "runtime", source, *models, "-o", folder / "native")
    if done.returncode == 0:
        done = run(folder / "native")
    output = done.stdout.decode(errors="replace").splitlines()
    try:
        passed, failed = map(int, output[-1].split())
        return passed, failed, output[:-1]
    except (IndexError, ValueError):
        return 0, 1, output


def compare_under_heddle(source, *flags):
    """Nothing, or how the captured output differs from the native one."""
    program, captured = (source.with_suffix(f".{end}{len(flags)}") for end in ("native", "captured"))
    done = run("clang-19", "-std=gnu17", "-w", "-O1", "-fno-builtin", *flags, source, "-o", program)
    if done.returncode != 0:
        return done.stdout.decode(errors="replace")
    expected = run(program).stdout
    done = run(HEDDLE, "check", "--output", captured, source, "--", "-w", *flags)
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{done.stdout.decode(errors='replace')}"
    found = captured.read_bytes()
    if found == expected:
        return ""
    lines = zip(expected.splitlines() + [b"(end)"], found.splitlines() + [b"(end)"])
    return next((f"line {number} is {there!r}, natively {here!r}" for number, (here, there) in enumerate(lines, 1)
                 if here != there), "the output differs in length")


def programs(folder):
    """(the name of a test, its arguments for compare_under_heddle)"""
    rng = random.Random(SEED + 1)
    random_source, function_source = folder / "random.c", folder / "functions.c"
    statements = [f"  printf({random_case(rng)});\n  putchar('\\n');" for _ in range(HEDDLE_CASES)]
    random_source.write_text("#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n" +
                             in_functions(statements) + "}\n")
    function_source.write_text(FUNCTIONS)
    return [("random formats under heddle", (random_source,)),
            ("every function under heddle", (function_source,)),
            ("every fortified function under heddle", (function_source, "-D_FORTIFY_SOURCE=2"))]


def main():
    with tempfile.TemporaryDirectory(prefix="heddle_format_") as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(scratch)
        natively = pool.submit(compare_natively, folder)
        under_heddle = [(name, pool.submit(compare_under_heddle, *arguments)) for name, arguments in programs(folder)]
        passed, failed, shown = natively.result()
        for name, future in under_heddle:
            problem = future.result()
            passed, failed = (passed, failed + 1) if problem else (passed + 1, failed)
            if problem:
                shown.append(f"FAILED: {name}: {problem}")
    print("\n".join(shown + [f"{passed} passed, {failed} failed"]))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

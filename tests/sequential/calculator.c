// A recursive descent calculator with functions in a table and errors by longjmp.
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *cursor;
static const char *problem;
static jmp_buf give_up;

static double square(double x) { return x * x; }
static double half(double x) { return x / 2; }

static const struct function {
  const char *name;
  double (*apply)(double);
} functions[] = {{"sqrt", sqrt}, {"square", square}, {"half", half}, {"floor", floor}, {"abs", fabs}};

__attribute__((noreturn)) static void fail(const char *text) {
  problem = text;
  longjmp(give_up, 1);
}

static char next(void) {
  while (isspace((unsigned char)*cursor)) cursor++;
  return *cursor;
}

static int accept(char wanted) {
  if (next() != wanted) return 0;
  cursor++;
  return 1;
}

static double expression(void);

static double call(void) {
  char name[16];
  size_t length = 0;
  while (isalpha((unsigned char)*cursor) && length < sizeof name - 1) name[length++] = *cursor++;
  name[length] = '\0';
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    if (strcmp(functions[i].name, name) != 0) continue;
    if (!accept('(')) fail("( expected");
    double argument = expression();
    if (!accept(')')) fail(") expected");
    return functions[i].apply(argument);
  }
  fail("no such function");
}

static double primary(void) {
  if (accept('-')) return -primary();
  if (accept('(')) {
    double value = expression();
    if (!accept(')')) fail(") expected");
    return value;
  }
  if (isalpha((unsigned char)next())) return call();
  char *end;
  double value = strtod(cursor, &end);
  if (end == cursor) fail("a number expected");
  cursor = end;
  return value;
}

static double power(void) {
  double base = primary();
  return accept('^') ? pow(base, power()) : base;
}

static double term(void) {
  double value = power();
  for (;;) {
    if (accept('*'))
      value *= power();
    else if (accept('/')) {
      double divisor = power();
      if (divisor == 0) fail("division by zero");
      value /= divisor;
    } else
      return value;
  }
}

static double expression(void) {
  double value = term();
  for (;;) {
    if (accept('+'))
      value += term();
    else if (accept('-'))
      value -= term();
    else
      return value;
  }
}

int main(void) {
  static const char *const lines[] = {"1 + 2 * 3",     "(1 + 2) * 3",   "2 ^ 3 ^ 2",         "-2 ^ 2",
                                      "sqrt(16) / 5",  "1 / (3 - 3)",   "half(square(7)) -", "floor(-2.5)*abs(-4)",
                                      "4 4",           "cube(2)",       "1e3 + .5",          "((2)"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    cursor = lines[i];
    if (setjmp(give_up)) {
      printf("%-20s %s at %d\n", lines[i], problem, (int)(cursor - lines[i]));
      continue;
    }
    double value = expression();
    if (next()) fail("an operator expected");
    printf("%-20s %.10g\n", lines[i], value);
  }
}

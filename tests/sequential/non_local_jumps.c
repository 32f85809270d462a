// setjmp and longjmp: exceptions with nesting, retries, cleaning up, and a generator of errors.
// SPDX-License-Identifier: Apache-2.0
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct handler {
  jmp_buf where;
  struct handler *outer;
};

static struct handler *innermost;
static int depth_of_calls;

__attribute__((noreturn)) static void raise_error(int code) {
  struct handler *h = innermost;
  if (!h) abort();
  innermost = h->outer;
  longjmp(h->where, code);
}

static int with_handler(void (*body)(int), int argument) {
  struct handler h = {.outer = innermost};
  int code = setjmp(h.where);
  if (code) return code;
  innermost = &h;
  body(argument);
  innermost = h.outer;
  return 0;
}

static void descend(int n) {
  depth_of_calls++;
  if (n == 0) raise_error(100 + depth_of_calls);
  descend(n - 1);
  puts("never printed");
}

static void divide(int by) {
  if (by == 0) raise_error(1);
  if (by < 0) raise_error(2);
  printf("100 / %d = %d\n", by, 100 / by);
}

static void nested(int n) {
  int code = with_handler(divide, n);
  if (code == 2) {
    printf("passing on %d\n", code);
    raise_error(20);
  }
  printf("inner code %d\n", code);
}

static int retry(int until) {
  static jmp_buf again;
  volatile int attempts = 0;
  if (setjmp(again) < until) {
    attempts++;
    longjmp(again, attempts);
  }
  return attempts;
}

static int zero_becomes_one(void) {
  jmp_buf buffer;
  int code = setjmp(buffer);
  if (code == 0) longjmp(buffer, 0);
  return code;
}

int main(void) {
  for (int n = -1; n <= 1; n++) printf("outer code %d\n", with_handler(nested, n));
  for (int n = 0; n < 6; n += 2) {
    depth_of_calls = 0;
    printf("descend %d: %d\n", n, with_handler(descend, n));
  }
  printf("%d attempts\n", retry(5));
  printf("%d\n", zero_becomes_one());
  printf("%s\n", innermost ? "handlers left" : "all handlers gone");
  return 3;
}

// Unwinding destroys the locals of every function it leaves, innermost first.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int trace;

struct Digit {
  int digit;
  explicit Digit(int d) : digit(d) {}
  ~Digit() { trace = trace * 10 + digit; }
};

static void inner() {
  Digit two(2);
  Digit one(1);
  throw "out";
}

static void outer() {
  Digit three(3);
  inner();
}

int main() {
  try {
    outer();
  } catch (const char*) {
  }
  assert(trace == 123);
}

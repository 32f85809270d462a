// The object made last is destroyed first.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int trace;

struct Digit {
  int digit;
  int expected;
  Digit(int d, int e) : digit(d), expected(e) {}
  ~Digit() {
    trace = trace * 10 + digit;
    assert(trace == expected);  // violation
  }
};

static Digit one(1, 1);
static Digit two(2, 12);

int main() {
  static Digit three(3, 3);
}

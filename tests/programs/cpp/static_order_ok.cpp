// Static objects are destroyed in the reverse order of their construction.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static int trace;

struct Digit {
  int digit;
  int expected;
  Digit(int d, int e) : digit(d), expected(e) {}
  ~Digit() {
    trace = trace * 10 + digit;
    assert(trace == expected);
  }
};

static Digit one(1, 321);
static Digit two(2, 32);

int main() {
  static Digit three(3, 3);
}

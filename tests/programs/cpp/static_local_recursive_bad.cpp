// The initialisation of a static that needs itself never ends.
// verdict: error deadlock
// SPDX-License-Identifier: Apache-2.0
static int depth;

static int second(int argument);

static int first(int argument) {
  static int value = second(argument);  // violation
  return value;
}

static int second(int argument) {
  ++depth;
  return first(argument) + 1;
}

int main() {
  return first(1) - 2;
}

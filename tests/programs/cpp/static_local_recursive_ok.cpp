// The initialisation of a static does not come back to it.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static int depth;

static int second(int argument);

static int first(int argument) {
  static int value = second(argument);
  return value;
}

static int second(int argument) {
  ++depth;
  return argument + 1;
}

int main() {
  return first(1) - 2;
}

// A function that is noexcept keeps its exceptions to itself.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static void work() {
  throw 1;
}

static void quiet() noexcept {
  try {
    work();
  } catch (int) {
  }
}

int main() {
  try {
    quiet();
  } catch (...) {
  }
}

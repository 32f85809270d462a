// An exception that leaves a noexcept function ends the program, even if somebody would catch it.
// verdict: error uncaught-exception
// message: uncaught exception of type int leaves a noexcept function
// SPDX-License-Identifier: Apache-2.0
static void work() {
  throw 1;  // violation
}

static void quiet() noexcept {
  work();
}

int main() {
  try {
    quiet();
  } catch (...) {
  }
}

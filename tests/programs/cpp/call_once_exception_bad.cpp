// The call that throws is not counted as the one.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <mutex>

static std::once_flag flag;
static int calls;

static void attempt() {
  std::call_once(flag, [] {
    if (++calls == 1) throw 1;
  });
}

int main() {
  try {
    attempt();
  } catch (int) {
  }
  attempt();
  attempt();
  assert(calls == 1);  // violation
}

// Destroyed before the static ones, a thread_local object cannot be used by them.
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static bool thread_local_gone;

struct Own {
  bool used = false;
  ~Own() { thread_local_gone = true; }
};

static thread_local Own own;

struct Last {
  ~Last() { assert(!thread_local_gone); }  // violation
};

int main() {
  own.used = true;
  static Last last;
}

// The main thread's thread_local objects are destroyed before the static ones.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

static bool thread_local_gone;

struct Own {
  bool used = false;
  ~Own() { thread_local_gone = true; }
};

static thread_local Own own;

struct Last {
  ~Last() { assert(thread_local_gone); }
};

int main() {
  own.used = true;
  static Last last;
}

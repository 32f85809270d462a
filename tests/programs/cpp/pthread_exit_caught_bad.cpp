// The end of a thread is caught and not thrown again.
// verdict: error abort
// message: not thrown again
// SPDX-License-Identifier: Apache-2.0
#include <cxxabi.h>
#include <pthread.h>

#include <cassert>
#include <exception>
#include <thread>

static int seen;

static void worker() {
  try {
    try {
      pthread_exit(nullptr);
    } catch (const std::exception&) {
      seen += 100;
    } catch (abi::__forced_unwind&) {
      seen += 1;
      assert(std::uncaught_exceptions() == 0);
      throw;
    }
  } catch (...) {
    seen += 10;
    seen += 0;
  }  // violation
  seen += 1000;
}

int main() {
  std::thread thread(worker);
  thread.join();
  assert(seen == 11);
}

// An exception that leaves a thread ends the program.
// verdict: error uncaught-exception
// message: uncaught exception of type std::logic_error: no work
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <thread>

static void work() {
  throw std::logic_error("no work");  // violation
}

int main() {
  std::thread worker([] {
    work();
  });
  worker.join();
}

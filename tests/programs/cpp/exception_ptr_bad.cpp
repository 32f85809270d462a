// The exception that a thread left behind is rethrown outside of any handler.
// verdict: error uncaught-exception
// message: uncaught exception of type std::runtime_error: from afar
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

int main() {
  std::exception_ptr caught;
  std::thread worker([&caught] {
    try {
      throw std::runtime_error("from afar");
    } catch (...) {
      caught = std::current_exception();
    }
  });
  worker.join();
  assert(caught);
  std::rethrow_exception(caught);  // violation
}

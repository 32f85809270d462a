// An exception travels to another thread in an exception_ptr.
// verdict: verified
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
  try {
    std::rethrow_exception(caught);
  } catch (const std::exception& error) {
    assert(std::strcmp(error.what(), "from afar") == 0);
  }
}

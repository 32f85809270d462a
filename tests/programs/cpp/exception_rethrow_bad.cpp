// Thrown anew by its base's type, the exception is sliced.
// verdict: error uncaught-exception
// message: uncaught exception of type std::runtime_error: first
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

struct Mine : std::runtime_error {
  using runtime_error::runtime_error;
};

int main() {
  try {
    try {
      throw Mine("first");
    } catch (const std::runtime_error& error) {
      throw error;  // violation
    }
  } catch (const Mine&) {
  }
}

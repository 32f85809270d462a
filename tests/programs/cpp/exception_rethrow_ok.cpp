// A rethrown exception goes on with the type it was thrown with.
// verdict: verified
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
      throw;
    }
  } catch (const Mine&) {
  }
}

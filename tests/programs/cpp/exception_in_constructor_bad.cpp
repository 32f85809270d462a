// When a constructor throws, its destructor does not run, and what it allocated by hand is lost.
// verdict: error leak
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>

struct Owner {
  int* owned;
  ~Owner() { delete owned; }
  Owner() : owned(new int(1)) { throw std::runtime_error("half-built"); }  // violation
};

int main() {
  try {
    Owner owner;
  } catch (const std::runtime_error&) {
  }
}

// When a constructor throws, the members it has built are destroyed.
// verdict: verified
// options: --errors +leak
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <stdexcept>

struct Owner {
  std::unique_ptr<int> owned;
  Owner() : owned(new int(1)) { throw std::runtime_error("half-built"); }
};

int main() {
  try {
    Owner owner;
  } catch (const std::runtime_error&) {
  }
}

// What new[] returned must not be freed twice.
// verdict: error double-free
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstdint>
#include <new>

struct alignas(64) Line {
  char bytes[64];
};

int main() {
  int* one = new int(5);
  assert(*one == 5);
  delete one;
  int* many = new int[3]{1, 2, 3};
  assert(many[2] == 3);
  delete[] many;
  delete[] many;  // violation
  Line* line = new Line;
  assert(reinterpret_cast<std::uintptr_t>(line) % 64 == 0);
  delete line;
  int* quiet = new (std::nothrow) int(1);
  assert(quiet != nullptr);
  delete quiet;
  alignas(int) unsigned char place[sizeof(int)];
  int* placed = new (place) int(9);
  assert(*placed == 9);
}

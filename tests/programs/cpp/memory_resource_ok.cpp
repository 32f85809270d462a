// Containers that take their memory from a monotonic buffer of their own thread, and from the default resource.
// verdict: verified
// flags: -std=c++20
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <vector>

static void fill() {
  std::byte first[16];
  std::pmr::monotonic_buffer_resource arena(first, sizeof first);
  std::pmr::vector<int> numbers(&arena);
  for (int i = 0; i < 40; ++i) numbers.push_back(i);
  std::pmr::string text("longer than what fits into the object", &arena);
  assert(numbers[39] == 39 && text.size() == 37);
  assert(numbers.get_allocator().resource() == &arena);
  arena.release();
}

int main() {
  std::thread other(fill);
  fill();
  other.join();
  bool thrown = false;
  std::pmr::monotonic_buffer_resource nothing(std::pmr::null_memory_resource());
  try {
    (void)nothing.allocate(1);
  } catch (const std::bad_alloc&) {
    thrown = true;
  }
  assert(thrown);
  std::pmr::memory_resource* before = std::pmr::set_default_resource(&nothing);
  assert(before == std::pmr::new_delete_resource() && std::pmr::get_default_resource() == &nothing);
}

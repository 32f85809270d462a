// An allocator for tables that are read at random: large pages save most of the address translations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace heddle {

template <typename T>
struct LargePageAllocator {
  using value_type = T;

  LargePageAllocator() = default;
  template <typename Other>
  LargePageAllocator(const LargePageAllocator<Other>&) {}

  T* allocate(size_t count) {
    void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    if (count * sizeof(T) >= kWorthwhile) madvise(memory, count * sizeof(T), MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) { munmap(memory, count * sizeof(T)); }
  // The kernel hands out zeroed pages; writing zeros would only touch them for nothing.
  template <typename U>
  void construct(U*) {}

  friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }

 private:
  static constexpr size_t kWorthwhile = size_t(8) << 20;
};

}  // namespace heddle

// An array whose elements never move: address space is reserved once, pages come with use.
//
// The undo trail stores addresses of what it overwrote, so machine state may not be reallocated.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

namespace heddle {

template <typename T>
class ReservedArray {
 public:
  ReservedArray() = default;
  explicit ReservedArray(size_t capacity) : bytes_(capacity * sizeof(T)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(memory);
  }
  ReservedArray(ReservedArray&& other) noexcept { swap(other); }
  ReservedArray& operator=(ReservedArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ReservedArray() {
    if (data_) munmap(data_, bytes_);
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t index) { return data_[index]; }
  const T& operator[](size_t index) const { return data_[index]; }
  size_t capacity() const { return bytes_ / sizeof(T); }

 private:
  void swap(ReservedArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  T* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace heddle

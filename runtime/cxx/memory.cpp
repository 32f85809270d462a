// operator new and operator delete, in all forms.
//
// Memory never runs out, so no form ever throws or returns null. The machine checks each release: a
// block freed twice, or a pointer that new did not return, is found there.
// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "builtins.h"

namespace {

constexpr std::size_t kDefaultAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

std::size_t bytes(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void* operator new(std::size_t size) { return __heddle_allocate(size, kDefaultAlignment); }
void* operator new[](std::size_t size) { return __heddle_allocate(size, kDefaultAlignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return __heddle_allocate(size, kDefaultAlignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return __heddle_allocate(size, kDefaultAlignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return __heddle_allocate(size, bytes(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return __heddle_allocate(size, bytes(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return __heddle_allocate(size, bytes(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return __heddle_allocate(size, bytes(alignment));
}

void operator delete(void* block) noexcept { __heddle_free(block); }
void operator delete[](void* block) noexcept { __heddle_free(block); }
void operator delete(void* block, std::size_t) noexcept { __heddle_free(block); }
void operator delete[](void* block, std::size_t) noexcept { __heddle_free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { __heddle_free(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { __heddle_free(block); }
void operator delete(void* block, std::align_val_t) noexcept { __heddle_free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { __heddle_free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { __heddle_free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  __heddle_free(block);
}
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  __heddle_free(block);
}
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept {
  __heddle_free(block);
}

namespace std {

const nothrow_t nothrow{};

}  // namespace std

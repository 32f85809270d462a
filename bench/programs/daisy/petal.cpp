// The disk's bytes. What was never written is zero.
//
// SPDX-License-Identifier: Apache-2.0
#include "petal.h"

#include <algorithm>

#include "layout.h"

namespace daisy {

namespace {

constexpr long kInitialSize = 3;

}  // namespace

Petal::Petal() : bytes_(std::make_unique<std::uint8_t[]>(kInitialSize)), size_(kInitialSize) {}

std::uint8_t Petal::read(long address) {
  reserve(address + 1);
  return bytes_[address];
}

void Petal::write(long address, std::uint8_t byte) {
  reserve(address + 1);
  bytes_[address] = byte;
}

long Petal::read_long(long address) {
  unsigned long value = 0;
  for (long i = kNumberBytes - 1; i >= 0; --i) value = value << kBitsPerByte | read(address + i);
  return long(value);
}

void Petal::write_long(long address, long value) {
  for (long i = 0; i < kNumberBytes; ++i)
    write(address + i, std::uint8_t((unsigned long)value >> (i * kBitsPerByte)));
}

void Petal::reserve(long size) {
  if (size <= size_) return;
  long grown = size_;
  while (grown < size) grown *= 2;
  auto bytes = std::make_unique<std::uint8_t[]>(grown);
  std::copy_n(bytes_.get(), size_, bytes.get());
  bytes_ = std::move(bytes);
  size_ = grown;
}

}  // namespace daisy

// The disk: an array of bytes that grows when something is written behind its end.
//
// It has no lock. Bytes are protected by the locks of what they belong to; the array itself must
// have its final size before there are threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

namespace daisy {

class Petal {
 public:
  Petal();

  std::uint8_t read(long address);
  void write(long address, std::uint8_t byte);

  long read_long(long address);
  void write_long(long address, long value);

  // Makes room for `size` bytes.
  void reserve(long size);

 private:
  std::unique_ptr<std::uint8_t[]> bytes_;
  long size_;
};

}  // namespace daisy

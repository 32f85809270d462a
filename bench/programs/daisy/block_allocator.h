// Which blocks of the disk are in use.
//
// Eight blocks share a byte of the bitmap, so a block's own lock does not protect its bit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "lock_manager.h"
#include "mutex.h"
#include "petal.h"

namespace daisy {

class BlockAllocator {
 public:
  BlockAllocator(Petal& disk, LockManager& locks) : disk_(disk), locks_(locks) {}

  // A block that is now in use, or none if all are.
  std::optional<long> allocate();
  void free(long block);
  long blocks_in_use();

 private:
  bool is_used(long block);
  bool take_if_free(long block);
  void mark(long block, bool used);

  Petal& disk_;
  LockManager& locks_;
  Mutex bitmap_mutex_;
};

}  // namespace daisy

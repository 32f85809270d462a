// The bitmap, and the lock that its bytes need besides the locks of the blocks.
//
// SPDX-License-Identifier: Apache-2.0
#include "block_allocator.h"

#include "layout.h"

namespace daisy {

std::optional<long> BlockAllocator::allocate() {
  for (long block = 0; block < kBlocks; ++block)
    if (take_if_free(block)) return block;
  return std::nullopt;
}

void BlockAllocator::free(long block) {
  const TableLock lock(locks_, block_lock(block));
  mark(block, false);
}

long BlockAllocator::blocks_in_use() {
  long count = 0;
  for (long block = 0; block < kBlocks; ++block) {
    const TableLock lock(locks_, block_lock(block));
    if (is_used(block)) ++count;
  }
  return count;
}

bool BlockAllocator::take_if_free(long block) {
  const TableLock lock(locks_, block_lock(block));
  if (is_used(block)) return false;
  mark(block, true);
  return true;
}

bool BlockAllocator::is_used(long block) {
#ifndef BROKEN_BITMAP
  const MutexGuard guard(bitmap_mutex_);
#endif
  return (disk_.read(bitmap_address(block)) & bitmap_mask(block)) != 0;
}

void BlockAllocator::mark(long block, bool used) {
#ifndef BROKEN_BITMAP
  const MutexGuard guard(bitmap_mutex_);
#endif
  const unsigned byte = disk_.read(bitmap_address(block));
  const unsigned mask = bitmap_mask(block);
  disk_.write(bitmap_address(block), std::uint8_t(used ? byte | mask : byte & ~mask));
}

}  // namespace daisy

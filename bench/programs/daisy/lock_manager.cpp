// The table of locks grows in steps; a lock, once made, stays where it is.
//
// SPDX-License-Identifier: Apache-2.0
#include "lock_manager.h"

#include "layout.h"

namespace daisy {

namespace {

constexpr std::size_t kGrowth = 100;

}  // namespace

LockNumber inode_lock(long inode) { return LockNumber(inode); }
LockNumber block_lock(long block) { return LockNumber(kInodes + block); }
LockNumber file_lock(long inode) { return LockNumber(kInodes + kBlocks + inode); }

Mutex& LockManager::lock(LockNumber number) {
#ifdef BROKEN_LOCK_TABLE
  // Looks first without the table's lock, in the hope to save it.
  if (number < table_.size() && table_[number] != nullptr) return *table_[number];
#endif
  const MutexGuard guard(table_mutex_);
  return find_or_make(number);
}

Mutex& LockManager::find_or_make(LockNumber number) {
  while (number >= table_.size()) table_.resize(table_.size() + kGrowth);
  std::unique_ptr<Mutex>& slot = table_[number];
  if (slot == nullptr) slot = std::make_unique<Mutex>();
  return *slot;
}

}  // namespace daisy

// The table of locks: one for each inode, block and file, made when first needed.
//
// Lock numbers: inodes first, then blocks, then files. Locks are taken in the order file, inode,
// block, so that threads cannot wait for each other in a circle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "mutex.h"

namespace daisy {

using LockNumber = std::size_t;

LockNumber inode_lock(long inode);
LockNumber block_lock(long block);
LockNumber file_lock(long inode);

class LockManager {
 public:
  void acquire(LockNumber number) { lock(number).acquire(); }
  void release(LockNumber number) { lock(number).release(); }

 private:
  Mutex& lock(LockNumber number);
  Mutex& find_or_make(LockNumber number);

  Mutex table_mutex_;
  std::vector<std::unique_ptr<Mutex>> table_;
};

// Holds one lock of the table.
class TableLock {
 public:
  TableLock(LockManager& locks, LockNumber number) : locks_(locks), number_(number) {
    locks_.acquire(number_);
  }
  ~TableLock() { locks_.release(number_); }
  TableLock(const TableLock&) = delete;
  TableLock& operator=(const TableLock&) = delete;

 private:
  LockManager& locks_;
  const LockNumber number_;
};

}  // namespace daisy

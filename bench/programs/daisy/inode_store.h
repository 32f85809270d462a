// Inodes on the disk. Whoever gets one has it locked until it is put back or released.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "inode.h"
#include "lock_manager.h"
#include "petal.h"

namespace daisy {

class InodeStore {
 public:
  InodeStore(Petal& disk, LockManager& locks) : disk_(disk), locks_(locks) {}

  // Locks inode `number` and reads its record.
  Inode get(long number);
  // Writes the record of an inode that get or allocate returned, and unlocks it.
  void put(const Inode& inode);
  // Unlocks without writing.
  void release(const Inode& inode);
  // Writes the record and keeps the lock.
  void write(const Inode& inode);
  // An unused inode, locked and marked as used in memory only; none if all are in use.
  std::optional<Inode> allocate();

 private:
  Inode read(long number);

  Petal& disk_;
  LockManager& locks_;
};

}  // namespace daisy

// Files by number: the inode and block layer of the file system. Names are a matter of directories.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "block_allocator.h"
#include "inode_store.h"
#include "lock_manager.h"
#include "petal.h"
#include "status.h"

namespace daisy {

using Bytes = std::vector<std::uint8_t>;

struct Attributes {
  long size = 0;
};

class FileStore {
 public:
  FileStore(Petal& disk, LockManager& locks)
      : disk_(disk), locks_(locks), inodes_(disk, locks), blocks_(disk, locks) {}

  // Makes an empty file and gives its number.
  Status create(long& file);
  Status unlink(long file);
  // Reads up to `size` bytes; fewer at the end of the file.
  Status read(long file, long offset, long size, Bytes& data);
  Status write(long file, long offset, const Bytes& data);
  Status truncate(long file, long size);
  Status attributes(long file, Attributes& attributes);

  long blocks_in_use() { return blocks_.blocks_in_use(); }

 private:
  // Locks the file's inode if it is in use.
  std::optional<Inode> get_used(long file);
  void copy_in(const Inode& inode, long offset, const Bytes& data);
  void copy_out(const Inode& inode, long offset, long size, Bytes& data);

  Petal& disk_;
  LockManager& locks_;
  InodeStore inodes_;
  BlockAllocator blocks_;
};

}  // namespace daisy

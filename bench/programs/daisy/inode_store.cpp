// Records of inodes, read and written byte by byte under the inode's lock.
//
// SPDX-License-Identifier: Apache-2.0
#include "inode_store.h"

#include "layout.h"

namespace daisy {

Inode InodeStore::get(long number) {
  locks_.acquire(inode_lock(number));
  return read(number);
}

void InodeStore::put(const Inode& inode) {
#ifdef BROKEN_PUT_ORDER
  release(inode);
  write(inode);
#else
  write(inode);
  release(inode);
#endif
}

void InodeStore::release(const Inode& inode) { locks_.release(inode_lock(inode.number)); }

void InodeStore::write(const Inode& inode) {
  const long address = inode_address(inode.number);
  disk_.write_long(address + kInodeBlock, inode.block);
  disk_.write_long(address + kInodeFileSize, inode.size);
  disk_.write(address + kInodeUsed, inode.used ? 1 : 0);
}

std::optional<Inode> InodeStore::allocate() {
  for (long number = 0; number < kInodes; ++number) {
    Inode inode = get(number);
    if (!inode.used) {
      inode.used = true;
      return inode;
    }
    release(inode);
  }
  return std::nullopt;
}

Inode InodeStore::read(long number) {
  const long address = inode_address(number);
  Inode inode;
  inode.number = number;
  inode.block = disk_.read_long(address + kInodeBlock);
  inode.size = disk_.read_long(address + kInodeFileSize);
  inode.used = disk_.read(address + kInodeUsed) != 0;
  return inode;
}

}  // namespace daisy

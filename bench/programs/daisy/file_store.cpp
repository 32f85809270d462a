// Operations on files by number: each holds the inode's lock, and the block's inside of it.
//
// SPDX-License-Identifier: Apache-2.0
#include "file_store.h"

#include <algorithm>

#include "layout.h"

namespace daisy {

Status FileStore::create(long& file) {
  std::optional<Inode> inode = inodes_.allocate();
  if (!inode) return Status::NoSpace;
  const std::optional<long> block = blocks_.allocate();
  if (!block) {
    inodes_.release(*inode);
    return Status::NoSpace;
  }
  inode->block = *block;
  inode->size = 0;
  inodes_.put(*inode);
  file = inode->number;
  return Status::Ok;
}

Status FileStore::unlink(long file) {
#ifdef BROKEN_BLOCK_FIRST
  // Takes the block's lock before the inode's: the other way round than everybody else.
  const Inode seen = inodes_.get(file);
  inodes_.release(seen);
  {
    const TableLock lock(locks_, block_lock(seen.block));
    std::optional<Inode> inode = get_used(file);
    if (!inode) return Status::BadHandle;
    inode->used = false;
    inodes_.put(*inode);
  }
  blocks_.free(seen.block);
  return Status::Ok;
#else
  std::optional<Inode> inode = get_used(file);
  if (!inode) return Status::BadHandle;
  inode->used = false;
  blocks_.free(inode->block);
  inodes_.put(*inode);
  return Status::Ok;
#endif
}

Status FileStore::read(long file, long offset, long size, Bytes& data) {
  data.clear();
  const std::optional<Inode> inode = get_used(file);
  if (!inode) return Status::BadHandle;
  if (offset < 0 || offset > inode->size) {
    inodes_.release(*inode);
    return Status::OutOfRange;
  }
#ifdef BROKEN_READ_UNLOCKED
  inodes_.release(*inode);
  copy_out(*inode, offset, std::min(size, inode->size - offset), data);
#else
  {
    const TableLock lock(locks_, block_lock(inode->block));
    copy_out(*inode, offset, std::min(size, inode->size - offset), data);
  }
  inodes_.release(*inode);
#endif
  return Status::Ok;
}

Status FileStore::write(long file, long offset, const Bytes& data) {
  std::optional<Inode> inode = get_used(file);
  if (!inode) return Status::BadHandle;
  const long end = offset + long(data.size());
  if (offset < 0 || end > kBlockSize) {
    inodes_.release(*inode);
    return Status::OutOfRange;
  }
  {
    const TableLock lock(locks_, block_lock(inode->block));
    copy_in(*inode, offset, data);
    inode->size = std::max(inode->size, end);
    inodes_.write(*inode);
  }
  inodes_.release(*inode);
  return Status::Ok;
}

Status FileStore::truncate(long file, long size) {
  std::optional<Inode> inode = get_used(file);
  if (!inode) return Status::BadHandle;
  if (size < 0 || size > inode->size) {
    inodes_.release(*inode);
    return Status::OutOfRange;
  }
  inode->size = size;
  inodes_.put(*inode);
  return Status::Ok;
}

Status FileStore::attributes(long file, Attributes& attributes) {
  const std::optional<Inode> inode = get_used(file);
  if (!inode) return Status::BadHandle;
  attributes.size = inode->size;
  inodes_.release(*inode);
  return Status::Ok;
}

std::optional<Inode> FileStore::get_used(long file) {
  if (file < 0 || file >= kInodes) return std::nullopt;
  const Inode inode = inodes_.get(file);
  if (inode.used) return inode;
  inodes_.release(inode);
  return std::nullopt;
}

void FileStore::copy_in(const Inode& inode, long offset, const Bytes& data) {
  const long start = block_address(inode.block) + offset;
  for (std::size_t i = 0; i < data.size(); ++i) disk_.write(start + long(i), data[i]);
}

void FileStore::copy_out(const Inode& inode, long offset, long size, Bytes& data) {
  const long start = block_address(inode.block) + offset;
  data.reserve(std::size_t(size));
  for (long i = 0; i < size; ++i) data.push_back(disk_.read(start + i));
}

}  // namespace daisy

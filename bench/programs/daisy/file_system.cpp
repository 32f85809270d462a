// The operations of the file system. Those on names hold the directory open all the time.
//
// SPDX-License-Identifier: Apache-2.0
#include "file_system.h"

#include "directory.h"
#include "layout.h"

namespace daisy {

Status FileSystem::format() {
  disk_.reserve(kDiskSize);
  long root = 0;
  const Status status = files_.create(root);
  if (status != Status::Ok) return status;
  return root == kRootInode ? Status::Ok : Status::Exists;
}

Status FileSystem::lookup(long directory, const std::string& name, long& file) {
  const Directory open(files_, locks_, directory);
  if (open.status() != Status::Ok) return open.status();
  const std::optional<long> found = open.find(name);
  if (!found) return Status::NoEntry;
  file = *found;
  return Status::Ok;
}

Status FileSystem::create(long directory, const std::string& name, long& file) {
  Directory open(files_, locks_, directory);
  if (open.status() != Status::Ok) return open.status();
  if (open.find(name)) return Status::Exists;
  const Status created = files_.create(file);
  if (created != Status::Ok) return created;
  const Status added = open.add(name, file);
  if (added != Status::Ok) files_.unlink(file);
  return added;
}

Status FileSystem::unlink(long directory, const std::string& name) {
  Directory open(files_, locks_, directory);
  if (open.status() != Status::Ok) return open.status();
  const std::optional<long> file = open.find(name);
  if (!file) return Status::NoEntry;
  const Status removed = open.remove(name);
  if (removed != Status::Ok) return removed;
  return files_.unlink(*file);
}

Status FileSystem::list(long directory, std::vector<std::string>& names) {
  const Directory open(files_, locks_, directory);
  if (open.status() == Status::Ok) names = open.names();
  return open.status();
}

Status FileSystem::read(long file, long offset, long size, Bytes& data) {
  return files_.read(file, offset, size, data);
}

Status FileSystem::write(long file, long offset, const Bytes& data) {
  return files_.write(file, offset, data);
}

Status FileSystem::truncate(long file, long size) { return files_.truncate(file, size); }

Status FileSystem::attributes(long file, Attributes& attributes) {
  return files_.attributes(file, attributes);
}

long FileSystem::blocks_in_use() { return files_.blocks_in_use(); }

bool FileSystem::is_consistent(long directory) {
  const Directory open(files_, locks_, directory);
  if (open.status() != Status::Ok) return false;
  long files = 1;  // the directory itself
  for (const std::string& name : open.names()) {
    Attributes attributes;
    if (files_.attributes(*open.find(name), attributes) != Status::Ok) return false;
    ++files;
  }
  return files_.blocks_in_use() == files;
}

}  // namespace daisy

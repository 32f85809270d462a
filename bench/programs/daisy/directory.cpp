// Entries on the disk: the file's number in 8 bytes, the length of its name in 8, the name.
//
// SPDX-License-Identifier: Apache-2.0
#include "directory.h"

#include <algorithm>

#include "layout.h"

namespace daisy {

namespace {

constexpr long kDeleted = -1;
constexpr std::size_t kMaxEntries = 256;

long number_from(const Bytes& bytes, long offset) {
  unsigned long value = 0;
  for (long i = kNumberBytes - 1; i >= 0; --i)
    value = value << kBitsPerByte | bytes[std::size_t(offset + i)];
  return long(value);
}

void append_number(Bytes& bytes, long value) {
  for (long i = 0; i < kNumberBytes; ++i)
    bytes.push_back(std::uint8_t((unsigned long)value >> (i * kBitsPerByte)));
}

long stored_size(const DirectoryEntry& entry) { return 2 * kNumberBytes + long(entry.name.size()); }

}  // namespace

Directory::Directory(FileStore& files, LockManager& locks, long file)
    : files_(files), locks_(locks), file_(file) {
#ifndef BROKEN_DIRECTORY_UNLOCKED
  locks_.acquire(file_lock(file_));
#endif
  read_entries();
}

Directory::~Directory() {
  if (status_ == Status::Ok) write_entries();
#ifndef BROKEN_DIRECTORY_UNLOCKED
  locks_.release(file_lock(file_));
#endif
}

std::optional<long> Directory::find(const std::string& name) const {
  for (const DirectoryEntry& entry : entries_)
    if (entry.file != kDeleted && entry.name == name) return entry.file;
  return std::nullopt;
}

Status Directory::add(const std::string& name, long file) {
  if (long(name.size()) > kNameLength) return Status::NameTooLong;
  if (find(name)) return Status::Exists;
  // The place of a deleted entry serves again if the name fits exactly.
  for (DirectoryEntry& entry : entries_) {
    if (entry.file != kDeleted || entry.name.size() != name.size()) continue;
    entry = {file, name};
    return Status::Ok;
  }
  if (!has_room_for(name)) return Status::NoSpace;
  entries_.push_back({file, name});
  return Status::Ok;
}

Status Directory::remove(const std::string& name) {
  for (DirectoryEntry& entry : entries_) {
    if (entry.file == kDeleted || entry.name != name) continue;
    entry.file = kDeleted;
    return Status::Ok;
  }
  return Status::NoEntry;
}

std::vector<std::string> Directory::names() const {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : entries_)
    if (entry.file != kDeleted) names.push_back(entry.name);
  return names;
}

void Directory::read_entries() {
  Attributes attributes;
  status_ = files_.attributes(file_, attributes);
  long offset = 0;
  while (status_ == Status::Ok && offset < attributes.size && read_entry(offset)) {
  }
}

bool Directory::read_entry(long& offset) {
  Bytes head;
  status_ = files_.read(file_, offset, 2 * kNumberBytes, head);
  if (status_ != Status::Ok || long(head.size()) < 2 * kNumberBytes) return false;
  offset += 2 * kNumberBytes;
  Bytes name;
  status_ = files_.read(file_, offset, number_from(head, kNumberBytes), name);
  if (status_ != Status::Ok) return false;
  offset += long(name.size());
  entries_.push_back({number_from(head, 0), std::string(name.begin(), name.end())});
  return true;
}

void Directory::write_entries() {
  Bytes bytes;
  for (const DirectoryEntry& entry : entries_) {
    append_number(bytes, entry.file);
    append_number(bytes, long(entry.name.size()));
    bytes.insert(bytes.end(), entry.name.begin(), entry.name.end());
  }
  if (!bytes.empty()) files_.write(file_, 0, bytes);
}

bool Directory::has_room_for(const std::string& name) const {
  if (entries_.size() >= kMaxEntries) return false;
  long size = stored_size({0, name});
  for (const DirectoryEntry& entry : entries_) size += stored_size(entry);
  return size <= kBlockSize;
}

}  // namespace daisy

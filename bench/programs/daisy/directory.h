// A directory: a file of entries, each a number and a name. While open it belongs to one thread.
//
// Opening takes the directory's file lock and reads all entries; closing writes all of them back and
// releases the lock. In between the work is done on the thread's own copy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "file_store.h"
#include "lock_manager.h"
#include "status.h"

namespace daisy {

struct DirectoryEntry {
  long file = 0;
  std::string name;
};

class Directory {
 public:
  Directory(FileStore& files, LockManager& locks, long file);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  Status status() const { return status_; }  // of opening
  std::optional<long> find(const std::string& name) const;
  Status add(const std::string& name, long file);
  Status remove(const std::string& name);
  std::vector<std::string> names() const;

 private:
  void read_entries();
  bool read_entry(long& offset);
  void write_entries();
  bool has_room_for(const std::string& name) const;

  FileStore& files_;
  LockManager& locks_;
  const long file_;
  Status status_ = Status::Ok;
  std::vector<DirectoryEntry> entries_;
};

}  // namespace daisy

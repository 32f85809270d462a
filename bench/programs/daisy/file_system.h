// Daisy, the file system as its users see it: names in directories, and files by number.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "file_store.h"
#include "lock_manager.h"
#include "petal.h"
#include "status.h"

namespace daisy {

class FileSystem {
 public:
  FileSystem() : files_(disk_, locks_) {}

  // Makes the root directory on an empty disk. Must be done before there are threads.
  Status format();

  Status lookup(long directory, const std::string& name, long& file);
  Status create(long directory, const std::string& name, long& file);
  Status unlink(long directory, const std::string& name);
  Status list(long directory, std::vector<std::string>& names);

  Status read(long file, long offset, long size, Bytes& data);
  Status write(long file, long offset, const Bytes& data);
  Status truncate(long file, long size);
  Status attributes(long file, Attributes& attributes);

  long blocks_in_use();

  // For checks when no thread is at work: every block in use belongs to a file in the directory.
  bool is_consistent(long directory);

 private:
  Petal disk_;
  LockManager locks_;
  FileStore files_;
};

}  // namespace daisy

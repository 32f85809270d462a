// Daisy: a small file system, and two threads that use it; one reads a file, one deletes it.
//
// The shape is that of the program in [ParizekLhotak-SCP] and [ParizekJancik-SPIN14], with the known
// errors repaired. The errors, put back one by one:
//   BROKEN_LOCK_TABLE          the table of locks is looked into without its lock: a data race (both
//                              threads must SCAN, which needs locks that main has not made)
//   BROKEN_BITMAP              the bitmap is protected by the blocks' locks only: a data race on the
//                              byte that blocks share (the first thread must ask for USAGE)
//   BROKEN_READ_UNLOCKED       read lets go of the inode first, and locks no block: a data race (the
//                              other thread must WRITE)
//   BROKEN_PUT_ORDER           an inode is unlocked before its record is written: a data race
//   BROKEN_DIRECTORY_UNLOCKED  directories are not locked while open: an update can be lost (both
//                              threads must change the directory)
//   BROKEN_BLOCK_FIRST         unlink locks the block before the inode: a deadlock
//   BROKEN_NO_NOTIFY           releasing a Mutex wakes nobody: a deadlock
//   BROKEN_WAIT_TEST           a Mutex tests and waits in two steps: lost wake-ups, two owners
//   BROKEN_CHECK_THEN_USE      the reader takes it that a file which was found is still there
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <string>
#include <thread>

#include "file_system.h"
#include "layout.h"
#include "operations.h"

namespace {

using daisy::FileSystem;
using daisy::Operation;
using daisy::Status;
using daisy::Worker;

void create_files(FileSystem& system) {
  const std::string names[] = {"cow", "dog", "bat"};
  static_assert(daisy::kFiles >= 1 && daisy::kFiles <= 3);
  for (int i = 0; i < daisy::kFiles; ++i) {
    long file = 0;
    const Status created = system.create(daisy::kRootInode, names[i], file);
    assert(created == Status::Ok);
    const Status written = system.write(file, 0, daisy::bytes_of("someData"));
    assert(written == Status::Ok);
  }
}

}  // namespace

int main() {
  FileSystem system;
  const Status formatted = system.format();
  assert(formatted == Status::Ok);
  create_files(system);
  Worker first(system, Operation::FIRST_OPERATION, "cow", "emu");
  Worker second(system, Operation::SECOND_OPERATION, "cow", "yak");
  std::thread first_thread([&first] { first.run(daisy::kOperations); });
  std::thread second_thread([&second] { second.run(daisy::kOperations); });
  first_thread.join();
  second_thread.join();
  assert(system.is_consistent(daisy::kRootInode));
}

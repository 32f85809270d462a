// What a thread of the test driver can do to the file system.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "file_system.h"

namespace daisy {

enum class Operation { READ, WRITE, CREATE, UNLINK, LIST, ATTRIBUTES, SCAN, USAGE };

class Worker {
 public:
  Worker(FileSystem& system, Operation operation, std::string name, std::string new_name)
      : system_(system),
        operation_(operation),
        name_(std::move(name)),
        new_name_(std::move(new_name)) {}

  void run(int times);

 private:
  void run_once();
  void read();
  void write();
  void create();
  void unlink();
  void list();
  void attributes();
  void scan();
  void usage();

  FileSystem& system_;
  const Operation operation_;
  const std::string name_;      // of the file that the threads fight for
  const std::string new_name_;  // of the file that this thread creates
};

Bytes bytes_of(const std::string& text);

}  // namespace daisy

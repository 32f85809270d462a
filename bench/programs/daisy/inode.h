// An inode in memory: a thread's own copy of a record on the disk.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace daisy {

struct Inode {
  long number = 0;
  long block = 0;
  long size = 0;
  bool used = false;
};

}  // namespace daisy

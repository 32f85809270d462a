// LibrarySync: what a call of a library function does to other threads, from the operations that its code, and what it calls
// by name, contains. One walk over the code, without pointer analysis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "incremental/version.h"

namespace heddle {

class LibrarySync {
 public:
  explicit LibrarySync(const Program& program);
  StatementKind kind_of(FunctionIndex function) const;

 private:
  struct Effects {
    uint64_t kinds = 0;  // SyncKinds, as bits
    bool creates = false;
    bool accesses = false;  // memory that it did not make itself
  };
  std::vector<Effects> effects_;  // by function
};

}  // namespace heddle

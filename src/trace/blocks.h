// Blocks: what is known of the heap blocks of an execution: who allocated them, for what, who freed
// them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "program/source_map.h"
#include "result/violation.h"

namespace heddle {

struct BlockHistory {
  uint64_t size = 0;
  ThreadNumber allocated_by = 0;
  CallStack allocated;
  ThreadNumber freed_by = 0;
  CallStack freed;
  TypeIndex type = kNoType;  // of its elements, if the code says so
  bool is_exception = false;  // a thrown object
  uint64_t owner = 0;  // the object of the C++ library that allocated it, or 0
  TypeIndex owner_type = kNoType;
  std::string owner_name;
};

using Blocks = std::map<uint64_t, BlockHistory>;  // by address

}  // namespace heddle

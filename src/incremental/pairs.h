// Pairs: the threads of an execution, named so that runs and versions agree on them, and which of them are explored together.
//
// A thread's creation path is the way to it from main: main is empty, its second thread [2], that one's first thread [2, 1]. The
// machine's numbers depend on who is alive; creation paths do not.
//
// Paper: [ParizekKliber-Pairs], Section 3: getDynamicInstances.
// Differs: instances are those seen in the runs so far, and new ones join as runs meet them; the paper supposes a bound to be known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "incremental/fragments.h"
#include "support/bit_set.h"

namespace heddle {

using CreationPath = std::vector<uint32_t>;

// "main", "2", "2.1"
std::string text_of(const CreationPath& path);

// A thread of the program's text, and the functions of the user's that it may run.
struct StaticThreadCode {
  std::string name;
  FunctionIndex function = 0;
  std::set<FunctionIndex> runs;
};

struct DynamicThread {
  CreationPath path;
  FunctionIndex function = kUnknown;  // the first of the user's that it ran
  static constexpr FunctionIndex kUnknown = ~0u;
};

// The static threads that may run one of the fragments.
std::vector<size_t> modified_threads(const std::vector<StaticThreadCode>& threads,
                                     const std::vector<const Fragment*>& fragments);
// The static threads that may have to do with what code touches: by the names of shared memory and locks in it, or with a thread that
// has. What others do to each other makes no difference there.
std::vector<size_t> related_threads(const Program& program,
                                    const std::vector<StaticThreadCode>& threads,
                                    const Interactions& interactions, const BitSet& code);
// Whether the thread may be an instance of one of these.
bool may_be_instance(const DynamicThread& thread, const std::vector<StaticThreadCode>& threads,
                     const std::vector<size_t>& of);

}  // namespace heddle

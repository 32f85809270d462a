// What the tests of searches share: running one on a hand-written Program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/program_builder.h"
#include "search/search.h"

namespace heddle::testing {

inline ErrorSet all_errors() {
  ErrorSet errors;
  for (size_t kind = 0; kind < kErrorKindCount; ++kind) errors.add(ErrorKind(kind));
  return errors;
}

inline SearchOutcome search(const Program& program, SearchOptions options = {},
                            const MachineOptions& machine_options = {}) {
  if (options.errors.empty()) options.errors = all_errors();
  Machine machine(program, machine_options);
  return Search(machine, options).run();
}

// Two threads that count to `count` each on one global, with plain reads and writes.
inline Program racy_counters(unsigned count) {
  ProgramBuilder builder;
  const uint64_t counter = builder.global("counter");
  const Body counting = [=](ProgramBuilder& b) {
    for (unsigned k = 0; k < count; ++k)
      b.store(b.binary(Opcode::Add, b.load_from(counter), b.constant(1)), b.constant(counter));
  };
  return threads_program(builder, {counting, counting});
}

}  // namespace heddle::testing

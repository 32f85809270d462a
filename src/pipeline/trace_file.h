// Saved traces: everything needed to run an error again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pipeline/options.h"
#include "program/address_plan.h"
#include "search/search.h"

namespace heddle {

struct SavedTrace {
  Options options;
  MachineOptions machine;
  AddressPlan addresses;  // empty if they are those that the sources alone give
  uint64_t program_hash = 0;
  FoundError error;
};

uint64_t hash_of(const Program& program);
void save_trace(const std::string& file, const Options& options, const MachineOptions& machine,
                const Program& program, const FoundError& error);
// Paths of heddle's own files are taken from `where`: a trace may be replayed by another installation.
SavedTrace load_trace(const std::string& file, const Options& where);

}  // namespace heddle

// Checks that keep what they verified, and checks that build on it: proof mode.
//
// A verified run keeps the graph of its states. What the edit has not touched is taken over from there, and the rest is
// searched as ever (search/revisits.h). What it verifies is verified (docs/decisions/005-a-stored-graph.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "incremental/store.h"
#include "pipeline/options.h"
#include "program/program.h"
#include "result/verdict.h"

namespace heddle {

// As check(options); what is verified is kept in the store of the options.
CheckResult check_and_keep(const Options& options);

// The same, but built on the last verified run of this command line. Without one that fits it is a full
// check; CheckResult::basis tells which.
CheckResult prove(const Options& options);
// What is found in the store, and the program loaded to fit it.
CheckResult prove(const Options& options, const Program& program, const Store::Found& found);

// Another build may mean something else by what is kept, also if it has the same version.
std::string build_name();
Store store_of(const Options& options);
// By what the store knows a command line.
std::string store_name(const Options& options);

}  // namespace heddle

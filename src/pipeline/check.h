// The whole tool: from source files to a verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "incremental/store.h"
#include "pipeline/options.h"
#include "program/program.h"
#include "result/verdict.h"

namespace heddle {

// Throws UsageError, InputError (exit codes 1 and 2) or InternalError (6).
CheckResult check(const Options& options);
// The same for a program that is loaded already.
CheckResult check(const Program& program, const Options& options);

// What a check builds on, and what it leaves for others to build on.
struct Basis {
  const StoredRun* run =
      nullptr;  // of an earlier version, whose addresses and places the program has
  const PlaceMap* places = nullptr;  // where the code of that version is now
  std::string problem;  // why it was of no use after all
  std::set<std::string> notes;  // assumptions of models, those that the stored run met included
  LockWordSets lock_words;  // those of the stored run included
  bool keep = false;
  std::optional<StoredRun> kept;  // if all was verified
};
CheckResult check(const Program& program, const Options& options, Basis& basis);

// All that decides what states a check finds and what is an error in them, as text.
std::string settings_of(const Options& options);

// Whether what is verified in this way can be stored.
bool can_keep(const Options& options);

// Re-runs a saved trace; the result holds the one error it ends in.
CheckResult replay_file(const std::string& file, const Options& where);

}  // namespace heddle

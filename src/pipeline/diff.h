// Incremental verification: from an edit to the interleavings it may have broken, and a verdict on these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "incremental/version.h"
#include "pipeline/options.h"
#include "result/diff_report.h"

namespace heddle {

enum class DiffMode : uint8_t {
  Usual,  // as Bugs; then, if there is a verified run to build on, or nothing to compare with, as Proof
  Bugs,  // stops at the first error
  Safety,  // every pair to its end
  Proof,  // everything, built on the last verified run: see prove.h
};

struct DiffOptions {
  std::string base;  // a git revision; empty: the last verified run of this command line
  DiffMode mode = DiffMode::Usual;
  bool together = false;  // all fragments at once, besides one by one
  std::optional<double> seconds_per_pair;  // else by the mode
  unsigned workers = 0;  // on pairs; 0: one for each core
  // Given the report as soon as it has the changes and the fragments, before anything is explored; not if there is no version to compare with.
  std::function<void(const DiffReport&)> on_changes;
  static constexpr double kBugsSeconds = 60;
  static constexpr double kSafetySeconds = 600;
};

// Throws as check() does, and InputError if there is nothing to compare with and the mode asks for no more than that.
DiffReport diff(const Options& options, const DiffOptions& how);

// What a revision was, as far as an edit is compared with it; kept in the cache folder.
Version version_at(const Options& options, const std::string& revision);

}  // namespace heddle

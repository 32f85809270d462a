// The words in which changed statements are told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "incremental/version.h"
#include "result/diff_report.h"

namespace heddle {

// The first few, and how many more there are.
std::string joined(const std::set<std::string>& objects);
// Reads and writes of one thing in one line are told as one.
std::string merged(const std::string& known, const std::string& what);
// In the words of the analyses, as far as the text tells.
std::string told_kind(StatementKind kind);
// Whether the library function frees memory.
bool gives_back(const std::string& callee);
// Whether what was added may be what was removed, in another form. The analyses name things more exactly than a version of which only
// the text is known.
bool same_sort(const StatementChange& added, const StatementChange& removed);

}  // namespace heddle

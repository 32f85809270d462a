// Page: what all parts of one error's text share: how files and threads are called, and the style.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "report/style.h"
#include "result/trace.h"

namespace heddle {

struct TextOptions {
  bool full_trace = false;    // do not fold the middle of a long trace
  bool show_local = false;    // tell accesses to data no other thread can reach
  bool show_library = false;  // tell the library's own frames and accesses
};

// File names without the directory that all of the program's files share: `bank.c` if there is
// only one, `queue/ring.c` and `main.c` if there are more.
class FileNames {
 public:
  explicit FileNames(const ErrorReport& error);

  // "bank.c:12"; empty for an unknown place
  std::string shown(const Place& place) const;

 private:
  size_t shared_prefix_ = 0;
  std::set<std::string> files_;
};

// Thread numbers by name, for notes, which know only the name.
class ThreadNames {
 public:
  explicit ThreadNames(const ErrorReport& error);

  // "worker#1 (thread 1)"; the name alone if its number is not known
  std::string numbered(const std::string& name) const;
  std::string painted(const std::string& name, const Style& style) const;

 private:
  std::map<std::string, ThreadNumber> numbers_;
};

// The innermost place in the program itself; null if there is none.
const Place* user_place(const std::vector<StackLine>& stack);

struct Page {
  Page(const ErrorReport& error, const Style& page_style, const TextOptions& page_options)
      : style(page_style), options(page_options), files(error), threads(error) {}

  Style style;
  TextOptions options;
  FileNames files;
  ThreadNames threads;
};

}  // namespace heddle

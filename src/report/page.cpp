// Page: how files and threads are called in one error's text.
// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.h"

namespace heddle {
namespace {

std::set<std::string> files_of(const ErrorReport& error) {
  std::set<std::string> files{error.location.file};
  const auto add_stack = [&](const std::vector<StackLine>& stack) {
    for (const StackLine& line : stack)
      if (!line.library) files.insert(line.place.file);
  };
  add_stack(error.stack);
  for (const TraceNote& note : error.notes) add_stack(note.stack);
  for (const TraceStep& step : error.trace.steps)
    for (const TraceEvent& event : step.events) files.insert(event.place.file);
  files.erase("");
  return files;
}

// The length of the longest "some/directory/" that all paths begin with.
size_t shared_directory(const std::set<std::string>& paths) {
  if (paths.empty()) return 0;
  // In sorted order the first and the last path differ as early as any two.
  const std::string& first = *paths.begin();
  const std::string& last = *paths.rbegin();
  const auto difference = std::mismatch(first.begin(), first.end(), last.begin(), last.end());
  const std::string same(first.begin(), difference.first);
  const size_t slash = same.rfind('/');
  return slash == std::string::npos ? 0 : slash + 1;
}

}  // namespace

const Place* user_place(const std::vector<StackLine>& stack) {
  const auto found =
      std::find_if(stack.begin(), stack.end(), [](const StackLine& line) { return !line.library; });
  return found == stack.end() ? nullptr : &found->place;
}

FileNames::FileNames(const ErrorReport& error) : files_(files_of(error)) {
  shared_prefix_ = shared_directory(files_);
}

std::string FileNames::shown(const Place& place) const {
  if (place.file.empty()) return "";
  std::string name = place.file;
  if (files_.count(name) != 0) name.erase(0, shared_prefix_);
  if (place.line == 0) return printable(name);
  return fmt::format("{}:{}", printable(name), place.line);
}

ThreadNames::ThreadNames(const ErrorReport& error) {
  for (const TraceStep& step : error.trace.steps) numbers_.emplace(step.thread_name, step.thread);
  numbers_.emplace(error.thread_name, error.thread);
}

std::string ThreadNames::numbered(const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) return printable(name);
  return fmt::format("{} (thread {})", printable(name), found->second);
}

std::string ThreadNames::painted(const std::string& name, const Style& style) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) return style.paint(Ink::Strong, printable(name));
  return style.paint_thread(found->second, numbered(name));
}

}  // namespace heddle

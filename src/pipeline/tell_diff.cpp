// SPDX-License-Identifier: Apache-2.0
#include "pipeline/tell_diff.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/thread_names.h"

namespace heddle {

namespace {

std::string ordinal(uint32_t number) {
  const uint32_t last = number % 100 / 10 == 1 ? 0 : number % 10;
  return std::to_string(number) + (last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

// The function's own, unless the fragment is included from elsewhere.
uint32_t file_of(const Program& program, const Fragment& fragment) {
  const uint32_t own = program.functions[fragment.function].location.file;
  uint32_t file = own;
  for (Point p = fragment.first; p <= fragment.last; ++p) {
    const SourceLocation& location = program.source.locations[p];
    if (location.line == 0) continue;
    if (location.file == own) return own;
    file = location.file;
  }
  return file;
}

}  // namespace

FragmentReport told(const Program& program, const std::vector<StaticThreadCode>& threads,
                    const Fragment& fragment) {
  const Function& function = program.functions[fragment.function];
  const uint32_t file = file_of(program, fragment);
  FragmentReport result{
      .changes = fragment.changes,
      .first = {program.source.files[file], 0,
                function.shown_name.empty() ? function.name : function.shown_name},
      .last_line = 0,
      .whole_function = fragment.whole_function,
      .threads = {}};
  for (Point p = fragment.first; p <= fragment.last; ++p) {
    const SourceLocation& location = program.source.locations[p];
    if (location.line == 0 || location.file != file) continue;
    if (result.first.line == 0 || location.line < result.first.line)
      result.first.line = location.line;
    result.last_line = std::max(result.last_line, location.line);
  }
  for (const size_t thread : modified_threads(threads, {&fragment}))
    result.threads.push_back(threads[thread].name);
  return result;
}

std::string told_name(const Program& program, const DynamicThread& thread) {
  if (thread.path.empty()) return "main";
  const std::string function = thread.function == DynamicThread::kUnknown
                                   ? "a thread"
                                   : thread_function_name(program, thread.function);
  CreationPath parent = thread.path;
  parent.pop_back();
  const std::string of = parent.empty() ? "main" : "thread " + text_of(parent);
  return fmt::format("{}, {} thread of {}", function, ordinal(thread.path.back()), of);
}

}  // namespace heddle

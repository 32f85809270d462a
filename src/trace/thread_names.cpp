// SPDX-License-Identifier: Apache-2.0
#include "trace/thread_names.h"

#include <fmt/format.h>

#include <exception>

#include "program/address.h"
#include "trace/library_call.h"

namespace heddle {

namespace {

// Arguments of a thread are moved into place by functions that may be the user's, too.
bool is_special_member(const Program& program, const Function& function) {
  return function.operation.starts_with('~') || is_constructor(program, function);
}

}  // namespace

std::string thread_function_name(const Program& program, FunctionIndex index) {
  const Function& function = program.functions[index];
  if (!function.shown_name.starts_with("lambda "))
    return function.shown_name.empty() ? function.name : function.shown_name;
  const std::string& file = program.source.files[function.location.file];
  return fmt::format("lambda at {}:{}", file.substr(file.rfind('/') + 1), function.location.line);
}

void ThreadNameFinder::on_thread_start(ThreadNumber, Point, ThreadNumber child) {
  if (names_.empty()) names_.push_back("main");
  creation_[child] = names_.size();
  names_.emplace_back();
  const uint64_t entry = machine_.thread(child).entry;
  const Program& program = machine_.program();
  const auto index = program.function_with(entry);
  if (index && program.functions[*index].origin == FunctionOrigin::User)
    names_.back() = thread_function_name(program, *index);
}

void ThreadNameFinder::on_call(ThreadNumber thread, FunctionIndex index) {
  if (creation_[thread] == 0 || is_known(thread)) return;
  const Program& program = machine_.program();
  const Function& function = program.functions[index];
  if (function.origin == FunctionOrigin::User && !is_special_member(program, function))
    names_[creation_[thread]] = thread_function_name(program, index);
}

std::vector<std::string> ThreadNameFinder::finish() {
  constexpr int kPatience = 100;  // transitions between a thread's start and the user's function
  try {
    for (ThreadNumber thread = 1; thread < kMaxThreads; ++thread)
      for (int k = 0; k < kPatience && (machine_.live_threads() >> thread & 1) &&
                      creation_[thread] != 0 && !is_known(thread) && machine_.is_enabled(thread);
           ++k)
        machine_.run(thread);
  } catch (const std::exception&) {
    // It went beyond the execution to be told, into something that has no model: it stays unnamed.
  }
  return names_;
}

}  // namespace heddle

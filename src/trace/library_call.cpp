// SPDX-License-Identifier: Apache-2.0
#include "trace/library_call.h"

#include <utility>

#include "program/cxx_name.h"

namespace heddle {

namespace {

bool is_users(const Program& program, Point point) {
  return program.functions[program.function_at(point)].origin == FunctionOrigin::User;
}

bool is_cxx(const Function& function) {
  return function.name.starts_with("_Z") || function.name.starts_with("__cxa_") ||
         function.name == "__clang_call_terminate";
}

// "operator int" of an atomic variable reads it.
std::string operation_name(const Program& program, const Function& function) {
  constexpr std::string_view kConversion = "operator ";
  if (function.operation.starts_with(kConversion) &&
      library_class(program, function.this_type) == LibraryClass::Atomic)
    return "load";
  // The names of bases and of templates behind an alias.
  constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
      {"basic_string", "string"},     {"~basic_string", "~string"},
      {"__shared_ptr", "shared_ptr"}, {"~__shared_ptr", "~shared_ptr"},
      {"__weak_ptr", "weak_ptr"},     {"~__weak_ptr", "~weak_ptr"},
      {"__basic_future", "future"},
  };
  for (const auto& [name, alias] : kAliases)
    if (function.operation == name) return std::string(alias);
  if (!function.operation.empty()) return function.operation;
  return function.shown_name.empty() ? function.name : function.shown_name;
}

}  // namespace

std::optional<size_t> user_frame(const Program& program, const CallStack& stack) {
  for (size_t k = 0; k < stack.size(); ++k)
    if (is_users(program, stack[k])) return k;
  return std::nullopt;
}

std::optional<LibraryCall> library_call(const Machine& machine, ThreadNumber thread,
                                        const CallStack& stack) {
  const Program& program = machine.program();
  const std::optional<size_t> user = user_frame(program, stack);
  if (!user || *user == 0) return std::nullopt;
  const FunctionIndex index = program.function_at(stack[*user - 1]);
  const Function& function = program.functions[index];
  LibraryCall call{.function = index,
                   .operation = operation_name(program, function),
                   .cxx = is_cxx(function),
                   .type = function.this_type};
  if (function.this_slot >= 0)
    call.object = machine.frames(thread).rbegin()[ptrdiff_t(*user) - 1].slots[function.this_slot];
  return call;
}

bool is_constructor(const Program& program, const Function& function) {
  const std::string& type = program.source.types[function.this_type].name;
  if (type.empty()) return false;
  // The name of a std::string's constructor is that of the template.
  return function.operation == last_component(without_template_arguments(type)) ||
         (type == "std::string" && function.operation == "basic_string");
}

LibraryClass library_class(const Program& program, TypeIndex type) {
  const TypeInfo& info = program.source.types[type];
  if (!info.library) return LibraryClass::Other;
  const std::string name = without_template_arguments(info.name);
  constexpr std::pair<std::string_view, LibraryClass> kClasses[] = {
      {"std::atomic", LibraryClass::Atomic},
      {"std::__atomic_base", LibraryClass::Atomic},
      {"std::__atomic_float", LibraryClass::Atomic},
      {"std::atomic_flag", LibraryClass::Atomic},
      {"std::__atomic_flag_base", LibraryClass::Atomic},
      {"__atomic_flag_base", LibraryClass::Atomic},
      {"std::atomic_ref", LibraryClass::Atomic},
      {"std::__atomic_ref", LibraryClass::Atomic},
      {"std::latch", LibraryClass::Latch},
      {"std::counting_semaphore", LibraryClass::Semaphore},
      {"std::barrier", LibraryClass::Barrier},
      {"std::__basic_future", LibraryClass::Future},
      {"std::future", LibraryClass::Future},
      {"std::shared_future", LibraryClass::Future},
      {"std::_Sp_counted_ptr_inplace", LibraryClass::SharedCount},
      {"std::_Sp_counted_ptr", LibraryClass::SharedCount},
      {"std::_Sp_counted_deleter", LibraryClass::SharedCount},
  };
  // An atomic shared_ptr is a lock and two pointers inside.
  if (info.name.find("shared_ptr") != std::string::npos && name.starts_with("std::atomic"))
    return LibraryClass::Other;
  for (const auto& [known, kind] : kClasses)
    if (name == known) return kind;
  return LibraryClass::Other;
}

const char* noun_of(LibraryClass kind) {
  switch (kind) {
    case LibraryClass::Atomic: return "a change of ";
    case LibraryClass::Latch: return "the latch ";
    case LibraryClass::Semaphore: return "the semaphore ";
    case LibraryClass::Barrier: return "the barrier ";
    case LibraryClass::Future: return "the result of ";
    case LibraryClass::SharedCount:
    case LibraryClass::Other: break;
  }
  return "";
}

}  // namespace heddle

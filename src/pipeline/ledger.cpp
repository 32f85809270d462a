// SPDX-License-Identifier: Apache-2.0
#include "pipeline/ledger.h"

#include <fmt/format.h>

#include <set>

#include "program/cxx_name.h"

namespace heddle {

namespace {

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// As the user writes it: a class of the C++ library by its name, and what nobody calls by name (for
// exceptions, static variables, the insides of containers) under one.
std::string name_of_model(const Function& function) {
  constexpr const char* kSupport = "C++ run-time support";
  if (function.name.starts_with("__cxa_") || function.name == "__dynamic_cast" ||
      function.name == "__gxx_personality_v0" || function.name == "__heddle_exception_matches")
    return kSupport;
  const std::string name =
      without_template_arguments(function.shown_name.empty() ? function.name : function.shown_name);
  constexpr std::string_view kStd = "std::";
  if (!name.starts_with(kStd)) return name;
  const std::string rest = name.substr(kStd.size());
  if (rest.starts_with('_')) return kSupport;
  return std::string(kStd) + rest.substr(0, rest.find("::"));
}

// The models that the user's own code calls, be it through templates and inline functions of the
// C++ library, which are checked as they are.
std::set<std::string> modelled_functions(const Program& program) {
  std::set<std::string> names;
  for (const Function& function : program.functions) {
    if (function.is_model || function.name.starts_with("__heddle_")) continue;
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      const Instruction& i = program.code[point];
      if (i.opcode != Opcode::Call) continue;
      const Function& callee = program.functions[i.b];
      // What the machine itself asks of the models is not the user's call.
      if (callee.is_model && !callee.name.starts_with("__heddle_"))
        names.insert(name_of_model(callee));
    }
  }
  return names;
}

std::set<std::string> kinds_not_checked(const ErrorSet& errors) {
  std::set<std::string> names;
  for (size_t index = 0; index < kErrorKindCount; ++index)
    if (!errors.contains(ErrorKind(index))) names.insert(std::string(name_of(ErrorKind(index))));
  return names;
}

}  // namespace

Ledger::Ledger(const Program& program, const Options& options) {
  assumptions_.push_back("sequentially consistent memory");
  assumptions_.push_back("malloc never fails");
  if (!options.spurious_wakeups) assumptions_.push_back("no spurious wake-ups");
  assumptions_.push_back(options.reuse_addresses
                             ? "freed addresses are reused at once, by the thread that freed them"
                             : "freed addresses are never used again");
  const std::set<std::string> modelled = modelled_functions(program);
  if (!modelled.empty()) assumptions_.push_back("modelled functions: " + joined(modelled));
  assumptions_.insert(assumptions_.end(), program.assumptions.begin(), program.assumptions.end());
  if (!options.errors.contains(ErrorKind::DataRace))
    assumptions_.push_back("a plain access or a memory copy is one step");
  const std::set<std::string> skipped = kinds_not_checked(options.errors);
  if (!skipped.empty()) assumptions_.push_back("not looked for: " + joined(skipped));
}

void Ledger::add_machine(const Machine& machine) {
  for (const std::string& text : machine.assumptions()) assumptions_.push_back(text);
  for (const std::string& text : machine.incompleteness()) {
    assumptions_.push_back(text);
    if (incomplete_.empty()) incomplete_ = text;
  }
}

void Ledger::add_outcome(const SearchOutcome& outcome) {
  if (!outcome.left_out.empty()) incomplete_ = outcome.left_out;
  if (!outcome.incomplete.empty()) incomplete_ = outcome.incomplete;
  if (!outcome.ignored_errors.empty())
    assumptions_.push_back("executions that end in an error not looked for (" +
                           joined(outcome.ignored_errors) + ") were not followed further");
  if (outcome.omission_probability > 0)
    assumptions_.push_back(fmt::format(
        "states are told apart by 128 bits: a state is missed with probability below {:.0e}",
        outcome.omission_probability));
}

}  // namespace heddle

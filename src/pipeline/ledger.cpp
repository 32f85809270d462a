// SPDX-License-Identifier: Apache-2.0
#include "pipeline/ledger.h"

#include <fmt/format.h>

#include <set>

namespace heddle {

namespace {

std::string joined(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The library functions that the user's own code calls.
std::set<std::string> modelled_functions(const Program& program) {
  std::set<std::string> names;
  for (const Function& function : program.functions) {
    if (function.origin != FunctionOrigin::User) continue;
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      const Instruction& i = program.code[point];
      if (i.opcode != Opcode::Call) continue;
      const Function& callee = program.functions[i.b];
      // What the machine itself asks of the models is not the user's call.
      if (callee.origin == FunctionOrigin::Library && !callee.name.starts_with("__heddle_"))
        names.insert(callee.name);
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

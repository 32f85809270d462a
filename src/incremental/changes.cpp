// SPDX-License-Identifier: Apache-2.0
#include "incremental/changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "incremental/control_regions.h"
#include "incremental/removed_writes.h"
#include "incremental/replaced.h"
#include "incremental/same_statement.h"
#include "incremental/told_statement.h"
#include "incremental/value_flow.h"
#include "program/operands.h"

namespace heddle {

namespace {

class ChangeFinder {
 public:
  ChangeFinder(const Version& before, const Version& after, const VersionMatch& match,
               const Program& program, const Interactions& interactions, const MemoryUse& memory)
      : before_(before),
        after_(after),
        match_(match),
        program_(program),
        interactions_(interactions),
        memory_(memory),
        flow_(program, memory) {
    for (FunctionIndex k = 0; k < program.functions.size(); ++k)
      function_named_[program.functions[k].name] = k;
    for (uint32_t k = 0; k < after.functions.size(); ++k) version_of_[function_of(k)] = k;
    find_interacting();
  }

  std::vector<Change> find() {
    for (const FunctionPair& pair : match_.functions) find_in(pair);
    add_initial_values();
    add_values();
    add_uses_of_results();
    add_conditions_of_failures();
    std::vector<Change> changes;
    for (auto& [key, change] : changes_) {
      change.told.object = joined(objects_.at(key));
      std::sort(change.points.begin(), change.points.end());
      change.points.erase(std::unique(change.points.begin(), change.points.end()),
                          change.points.end());
      changes.push_back(std::move(change));
    }
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
      return std::tie(a.told.place.file, a.told.place.line) <
             std::tie(b.told.place.file, b.told.place.line);
    });
    return changes;
  }

 private:
  // One entry for each line of a function, its accesses together: a lambda may begin where it is called.
  using Key = std::tuple<std::string, uint32_t, std::string, std::string, ChangeKind>;
  static Key key_of(const StatementChange& told, ChangeKind kind) {
    const bool is_access = told.what.starts_with("shared ") || told.what.starts_with("atomic ");
    return {told.place.file, told.place.line, told.place.function, is_access ? "access" : told.what,
            kind};
  }

  FunctionIndex function_of(uint32_t after) const {
    return function_named_.at(after_.texts[after_.functions[after].name]);
  }
  Point point_of(const FunctionPair& pair, uint32_t statement) const {
    return program_.functions[function_of(pair.after)].entry + statement;
  }

  // Functions that interact, by name, with all they call by name.
  void find_interacting() {
    for (const auto& [point, what] : interactions_)
      interacting_after_.insert(program_.functions[program_.function_at(point)].name);
    for (const VersionFunction& function : before_.functions)
      for (const VersionStatement& statement : function.statements)
        if (statement.kind != StatementKind::Local)
          interacting_before_.insert(before_.texts[function.name]);
    close_over_calls(before_, interacting_before_);
    close_over_calls(after_, interacting_after_);
  }
  static void close_over_calls(const Version& version, std::set<std::string>& names) {
    for (bool grew = true; grew;) {
      grew = false;
      for (const VersionFunction& function : version.functions)
        for (const VersionStatement& statement : function.statements)
          if (statement.callee && names.contains(version.texts[statement.callee]))
            grew |= names.insert(version.texts[function.name]).second;
    }
  }

  static CodePlace place(const Version& version, const VersionFunction& function,
                         const VersionStatement& statement) {
    return {version.texts[statement.file], statement.line, version.texts[function.shown_name]};
  }

  Change& note(const StatementChange& told, FunctionIndex function) {
    const Key key = key_of(told, told.kind);
    objects_[key].insert(told.object);
    const auto [entry, is_new] = changes_.try_emplace(key);
    Change& change = entry->second;
    if (is_new) {
      change.told = told;
      change.function = function;
    } else {
      change.told.what = merged(change.told.what, told.what);
      change.told.rule = std::min(change.told.rule, told.rule);
    }
    return change;
  }

  // What is run there that others could notice; a call of a function that interacts is such a thing, too, and one that goes elsewhere:
  // where it went before may have been such a function.
  std::vector<PointInteraction> interactions_at(Point point) const {
    const auto found = interactions_.find(point);
    if (found != interactions_.end()) return found->second;
    const Instruction& i = program_.code[point];
    std::set<FunctionIndex> callees;
    if (i.opcode == Opcode::Call) callees.insert(i.b);
    if (const auto called = memory_.called.find(point); called != memory_.called.end())
      callees = called->second;
    std::vector<PointInteraction> calls;
    for (const FunctionIndex index : callees) {
      const Function& callee = program_.functions[index];
      if (is_users(callee) &&
          (interacting_after_.contains(callee.name) || flow_.is_redirected(point)))
        calls.push_back({"call", callee.shown_name.empty() ? callee.name : callee.shown_name});
    }
    return calls;
  }

  bool is_replaced(const StatementChange& told) const {
    const auto found = changes_.find(key_of(told, ChangeKind::Changed));
    return found != changes_.end() && found->second.told.rule == ChangeRule::Statement;
  }
  void note_present(ChangeKind kind, ChangeRule rule, Point point) {
    const FunctionIndex function = program_.function_at(point);
    const SourceLocation& location = program_.source.locations[point];
    const Function& code = program_.functions[function];
    for (const PointInteraction& what : interactions_at(point)) {
      StatementChange told{
          kind,
          rule,
          what.kind,
          what.object.empty() ? object_at(point) : what.object,
          {program_.source.files[location.line ? location.file : code.location.file], location.line,
           code.shown_name.empty() ? code.name : code.shown_name}};
      // Of what one line does to a thing, some was there before.
      if (kind == ChangeKind::Added && is_replaced(told)) told.kind = ChangeKind::Changed;
      // What was added has not changed besides.
      if (kind == ChangeKind::Changed && changes_.contains(key_of(told, ChangeKind::Added)))
        continue;
      note(told, function).points.push_back(point);
    }
  }

  // As the text of the version tells.
  const std::string& object_at(Point point) const {
    static const std::string kNone;
    const FunctionIndex function = program_.function_at(point);
    const auto found = version_of_.find(function);
    if (found == version_of_.end()) return kNone;
    const uint32_t statement = point - program_.functions[function].entry;
    return after_.texts[after_.functions[found->second].statements[statement].object];
  }

  void note_removed(const FunctionPair& pair, uint32_t index) {
    const VersionFunction& function = before_.functions[pair.before];
    const VersionStatement& statement = function.statements[index];
    if (names_joined_thread(function, index)) return;
    StatementChange told{
        .kind = ChangeKind::Removed,
        .rule = ChangeRule::Statement,
        .what = gives_back(before_.texts[statement.callee]) ? "free" : told_kind(statement.kind),
        .object = before_.texts[statement.object],
        .place = place(before_, function, statement)};
    const bool is_call =
        statement.callee && interacting_before_.contains(before_.texts[statement.callee]);
    if (statement.kind == StatementKind::Local && !is_call) return;
    if (is_call) {
      told.what = "call";
      told.object = shown_name_before(statement.callee);
    }
    Change& change =
        note(told, pair.after == kUnmatched ? Change::kNoFunction : function_of(pair.after));
    if (pair.after == kUnmatched)
      change.callers = referrers(before_.texts[function.name]);
    else
      change.points.push_back(
          point_of(pair, std::min<uint32_t>(next_after(pair, index), last_of(pair))));
  }
  // The read of a local variable that a join is given is told as the join.
  bool names_joined_thread(const VersionFunction& function, uint32_t read) const {
    const VersionStatement& statement = function.statements[read];
    const bool reads =
        statement.kind == StatementKind::Read || statement.kind == StatementKind::ElementRead;
    if (!reads || !is_of_local(before_, function, statement)) return false;
    return std::any_of(function.statements.begin(), function.statements.end(),
                       [&](const VersionStatement& other) {
                         return other.kind == StatementKind::Join && !other.operands.empty() &&
                                other.operands[0].made == std::vector<uint32_t>{read};
                       });
  }
  // One that was replaced where it stood is still there. What others could notice of it was told, if the analyses know of
  // anything; a call, of which they know no more than what it does itself, is told all the same.
  void note_replaced(const FunctionPair& pair, uint32_t index, uint32_t by) {
    const VersionStatement& statement = before_.functions[pair.before].statements[index];
    const Point point = point_of(pair, by);
    if (!statement.callee) return note_given(pair, by);
    if (!interactions_at(point).empty()) return;
    const bool is_call = interacting_before_.contains(before_.texts[statement.callee]);
    if (statement.kind == StatementKind::Local && !is_call) return;
    const VersionFunction& function = after_.functions[pair.after];
    const VersionStatement& now = function.statements[by];
    StatementChange told{
        .kind = ChangeKind::Changed,
        .rule = ChangeRule::Statement,
        .what = is_call ? "call" : told_kind(statement.kind),
        .object = is_call ? shown_name_before(statement.callee) : after_.texts[now.object],
        .place = place(after_, function, now)};
    note(told, function_of(pair.after)).points.push_back(point);
  }
  // What is stored into a local variable is another value for the calls that are given its address.
  void note_given(const FunctionPair& pair, uint32_t store) {
    const VersionFunction& function = after_.functions[pair.after];
    const VersionStatement& statement = function.statements[store];
    if (statement.written == 0 || !is_of_local(after_, function, statement)) return;
    const std::vector<uint32_t> variable{statement.addresses[0].number};
    for (uint32_t k = 0; k < function.statements.size(); ++k) {
      const auto& operands = function.statements[k].operands;
      if (function.statements[k].callee &&
          std::any_of(operands.begin(), operands.end(),
                      [&](const VersionOperand& operand) { return operand.made == variable; }))
        note_present(ChangeKind::Changed, ChangeRule::Value, point_of(pair, k));
    }
  }
  const std::string& shown_name_before(TextIndex name) const {
    const auto found =
        std::find_if(before_.functions.begin(), before_.functions.end(),
                     [&](const VersionFunction& function) { return function.name == name; });
    const bool is_shown = found != before_.functions.end() && found->shown_name != 0;
    return before_.texts[is_shown ? found->shown_name : name];
  }
  uint32_t last_of(const FunctionPair& pair) const {
    return uint32_t(pair.statements.of_second.size()) - 1;
  }
  // The statement of the later version before which one of the earlier version stood.
  static uint32_t next_after(const FunctionPair& pair, uint32_t index) {
    const std::vector<uint32_t>& partner = pair.statements.of_first;
    while (index < partner.size() && partner[index] == kUnmatched) ++index;
    return index < partner.size() ? partner[index] : uint32_t(pair.statements.of_second.size());
  }

  // Functions of the later version whose earlier version called one that is gone, or took its address.
  std::vector<FunctionIndex> referrers(const std::string& name) const {
    std::set<FunctionIndex> result;
    std::set<std::string> seen{name};
    std::vector<std::string> open{name};
    while (!open.empty()) {
      const std::string next = open.back();
      open.pop_back();
      for (uint32_t k = 0; k < before_.functions.size(); ++k) {
        if (!refers(before_.functions[k], next)) continue;
        const FunctionPair& pair = match_.pair_of_before(k);
        const std::string& referrer = before_.texts[before_.functions[k].name];
        if (pair.after != kUnmatched)
          result.insert(function_of(pair.after));
        else if (seen.insert(referrer).second)
          open.push_back(referrer);
      }
    }
    return {result.begin(), result.end()};
  }
  bool refers(const VersionFunction& function, const std::string& name) const {
    return std::any_of(function.statements.begin(), function.statements.end(),
                       [&](const VersionStatement& statement) {
                         const std::string text = before_.texts[statement.text] + " ";
                         return text.find(" " + name + " ") != std::string::npos ||
                                text.find(" &" + name + " ") != std::string::npos;
                       });
  }

  void find_in(const FunctionPair& pair) {
    const Alignment replaced = find_replaced(before_, after_, match_, pair);
    if (pair.after != kUnmatched) find_present(pair, replaced);
    if (pair.before == kUnmatched) return;
    const auto& partner = pair.statements.of_first;
    for (uint32_t k = 0; k < partner.size(); ++k) {
      if (partner[k] != kUnmatched) continue;
      if (replaced.of_first[k] == kUnmatched)
        note_removed(pair, k);
      else
        note_replaced(pair, k, replaced.of_first[k]);
    }
    if (pair.after == kUnmatched) return;
    replace_removed(pair);
    const VersionFunction& function = before_.functions[pair.before];
    if (std::none_of(partner.begin(), partner.end(), [](uint32_t p) { return p == kUnmatched; }))
      return;
    const ControlRegions regions(before_, function);
    for (uint32_t k = 0; k < partner.size(); ++k) {
      if (partner[k] != kUnmatched || !regions.is_branch(k)) continue;
      for (const uint32_t controlled : regions.controlled_by(k))
        if (partner[controlled] != kUnmatched)
          conditional_.insert(point_of(pair, partner[controlled]));
    }
  }

  void find_present(const FunctionPair& pair, const Alignment& replaced) {
    const VersionFunction& function = after_.functions[pair.after];
    const auto& partner = pair.statements.of_second;
    for (uint32_t k = 0; k < partner.size(); ++k) {
      const Point point = point_of(pair, k);
      const VersionStatement& statement = function.statements[k];
      if (partner[k] == kUnmatched) {
        const bool was_there = replaced.of_second[k] != kUnmatched;
        note_present(was_there ? ChangeKind::Changed : ChangeKind::Added, ChangeRule::Statement,
                     point);
        changed_.push_back({point, pair.after, k, was_there ? Way::Replaced : Way::New});
        continue;
      }
      const VersionStatement& old = before_.functions[pair.before].statements[partner[k]];
      if (old.value != statement.value || !same_operands(pair, old, statement)) {
        valued_.push_back(point);
        changed_.push_back({point, pair.after, k});
      } else if (!same_targets(before_, after_, pair, old, statement)) {
        changed_.push_back({point, pair.after, k});
      }
    }
  }

  // One of a kind removed where one of the same kind was added has been changed.
  void replace_removed(const FunctionPair& pair) {
    for (auto it = changes_.begin(); it != changes_.end();) {
      const Change& removed = it->second;
      const bool here = removed.told.kind == ChangeKind::Removed &&
                        removed.function == function_of(pair.after) && !removed.points.empty();
      const auto added = here ? added_beside(removed) : changes_.end();
      if (added == changes_.end()) {
        ++it;
        continue;
      }
      added->second.told.kind = ChangeKind::Changed;
      added->second.stood_before.insert(added->second.stood_before.end(), removed.points.begin(),
                                        removed.points.end());
      it = changes_.erase(it);
    }
  }
  std::map<Key, Change>::iterator added_beside(const Change& removed) {
    constexpr Point kNear = 16;  // instructions: one source statement
    return std::find_if(changes_.begin(), changes_.end(), [&](const auto& entry) {
      const Change& change = entry.second;
      return change.told.kind == ChangeKind::Added && change.function == removed.function &&
             same_sort(change.told, removed.told) &&
             change.points.back() <= removed.points.front() &&
             removed.points.front() - change.points.back() <= kNear;
    });
  }
  void add_initial_values() {
    std::set<std::string> changed;
    for (const VariablePair& pair : match_.variables)
      if (pair.before != kUnmatched && !pair.begins_the_same)
        changed.insert(after_.texts[after_.globals[pair.after].name]);
    if (changed.empty()) return;
    std::set<Point> readers;
    for (const VersionFunction& function : after_.functions) {
      const Function& code = program_.functions[function_named_.at(after_.texts[function.name])];
      for (uint32_t k = 0; k < function.statements.size(); ++k)
        if (changed.contains(after_.texts[function.statements[k].variable]))
          readers.insert(code.entry + k);
    }
    const std::set<LocationId> begun = locations_of(changed);
    for (const LocationId location : begun)
      if (const auto found = memory_.readers.find(location); found != memory_.readers.end())
        readers.insert(found->second.begin(), found->second.end());
    for (const Point reader : readers) {
      note_present(ChangeKind::Changed, ChangeRule::InitialValue, reader);
      flow_.add(reader);
    }
    flow_.add_begun(begun);
  }
  // All that lies in global variables, by the linker's names.
  std::set<LocationId> locations_of(const std::set<std::string>& names) const {
    std::set<LocationId> locations;
    if (!memory_.points_to) return locations;
    for (uint32_t k = 0; k < program_.globals.size(); ++k) {
      if (!names.contains(program_.globals[k].name)) continue;
      const auto object = memory_.points_to->find(ObjectKind::Global, k);
      if (!object) continue;
      memory_.locations->visit({*object, 0, 0, 0}, kWholeObject, [&](LocationRange range) {
        for (LocationId location = range.first; location < range.end; ++location)
          locations.insert(location);
      });
    }
    return locations;
  }
  // Whether it accesses a variable of the function itself, and nothing else.
  static bool is_of_local(const Version& version, const VersionFunction& function,
                          const VersionStatement& statement) {
    return !statement.callee && !statement.addresses.empty() &&
           std::all_of(statement.addresses.begin(), statement.addresses.end(),
                       [&](const VersionAddress& address) {
                         return address.root == VersionAddress::Root::Statement &&
                                version.texts[function.statements[address.number].text].starts_with(
                                    name_of(Opcode::Alloca));
                       });
  }
  // The code that uses what a statement read belongs to it: it counts if that changed.
  void add_uses_of_results() {
    for (const Changed& changed : changed_) note_results_used(changed.point);
  }
  void note_results_used(Point user) {
    const FunctionIndex function = program_.function_at(user);
    auto& known = definitions_[function];
    if (!known) known = std::make_unique<Definitions>(program_, program_.functions[function]);
    std::vector<Point> open{user};
    while (!open.empty()) {
      const Point point = open.back();
      open.pop_back();
      visit_operands(
          program_, program_.code[point],
          [&](Operand operand) {
            if (is_constant(operand)) return;
            for (const Point made : known->of(operand)) {
              if (!makers_.insert(made).second) continue;
              if (interactions_.contains(made))
                note_present(ChangeKind::Changed, ChangeRule::Use, made);
              else
                open.push_back(made);
            }
          },
          [](uint32_t) {});
    }
  }

  // Whether an execution ends in a failure that is new, or newly conditional, depends on what the branches in front of it go by.
  void add_conditions_of_failures() {
    std::map<uint32_t, std::set<uint32_t>> failures;  // by function
    for (const Changed& changed : changed_)
      // One that was there is told by its line, which changes with any other.
      if (changed.way == Way::New && (is_failure(changed.point) || may_be_misuse(changed.point)))
        failures[changed.function].insert(changed.statement);
    for (uint32_t k = 0; k < after_.functions.size(); ++k) {
      const Point entry = entry_of(k);
      for (auto it = conditional_.lower_bound(entry);
           it != conditional_.end() && *it < entry + after_.functions[k].statements.size(); ++it)
        if (is_failure(*it)) failures[k].insert(uint32_t(*it - entry));
    }
    for (const auto& [index, statements] : failures) {
      const VersionFunction& function = after_.functions[index];
      const ControlRegions regions(after_, function);
      for (uint32_t k = 0; k < function.statements.size(); ++k) {
        if (!regions.is_branch(k)) continue;
        const std::vector<uint32_t> controlled = regions.controlled_by(k);
        if (std::ranges::any_of(controlled, [&](uint32_t s) { return statements.contains(s); }))
          note_results_used(entry_of(index) + k);
      }
    }
  }
  // To destroy or initialise what others use, or to detach whom somebody joins.
  bool may_be_misuse(Point point) const {
    const auto found = interactions_.find(point);
    return found != interactions_.end() && program_.code[point].opcode == Opcode::Call &&
           found->second.front().kind == "synchronise";
  }
  bool is_failure(Point point) const {
    const Instruction& i = program_.code[point];
    if (i.opcode == Opcode::Fail || i.opcode == Opcode::Unreachable) return true;
    if (i.opcode != Opcode::Call) return false;
    const std::string& callee = program_.functions[i.b].name;
    return callee == "__assert_fail" || callee == "abort" || callee == "heddle_assert" ||
           callee == "_ZSt9terminatev";
  }

  void add_values() {
    for (const Changed& changed : changed_) switch (changed.way) {
        case Way::Matched: flow_.add(changed.point); break;
        case Way::Replaced: flow_.add_replaced(changed.point); break;
        case Way::New: flow_.add_new(changed.point); break;
      }
    add_unwritten();
    for (const Point point : valued_) note_present(ChangeKind::Changed, ChangeRule::Value, point);
    note_touched();
    follow_conditions();
    note_touched();
    for (const Point point : conditional_)
      note_present(ChangeKind::Changed, ChangeRule::Condition, point);
  }
  // What is behind a changed condition is told as that, though it may use values that are computed there as well.
  void note_touched() {
    for (uint32_t k = 0; k < after_.functions.size(); ++k)
      for (const uint32_t statement : touched_in(k)) {
        const Point point = entry_of(k) + statement;
        const bool counts = interactions_.contains(point) || flow_.is_redirected(point);
        if (counts && !conditional_.contains(point))
          note_present(ChangeKind::Changed, ChangeRule::Value, point);
      }
  }
  // What is computed behind a changed condition is another value, on which further conditions may depend.
  void follow_conditions() {
    std::set<Point> followed;
    const auto follow = [&] {
      bool is_new = false;
      for (const Point point : conditional_) {
        if (!followed.insert(point).second) continue;
        flow_.add(point);
        is_new = true;
      }
      return is_new;
    };
    do {
      follow();
      for (uint32_t k = 0; k < after_.functions.size(); ++k) add_controlled(k);
    } while (follow());
  }
  void add_unwritten() {
    if (!memory_.points_to) return;
    RemovedWrites writes(before_, after_, match_, program_, memory_);
    for (const FunctionPair& pair : match_.functions)
      for (uint32_t k = 0; pair.before != kUnmatched && k < pair.statements.of_first.size(); ++k)
        if (pair.statements.of_first[k] == kUnmatched) writes.add(pair.before, k);
    flow_.add_unwritten(writes.written());
  }
  Point entry_of(uint32_t after) const { return program_.functions[function_of(after)].entry; }
  std::set<uint32_t> touched_in(uint32_t index) const {
    std::set<uint32_t> touched;
    const Point entry = entry_of(index);
    for (uint32_t k = 0; k < after_.functions[index].statements.size(); ++k)
      if (flow_.is_touched(entry + k)) touched.insert(k);
    return touched;
  }
  void add_controlled(uint32_t index) {
    std::set<uint32_t> branches = touched_in(index);
    for (const Changed& changed : changed_)
      if (changed.function == index) branches.insert(changed.statement);
    std::set<uint32_t>& known = branches_[index];
    if (std::includes(known.begin(), known.end(), branches.begin(), branches.end())) return;
    const ControlRegions regions(after_, after_.functions[index]);
    for (const uint32_t k : branches)
      if (!known.contains(k) && regions.is_branch(k))
        for (const uint32_t controlled : regions.controlled_by(k))
          conditional_.insert(entry_of(index) + controlled);
    known.merge(branches);
  }

  enum class Way : uint8_t { Matched, Replaced, New };
  struct Changed {
    Point point;
    uint32_t function;  // of the later version
    uint32_t statement;
    Way way = Way::Matched;
  };

  const Version& before_;
  const Version& after_;
  const VersionMatch& match_;
  const Program& program_;
  const Interactions& interactions_;
  const MemoryUse& memory_;
  ValueFlow flow_;
  std::map<std::string, FunctionIndex> function_named_;
  std::map<FunctionIndex, uint32_t> version_of_;  // its number in the later version
  std::set<std::string> interacting_before_;
  std::set<std::string> interacting_after_;
  std::map<Key, Change> changes_;
  std::map<Key, std::set<std::string>> objects_;
  std::vector<Changed> changed_;  // statements that make another value, or go elsewhere
  std::map<FunctionIndex, std::unique_ptr<Definitions>> definitions_;
  std::set<Point> makers_;  // of what changed statements use
  std::vector<Point> valued_;
  std::set<Point> conditional_;
  std::map<uint32_t, std::set<uint32_t>> branches_;  // by function: those that were followed
};

}  // namespace

std::vector<Change> find_changes(const Version& before, const Version& after,
                                 const VersionMatch& match, const Program& program,
                                 const Interactions& interactions, const MemoryUse& memory) {
  return ChangeFinder(before, after, match, program, interactions, memory).find();
}

}  // namespace heddle

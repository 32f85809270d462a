// SPDX-License-Identifier: Apache-2.0
#include "analysis/called_functions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "analysis/points_to.h"
#include "program/operands.h"

namespace heddle {

namespace {

// Where the function in a register may come from.
struct Source {
  enum class Kind : uint8_t {
    Function,
    Place,  // a node where many meet: memory, say. It is not copied to all who read it.
    VirtualAt,  // virtual tables, at an offset from where objects point
    AnyVirtual,
  };
  Kind kind;
  int64_t value = 0;
  bool is_virtual() const { return kind == Kind::VirtualAt || kind == Kind::AnyVirtual; }
  friend auto operator<=>(const Source&, const Source&) = default;
};

bool is_virtual_table(const Global& global) {
  return global.is_constant && (global.name.starts_with("_ZTV") || global.name.starts_with("_ZTC"));
}

class CalledFunctions {
 public:
  explicit CalledFunctions(Program& program) : program_(program), addresses_(program) {
    first_slot_.reserve(program.functions.size());
    uint32_t next = kFirstSlot;
    for (const Function& function : program.functions) {
      first_slot_.push_back(next);
      next += function.slot_count;
    }
    nodes_.resize(next);
    nodes_[kMemory].is_place = nodes_[kIndirectResult].is_place = true;
    returns_.resize(program.functions.size());
    result_slots_.resize(program.functions.size());
  }

  void run() {
    read_globals();
    for (FunctionIndex index = 0; index < program_.functions.size(); ++index) read_code(index);
    connect_indirect_calls();
    propagate();
    connect_threads();
    propagate();
    program_.indirect_calls.clear();
    for (const auto& [point, function] : calls_) collect(point, function);
  }

 private:
  static constexpr uint32_t kMemory = 0;
  static constexpr uint32_t kIndirectResult = 1;
  static constexpr uint32_t kFirstSlot = 2;

  struct Node {
    std::vector<Source> sources;  // sorted
    std::vector<uint32_t> targets;
    bool is_place = false;
  };

  // What comes from a virtual table is called at once: nobody keeps it where others find it.
  bool add_source(uint32_t node, const Source& source) {
    if (nodes_[node].is_place && source.is_virtual()) return false;
    std::vector<Source>& sources = nodes_[node].sources;
    const auto place = std::lower_bound(sources.begin(), sources.end(), source);
    if (place != sources.end() && *place == source) return false;
    sources.insert(place, source);
    return true;
  }
  void read_place(uint32_t place, uint32_t to) { add_source(to, {Source::Kind::Place, place}); }

  std::optional<FunctionIndex> function_in(uint64_t value) const {
    return program_.function_with(value);
  }

  // What is in memory from the start; where objects point into virtual tables is found on the way.
  void read_globals() {
    for (const Global& global : program_.globals)
      for (const InitialWord& word : global.contents) {
        const auto function = function_in(word.value);
        if (function) address_taken_.insert(*function);
        if (function && !is_virtual_table(global))
          add_source(kMemory, {Source::Kind::Function, *function});
        note_table_address(word.value);
      }
    for (const Global& variable : program_.thread_locals)
      for (const InitialWord& word : variable.contents)
        if (const auto function = function_in(word.value)) {
          address_taken_.insert(*function);
          add_source(kMemory, {Source::Kind::Function, *function});
        }
  }

  void note_table_address(uint64_t value) {
    const auto named = addresses_.decode(value);
    if (named && named->kind == ObjectKind::Global &&
        is_virtual_table(program_.globals[named->index]))
      table_addresses_.emplace(named->index, named->offset);
  }

  uint32_t node_of(FunctionIndex function, uint32_t slot) const {
    return first_slot_[function] + slot;
  }

  void flow(FunctionIndex function, Operand from, uint32_t to) {
    if (!is_constant(from)) {
      nodes_[node_of(function, from)].targets.push_back(to);
      return;
    }
    if (const auto target = function_in(program_.constants[from & ~kConstantBit]))
      add_source(to, {Source::Kind::Function, *target});
  }

  void read_code(FunctionIndex index) {
    const Function& function = program_.functions[index];
    const Point end = function.entry + function.instruction_count;
    std::map<uint32_t, Point> made_by;  // registers, by their last definition
    for (Point point = function.entry; point < end; ++point)
      visit_operands(
          program_, program_.code[point],
          [&](Operand operand) {
            if (!is_constant(operand)) return;
            const uint64_t value = program_.constants[operand & ~kConstantBit];
            note_table_address(value);
            if (const auto taken = function_in(value)) address_taken_.insert(*taken);
          },
          [&](uint32_t slot) { made_by[slot] = point; });
    for (Point point = function.entry; point < end; ++point) read(index, point, made_by);
  }

  void read(FunctionIndex index, Point point, const std::map<uint32_t, Point>& made_by) {
    const Instruction& i = program_.code[point];
    switch (i.opcode) {
      case Opcode::Move:
      case Opcode::Expose: return flow(index, i.b, node_of(index, i.a));
      case Opcode::Select:
        flow(index, i.c, node_of(index, i.a));
        return flow(index, Operand(i.imm), node_of(index, i.a));
      case Opcode::Store8: return flow(index, i.a, kMemory);
      case Opcode::AtomicUpdate:
        flow(index, i.c, kMemory);
        read_place(kMemory, node_of(index, i.a));
        return;
      case Opcode::CompareExchange:
        flow(index, Operand(i.imm), kMemory);
        read_place(kMemory, node_of(index, i.a));
        return;
      case Opcode::Load8: return read_load(index, i, made_by);
      case Opcode::Call: return pass(index, i, i.b);
      case Opcode::CallIndirect:
      case Opcode::ThreadCreate: calls_.emplace_back(point, index); return;
      case Opcode::Return:
        result_slots_[index] = program_.operands(i.c).size();
        for (const Operand operand : program_.operands(i.c))
          returns_[index].emplace_back(index, operand);
        return;
      default: return;
    }
  }

  void read_load(FunctionIndex index, const Instruction& i,
                 const std::map<uint32_t, Point>& made_by) {
    const uint32_t to = node_of(index, i.a);
    read_place(kMemory, to);
    // Calls of virtual functions are C++'s. The table's address is loaded from the object right before.
    if (!program_.functions[index].name.starts_with("_Z")) return;
    const auto maker_of = [&](Operand operand) -> const Instruction* {
      const auto maker = is_constant(operand) ? made_by.end() : made_by.find(operand);
      return maker == made_by.end() ? nullptr : &program_.code[maker->second];
    };
    const Instruction* table = maker_of(i.b);
    int64_t offset = i.imm;
    if (table && table->opcode == Opcode::Offset) {
      offset += table->imm;
      table = maker_of(table->b);
    }
    if (!table) return;
    if (table->opcode == Opcode::Load8) add_source(to, {Source::Kind::VirtualAt, offset});
    // Through a pointer to a member function.
    if (table->opcode == Opcode::Index || table->opcode == Opcode::Add)
      add_source(to, {Source::Kind::AnyVirtual});
  }

  void pass(FunctionIndex caller, const Instruction& call, FunctionIndex callee) {
    const auto arguments = program_.operands(call.c);
    const uint32_t count = program_.functions[callee].parameter_slots;
    for (uint32_t k = 0; k < arguments.size() && k < count; ++k)
      flow(caller, arguments[k], node_of(callee, k));
    results_.push_back({callee, caller, call.a, call.width});
  }

  // The function's address, and what it is passed. A thread is started like any other function.
  Operand callee_of(const Instruction& i) const {
    return i.opcode == Opcode::ThreadCreate ? program_.operands(i.c)[0] : i.b;
  }
  std::span<const Operand> arguments_of(const Instruction& i) const {
    return program_.operands(i.c).subspan(i.opcode == Opcode::ThreadCreate ? 1 : 0);
  }

  // The place where all calls, or all starts of threads, with so many arguments leave one of these.
  uint32_t argument(Opcode opcode, size_t count, uint32_t which) {
    const auto [entry, is_new] =
        arguments_.try_emplace({opcode, count, which}, uint32_t(nodes_.size()));
    if (is_new) nodes_.emplace_back().is_place = true;
    return entry->second;
  }

  // What threads are started with gets to the functions that they begin with, and nowhere else.
  void connect_threads() {
    for (const auto& [point, caller] : calls_) {
      const Instruction& i = program_.code[point];
      if (i.opcode != Opcode::ThreadCreate) continue;
      for (const FunctionIndex entry : functions_at(point, caller))
        for (uint32_t k = 0; k < program_.functions[entry].parameter_slots; ++k)
          read_place(argument(i.opcode, arguments_of(i).size(), k), node_of(entry, k));
    }
  }

  // Whoever's address is taken may get the arguments of every call through a pointer that passes as many.
  void connect_indirect_calls() {
    for (const auto& [point, function] : calls_) {
      const Instruction& i = program_.code[point];
      const auto passed = arguments_of(i);
      for (uint32_t k = 0; k < passed.size(); ++k)
        flow(function, passed[k], argument(i.opcode, passed.size(), k));
      for (uint32_t k = 0; i.opcode == Opcode::CallIndirect && k < i.width; ++k)
        read_place(kIndirectResult, node_of(function, i.a + k));
    }
    for (const FunctionIndex function : address_taken_) {
      const uint32_t count = program_.functions[function].parameter_slots;
      for (uint32_t k = 0; k < count; ++k)
        read_place(argument(Opcode::CallIndirect, count, k), node_of(function, k));
      for (const auto& [index, operand] : returns_[function]) flow(index, operand, kIndirectResult);
    }
    for (const Result& result : results_) {
      for (size_t k = 0; k < returns_[result.callee].size(); ++k) {
        const auto& [index, operand] = returns_[result.callee][k];
        for (uint32_t slot = 0; slot < result.width; ++slot)
          flow(index, operand, node_of(result.caller, result.slot + slot));
      }
    }
  }

  void propagate() {
    for (uint32_t node = 0; node < nodes_.size(); ++node)
      if (!nodes_[node].sources.empty()) work_.push_back(node);
    while (!work_.empty()) {
      const uint32_t node = work_.back();
      work_.pop_back();
      for (const uint32_t target : nodes_[node].targets) {
        if (target == node) continue;
        bool changed = false;
        for (const Source& source : nodes_[node].sources) changed |= add_source(target, source);
        if (changed) work_.push_back(target);
      }
    }
  }

  void collect(Point point, FunctionIndex caller) {
    program_.indirect_calls.push_back({point, functions_at(point, caller)});
  }

  std::vector<FunctionIndex> functions_at(Point point, FunctionIndex caller) {
    const Instruction& i = program_.code[point];
    std::set<FunctionIndex> functions;
    const Operand callee = callee_of(i);
    if (is_constant(callee)) {
      if (const auto function = function_in(program_.constants[callee & ~kConstantBit]))
        functions.insert(*function);
    } else {
      std::set<uint32_t> places;
      add(nodes_[node_of(caller, callee)], functions, places);
    }
    std::erase_if(functions, [&](FunctionIndex function) { return !fits(i, function); });
    return {functions.begin(), functions.end()};
  }

  // A call with other arguments than the function takes is an error, whatever the function does. One that expects
  // another result would be as strange; in a table of virtual functions this tells apart what has the same place in unrelated classes.
  bool fits(const Instruction& call, FunctionIndex function) const {
    if (program_.functions[function].parameter_slots != arguments_of(call).size()) return false;
    const std::optional<size_t> results = result_slots_[function];
    return call.opcode == Opcode::ThreadCreate || !results || *results == call.width;
  }

  void add(const Node& node, std::set<FunctionIndex>& functions, std::set<uint32_t>& places) {
    for (const Source& source : node.sources) switch (source.kind) {
        case Source::Kind::Function: functions.insert(FunctionIndex(source.value)); break;
        case Source::Kind::Place:
          if (places.insert(uint32_t(source.value)).second)
            add(nodes_[uint32_t(source.value)], functions, places);
          break;
        case Source::Kind::VirtualAt: add_all(virtual_at(source.value), functions); break;
        case Source::Kind::AnyVirtual:
          for (const Global& global : program_.globals)
            if (is_virtual_table(global))
              for (const InitialWord& word : global.contents)
                if (const auto function = function_in(word.value)) functions.insert(*function);
          break;
      }
  }

  static void add_all(const std::set<FunctionIndex>& from, std::set<FunctionIndex>& to) {
    to.insert(from.begin(), from.end());
  }

  const std::set<FunctionIndex>& virtual_at(int64_t offset) {
    const auto [entry, is_new] = virtual_at_.try_emplace(offset);
    if (!is_new) return entry->second;
    for (const auto& [index, start] : table_addresses_)
      for (const InitialWord& word : program_.globals[index].contents)
        if (int64_t(word.index) * 8 == start + offset)
          if (const auto function = function_in(word.value)) entry->second.insert(*function);
    return entry->second;
  }

  struct Result {
    FunctionIndex callee;
    FunctionIndex caller;
    uint32_t slot;
    uint32_t width;
  };

  Program& program_;
  ConstantAddresses addresses_;
  std::vector<uint32_t> first_slot_;  // by function
  std::vector<Node> nodes_;
  std::map<std::tuple<Opcode, size_t, uint32_t>, uint32_t> arguments_;
  std::vector<std::vector<std::pair<FunctionIndex, Operand>>> returns_;  // by function
  std::vector<std::optional<size_t>> result_slots_;  // by function; none if it does not return
  std::vector<Result> results_;  // of direct calls
  std::vector<std::pair<Point, FunctionIndex>> calls_;  // through pointers, and where
  std::set<FunctionIndex> address_taken_;
  std::set<std::pair<uint32_t, int64_t>>
      table_addresses_;  // table and offset, as objects have them
  std::map<int64_t, std::set<FunctionIndex>> virtual_at_;
  std::vector<uint32_t> work_;
};

}  // namespace

void find_called_functions(Program& program) { CalledFunctions(program).run(); }

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "analysis/andersen.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "analysis/demand_graph.h"
#include "analysis/pointer_graph.h"
#include "program/operands.h"

namespace heddle {

namespace {

constexpr int64_t kWord = 8;
constexpr uint64_t kMaxExactCopy = 256;

unsigned access_bytes(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::Load1:
    case Opcode::Store1: return 1;
    case Opcode::Load2:
    case Opcode::Store2: return 2;
    case Opcode::Load4:
    case Opcode::Store4: return 4;
    case Opcode::Load8:
    case Opcode::Store8: return 8;
    default: return (i.width + 7u) / 8;
  }
}

}  // namespace

// Reads the code of one function instance after the other as they are reached.
class Andersen {
 public:
  Andersen(const Program& program, unsigned depth, PointerGraph& graph)
      : program_(program), depth_(depth), graph_(graph) {
    exception_ = new_node();
    catch_types_ = new_node();
    // Also those that only ever serve as the address of an access.
    for (uint32_t index = 0; index < program.constants.size(); ++index)
      node_of(kConstantBit | index);
  }

  PointsTo run() {
    reach_all();
    return take_result();
  }
  PointsTo run(std::shared_ptr<LazyTargets> lazy) {
    reach_all();
    result_.lazy_ = std::move(lazy);
    return take_names();
  }

 private:
  using Node = PointerGraph::Node;
  using Rule = PointerGraph::Rule;
  using Constraint = PointerGraph::Constraint;
  static constexpr Node kNoNode = PointerGraph::kNoNode;
  Node new_node() { return graph_.new_node(); }
  Node new_nodes(size_t count) { return graph_.new_nodes(count); }
  void add(Node node, const Target& target) { graph_.add(node, target); }
  void edge(Node from, Node to) { graph_.edge(from, to); }
  void constrain(Node node, const Constraint& rule) { graph_.constrain(node, rule); }
  void blur(Node from, Node to) { graph_.blur(from, to); }
  std::optional<Target> target_of(uint64_t value) { return graph_.target_of(value); }
  ObjectId object(ObjectKind kind, uint32_t index, uint64_t size) {
    return graph_.object(kind, index, size);
  }

  void reach_all() {
    reach({program_.start, {}});
    for (;;) {
      read_what_is_new();
      const std::optional<PointerGraph::Called> called = graph_.solve();
      if (!called) return;
      const Constraint& rule = called->constraint;
      if (rule.rule == Rule::Call)
        call(rule.instance, rule.point, called->function, rule.receiver);
      else
        enter_thread(rule.instance, rule.point, called->function);
    }
  }

  Node slot(uint32_t index) const { return result_.first_slot_[instance_] + index; }
  Node node_of(Operand operand) {
    if (!is_constant(operand)) return slot(operand);
    const uint32_t index = operand & ~kConstantBit;
    const auto known = constant_nodes_.find(index);
    if (known != constant_nodes_.end()) return known->second;
    Node node = kNoNode;
    if (const auto target = target_of(program_.constants[index])) {
      node = new_node();
      add(node, *target);
    }
    return constant_nodes_[index] = node;
  }

  // --- what the code says ---

  InstanceId reach(const Instance& wanted) {
    const auto [entry, is_new] =
        instance_ids_.emplace(wanted, InstanceId(result_.instances_.size()));
    if (!is_new) return entry->second;
    result_.instances_.push_back(wanted);
    result_.first_slot_.push_back(new_nodes(program_.functions[wanted.function].slot_count));
    return_nodes_.emplace_back();
    site_nodes_.push_back(kNoNode);
    to_read_.push_back(entry->second);
    return entry->second;
  }

  // The callee in the context of this call. Generic functions call each other in the context they were called in.
  InstanceId reach(InstanceId caller, Point point, FunctionIndex callee) {
    Instance wanted{callee, {}};
    const bool generic = program_.functions[callee].is_generic;
    if (generic && program_.functions[result_.instances_[caller].function].is_generic) {
      wanted.context = result_.instances_[caller].context;
    } else if (generic || depth_ > 0) {
      wanted.context = {point};
      for (const Point site : result_.instances_[caller].context)
        if (wanted.context.size() < depth_) wanted.context.push_back(site);
    }
    return reach(wanted);
  }

  void read_what_is_new() {
    while (!to_read_.empty()) {
      const InstanceId next = to_read_.back();
      to_read_.pop_back();
      read_instance(next);
    }
  }
  void read_instance(InstanceId id) {
    const Function& function = program_.functions[result_.instances_[id].function];
    const Point end = function.entry + function.instruction_count;
    instance_ = id;
    find_definitions(function.entry, end);
    find_fragments(function.entry, end);
    for (Point point = function.entry; point < end; ++point) read(point);
  }

  // Registers that one instruction writes, and no other.
  void find_definitions(Point begin, Point end) {
    definitions_.clear();
    for (Point point = begin; point < end; ++point) {
      const Instruction& i = program_.code[point];
      visit_operands(
          program_, i, [](Operand) {},
          [&](uint32_t written) {
            const auto [entry, is_first] = definitions_.try_emplace(written, &i);
            if (!is_first) entry->second = nullptr;
          });
    }
  }

  // Registers that may hold a part of a pointer, because a load of less than a word leads there.
  void find_fragments(Point begin, Point end) {
    fragments_.clear();
    if (copies_text(program_.functions[program_.function_at(begin)])) return;
    const auto is_fragment = [&](Operand operand) {
      return !is_constant(operand) && fragments_.contains(operand);
    };
    for (bool changed = true; std::exchange(changed, false);)
      for (Point point = begin; point < end; ++point) {
        const Instruction& i = program_.code[point];
        if (!is_narrow_load(i) && !(passes_on(i.opcode) && is_fragment(i.b)) &&
            !(i.opcode == Opcode::Select && (is_fragment(i.c) || is_fragment(Operand(i.imm)))))
          continue;
        const auto [entry, is_new] = fragments_.try_emplace(i.a, kNoNode);
        if (is_new) entry->second = new_node();
        changed |= is_new;
      }
  }
  static bool is_narrow_load(const Instruction& i) {
    return i.opcode == Opcode::Load1 || i.opcode == Opcode::Load2 || i.opcode == Opcode::Load4 ||
           (i.opcode == Opcode::LoadOdd && access_bytes(i) < kWord);
  }
  static bool passes_on(Opcode opcode) {
    return opcode == Opcode::Move || opcode == Opcode::Trunc || opcode == Opcode::SExt;
  }
  Node fragment_of(Operand operand) const {
    const auto found = is_constant(operand) ? fragments_.end() : fragments_.find(operand);
    return found != fragments_.end() ? found->second : kNoNode;
  }
  void pass_on(Operand from, uint32_t to) {
    edge(node_of(from), slot(to));
    edge(fragment_of(from), fragment_of(to));
  }

  Node return_node(InstanceId instance, size_t k) {
    while (return_nodes_[instance].size() <= k) return_nodes_[instance].push_back(new_node());
    return return_nodes_[instance][k];
  }
  // The allocation sites whose blocks come from this allocator.
  Node site_node(InstanceId allocator) {
    if (site_nodes_[allocator] == kNoNode) site_nodes_[allocator] = new_node();
    return site_nodes_[allocator];
  }
  bool is_allocator(InstanceId instance) const {
    return program_.functions[result_.instances_[instance].function].is_allocator;
  }

  Node argument_node(InstanceId caller, Operand argument) {
    const InstanceId before = std::exchange(instance_, caller);
    const Node node = node_of(argument);
    instance_ = before;
    return node;
  }

  // Of a virtual function: for one receiver after the other.
  void call(InstanceId caller, Point point, FunctionIndex function,
            uint32_t receiver = PointerGraph::kNoReceiver) {
    const Instruction& i = program_.code[point];
    const auto arguments = program_.operands(i.c);
    // With other arguments than it takes, the call is an error.
    if (arguments.size() != program_.functions[function].parameter_slots) return;
    const InstanceId callee = reach(caller, point, function);
    const bool is_virtual = receiver != PointerGraph::kNoReceiver;
    if (is_virtual)
      add(result_.first_slot_[callee], graph_.target_at(receiver));
    else if (!arguments.empty())
      edge(argument_node(caller, arguments[0]), result_.first_slot_[callee]);
    auto& callees = result_.callees_at(caller, point);
    if (std::find(callees.begin(), callees.end(), callee) != callees.end()) return;
    callees.push_back(callee);
    const InstanceId before = std::exchange(instance_, caller);
    for (size_t k = 1; k < arguments.size(); ++k)
      edge(node_of(arguments[k]), result_.first_slot_[callee] + Node(k));
    if (is_allocator(callee)) {
      if (i.width) allocate(point, slot(i.a), callee);
    } else {
      for (uint32_t k = 0; k < i.width; ++k) edge(return_node(callee, k), slot(i.a + k));
    }
    instance_ = before;
  }

  void call_indirectly(Point point) {
    const Instruction& i = program_.code[point];
    const auto arguments = program_.operands(i.c);
    Constraint rule{.rule = Rule::Call, .point = point, .instance = instance_};
    if (!arguments.empty())
      if (const auto entry = table_entry(i.b, arguments[0])) {
        rule.rule = Rule::Dispatch;
        rule.offset = *entry;
        rule.other = node_of(i.b);
        return constrain(node_of(arguments[0]), rule);
      }
    constrain(node_of(i.b), rule);
  }
  // Where in its table a function lies that was loaded from the table of this object.
  std::optional<int64_t> table_entry(Operand function, Operand object) const {
    const Instruction* entry = loaded_by(function);
    const Instruction* table = entry ? loaded_by(entry->b) : nullptr;
    if (!table || table->b != object || table->imm != 0 || is_constant(object)) return std::nullopt;
    return entry->imm;
  }
  const Instruction* loaded_by(Operand operand) const {
    const Instruction* const definition = defined_by(operand);
    return definition && definition->opcode == Opcode::Load8 ? definition : nullptr;
  }
  const Instruction* defined_by(Operand operand) const {
    const auto found = is_constant(operand) ? definitions_.end() : definitions_.find(operand);
    return found != definitions_.end() ? found->second : nullptr;
  }

  // A block made at `point`: by an Allocate, or by a call of an allocator.
  void allocate(Point point, Node result, std::optional<InstanceId> allocator) {
    Node sites = kNoNode;
    if (is_allocator(instance_)) {
      sites = site_node(instance_);
    } else {
      sites = new_node();
      const ObjectId block = object(ObjectKind::Heap, point, kUnknownSize);
      if (const auto size = allocated_size(program_.code[point])) graph_.expect_size(block, *size);
      add(sites, Target{block, 0, 0});
    }
    edge(sites, result);
    if (allocator) edge(sites, site_node(*allocator));
  }

  // If it is known: what an allocator is told first.
  std::optional<uint64_t> allocated_size(const Instruction& i) const {
    const bool is_call = i.opcode != Opcode::Allocate;
    if (is_call && program_.operands(i.c).empty()) return std::nullopt;
    const Operand size = is_call ? program_.operands(i.c)[0] : i.b;
    return is_constant(size) ? std::optional(value_of(size)) : std::nullopt;
  }

  // Threads of one entry function are one: where they were created is not told from their stacks.
  void enter_thread(InstanceId creator, Point point, FunctionIndex function) {
    const InstanceId entry = reach({function, {}});
    auto& entries = result_.entries_[{creator, point}];
    if (std::find(entries.begin(), entries.end(), entry) != entries.end()) return;
    entries.push_back(entry);
    const InstanceId before = std::exchange(instance_, creator);
    const auto operands = program_.operands(program_.code[point].c);
    for (Node k = 0; k < 2; ++k) edge(node_of(operands[1 + k]), result_.first_slot_[entry] + k);
    instance_ = before;
  }

  void load(Operand address, int64_t offset, unsigned bytes, Node to) {
    if (to == kNoNode) return;
    if (only_reads_numbers(program_.functions[result_.instances_[instance_].function])) return;
    constrain(node_of(address),
              {.rule = Rule::Load, .other = to, .offset = offset, .bytes = bytes});
  }
  // Less than a word: a part of a pointer.
  void load(const Instruction& i, Operand address, int64_t offset) {
    const unsigned bytes = access_bytes(i);
    load(address, offset, bytes, bytes < kWord ? fragment_of(i.a) : slot(i.a));
  }
  void store(Operand address, int64_t offset, unsigned bytes, Operand value) {
    const Node from = node_of(value), fragment = fragment_of(value);
    if (bytes >= kWord || (from == kNoNode && fragment == kNoNode))
      return store_node(address, offset, bytes, from);
    const Node part = new_node();
    blur(from, part);
    blur(fragment, part);
    store_node(address, offset, bytes, part);
  }
  void store_node(Operand address, int64_t offset, unsigned bytes, Node from) {
    if (from == kNoNode) return;
    constrain(node_of(address),
              {.rule = Rule::Store, .other = from, .offset = offset, .bytes = bytes});
  }

  void copy_memory(const Instruction& i) {
    const uint64_t size = is_constant(i.c) ? value_of(i.c) : kUnknownSize;
    if (size <= kMaxExactCopy) {
      for (uint64_t at = 0; at < size; at += kWord) {
        const Node word = new_node();
        load(i.b, int64_t(at), kWord, word);
        store_node(i.a, int64_t(at), kWord, word);
      }
      return;
    }
    if (copies_text(program_.functions[result_.instances_[instance_].function])) return;
    if (const uint64_t element = factor_of(i.c); is_row_of_words(element))
      return copy_row(i, element);
    const Node from = new_node(), to = new_node(), word = new_node();
    constrain(node_of(i.b), {.rule = Rule::Block, .other = from});
    constrain(node_of(i.a), {.rule = Rule::Block, .other = to});
    constrain(from, {.rule = Rule::Load, .other = word, .bytes = kWord});
    constrain(to, {.rule = Rule::Store, .other = word, .bytes = kWord});
  }

  // Of a row of elements: each word of one to the same word of another.
  void copy_row(const Instruction& i, uint64_t element) {
    const Node from = new_node(), to = new_node();
    const auto stride = int64_t(element);
    constrain(node_of(i.b), {.rule = Rule::Stride, .other = from, .offset = stride});
    constrain(node_of(i.a), {.rule = Rule::Stride, .other = to, .offset = stride});
    for (int64_t at = 0; at < stride; at += kWord) {
      const Node word = new_node();
      constrain(from, {.rule = Rule::Load, .other = word, .offset = at, .bytes = kWord});
      constrain(to, {.rule = Rule::Store, .other = word, .offset = at, .bytes = kWord});
    }
  }
  static bool is_row_of_words(uint64_t element) {
    return element > 0 && element <= kMaxExactCopy && element % kWord == 0;
  }
  // What a length is a multiple of, because something was multiplied with it; else 0.
  uint64_t factor_of(Operand operand) const {
    const Instruction* const product = defined_by(operand);
    if (!product) return 0;
    if (product->opcode == Opcode::Shl && is_constant(product->c))
      return uint64_t(1) << value_of(product->c) % 64;
    if (product->opcode != Opcode::Mul) return 0;
    for (const Operand factor : {product->b, product->c})
      if (is_constant(factor)) return value_of(factor);
    return 0;
  }
  uint64_t value_of(Operand constant) const { return program_.constants[constant & ~kConstantBit]; }

  void atomic_update(const Instruction& i) {
    const unsigned bytes = access_bytes(i);
    load(i, i.b, 0);
    if (UpdateFunction(i.imm) == UpdateFunction::Exchange) return store(i.b, 0, bytes, i.c);
    const Node updated = new_node();
    blur(node_of(i.c), updated);
    blur(slot(i.a), updated);
    store_node(i.b, 0, bytes, updated);
  }

  // A number made from others may hold a pointer if one of them does.
  void compute(const Instruction& i) {
    std::vector<Operand> reads;
    std::vector<uint32_t> writes;
    visit_operands(
        program_, i, [&](Operand operand) { reads.push_back(operand); },
        [&](uint32_t written) { writes.push_back(written); });
    for (const Operand from : reads)
      for (const uint32_t to : writes) {
        blur(node_of(from), slot(to));
        if (puts_together(i.opcode)) blur(fragment_of(from), slot(to));
      }
  }
  // Makes a pointer of its bytes. Other arithmetic on a part of something takes it for a number.
  static bool puts_together(Opcode opcode) {
    return opcode == Opcode::Shl || opcode == Opcode::Or || opcode == Opcode::IntMath ||
           opcode == Opcode::Wide;
  }

  void mask(const Instruction& i) {
    constexpr uint64_t kPage = 4096;
    for (const Operand operand : {i.b, i.c})
      if (is_constant(operand) && value_of(operand) < kPage) return;  // what is left is a tag
    compute(i);
  }

  void index(Point point) {
    const Instruction& i = program_.code[point];
    if (is_constant(i.c)) {
      const auto times = int64_t(value_of(i.c) << (64 - i.width)) >> (64 - i.width);
      constrain(node_of(i.b), {.rule = Rule::Offset, .other = slot(i.a), .offset = times * i.imm});
      return;
    }
    constrain(node_of(i.b), {.rule = Rule::Index,
                             .other = slot(i.a),
                             .offset = i.imm ? std::abs(i.imm) : 1,
                             .count = int64_t(program_.array_length_at(point))});
    // An index is a number, unless there is nothing that it could be an index into.
    if (is_constant(i.b) && node_of(i.b) == kNoNode) blur(node_of(i.c), slot(i.a));
  }

  void local_variable(Point point) {
    const Instruction& i = program_.code[point];
    const uint64_t size = is_constant(i.b) ? value_of(i.b) * uint64_t(i.imm) : kUnknownSize;
    add(slot(i.a), Target{object(ObjectKind::Local, point, size), 0, 0});
  }

  void thread_local_variable(const Instruction& i) {
    const auto number = uint32_t(i.imm);
    add(slot(i.a),
        Target{object(ObjectKind::ThreadLocal, number, program_.thread_locals[number].size), 0, 0});
  }

  void landing_pad(Point call) {
    const LandingPad* pad = program_.landing_pad_at(call);
    if (!pad) return;
    edge(exception_, slot(pad->exception_slot));
    for (const uint64_t type : pad->catch_types)
      if (const auto target = target_of(type)) add(catch_types_, *target);
  }

  void read(Point point) {
    const Instruction& i = program_.code[point];
    switch (i.opcode) {
      case Opcode::Move:
      case Opcode::Expose: return pass_on(i.b, i.a);
      case Opcode::Offset:
        return constrain(node_of(i.b), {.rule = Rule::Offset, .other = slot(i.a), .offset = i.imm});
      case Opcode::Index: return index(point);
      case Opcode::Select: pass_on(i.c, i.a); return pass_on(Operand(i.imm), i.a);
      case Opcode::Load1:
      case Opcode::Load2:
      case Opcode::Load4:
      case Opcode::Load8:
      case Opcode::LoadOdd: return load(i, i.b, i.imm);
      case Opcode::LoadWide:
        load(i.b, i.imm, kWord, slot(i.a));
        return load(i.b, i.imm + kWord, kWord, slot(i.a + 1));
      case Opcode::Store1:
      case Opcode::Store2:
      case Opcode::Store4:
      case Opcode::Store8:
      case Opcode::StoreOdd: return store(i.b, i.imm, access_bytes(i), i.a);
      case Opcode::StoreWide:
        store(i.b, i.imm, kWord, i.a);
        return store(i.b, i.imm + kWord, kWord, i.a + 1);
      case Opcode::AtomicUpdate: return atomic_update(i);
      case Opcode::CompareExchange:
        load(i, i.b, 0);
        return store(i.b, 0, access_bytes(i), Operand(i.imm));
      case Opcode::CopyMemory: return copy_memory(i);
      case Opcode::Alloca: return local_variable(point);
      case Opcode::Allocate: return allocate(point, slot(i.a), std::nullopt);
      case Opcode::ThreadLocal: return thread_local_variable(i);
      case Opcode::Call: landing_pad(point); return call(instance_, point, i.b);
      case Opcode::CallIndirect: landing_pad(point); return call_indirectly(point);
      case Opcode::ThreadCreate:
        return constrain(node_of(program_.operands(i.c)[0]),
                         {.rule = Rule::ThreadEntry, .point = point, .instance = instance_});
      case Opcode::Return: {
        const auto results = program_.operands(i.c);
        for (size_t k = 0; k < results.size(); ++k)
          edge(node_of(results[k]), return_node(instance_, k));
        return;
      }
      case Opcode::Unwind: return edge(node_of(i.a), exception_);
      case Opcode::HandlerAt: return store_node(i.c, 0, kWord, catch_types_);
      case Opcode::Sub: return i.aux ? void() : compute(i);  // a distance is a number
      case Opcode::And: return mask(i);
      case Opcode::IntMath:
        switch (IntFunction(i.aux)) {
          case IntFunction::PopCount:
          case IntFunction::LeadingZeros:
          case IntFunction::TrailingZeros: return;
          default: return compute(i);
        }
      case Opcode::Trunc:
      case Opcode::SExt: edge(fragment_of(i.b), fragment_of(i.a)); return compute(i);
      case Opcode::Add:
      case Opcode::Mul:
      case Opcode::Or:
      case Opcode::Xor:
      case Opcode::Shl:
      case Opcode::LShr:
      case Opcode::AShr:
      case Opcode::UDiv:
      case Opcode::SDiv:
      case Opcode::IntOverflow:
      case Opcode::Wide:
      case Opcode::WideOverflow:
      case Opcode::WideExtend:
      case Opcode::FloatCast:
      case Opcode::FloatToWide:
      case Opcode::WideToFloat: return compute(i);
      // What is left computes truth values, floating point numbers and counts, or nothing.
      default: return;
    }
  }

  TargetSetId set_of(Node node) {
    const SparseSet& numbers = graph_.numbers_of(node);
    if (numbers.empty()) return 0;
    const auto [known, is_new] = set_ids_.try_emplace(numbers);
    if (is_new) known->second = result_.add_set(graph_.targets_of(node));
    return known->second;
  }
  PointsTo take_result() {
    uint32_t next = 0;
    for (InstanceId id = 0; id < result_.instances_.size(); ++id) {
      const uint32_t slots = program_.functions[result_.instances_[id].function].slot_count;
      const Node first = std::exchange(result_.first_slot_[id], next);
      for (uint32_t s = 0; s < slots; ++s) result_.slots_.push_back(set_of(first + s));
      next += slots;
    }
    for (ObjectId id = 0; id < graph_.objects().size(); ++id)
      result_.contents_.push_back(graph_.contents_of(id));
    return take_names();
  }
  PointsTo take_names() {
    for (const auto& [index, node] : constant_nodes_)
      if (node != kNoNode) result_.constants_[index] = set_of(node);
    result_.objects_ = graph_.objects();
    result_.object_ids_ = graph_.object_ids();
    result_.anything_end_ = ObjectId(result_.objects_.size());
    return std::move(result_);
  }

  const Program& program_;
  const unsigned depth_;
  PointerGraph& graph_;
  PointsTo result_;
  std::map<uint32_t, Node> constant_nodes_;
  std::vector<std::vector<Node>> return_nodes_;
  std::vector<Node> site_nodes_;
  Node exception_ = kNoNode;
  Node catch_types_ = kNoNode;
  std::map<Instance, InstanceId> instance_ids_;
  InstanceId instance_ = 0;  // whose code is being read
  std::unordered_map<uint32_t, const Instruction*> definitions_;  // by the slot they write
  std::unordered_map<uint32_t, Node> fragments_;  // by the slot of that function
  std::vector<InstanceId> to_read_;
  struct HashOfSet {
    size_t operator()(const SparseSet& set) const { return set.hash(); }
  };
  std::unordered_map<SparseSet, TargetSetId, HashOfSet> set_ids_;
};

PointsTo andersen(const Program& program, unsigned depth) {
  PointerGraph graph(program);
  return Andersen(program, depth, graph).run();
}

PointsTo demand_driven(const Program& program, unsigned depth, size_t budget) {
  const auto graph = std::make_shared<DemandGraph>(program, budget);
  return Andersen(program, depth, *graph).run(graph);
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "analysis/andersen.h"

#include <llvm/ADT/SparseBitVector.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

#include "program/operands.h"

namespace heddle {

namespace {

using Node = uint32_t;
using Set = llvm::SparseBitVector<>;
constexpr Node kNoNode = ~0u;
constexpr size_t kMaxExactOffsets = 64;  // of one object: beyond that, offsets count by words
constexpr int64_t kWord = 8;
constexpr int64_t kFar = int64_t(1) << 40;  // in words: beyond every object
constexpr uint64_t kMaxExactCopy = 256;

int64_t floor_modulo(int64_t value, int64_t modulus) {
  const int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}
int64_t word_of(int64_t offset) { return (offset - floor_modulo(offset, kWord)) / kWord; }

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

class Andersen {
 public:
  Andersen(const Program& program, unsigned depth)
      : program_(program), depth_(depth), addresses_(program) {
    exception_ = new_node();
    catch_types_ = new_node();
  }

  PointsTo run() {
    reach({program_.start, {}});
    solve();
    return take_result();
  }

 private:
  // What to do for each new target of a node.
  enum class Rule : uint8_t { Load, Store, Offset, Stride, Call, ThreadEntry };
  struct Constraint {
    Rule rule;
    Node other = kNoNode;
    int64_t offset = 0;
    unsigned bytes = 0;
    int64_t count = 0;  // Stride: the length of the array, if known
    Point point = kNoPoint;
    InstanceId instance = 0;
  };
  struct NodeData {
    Set targets;
    Set fresh;  // not yet propagated
    std::vector<Node> edges;
    std::vector<Constraint> constraints;
    bool queued = false;
  };
  // Words r, r + g, r + 2g, ... between two bounds: what is stored to one of them, and what a load of
  // one may see.
  struct Strided {
    int64_t remainder;
    int64_t words;
    int64_t first;
    int64_t last;
    Node stored;
    Node loaded;
  };
  struct Cells {
    std::map<int64_t, Node> exact;
    std::vector<Strided> strided;
    size_t offsets = 0;
  };

  // --- nodes and sets ---

  Node new_node() {
    nodes_.emplace_back();
    return Node(nodes_.size() - 1);
  }
  void enqueue(Node node) {
    if (std::exchange(nodes_[node].queued, true)) return;
    work_.push_back(node);
  }
  void add(Node node, const Set& targets) {
    Set added = targets;
    added.intersectWithComplement(nodes_[node].targets);
    if (added.empty()) return;
    nodes_[node].targets |= added;
    nodes_[node].fresh |= added;
    enqueue(node);
  }
  void add(Node node, const Target& target) {
    const uint32_t id = id_of(target);
    if (!nodes_[node].targets.test_and_set(id)) return;
    nodes_[node].fresh.set(id);
    enqueue(node);
  }
  void edge(Node from, Node to) {
    if (from == kNoNode || to == kNoNode || from == to) return;
    if (!edges_.emplace(from, to).second) return;
    nodes_[from].edges.push_back(to);
    add(to, Set(nodes_[from].targets));
  }
  void constrain(Node node, const Constraint& constraint) {
    if (node == kNoNode) return;
    nodes_[node].constraints.push_back(constraint);
    const Set seen = nodes_[node].targets;
    for (const unsigned id : seen) apply(constraint, targets_[id]);
  }
  // The value may have been computed with: it points anywhere into the same objects.
  void blur(Node from, Node to) {
    constrain(from, {.rule = Rule::Stride, .other = to, .offset = 1});
  }

  uint32_t id_of(const Target& target) {
    const auto [entry, is_new] = target_ids_.emplace(target, uint32_t(targets_.size()));
    if (is_new) targets_.push_back(target);
    return entry->second;
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

  // --- objects ---

  std::optional<Target> target_of(uint64_t value) {
    const auto named = addresses_.decode(value);
    if (!named) return std::nullopt;
    const uint64_t size =
        named->kind == ObjectKind::Global ? program_.globals[named->index].size : 0;
    return normal({object(named->kind, named->index, size), named->offset, 0});
  }

  ObjectId object(ObjectKind kind, uint32_t index, uint64_t size) {
    const auto [entry, is_new] =
        result_.object_ids_.emplace(std::pair(kind, index), ObjectId(result_.objects_.size()));
    const ObjectId id = entry->second;
    if (!is_new) return id;
    result_.objects_.push_back({kind, index, size});
    cells_.emplace_back();
    if (kind == ObjectKind::Global) add_contents(id, program_.globals[index]);
    if (kind == ObjectKind::ThreadLocal) add_contents(id, program_.thread_locals[index]);
    return id;
  }
  void add_contents(ObjectId id, const Global& global) {
    for (const InitialWord& word : global.contents)
      if (const auto target = target_of(word.value)) add(exact_cell(id, word.index), *target);
  }

  Target normal(Target target) {
    if (!target.is_bounded()) {
      target.offset = floor_modulo(target.offset, target.stride);
      return target;
    }
    if (target_ids_.contains(target)) return target;
    if (++cells_[target.object].offsets > kMaxExactOffsets)
      return {target.object, floor_modulo(target.offset, kWord), kWord};
    return target;
  }
  // All of the target's addresses, plus k * stride with k below the count.
  static Target spread(Target target, int64_t stride, int64_t count) {
    const bool bounded = target.is_bounded() && count != 0;
    const int64_t span = target.last() - target.offset + (count - 1) * stride;
    target.stride = std::gcd(target.stride, stride);
    target.count = bounded ? span / target.stride + 1 : 0;
    return target;
  }

  // --- memory: one node per word, two for words known up to a stride ---

  static bool covers(const Strided& strided, int64_t word) {
    return word >= strided.first && word <= strided.last &&
           floor_modulo(word, strided.words) == strided.remainder;
  }
  Node exact_cell(ObjectId id, int64_t word) {
    const auto known = cells_[id].exact.find(word);
    if (known != cells_[id].exact.end()) return known->second;
    const Node node = cells_[id].exact[word] = new_node();
    for (const Strided& strided : std::vector(cells_[id].strided))
      if (covers(strided, word)) {
        edge(strided.stored, node);
        edge(node, strided.loaded);
      }
    return node;
  }
  Strided strided_cell(const Target& target, int64_t word) {
    const ObjectId id = target.object;
    const int64_t words = target.stride % kWord == 0 ? target.stride / kWord : 1;
    const bool bounded = target.is_bounded();
    const int64_t last =
        bounded ? word_of(word * kWord + target.last() - target.offset + kWord - 1) : kFar;
    Strided made{floor_modulo(word, words), words, bounded ? word : -kFar, last, kNoNode, kNoNode};
    for (const Strided& known : cells_[id].strided)
      if (known.words == made.words && known.remainder == made.remainder &&
          known.first == made.first && known.last == made.last)
        return known;
    made.stored = new_node();
    made.loaded = new_node();
    edge(made.stored, made.loaded);
    for (const auto& [at, node] : std::map(cells_[id].exact))
      if (covers(made, at)) {
        edge(made.stored, node);
        edge(node, made.loaded);
      }
    for (const Strided& other : std::vector(cells_[id].strided)) {
      const int64_t common = std::gcd(other.words, made.words);
      if (other.remainder % common != made.remainder % common) continue;
      if (other.first > made.last || made.first > other.last) continue;
      edge(made.stored, other.loaded);
      edge(other.stored, made.loaded);
    }
    cells_[id].strided.push_back(made);
    return made;
  }

  template <typename Exact, typename Many>
  void visit_words(const Target& target, int64_t offset, unsigned bytes, Exact exact, Many many) {
    const AbstractObject object = result_.objects_[target.object];
    if (object.kind == ObjectKind::Function) return;
    const int64_t first = word_of(target.offset + offset);
    const int64_t last = word_of(target.offset + offset + bytes - 1);
    for (int64_t word = first; word <= last; ++word) {
      if (target.stride) {
        many(strided_cell(target, word));
        continue;
      }
      // An access out of bounds is an error, and goes nowhere.
      const bool inside =
          word >= 0 && (object.size == kUnknownSize || uint64_t(word) * kWord < object.size);
      if (inside) exact(exact_cell(target.object, word));
    }
  }

  // --- constraints ---

  void apply(const Constraint& rule, Target target) {
    switch (rule.rule) {
      case Rule::Load:
        return visit_words(
            target, rule.offset, rule.bytes, [&](Node cell) { edge(cell, rule.other); },
            [&](const Strided& cells) { edge(cells.loaded, rule.other); });
      case Rule::Store:
        return visit_words(
            target, rule.offset, rule.bytes, [&](Node cell) { edge(rule.other, cell); },
            [&](const Strided& cells) { edge(rule.other, cells.stored); });
      case Rule::Offset: target.offset += rule.offset; return add(rule.other, normal(target));
      case Rule::Stride: return add(rule.other, normal(spread(target, rule.offset, rule.count)));
      case Rule::Call:
        if (const auto function = function_of(target)) call(rule.instance, rule.point, *function);
        return;
      case Rule::ThreadEntry:
        if (const auto function = function_of(target))
          enter_thread(rule.instance, rule.point, *function);
        return;
    }
  }
  std::optional<FunctionIndex> function_of(const Target& target) const {
    const AbstractObject& object = result_.objects_[target.object];
    if (object.kind != ObjectKind::Function) return std::nullopt;
    return object.index;
  }

  void solve() {
    while (!work_.empty() || !to_read_.empty()) {
      if (!to_read_.empty()) {
        const InstanceId next = to_read_.back();
        to_read_.pop_back();
        read_instance(next);
        continue;
      }
      const Node node = work_.front();
      work_.pop_front();
      nodes_[node].queued = false;
      const Set fresh = std::exchange(nodes_[node].fresh, Set());
      // Both lists can grow while we walk them; what is added has seen the whole set already.
      const size_t edges = nodes_[node].edges.size();
      for (size_t k = 0; k < edges; ++k) add(nodes_[node].edges[k], fresh);
      const size_t constraints = nodes_[node].constraints.size();
      for (size_t k = 0; k < constraints; ++k) {
        const Constraint constraint = nodes_[node].constraints[k];
        for (const unsigned id : fresh) apply(constraint, targets_[id]);
      }
    }
  }

  // --- what the code says ---

  InstanceId reach(const Instance& wanted) {
    const auto [entry, is_new] =
        instance_ids_.emplace(wanted, InstanceId(result_.instances_.size()));
    if (!is_new) return entry->second;
    result_.instances_.push_back(wanted);
    result_.first_slot_.push_back(Node(nodes_.size()));
    nodes_.resize(nodes_.size() + program_.functions[wanted.function].slot_count);
    return_nodes_.emplace_back();
    site_nodes_.push_back(kNoNode);
    to_read_.push_back(entry->second);
    return entry->second;
  }

  // The callee in the context of this call.
  InstanceId reach(InstanceId caller, Point point, FunctionIndex callee) {
    Instance wanted{callee, {}};
    if (depth_ > 0) {
      wanted.context = {point};
      for (const Point site : result_.instances_[caller].context)
        if (wanted.context.size() < depth_) wanted.context.push_back(site);
    }
    return reach(wanted);
  }

  void read_instance(InstanceId id) {
    const Function& function = program_.functions[result_.instances_[id].function];
    const Point end = function.entry + function.instruction_count;
    instance_ = id;
    exposed_.clear();
    for (Point point = function.entry; point < end; ++point)
      if (program_.code[point].opcode == Opcode::Expose) exposed_.insert(program_.code[point].a);
    for (Point point = function.entry; point < end; ++point) read(point);
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

  void call(InstanceId caller, Point point, FunctionIndex function) {
    const Instruction& i = program_.code[point];
    const auto arguments = program_.operands(i.c);
    // With other arguments than it takes, the call is an error.
    if (arguments.size() != program_.functions[function].parameter_slots) return;
    const InstanceId callee = reach(caller, point, function);
    auto& callees = result_.callees_[{caller, point}];
    if (std::find(callees.begin(), callees.end(), callee) != callees.end()) return;
    callees.push_back(callee);
    const InstanceId before = std::exchange(instance_, caller);
    for (size_t k = 0; k < arguments.size(); ++k)
      edge(node_of(arguments[k]), result_.first_slot_[callee] + Node(k));
    if (is_allocator(callee)) {
      if (i.width) allocate(point, slot(i.a), callee);
    } else {
      for (uint32_t k = 0; k < i.width; ++k) edge(return_node(callee, k), slot(i.a + k));
    }
    instance_ = before;
  }

  // A block made at `point`: by an Allocate, or by a call of an allocator.
  void allocate(Point point, Node result, std::optional<InstanceId> allocator) {
    Node sites = kNoNode;
    if (is_allocator(instance_)) {
      sites = site_node(instance_);
    } else {
      sites = new_node();
      add(sites, Target{object(ObjectKind::Heap, point, kUnknownSize), 0, 0});
    }
    edge(sites, result);
    if (allocator) edge(sites, site_node(*allocator));
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
    if (bytes < kWord) {  // part of a pointer
      const Node part = new_node();
      blur(part, to);
      to = part;
    }
    constrain(node_of(address),
              {.rule = Rule::Load, .other = to, .offset = offset, .bytes = bytes});
  }
  void store(Operand address, int64_t offset, unsigned bytes, Node from) {
    if (from == kNoNode) return;
    if (bytes < kWord) {
      const Node part = new_node();
      blur(from, part);
      from = part;
    }
    constrain(node_of(address),
              {.rule = Rule::Store, .other = from, .offset = offset, .bytes = bytes});
  }

  void copy_memory(const Instruction& i) {
    const uint64_t size = is_constant(i.c) ? program_.constants[i.c & ~kConstantBit] : kUnknownSize;
    if (size <= kMaxExactCopy) {
      for (uint64_t at = 0; at < size; at += kWord) {
        const Node word = new_node();
        load(i.b, int64_t(at), kWord, word);
        store(i.a, int64_t(at), kWord, word);
      }
      return;
    }
    const Node from = new_node(), to = new_node(), word = new_node();
    blur(node_of(i.b), from);
    blur(node_of(i.a), to);
    constrain(from, {.rule = Rule::Load, .other = word, .bytes = kWord});
    constrain(to, {.rule = Rule::Store, .other = word, .bytes = kWord});
  }

  void atomic_update(const Instruction& i) {
    const unsigned bytes = access_bytes(i);
    load(i.b, 0, bytes, slot(i.a));
    if (UpdateFunction(i.imm) == UpdateFunction::Exchange)
      return store(i.b, 0, bytes, node_of(i.c));
    const Node updated = new_node();
    blur(node_of(i.c), updated);
    blur(slot(i.a), updated);
    store(i.b, 0, bytes, updated);
  }

  // A number made from others may hold a pointer if one of them does.
  void compute(const Instruction& i) {
    std::vector<Operand> reads;
    std::vector<uint32_t> writes;
    visit_operands(
        program_, i, [&](Operand operand) { reads.push_back(operand); },
        [&](uint32_t written) { writes.push_back(written); });
    for (const Operand from : reads)
      for (const uint32_t to : writes) blur(node_of(from), slot(to));
  }

  void subtract(const Instruction& i) {
    const auto is_pointer = [&](Operand operand) {
      return exposed_.contains(operand) || (is_constant(operand) && node_of(operand) != kNoNode);
    };
    if (is_pointer(i.b) && is_pointer(i.c)) return;  // a distance
    compute(i);
  }

  void mask(const Instruction& i) {
    constexpr uint64_t kPage = 4096;
    for (const Operand operand : {i.b, i.c})
      if (is_constant(operand) && program_.constants[operand & ~kConstantBit] < kPage)
        return;  // what is left is a tag
    compute(i);
  }

  void index(Point point) {
    const Instruction& i = program_.code[point];
    if (is_constant(i.c)) {
      const auto times =
          int64_t(program_.constants[i.c & ~kConstantBit] << (64 - i.width)) >> (64 - i.width);
      constrain(node_of(i.b), {.rule = Rule::Offset, .other = slot(i.a), .offset = times * i.imm});
      return;
    }
    constrain(node_of(i.b), {.rule = Rule::Stride,
                             .other = slot(i.a),
                             .offset = i.imm ? std::abs(i.imm) : 1,
                             .count = int64_t(program_.array_length_at(point))});
    // An index is a number, unless there is nothing that it could be an index into.
    if (is_constant(i.b) && node_of(i.b) == kNoNode) blur(node_of(i.c), slot(i.a));
  }

  void local_variable(Point point) {
    const Instruction& i = program_.code[point];
    const uint64_t size =
        is_constant(i.b) ? program_.constants[i.b & ~kConstantBit] * uint64_t(i.imm) : kUnknownSize;
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
      case Opcode::Expose: return edge(node_of(i.b), slot(i.a));
      case Opcode::Offset:
        return constrain(node_of(i.b), {.rule = Rule::Offset, .other = slot(i.a), .offset = i.imm});
      case Opcode::Index: return index(point);
      case Opcode::Select:
        edge(node_of(i.c), slot(i.a));
        return edge(node_of(Operand(i.imm)), slot(i.a));
      case Opcode::Load1:
      case Opcode::Load2:
      case Opcode::Load4:
      case Opcode::Load8:
      case Opcode::LoadOdd: return load(i.b, i.imm, access_bytes(i), slot(i.a));
      case Opcode::LoadWide:
        load(i.b, i.imm, kWord, slot(i.a));
        return load(i.b, i.imm + kWord, kWord, slot(i.a + 1));
      case Opcode::Store1:
      case Opcode::Store2:
      case Opcode::Store4:
      case Opcode::Store8:
      case Opcode::StoreOdd: return store(i.b, i.imm, access_bytes(i), node_of(i.a));
      case Opcode::StoreWide:
        store(i.b, i.imm, kWord, node_of(i.a));
        return store(i.b, i.imm + kWord, kWord, node_of(i.a + 1));
      case Opcode::AtomicUpdate: return atomic_update(i);
      case Opcode::CompareExchange:
        load(i.b, 0, access_bytes(i), slot(i.a));
        return store(i.b, 0, access_bytes(i), node_of(Operand(i.imm)));
      case Opcode::CopyMemory: return copy_memory(i);
      case Opcode::Alloca: return local_variable(point);
      case Opcode::Allocate: return allocate(point, slot(i.a), std::nullopt);
      case Opcode::ThreadLocal: return thread_local_variable(i);
      case Opcode::Call: landing_pad(point); return call(instance_, point, i.b);
      case Opcode::CallIndirect:
        landing_pad(point);
        return constrain(node_of(i.b), {.rule = Rule::Call, .point = point, .instance = instance_});
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
      case Opcode::HandlerAt: return store(i.c, 0, kWord, catch_types_);
      case Opcode::Sub: return subtract(i);
      case Opcode::And: return mask(i);
      case Opcode::IntMath:
        switch (IntFunction(i.aux)) {
          case IntFunction::PopCount:
          case IntFunction::LeadingZeros:
          case IntFunction::TrailingZeros: return;
          default: return compute(i);
        }
      case Opcode::Add:
      case Opcode::Mul:
      case Opcode::Or:
      case Opcode::Xor:
      case Opcode::Shl:
      case Opcode::LShr:
      case Opcode::AShr:
      case Opcode::UDiv:
      case Opcode::SDiv:
      case Opcode::Trunc:
      case Opcode::SExt:
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

  PointsTo take_result() {
    const auto list = [&](const Set& set) {
      std::vector<Target> targets;
      for (const unsigned id : set) targets.push_back(targets_[id]);
      return targets;
    };
    uint32_t next = 0;
    for (InstanceId id = 0; id < result_.instances_.size(); ++id) {
      const uint32_t slots = program_.functions[result_.instances_[id].function].slot_count;
      const Node first = std::exchange(result_.first_slot_[id], next);
      for (uint32_t s = 0; s < slots; ++s)
        result_.slots_.push_back(list(nodes_[first + s].targets));
      next += slots;
    }
    for (const auto& [index, node] : constant_nodes_)
      if (node != kNoNode) result_.constants_[index] = list(nodes_[node].targets);
    return std::move(result_);
  }

  const Program& program_;
  const unsigned depth_;
  ConstantAddresses addresses_;
  PointsTo result_;
  std::deque<NodeData> nodes_;  // never move: sets are referred to while nodes are added
  std::deque<Node> work_;
  std::set<std::pair<Node, Node>> edges_;
  std::map<Target, uint32_t> target_ids_;
  std::vector<Target> targets_;
  std::deque<Cells> cells_;  // by object
  std::map<uint32_t, Node> constant_nodes_;
  std::vector<std::vector<Node>> return_nodes_;
  std::vector<Node> site_nodes_;
  Node exception_ = kNoNode;
  Node catch_types_ = kNoNode;
  std::map<Instance, InstanceId> instance_ids_;
  InstanceId instance_ = 0;  // whose code is being read
  std::set<uint32_t> exposed_;  // slots of that function that hold a pointer as a number
  std::vector<InstanceId> to_read_;
};

PointsTo andersen(const Program& program, unsigned depth) { return Andersen(program, depth).run(); }

}  // namespace heddle

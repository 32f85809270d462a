// SPDX-License-Identifier: Apache-2.0
#include "analysis/pointer_graph.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "analysis/components.h"
#include "analysis/member_bounds.h"
#include "support/bit_set.h"
#include "support/patience.h"

namespace heddle {

namespace {

// Of one object: beyond that, elements of a row are not told apart. One with many members has more of them.
constexpr size_t kMaxExactOffsets = 64;
constexpr size_t kMaxMemberOffsets = 512;
constexpr int64_t kWord = 8;
constexpr int64_t kMaxElement = 512;  // bytes
constexpr size_t kNodesPerNewEdge = 2;  // before cycles are looked for again
constexpr size_t kMaxReceivers = 16;  // of a virtual call
constexpr int64_t kFar = int64_t(1) << 40;  // in words: beyond every object

int64_t floor_modulo(int64_t value, int64_t modulus) {
  const int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}
bool is_anywhere(const Target& target) { return !target.is_bounded() && target.stride == 1; }
int64_t word_of(int64_t offset) { return (offset - floor_modulo(offset, kWord)) / kWord; }

// All of the target's addresses, plus k * stride with k below the count.
Target spread(Target target, int64_t stride, int64_t count) {
  const bool bounded = target.is_bounded() && count != 0;
  const int64_t span = target.last() - target.offset + (count - 1) * stride;
  if (bounded && span == 0) return target;
  target.stride = std::gcd(target.stride, stride);
  target.count = bounded ? span / target.stride + 1 : 0;
  return target;
}

// What is within the bounds of a member stays there, however often it moves.
Target spread_within(const Target& target, int64_t stride, const ByteRange& bounds) {
  const bool all_inside = target.last() < bounds.end;
  const int64_t step = all_inside ? std::gcd(target.stride, stride) : stride;
  Target first = target;
  first.offset -= (target.offset - bounds.begin) / step * step;
  const int64_t steps = std::max<int64_t>((bounds.end - first.offset + step - 1) / step, 1);
  if (all_inside) first.stride = first.count = 0;
  return spread(first, step, steps);
}

// The same without bounds, and no finer than what `element` bytes are apart where the target is not.
Target coarse(const Target& target, int64_t element) {
  const int64_t stride = std::gcd(target.stride, element);
  return {target.object, floor_modulo(target.offset, stride), stride};
}

}  // namespace

PointerGraph::Node PointerGraph::new_nodes(size_t count) {
  const auto first = Node(nodes_.size());
  nodes_.resize(first + count);
  merged_into_.resize(first + count);
  std::iota(merged_into_.begin() + first, merged_into_.end(), first);
  return first;
}

PointerGraph::Node PointerGraph::representative(Node node) {
  while (merged_into_[node] != node) node = merged_into_[node] = merged_into_[merged_into_[node]];
  return node;
}

void PointerGraph::enqueue(Node node) {
  if (std::exchange(nodes_[node].queued, true)) return;
  const uint32_t order = nodes_[node].order;
  work_.push({order < current_.order ? current_.wave : current_.wave + 1, order, node});
}

// "Anywhere in the object" stays.
template <typename Which>
void PointerGraph::drop_within(SparseSet& targets, Which which) const {
  targets.remove_if([&](uint32_t id) {
    return id >= kFirstNumbered && which(objects_of_targets_[id - kFirstNumbered]);
  });
}

void PointerGraph::add(Node node, const SparseSet& targets) {
  node = representative(node);
  NodeData& data = nodes_[node];
  if (data.targets.contains(targets)) return;
  SparseSet added = without(targets, data.targets);
  const bool adds_anywhere = *added.begin() < kFirstNumbered;
  if (data.has_anywhere)
    drop_within(added, [&](ObjectId object) { return data.targets.contains(object); });
  if (added.empty()) return;
  if (adds_anywhere) {
    mark_whole_objects(added);
    const auto is_marked = [&](ObjectId object) { return whole_in_round_[object] == round_; };
    for (SparseSet* targets : {&added, &data.targets, &data.fresh})
      drop_within(*targets, is_marked);
    data.has_anywhere = true;
  }
  data.targets.add(added);
  data.fresh.add(added);
  enqueue(node);
}

void PointerGraph::add(Node node, const Target& target) {
  const SparseSet& known = nodes_[representative(node)].targets;
  const uint32_t id = id_of(target);
  if (known.contains(id) || known.contains(target.object)) return;
  SparseSet targets;
  targets.add(id);
  add(node, targets);
}

void PointerGraph::mark_whole_objects(const SparseSet& targets) {
  ++round_;
  whole_in_round_.resize(objects_.size());
  for (const uint32_t id : targets) {
    if (id >= kFirstNumbered) break;
    whole_in_round_[id] = round_;
  }
}

void PointerGraph::edge(Node from, Node to) {
  if (from == kNoNode || to == kNoNode) return;
  from = representative(from);
  to = representative(to);
  if (from == to || !nodes_[from].edges.add(to)) return;
  ++new_edges_;
  add(to, nodes_[from].targets);
}

void PointerGraph::constrain(Node node, const Constraint& constraint) {
  if (node == kNoNode) return;
  node = representative(node);
  nodes_[node].constraints.push_back(constraint);
  const SparseSet seen = nodes_[node].targets;
  apply(constraint, seen);
}

uint32_t PointerGraph::id_of(const Target& target) {
  if (is_anywhere(target)) return target.object;
  const auto [entry, is_new] =
      target_ids_.emplace(target, kFirstNumbered + uint32_t(targets_.size()));
  if (is_new) {
    targets_.push_back(target);
    objects_of_targets_.push_back(target.object);
  }
  return entry->second;
}

Target PointerGraph::target_at(uint32_t id) const {
  return id < kFirstNumbered ? Target{id, 0, 1} : targets_[id - kFirstNumbered];
}

std::optional<Target> PointerGraph::target_of(uint64_t value) {
  const auto named = addresses_.decode(value);
  if (!named) return std::nullopt;
  const uint64_t size = named->kind == ObjectKind::Global ? program_.globals[named->index].size : 0;
  if (named->kind == ObjectKind::Global && is_text(named->index))
    return Target{object(named->kind, named->index, kUnknownSize), 0, 1};
  return normal({object(named->kind, named->index, size), named->offset, 0});
}

// A constant without pointers: nobody writes it, and nothing can be reached from it. All of them are one object;
// a program has hundreds, which would fill the sets of everything that holds a string.
bool PointerGraph::is_text(uint32_t global) const {
  const Global& constant = program_.globals[global];
  return constant.is_constant && std::none_of(constant.contents.begin(), constant.contents.end(),
                                              [&](const InitialWord& word) {
                                                return addresses_.decode(word.value).has_value();
                                              });
}

ObjectId PointerGraph::object(ObjectKind kind, uint32_t index, uint64_t size) {
  const bool text = kind == ObjectKind::Global && is_text(index);
  if (text && texts_) return object_ids_.emplace(std::pair(kind, index), *texts_).first->second;
  const auto [entry, is_new] =
      object_ids_.emplace(std::pair(kind, index), ObjectId(objects_.size()));
  const ObjectId id = entry->second;
  if (!is_new) return id;
  objects_.push_back({kind, index, size});
  cells_.push_back({.max_offsets = kMaxExactOffsets, .element = kWord});
  if (size != kUnknownSize) expect_size(id, size);
  if (text) texts_ = id;
  if (kind == ObjectKind::Global) add_contents(id, program_.globals[index]);
  if (kind == ObjectKind::ThreadLocal) add_contents(id, program_.thread_locals[index]);
  return id;
}

void PointerGraph::expect_size(ObjectId id, uint64_t size) {
  const size_t members = std::min<size_t>(size / kWord, kMaxMemberOffsets);
  cells_[id].max_offsets = std::max(cells_[id].max_offsets, members);
}

void PointerGraph::add_contents(ObjectId id, const Global& global) {
  for (const InitialWord& word : global.contents)
    if (const auto target = target_of(word.value)) add(exact_cell(id, word.index), *target);
}

Target PointerGraph::normal(Target target) {
  if (!target.is_bounded()) {
    target.offset = floor_modulo(target.offset, target.stride);
    return target;
  }
  if (target_ids_.contains(target)) return target;
  Cells& cells = cells_[target.object];
  return ++cells.offsets > cells.max_offsets ? coarse(target, cells.element) : target;
}

bool PointerGraph::covers(const Strided& strided, int64_t word) {
  return word >= strided.first && word <= strided.last &&
         floor_modulo(word, strided.words) == strided.remainder;
}

PointerGraph::Node PointerGraph::exact_cell(ObjectId id, int64_t word) {
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

// Where the first of the target's accesses touches the word, up to the byte `end`.
PointerGraph::Strided PointerGraph::strided_cell(const Target& target, int64_t word, int64_t end) {
  const ObjectId id = target.object;
  const int64_t words = target.stride % kWord == 0 ? target.stride / kWord : 1;
  const bool bounded = target.is_bounded();
  const int64_t last = bounded ? word_of(end + target.last() - target.offset) : kFar;
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
void PointerGraph::visit_words(const Target& target, int64_t offset, unsigned bytes, Exact exact,
                               Many many) {
  const AbstractObject object = objects_[target.object];
  if (object.kind == ObjectKind::Function) return;
  if (leaves_header(target, offset, TreeHeader::kBytes)) return;
  const int64_t first = word_of(target.offset + offset);
  const int64_t end = target.offset + offset + bytes - 1;
  const int64_t last = word_of(end);
  for (int64_t word = first; word <= last; ++word) {
    if (target.stride) {
      many(strided_cell(target, word, std::min(end, word * kWord + kWord - 1)));
      continue;
    }
    // An access out of bounds is an error, and goes nowhere.
    const bool inside =
        word >= 0 && (object.size == kUnknownSize || uint64_t(word) * kWord < object.size);
    if (inside) exact(exact_cell(target.object, word));
  }
}

void PointerGraph::apply(const Constraint& rule, const SparseSet& targets) {
  switch (rule.rule) {
    case Rule::Load:
    case Rule::Store: return apply_to_cells(rule, targets);
    case Rule::Offset:
    case Rule::Stride:
    case Rule::Index:
    case Rule::Block: return move(rule, targets);
    case Rule::Dispatch:
    case Rule::Call:
    case Rule::ThreadEntry:
      for (const uint32_t id : targets) apply(rule, target_at(id));
  }
}

void PointerGraph::apply_to_cells(const Constraint& rule, const SparseSet& targets) {
  auto& known = cells_at_[{rule.offset, rule.bytes}];
  for (const uint32_t id : targets) {
    const auto found = known.find(id);
    const Cell cell = found != known.end() ? found->second : cell_at(rule, id);
    if (!cell.is_single)
      apply(rule, target_at(id));
    else if (rule.rule == Rule::Load)
      edge(cell.loaded, rule.other);
    else
      edge(rule.other, cell.stored);
  }
}

PointerGraph::Cell PointerGraph::cell_at(const Constraint& rule, uint32_t id) {
  Cell cell;
  size_t words = 0;
  visit_words(
      target_at(id), rule.offset, rule.bytes,
      [&](Node exact) {
        cell.stored = cell.loaded = exact;
        ++words;
      },
      [&](const Strided& strided) {
        cell.stored = strided.stored;
        cell.loaded = strided.loaded;
        ++words;
      });
  cell.is_single = words <= 1;
  return cells_at_[{rule.offset, rule.bytes}][id] = cell;
}

void PointerGraph::move(const Constraint& rule, const SparseSet& targets) {
  auto& known = moves_[{rule.rule, rule.offset, rule.count}];
  std::vector<uint32_t> numbers;
  for (const uint32_t id : targets) {
    const auto found = known.find(id);
    uint32_t to = kNowhere;
    if (found != known.end()) {
      to = found->second;
    } else {
      if (const auto target = moved(rule, target_at(id))) to = id_of(*target);
      known[id] = to;
    }
    if (to != kNowhere) numbers.push_back(to);
  }
  std::sort(numbers.begin(), numbers.end());
  SparseSet result;
  result.add_sorted(numbers);
  add(rule.other, result);
}

std::optional<Target> PointerGraph::moved(const Constraint& rule, Target target) {
  if (rule.rule == Rule::Stride) return normal(spread(target, rule.offset, rule.count));
  if (rule.rule == Rule::Index) return normal(indexed(target, rule));
  if (rule.rule == Rule::Block) return normal(block_at(target));
  if (leaves_header(target, rule.offset, TreeHeader::kNodeBytes)) return std::nullopt;
  if (const auto walked = walked_over_text(target, rule.offset)) return walked;
  // The longest step through an object leads from one element to the next, if it is a row of them.
  if (rule.offset % kWord == 0 && rule.offset <= kMaxElement)
    cells_[target.object].element = std::max(cells_[target.object].element, rule.offset);
  target.offset += rule.offset;
  return normal(target);
}

// One byte after the other: where a loop has got to in a buffer is not told, or it would seem to leave it.
std::optional<Target> PointerGraph::walked_over_text(const Target& target, int64_t step) const {
  if (std::abs(step) != 1 || !target.is_bounded()) return std::nullopt;
  const auto bounds = member_bounds(program_, objects_[target.object], target.offset, 1);
  if (!bounds || bounds->end - bounds->begin == 1) return std::nullopt;
  return spread_within(target, 1, *bounds);
}

// Only an iterator at the end leads from a tree's header to a value, and nobody may follow it. What is there
// are the neighbours of the tree in the object that holds it.
bool PointerGraph::leaves_header(const Target& target, int64_t offset, int64_t bytes) const {
  return offset >= bytes && target.stride == 0 &&
         is_tree_header(program_, objects_[target.object], target.offset);
}

void PointerGraph::apply(const Constraint& rule, const Target& target) {
  switch (rule.rule) {
    case Rule::Load:
      return visit_words(
          target, rule.offset, rule.bytes, [&](Node cell) { edge(cell, rule.other); },
          [&](const Strided& cells) { edge(cells.loaded, rule.other); });
    case Rule::Store:
      return visit_words(
          target, rule.offset, rule.bytes, [&](Node cell) { edge(rule.other, cell); },
          [&](const Strided& cells) { edge(rule.other, cells.stored); });
    case Rule::Offset:
    case Rule::Stride:
    case Rule::Index:
    case Rule::Block:
      if (const auto to = moved(rule, target)) add(rule.other, *to);
      return;
    case Rule::Dispatch: return dispatch(rule, target);
    case Rule::Call:
    case Rule::ThreadEntry:
      if (const auto function = function_of(target)) called_.push_back({rule, *function});
      return;
  }
}

Target PointerGraph::indexed(const Target& target, const Constraint& rule) const {
  const int64_t stride = rule.offset;
  if (rule.count || !target.is_bounded()) return spread(target, stride, rule.count);
  const AbstractObject& object = objects_[target.object];
  const auto bounds = member_bounds(program_, object, target.offset, stride);
  if (!bounds) return spread(target, stride, 0);
  return spread_within(target, stride, *bounds);
}

Target PointerGraph::block_at(const Target& target) const {
  const AbstractObject& object = objects_[target.object];
  const auto bounds = target.is_bounded() ? copy_bounds(program_, object, target.offset)
                                          : std::optional<ByteRange>();
  if (!bounds) return spread(target, 1, 0);
  return spread_within(target, 1, *bounds);
}

// What the object's own table says, for this object alone. Where a call has many receivers, they would not be told
// apart anyway, and it is as one through any pointer.
void PointerGraph::dispatch(const Constraint& rule, const Target& receiver) {
  const size_t receivers = ++receivers_[{rule.point, rule.instance}];
  if (receivers > kMaxReceivers) {
    if (receivers == kMaxReceivers + 1)
      constrain(rule.other, {.rule = Rule::Call, .point = rule.point, .instance = rule.instance});
    return;
  }
  const Node table = new_node(), function = new_node();
  Constraint call = rule;
  call.rule = Rule::Call;
  call.receiver = id_of(receiver);
  constrain(function, call);
  constrain(table, {.rule = Rule::Load, .other = function, .offset = rule.offset, .bytes = kWord});
  apply({.rule = Rule::Load, .other = table, .bytes = kWord}, receiver);
}

std::optional<FunctionIndex> PointerGraph::function_of(const Target& target) const {
  const AbstractObject& object = objects_[target.object];
  if (object.kind != ObjectKind::Function) return std::nullopt;
  return object.index;
}

void PointerGraph::propagate(Node node) {
  nodes_[node].queued = false;
  const SparseSet fresh = std::exchange(nodes_[node].fresh, SparseSet());
  for (const Node to : nodes_[node].edges) add(to, fresh);
  // The list can grow while we walk it; what is added has seen the whole set already.
  const size_t constraints = nodes_[node].constraints.size();
  for (size_t k = 0; k < constraints; ++k) {
    const Constraint constraint = nodes_[node].constraints[k];
    apply(constraint, fresh);
  }
}

void PointerGraph::merge(Node node, Node into) {
  merged_into_[node] = into;
  const NodeData from = std::exchange(nodes_[node], NodeData());
  NodeData& data = nodes_[into];
  // What one of the two has not seen yet.
  data.fresh.add(without(data.targets, from.targets));
  data.fresh.add(from.fresh);
  data.edges.add(from.edges);
  data.constraints.insert(data.constraints.end(), from.constraints.begin(), from.constraints.end());
  add(into, from.targets);
}

// Merged nodes often bring the same constraints along.
void PointerGraph::drop_duplicates(std::vector<Constraint>& constraints) {
  for (Constraint& constraint : constraints)
    if (constraint.other != kNoNode) constraint.other = representative(constraint.other);
  std::sort(constraints.begin(), constraints.end());
  constraints.erase(std::unique(constraints.begin(), constraints.end()), constraints.end());
}

// Edges to nodes that have become one are one edge.
void PointerGraph::lead_to_representatives(SparseSet& edges, Node from) {
  if (edges.empty()) return;
  std::vector<uint32_t> ends;
  bool is_moved = false;
  for (const Node to : edges) {
    ends.push_back(representative(to));
    is_moved |= ends.back() != to || to == from;
  }
  if (!is_moved) return;
  std::sort(ends.begin(), ends.end());
  std::erase(ends, from);
  edges = SparseSet();
  edges.add_sorted(ends);
}

void PointerGraph::collapse_cycles() {
  new_edges_ = 0;
  uint32_t order = 0;
  visit_components(
      nodes_.size(), [&](Node node) { return representative(node); },
      [&](Node node) -> const SparseSet& { return nodes_[node].edges; },
      [&](std::span<const Node> component) {
        const Node into = component.front();
        for (const Node node : component.subspan(1)) merge(node, into);
        if (component.size() > 1) drop_duplicates(nodes_[into].constraints);
        nodes_[into].order = order++;
      });
  work_ = {};
  for (Node node = 0; node < nodes_.size(); ++node) {
    lead_to_representatives(nodes_[node].edges, node);
    nodes_[node].queued = false;
    if (!nodes_[node].fresh.empty()) enqueue(node);
  }
}

std::optional<PointerGraph::Called> PointerGraph::solve() {
  for (; called_.empty() && !work_.empty() && steps_left_ > 0; --steps_left_) {
    Patience::ask();
    if (new_edges_ > nodes_.size() / kNodesPerNewEdge) collapse_cycles();
    current_ = work_.top();
    work_.pop();
    propagate(current_.node);
  }
  if (called_.empty()) return std::nullopt;
  const Called called = called_.front();
  called_.pop_front();
  return called;
}

bool PointerGraph::solve_within(size_t steps) {
  steps_left_ = steps;
  solve();
  steps_left_ = ~size_t(0);
  return work_.empty();
}

std::vector<Target> PointerGraph::targets_of(Node node) {
  std::vector<Target> targets;
  for (const unsigned id : nodes_[representative(node)].targets) targets.push_back(target_at(id));
  return targets;
}

std::vector<ObjectId> PointerGraph::contents_of(ObjectId id) {
  BitSet found(objects_.size());
  std::set<Node> seen;
  const auto add_all = [&](Node node) {
    if (!seen.insert(representative(node)).second) return;
    for (const unsigned target : nodes_[representative(node)].targets)
      found.add(target_at(target).object);
  };
  for (const auto& [word, node] : cells_[id].exact) add_all(node);
  for (const Strided& strided : cells_[id].strided) add_all(strided.stored);
  std::vector<ObjectId> objects;
  found.visit([&](size_t object) { objects.push_back(ObjectId(object)); });
  return objects;
}

}  // namespace heddle

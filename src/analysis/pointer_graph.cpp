// SPDX-License-Identifier: Apache-2.0
#include "analysis/pointer_graph.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace heddle {

namespace {

constexpr size_t kMaxExactOffsets = 64;  // of one object: beyond that, offsets count by words
constexpr int64_t kWord = 8;
constexpr int64_t kFar = int64_t(1) << 40;  // in words: beyond every object

int64_t floor_modulo(int64_t value, int64_t modulus) {
  const int64_t rest = value % modulus;
  return rest < 0 ? rest + modulus : rest;
}
int64_t word_of(int64_t offset) { return (offset - floor_modulo(offset, kWord)) / kWord; }

// All of the target's addresses, plus k * stride with k below the count.
Target spread(Target target, int64_t stride, int64_t count) {
  const bool bounded = target.is_bounded() && count != 0;
  const int64_t span = target.last() - target.offset + (count - 1) * stride;
  target.stride = std::gcd(target.stride, stride);
  target.count = bounded ? span / target.stride + 1 : 0;
  return target;
}

// The same without bounds, and no finer than words where the target is not.
Target coarse(const Target& target) {
  const int64_t stride = std::gcd(target.stride, kWord);
  return {target.object, floor_modulo(target.offset, stride), stride};
}

}  // namespace

PointerGraph::Node PointerGraph::new_nodes(size_t count) {
  nodes_.resize(nodes_.size() + count);
  return Node(nodes_.size() - count);
}

void PointerGraph::enqueue(Node node) {
  if (std::exchange(nodes_[node].queued, true)) return;
  work_.push_back(node);
}

void PointerGraph::add(Node node, const Set& targets) {
  Set added = targets;
  added.intersectWithComplement(nodes_[node].targets);
  if (added.empty()) return;
  nodes_[node].targets |= added;
  nodes_[node].fresh |= added;
  enqueue(node);
}

void PointerGraph::add(Node node, const Target& target) {
  const uint32_t id = id_of(target);
  if (!nodes_[node].targets.test_and_set(id)) return;
  nodes_[node].fresh.set(id);
  enqueue(node);
}

void PointerGraph::edge(Node from, Node to) {
  if (from == kNoNode || to == kNoNode || from == to) return;
  if (!edges_.emplace(from, to).second) return;
  nodes_[from].edges.push_back(to);
  add(to, Set(nodes_[from].targets));
}

void PointerGraph::constrain(Node node, const Constraint& constraint) {
  if (node == kNoNode) return;
  nodes_[node].constraints.push_back(constraint);
  const Set seen = nodes_[node].targets;
  for (const unsigned id : seen) apply(constraint, targets_[id]);
}

uint32_t PointerGraph::id_of(const Target& target) {
  const auto [entry, is_new] = target_ids_.emplace(target, uint32_t(targets_.size()));
  if (is_new) targets_.push_back(target);
  return entry->second;
}

std::optional<Target> PointerGraph::target_of(uint64_t value) {
  const auto named = addresses_.decode(value);
  if (!named) return std::nullopt;
  const uint64_t size = named->kind == ObjectKind::Global ? program_.globals[named->index].size : 0;
  return normal({object(named->kind, named->index, size), named->offset, 0});
}

ObjectId PointerGraph::object(ObjectKind kind, uint32_t index, uint64_t size) {
  const auto [entry, is_new] =
      object_ids_.emplace(std::pair(kind, index), ObjectId(objects_.size()));
  const ObjectId id = entry->second;
  if (!is_new) return id;
  objects_.push_back({kind, index, size});
  cells_.emplace_back();
  if (kind == ObjectKind::Global) add_contents(id, program_.globals[index]);
  if (kind == ObjectKind::ThreadLocal) add_contents(id, program_.thread_locals[index]);
  return id;
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
  if (++cells_[target.object].offsets > kMaxExactOffsets) return coarse(target);
  return target;
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

PointerGraph::Strided PointerGraph::strided_cell(const Target& target, int64_t word) {
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
void PointerGraph::visit_words(const Target& target, int64_t offset, unsigned bytes, Exact exact,
                               Many many) {
  const AbstractObject object = objects_[target.object];
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

void PointerGraph::apply(const Constraint& rule, Target target) {
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
      if (const auto function = function_of(target)) called_.push_back({rule, *function});
      return;
    case Rule::ThreadEntry:
      if (const auto function = function_of(target)) called_.push_back({rule, *function});
      return;
  }
}

std::optional<FunctionIndex> PointerGraph::function_of(const Target& target) const {
  const AbstractObject& object = objects_[target.object];
  if (object.kind != ObjectKind::Function) return std::nullopt;
  return object.index;
}

void PointerGraph::propagate(Node node) {
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

std::optional<PointerGraph::Called> PointerGraph::solve() {
  while (called_.empty() && !work_.empty()) {
    const Node node = work_.front();
    work_.pop_front();
    propagate(node);
  }
  if (called_.empty()) return std::nullopt;
  const Called called = called_.front();
  called_.pop_front();
  return called;
}

std::vector<Target> PointerGraph::targets_of(Node node) const {
  std::vector<Target> targets;
  for (const unsigned id : nodes_[node].targets) targets.push_back(targets_[id]);
  return targets;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "analysis/user_code.h"

#include <algorithm>

namespace heddle {

UserCode::UserCode(const Program& program, const PointsTo& points_to)
    : program_(program), points_to_(points_to) {
  for (InstanceId id = 0; id < points_to.instances().size(); ++id)
    if (is_users(id)) instances_.push_back(id);
}

const std::set<InstanceId>& UserCode::called_by(InstanceId callee) const {
  const auto [entry, is_new] = called_by_.try_emplace(callee);
  std::set<InstanceId>& result = entry->second;
  if (!is_new) return result;
  std::set<InstanceId> seen{callee};
  std::vector<InstanceId> open{callee};
  while (!open.empty()) {
    const InstanceId next = open.back();
    open.pop_back();
    if (is_users(next)) {
      result.insert(next);
      continue;
    }
    const Function& function = points_to_.function_of(program_, next);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      for (const InstanceId called : points_to_.callees(next, p))
        if (seen.insert(called).second) open.push_back(called);
  }
  return result;
}

std::set<InstanceId> UserCode::reached_from(InstanceId from) const {
  std::set<InstanceId> result = called_by(from);
  std::vector<InstanceId> open(result.begin(), result.end());
  while (!open.empty()) {
    const InstanceId next = open.back();
    open.pop_back();
    const Function& function = points_to_.function_of(program_, next);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      for (const InstanceId callee : points_to_.callees(next, p))
        for (const InstanceId called : called_by(callee))
          if (result.insert(called).second) open.push_back(called);
  }
  return result;
}

const UserCode::Flow& UserCode::flow_of(FunctionIndex function) const {
  const auto [entry, is_new] = flows_.try_emplace(function);
  Flow& flow = entry->second;
  if (!is_new) return flow;
  flow.blocks = blocks_of(program_, program_.functions[function]);
  for (size_t k = 0; k < flow.blocks.size(); ++k) {
    const Point last = flow.blocks[k].second - 1;
    std::vector<size_t>& next = flow.next.emplace_back();
    visit_targets(program_, last, [&](Point target) { next.push_back(flow.block_at(target)); });
    if (!ends_block(program_.code[last].opcode) && k + 1 < flow.blocks.size())
      next.push_back(k + 1);
  }
  flow.reached.resize(flow.blocks.size());
  return flow;
}

size_t UserCode::Flow::block_at(Point point) const {
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), point,
                                      [](Point p, const Block& block) { return p < block.first; });
  return size_t(after - blocks.begin()) - 1;
}

const std::vector<bool>& UserCode::Flow::reached_from(size_t block) const {
  std::vector<bool>& result = reached[block];
  if (!result.empty()) return result;
  result.resize(blocks.size());
  std::vector<size_t> open{block};
  while (!open.empty()) {
    const size_t from = open.back();
    open.pop_back();
    for (const size_t to : next[from]) {
      if (result[to]) continue;
      result[to] = true;
      open.push_back(to);
    }
  }
  return result;
}

bool UserCode::leads_to(Point from, Point to) const {
  const FunctionIndex function = program_.function_at(from);
  if (program_.function_at(to) != function) return false;
  const Flow& flow = flow_of(function);
  const size_t start = flow.block_at(from), end = flow.block_at(to);
  return (start == end && from < to) || flow.reached_from(start)[end];
}

bool UserCode::is_in_loop(Point point) const { return leads_to(point, point); }

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "incremental/control_regions.h"

#include <algorithm>
#include <string_view>

#include "program/control_flow.h"

namespace heddle {

namespace {

// The operation a text begins with, as far as control flow goes.
bool falls_through(std::string_view text) {
  const std::string_view word = text.substr(0, text.find('.'));
  static const std::vector<std::string_view> leaving = [] {
    std::vector<std::string_view> names;
    for (const Opcode opcode :
         {Opcode::Jump, Opcode::Branch, Opcode::BranchEq, Opcode::BranchNe, Opcode::BranchUlt,
          Opcode::BranchUle, Opcode::BranchSlt, Opcode::BranchSle, Opcode::Switch,
          Opcode::JumpIndirect, Opcode::Unreachable, Opcode::Return, Opcode::ThreadEnd,
          Opcode::Fail, Opcode::Refuse, Opcode::Exit, Opcode::LongJump})
      names.push_back(name_of(opcode));
    return names;
  }();
  return std::find(leaving.begin(), leaving.end(), word) == leaving.end();
}

}  // namespace

ControlRegions::ControlRegions(const Version& version, const VersionFunction& function)
    : version_(version), function_(function) {
  if (function.statements.empty()) return;
  find_blocks();
  find_meetings();
}

bool ControlRegions::is_branch(uint32_t statement) const {
  const VersionStatement& s = function_.statements[statement];
  return s.targets.size() > 1 && !falls_through(version_.texts[s.text]);
}

void ControlRegions::find_blocks() {
  const std::vector<VersionStatement>& statements = function_.statements;
  std::vector<bool> begins(statements.size() + 1);
  begins[0] = true;
  for (uint32_t k = 0; k < statements.size(); ++k) {
    for (const uint32_t target : statements[k].targets) begins[target] = true;
    if (!statements[k].targets.empty() || !falls_through(version_.texts[statements[k].text]))
      begins[k + 1] = true;
  }
  for (uint32_t k = 0; k < statements.size(); ++k) {
    if (begins[k]) blocks_.push_back({.begin = k, .end = k});
    blocks_.back().end = k + 1;
  }
  for (uint32_t k = 0; k < blocks_.size(); ++k) {
    const VersionStatement& last = statements[blocks_[k].end - 1];
    for (const uint32_t target : last.targets) blocks_[k].next.push_back(block_of(target));
    if (falls_through(version_.texts[last.text]) && k + 1 < blocks_.size())
      blocks_[k].next.push_back(k + 1);
  }
}

uint32_t ControlRegions::block_of(uint32_t statement) const {
  const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), statement,
                                      [](uint32_t s, const Block& b) { return s < b.begin; });
  return uint32_t(after - blocks_.begin()) - 1;
}

// The greatest solution of: on every way from here is this block, and what is on all ways from the next ones.
void ControlRegions::find_meetings() {
  const size_t count = blocks_.size();
  for (uint32_t k = 0; k < count; ++k) {
    blocks_[k].met_later.assign(count, !blocks_[k].next.empty());
    blocks_[k].met_later[k] = true;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = count; k-- > 0;) {
      Block& block = blocks_[k];
      for (size_t other = 0; other < count; ++other) {
        if (other == k || !block.met_later[other]) continue;
        if (std::all_of(block.next.begin(), block.next.end(),
                        [&](uint32_t next) { return bool(blocks_[next].met_later[other]); }))
          continue;
        block.met_later[other] = false;
        changed = true;
      }
    }
  }
}

std::vector<uint32_t> ControlRegions::controlled_by(uint32_t branch) const {
  const uint32_t from = block_of(branch);
  std::vector<bool> seen(blocks_.size());
  std::vector<uint32_t> open;
  const auto visit = [&](uint32_t block) {
    if (seen[block] || (block != from && blocks_[from].met_later[block])) return;
    seen[block] = true;
    if (block != from) open.push_back(block);
  };
  for (const uint32_t next : blocks_[from].next) visit(next);
  while (!open.empty()) {
    const uint32_t block = open.back();
    open.pop_back();
    for (const uint32_t next : blocks_[block].next) visit(next);
  }
  std::vector<uint32_t> result;
  for (uint32_t k = 0; k < blocks_.size(); ++k)
    if (seen[k])
      for (uint32_t s = blocks_[k].begin; s < blocks_[k].end; ++s) result.push_back(s);
  return result;
}

}  // namespace heddle

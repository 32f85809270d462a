// UserCode: the user's own functions, and how they call each other, with the library between them left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <vector>

#include "analysis/points_to.h"
#include "program/control_flow.h"

namespace heddle {

class UserCode {
 public:
  UserCode(const Program& program, const PointsTo& points_to);

  bool is_users(InstanceId instance) const {
    return points_to_.function_of(program_, instance).origin == FunctionOrigin::User;
  }
  const std::vector<InstanceId>& instances() const { return instances_; }
  // Functions of the user's that run in this call: the callee itself, or what the library calls back.
  const std::set<InstanceId>& called_by(InstanceId callee) const;
  // All of them that may run from there on in the same thread; `from` may be the library's.
  std::set<InstanceId> reached_from(InstanceId from) const;
  // Control may come back to the instruction in the same call of its function.
  bool is_in_loop(Point point) const;
  // From one instruction of a function to another, not counting the way of no steps.
  bool leads_to(Point from, Point to) const;

 private:
  // Of one function: blocks and which of them follow.
  struct Flow {
    std::vector<Block> blocks;
    std::vector<std::vector<size_t>> next;
    mutable std::vector<std::vector<bool>> reached;  // by block, as far as asked for
    size_t block_at(Point point) const;
    const std::vector<bool>& reached_from(size_t block) const;
  };
  const Flow& flow_of(FunctionIndex function) const;

  const Program& program_;
  const PointsTo& points_to_;
  std::vector<InstanceId> instances_;
  mutable std::map<InstanceId, std::set<InstanceId>> called_by_;
  mutable std::map<FunctionIndex, Flow> flows_;
};

}  // namespace heddle

// Joined threads: places where all threads that have been started are joined again, as far as is plain to see.
//
// A main function starts its threads, joins them and then looks at the results; a report that takes these
// looks for races is of no use. A thread counts as joined at a place if a join of the variable that it was started
// with comes in between. Loops are taken to have turns: whoever joins in a loop over an array joins all of it. So this is for
// readers, not for reductions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/library_effects.h"
#include "analysis/static_threads.h"
#include "analysis/user_code.h"

namespace heddle {

class JoinedThreads {
 public:
  JoinedThreads(const Program& program, const PointsTo& points_to, const UserCode& code,
                const LibraryEffects& effects, const std::vector<ThreadRoot>& threads);

  // No other thread runs.
  bool is_alone(InstanceId instance, Point point) const;

 private:
  struct Statement {
    Point point = kNoPoint;
    std::set<ObjectId> handles;  // empty: not known
  };
  struct PerInstance {
    std::vector<Statement> starts;
    std::vector<Statement> joins;
    bool entered_alone = false;
  };

  void collect(InstanceId id);
  std::set<ObjectId> handles(InstanceId id, Operand operand) const;
  bool is_temporary(ObjectId object) const;
  bool is_joined(const Statement& start, const PerInstance& data, Point point) const;

  const Program& program_;
  const PointsTo& points_to_;
  const UserCode& code_;
  const LibraryEffects& effects_;
  std::map<InstanceId, PerInstance> instances_;
  std::set<InstanceId> starters_;  // functions that start threads, or call such
};

}  // namespace heddle

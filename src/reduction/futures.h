// Futures: what each thread may still do, from where it really stands.
//
// Static facts say what may happen from a Point until its function returns; the machine says at which Points a
// thread's calls stand. Together: the thread's future, one call after the other.
//
// Paper: [ParizekLhotak-SCP], Section 4, Figure 6.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <span>

#include "analysis/facts.h"
#include "machine/machine.h"

namespace heddle {

class Futures {
 public:
  Futures(const Program& program, std::shared_ptr<const Facts> facts);

  const Facts& facts() const { return *facts_; }
  // The abstract object that a real one belongs to, or Facts::kNoObject.
  ObjectId id_of(uint64_t address, const Object& object) const;

  // Calls visit(const Frame&, const Future*) for the thread's calls, innermost first, as far as they may return
  // and until it says false. The future is null for code that the analyses did not expect to run.
  template <typename Visit>
  void visit(const Machine& machine, ThreadNumber thread, Visit visit) const {
    const auto frames = machine.frames(thread);
    const std::vector<InstanceId>& instances = instances_of(machine, thread);
    for (size_t k = frames.size(); k-- > 0;) {
      const Future* future = future_of(machine, frames, k, instances[k]);
      if (!visit(frames[k], future) || !future || !future->returns) return;
      // The other variants have looked at all callers beforehand.
      if (facts_->field_access != FieldAccessVariant::Sensitive) return;
    }
  }

 private:
  // The contexts in which a thread's frames are, outermost first; kNoInstance where the analyses did not
  // expect the call.
  const std::vector<InstanceId>& instances_of(const Machine& machine, ThreadNumber thread) const;
  const Future* future_of(const Machine& machine, std::span<const Frame> frames, size_t index,
                          InstanceId instance) const;

  // Stacks change little from one question to the next: what was found for a thread last time.
  struct KnownStack {
    std::vector<Point> points;  // of the calls
    std::vector<FunctionIndex> functions;
    std::vector<InstanceId> instances;
  };

  std::shared_ptr<const Facts> facts_;
  mutable std::array<KnownStack, kMaxThreads> known_stacks_;
  std::vector<ObjectId> small_globals_;  // by place in their region
  std::vector<ObjectId> large_globals_;
};

}  // namespace heddle

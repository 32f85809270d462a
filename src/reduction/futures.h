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
#include <unordered_map>
#include <vector>

#include "analysis/facts.h"
#include "machine/machine.h"

namespace heddle {

// All that a thread may still do, whatever mutexes it needs first: the sum over its calls.
struct ThreadFuture {
  bool is_expected = true;  // false: it runs code that the analyses did not expect
  BitSet reads;  // locations
  BitSet writes;
  struct ThroughFrame {
    size_t frame;  // outermost first
    FrameAccess access;
    friend bool operator==(const ThroughFrame&, const ThroughFrame&) = default;
  };
  std::vector<ThroughFrame> through_frames;  // those through one register stand together
  // What all accesses through one register cover at most, relative to it: most questions end here.
  struct Register {
    size_t frame;
    uint32_t slot;
    bool writes;
    int64_t offset;
    uint64_t size;
    std::span<const ThroughFrame> accesses;
  };
  std::vector<Register> registers;
};

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

  // Kept per call stack, of which there are few: a question costs a comparison of the thread's stack with the
  // one it had at the last question. Valid until the next question.
  const ThreadFuture& of_thread(const Machine& machine, ThreadNumber thread) const;

 private:
  // The contexts in which a thread's frames are, outermost first; kNoInstance where the analyses did not
  // expect the call.
  const std::vector<InstanceId>& instances_of(const Machine& machine, ThreadNumber thread) const;
  const Future* future_of(const Machine& machine, std::span<const Frame> frames, size_t index,
                          InstanceId instance) const;

  ThreadFuture sum_up(const Machine& machine, ThreadNumber thread) const;

  // Stacks change little from one question to the next: what was found for a thread last time.
  struct KnownStack {
    std::vector<Point> points;  // of the calls
    std::vector<FunctionIndex> functions;
    std::vector<InstanceId> instances;
  };
  // Where the calls stand, outermost first; the functions follow from that.
  using Stack = std::vector<Point>;
  struct HashOfStack {
    size_t operator()(const Stack& stack) const {
      uint64_t hash = stack.size();
      for (const Point point : stack) hash = mix(hash, point);
      return hash;
    }
  };
  struct LastAsked {
    Stack stack;
    const ThreadFuture* future = nullptr;
  };
  static constexpr size_t kMostStacks = 1 << 14;

  std::shared_ptr<const Facts> facts_;
  mutable std::array<KnownStack, kMaxThreads> known_stacks_;
  mutable std::array<LastAsked, kMaxThreads> last_asked_;
  mutable std::unordered_map<Stack, std::shared_ptr<const ThreadFuture>, HashOfStack> by_stack_;
  std::vector<ObjectId> small_globals_;  // by place in their region
  std::vector<ObjectId> large_globals_;
};

}  // namespace heddle

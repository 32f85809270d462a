// Interpreter: executes one thread's instructions until it must stop.
//
// The hot path of heddle. Threaded dispatch, one handler per operation; no virtual call, no
// allocation and no hash table per instruction. It is compiled twice from one source: with calls
// to an Observer for replays, and without them for the search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "machine/machine.h"

namespace heddle {

class Interpreter {
 public:
  Interpreter(Machine& machine, ThreadNumber number);

  // With calls to an observer, or notes of the code that is run, or neither.
  template <bool kObserved, bool kTraced>
  Stop execute(uint32_t branch);

 private:
  enum class Decision { Go, Stop, Error };

  // The register or constant an operand names.
  uint64_t& value(Operand operand) { return bases_[operand >> 31][operand & ~kConstantBit]; }
  uint64_t& slot(uint32_t index) { return bases_[0][index]; }

  // Before an operation: go on, stop because others could notice it, or report an error.
  Decision before(const Object& object, const MemoryRange& range, bool writes, uint8_t flags,
                  const MemoryRange& second_read = {});
  Decision before_asking(const MemoryRange& range, bool writes, bool atomic, bool granted,
                         const MemoryRange& second_read);
  Decision stop_before(const MemoryRange& range, bool writes, bool atomic,
                       const MemoryRange& second_read);
  bool passes(const Pending& operation);
  void note_look(const Object& object, const MemoryRange& range);
  bool releases_may_be_late() const;
  // Where plain accesses are no choices: whether this one may follow in the same transition.
  bool comes_to_watched_code() const;
  bool runs_through(const MemoryRange& range, bool writes, const MemoryRange& second_read);
  enum class Place : uint8_t {
    Here,
    AnyTime
  };  // where an access could have been in this transition
  void record(const MemoryRange& range, bool writes, bool atomic, const MemoryRange& second_read,
              uint64_t exposed, Place place = Place::Here);
  void note_operation(const Pending& operation);
  bool is_order_free(SyncKind kind, bool two_conditions) const;
  bool begins_order_free(const Pending& first) const;
  Decision await(const Instruction& i);
  Decision visible(const Instruction& i);
  Decision free(const Instruction& i);
  Decision check_free(uint64_t address, const std::string& function);
  Decision copy_memory(const Instruction& i);
  Decision set_memory(const Instruction& i);
  Decision choose(const Instruction& i, uint32_t branch);
  Decision atomic_begin();
  Decision thread_create(const Instruction& i);
  void pass(uint64_t argument, ThreadNumber child);
  Decision push_frame(FunctionIndex function, const Instruction& i);
  Decision replace_frame(FunctionIndex function, const Instruction& i);
  [[gnu::noinline]] Decision push_odd_frame(FunctionIndex function, const Instruction& i);
  Decision call_indirect(const Instruction& i);
  std::optional<FunctionIndex> called_function(const Instruction& i);
  Decision pop_frame(const Instruction& i);
  Decision long_jump(const Instruction& i);
  Decision set_jump(const Instruction& i);
  Decision jump_indirect(const Instruction& i);
  Decision unwind(const Instruction& i);
  Decision handler_at(const Instruction& i);
  Decision allocate(const Instruction& i);
  Point allocation_site() const;
  Decision stack_allocate(const Instruction& i);
  Decision block_size(const Instruction& i);
  Decision lifetime(const Instruction& i);
  Decision output(const Instruction& i);
  Decision host(const Instruction& i);
  Decision check_progress(uint64_t steps);
  Fingerprint own_state();
  uint64_t option(uint64_t which) const;
  void fail(const Instruction& i);
  void note(const Instruction& i);
  void end_thread();
  void enter(Frame& frame);
  void touch_frame(uint32_t index);

  // Whether others could notice what happens to an object.
  bool is_noticed(const Object& object) {
    if (object.is_private_to(number_)) return false;
    if (object.has(kShared)) return true;
    if (object.has(kConstant)) return false;
    (object.has(kHandedOver) ? machine_.hand_over_failed_ : machine_.met_private_object_) = true;
    return true;
  }
  // A read from private memory may disguise a pointer as an integer.
  void after_integer_read(const Object& object, uint64_t offset, unsigned size) {
    if (!object.has(kShared) && !object.has(kConstant))
      memory_.share_disguised(object, offset, size);
  }
  void after_pointer_write(const Object& object, uint64_t offset, uint64_t value) {
    if (object.has(kShared) || (offset & 7)) memory_.share(value);
  }

  Decision error(ErrorKind kind, std::string message, uint64_t address = 0);
  Decision memory_error(uint64_t address, uint64_t size, bool writes);
  std::string text_at(uint64_t address);
  void stop_at(const Pending& pending);
  void watch(const Pending& operation);
  // Alone, a thread has nobody to notice what it does.
  bool others_live() const { return machine_.live_ != uint64_t(1) << number_; }
  // Who goes by dependence also compares with what threads did that have ended since.
  bool others_have_lived() const { return machine_.threaded_; }
  // While all others wait, there is nobody to choose but this thread: it need not stop.
  bool others_can_run() const {
    if (machine_.options_.steady_stops) return machine_.threaded_;
    return others_live() && machine_.another_can_run(number_);
  }
  bool in_noticed_section() const {
    return thread_.atomic_depth > 0 && (others_live() || machine_.options_.steady_stops ||
                                        (machine_.options_.note_operations && others_have_lived()));
  }
  void record_model_write(const Object& object, uint64_t address, uint64_t size) {
    if (machine_.options_.steady_stops) note_model_write(object, address, size);
  }
  void note_model_write(const Object& object, uint64_t address, uint64_t size);
  // In a section an operation happens without having been told; plain searches need not know.
  void record_in_section(const MemoryRange& range);
  Point here() const { return Point(ip_ - code_); }
  template <bool kObserved>
  void observe(const Object& object, uint64_t address, uint64_t size, bool reads, bool writes,
               uint64_t old_value, uint64_t new_value, uint8_t flags);

  Machine& machine_;
  const Program& program_;
  Memory& memory_;
  ThreadNumber number_;
  Thread& thread_;
  Machine::Stack& stack_;
  const Instruction* code_;
  const Instruction* ip_ = nullptr;
  Frame* frame_ = nullptr;  // the innermost
  uint64_t* bases_[2];
  bool granted_ = false;   // the pending operation may happen
  bool answered_ = false;  // the pending Choose has its answer
  bool ordered_;  // an operation of this transition has its place among those of others
  bool began_in_watched_code_;
  uint64_t next_progress_check_;
  uint64_t looks_ = 0;  // whether it goes round in circles
  uint64_t jumps_to_watch_ = 0;
  uint32_t accesses_at_check_ = 0;
  Point remembered_point_ = 0;
  Fingerprint remembered_;
  enum class Circle : uint8_t { NotSeen, Followed, Known };
  Circle circle_ = Circle::NotSeen;
  struct CirclePlace {
    uint32_t depth = 0;
    Point point = 0;
    auto operator<=>(const CirclePlace&) const = default;
  };
  CirclePlace circle_start_;  // the outermost place in the circle, and the first of these
};

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "reduction/join_ahead.h"

#include <algorithm>
#include <cstring>

#include "machine/arithmetic.h"
#include "support/bits.h"

namespace heddle {

namespace {

constexpr unsigned kMaxSteps = 4000;
constexpr uint64_t kMaxCopy = 256;
// Where local variables of the run ahead lie: no real object has such an address.
constexpr uint64_t kLocals = uint64_t(1) << 50;
constexpr uint64_t kLocalSpacing = 1 << 16;

bool is_join(const Function& function) { return function.name == "pthread_join"; }

std::vector<MemoryRange> without_overlaps(std::vector<MemoryRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const MemoryRange& a, const MemoryRange& b) { return a.address < b.address; });
  std::vector<MemoryRange> merged;
  for (const MemoryRange& range : ranges) {
    if (!merged.empty() && range.address <= merged.back().address + merged.back().size) {
      MemoryRange& last = merged.back();
      last.size = std::max(last.size, range.address + range.size - last.address);
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

// Whether questions about the object have the same answers, except for its bytes.
bool is_same_place(const Object& a, const Object& b) {
  return a.size == b.size && a.full_size == b.full_size && a.flags == b.flags &&
         a.origin == b.origin && (!a.has(kForward) || a.forward == b.forward);
}

const char* bytes_at(const Object& object, uint64_t address) {
  return reinterpret_cast<const char*>(object.words) + Memory::offset_in(object, address);
}

bool is_binary(Opcode opcode) {
  return (opcode >= Opcode::Add && opcode <= Opcode::AShr) ||
         (opcode >= Opcode::UDiv && opcode <= Opcode::SRem) ||
         (opcode >= Opcode::CmpEq && opcode <= Opcode::CmpSle);
}

std::optional<uint64_t> evaluate(const Instruction& i, uint64_t x, uint64_t y) {
  using namespace arithmetic;
  const unsigned width = i.width;
  const uint64_t mask = mask_of(width);
  switch (i.opcode) {
    case Opcode::Add: return (x + y) & mask;
    case Opcode::Sub: return (x - y) & mask;
    case Opcode::Mul: return (x * y) & mask;
    case Opcode::And: return x & y;
    case Opcode::Or: return x | y;
    case Opcode::Xor: return x ^ y;
    case Opcode::Shl: return y < width ? (x << y) & mask : 0;
    case Opcode::LShr: return y < width ? x >> y : 0;
    case Opcode::AShr: return uint64_t(as_signed(x, width) >> (y < width ? y : width - 1)) & mask;
    case Opcode::CmpEq: return x == y;
    case Opcode::CmpNe: return x != y;
    case Opcode::CmpUlt: return x < y;
    case Opcode::CmpUle: return x <= y;
    case Opcode::CmpSlt: return as_signed(x, width) < as_signed(y, width);
    case Opcode::CmpSle: return as_signed(x, width) <= as_signed(y, width);
    case Opcode::UDiv: return y ? std::optional(x / y) : std::nullopt;
    case Opcode::URem: return y ? std::optional(x % y) : std::nullopt;
    case Opcode::SDiv:
      if (y == 0 || as_signed(y, width) == -1) return std::nullopt;
      return uint64_t(as_signed(x, width) / as_signed(y, width)) & mask;
    default: return std::nullopt;
  }
}

std::optional<Opcode> comparison_of(Opcode branch) {
  switch (branch) {
    case Opcode::BranchEq: return Opcode::CmpEq;
    case Opcode::BranchNe: return Opcode::CmpNe;
    case Opcode::BranchUlt: return Opcode::CmpUlt;
    case Opcode::BranchUle: return Opcode::CmpUle;
    case Opcode::BranchSlt: return Opcode::CmpSlt;
    case Opcode::BranchSle: return Opcode::CmpSle;
    default: return std::nullopt;
  }
}

}  // namespace

JoinAhead::JoinAhead(const Machine& machine, ThreadNumber thread, const IsStable& is_stable)
    : machine_(machine),
      program_(machine.program()),
      thread_(thread),
      is_stable_(is_stable),
      next_local_(kLocals) {}

uint64_t JoinAhead::threads() {
  for (const Frame& frame : machine_.frames(thread_)) {
    const uint32_t count = program_.functions[frame.function].slot_count;
    calls_.push_back({frame.function, frame.point, {frame.slots, frame.slots + count}});
    first_locals_.push_back(frame.stack_objects);
  }
  const Pending& pending = machine_.thread(thread_).pending;
  const bool at_join = pending.kind == PendingKind::Await && pending.sync == SyncKind::Join;
  if (at_join && !leave_first_join()) return joined_;
  for (unsigned steps = 0; steps < kMaxSteps && step(); ++steps) {
  }
  return joined_;
}

// The thread stands in a join: assumes that it is done.
bool JoinAhead::leave_first_join() {
  if (!is_join(program_.functions[calls_.back().function]) || !may_end_locals()) return false;
  if (const auto target = machine_.waits_for(thread_)) joined_ |= bit(*target);
  // Of registers only those that the code ahead reads are kept; where the result goes is one of them.
  const Value result_goes_to = calls_.back().slots[1];
  if (*result_goes_to && !store(result_goes_to, 8, std::nullopt)) return false;
  return finish_call({Value(0)});
}

bool JoinAhead::join(const std::vector<Value>& arguments, std::vector<Value>& results) {
  if (!arguments[0] || *arguments[0] == 0 || *arguments[0] > kMaxThreads || !arguments[1])
    return false;
  const auto target = ThreadNumber(*arguments[0] - 1);
  if (target == thread_ || (joined_ & bit(target)) || !ask(AheadQuestion::Kind::IsThread, target))
    return false;
  joined_ |= bit(target);
  if (*arguments[1] && !store(arguments[1], 8, std::nullopt)) return false;
  results.assign(1, 0);
  return true;
}

bool JoinAhead::finish_call(const std::vector<Value>& results) {
  calls_.pop_back();
  if (calls_.empty()) return false;
  Call& caller = calls_.back();
  const Instruction& i = program_.code[caller.point];
  for (size_t k = 0; k < std::min<size_t>(results.size(), i.width); ++k)
    caller.slots[i.a + k] = results[k];
  ++caller.point;
  return true;
}

// A local variable that others know ends with its function: they may be using it still.
bool JoinAhead::may_end_locals() {
  const size_t index = calls_.size() - 1;
  if (index >= first_locals_.size()) return true;  // a call that only runs ahead
  const uint32_t end = index + 1 < first_locals_.size() ? first_locals_[index + 1]
                                                        : machine_.memory().stack_objects(thread_);
  for (uint32_t k = first_locals_[index]; k < end; ++k)
    if (!may_end(address::make(address::kFirstStackRegion + thread_, k))) return false;
  first_locals_.pop_back();
  return true;
}

bool JoinAhead::may_end(uint64_t address) {
  return address >= kLocals || ask(AheadQuestion::Kind::End, address);
}

AheadAnswer JoinAhead::ask(AheadQuestion::Kind kind, uint64_t subject, unsigned size) {
  const AheadQuestion question{kind, size, subject};
  const auto [place, is_new] = answers_.try_emplace(question);
  if (is_new) {
    place->second = answer(machine_, is_stable_, question);
    asked_.emplace_back(question, place->second);
  }
  return place->second;
}

AheadAnswer JoinAhead::answer(const Machine& machine, const IsStable& is_stable,
                              const AheadQuestion& question) {
  const auto& [kind, size, subject] = question;
  const auto yes_if = [](bool yes) { return yes ? AheadAnswer(1) : AheadAnswer(); };
  Memory& memory = const_cast<Memory&>(machine.memory());
  switch (kind) {
    case AheadQuestion::Kind::Read: {
      const Object* object = memory.find(subject, size);
      if (!object || (object->has(kShared) && !is_stable({{subject, size}, false})))
        return std::nullopt;
      return Memory::read(*object, Memory::offset_in(*object, subject), size);
    }
    case AheadQuestion::Kind::Write: {
      const Object* object = memory.find(subject, size);
      return yes_if(object && !object->has(kConstant) &&
                    (!object->has(kShared) || is_stable({{subject, size}, true})));
    }
    case AheadQuestion::Kind::End: {
      const Object* object = memory.object_at(subject);
      if (object && object->has(kForward))
        return answer(machine, is_stable, {kind, size, object->forward});
      return yes_if(object &&
                    (!object->has(kShared) || is_stable({{subject, object->full_size}, true})));
    }
    case AheadQuestion::Kind::IsThread:
      return yes_if(machine.thread(ThreadNumber(subject)).status != ThreadStatus::Unused);
  }
  return std::nullopt;
}

JoinAhead::Value JoinAhead::value(Operand operand) const {
  if (is_constant(operand)) return program_.constants[operand & ~kConstantBit];
  return calls_.back().slots[operand];
}

bool JoinAhead::step() {
  Call& here = calls_.back();
  const Instruction& i = program_.code[here.point];
  switch (i.opcode) {
    case Opcode::Call: return call(i, i.b);
    case Opcode::Return: {
      if (!may_end_locals()) return false;
      std::vector<Value> results;
      for (const Operand operand : program_.operands(i.c)) results.push_back(value(operand));
      return finish_call(results);
    }
    case Opcode::Jump: here.point = i.a; return true;
    case Opcode::Branch: return go(value(i.a), i.b, i.c);
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle: return branch(i);
    default:
      if (!compute(i)) return false;
      ++here.point;
      return true;
  }
}

bool JoinAhead::branch(const Instruction& i) {
  const Value x = value(i.a), y = value(i.b);
  if (!x || !y) return false;
  Instruction comparison = i;
  comparison.opcode = *comparison_of(i.opcode);
  return go(evaluate(comparison, *x, *y), Point(i.imm), Point(uint64_t(i.imm) >> 32));
}

bool JoinAhead::go(Value condition, Point if_true, Point if_false) {
  if (!condition) return false;
  calls_.back().point = *condition ? if_true : if_false;
  return true;
}

bool JoinAhead::call(const Instruction& i, FunctionIndex callee) {
  std::vector<Value> arguments;
  for (const Operand operand : program_.operands(i.c)) arguments.push_back(value(operand));
  const Function& function = program_.functions[callee];
  if (arguments.size() != function.parameter_slots || function.returns_twice) return false;
  if (is_join(function)) {
    std::vector<Value> results;
    if (!join(arguments, results)) return false;
    // As if the call had been entered and left.
    calls_.push_back({callee, function.entry, {}});
    return finish_call(results);
  }
  arguments.resize(function.slot_count);
  calls_.push_back({callee, function.entry, std::move(arguments)});
  return true;
}

// Operations without control flow; false where the run ahead must end.
bool JoinAhead::compute(const Instruction& i) {
  const auto set = [&](Value result) {
    calls_.back().slots[i.a] = result;
    return true;
  };
  if (is_binary(i.opcode)) {
    const Value x = value(i.b), y = value(i.c);
    return set(x && y ? evaluate(i, *x, *y) : std::nullopt);
  }
  switch (i.opcode) {
    case Opcode::Move: return set(value(i.b));
    case Opcode::Select: {
      const Value condition = value(i.b);
      if (!condition) return set(std::nullopt);
      return set(*condition ? value(i.c) : value(Operand(i.imm)));
    }
    case Opcode::Trunc: {
      const Value x = value(i.b);
      return set(x ? Value(*x & arithmetic::mask_of(i.width)) : std::nullopt);
    }
    case Opcode::SExt: {
      const Value x = value(i.b);
      return set(
          x ? Value(uint64_t(arithmetic::as_signed(*x, i.aux)) & arithmetic::mask_of(i.width))
            : std::nullopt);
    }
    case Opcode::Offset: {
      const Value x = value(i.b);
      return set(x ? Value(*x + uint64_t(i.imm)) : std::nullopt);
    }
    case Opcode::Index: {
      const Value x = value(i.b), y = value(i.c);
      if (!x || !y) return set(std::nullopt);
      return set(*x + uint64_t(arithmetic::as_signed(*y, i.width) * i.imm));
    }
    case Opcode::Expose: return set(value(i.b));
    case Opcode::Load1: return load(i, 1);
    case Opcode::Load2: return load(i, 2);
    case Opcode::Load4: return load(i, 4);
    case Opcode::Load8: return load(i, 8);
    case Opcode::Store1:
    case Opcode::Store2:
    case Opcode::Store4:
    case Opcode::Store8: {
      const unsigned bytes = 1u << (unsigned(i.opcode) - unsigned(Opcode::Store1));
      const Value base = value(i.b);
      return base && store(*base + uint64_t(i.imm), bytes, value(i.a));
    }
    case Opcode::CopyMemory: return copy(i);
    case Opcode::Alloca: {
      const Value count = value(i.b);
      if (!count || *count * uint64_t(i.imm) >= kLocalSpacing) return false;
      const uint64_t address = next_local_;
      next_local_ += kLocalSpacing;
      return set(address);
    }
    case Opcode::ThreadSelf: return set(thread_);
    case Opcode::LifetimeStart:
    case Opcode::LifetimeEnd: {
      const Value address = value(i.a);
      return address && may_end(*address);
    }
    case Opcode::StackRestore: return false;
    case Opcode::StackSave: return set(0);
    default: return false;
  }
}

// Memory of this thread alone, or that nobody will change.
std::optional<JoinAhead::Value> JoinAhead::read(uint64_t address, unsigned bytes) {
  uint64_t result = 0;
  bool known = true;
  bool from_memory = false;
  for (unsigned k = 0; k < bytes; ++k) {
    const auto own = written_.find(address + k);
    if (own == written_.end()) {
      from_memory = true;
    } else if (own->second) {
      result |= uint64_t(*own->second) << 8 * k;
    } else {
      known = false;
    }
  }
  if (address >= kLocals) return known ? Value(result) : Value();  // new locals are zero
  if (from_memory) {
    const AheadAnswer real = ask(AheadQuestion::Kind::Read, address, bytes);
    if (!real) return std::nullopt;
    for (unsigned k = 0; k < bytes; ++k)
      if (!written_.contains(address + k)) result |= (*real >> 8 * k & 0xff) << 8 * k;
  }
  return known ? Value(result) : Value();
}

bool JoinAhead::load(const Instruction& i, unsigned bytes) {
  const Value base = value(i.b);
  if (!base || (i.aux & kAtomic)) return false;
  const std::optional<Value> loaded = read(*base + uint64_t(i.imm), bytes);
  if (!loaded) return false;
  Value result = *loaded;
  if (result && i.opcode == Opcode::Load1) result = *result & arithmetic::mask_of(i.width);
  calls_.back().slots[i.a] = result;
  return true;
}

bool JoinAhead::store(Value address, unsigned bytes, Value stored) {
  if (!address) return false;
  if (*address < kLocals && !ask(AheadQuestion::Kind::Write, *address, bytes)) return false;
  for (unsigned k = 0; k < bytes; ++k)
    written_[*address + k] = stored ? std::optional(uint8_t(*stored >> 8 * k)) : std::nullopt;
  return true;
}

bool JoinAhead::copy(const Instruction& i) {
  const Value to = value(i.a), from = value(i.b), size = value(i.c);
  if (!to || !from || !size || *size > kMaxCopy) return false;
  std::vector<Value> bytes;
  for (uint64_t k = 0; k < *size; ++k) {
    const std::optional<Value> byte = read(*from + k, 1);
    if (!byte) return false;
    bytes.push_back(*byte);
  }
  for (uint64_t k = 0; k < *size; ++k)
    if (!store(*to + k, 1, bytes[k])) return false;
  return true;
}

bool JoinRun::stands_as_before(const Machine& machine, ThreadNumber thread) const {
  const auto frames = machine.frames(thread);
  if (frames.size() != stand_.points.size()) return false;
  const uint64_t* slots = stand_.slots.data();
  for (size_t k = 0; k < frames.size(); ++k) {
    const Frame& frame = frames[k];
    // The function follows from the point.
    if (frame.point != stand_.points[k] || frame.stack_objects != stand_.stack_objects[k])
      return false;
    const uint32_t count = machine.program().functions[frame.function].slot_count;
    if (!std::equal(frame.slots, frame.slots + count, slots)) return false;
    slots += count;
  }
  return machine.memory().stack_objects(thread) == stand_.stack_objects.back() &&
         machine.waits_for(thread) == stand_.waits_for;
}

void JoinRun::note_stand(const Machine& machine, ThreadNumber thread) {
  for (const Frame& frame : machine.frames(thread)) {
    stand_.points.push_back(frame.point);
    stand_.stack_objects.push_back(frame.stack_objects);
    const uint32_t count = machine.program().functions[frame.function].slot_count;
    stand_.slots.insert(stand_.slots.end(), frame.slots, frame.slots + count);
  }
  stand_.stack_objects.push_back(machine.memory().stack_objects(thread));
  stand_.waits_for = machine.waits_for(thread);
}

bool JoinRun::answers_are_the_same(const Machine& machine, const Stability& stability) const {
  Memory& memory = const_cast<Memory&>(machine.memory());
  for (const SeenObject& seen : objects_) {
    const Object* object = memory.object_at(seen.address);
    if (!object || !is_same_place(*object, seen.object)) return false;
  }
  for (const SeenBytes& read : reads_) {
    const Object* object = memory.find(read.range.address, read.range.size);
    if (!object || std::memcmp(bytes_at(*object, read.range.address), &bytes_[read.first],
                               read.range.size) != 0)
      return false;
  }
  for (const auto& [question, answer] : others_)
    if (JoinAhead::answer(machine, stability.of_one, question) != answer) return false;
  return stability.of_all(claim_);
}

JoinRun::JoinRun(const Machine& machine, ThreadNumber thread, const Stability& stability) {
  std::vector<MemoryRange> accessed, written;
  const IsStable noting = [&](const Wish& wish) {
    if (!stability.of_one(wish)) return false;
    accessed.push_back(wish.range);
    if (wish.writes) written.push_back(wish.range);
    return true;
  };
  JoinAhead ahead(machine, thread, noting);
  joined_ = ahead.threads();
  note_answers(machine, ahead.take_answers());
  claim_ = stability.claim(
      {without_overlaps(std::move(accessed)), without_overlaps(std::move(written))});
  note_stand(machine, thread);
}

// Where memory was granted, the answer follows from the object and its bytes.
void JoinRun::note_answers(const Machine& machine,
                           const std::vector<std::pair<AheadQuestion, AheadAnswer>>& answers) {
  std::vector<MemoryRange> read;
  for (const auto& [question, answer] : answers) {
    if (!answer || question.kind == AheadQuestion::Kind::IsThread) {
      others_.emplace_back(question, answer);
      continue;
    }
    note_object(machine, question.subject);
    if (question.kind == AheadQuestion::Kind::Read)
      read.push_back({question.subject, question.size});
  }
  for (const MemoryRange& range : without_overlaps(std::move(read))) {
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
    reads_.push_back({range, bytes_.size()});
    const char* bytes = bytes_at(*object, range.address);
    bytes_.insert(bytes_.end(), bytes, bytes + range.size);
  }
}

void JoinRun::note_object(const Machine& machine, uint64_t address) {
  const Object* object = const_cast<Memory&>(machine.memory()).object_at(address);
  const bool is_noted = std::any_of(objects_.begin(), objects_.end(),
                                    [&](const SeenObject& seen) { return seen.place == object; });
  if (is_noted) return;
  objects_.push_back({address, object, *object});
  if (object->has(kForward)) note_object(machine, object->forward);
}

uint64_t KnownJoins::threads(const Machine& machine, ThreadNumber thread,
                             const Stability& stability) {
  auto run = std::find_if(runs_.begin(), runs_.end(), [&](const JoinRun& known) {
    return known.holds(machine, thread, stability);
  });
  if (run == runs_.end()) {
    if (runs_.size() == kMostRuns) runs_.pop_back();
    run = runs_.insert(runs_.end(), JoinRun(machine, thread, stability));
  }
  std::rotate(runs_.begin(), run, run + 1);
  return runs_.front().joined();
}

}  // namespace heddle

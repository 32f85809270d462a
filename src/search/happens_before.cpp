// SPDX-License-Identifier: Apache-2.0
#include "search/happens_before.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

namespace {

constexpr unsigned kGranuleShift = 3;

template <typename Visit>
void for_each_granule(const Footprint& footprint, Visit visit) {
  for (const Touch& touch : footprint.touches()) {
    if (touch.range.size == 0) continue;
    const uint64_t last = (touch.range.address + touch.range.size - 1) >> kGranuleShift;
    for (uint64_t granule = touch.range.address >> kGranuleShift; granule <= last; ++granule)
      visit(touch, granule);
  }
}

MemoryRange part_in(const MemoryRange& range, uint64_t granule) {
  const uint64_t begin = std::max(range.address, granule << kGranuleShift);
  const uint64_t end = std::min(range.address + range.size, (granule + 1) << kGranuleShift);
  return {begin, end - begin};
}

bool contains(const MemoryRange& outer, const MemoryRange& inner) {
  return outer.address <= inner.address && inner.address + inner.size <= outer.address + outer.size;
}

}  // namespace

void join(VectorClock& clock, const VectorClock& other) {
  for (size_t thread = 0; thread < clock.size(); ++thread)
    clock[thread] = std::max(clock[thread], other[thread]);
}

namespace {

std::optional<uint64_t> value_at(const Machine& machine, const MemoryRange& range) {
  const Object* object = const_cast<Memory&>(machine.memory()).find(range.address, range.size);
  if (!object || range.size == 0 || range.size > 8) return std::nullopt;
  return Memory::read(*object, Memory::offset_in(*object, range.address), unsigned(range.size));
}

// The value that the compare-and-exchange a thread stands before looks for.
std::optional<uint64_t> compared_value(const Machine& machine, ThreadNumber thread) {
  const Frame& frame = machine.frames(thread).back();
  const Program& program = machine.program();
  const Instruction& instruction = program.code[frame.point];
  if (instruction.opcode != Opcode::CompareExchange) return std::nullopt;
  const Operand operand = instruction.c;
  return operand & kConstantBit ? program.constants[operand & ~kConstantBit] : frame.slots[operand];
}

}  // namespace

Operation operation_of(const Machine& machine, ThreadNumber number) {
  const Thread& thread = machine.thread(number);
  Operation operation{};
  Footprint footprint = expected_footprint(thread);
  if (thread.pending.kind == PendingKind::Access && thread.pending.atomic) {
    operation.value = value_at(machine, thread.pending.range);
    operation.compares = compared_value(machine, number);
    if (operation.compares && operation.value != operation.compares) footprint.make_reading();
  }
  operation.footprint = std::make_shared<Footprint>(std::move(footprint));
  if (thread.pending.kind == PendingKind::Await)
    std::copy(std::begin(thread.pending.conditions), std::end(thread.pending.conditions),
              operation.conditions.begin());
  return operation;
}

void HappensBefore::append(const Machine& machine, const ScheduleStep& step,
                           const Operation& operation, const Pending& pending,
                           const std::optional<IdleLoop>& loop) {
  Event event{.step = step, .operation = operation, .footprint = operation.footprint};
  if (operation.footprint->is_everything())
    event.footprint =
        std::make_shared<Footprint>(seen_footprint(machine, pending, *operation.footprint));
  Past past = past_of(step.thread, operation, *event.footprint, nullptr, loop);
  event.clock = past.clock;
  event.races = std::move(past.races);
  event.chooses = pending.kind == PendingKind::Choose;
  event.number = ++event.clock[step.thread];
  if (operation.value) event.value = value_at(machine, operation.footprint->touches()[0].range);
  events_of_[step.thread].push_back(events_.size());
  for_each_granule(*event.footprint, [&](const Touch&, uint64_t granule) {
    std::vector<size_t>& history = accesses_[granule];
    if (history.empty() || history.back() != events_.size()) history.push_back(events_.size());
  });
  record_words(machine, event);
  record_threads(machine, event);
  events_.push_back(std::move(event));
}

void HappensBefore::record_words(const Machine& machine, Event& event) {
  for (const Machine::ModelWrite& write : machine.model_writes()) {
    std::vector<WordValue>& history = words_[write.address];
    if (!history.empty() && history.back().event == events_.size()) continue;
    history.push_back({events_.size(), write.before, machine.word_at(write.address).value_or(0)});
    event.model_words.push_back(write.address);
  }
}

// Numbers of threads are reused. That is a matter of order unless the thread that had the number before
// has been joined by whoever comes before this creation.
void HappensBefore::record_threads(const Machine& machine, Event& event) {
  event.created = machine.created_threads();
  for (uint64_t rest = event.created; rest; rest &= rest - 1) {
    const ThreadNumber child = lowest(rest);
    if (!parent_of_[child]) parent_of_[child] = event.step.thread;
    const bool is_last_joined =
        (events_of_[child].empty() || includes(event.clock, events_[events_of_[child].back()])) &&
        (creations_of_[child].empty() ||
         includes(event.clock, events_[creations_of_[child].back()]));
    if (*parent_of_[child] != event.step.thread || !is_last_joined) numbers_depend_on_order_ = true;
    creations_of_[child].push_back(events_.size());
  }
}

void HappensBefore::cut(size_t length) {
  while (events_.size() > length) {
    const size_t index = events_.size() - 1;
    const Event& event = events_[index];
    events_of_[event.step.thread].pop_back();
    for_each_granule(*event.footprint, [&](const Touch&, uint64_t granule) {
      std::vector<size_t>& history = accesses_[granule];
      if (!history.empty() && history.back() == index) history.pop_back();
    });
    for (const uint64_t word : event.model_words) words_[word].pop_back();
    for (uint64_t rest = event.created; rest; rest &= rest - 1)
      creations_of_[lowest(rest)].pop_back();
    events_.pop_back();
  }
}

VectorClock HappensBefore::clock_of_thread(ThreadNumber thread, size_t before) const {
  const auto last_in = [before](const std::vector<size_t>& indices) -> std::optional<size_t> {
    const auto end = std::lower_bound(indices.begin(), indices.end(), before);
    return end == indices.begin() ? std::nullopt : std::optional(*std::prev(end));
  };
  const std::optional<size_t> last =
      std::max(last_in(events_of_[thread]), last_in(creations_of_[thread]));
  return last ? events_[*last].clock : VectorClock{};
}

bool HappensBefore::must_precede(const Event& event, const Operation& operation,
                                 const Footprint& footprint) {
  if (are_dependent(*event.footprint, footprint)) return true;
  return std::any_of(event.model_words.begin(), event.model_words.end(), [&](uint64_t word) {
    return word == operation.conditions[0].address || word == operation.conditions[1].address;
  });
}

HappensBefore::Past HappensBefore::past_of(ThreadNumber thread, const Operation& operation,
                                           const Footprint& footprint, const Machine* machine,
                                           const std::optional<IdleLoop>& loop) const {
  const VectorClock known = clock_of_thread(thread, events_.size());
  Past past{.clock = known, .races = dependences(thread, operation, footprint, known, machine)};
  for (const size_t index : past.races) join(past.clock, events_[index].clock);
  join_releases(operation, footprint, thread, past.clock);
  if (loop) join(past.clock, events_[loop->ended_by].clock);
  std::erase_if(past.races, [&](size_t index) {
    // A thread in an idle loop would only have gone round once more.
    if (loop && index > loop->since && index <= loop->ended_by) return true;
    return operation.waits() && !runs_without(index, operation, machine);
  });
  keep_last(past.races);
  return past;
}

std::vector<size_t> HappensBefore::dependences(ThreadNumber thread, const Operation& operation,
                                               const Footprint& footprint, const VectorClock& known,
                                               const Machine* machine) const {
  std::vector<size_t> found;
  if (footprint.is_everything()) {
    for (ThreadNumber other = 0; other < kMaxThreads; ++other)
      if (other != thread && !events_of_[other].empty() &&
          !includes(known, events_[events_of_[other].back()]))
        found.push_back(events_of_[other].back());
    return found;
  }
  for_each_granule(footprint, [&](const Touch& touch, uint64_t granule) {
    add_dependences(touch, granule, thread, operation, known, machine, found);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Goes back until an event that everything older comes before.
void HappensBefore::add_dependences(const Touch& touch, uint64_t granule, ThreadNumber thread,
                                    const Operation& operation, const VectorClock& known,
                                    const Machine* machine, std::vector<size_t>& found) const {
  const auto history = accesses_.find(granule);
  if (history == accesses_.end()) return;
  const Touch part{.range = part_in(touch.range, granule), .writes = touch.writes};
  for (size_t k = history->second.size(); k-- > 0;) {
    const size_t index = history->second[k];
    const Event& event = events_[index];
    bool depends = false;
    bool covers = false;
    for (const Touch& other : event.footprint->touches()) {
      depends = depends || conflict(part, other);
      covers = covers || (other.writes && contains(other.range, part.range));
    }
    const bool is_known = event.step.thread == thread || includes(known, event);
    if (depends && !is_known) found.push_back(index);
    // What holds a waiting operation up is no race: the one that does may be further back.
    if (covers && (is_known || !operation.waits() || runs_without(index, operation, machine)))
      return;
  }
}

void HappensBefore::join_releases(const Operation& operation, const Footprint& footprint,
                                  ThreadNumber thread, VectorClock& clock) const {
  for (const AwaitCondition& condition : operation.conditions) {
    const auto history = words_.find(condition.address);
    if (history == words_.end()) continue;
    for (size_t k = history->second.size(); k-- > 0;) {
      const Event& event = events_[history->second[k].event];
      join(clock, event.clock);
      if (event.step.thread == thread || are_dependent(*event.footprint, footprint)) break;
    }
  }
}

bool HappensBefore::runs_without(size_t event, const Operation& operation,
                                 const Machine* machine) const {
  return std::all_of(operation.conditions.begin(), operation.conditions.end(),
                     [&](const AwaitCondition& condition) {
                       return condition.address == 0 || is_open_without(event, condition, machine);
                     });
}

// Events that touch an awaited word are ordered, so that the last one left says what it would be.
bool HappensBefore::is_open_without(size_t event, const AwaitCondition& condition,
                                    const Machine* machine) const {
  const auto found = words_.find(condition.address);
  uint32_t value = 0;
  if (found == words_.end() || found->second.empty()) {
    if (!machine) return true;
    value = machine->word_at(condition.address).value_or(condition.value);
  } else {
    const std::vector<WordValue>& history = found->second;
    value = history.front().before;
    for (size_t k = history.size(); k-- > 0;)
      if (history[k].event != event && !is_before(event, history[k].event)) {
        value = history[k].after;
        break;
      }
  }
  return (value & condition.mask) == condition.value;
}

std::shared_ptr<const Footprint> HappensBefore::footprint_before(size_t earlier,
                                                                 const Operation& operation,
                                                                 size_t later) const {
  if (!operation.compares) return operation.footprint;
  const MemoryRange& range = operation.footprint->touches()[0].range;
  const std::optional<uint64_t> value = value_without(earlier, range, later);
  auto footprint = std::make_shared<Footprint>();
  footprint->add({range, !value || value == operation.compares, true});
  return footprint;
}

// What would be in memory without an event and all that comes after it; nothing if that is not known.
std::optional<uint64_t> HappensBefore::value_without(size_t event, const MemoryRange& range,
                                                     size_t later) const {
  const auto history = accesses_.find(range.address >> kGranuleShift);
  if (history == accesses_.end()) return std::nullopt;
  const auto is_word = [&](const Event& other) {
    const Touch& touch = other.footprint->touches()[0];
    return other.value && touch.range.address == range.address && touch.range.size == range.size;
  };
  std::optional<uint64_t> initial;
  for (size_t k = history->second.size(); k-- > 0;) {
    const size_t index = history->second[k];
    const Event& other = events_[index];
    const bool is_near =
        std::any_of(other.footprint->touches().begin(), other.footprint->touches().end(),
                    [&](const Touch& touch) { return touch.range.overlaps(range); });
    if (!is_near || index >= later) continue;
    if (!is_word(other)) return std::nullopt;
    if (index != event && !is_before(event, index)) return other.value;
    initial = other.operation.value;
  }
  return initial;
}

void HappensBefore::keep_last(std::vector<size_t>& events) const {
  const std::vector<size_t> all = events;
  std::erase_if(events, [&](size_t index) {
    return std::any_of(all.begin(), all.end(),
                       [&](size_t other) { return other > index && is_before(index, other); });
  });
}

std::vector<size_t> HappensBefore::races_of_pending(const Machine& machine,
                                                    ThreadNumber thread) const {
  const Operation operation = operation_of(machine, thread);
  return past_of(thread, operation, *operation.footprint, &machine, std::nullopt).races;
}

bool HappensBefore::could_precede(size_t event, const Machine& machine, ThreadNumber thread) const {
  if (includes(clock_of_thread(thread, events_.size()), events_[event])) return false;
  const Operation operation = operation_of(machine, thread);
  return !operation.waits() || runs_without(event, operation, &machine);
}

std::vector<size_t> HappensBefore::independent_of(size_t index) const {
  std::vector<size_t> events;
  for (size_t later = index + 1; later < events_.size(); ++later)
    if (!is_before(index, later)) events.push_back(later);
  return events;
}

}  // namespace heddle

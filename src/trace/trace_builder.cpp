// What happens during the replay. The words for the error itself are in describe.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

EventKind event_kind(SyncKind kind) {
  switch (kind) {
    case SyncKind::MutexLock:
    case SyncKind::RwLockRead:
    case SyncKind::RwLockWrite:
    case SyncKind::SpinLock:
    case SyncKind::SemWait: return EventKind::Acquire;
    case SyncKind::MutexUnlock:
    case SyncKind::RwLockUnlock:
    case SyncKind::SpinUnlock: return EventKind::Release;
    case SyncKind::CondWait:
    case SyncKind::AtomicWait: return EventKind::Wait;
    case SyncKind::CondSignal:
    case SyncKind::CondBroadcast:
    case SyncKind::SemPost:
    case SyncKind::AtomicNotify: return EventKind::Notify;
    case SyncKind::Join: return EventKind::Join;
    case SyncKind::Exit: return EventKind::Exit;
    default: return EventKind::Synchronise;
  }
}

// The owner is in the first word of these; see runtime/pthread_internal.h.
bool has_owner_word(SyncKind kind) {
  switch (kind) {
    case SyncKind::MutexLock:
    case SyncKind::MutexUnlock:
    case SyncKind::MutexTryLock:
    case SyncKind::SpinLock:
    case SyncKind::SpinUnlock:
    case SyncKind::SpinTryLock:
    case SyncKind::RwLockWrite: return true;
    default: return false;
  }
}

constexpr uint64_t kOwnerMask = 0x7fffffff;

}  // namespace

TraceBuilder::TraceBuilder(Machine& machine, std::vector<std::string> thread_names)
    : machine_(machine),
      program_(machine.program()),
      naming_(program_, machine.memory(), blocks_),
      creation_names_(std::move(thread_names)) {
  names_[0] = "main";
}

std::string TraceBuilder::thread_name(ThreadNumber thread) const {
  const auto known = names_.find(thread);
  return known != names_.end() ? known->second : fmt::format("thread {}", thread);
}

void TraceBuilder::begin_step(const ScheduleStep& step) {
  const bool first = trace_.steps.empty();
  TraceStep next{.thread = step.thread, .thread_name = thread_name(step.thread)};
  if (!first && trace_.steps.back().thread != step.thread) {
    next.context_switch = true;
    next.preemption = (enabled_before_ >> trace_.steps.back().thread & 1) != 0;
    ++trace_.context_switches;
  }
  instructions_before_ = machine_.instructions();
  trace_.steps.push_back(std::move(next));
}

void TraceBuilder::end_step() {
  TraceStep& step = trace_.steps.back();
  step.instructions = machine_.instructions() - instructions_before_;
  enabled_before_ = machine_.enabled_threads();
  const bool live = (machine_.live_threads() >> step.thread & 1) != 0;
  const Pending& pending = machine_.thread(step.thread).pending;
  const bool is_waiting = !step.events.empty() && step.events.back().kind == EventKind::Wait;
  if (live && pending.kind == PendingKind::Await && !(enabled_before_ >> step.thread & 1) &&
      !is_waiting) {
    const UserPlace where = user_place(step.thread, innermost(step.thread));
    TraceEvent event{
        .kind = EventKind::Blocked, .place = where.place, .operation = where.operation};
    const uint64_t object = machine_.blocked_on(step.thread);
    event.object = object_name(object, pending.sync, where.call);
    if (where.is_cxx()) {
      event.through = means(pending.sync, where.call->operation);
      mark_told(step.thread);
    }
    if (const auto holder = machine_.waits_for(step.thread);
        holder && pending.sync != SyncKind::Join)
      event.note = held_since(step.thread, *holder);
    add(step.thread, std::move(event));
  }
  step.held_locks = locks_held_by(step.thread);
}

void TraceBuilder::add(ThreadNumber thread, TraceEvent event) {
  // A new thread's first local steps are run by its creator's transition: they are not its story yet.
  if (trace_.steps.empty() || trace_.steps.back().thread != thread) return;
  trace_.steps.back().events.push_back(std::move(event));
}

// Kept for every block: of a very deep stack the outer calls are left out.
CallStack TraceBuilder::stack_at(ThreadNumber thread, Point point) const {
  constexpr size_t kMostKept = 200;
  const auto frames = machine_.frames(thread);
  CallStack stack;
  for (auto frame = frames.rbegin(); frame != frames.rend() && stack.size() < kMostKept; ++frame)
    stack.push_back(stack.empty() ? point : frame->point);
  return stack;
}

// Asked for every event: what lies below the user's code is left out, for a stack may be very deep.
CallStack TraceBuilder::stack_in_library(ThreadNumber thread, Point point) const {
  const auto frames = machine_.frames(thread);
  CallStack stack;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    stack.push_back(stack.empty() ? point : frame->point);
    if (program_.functions[frame->function].origin == FunctionOrigin::User) break;
  }
  return stack;
}

TraceBuilder::UserPlace TraceBuilder::user_place(ThreadNumber thread, Point point) const {
  const CallStack stack = stack_in_library(thread, point);
  const std::optional<size_t> user = user_frame(program_, stack);
  if (!user)
    return {.place = stack.empty() ? Place{} : naming_.place(stack.back()), .in_users_code = false};
  UserPlace result{.place = naming_.place(stack[*user])};
  result.call = library_call(machine_, thread, stack);
  if (result.call) result.operation = result.call->operation;
  return result;
}

std::string TraceBuilder::joined_thread(uint64_t control_block) const {
  const Global* blocks = naming_.global_at(control_block);
  if (!blocks) return "a thread";
  const uint64_t stride = blocks->size / kMaxThreads;
  return thread_name(ThreadNumber((control_block - blocks->address) / stride));
}

std::vector<std::string> TraceBuilder::locks_held_by(ThreadNumber thread) const {
  std::vector<std::string> held;
  for (const uint64_t lock : locks_) {
    const Object* object = machine_.memory().find(lock, 4);
    if (!object) continue;
    const uint64_t owner = Memory::read(*object, Memory::offset_in(*object, lock), 4) & kOwnerMask;
    if (owner == thread + 1) held.push_back(object_name(lock, SyncKind::MutexLock));
  }
  return held;
}

void TraceBuilder::on_access(const ObservedAccess& access) {
  if (access.invisible) return;
  const bool by_user =
      program_.functions[program_.function_at(access.point)].origin == FunctionOrigin::User;
  // What a model does with its own data is nobody's business.
  if (!by_user && !access.shared) return;
  if (const Global* global = naming_.global_at(access.address); global && global->is_constant)
    return;
  const UserPlace where = user_place(access.thread, access.point);
  const NamedPlace target = naming_.name(access.address, access.size, access.point);
  TraceEvent event{.place = where.place,
                   .operation = where.operation,
                   .object = target.name,
                   .atomic = access.atomic,
                   .library = target.hidden || !where.in_users_code ||
                              (target.name == kTemporary && !access.shared),
                   .local = !access.shared};
  const uint64_t size = access.size;
  event.value = naming_.value(access.value, size, target.type);
  event.kind = !access.writes ? EventKind::Read
               : access.reads ? EventKind::Update
                              : EventKind::Write;
  if (access.writes) event.old_value = naming_.value(access.old_value, size, target.type);
  if (where.is_cxx())
    add_library_access(access, where, target, std::move(event));
  else
    add(access.thread, std::move(event));
}

void TraceBuilder::on_sync(ThreadNumber thread, Point point, SyncKind kind, uint64_t object) {
  if (has_owner_word(kind)) locks_.insert(object);
  if (kind == SyncKind::Exit) return;  // told when it has happened
  const UserPlace where = user_place(thread, point);
  if (event_kind(kind) == EventKind::Acquire) locks_taken_[object] = {thread, where.place};
  TraceEvent event{.kind = event_kind(kind),
                   .place = where.place,
                   .operation = where.operation,
                   .object = object_name(object, kind, where.call),
                   .library = !where.in_users_code};
  if (event.kind == EventKind::Synchronise && event.operation.empty())
    event.operation = name_of(kind);
  if (where.is_cxx()) tell_library_sync(kind, where, object, event);
  if (where.is_cxx() && event.library)
    summarise(thread, where, name_of_object(*where.call), kind == SyncKind::Once);
  else if (where.is_cxx())
    mark_told(thread);
  add(thread, std::move(event));
}

void TraceBuilder::on_allocate(ThreadNumber thread, Point point, uint64_t address, uint64_t size) {
  BlockHistory history{.size = size, .allocated_by = thread, .allocated = stack_at(thread, point)};
  for (const Point frame : stack_in_library(thread, point)) {
    if (history.type == kNoType) history.type = program_.source.allocated_at(frame);
    history.is_exception |=
        program_.functions[program_.function_at(frame)].name == "__cxa_allocate_exception";
  }
  const UserPlace where = user_place(thread, point);
  if (where.is_cxx() && where.call->object != 0) {
    history.owner = where.call->object;
    history.owner_type = where.call->type;
    history.owner_name = name_of_object(*where.call);
  }
  blocks_[address] = std::move(history);
  add(thread, {.kind = EventKind::Allocate,
               .place = where.place,
               .operation = where.operation,
               .object = naming_.pointer(address),
               .value = fmt::format("{} bytes", size),
               .library = !where.in_users_code || (where.is_cxx() && !is_users_block(address))});
}

void TraceBuilder::on_free(ThreadNumber thread, Point point, uint64_t address) {
  BlockHistory& history = blocks_[address];
  history.freed_by = thread;
  history.freed = stack_at(thread, point);
  const UserPlace where = user_place(thread, point);
  TraceEvent event{.kind = EventKind::Free,
                   .place = where.place,
                   .operation = where.operation,
                   .object = naming_.pointer(address),
                   .library = !where.in_users_code || (where.is_cxx() && !is_users_block(address))};
  if (where.is_cxx() && !where.operation.starts_with("operator delete"))
    event.through = where.operation;
  add(thread, std::move(event));
}

void TraceBuilder::on_thread_start(ThreadNumber parent, Point point, ThreadNumber child) {
  ++threads_created_;
  const bool named =
      threads_created_ < creation_names_.size() && !creation_names_[threads_created_].empty();
  names_[child] = fmt::format("{}#{}", named ? creation_names_[threads_created_] : "thread", child);
  const UserPlace where = user_place(parent, point);
  add(parent, {.kind = EventKind::ThreadStart,
               .place = where.place,
               .operation = where.operation,
               .object = names_[child]});
}

void TraceBuilder::on_thread_end(ThreadNumber thread) {
  TraceEvent event{.kind = EventKind::ThreadEnd, .object = thread_name(thread)};
  // Where it was last in the user's code; what the library does afterwards is not told.
  if (!trace_.steps.empty())
    for (const TraceEvent& earlier : trace_.steps.back().events)
      if (!earlier.library) event.place = earlier.place;
  add(thread, std::move(event));
}

void TraceBuilder::on_choose(ThreadNumber thread, Point point, uint32_t branch, uint32_t of) {
  const UserPlace where = user_place(thread, point);
  add(thread, {.kind = EventKind::Choose,
               .place = where.place,
               .operation = where.operation,
               .value = fmt::format("{}", branch),
               .note = fmt::format("of {}", of)});
}

void TraceBuilder::on_output(ThreadNumber thread, int fd, std::string_view text) {
  output_ += text;
  const UserPlace where = user_place(thread, innermost(thread));
  add(thread, {.kind = EventKind::Output,
               .place = where.place,
               .operation = where.operation,
               .value = std::string(text),
               .note = fd == 2 ? "to standard error" : ""});
}

void TraceBuilder::on_exit(ThreadNumber thread, int code) {
  const UserPlace where = user_place(thread, innermost(thread));
  add(thread, {.kind = EventKind::Exit,
               .place = where.place,
               .operation = where.operation,
               .value = fmt::format("{}", code)});
}

}  // namespace heddle

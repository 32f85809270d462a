// What happens inside the C++ library, told as what the user's call does to the user's object.
//
// The library's own accesses are kept as details; one line that stands for them says which call reads
// or writes which object. Locks, waits and atomic operations are told in their own right.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <pthread.h>
#include <semaphore.h>

#include "program/cxx_name.h"
#include "trace/trace_builder.h"

namespace heddle {

namespace {

// How large the user's object is: its name ends there, and not at a member of it.
uint64_t size_of_object(SyncKind kind) {
  if (kind <= SyncKind::MutexDestroy) return sizeof(pthread_mutex_t);
  if (kind <= SyncKind::RwLockDestroy) return sizeof(pthread_rwlock_t);
  if (kind <= SyncKind::SpinDestroy) return sizeof(pthread_spinlock_t);
  if (kind <= SyncKind::CondDestroy) return sizeof(pthread_cond_t);
  if (kind <= SyncKind::BarrierDestroy) return sizeof(pthread_barrier_t);
  if (kind <= SyncKind::SemValue) return sizeof(sem_t);
  return sizeof(int);
}

// As Naming calls them.
constexpr std::string_view kUseCount = "the use count of ";
constexpr std::string_view kWeakCount = "the weak count of ";
constexpr std::string_view kGuard = "guard variable for ";

// Latches and semaphores are counts, and their values are worth telling as those of atomics are.
bool tells_value(LibraryClass kind, const LibraryCall& call, const ObservedAccess& access) {
  if (!access.atomic) return false;
  switch (kind) {
    case LibraryClass::Atomic: return access.writes || call.operation != "wait";
    case LibraryClass::Latch:
    case LibraryClass::Semaphore: return access.writes;
    case LibraryClass::Barrier:
    case LibraryClass::Future:
    case LibraryClass::SharedCount:
    case LibraryClass::Other: break;
  }
  // std::atomic_load and its like take the object as an argument.
  return call.type == kNoType && call.operation.starts_with("atomic_");
}

}  // namespace

std::string TraceBuilder::name_of_object(const LibraryCall& call) const {
  if (call.object == 0) return "";
  const uint64_t size = std::max<uint64_t>(program_.source.types[call.type].size, 1);
  const NamedPlace place = naming_.name(call.object, size);
  if (!place.library && place.name != kTemporary && !place.name.starts_with("block("))
    return place.name;
  const std::string& type = program_.source.types[call.type].name;
  return type.empty() ? "" : "a " + type;
}

std::string TraceBuilder::object_name(uint64_t address, SyncKind kind,
                                      const std::optional<LibraryCall>& call) const {
  const LibraryClass type = call ? library_class(program_, call->type) : LibraryClass::Other;
  if (kind == SyncKind::Join)
    return (type == LibraryClass::Future ? noun_of(type) : "") + joined_thread(address);
  if (address == 0) return call ? name_of_object(*call) : "";
  const NamedPlace place = naming_.name(address, size_of_object(kind));
  if (place.name.starts_with(kGuard))
    return "the initialisation of " + last_component(place.name.substr(kGuard.size()));
  if (!call || !call->cxx) return place.name;
  const bool waits =
      kind == SyncKind::CondWake || kind == SyncKind::AtomicWait || kind == SyncKind::AtomicWake;
  if (waits && *noun_of(type)) return noun_of(type) + name_of_object(*call);
  return place.library && call->object != 0 ? name_of_object(*call) : place.name;
}

void TraceBuilder::on_call(ThreadNumber thread, FunctionIndex function) {
  if (program_.functions[function].origin == FunctionOrigin::User) return;
  const auto frames = machine_.frames(thread);
  if (!frames.empty() && program_.functions[frames.back().function].origin == FunctionOrigin::User)
    ++library_calls_[thread];
}

// The summary of the call that the thread is in, if it was told without another thread in between.
TraceEvent* TraceBuilder::summary_of_call(ThreadNumber thread, const std::string& object) {
  if (summaries_.thread != thread || summaries_.call != library_calls_[thread]) return nullptr;
  const auto found = summaries_.places.find(object);
  if (found == summaries_.places.end()) return nullptr;
  const auto [first, event] = found->second;
  for (size_t step = first; step < trace_.steps.size(); ++step)
    if (trace_.steps[step].thread != thread) return nullptr;
  return &trace_.steps[first].events[event];
}

void TraceBuilder::summarise(ThreadNumber thread, const UserPlace& where, const std::string& object,
                             bool writes) {
  if (object.empty() || trace_.steps.empty() || trace_.steps.back().thread != thread) return;
  if (told_calls_[thread] == library_calls_[thread]) return;
  TraceEvent* known = summary_of_call(thread, object);
  if (!known) {
    if (summaries_.thread != thread || summaries_.call != library_calls_[thread])
      summaries_ = {.thread = thread, .call = library_calls_[thread], .places = {}};
    std::vector<TraceEvent>& events = trace_.steps.back().events;
    summaries_.places[object] = {trace_.steps.size() - 1, events.size()};
    events.push_back({.kind = EventKind::Read,
                      .place = where.place,
                      .operation = where.operation,
                      .object = object,
                      .summary = true});
    known = &events.back();
  }
  if (writes) known->kind = EventKind::Write;
}

// The call has been told by an event of its own: what else it does on the way adds nothing.
void TraceBuilder::mark_told(ThreadNumber thread) {
  told_calls_[thread] = library_calls_[thread];
  if (summaries_.thread != thread || summaries_.call != library_calls_[thread]) return;
  for (const auto& [object, place] : summaries_.places)
    if (TraceEvent* summary = summary_of_call(thread, object);
        summary && summary->kind == EventKind::Read)
      summary->library = true;
}

void TraceBuilder::add_library_access(const ObservedAccess& access, const UserPlace& where,
                                      const NamedPlace& target, TraceEvent event) {
  const LibraryCall& call = *where.call;
  if (tells_value(library_class(program_, call.type), call, access) && !target.library) {
    mark_told(access.thread);
    return add(access.thread, std::move(event));
  }
  const std::string object = name_of_object(call);
  if (target.name.starts_with(kUseCount)) {
    // Of the accesses to the two counts, the user's question is how many share the object.
    event.library = access.size != sizeof(int) || (!access.writes && call.operation != "use_count");
    if (!object.empty()) event.object = "use count of " + object;
    return add(access.thread, std::move(event));
  }
  // The library's own variables are nobody's object, and an object that is being made is not read.
  const bool makes = is_constructor(program_, program_.functions[call.function]);
  if (!target.library)
    summarise(access.thread, where, target.name, access.writes);
  else if (!naming_.global_at(access.address) && !target.name.starts_with(kWeakCount) &&
           (access.writes || !makes))
    summarise(access.thread, where, object.empty() ? target.owner : object, access.writes);
  event.library = true;
  add(access.thread, std::move(event));
}

void TraceBuilder::tell_library_sync(SyncKind kind, const UserPlace& where, uint64_t object,
                                     TraceEvent& event) const {
  const LibraryCall& call = *where.call;
  event.through = means(kind, call.operation);
  const bool internal = object != 0 && naming_.name(object, 1).library;
  switch (kind) {
    case SyncKind::CondWake: event.operation = "wakes up"; break;
    case SyncKind::AtomicWait: break;
    case SyncKind::AtomicWake: event.library = true; break;
    case SyncKind::AtomicNotify: break;
    case SyncKind::Join: break;
    case SyncKind::Once:
      if (event.object.starts_with("the initialisation of ")) {
        event.operation = "begins " + event.object;
        event.object.clear();
      } else {
        event.library = internal;
      }
      break;
    default: event.library = internal; break;
  }
  if (call.operation == "__cxa_atexit") event.library = true;
}

std::string TraceBuilder::means(SyncKind kind, const std::string& operation) {
  switch (kind) {
    case SyncKind::MutexLock:
    case SyncKind::MutexUnlock:
    case SyncKind::RwLockRead:
    case SyncKind::RwLockWrite:
    case SyncKind::RwLockUnlock:
      return operation == "lock" || operation == "unlock" ? "" : operation;
    default: return "";
  }
}

bool TraceBuilder::is_users_block(uint64_t address) const {
  return !naming_.block(address).empty();
}

std::string TraceBuilder::held_since(ThreadNumber thread, ThreadNumber holder) const {
  if (holder == thread) return "which it holds itself";
  std::string text = "held by " + thread_name(holder);
  const auto taken = locks_taken_.find(machine_.blocked_on(thread));
  if (taken == locks_taken_.end() || taken->second.thread != holder) return text;
  const Place& place = taken->second.place;
  if (place.line == 0) return text;
  return text +
         fmt::format(" since {}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
}

}  // namespace heddle

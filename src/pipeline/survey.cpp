// SPDX-License-Identifier: Apache-2.0
#include "pipeline/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/accesses.h"
#include "trace/thread_names.h"

namespace heddle {

namespace {

const char* word_for(SyncKind kind) {
  switch (kind) {
    case SyncKind::MutexLock:
    case SyncKind::SpinLock: return "lock";
    case SyncKind::RwLockRead: return "read lock";
    case SyncKind::RwLockWrite: return "write lock";
    case SyncKind::MutexUnlock:
    case SyncKind::RwLockUnlock:
    case SyncKind::SpinUnlock: return "unlock";
    case SyncKind::MutexTryLock:
    case SyncKind::RwLockTry:
    case SyncKind::SpinTryLock: return "try lock";
    case SyncKind::CondWait:
    case SyncKind::CondWake: return "wait for a condition";
    case SyncKind::CondSignal:
    case SyncKind::CondBroadcast: return "notify";
    case SyncKind::BarrierArrive:
    case SyncKind::BarrierWait: return "barrier";
    case SyncKind::SemWait:
    case SyncKind::SemTryWait: return "wait for a semaphore";
    case SyncKind::SemPost:
    case SyncKind::SemValue: return "semaphore";
    case SyncKind::Once: return "once";
    case SyncKind::Join: return "join";
    case SyncKind::AtomicWait:
    case SyncKind::AtomicWake: return "wait for an atomic";
    case SyncKind::AtomicNotify: return "notify";
    case SyncKind::AtomicBegin: return "atomic section";
    case SyncKind::None:
    case SyncKind::MutexInit:
    case SyncKind::MutexDestroy:
    case SyncKind::RwLockInit:
    case SyncKind::RwLockDestroy:
    case SyncKind::SpinInit:
    case SyncKind::SpinDestroy:
    case SyncKind::CondInit:
    case SyncKind::CondDestroy:
    case SyncKind::BarrierInit:
    case SyncKind::BarrierDestroy:
    case SyncKind::SemInit:
    case SyncKind::SemDestroy:
    case SyncKind::Touch:
    case SyncKind::Exit: break;
  }
  return "";
}

// An exception that nobody catches is no statement of the function that it leaves last.
constexpr const char* kEndOfUnwinding = "__heddle_exception_leaves_thread";

const char* word_for(bool reads, bool writes) {
  return reads && writes ? "update" : writes ? "write" : "read";
}

bool is_lifetime(Opcode opcode) {
  return opcode == Opcode::LifetimeStart || opcode == Opcode::LifetimeEnd;
}

// Of how much is copied somewhere nothing is known but where it begins.
uint64_t told_size(uint64_t size) { return size == kWholeObject ? 1 : size; }

std::string operation_of(const Function& function) {
  if (!function.operation.empty()) return function.operation;
  return function.shown_name.empty() ? function.name : function.shown_name;
}

}  // namespace

Survey::Survey(const SurveyFacts& facts, EscapeFlow& flow, Detail detail)
    : facts_(facts),
      program_(facts.program),
      points_to_(facts.points_to),
      detail_(detail),
      names_(facts.program, facts.points_to),
      accesses_of_(facts.facts.locations->count()),
      named_(facts.facts.locations->count()),
      last_(facts.facts.locations->count()) {
  for (uint32_t k = 0; k < facts.threads.size(); ++k)
    for (const InstanceId id : facts.threads[k].runs) threads_of_[id].insert(k);
  flow.visit([&](InstanceId id, Point point, const EscapeState& state) {
    if (facts.code.is_users(id)) see(flow, id, point, state);
  });
  group_locations();
}

void Survey::see(EscapeFlow& flow, InstanceId id, Point point, const EscapeState& state) {
  const Instruction& i = program_.code[point];
  if (is_lifetime(i.opcode)) return;
  Access access{id, point, false, false, false, !state.threads, ""};
  access.alone = access.alone || facts_.joined.is_alone(id, point);
  for (const InstanceId callee : points_to_.callees(id, point))
    if (!facts_.code.is_users(callee) &&
        points_to_.function_of(program_, callee).name != kEndOfUnwinding)
      see_call(flow, access, callee, state);
  visit_accesses(program_, point, [&](const StaticAccess& found) {
    if (!flow.is_escaped(id, found.base, state)) return;
    access.reads = found.reads;
    access.writes = found.writes;
    access.atomic = (i.aux & kAtomic) || i.opcode == Opcode::AtomicUpdate ||
                    i.opcode == Opcode::CompareExchange;
    const AccessNumber number = number_of(access);
    for (Target target : points_to_.targets(id, found.base)) {
      target.offset += found.offset;
      record(access, number, target, found.size, point);
    }
  });
}

void Survey::see_call(EscapeFlow& flow, const Access& call, InstanceId callee,
                      const EscapeState& state) {
  const auto arguments = program_.operands(program_.code[call.point].c);
  Access access = call;
  access.through = operation_of(points_to_.function_of(program_, callee));
  std::array<std::optional<AccessNumber>, 8> numbers;  // by what it does
  for (const LibraryEffect& effect : facts_.effects[callee]) {
    if (effect.sync != SyncKind::None || effect.starts_thread) {
      record_sync(access, effect);
      continue;
    }
    access.reads = effect.reads;
    access.writes = effect.writes;
    access.atomic = effect.atomic;
    if (effect.frees) {
      if (effect.parameter == LibraryEffect::kNoParameter)
        record_free(access, effect.target);
      else if (effect.parameter < arguments.size())
        for (const Target& target : points_to_.targets(call.instance, arguments[effect.parameter]))
          record_free(access, target);
      continue;
    }
    auto& number =
        numbers[size_t(access.reads) | size_t(access.writes) << 1 | size_t(access.atomic) << 2];
    if (!number) number = number_of(access);
    if (effect.parameter == LibraryEffect::kNoParameter) {
      if (flow.may_escape(effect.target.object))
        record(access, *number, effect.target, effect.size, effect.point);
      continue;
    }
    if (effect.parameter >= arguments.size()) continue;
    const Operand argument = arguments[effect.parameter];
    if (!flow.is_escaped(call.instance, argument, state)) continue;
    for (Target target : points_to_.targets(call.instance, argument)) {
      target.offset += effect.target.offset;
      record(access, *number, target, effect.size, effect.point);
    }
  }
}

void Survey::merge(const Event& from, Event& into) {
  into.reads |= from.reads;
  into.writes |= from.writes;
  into.alone &= from.alone;
  into.threads.insert(from.threads.begin(), from.threads.end());
  if (!into.locks)
    into.locks = from.locks;
  else if (from.locks)
    std::erase_if(*into.locks,
                  [&](const std::string& lock) { return !from.locks->contains(lock); });
}

Survey::AccessNumber Survey::number_of(const Access& access) {
  Event event{access.reads, access.writes, access.alone, threads_of_[access.instance],
              facts_.locks.at(access.instance, access.point)};
  EventKey key{place(access.point), access.through, access.atomic};
  const auto [known, is_new] = numbers_.try_emplace({key, event}, AccessNumber(accesses_.size()));
  if (is_new) accesses_.emplace_back(std::move(key), std::move(event));
  return known->second;
}

void Survey::record(const Access& access, AccessNumber number, Target target, uint64_t size,
                    Point hint) {
  if (points_to_.objects()[target.object].kind == ObjectKind::Function) return;
  std::vector<Touch>* const touched = access.alone ? nullptr : &touched_[access.point];
  facts_.facts.locations->visit(target, told_size(size), [&](LocationRange range) {
    for (LocationId location = range.first; location < range.end; ++location) {
      name(location, target.object, hint);
      const LastAccess now{number, access.point};
      if (last_[location] == now) continue;
      last_[location] = now;
      accesses_of_[location].push_back(number);
      if (touched) touched->emplace_back(location, access.reads, access.writes, access.atomic);
    }
  });
}

void Survey::record_free(const Access& access, Target target) {
  if (access.alone || points_to_.objects()[target.object].kind != ObjectKind::Heap) return;
  facts_.facts.locations->visit(target, kWholeObject, [&](LocationRange range) {
    for (LocationId location = range.first; location < range.end; ++location)
      freed_[access.point].insert(location);
  });
}

// The first name that is sure, or the last guess.
void Survey::name(LocationId location, ObjectId object, Point hint) {
  NamedPlace& known = named_[location];
  if (known.is_named && (!known.name.is_guess || known.hint == hint)) return;
  const Locations::Place place = facts_.facts.locations->place_of(location);
  known = {names_.name(object, place.offset, uint64_t(place.size), hint), hint, true};
}

void Survey::record_sync(const Access& access, const LibraryEffect& effect) {
  const std::set<uint32_t>& threads = threads_of_[access.instance];
  if (effect.starts_thread) {
    interactions_[{place(access.point), "create", ""}].insert(threads.begin(), threads.end());
    synced_[access.point].push_back({"create", ""});
    return;
  }
  const std::string kind = word_for(effect.sync);
  if (kind.empty() || (access.alone && effect.sync != SyncKind::Join)) return;
  std::string object;
  if (effect.sync != SyncKind::Join)
    for (const std::string& name : facts_.locks.names(access.instance, access.point, effect))
      object += (object.empty() ? "" : " or ") + name;
  interactions_[{place(access.point), kind, object}].insert(threads.begin(), threads.end());
  synced_[access.point].push_back({kind, object});
}

bool Survey::is_shared(const AccessNumbers& accesses) const {
  std::optional<uint32_t> first;
  for (const AccessNumber number : accesses) {
    const Event& event = accesses_[number].second;
    if (event.alone) continue;
    for (const uint32_t thread : event.threads) {
      if (facts_.threads[thread].several || (first && *first != thread)) return true;
      first = thread;
    }
  }
  return false;
}

Survey::Events Survey::merged(const AccessNumbers& accesses) const {
  Events events;
  for (const AccessNumber number : accesses) {
    const auto& [key, event] = accesses_[number];
    merge(event, events[key]);
  }
  return events;
}

void Survey::group_locations() {
  const auto settle = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  for (auto& [point, touches] : touched_) settle(touches);
  shown_.resize(accesses_of_.size());
  for (LocationId location = 0; location < accesses_of_.size(); ++location) {
    AccessNumbers& accesses = accesses_of_[location];
    settle(accesses);
    const PlaceName& name = named_[location].name;
    if (name.hidden || !is_shared(accesses)) continue;
    if (name.library && detail_ == Detail::User) {
      ++hidden_;
      continue;
    }
    GroupEntry& entry = *groups_.try_emplace(name.text).first;
    Group& group = entry.second;
    group.locations.push_back(location);
    group.library = name.library;
    group.immutable = group.immutable && facts_.facts.immutable.contains(location);
    group.accesses.insert(group.accesses.end(), accesses.begin(), accesses.end());
    shown_[location] = &entry;
  }
  for (auto& [name, group] : groups_) settle(group.accesses);
  for (const auto& [point, locations] : freed_)
    for (const LocationId location : locations)
      if (shown_[location]) groups_.at(shown_[location]->first).freed = true;
}

CodePlace Survey::place(Point point) const {
  const SourceLocation& location = program_.source.locations[point];
  const Function& function = program_.functions[program_.function_at(point)];
  return {program_.source.files[location.file], location.line,
          function.shown_name.empty() ? function.name : function.shown_name};
}

std::string Survey::thread_name(uint32_t thread) const {
  return thread == 0 ? "main" : thread_function_name(program_, facts_.threads[thread].function);
}

std::vector<std::string> Survey::thread_names(const std::set<uint32_t>& threads) const {
  std::vector<std::string> names;
  for (const uint32_t thread : threads) names.push_back(thread_name(thread));
  return names;
}

LocationAccess Survey::told(const EventKey& key, const Event& event) const {
  LocationAccess access{.kind = event.reads && event.writes ? AccessKind::Update
                                : event.writes              ? AccessKind::Write
                                                            : AccessKind::Read,
                        .atomic = key.atomic,
                        .place = key.place,
                        .through = key.through,
                        .threads = thread_names(event.threads),
                        .alone = event.alone};
  if (event.locks) access.locks.assign(event.locks->begin(), event.locks->end());
  return access;
}

AnalysisReport Survey::report() const {
  AnalysisReport report;
  report.hidden_locations = hidden_;
  add_threads(report);
  add_locations(report);
  add_interactions(report);
  add_warnings(report);
  return report;
}

void Survey::add_threads(AnalysisReport& report) const {
  for (uint32_t k = 0; k < facts_.threads.size(); ++k) {
    const ThreadRoot& thread = facts_.threads[k];
    StaticThread told{.name = thread_name(k), .several = thread.several};
    for (const Point site : thread.created_at) told.created_at.push_back(place(site));
    std::set<std::string> functions;
    for (const InstanceId id : thread.runs)
      functions.insert(thread_function_name(program_, points_to_.instances()[id].function));
    told.functions.assign(functions.begin(), functions.end());
    report.threads.push_back(std::move(told));
  }
}

void Survey::add_locations(AnalysisReport& report) const {
  for (const auto& [name, group] : groups_) {
    SharedLocation location{.name = name, .immutable = group.immutable, .library = group.library};
    std::optional<LockNames> common;
    for (const auto& [key, event] : merged(group.accesses)) {
      location.accesses.push_back(told(key, event));
      if (event.alone || !event.locks) continue;
      if (!common) common = event.locks;
      std::erase_if(*common, [&](const std::string& lock) { return !event.locks->contains(lock); });
    }
    if (common) location.common_locks.assign(common->begin(), common->end());
    if (group.immutable) report.immutable_fields.push_back(name);
    report.locations.push_back(std::move(location));
  }
}

void Survey::add_interactions(AnalysisReport& report) const {
  auto all = interactions_;
  for (const auto& [name, group] : groups_) {
    if (group.immutable) continue;
    for (const auto& [key, event] : merged(group.accesses)) {
      if (event.alone) continue;
      const char* what = word_for(event.reads, event.writes);
      all[{key.place, fmt::format("{} {}", key.atomic ? "atomic" : "shared", what), name}].insert(
          event.threads.begin(), event.threads.end());
    }
  }
  for (const auto& [key, threads] : all) {
    const auto& [place, kind, object] = key;
    report.interactions.push_back({place, kind, object, thread_names(threads)});
  }
}

Interactions Survey::interactions() const {
  Interactions all = synced_;
  for (const auto& [point, touches] : touched_) {
    // By group, of which those of libraries are one, and by whether it is atomic.
    std::map<std::pair<const GroupEntry*, bool>, std::pair<bool, bool>> found;
    for (const Touch& touch : touches) {
      const GroupEntry* const shown = shown_[touch.location()];
      if (!shown || (shown->second.immutable && !shown->second.freed)) continue;
      auto& [reads, writes] = found[{shown->second.library ? nullptr : shown, touch.atomic()}];
      reads |= touch.reads();
      writes |= touch.writes();
    }
    for (const auto& [what, how] : found)
      all[point].push_back(
          {fmt::format("{} {}", what.second ? "atomic" : "shared", word_for(how.first, how.second)),
           what.first ? what.first->first : "memory of a library"});
  }
  for (const auto& [point, locations] : freed_)
    for (const LocationId location : locations)
      if (const GroupEntry* const shown = shown_[location])
        all[point].push_back(
            {"free", shown->second.library ? "memory of a library" : shown->first});
  for (auto& [point, list] : all) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return all;
}

bool Survey::may_race(const EventKey& a, const Event& first, const EventKey& b,
                      const Event& second) const {
  if (first.alone || second.alone || (a.atomic && b.atomic)) return false;
  if (!first.writes && !second.writes) return false;
  bool in_parallel = false;
  for (const uint32_t one : first.threads)
    for (const uint32_t other : second.threads)
      in_parallel = in_parallel || one != other || facts_.threads[one].several;
  if (!in_parallel || !first.locks || !second.locks) return in_parallel;
  return std::none_of(first.locks->begin(), first.locks->end(),
                      [&](const std::string& lock) { return second.locks->contains(lock); });
}

// One pair for each location is enough: a write first.
void Survey::add_warnings(AnalysisReport& report) const {
  for (const auto& [name, group] : groups_) {
    if (group.immutable) continue;
    const auto warn = [&] {
      std::set<AccessNumbers> seen;
      for (const LocationId location : group.locations) {
        if (!seen.insert(accesses_of_[location]).second) continue;
        const Events events = merged(accesses_of_[location]);
        for (const auto& [a, first] : events)
          for (const auto& [b, second] : events)
            if (first.writes && may_race(a, first, b, second)) {
              report.warnings.push_back({name, told(a, first), told(b, second)});
              return;
            }
      }
    };
    warn();
  }
}

}  // namespace heddle

// Survey: gathers who accesses which shared location where, under which locks, from the static analyses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>

#include "analysis/escape_flow.h"
#include "analysis/facts.h"
#include "analysis/held_locks.h"
#include "analysis/joined_threads.h"
#include "analysis/place_names.h"
#include "analysis/static_threads.h"
#include "incremental/changes.h"
#include "result/analysis_report.h"

namespace heddle {

struct SurveyFacts {
  const Program& program;
  const PointsTo& points_to;
  const UserCode& code;
  const LibraryEffects& effects;
  const std::vector<ThreadRoot>& threads;
  const Facts& facts;
  const HeldLocks& locks;
  const JoinedThreads& joined;
};

// Which memory inside libraries is told.
enum class Detail : uint8_t { User, All };

class Survey {
 public:
  Survey(const SurveyFacts& facts, EscapeFlow& flow, Detail detail);

  AnalysisReport report() const;
  // What each instruction does that other threads can notice, or that waits for them.
  Interactions interactions() const;
  // What the thread may still do from the line on; throws UsageError if the program has no such line.
  std::vector<FutureAccesses> futures_at(const std::string& place) const;

 private:
  // What one source line does to a location.
  struct EventKey {
    CodePlace place;
    std::string through;
    bool atomic = false;
    friend auto operator<=>(const EventKey&, const EventKey&) = default;
  };
  struct Event {
    bool reads = false;
    bool writes = false;
    bool alone = true;
    std::set<uint32_t> threads;
    std::optional<LockNames> locks;
    friend auto operator<=>(const Event&, const Event&) = default;
  };
  using Events = std::map<EventKey, Event>;
  struct Access {
    InstanceId instance;
    Point point;
    bool reads, writes, atomic, alone;
    std::string through;
  };
  // An access may be one of thousands of locations: what it is like is kept once.
  using AccessNumber = uint32_t;
  using AccessNumbers = std::vector<AccessNumber>;
  // What an instruction does to a location, as one number: there are many of them to be sorted.
  struct Touch {
    Touch(LocationId location, bool reads, bool writes, bool atomic)
        : number(uint64_t(location) << 3 | uint64_t(reads) << 2 | uint64_t(writes) << 1 |
                 uint64_t(atomic)) {}
    LocationId location() const { return LocationId(number >> 3); }
    bool reads() const { return number >> 2 & 1; }
    bool writes() const { return number >> 1 & 1; }
    bool atomic() const { return number & 1; }
    friend auto operator<=>(const Touch&, const Touch&) = default;
    uint64_t number;
  };
  struct NamedPlace {
    PlaceName name;
    Point hint = 0;  // that led to it
    bool is_named = false;
  };
  // A call of a library may come to one location in many ways.
  struct LastAccess {
    AccessNumber number = ~0u;
    Point point = kNoPoint;
    friend bool operator==(const LastAccess&, const LastAccess&) = default;
  };
  struct Group {
    std::vector<LocationId> locations;
    AccessNumbers accesses;
    bool immutable = true;
    bool freed = false;  // while other threads may run
    bool library = false;
  };
  using GroupEntry = std::map<std::string, Group>::value_type;

  void see(EscapeFlow& flow, InstanceId id, Point point, const EscapeState& state);
  void see_call(EscapeFlow& flow, const Access& access, InstanceId callee,
                const EscapeState& state);
  AccessNumber number_of(const Access& access);
  void record(const Access& access, AccessNumber number, Target target, uint64_t size, Point hint);
  // Who comes by later meets it; that is no access that has to be told where locations are listed.
  void record_free(const Access& access, Target target);
  void name(LocationId location, ObjectId object, Point hint);
  void record_sync(const Access& access, const LibraryEffect& effect);
  void group_locations();
  bool is_shared(const AccessNumbers& accesses) const;
  Events merged(const AccessNumbers& accesses) const;
  static void merge(const Event& from, Event& into);
  CodePlace place(Point point) const;
  std::string thread_name(uint32_t thread) const;
  std::vector<std::string> thread_names(const std::set<uint32_t>& threads) const;
  LocationAccess told(const EventKey& key, const Event& event) const;
  void add_threads(AnalysisReport& report) const;
  void add_locations(AnalysisReport& report) const;
  void add_interactions(AnalysisReport& report) const;
  void add_warnings(AnalysisReport& report) const;
  bool may_race(const EventKey& a, const Event& first, const EventKey& b,
                const Event& second) const;
  void add_future(const Future& future, InstanceId id, std::span<const uint32_t> arguments,
                  std::set<std::string>& reads, std::set<std::string>& writes) const;

  const SurveyFacts facts_;
  const Program& program_;
  const PointsTo& points_to_;
  const Detail detail_;
  PlaceNames names_;
  std::map<InstanceId, std::set<uint32_t>> threads_of_;
  std::map<std::tuple<EventKey, Event>, AccessNumber> numbers_;
  std::vector<std::pair<EventKey, Event>> accesses_;  // by number
  std::vector<AccessNumbers> accesses_of_;  // by location
  std::vector<NamedPlace> named_;  // by location
  std::vector<LastAccess> last_;  // by location
  std::map<std::tuple<CodePlace, std::string, std::string>, std::set<uint32_t>> interactions_;
  std::map<std::string, Group> groups_;
  std::vector<const GroupEntry*> shown_;  // by location; null: it is not told
  std::map<Point, std::vector<Touch>> touched_;  // while other threads may run
  std::map<Point, std::set<LocationId>> freed_;  // the same
  Interactions synced_;
  uint64_t hidden_ = 0;
};

}  // namespace heddle

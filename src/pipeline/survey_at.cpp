// What a thread may still access from a line on: the answer to --at.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "pipeline/survey.h"
#include "support/invariant.h"

namespace heddle {

namespace {

struct Line {
  std::string file;
  uint32_t number = 0;
};

Line parse(const std::string& place) {
  const size_t colon = place.rfind(':');
  Line line{place.substr(0, colon)};
  const char* const end = place.data() + place.size();
  const bool is_number = colon != std::string::npos && colon + 1 < place.size() &&
                         std::from_chars(place.data() + colon + 1, end, line.number).ptr == end;
  if (!is_number || line.file.empty())
    throw UsageError("--at wants a place such as queue.cpp:12, not '" + place + "'");
  return line;
}

bool names_file(const std::string& wanted, const std::string& file) {
  return file == wanted || file.ends_with("/" + wanted);
}

}  // namespace

void Survey::add_future(const Future& future, InstanceId id, std::span<const uint32_t> arguments,
                        std::set<std::string>& reads, std::set<std::string>& writes) const {
  const auto note = [&](LocationId location, std::set<std::string>& names) {
    if (shown_[location]) names.insert(shown_[location]->first);
  };
  for (const GuardedAccesses& layer : future.layers) {
    for (LocationId location = 0; location < shown_.size(); ++location) {
      if (layer.reads.contains(location)) note(location, reads);
      if (layer.writes.contains(location)) note(location, writes);
    }
    for (const FrameAccess& access : layer.through_frame) {
      // In a callee's future, registers are its parameters.
      if (!arguments.empty() && access.slot >= arguments.size()) continue;
      const Operand base = arguments.empty() ? access.slot : arguments[access.slot];
      for (Target target : points_to_.targets(id, base)) {
        target.offset += access.offset;
        facts_.facts.locations->visit(target, access.size, [&](LocationRange range) {
          for (LocationId location = range.first; location < range.end; ++location) {
            if (access.reads) note(location, reads);
            if (access.writes) note(location, writes);
          }
        });
      }
    }
  }
}

std::vector<FutureAccesses> Survey::futures_at(const std::string& place_text) const {
  const Line line = parse(place_text);
  const Facts& facts = facts_.facts;
  std::map<std::pair<uint32_t, std::string>,
           std::pair<std::set<std::string>, std::set<std::string>>>
      found;
  std::map<std::string, CodePlace> places;
  for (const InstanceId id : facts_.code.instances()) {
    const Function& function = points_to_.function_of(program_, id);
    const Point end = function.entry + function.instruction_count;
    Point point = function.entry;
    const auto is_there = [&](Point p) {
      const SourceLocation& location = program_.source.locations[p];
      return location.line == line.number &&
             names_file(line.file, program_.source.files[location.file]);
    };
    while (point < end && !is_there(point)) ++point;
    if (point == end) continue;
    // Futures are known where a thread can stand.
    const auto& known = facts.instances[id].future_at;
    while (point + 1 < end && known[point - function.entry] == kNoFuture) ++point;
    for (const uint32_t thread : threads_of_.at(id)) {
      const CodePlace where = place(point);
      auto& [reads, writes] = found[{thread, where.function}];
      places[where.function] = where;
      if (const FutureIndex future = known[point - function.entry]; future != kNoFuture)
        add_future(facts.futures[future], id, {}, reads, writes);
      if (!is_call(program_.code[point].opcode)) continue;
      // What is known at a call is what follows it.
      for (const InstanceId callee : points_to_.callees(id, point))
        if (const FutureIndex future = facts.instances[callee].future_at_entry; future != kNoFuture)
          add_future(facts.futures[future], id, program_.operands(program_.code[point].c), reads,
                     writes);
    }
  }
  if (found.empty()) throw UsageError("there is no code of the program at " + place_text);
  std::vector<FutureAccesses> result;
  for (const auto& [key, accesses] : found)
    result.push_back({thread_name(key.first),
                      places.at(key.second),
                      {accesses.first.begin(), accesses.first.end()},
                      {accesses.second.begin(), accesses.second.end()}});
  return result;
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "search/target_distance.h"

#include <algorithm>
#include <charconv>
#include <deque>

#include "program/control_flow.h"
#include "support/bits.h"

namespace heddle {

namespace {

using Distance = TargetDistance::Distance;
constexpr Distance kUnreachable = TargetDistance::kUnreachable;

Distance sum(Distance a, Distance b) {
  return a >= kUnreachable - b || b == kUnreachable ? kUnreachable : a + b;
}

// Where control goes from each Point, and from where it comes.
class Flow {
 public:
  Flow(const Program& program, const Facts& facts)
      : program_(program), entered_(program.code.size()), before_(program.code.size()) {
    for (const FunctionFacts& instance : facts.instances)
      for (const auto& [call, callee] : instance.calls)
        enter(call, facts.instances[callee].function);
    for (Point point = 0; point < program.code.size(); ++point) {
      if (program.code[point].opcode == Opcode::ThreadCreate)
        for (const auto& [function, instance] : facts.thread_entries) enter(point, function);
      visit_next(point, [&](Point next) { before_[next].push_back(point); });
    }
  }

  // Within the function.
  template <typename Visit>
  void visit_next(Point point, Visit visit) const {
    visit_targets(program_, point, visit);
    if (!ends_block(program_.code[point].opcode) && point + 1 < program_.code.size())
      visit(point + 1);
  }
  // The functions that a call enters and the threads that it starts, by their first Points.
  const std::vector<Point>& entered(Point point) const { return entered_[point]; }
  bool is_call(Point point) const { return heddle::is_call(program_.code[point].opcode); }

  // The least distances for which evaluate(point) gives nothing smaller; it is asked again whenever a distance that
  // it may depend on has become smaller.
  template <typename Evaluate>
  void settle(std::vector<Distance>& distances, Evaluate evaluate) const {
    std::deque<Point> work;
    std::vector<bool> waiting(distances.size(), true);
    for (Point point = Point(distances.size()); point-- > 0;) work.push_back(point);
    while (!work.empty()) {
      const Point point = work.front();
      work.pop_front();
      waiting[point] = false;
      const Distance now = evaluate(point);
      if (now >= distances[point]) continue;
      distances[point] = now;
      for (const Point earlier : before_[point])
        if (!waiting[earlier]) {
          waiting[earlier] = true;
          work.push_back(earlier);
        }
    }
  }

 private:
  void enter(Point call, FunctionIndex function) {
    const Point entry = program_.functions[function].entry;
    if (std::find(entered_[call].begin(), entered_[call].end(), entry) != entered_[call].end())
      return;
    entered_[call].push_back(entry);
    before_[entry].push_back(call);
  }

  const Program& program_;
  std::vector<std::vector<Point>> entered_;
  std::vector<std::vector<Point>> before_;
};

bool names(const std::string& path, const std::string& end) {
  return path.ends_with(end) &&
         (path.size() == end.size() || path[path.size() - end.size() - 1] == '/');
}

}  // namespace

std::optional<SourceLine> parse_source_line(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  SourceLine result{.file = text.substr(0, colon)};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, result.line);
  if (error != std::errc() || stop != end || result.line == 0) return std::nullopt;
  return result;
}

TargetDistance::TargetDistance(const Program& program, const Facts& facts, const SourceLine& target)
    : program_(program),
      to_return_(program.code.size(), kUnreachable),
      to_target_(program.code.size(), kUnreachable) {
  const Flow flow(program, facts);
  // What a call takes until it is back; nothing for other instructions, and for calls of unknown functions.
  const auto passing = [&](Point point) {
    if (!flow.is_call(point) || flow.entered(point).empty()) return Distance(0);
    Distance least = kUnreachable;
    for (const Point entry : flow.entered(point)) least = std::min(least, to_return_[entry]);
    return least;
  };
  const auto going_on = [&](Point point, const std::vector<Distance>& distances) {
    return sum(behind(point, distances), sum(passing(point), 1));
  };
  flow.settle(to_return_, [&](Point point) {
    return program.code[point].opcode == Opcode::Return ? 0 : going_on(point, to_return_);
  });
  flow.settle(to_target_, [&](Point point) {
    const SourceLocation& location = program.source.locations[point];
    if (location.line == target.line && names(program.source.files[location.file], target.file)) {
      exists_ = true;
      return Distance(0);
    }
    Distance least = going_on(point, to_target_);
    for (const Point entry : flow.entered(point))
      least = std::min(least, sum(to_target_[entry], 1));
    return least;
  });
}

Distance TargetDistance::behind(Point call, const std::vector<Distance>& distances) const {
  Distance least = kUnreachable;
  visit_targets(program_, call, [&](Point next) { least = std::min(least, distances[next]); });
  if (!ends_block(program_.code[call].opcode) && call + 1 < distances.size())
    least = std::min(least, distances[call + 1]);
  return least;
}

Distance TargetDistance::of(const Machine& machine, ThreadNumber thread) const {
  const auto frames = machine.frames(thread);
  Distance least = kUnreachable;
  Distance left = 0;  // until the calls further in have returned
  for (size_t k = frames.size(); k-- > 0;) {
    const bool innermost = k + 1 == frames.size();
    const Point point = frames[k].point;
    least = std::min(least, sum(left, innermost ? to_target_[point] : behind(point, to_target_)));
    left = sum(left, sum(innermost ? to_return_[point] : behind(point, to_return_), 1));
    if (left >= least) break;
  }
  return least;
}

Distance TargetDistance::of(const Machine& machine) const {
  Distance least = kUnreachable;
  for (uint64_t rest = machine.live_threads(); rest; rest &= rest - 1)
    least = std::min(least, of(machine, lowest(rest)));
  return least;
}

}  // namespace heddle

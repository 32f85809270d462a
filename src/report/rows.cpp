// Rows: the events of a stretch of a trace gathered under their source lines.
// SPDX-License-Identifier: Apache-2.0
#include "report/rows.h"

#include <algorithm>

#include "report/format.h"
#include "report/words.h"

namespace heddle {
namespace {

// Shorter stretches cost no more lines than the fold itself, and their values may help.
constexpr size_t kLongestShownStretch = 3;

bool changes_locks(const TraceEvent& event) {
  return event.kind == EventKind::Acquire || event.kind == EventKind::Release;
}

// What a thread holds, where it is not obvious from the lock it just took or released.
std::string held_after(const TraceEvent& event, const std::vector<std::string>& held) {
  if (event.kind == EventKind::Acquire && held.size() > 1)
    return ", now holds " + joined_names(held);
  if (event.kind == EventKind::Release && !held.empty())
    return ", still holds " + joined_names(held);
  return "";
}

class RowBuilder {
 public:
  explicit RowBuilder(LocalAccesses local) : local_(local) {}

  void add(const TraceStep& step) {
    // `held_locks` is what the thread holds after the step: true only of its last lock operation.
    const auto last_change = std::find_if(step.events.rbegin(), step.events.rend(), changes_locks);
    for (const TraceEvent& event : step.events) {
      const bool last = last_change != step.events.rend() && &event == &*last_change;
      add_event(event, last ? held_after(event, step.held_locks) : "");
    }
  }

  std::vector<Row> finish() {
    end_stretch();
    return std::move(rows_);
  }

 private:
  void add_event(const TraceEvent& event, const std::string& suffix) {
    if (local_ == LocalAccesses::Fold && event.local && is_access(event)) {
      stretch_.push_back(&event);
      return;
    }
    end_stretch();
    append(event.place, {describe(event) + suffix, ink_of(event)});
  }

  void end_stretch() {
    if (stretch_.size() <= kLongestShownStretch) {
      for (const TraceEvent* event : stretch_)
        append(event->place, {describe(*event), ink_of(*event)});
    } else {
      append_fold();
    }
    stretch_.clear();
  }

  void append_fold() {
    const Effect fold{"... " + format_plural(stretch_.size(), "local access", "local accesses"),
                      Ink::Faint};
    const Place& first = stretch_.front()->place;
    const bool one_line =
        std::all_of(stretch_.begin(), stretch_.end(),
                    [&](const TraceEvent* event) { return same_line(event->place, first); });
    if (one_line)
      append(first, fold);
    else
      rows_.push_back({nullptr, {fold}});
  }

  void append(const Place& place, Effect effect) {
    if (rows_.empty() || rows_.back().place == nullptr || !same_line(*rows_.back().place, place))
      rows_.push_back({&place, {}});
    std::vector<Effect>& effects = rows_.back().effects;
    if (!effects.empty() && effects.back().text == effect.text)
      ++effects.back().times;
    else
      effects.push_back(std::move(effect));
  }

  LocalAccesses local_;
  std::vector<const TraceEvent*> stretch_;  // local accesses not yet in a row
  std::vector<Row> rows_;
};

}  // namespace

bool same_line(const Place& a, const Place& b) {
  return a.line == b.line && a.file == b.file && a.function == b.function;
}

std::vector<Row> rows_of(std::span<const TraceStep> steps, LocalAccesses local) {
  RowBuilder builder(local);
  for (const TraceStep& step : steps) builder.add(step);
  return builder.finish();
}

}  // namespace heddle

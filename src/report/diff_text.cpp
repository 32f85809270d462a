// SPDX-License-Identifier: Apache-2.0
#include "report/diff_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/format.h"
#include "report/layout.h"
#include "report/text.h"
#include "report/words.h"

namespace heddle {
namespace {

std::string where(const CodePlace& place) {
  return printable(fmt::format("{}:{}", place.file, place.line));
}

const char* reason_of(ChangeRule rule) {
  switch (rule) {
    case ChangeRule::Statement: return "";
    case ChangeRule::Value: return "a value it uses changed";
    case ChangeRule::Condition: return "a condition it depends on changed";
    case ChangeRule::InitialValue: return "the initial value of what it uses changed";
    case ChangeRule::Use: return "what is done with its result changed";
  }
  return "";
}

constexpr size_t kMostShown = 20;  // of each list, besides what matters most

class DiffText {
 public:
  DiffText(const DiffReport& report, const Style& style, bool is_folded, bool is_first)
      : report_(report), style_(style), is_folded_(is_folded), is_first_(is_first) {}

  std::string changes() {
    write_changes();
    if (!report_.fragments.empty()) write_fragments();
    return text_;
  }
  std::string outcome() {
    if (!report_.pairs.empty()) write_pairs();
    if (report_.proof) write_proof();
    return text_ + "\n";
  }

 private:
  // Which of a list are shown: those that matter, and the first of the others.
  template <typename T, typename Matters>
  std::vector<bool> shown(const std::vector<T>& list, Matters matters) const {
    std::vector<bool> result;
    size_t others = 0;
    for (const T& each : list)
      result.push_back(matters(each) || others++ < kMostShown || !is_folded_);
    // One line says no less than the one it would take to leave it out.
    if (others == kMostShown + 1) result.assign(list.size(), true);
    return result;
  }
  void write_folded(const std::vector<bool>& shown, const std::string& what) {
    const auto count = std::count(shown.begin(), shown.end(), false);
    if (count == 0) return;
    text_ += style_.paint(Ink::Faint, fmt::format("  ... and {} more{} (all: --full-trace)", count,
                                                  what.empty() ? "" : ": " + what)) +
             "\n";
  }
  static bool is_edited(const StatementChange& change) {
    return change.rule == ChangeRule::Statement;
  }

  void heading(const std::string& title) {
    if (!is_first_) text_ += "\n";
    is_first_ = false;
    text_ += style_.paint(Ink::Strong, rule(title)) + "\n";
  }

  void write_changes() {
    if (report_.base.empty()) {
      heading("changed thread interaction statements");
      text_ += "  Not known: there is no version to compare with. Everything is " +
               printable(report_.proof ? report_.proof->basis : "checked") + ".\n";
      return;
    }
    heading("changed thread interaction statements since " + printable(report_.base));
    if (report_.same_program) {
      text_ += "  None: what is run is the same, instruction by instruction.\n";
      return;
    }
    if (report_.changes.empty()) {
      text_ += fmt::format(
          "  None found: of {} added or removed, none interacts with other threads, and none was "
          "seen "
          "to\n  change a value, a condition or an initial value that such a statement depends on, "
          "as far as the static\n  analyses see where values go.\n",
          format_plural(report_.changed_instructions, "instruction"));
      return;
    }
    size_t width = 0;
    for (const StatementChange& change : report_.changes)
      width = std::max(width, display_width(where(change.place)));
    constexpr size_t kKindWidth = 9;
    const std::vector<bool> shown = this->shown(report_.changes, is_edited);
    for (size_t k = 0; k < report_.changes.size(); ++k) {
      const StatementChange& change = report_.changes[k];
      if (!shown[k]) continue;
      const Ink ink = change.kind == ChangeKind::Added     ? Ink::Success
                      : change.kind == ChangeKind::Removed ? Ink::Error
                                                           : Ink::Change;
      std::string line = fmt::format(
          "  {}{}{} {}", style_.paint(ink, padded(name_of(change.kind), kKindWidth)),
          padded(where(change.place), width + 2), printable(change.what), printable(change.object));
      while (line.ends_with(' ')) line.pop_back();
      line += ", in " + printable(change.place.function);
      if (const std::string reason = reason_of(change.rule); !reason.empty())
        line += style_.paint(Ink::Faint, " (" + reason + ")");
      text_ += line + "\n";
    }
    write_folded(shown, "values, conditions or uses of theirs changed");
  }

  std::string lines_of(const FragmentReport& fragment) const {
    std::string text = where(fragment.first);
    if (fragment.last_line > fragment.first.line) text += fmt::format("-{}", fragment.last_line);
    return text;
  }

  void write_fragments() {
    heading("fragments, and the threads that run them");
    const std::vector<bool> shown =
        this->shown(report_.fragments, [this](const FragmentReport& fragment) {
          return std::any_of(fragment.changes.begin(), fragment.changes.end(),
                             [this](size_t k) { return is_edited(report_.changes[k]); });
        });
    for (size_t k = 0; k < report_.fragments.size(); ++k) {
      const FragmentReport& fragment = report_.fragments[k];
      if (!shown[k]) continue;
      text_ += fmt::format(
          "  {}  {} in {}{}: {}\n", k + 1, lines_of(fragment), printable(fragment.first.function),
          fragment.whole_function ? " (all of it)" : "",
          fragment.threads.empty() ? "no thread" : printable(joined_names(fragment.threads)));
    }
    write_folded(shown, "");
  }

  std::string number_of(const PairReport& pair) const {
    const size_t first = pair.fragments.front() + 1, last = pair.fragments.back() + 1;
    if (pair.fragments.size() == 1) return std::to_string(first);
    if (pair.fragments.size() == report_.fragments.size()) return "all";
    const bool is_row = last - first + 1 == pair.fragments.size();
    return is_row ? fmt::format("{}-{}", first, last)
                  : fmt::format("{} of them", pair.fragments.size());
  }

  void write_pairs() {
    heading("pairs: fragment, the thread that runs it, and the other one");
    size_t width = 0;
    for (const PairReport& pair : report_.pairs)
      width = std::max(width, display_width(names_of(pair)));
    size_t number_width = 0;
    for (const PairReport& pair : report_.pairs)
      number_width = std::max(number_width, number_of(pair).size());
    const std::vector<bool> shown = this->shown(report_.pairs, [](const PairReport& pair) {
      return pair.outcome == PairOutcome::Error || pair.outcome == PairOutcome::Limit;
    });
    uint64_t folded_states = 0;
    for (size_t k = 0; k < report_.pairs.size(); ++k) {
      const PairReport& pair = report_.pairs[k];
      if (!shown[k]) {
        folded_states += pair.statistics.states;
        continue;
      }
      const Ink ink = pair.outcome == PairOutcome::Error   ? Ink::Error
                      : pair.outcome == PairOutcome::Limit ? Ink::Caution
                                                           : Ink::Plain;
      std::string outcome = name_of(pair.outcome);
      if (pair.outcome == PairOutcome::Limit) outcome = pair.reason;
      text_ += fmt::format("  {}{}{}, {}, {}\n", padded(number_of(pair), number_width + 2),
                           padded(names_of(pair), width + 2), style_.paint(ink, printable(outcome)),
                           format_plural(pair.statistics.states, "state"),
                           format_seconds(pair.statistics.search_seconds));
    }
    write_folded(shown, "without an error, " + format_plural(folded_states, "state"));
  }
  void write_proof() {
    heading("everything");
    const Statistics& figures = report_.proof->statistics;
    text_ += fmt::format("  {}, {}, {}\n", name_of(report_.proof->verdict),
                         format_plural(figures.states, "new state"),
                         format_seconds(figures.search_seconds));
  }
  static std::string names_of(const PairReport& pair) {
    return printable(
        fmt::format("{} | {}{}", pair.modified, pair.other, pair.both ? " (both ways)" : ""));
  }

  const DiffReport& report_;
  const Style& style_;
  const bool is_folded_;
  bool is_first_;  // what is written next stands at the top
  std::string text_;
};

}  // namespace

std::string write_changes(const DiffReport& report, const Style& style,
                          const TextOptions& options) {
  return DiffText(report, style, !options.full_trace, true).changes();
}

std::string write_outcome(const DiffReport& report, const Style& style,
                          const TextOptions& options) {
  return DiffText(report, style, !options.full_trace, false).outcome() +
         write_text(report.result, style, options);
}

std::string write_diff(const DiffReport& report, const Style& style, const TextOptions& options) {
  return write_changes(report, style, options) + write_outcome(report, style, options);
}

}  // namespace heddle

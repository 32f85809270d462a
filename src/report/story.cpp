// The story: a trace as lines of text.
//
// Two columns: the source as the programmer knows it on the left, what it did this time on the
// right. The columns are the same in the whole trace, so that the eye can run down one of them.
// SPDX-License-Identifier: Apache-2.0
#include "report/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "report/format.h"
#include "report/layout.h"
#include "report/runs.h"

namespace heddle {
namespace {

constexpr std::string_view kMargin = "  ";
constexpr std::string_view kGap = "  ";
constexpr size_t kMaxFunctionColumn = 24;
constexpr size_t kMinSourceColumn = 24;
constexpr size_t kMinEffectColumn = 30;
constexpr size_t kUsualEffectColumn = 40;  // longer effects are wrapped if the source needs room

// The beginning shows how the threads are set up, the end how it goes wrong.
constexpr size_t kMaxLines = 400;
constexpr size_t kLinesBeforeFold = 120;
constexpr size_t kLinesAfterFold = 240;

enum class LineKind : uint8_t { Title, Row, Continuation };

struct StoryLine {
  std::string text;
  size_t run = 0;
  LineKind kind = LineKind::Row;
};

// The widths of the story's columns: place, function, source; effects take the rest of the page.
struct Columns {
  size_t place = 0;
  size_t function = 0;
  size_t source = 0;

  size_t before_source() const { return kMargin.size() + place + 1 + function + 3; }
  size_t before_effect() const { return before_source() + source + kGap.size(); }
  size_t effect() const {
    return std::max(kPageWidth - std::min(kPageWidth, before_effect()), kMinEffectColumn);
  }
};

// The last names of a long qualified one say most.
std::string function_of(const Place& place) {
  constexpr std::string_view kLambda = "lambda in ";
  std::string name = printable(place.function);
  const size_t begin = name.starts_with(kLambda) ? kLambda.size() : 0;
  while (display_width(name) > kMaxFunctionColumn) {
    const size_t scope = name.find("::", begin);
    const size_t bracket = name.find_first_of("<(", begin);
    if (scope == std::string::npos || scope > bracket) break;
    name.erase(begin, scope + 2 - begin);
  }
  return clipped(name, kMaxFunctionColumn);
}

// The widest of the texts that fit into `limit`: those beyond get a line of their own, and need
// not make the column wide for all others.
size_t widest_within(const std::vector<size_t>& widths, size_t limit) {
  size_t widest = 0;
  for (const size_t width : widths)
    if (width <= limit) widest = std::max(widest, width);
  return widest;
}

Columns columns_for(const std::vector<const Row*>& rows, const Page& page) {
  Columns columns;
  std::vector<size_t> sources;
  std::vector<size_t> effects;
  for (const Row* row : rows) {
    for (const Effect& effect : row->effects) effects.push_back(display_width(effect.text));
    if (row->place == nullptr) continue;
    columns.place = std::max(columns.place, display_width(page.files.shown(*row->place)));
    columns.function = std::max(columns.function, display_width(function_of(*row->place)));
    sources.push_back(display_width(printable(row->place->text)));
  }
  const size_t effect = std::max(widest_within(effects, kUsualEffectColumn), kMinEffectColumn);
  const size_t taken = columns.before_effect() + effect;
  const size_t room = taken < kPageWidth ? kPageWidth - taken : 0;
  columns.source = widest_within(sources, std::max(room, kMinSourceColumn));
  return columns;
}

class StoryWriter {
 public:
  StoryWriter(const ErrorReport& error, const Page& page);
  std::vector<std::string> write();

 private:
  std::vector<const Row*> all_rows() const;
  void write_title(size_t run, std::string text);
  void write_run(size_t index);
  void write_end();
  void write_row(const Row& row);
  void write_fold(const Row& row);
  void write_effects(LineKind first, std::string left, const std::vector<Effect>& effects);
  std::string gutter(const Place& place);
  std::string empty_gutter() const;
  std::string effect_indent() const;
  bool fits_beside(const std::string& source, const std::vector<Effect>& effects) const;
  std::string continued_title(size_t run) const;
  std::string fold_notice(size_t begin, size_t end) const;
  std::vector<std::string> fold_middle() const;
  std::vector<std::string> all_lines() const;

  void add(LineKind kind, std::string text) {
    lines_.push_back({std::move(text), current_run_, kind});
  }

  const ErrorReport& error_;
  const Page& page_;
  std::vector<Run> runs_;
  std::vector<Row> end_rows_;
  Columns columns_;
  size_t current_run_ = 0;
  std::string function_;  // of the row before, within a run
  std::vector<StoryLine> lines_;
};

// Where the threads stand when it goes wrong. In a race the second access is half of the story.
std::vector<Row> end_rows_of(const ErrorReport& error) {
  std::vector<Row> rows;
  const auto add = [&](const std::string& thread, const Place& place, const std::string& text) {
    const std::string who = thread.empty() ? "here" : printable(thread) + " is here";
    const std::string what = text.empty() ? "" : ": " + printable(text);
    rows.push_back({&place, {{who + what, Ink::Error}}});
  };
  add(error.thread_name, error.location, "");
  if (error.kind != ErrorKind::DataRace && error.kind != ErrorKind::Livelock) return rows;
  for (const TraceNote& note : error.notes)
    if (const Place* place = user_place(note.stack)) add(note.thread_name, *place, note.text);
  return rows;
}

StoryWriter::StoryWriter(const ErrorReport& error, const Page& page)
    : error_(error),
      page_(page),
      runs_(runs_of(error.trace,
                    page.options.show_local ? LocalAccesses::Show : LocalAccesses::Fold)),
      end_rows_(end_rows_of(error)),
      columns_(columns_for(all_rows(), page)) {}

std::vector<const Row*> StoryWriter::all_rows() const {
  std::vector<const Row*> rows;
  for (const Run& run : runs_)
    for (const Row& row : run.rows) rows.push_back(&row);
  for (const Row& row : end_rows_) rows.push_back(&row);
  return rows;
}

// The function is named where it changes: repeated on each line it would only be noise.
std::string StoryWriter::gutter(const Place& place) {
  const bool same = place.function == function_;
  function_ = place.function;
  const std::string where = padded(page_.files.shown(place), columns_.place);
  const std::string function = padded(same ? "" : function_of(place), columns_.function);
  return fmt::format("{}{}", kMargin,
                     page_.style.paint(Ink::Faint, fmt::format("{} {} │ ", where, function)));
}

std::string StoryWriter::empty_gutter() const {
  const std::string blank(columns_.place + 1 + columns_.function, ' ');
  return fmt::format("{}{}{}", kMargin, blank, page_.style.paint(Ink::Faint, " │ "));
}

std::string StoryWriter::effect_indent() const {
  return empty_gutter() + std::string(columns_.source + kGap.size(), ' ');
}

void StoryWriter::write_effects(LineKind first, std::string left,
                                const std::vector<Effect>& effects) {
  LineKind kind = first;
  for (const Effect& effect : effects) {
    const std::string times =
        effect.times == 1 ? "" : fmt::format(" ({} times)", format_count(effect.times));
    for (const std::string& line : wrapped(effect.text + times, columns_.effect())) {
      add(kind, left + page_.style.paint(effect.ink, line));
      left = effect_indent();
      kind = LineKind::Continuation;
    }
  }
}

void StoryWriter::write_row(const Row& row) {
  if (row.place == nullptr) return write_fold(row);
  const std::string source = printable(row.place->text);
  const std::string left = gutter(*row.place);
  if (display_width(source) <= columns_.source || fits_beside(source, row.effects)) {
    const std::string filled = fmt::format("{}{}{}", left, padded(source, columns_.source), kGap);
    write_effects(LineKind::Row, filled, row.effects);
  } else {
    add(LineKind::Row, left + source);
    write_effects(LineKind::Continuation, effect_indent(), row.effects);
  }
}

// A long source line with a single short effect may leave the columns rather than be broken up.
bool StoryWriter::fits_beside(const std::string& source, const std::vector<Effect>& effects) const {
  return effects.size() == 1 && effects[0].times == 1 &&
         columns_.before_source() + display_width(source) + kGap.size() +
                 display_width(effects[0].text) <=
             kPageWidth;
}

// Stands for several source lines, hence in their column.
void StoryWriter::write_fold(const Row& row) {
  for (const Effect& effect : row.effects)
    add(LineKind::Row, empty_gutter() + page_.style.paint(effect.ink, effect.text));
}

void StoryWriter::write_title(size_t run, std::string text) {
  current_run_ = run;
  function_.clear();
  add(LineKind::Title, std::move(text));
}

void StoryWriter::write_run(size_t index) {
  const Run& run = runs_[index];
  if (run.steps.front().repeats)
    write_title(index, page_.style.paint(Ink::Error, rule("from here on, again and again")));
  const std::string title = rule(switch_title(runs_, index, error_, page_));
  write_title(index, page_.style.paint_thread(run.thread(), title));
  for (const Row& row : run.rows) write_row(row);
  if (run.rows.empty()) write_fold({nullptr, {{"... no access to shared data", Ink::Faint}}});
}

void StoryWriter::write_end() {
  const std::string title = "error: " + printable(error_.message);
  write_title(runs_.size(), page_.style.paint(Ink::Error, rule(title)));
  for (const Row& row : end_rows_) write_row(row);
}

std::string StoryWriter::continued_title(size_t run) const {
  const std::string name = page_.threads.numbered(runs_[run].thread_name());
  return page_.style.paint_thread(runs_[run].thread(), rule(name + ", continued"));
}

std::string StoryWriter::fold_notice(size_t begin, size_t end) const {
  const auto first = lines_.begin() + ptrdiff_t(begin);
  const auto last = lines_.begin() + ptrdiff_t(end);
  const auto switches = std::count_if(
      first, last, [](const StoryLine& line) { return line.kind == LineKind::Title; });
  const std::string notice =
      fmt::format("  ... {} with {} folded here; --full-trace shows them, --save-trace keeps them",
                  format_plural(end - begin, "line"),
                  format_plural(uint64_t(switches), "context switch", "context switches"));
  return page_.style.paint(Ink::Caution, notice);
}

std::vector<std::string> StoryWriter::fold_middle() const {
  size_t tail = lines_.size() - kLinesAfterFold;
  while (tail + 1 < lines_.size() && lines_[tail].kind == LineKind::Continuation) ++tail;
  std::vector<std::string> text;
  for (size_t i = 0; i < kLinesBeforeFold; ++i) text.push_back(lines_[i].text);
  text.insert(text.end(), {"", fold_notice(kLinesBeforeFold, tail), ""});
  if (lines_[tail].kind != LineKind::Title) text.push_back(continued_title(lines_[tail].run));
  for (size_t i = tail; i < lines_.size(); ++i) text.push_back(lines_[i].text);
  return text;
}

std::vector<std::string> StoryWriter::all_lines() const {
  std::vector<std::string> text;
  for (const StoryLine& line : lines_) text.push_back(line.text);
  return text;
}

std::vector<std::string> StoryWriter::write() {
  for (size_t index = 0; index < runs_.size(); ++index) write_run(index);
  write_end();
  const bool fold = !page_.options.full_trace && lines_.size() > kMaxLines;
  return fold ? fold_middle() : all_lines();
}

}  // namespace

std::vector<std::string> story_of(const ErrorReport& error, const Page& page) {
  if (error.trace.steps.empty()) return {};
  return StoryWriter(error, page).write();
}

}  // namespace heddle

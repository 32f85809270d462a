// Call stacks and notes of an error.
//
// The library's frames are folded: a programmer looks for a bug in the program, not in the model
// of pthread_mutex_lock below it.
// SPDX-License-Identifier: Apache-2.0
#include "report/stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "report/format.h"
#include "report/layout.h"

namespace heddle {
namespace {

constexpr std::string_view kIndent = "      ";

// Of a deep recursion the innermost calls tell what goes on, and the outermost how it began.
constexpr size_t kMaxFrames = 50;
constexpr size_t kInnermostFrames = 30;
constexpr size_t kOutermostFrames = 10;

struct StackColumns {
  size_t function = 0;
  size_t place = 0;
};

std::string function_of(const Place& place) {
  return place.function.empty() ? "?" : printable(place.function);
}

StackColumns columns_of(const ErrorReport& error, const Page& page) {
  StackColumns columns;
  const auto measure = [&](const std::vector<StackLine>& stack) {
    for (const StackLine& line : stack) {
      if (line.library && !page.options.show_library) continue;
      columns.function = std::max(columns.function, display_width(function_of(line.place)));
      columns.place = std::max(columns.place, display_width(page.files.shown(line.place)));
    }
  };
  measure(error.stack);
  measure({{error.location, false}});
  for (const TraceNote& note : error.notes) measure(note.stack);
  return columns;
}

std::string write_frame(const Place& place, const StackColumns& columns, const Page& page) {
  const std::string where = padded(page.files.shown(place), columns.place);
  return fmt::format("{}{}  {}{}\n", kIndent, padded(function_of(place), columns.function),
                     page.style.paint(Ink::Faint, where + " │ "), printable(place.text));
}

// A call into the C++ library goes through many functions, whose names say nothing to its user: the
// one that was called is enough.
std::string write_folded(std::vector<std::string> functions, const Page& page) {
  const bool cxx = std::any_of(functions.begin(), functions.end(), [](const std::string& name) {
    return name.find("::") != std::string::npos;
  });
  if (cxx) functions = {functions.back()};
  const std::string line = fmt::format("... {} (library)", fmt::join(functions, ", "));
  return fmt::format("{}{}\n", kIndent, page.style.paint(Ink::Faint, line));
}

// Without what the library did before it called the program: every thread starts the same way.
std::span<const StackLine> without_outermost_library(std::span<const StackLine> stack) {
  const auto last = std::find_if(stack.rbegin(), stack.rend(),
                                 [](const StackLine& line) { return !line.library; });
  return last == stack.rend() ? stack : stack.first(size_t(stack.rend() - last));
}

std::string write_frames(const std::vector<std::string>& frames, const Page& page) {
  if (page.options.full_trace || frames.size() <= kMaxFrames)
    return fmt::format("{}", fmt::join(frames, ""));
  const auto inner = frames.begin() + kInnermostFrames;
  const auto outer = frames.end() - kOutermostFrames;
  const std::string notice = fmt::format("... {} folded here; --full-trace shows them",
                                         format_plural(size_t(outer - inner), "more call"));
  return fmt::format("{}{}{}\n{}", fmt::join(frames.begin(), inner, ""), kIndent,
                     page.style.paint(Ink::Caution, notice), fmt::join(outer, frames.end(), ""));
}

std::vector<std::string> folded_stack(std::span<const StackLine> stack, const StackColumns& columns,
                                      const Page& page) {
  std::vector<std::string> frames;
  std::vector<std::string> folded;
  for (const StackLine& line : without_outermost_library(stack)) {
    if (line.library) {
      folded.push_back(function_of(line.place));
      continue;
    }
    if (!folded.empty()) frames.push_back(write_folded(folded, page));
    folded.clear();
    frames.push_back(write_frame(line.place, columns, page));
  }
  if (!folded.empty()) frames.push_back(write_folded(folded, page));
  return frames;
}

std::string write_stack(const std::vector<StackLine>& stack, const StackColumns& columns,
                        const Page& page) {
  if (!page.options.show_library) return write_frames(folded_stack(stack, columns, page), page);
  std::vector<std::string> frames;
  for (const StackLine& line : stack) frames.push_back(write_frame(line.place, columns, page));
  return write_frames(frames, page);
}

std::string write_note(const TraceNote& note, const StackColumns& columns, const Page& page) {
  const std::string thread =
      note.thread_name.empty() ? "" : page.threads.painted(note.thread_name, page.style) + ": ";
  std::string text;
  for (const std::string& line : wrapped(printable(note.text), kPageWidth - 30))
    text += fmt::format("{}{}\n", text.empty() ? "  " + thread : "    ", line);
  return text + write_stack(note.stack, columns, page);
}

std::string write_own_place(const ErrorReport& error, const StackColumns& columns,
                            const Page& page) {
  std::string text;
  if (!error.thread_name.empty())
    text = fmt::format("  {}:\n", page.threads.painted(error.thread_name, page.style));
  if (!error.stack.empty()) return text + write_stack(error.stack, columns, page);
  return error.location.file.empty() ? text : text + write_frame(error.location, columns, page);
}

// In a deadlock each thread of the cycle is a note; the one that closed it need not come twice.
bool is_among_notes(const ErrorReport& error) {
  return error.kind == ErrorKind::Deadlock &&
         std::any_of(error.notes.begin(), error.notes.end(), [&](const TraceNote& note) {
           return !note.stack.empty() && note.thread_name == error.thread_name;
         });
}

}  // namespace

std::string write_places(const ErrorReport& error, const Page& page) {
  const StackColumns columns = columns_of(error, page);
  std::string text;
  if (!is_among_notes(error)) text += write_own_place(error, columns, page);
  for (const TraceNote& note : error.notes) {
    if (!text.empty()) text += "\n";
    text += write_note(note, columns, page);
  }
  return text;
}

}  // namespace heddle

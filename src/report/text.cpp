// The text output.
// SPDX-License-Identifier: Apache-2.0
#include "report/text.h"

#include <fmt/format.h>

#include "report/format.h"
#include "report/layout.h"
#include "report/stacks.h"
#include "report/story.h"
#include "report/words.h"

namespace heddle {
namespace {

constexpr size_t kMaxOutputLines = 20;
constexpr size_t kParagraphWidth = 100;

std::string indented_paragraph(const std::string& text) {
  std::string result;
  for (const std::string& line : wrapped(text, kParagraphWidth))
    result += fmt::format("  {}\n", line);
  return result;
}

// With the whole path, as editors and terminals can open it.
std::string place_of(const ErrorReport& error) {
  if (error.location.file.empty()) return "";
  const std::string file = printable(error.location.file);
  return error.location.line == 0 ? file : fmt::format("{}:{}", file, error.location.line);
}

// Of what happens inside the C++ library, either the details are shown or what stands for them.
ErrorReport as_shown(const ErrorReport& whole, const TextOptions& options) {
  ErrorReport error = whole;
  for (TraceStep& step : error.trace.steps)
    std::erase_if(step.events, [&](const TraceEvent& event) {
      return options.show_library ? event.summary : event.library;
    });
  return error;
}

std::string write_headline(const ErrorReport& error, const Style& style) {
  const std::string tag = style.paint(Ink::Error, fmt::format("error[{}]", name_of(error.kind)));
  std::string text =
      fmt::format("{}: {}\n", tag, style.paint(Ink::Strong, message_beside_kind(error)));
  const std::string place = place_of(error);
  if (place.empty()) return text;
  const std::string function =
      error.location.function.empty() ? "" : ", in " + printable(error.location.function);
  return text + fmt::format("  {} {}{}\n", style.paint(Ink::Faint, "-->"), place, function);
}

std::string write_story(const ErrorReport& error, const Page& page) {
  std::string text;
  for (const std::string& line : story_of(error, page)) text += line + "\n";
  if (text.empty()) return "";
  const std::string heading = fmt::format(
      "How it happens ({}, {}):", format_plural(error.trace.steps.size(), "step"),
      format_plural(error.trace.context_switches, "context switch", "context switches"));
  return fmt::format("\n{}\n\n{}", page.style.paint(Ink::Strong, heading), text);
}

std::string write_output(const ErrorReport& error, const Page& page) {
  if (error.output.empty()) return "";
  const std::vector<std::string> lines = split_lines(error.output);
  const bool fold = !page.options.full_trace && lines.size() > kMaxOutputLines;
  const size_t first = fold ? lines.size() - kMaxOutputLines : 0;
  std::string text =
      fmt::format("\n{}\n", page.style.paint(Ink::Strong, "What the program printed on the way:"));
  const std::string bar = page.style.paint(Ink::Faint, "│ ");
  if (fold)
    text += fmt::format("  {}{}\n", bar,
                        page.style.paint(Ink::Faint, fmt::format("... {} before these",
                                                                 format_plural(first, "line"))));
  for (size_t i = first; i < lines.size(); ++i)
    text += fmt::format("  {}{}\n", bar, printable(lines[i]));
  return text;
}

// Reasons come as clauses or as sentences.
std::string as_sentence(const std::string& text) {
  return printable(text) + (text.ends_with('.') ? "" : ".");
}

std::string write_verified(const CheckResult& result, const Style& style) {
  const bool built_on_another = result.statistics.covered != 0 || result.statistics.states == 0;
  return fmt::format("{}: every interleaving {}, and none leads to an error.\n",
                     style.paint(Ink::Success, "verified"),
                     built_on_another ? "was explored, now or before" : "was explored");
}

std::string write_incomplete(const CheckResult& result, const Style& style) {
  const std::string reason = result.reason.empty() ? "the search did not end" : result.reason;
  return fmt::format("{}: {}\n", style.paint(Ink::Caution, "incomplete"), as_sentence(reason)) +
         indented_paragraph("No error was found in what was explored; the rest is unknown.");
}

std::string write_summary(const ErrorReport& error) {
  const std::string place = place_of(error);
  return fmt::format("{}{}{}", name_of(error.kind), place.empty() ? "" : " at ", place);
}

std::string write_found(const CheckResult& result, const Style& style) {
  std::string text = style.paint(Ink::Error, "error found") + ": ";
  if (result.errors.size() == 1) {
    text += write_summary(result.errors.front()) + ".\n";
  } else {
    text += fmt::format("{} different ones.\n", format_count(result.errors.size()));
    for (const ErrorReport& error : result.errors)
      text += fmt::format("  {}: {}\n", write_summary(error), message_beside_kind(error));
  }
  if (result.reason.empty()) return text;
  return text + indented_paragraph("Not everything was explored: " + as_sentence(result.reason));
}

std::string write_verdict(const CheckResult& result, const Style& style) {
  switch (result.verdict) {
    case Verdict::Verified: return write_verified(result, style);
    case Verdict::Error: return write_found(result, style);
    case Verdict::Incomplete: return write_incomplete(result, style);
  }
  return "";
}

std::string write_figures(const Statistics& statistics) {
  return fmt::format("  {}, {}, {}, {}, {}\n", format_plural(statistics.states, "state"),
                     format_plural(statistics.transitions, "transition"),
                     format_plural(statistics.choices, "choice"),
                     format_seconds(statistics.seconds), format_bytes(statistics.peak_bytes));
}

std::string write_avoided(const AvoidedChoices& avoided) {
  std::string parts;
  for (size_t k = 0; k < avoided.by.size(); ++k)
    if (avoided.by[k])
      parts += fmt::format("{}{} by {}", parts.empty() ? "" : ", ", format_count(avoided.by[k]),
                           AvoidedChoices::kWords[k]);
  return parts.empty() ? "" : fmt::format("  Choices avoided: {}.\n", parts);
}

// What it takes to repeat a search that is not the usual one.
std::string write_search(const SearchSummary& search) {
  std::string text = search.strategy == "dfs" ? "" : search.strategy;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!search.winner.empty()) add(search.winner + " came first");
  if (search.seed && search.seeds > 1)
    add(fmt::format("seeds {} to {}", *search.seed, *search.seed + search.seeds - 1));
  else if (search.seed)
    add(fmt::format("seed {}", *search.seed));
  if (search.walks) add(format_plural(*search.walks, "walk"));
  if (!search.bound.empty()) add(search.bound);
  return text.empty() ? "" : fmt::format("  Search: {}.\n", text);
}

std::string write_basis(const CheckResult& result) {
  return result.basis.empty() ? "" : indented_paragraph(as_sentence(result.basis));
}

std::string write_assumptions(const std::vector<std::string>& assumptions) {
  if (assumptions.empty()) return "";
  std::string ledger;
  for (const std::string& assumption : assumptions)
    ledger += (ledger.empty() ? "" : "; ") + printable(assumption);
  return indented_paragraph("Assumes: " + ledger + ".");
}

}  // namespace

std::string write_error(const ErrorReport& whole, const Style& style, const TextOptions& options) {
  const ErrorReport error = as_shown(whole, options);
  const Page page(error, style, options);
  const std::string places = write_places(error, page);
  return write_headline(error, style) + (places.empty() ? "" : "\n" + places) +
         write_story(error, page) + write_output(error, page);
}

std::string write_text(const CheckResult& result, const Style& style, const TextOptions& options) {
  std::string text;
  for (const ErrorReport& error : result.errors) text += write_error(error, style, options) + "\n";
  return text + write_verdict(result, style) + write_figures(result.statistics) +
         write_avoided(result.statistics.avoided_choices) + write_search(result.search) +
         write_basis(result) + write_assumptions(result.assumptions);
}

}  // namespace heddle

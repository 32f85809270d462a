// SPDX-License-Identifier: Apache-2.0
#include "report/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/format.h"
#include "report/layout.h"
#include "report/words.h"

namespace heddle {
namespace {

constexpr size_t kKindWidth = 14;
constexpr size_t kIndent = 4;

class AnalysisText {
 public:
  AnalysisText(const AnalysisReport& report, const Style& style) : report_(report), style_(style) {
    visit_places([&](const CodePlace& place) { measure(place); });
  }

  std::string write() {
    if (!report_.at.empty()) {
      write_futures();
    } else {
      write_threads();
      write_locations();
      write_interactions();
      write_warnings();
    }
    text_ += style_.paint(Ink::Faint, fmt::format("Analysed in {}; nothing was run.\n",
                                                  format_seconds(report_.seconds)));
    return text_;
  }

 private:
  template <typename Visit>
  void visit_places(Visit visit) const {
    for (const StaticThread& thread : report_.threads)
      for (const CodePlace& place : thread.created_at) visit(place);
    for (const SharedLocation& location : report_.locations)
      for (const LocationAccess& access : location.accesses) visit(access.place);
    for (const Interaction& interaction : report_.interactions) visit(interaction.place);
    for (const FutureAccesses& future : report_.futures) visit(future.place);
  }
  // Files go without the folder that all of them share.
  void measure(const CodePlace& place) {
    const std::string folder = place.file.substr(0, place.file.rfind('/') + 1);
    if (!folder_) {
      folder_ = folder;
    } else {
      const auto same =
          std::mismatch(folder_->begin(), folder_->end(), folder.begin(), folder.end());
      folder_->erase(same.first, folder_->end());
      folder_->erase(folder_->rfind('/') + 1);
    }
  }
  std::string where(const CodePlace& place) const {
    const size_t cut = folder_ && place.file.starts_with(*folder_) ? folder_->size() : 0;
    return printable(fmt::format("{}:{}", place.file.substr(cut), place.line));
  }
  size_t place_width() const {
    size_t width = 0;
    visit_places(
        [&](const CodePlace& place) { width = std::max(width, display_width(where(place))); });
    return width + 2;
  }

  void heading(std::string_view title) {
    if (!text_.empty()) text_ += "\n";
    text_ += style_.paint(Ink::Strong, rule(title)) + "\n";
  }
  void paragraph(const std::string& text, size_t indent) {
    for (const std::string& line : wrapped(text, kPageWidth - indent))
      text_ += std::string(indent, ' ') + line + "\n";
  }
  static std::string locks(const std::vector<std::string>& names) {
    return names.empty() ? "no lock" : joined_names(names);
  }

  void write_threads() {
    heading("threads");
    for (const StaticThread& thread : report_.threads) {
      text_ += "  " + style_.paint(Ink::Strong, printable(thread.name));
      if (thread.several) text_ += " (several)";
      if (!thread.created_at.empty()) {
        std::vector<std::string> sites;
        for (const CodePlace& site : thread.created_at)
          sites.push_back(fmt::format("{} in {}", where(site), site.function));
        text_ += ", started at " + joined_names(sites);
      }
      text_ += "\n";
      paragraph("runs " + printable(joined_names(thread.functions)), kIndent + 2);
    }
    if (report_.threads.size() == 1) text_ += "  No other thread is started.\n";
  }

  static std::string kind_of(const LocationAccess& access) {
    return (access.atomic ? "atomic " : "") + std::string(name_of(access.kind));
  }
  void write_location(const SharedLocation& location) {
    std::string state = "no common lock";
    Ink ink = Ink::Caution;
    const bool all_atomic =
        std::all_of(location.accesses.begin(), location.accesses.end(),
                    [](const LocationAccess& a) { return a.atomic || a.alone; });
    const bool only_read =
        std::all_of(location.accesses.begin(), location.accesses.end(),
                    [](const LocationAccess& a) { return a.kind == AccessKind::Read || a.alone; });
    if (location.immutable || only_read) {
      state = location.immutable ? "immutable" : "only read";
      ink = Ink::Success;
    } else if (all_atomic) {
      state = "atomic";
      ink = Ink::Success;
    } else if (!location.common_locks.empty()) {
      state = "always under " + joined_names(location.common_locks);
      ink = Ink::Success;
    }
    text_ += fmt::format("  {}: {}\n", style_.paint(Ink::Strong, printable(location.name)),
                         style_.paint(ink, printable(state)));
    size_t alone = 0;
    const size_t width = place_width();
    for (const LocationAccess& access : location.accesses) {
      if (access.alone) {
        ++alone;
        continue;
      }
      std::string line =
          fmt::format("{}{}{}{} in {}", std::string(kIndent, ' '),
                      padded(kind_of(access), kKindWidth), padded(where(access.place), width),
                      printable(access.place.function), printable(joined_names(access.threads)));
      if (access.through.size())
        line += style_.paint(Ink::Faint, printable(fmt::format(", by {}", access.through)));
      if (!location.immutable && !access.atomic && location.common_locks.empty())
        line += ", " + printable(locks(access.locks));
      text_ += line + "\n";
    }
    if (alone)
      text_ += style_.paint(Ink::Faint,
                            fmt::format("{}and at {} while no other thread runs",
                                        std::string(kIndent, ' '), format_plural(alone, "place"))) +
               "\n";
  }
  void write_locations() {
    heading("shared locations: how, where, in which function and thread");
    for (const SharedLocation& location : report_.locations) write_location(location);
    if (report_.locations.empty()) text_ += "  None.\n";
    if (report_.hidden_locations)
      text_ += style_.paint(Ink::Faint,
                            fmt::format("  {} inside libraries are not shown; see --all.\n",
                                        format_plural(report_.hidden_locations, "location")));
    if (!report_.immutable_fields.empty()) {
      heading("immutable: written only before others can reach them");
      paragraph(printable(joined_names(report_.immutable_fields)), 2);
    }
  }

  void write_interactions() {
    heading("where threads meet");
    const size_t width = place_width();
    for (size_t k = 0; k < report_.interactions.size();) {
      const CodePlace& place = report_.interactions[k].place;
      std::vector<std::string> what;
      for (; k < report_.interactions.size() && report_.interactions[k].place == place; ++k) {
        const Interaction& one = report_.interactions[k];
        what.push_back(one.object.empty() ? one.kind : one.kind + " " + one.object);
      }
      std::string all;
      for (const std::string& one : what) all += (all.empty() ? "" : "; ") + one;
      const auto lines = wrapped(printable(all), kPageWidth - 2 - width);
      for (size_t n = 0; n < lines.size(); ++n)
        text_ += "  " + padded(n == 0 ? where(place) : "", width) + lines[n] + "\n";
    }
    if (report_.interactions.empty()) text_ += "  Nowhere.\n";
  }

  std::string side(const LocationAccess& access) const {
    return printable(fmt::format("{} at {} in {} ({}, {})", kind_of(access), where(access.place),
                                 access.place.function, joined_names(access.threads),
                                 locks(access.locks)));
  }
  void write_warnings() {
    heading("without a common lock: these may race, or be false alarms; heddle check tells");
    for (const Unguarded& warning : report_.warnings) {
      text_ += "  " + style_.paint(Ink::Caution, printable(warning.location)) + "\n";
      text_ += fmt::format("    {}\n", side(warning.first));
      if (warning.first.place == warning.second.place && warning.first.kind == warning.second.kind)
        text_ += "    and the same in another thread\n";
      else
        text_ += fmt::format("    {}\n", side(warning.second));
    }
    if (report_.warnings.empty()) text_ += "  None.\n";
  }

  void write_futures() {
    heading("what may follow " + report_.at);
    for (const FutureAccesses& future : report_.futures) {
      text_ +=
          fmt::format("  thread {} in {}\n", style_.paint(Ink::Strong, printable(future.thread)),
                      printable(future.place.function));
      const auto list = [&](const char* title, const std::vector<std::string>& names) {
        paragraph(
            fmt::format("{} {}", title,
                        names.empty() ? "nothing that is shared" : printable(joined_names(names))),
            kIndent);
      };
      list("may write", future.writes);
      list("may read", future.reads);
    }
  }

  const AnalysisReport& report_;
  const Style& style_;
  std::optional<std::string> folder_;
  std::string text_;
};

}  // namespace

std::string write_analysis(const AnalysisReport& report, const Style& style) {
  return AnalysisText(report, style).write();
}

}  // namespace heddle

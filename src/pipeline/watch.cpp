// SPDX-License-Identifier: Apache-2.0
#include "pipeline/watch.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "pipeline/background_process.h"
#include "pipeline/exit_code.h"
#include "pipeline/watched_files.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kWhileBusy{20};  // how often processes are looked after
constexpr milliseconds kWhileIdle{250};
constexpr milliseconds kOnErrorMayEnd{1000};  // by itself, when we end
constexpr milliseconds kOnErrorMustEnd{200};  // after it was asked to

std::string verdict_of(int code) {
  switch (code) {
    case kExitVerified: return "verified";
    case kExitError: return "error found";
    case kExitIncomplete: return "incomplete";
    default: return fmt::format("not checked: exit code {}", code);
  }
}

// Not fmt's: that throws if nobody reads any more.
void print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void write_all(int descriptor, const std::string& text) {
  for (size_t k = 0; k < text.size();) {
    const ssize_t size = write(descriptor, text.data() + k, text.size() - k);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    k += size_t(size);
  }
}

bool is_verdict(int code) {
  return code == kExitVerified || code == kExitError || code == kExitIncomplete;
}

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.insert(line);
  return lines;
}

// What clang says of an include that leads nowhere: 'lib/queue.h' file not found.
std::set<std::string> missing_includes(const std::string& report) {
  constexpr std::string_view kEnd = "' file not found";
  std::set<std::string> names;
  for (size_t end = report.find(kEnd); end != std::string::npos; end = report.find(kEnd, end + 1)) {
    const size_t begin = report.rfind('\'', end - 1);
    if (begin < end) names.insert(report.substr(begin + 1, end - begin - 1));
  }
  return names;
}

// The user's shell command, one at a time: what it is told of the version before is obsolete, as everywhere.
class OnError {
 public:
  explicit OnError(const std::string& command) : command_(command) {}
  ~OnError() {
    if (process_ && !process_->result_within(kOnErrorMayEnd)) end();
  }
  OnError(const OnError&) = delete;
  OnError& operator=(const OnError&) = delete;

  void run(const std::string& report) {
    if (command_.empty()) return;
    end();
    // A file and not a pipe: the command may read it when it likes, and need not.
    const int input = memfd_create("heddle-report", MFD_CLOEXEC);
    write_all(input, report);
    lseek(input, 0, SEEK_SET);
    process_ = std::make_unique<BackgroundProcess>(
        [this] {
          execl("/bin/sh", "sh", "-c", command_.c_str(), nullptr);
          return int(kExitInternal);
        },
        BackgroundSetting{.input = input, .keep_output = false, .own_temporary_folder = false});
    close(input);
  }
  // How it ended, once.
  std::optional<int> result() {
    const std::optional<int> code = process_ ? process_->result() : std::nullopt;
    if (code) process_.reset();
    return code;
  }
  bool is_running() const { return process_ != nullptr; }

 private:
  void end() {
    if (!process_) return;
    process_->terminate();
    process_->result_within(kOnErrorMustEnd);
    process_.reset();
  }

  std::string command_;
  std::unique_ptr<BackgroundProcess> process_;
};

// Without the colours that it has on a terminal.
std::string in_plain_text(const std::string& report) {
  std::string plain;
  for (size_t k = 0; k < report.size(); ++k) {
    if (!std::string_view(report).substr(k).starts_with("\033["))
      plain += report[k];
    else
      k = std::min(report.find('m', k), report.size());
  }
  return plain;
}

class Watch {
 public:
  explicit Watch(const WatchOptions& options)
      : options_(options),
        files_({options.include_folders.begin(), options.include_folders.end()}),
        on_error_(options.on_error) {
    const std::vector<std::string> files = options.files();
    files_.set({files.begin(), files.end()});
  }

  void run() {
    std::string news;
    while (goes_on()) {
      if (!options_.is_quiet) {
        clear();
        say(news + "checking ...");
      }
      news = check_version();
    }
  }

 private:
  // With nobody to read it there is nothing to be said.
  bool goes_on() const { return !options_.is_interrupted() && !std::ferror(stdout); }
  std::string check_version();
  int run_check() const;
  int print_files() const;
  void show(int code, const std::string& report);
  void show_so_far(const std::string& report);
  std::set<std::string> places_of_missing(const std::string& report) const;
  void add_files(const std::set<std::string>& more);
  void say(const std::string& line) const;
  void clear() const;

  const WatchOptions& options_;
  WatchedFiles files_;
  OnError on_error_;
  std::string so_far_;  // of the report, as it was shown last
};

// Until a file changes; returns that as a sentence.
std::string Watch::check_version() {
  files_.begin_version();
  BackgroundProcess check([this] { return run_check(); });
  BackgroundProcess lister([this] { return print_files(); });
  std::optional<std::set<std::string>> listed;
  std::optional<int> code;
  so_far_.clear();
  bool is_shown = false;
  bool is_settled = false;
  while (goes_on()) {
    if (const auto result = lister.result(); result && !listed) {
      listed = *result == kExitVerified ? lines_of(lister.text()) : files_.files();
      add_files(*listed);
    }
    if (!code && !(code = check.result())) show_so_far(check.text());
    if (code && !is_shown) {
      is_shown = true;
      show(*code, check.text());
      if (!is_verdict(*code)) {
        add_files(places_of_missing(check.text()));
        files_.count_all_sources();
      }
    }
    // The list is complete only if there is a program. Until one is seen again, the files of the last one are watched, too.
    if (listed && code && !std::exchange(is_settled, true) && is_verdict(*code))
      files_.set(*listed);
    if (const auto status = on_error_.result(); status && *status != 0)
      say(fmt::format("{} failed", options_.on_error));
    const bool is_idle = listed && code && !on_error_.is_running();
    if (const auto changed = files_.wait(is_idle ? kWhileIdle : kWhileBusy)) {
      std::error_code error;
      return fmt::format("{} was {}; {}", fs::path(*changed).filename().string(),
                         fs::exists(*changed, error) ? "saved" : "removed",
                         code ? "" : "the check of the version before is given up; ");
    }
  }
  return "";
}

int Watch::run_check() const {
  std::vector<char*> arguments;
  for (const std::string& argument : options_.command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
  return kExitInternal;
}

int Watch::print_files() const {
  std::string text;
  for (const std::string& file : options_.files()) text += file + '\n';
  write_all(STDOUT_FILENO, text);
  return kExitVerified;
}

// The changes are known long before the verdict. Only a terminal is shown both.
void Watch::show_so_far(const std::string& report) {
  if (options_.is_quiet || !options_.is_terminal || report == so_far_) return;
  so_far_ = report;
  clear();
  print(report + "\n");
  say("checking ...");
}

void Watch::show(int code, const std::string& report) {
  if (!options_.is_quiet) clear();
  if (!options_.is_quiet || !is_verdict(code)) print(report);
  say(verdict_of(code) + (options_.is_quiet ? "" : "; waiting for the next edit"));
  if (code == kExitError) on_error_.run(in_plain_text(report));
}

// Where the includes that clang did not find may come to be.
std::set<std::string> Watch::places_of_missing(const std::string& report) const {
  std::set<fs::path> folders{options_.include_folders.begin(), options_.include_folders.end()};
  for (const std::string& file : files_.files()) folders.insert(fs::path(file).parent_path());
  std::set<std::string> places;
  for (const std::string& name : missing_includes(report))
    for (const fs::path& folder : folders) places.insert((folder / name).lexically_normal());
  return places;
}

void Watch::add_files(const std::set<std::string>& more) {
  std::set<std::string> files = files_.files();
  files.insert(more.begin(), more.end());
  if (files != files_.files()) files_.set(files);
}

void Watch::say(const std::string& line) const { print("heddle watch: " + line + "\n"); }

void Watch::clear() const {
  constexpr const char* kClear = "\033[H\033[2J";
  if (options_.is_terminal) print(kClear);
}

}  // namespace

void watch(const WatchOptions& options) {
  // A reader of ours that has gone is noticed by what we write.
  std::signal(SIGPIPE, SIG_IGN);
  Watch(options).run();
}

}  // namespace heddle

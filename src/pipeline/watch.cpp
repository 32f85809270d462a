// SPDX-License-Identifier: Apache-2.0
#include "pipeline/watch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "pipeline/exit_code.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr int kQuietMilliseconds = 100;  // editors write a file in several steps
constexpr int kPollMilliseconds = 50;

// Which of a set of files have been saved. Folders are watched, since editors put a new file in the place
// of the old one.
class Files {
 public:
  Files() : descriptor_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    if (descriptor_ < 0) throw UsageError("cannot watch files: inotify is not available");
  }
  ~Files() { close(descriptor_); }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  void set(const std::vector<std::string>& files) {
    files_ = {files.begin(), files.end()};
    for (const std::string& file : files_) {
      const std::string folder = fs::path(file).parent_path();
      const int number =
          inotify_add_watch(descriptor_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE);
      if (number >= 0) folders_[number] = folder;
    }
  }

  // The first of them that was saved, if one is within the time; then all others that follow at once.
  std::optional<std::string> wait(int milliseconds) {
    std::optional<std::string> saved;
    pollfd poll_for{.fd = descriptor_, .events = POLLIN, .revents = 0};
    while (poll(&poll_for, 1, saved ? kQuietMilliseconds : milliseconds) > 0)
      if (const auto file = read(); file && !saved) saved = file;
    return saved;
  }

 private:
  std::optional<std::string> read() {
    alignas(inotify_event) char buffer[1 << 14];
    std::optional<std::string> saved;
    const ssize_t size = ::read(descriptor_, buffer, sizeof buffer);
    for (ssize_t k = 0; k < size;) {
      inotify_event event;
      std::memcpy(&event, buffer + k, sizeof event);
      const std::string name = event.len ? buffer + k + sizeof event : "";
      k += ssize_t(sizeof event + event.len);
      const std::string path = fs::path(folders_[event.wd]) / name;
      if (!saved && files_.contains(path)) saved = path;
    }
    return saved;
  }

  int descriptor_;
  std::set<std::string> files_;
  std::map<int, std::string> folders_;
};

// One check, with what it prints. It and the compilers it runs end with the object.
class Check {
 public:
  explicit Check(const std::vector<std::string>& command) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw InternalError("there is no pipe to be had");
    process_ = fork();
    if (process_ == 0) become(command, ends[1]);
    close(ends[1]);
    output_ = ends[0];
    fcntl(output_, F_SETFL, O_NONBLOCK);
    if (process_ > 0) setpgid(process_, process_);
  }
  ~Check() {
    if (process_ > 0) {
      kill(-process_, SIGKILL);
      waitpid(process_, nullptr, 0);
    }
    close(output_);
  }
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  // Its exit code, once it has ended.
  std::optional<int> result() {
    read_on();
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
    process_ = 0;
    read_on();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  const std::string& text() const { return text_; }

 private:
  [[noreturn]] static void become(const std::vector<std::string>& command, int output) {
    setpgid(0, 0);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& argument : command)
      arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execv("/proc/self/exe", arguments.data());
    _exit(kExitInternal);
  }

  void read_on() {
    char buffer[1 << 14];
    for (ssize_t size; (size = ::read(output_, buffer, sizeof buffer)) > 0;)
      text_.append(buffer, size_t(size));
  }

  pid_t process_ = 0;
  int output_ = -1;
  std::string text_;
};

void say(const std::string& line) {
  fmt::print("heddle watch: {}\n", line);
  std::fflush(stdout);
}

void run_on_error(const std::string& command, const std::string& report) {
  FILE* input = popen(command.c_str(), "w");
  if (!input) return say("cannot run " + command);
  std::fwrite(report.data(), 1, report.size(), input);
  const int status = pclose(input);
  if (status != 0) say(fmt::format("{} failed", command));
}

void show(const std::string& report, int code, const WatchOptions& options) {
  constexpr const char* kClear = "\033[H\033[2J";
  if (options.is_terminal) fmt::print("{}", kClear);
  fmt::print("{}", report);
  std::fflush(stdout);
  if (code == kExitError && !options.on_error.empty()) run_on_error(options.on_error, report);
}

}  // namespace

void watch(const WatchOptions& options) {
  Files files;
  // A shell command that does not read all of its input must not end us.
  std::signal(SIGPIPE, SIG_IGN);
  while (!options.is_interrupted()) {
    files.set(options.files());
    Check check(options.command);
    std::optional<std::string> saved;
    std::optional<int> code;
    while (!saved && !options.is_interrupted()) {
      if (!code && (code = check.result())) {
        show(check.text(), *code, options);
        say("waiting for the next edit");
      }
      saved = files.wait(kPollMilliseconds);
    }
    if (saved)
      say(fmt::format("{} was saved{}", fs::path(*saved).filename().string(),
                      code ? "" : "; the check of the version before is given up"));
  }
}

}  // namespace heddle

// heddle batch: many runs in one process, each program loaded once.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/command_line.h"
#include "pipeline/exit_code.h"
#include "pipeline/load.h"

namespace heddle {

namespace {

using nlohmann::json;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// A file in memory that a child writes and its parent reads.
class Capture {
 public:
  Capture() : file_(memfd_create("output", MFD_CLOEXEC)) {
    if (file_ < 0) fail("memfd_create");
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() { close(file_); }

  void replace(int descriptor) const {
    if (dup2(file_, descriptor) < 0) fail("dup2");
  }
  std::string text() const {
    std::string text;
    char buffer[4096];
    for (ssize_t count; (count = pread(file_, buffer, sizeof buffer, off_t(text.size()))) > 0;)
      text.append(buffer, size_t(count));
    return text;
  }

 private:
  int file_;
};

[[noreturn]] void run_as_child(const std::vector<std::string>& arguments, const Capture& output,
                               const Capture& messages) {
  setpgid(0, 0);
  output.replace(STDOUT_FILENO);
  messages.replace(STDERR_FILENO);
  const int code = exit_code_of([&] { return Invocation(arguments).run(); });
  std::cout.flush();
  std::fflush(nullptr);
  _exit(code);
}

// Whether the process ended by itself in that time.
bool waits_for(pid_t child, double seconds) {
  pollfd ended{.fd = int(syscall(SYS_pidfd_open, child, 0)), .events = POLLIN, .revents = 0};
  if (ended.fd < 0) fail("pidfd_open");
  const double milliseconds = std::ceil(seconds * 1000);
  const int ready = poll(&ended, 1, milliseconds < 1e9 ? int(milliseconds) : -1);
  close(ended.fd);
  return ready > 0;
}

json run_one(const std::vector<std::string>& arguments, double seconds) {
  const Capture output;
  const Capture messages;
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) run_as_child(arguments, output, messages);
  const bool in_time = waits_for(child, seconds);
  if (!in_time) {
    setpgid(child, child);  // it may not have come to that itself
    kill(-child, SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {{"exit_code", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)},
          {"timed_out", !in_time},
          {"stdout", output.text()},
          {"stderr", messages.text()}};
}

// One request on a line of its own. Where a program cannot be loaded, each run says so itself.
class Batch {
 public:
  explicit Batch(double seconds) : seconds_(seconds) {}

  json answer(const json& request) {
    const auto arguments = request.at("arguments").get<std::vector<std::string>>();
    const std::string program = request.value("program", "");
    if (!program.empty() && program != loaded_) {
      loaded_ = program;
      try {
        load_ahead(Invocation(arguments).options());
      } catch (const std::exception&) {
      }
    }
    return run_one(arguments, seconds_);
  }

 private:
  double seconds_;
  std::string loaded_;
};

int run_batch(double seconds) {
  Batch batch(seconds);
  for (std::string line; std::getline(std::cin, line);) {
    json answer;
    try {
      answer = batch.answer(json::parse(line));
    } catch (const json::exception& problem) {
      throw InputError(fmt::format("not a request: {} ({})", line, problem.what()));
    }
    std::cout << answer.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
  }
  return kExitVerified;
}

}  // namespace

void add_batch_command(CLI::App& app, CommandLine& command_line) {
  CLI::App& command = *app.add_subcommand(
      "batch", "carry out requests, one JSON object a line, and load each program once");
  const auto seconds = std::make_shared<double>(1e18);
  command.add_option("--time-limit", *seconds, "seconds for one request")
      ->check(CLI::PositiveNumber);
  command.callback(
      [&command_line, seconds] { command_line.run = [seconds] { return run_batch(*seconds); }; });
}

}  // namespace heddle

// heddle batch: many runs in one process, each program loaded once.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

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
  // Where the child writes next is kept with the file, not with the process.
  void clear() const {
    if (ftruncate(file_, 0) < 0 || lseek(file_, 0, SEEK_SET) < 0) fail("ftruncate");
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

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) < 0) fail("pipe2");
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { close_end(0); }
  void close_writing() { close_end(1); }

 private:
  void close_end(int which) {
    if (ends_[which] >= 0) close(std::exchange(ends_[which], -1));
  }
  int ends_[2];
};

// Calls transfer(bytes done, bytes left) until all are through.
template <typename Transfer>
bool transfer_all(size_t size, Transfer transfer) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = transfer(done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += size_t(count);
  }
  return true;
}

bool read_all(int file, void* data, size_t size) {
  return transfer_all(size, [&](size_t done, size_t left) {
    return read(file, static_cast<char*>(data) + done, left);
  });
}

bool write_all(int file, const void* data, size_t size) {
  return transfer_all(size, [&](size_t done, size_t left) {
    return write(file, static_cast<const char*>(data) + done, left);
  });
}

// A process that carries out requests one after the other, with all that its parent had loaded when it began.
// Making a process costs more than a small check, so one serves several; if it dies, that is the answer to the
// request it was at, and another takes its place.
class Worker {
 public:
  Worker() {
    std::cout.flush();
    std::fflush(nullptr);
    child_ = fork();
    if (child_ < 0) fail("fork");
    if (child_ == 0) serve();
    requests_.close_reading();
    results_.close_writing();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    requests_.close_writing();
    if (!is_over_) waitpid(child_, nullptr, 0);
  }

  // Nothing more can be asked of it.
  bool is_over() const { return is_over_ || served_ == kMostRequests; }

  json run(const std::vector<std::string>& arguments, double seconds) {
    ++served_;
    output_.clear();
    messages_.clear();
    const std::string request =
        json(arguments).dump(-1, ' ', false, json::error_handler_t::replace);
    const uint64_t size = request.size();
    int32_t code = 0;
    bool in_time = true;
    if (!write_all(requests_.writing(), &size, sizeof size) ||
        !write_all(requests_.writing(), request.data(), size) ||
        !(in_time = answers_within(seconds)) || !read_all(results_.reading(), &code, sizeof code))
      code = end(in_time);
    return {{"exit_code", code},
            {"timed_out", !in_time},
            {"stdout", output_.text()},
            {"stderr", messages_.text()}};
  }

 private:
  // Some of what a request leaves behind stays in memory.
  static constexpr unsigned kMostRequests = 32;

  [[noreturn]] void serve() {
    setpgid(0, 0);
    requests_.close_writing();
    results_.close_reading();
    output_.replace(STDOUT_FILENO);
    messages_.replace(STDERR_FILENO);
    std::string request;
    for (uint64_t size = 0; read_all(requests_.reading(), &size, sizeof size);) {
      request.resize(size);
      if (!read_all(requests_.reading(), request.data(), size)) break;
      const auto arguments = json::parse(request).get<std::vector<std::string>>();
      const int32_t code = exit_code_of([&] { return Invocation(arguments).run(); });
      std::cout.flush();
      std::fflush(nullptr);
      if (!write_all(results_.writing(), &code, sizeof code)) break;
    }
    _exit(kExitVerified);
  }

  bool answers_within(double seconds) const {
    pollfd ready{.fd = results_.reading(), .events = POLLIN, .revents = 0};
    const double milliseconds = std::ceil(seconds * 1000);
    return poll(&ready, 1, milliseconds < 1e9 ? int(milliseconds) : -1) > 0;
  }

  // It died, or takes too long.
  int end(bool died) {
    if (!died) {
      setpgid(child_, child_);  // it may not have come to that itself
      kill(-child_, SIGKILL);
    }
    int status = 0;
    waitpid(child_, &status, 0);
    is_over_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  Capture output_;
  Capture messages_;
  Pipe requests_;
  Pipe results_;
  pid_t child_ = -1;
  unsigned served_ = 0;
  bool is_over_ = false;
};

// One request on a line of its own. Where a program cannot be loaded, each run says so itself.
class Batch {
 public:
  explicit Batch(double seconds) : seconds_(seconds) {}

  json answer(const json& request) {
    const auto arguments = request.at("arguments").get<std::vector<std::string>>();
    const std::string program = request.value("program", "");
    if (!program.empty() && program != loaded_) {
      worker_.reset();
      loaded_ = program;
      try {
        load_ahead(Invocation(arguments).options());
      } catch (const std::exception&) {
      }
    }
    if (!worker_ || worker_->is_over()) worker_.emplace();
    return worker_->run(arguments, seconds_);
  }

 private:
  double seconds_;
  std::string loaded_;
  std::optional<Worker> worker_;
};

int run_batch(double seconds) {
  std::signal(SIGPIPE, SIG_IGN);  // a worker that has died is noticed when it does not answer
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

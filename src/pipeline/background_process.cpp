// SPDX-License-Identifier: Apache-2.0
#include "pipeline/background_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "pipeline/exit_code.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kStep{5};

// Empty if there is none to be had: then its files are among all others.
std::string make_temporary_folder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "heddle-watch-XXXXXX").string();
  return !error && mkdtemp(name.data()) ? name : "";
}

// Its group is its own, so that its compilers can be killed with it. If we are killed ourselves, there is nobody to do
// so; then the kernel kills at least the process itself.
void tie_to(pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kExitInternal);  // died before that
}

int exit_code_of(const std::function<int()>& run) noexcept {
  try {
    return run();
  } catch (...) {
    return kExitInternal;
  }
}

}  // namespace

BackgroundProcess::BackgroundProcess(const std::function<int()>& run,
                                     const BackgroundSetting& setting) {
  int ends[2] = {-1, -1};
  if (setting.keep_output && pipe2(ends, O_CLOEXEC) != 0)
    throw UsageError(std::string("cannot make a pipe: ") + std::strerror(errno));
  if (setting.own_temporary_folder) temporary_folder_ = make_temporary_folder();
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    tie_to(parent);
    std::signal(SIGPIPE, SIG_DFL);
    const int input = setting.input >= 0 ? setting.input : open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(input, STDIN_FILENO);
    if (setting.keep_output) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(ends[1], STDERR_FILENO);
    }
    if (!temporary_folder_.empty()) setenv("TMPDIR", temporary_folder_.c_str(), 1);
    _exit(exit_code_of(run));
  }
  const int problem = errno;
  if (setting.keep_output) {
    close(ends[1]);
    output_ = ends[0];
    fcntl(output_, F_SETFL, O_NONBLOCK);
  }
  if (process_ > 0) {
    setpgid(process_, process_);  // whoever comes first: it must be done before we kill the group
    return;
  }
  if (output_ >= 0) close(output_);
  remove_temporary_folder();
  throw UsageError(std::string("cannot start a process: ") + std::strerror(problem));
}

BackgroundProcess::~BackgroundProcess() {
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  if (output_ >= 0) close(output_);
  remove_temporary_folder();
}

std::optional<int> BackgroundProcess::result() {
  if (result_) return result_;
  read_on();
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  process_ = 0;
  read_on();
  result_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result_;
}

std::optional<int> BackgroundProcess::result_within(milliseconds time) {
  const auto end = steady_clock::now() + time;
  while (!result() && steady_clock::now() < end) std::this_thread::sleep_for(kStep);
  return result_;
}

void BackgroundProcess::terminate() {
  if (process_ > 0) kill(-process_, SIGTERM);
}

void BackgroundProcess::read_on() {
  if (output_ < 0) return;
  char buffer[1 << 14];
  for (ssize_t size; (size = ::read(output_, buffer, sizeof buffer)) > 0;)
    text_.append(buffer, size_t(size));
}

// Compilers that were killed with it, but are nobody's to wait for, may still make a file.
void BackgroundProcess::remove_temporary_folder() const {
  constexpr int kTries = 100;
  for (int k = 0; k < kTries && !temporary_folder_.empty(); ++k) {
    std::error_code error;
    fs::remove_all(temporary_folder_, error);
    if (!error) return;
    std::this_thread::sleep_for(kStep);
  }
}

}  // namespace heddle

// LLVM's ExecuteAndWait cannot choose the folder; compilation databases name one for each command.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/process.h"

#include <fcntl.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/invariant.h"

namespace heddle {

namespace {

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  void redirect(int descriptor, const std::string& file, int flags) {
    if (!file.empty())
      posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(), flags, 0666);
  }
  void enter(const std::string& directory) {
    if (!directory.empty()) posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

int run_process(const std::vector<std::string>& arguments, const ProcessSetting& setting) {
  FileActions actions;
  constexpr int kFresh = O_WRONLY | O_CREAT | O_TRUNC;
  actions.redirect(STDOUT_FILENO, setting.output, kFresh);
  actions.redirect(STDERR_FILENO, setting.messages, kFresh);
  actions.enter(setting.directory);  // last: the files above are named from here
  std::vector<char*> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int problem =
      posix_spawn(&child, pointers[0], actions.get(), nullptr, pointers.data(), environ);
  if (problem != 0) {
    const std::string where = setting.directory.empty() ? "" : " in " + setting.directory;
    throw UsageError("cannot run " + arguments[0] + where + ": " + std::strerror(problem));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw UsageError("lost track of " + arguments[0]);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  // Ctrl-C reaches it as well as us: that is no answer.
  const int signal = WTERMSIG(status);
  if (signal == SIGINT || signal == SIGTERM)
    throw UsageError("interrupted while " + arguments[0] + " ran");
  return 128 + signal;
}

std::string find_program(const std::string& name) {
  auto found = llvm::sys::findProgramByName(name);
  const bool is_compiler = name.starts_with("clang");
  if (!found)
    throw UsageError(name + " is not installed (Debian package " +
                     (is_compiler ? "clang-19" : name) + ")");
  return *found;
}

TemporaryFile::TemporaryFile(const std::string& suffix) {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("heddle", suffix, path))
    throw UsageError("cannot create a temporary file");
  path_ = path.str().str();
}

TemporaryFile::~TemporaryFile() { llvm::sys::fs::remove(path_); }

std::string TemporaryFile::contents() const { return read_file(path_); }

std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || std::filesystem::is_directory(path)) throw InputError(path + " cannot be read");
  return std::move(text).str();
}

std::string absolute_path(const std::string& path, const std::string& directory) {
  // Relative to the current folder, unless a part is absolute.
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  if (error) throw UsageError("the current folder cannot be found: " + error.message());
  return (here / directory / path).lexically_normal();
}

}  // namespace heddle

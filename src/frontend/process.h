// Runs another program and waits for it, in a folder of one's choice and with its output in files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

struct ProcessSetting {
  std::string directory;  // where it runs; empty: where we are
  std::string output;  // the file for its standard output; empty: ours
  std::string messages;  // the same for standard error
};

// Returns the exit code, or 128 and the signal's number; throws UsageError if it cannot be started, or was interrupted by the user.
int run_process(const std::vector<std::string>& arguments, const ProcessSetting& setting);

// The path of a program, or UsageError with the Debian package to install.
std::string find_program(const std::string& name);

// A file that goes away with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& suffix);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }
  std::string contents() const;

 private:
  std::string path_;
};

// The whole file; throws InputError if it cannot be read.
std::string read_file(const std::string& path);
// `path` as seen from `directory` (empty: where we are), absolute and without dots.
std::string absolute_path(const std::string& path, const std::string& directory = "");

}  // namespace heddle

// BackgroundProcess: a process that works while we do something else, and that ends when we do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace heddle {

struct BackgroundSetting {
  int input = -1;  // a descriptor for its standard input; else there is none
  bool keep_output = true;  // in text(); else it has ours
  bool own_temporary_folder = true;  // what it leaves behind if it is killed goes with the object
};

class BackgroundProcess {
 public:
  // What runs in it returns its exit code, or becomes another program. Our own process must have a single thread.
  explicit BackgroundProcess(const std::function<int()>& run,
                             const BackgroundSetting& setting = {});
  // Kills it and what it has started, if it still runs.
  ~BackgroundProcess();
  BackgroundProcess(const BackgroundProcess&) = delete;
  BackgroundProcess& operator=(const BackgroundProcess&) = delete;

  // Its exit code, or 128 and the signal's number, once it has ended.
  std::optional<int> result();
  // The same; waits for it, but not for longer than this.
  std::optional<int> result_within(std::chrono::milliseconds time);
  // Asks it to end.
  void terminate();
  // What it has printed so far.
  const std::string& text() const { return text_; }

 private:
  void read_on();
  void remove_temporary_folder() const;

  std::string temporary_folder_;  // empty: none
  pid_t process_ = 0;  // 0: it has ended
  std::optional<int> result_;
  int output_ = -1;
  std::string text_;
};

}  // namespace heddle

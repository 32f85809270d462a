// WatchedFiles: which of a set of files change, those that do not exist yet included.
//
// Not files are watched but their folders, since editors put a new file in the place of the old one, and all folders
// above, since a folder can be replaced as well: git checkout does. Events say when to look; where they cannot say
// what happened (a folder came back, the queue overflowed), the files are compared with what they were.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

struct inotify_event;

namespace heddle {

class WatchedFiles {
 public:
  // In these folders, and in those of the files, sources may appear that are not among the files.
  explicit WatchedFiles(std::set<std::string> folders);
  ~WatchedFiles();
  WatchedFiles(const WatchedFiles&) = delete;
  WatchedFiles& operator=(const WatchedFiles&) = delete;

  // Someone is about to read the files.
  void begin_version();
  // From now on these count, absolute paths. What is new among them and was saved since begin_version() counts as changed: whoever
  // read it may have read what was there before.
  void set(const std::set<std::string>& files);
  const std::set<std::string>& files() const { return files_; }
  // What was read is no program: until the next version each source or header counts that is saved in one of the folders, since
  // it may be the one that is missing. So do those saved since begin_version().
  void count_all_sources();

  // A file that changed, if one does within the time; it is told only when no other has for a moment. Signals end the wait.
  std::optional<std::string> wait(std::chrono::milliseconds time);

 private:
  using Clock = std::chrono::steady_clock;
  using Identity = std::tuple<uint64_t, uint64_t, int64_t, int64_t, int64_t>;  // all 0: no file

  static Identity identity(const std::string& path);
  void note(const std::string& path);
  void watch_folders();
  void compare_all();
  void read_events();
  void handle(const inotify_event& event, const std::string& name);

  int descriptor_;
  const std::set<std::string> extra_folders_;
  std::set<std::string> files_;
  std::map<std::string, Identity> identities_;  // of the files, also where links lead
  std::set<std::string> folders_;  // with files
  std::set<std::string> above_;  // these and those that lead to them
  std::map<int, std::set<std::string>>
      paths_;  // by number of the watch: links give a folder several
  timespec version_begin_;
  bool all_sources_count_ = false;
  std::optional<std::string> other_source_;  // the first that was saved since the version began
  std::optional<std::string> changed_;
  Clock::time_point first_change_, last_change_;
};

}  // namespace heddle

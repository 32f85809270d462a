// SPDX-License-Identifier: Apache-2.0
#include "pipeline/watched_files.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <limits>
#include <utility>

#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kQuiet{100};  // editors write a file in several steps
constexpr milliseconds kLongestUnrest{2000};

constexpr uint32_t kFolderEvents =
    IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_MOVE_SELF | IN_DELETE_SELF;
constexpr uint32_t kFileEvents = kFolderEvents | IN_CLOSE_WRITE;
constexpr uint32_t kSaved = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE;

// What a program may include or be made of; hidden files are the editors' own.
bool is_source(const std::string& name) {
  static const std::set<std::string> kSuffixes{".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",
                                               ".h",   ".hh",  ".hpp", ".hxx", ".h++", ".H",
                                               ".inc", ".inl", ".ipp", ".tcc", ".tpp", ".def"};
  return !name.starts_with('.') && kSuffixes.contains(fs::path(name).extension());
}

}  // namespace

WatchedFiles::WatchedFiles(std::set<std::string> folders)
    : descriptor_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      extra_folders_(std::move(folders)),
      version_begin_{.tv_sec = std::numeric_limits<time_t>::max(), .tv_nsec = 0} {
  if (descriptor_ < 0) throw UsageError("cannot watch files: inotify is not available");
}

WatchedFiles::~WatchedFiles() { close(descriptor_); }

void WatchedFiles::begin_version() {
  // The clock by which the kernel dates files.
  clock_gettime(CLOCK_REALTIME_COARSE, &version_begin_);
  all_sources_count_ = false;
  other_source_.reset();
}

void WatchedFiles::set(const std::set<std::string>& files) {
  files_ = files;
  std::set<std::string> paths = files;
  for (const std::string& file : files) {
    std::error_code error;
    if (const fs::path target = fs::canonical(file, error); !error) paths.insert(target);
  }
  std::erase_if(identities_, [&](const auto& entry) { return !paths.contains(entry.first); });
  std::set<std::string> fresh;
  for (const std::string& path : paths)
    if (!identities_.contains(path)) fresh.insert(path);

  folders_ = extra_folders_;
  for (const std::string& path : paths) folders_.insert(fs::path(path).parent_path());
  above_.clear();
  for (const std::string& folder : folders_)
    for (fs::path path = folder; above_.insert(path).second && path.has_relative_path();)
      path = path.parent_path();
  watch_folders();

  for (const std::string& path : fresh) {
    identities_[path] = identity(path);
    struct stat status;
    if (stat(path.c_str(), &status) == 0 &&
        std::pair(status.st_ctim.tv_sec, status.st_ctim.tv_nsec) >=
            std::pair(version_begin_.tv_sec, version_begin_.tv_nsec))
      note(path);
  }
}

void WatchedFiles::count_all_sources() {
  all_sources_count_ = true;
  if (other_source_) note(*other_source_);
}

std::optional<std::string> WatchedFiles::wait(milliseconds time) {
  const Clock::time_point end = Clock::now() + time;
  while (true) {
    const Clock::time_point until =
        changed_ ? std::min(last_change_ + kQuiet, first_change_ + kLongestUnrest) : end;
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (left <= milliseconds(0)) break;
    pollfd poll_for{.fd = descriptor_, .events = POLLIN, .revents = 0};
    const int result = poll(&poll_for, 1, int(left.count()));
    if (result < 0) return std::nullopt;
    if (result > 0) read_events();
  }
  if (changed_)
    for (auto& [path, was] : identities_) was = identity(path);
  return std::exchange(changed_, std::nullopt);
}

WatchedFiles::Identity WatchedFiles::identity(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

void WatchedFiles::note(const std::string& path) {
  last_change_ = Clock::now();
  if (changed_) return;
  first_change_ = last_change_;
  changed_ = path;
}

// A folder's path may lead elsewhere than the last time; what it led to then is of no interest any more.
void WatchedFiles::watch_folders() {
  std::map<int, std::set<std::string>> paths;
  for (const std::string& folder : above_) {  // in this order a folder follows the one it is in
    const uint32_t events = folders_.contains(folder) ? kFileEvents : kFolderEvents;
    const int number =
        inotify_add_watch(descriptor_, folder.c_str(), events | IN_ONLYDIR | IN_MASK_ADD);
    if (number >= 0) paths[number].insert(folder);
    // A folder may be gone for a while, or be none of ours; but with no watches left, we would wait in vain.
    if (number < 0 && errno == ENOSPC)
      throw UsageError("cannot watch " + folder +
                       ": there are no inotify watches left (fs.inotify.max_user_watches)");
  }
  for (const auto& [number, was] : paths_)
    if (!paths.contains(number)) inotify_rm_watch(descriptor_, number);
  paths_ = std::move(paths);
}

void WatchedFiles::compare_all() {
  for (auto& [path, was] : identities_)
    if (const Identity is = identity(path); std::exchange(was, is) != is) note(path);
}

void WatchedFiles::read_events() {
  alignas(inotify_event) char buffer[1 << 14];
  const ssize_t size = ::read(descriptor_, buffer, sizeof buffer);
  for (ssize_t k = 0; k < size;) {
    inotify_event event;
    std::memcpy(&event, buffer + k, sizeof event);
    handle(event, event.len ? buffer + k + sizeof event : "");
    k += ssize_t(sizeof event + event.len);
  }
}

void WatchedFiles::handle(const inotify_event& event, const std::string& name) {
  const auto found = paths_.find(event.wd);
  if (found == paths_.end() && !(event.mask & IN_Q_OVERFLOW)) return;
  bool folders_changed =
      event.mask & (IN_Q_OVERFLOW | IN_IGNORED | IN_UNMOUNT | IN_MOVE_SELF | IN_DELETE_SELF);
  if (!folders_changed) {
    for (const std::string& folder : found->second) {
      const std::string path = fs::path(folder) / name;
      folders_changed = folders_changed || above_.contains(path);
      if (identities_.contains(path)) {
        note(path);
      } else if (event.mask & kSaved && folders_.contains(folder) && is_source(name)) {
        if (!other_source_) other_source_ = path;
        if (all_sources_count_) note(path);
      }
    }
  }
  if (!folders_changed) return;
  watch_folders();
  compare_all();
}

}  // namespace heddle

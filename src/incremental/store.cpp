// SPDX-License-Identifier: Apache-2.0
#include "incremental/store.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "heddle-run 6\n";
constexpr const char* kSuffix = ".run";
constexpr const char* kReferences = "last";
constexpr size_t kHashDigits = 32;
constexpr auto kAbandonedAfter = std::chrono::hours(1);
// Until then, who asks for a run that has made room is told so.
constexpr auto kForgottenAfter = std::chrono::days(30);

std::string hex_hash(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

// What a reference holds: the key of the run, and whose reference it is.
struct Reference {
  std::string key, owner;

  static std::optional<Reference> parse(const std::string& text) {
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (text.size() != 2 * kHashDigits || !std::ranges::all_of(text, is_digit)) return std::nullopt;
    return Reference{text.substr(0, kHashDigits), text.substr(kHashDigits)};
  }
};

// Different in each process and on each machine that shares the folder.
uint64_t any_number() {
  static thread_local std::mt19937_64 random(std::random_device{}());
  return random();
}

class Writer {
 public:
  void number(uint64_t value) { bytes(&value, sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    out_.append(value);
  }
  void bytes(const void* data, size_t size) { out_.append(static_cast<const char*>(data), size); }
  template <typename Value>
  void map(const std::map<uint64_t, Value>& values) {
    number(values.size());
    for (const auto& [key, value] : values) number(key), number(value);
  }
  template <typename Value>
  void values(const std::vector<Value>& values) {
    number(values.size());
    bytes(values.data(), values.size() * sizeof(Value));
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Reads what a Writer wrote; after the first thing that does not fit, everything is zero.
class Reader {
 public:
  explicit Reader(std::string_view in) : in_(in) {}

  uint64_t number() {
    uint64_t value = 0;
    bytes(&value, sizeof value);
    return value;
  }
  // A number of things of which each takes at least so many bytes.
  uint64_t count(size_t bytes_each) {
    const uint64_t value = number();
    if (value <= in_.size() / bytes_each) return value;
    failed_ = true;
    return 0;
  }
  std::string text() {
    const uint64_t size = count(1);
    std::string value(in_.substr(0, size));
    in_.remove_prefix(size);
    return value;
  }
  void bytes(void* data, size_t size) {
    if (failed_ || size > in_.size()) {
      failed_ = true;
      return;
    }
    std::memcpy(data, in_.data(), size);
    in_.remove_prefix(size);
  }
  template <typename Value>
  void map(std::map<uint64_t, Value>& values) {
    for (uint64_t rest = count(2 * sizeof(uint64_t)); rest > 0; --rest) {
      const uint64_t key = number();
      values[key] = Value(number());
    }
  }
  template <typename Value>
  void values(std::vector<Value>& values) {
    values.resize(count(sizeof(Value)));
    bytes(values.data(), values.size() * sizeof(Value));
  }
  bool is_done() const { return !failed_ && in_.empty(); }

 private:
  std::string_view in_;
  bool failed_ = false;
};

void write(const PlannedFunction& function, Writer& out) {
  out.number(function.name);
  out.number(function.head);
  out.number(function.whole);
  out.number(function.entry);
  out.number(function.parameters);
  out.values(function.texts);
  out.values(function.positions);
  out.values(function.details);
}

void read(Reader& in, PlannedFunction& function) {
  function.name = in.number();
  function.head = in.number();
  function.whole = in.number();
  function.entry = Point(in.number());
  function.parameters = uint32_t(in.number());
  in.values(function.texts);
  in.values(function.positions);
  in.values(function.details);
}

void write(const RunGraph& graph, Writer& out) {
  out.values(graph.states);
  out.values(graph.first_edge);
  out.values(graph.edges);
  out.values(graph.put_off);
  out.values(graph.first_range);
  out.values(graph.ranges);
  out.number(graph.idle.has_value());
  if (!graph.idle) return;
  out.values(graph.idle->before);
  out.bytes(&graph.idle->first_choice, sizeof graph.idle->first_choice);
  out.bytes(&graph.idle->sharing, sizeof graph.idle->sharing);
  out.values(graph.idle->words);
}

void read(Reader& in, RunGraph& graph) {
  in.values(graph.states);
  in.values(graph.first_edge);
  in.values(graph.edges);
  in.values(graph.put_off);
  in.values(graph.first_range);
  in.values(graph.ranges);
  if (!in.number()) return;
  IdleWords& idle = graph.idle.emplace();
  in.values(idle.before);
  in.bytes(&idle.first_choice, sizeof idle.first_choice);
  in.bytes(&idle.sharing, sizeof idle.sharing);
  in.values(idle.words);
}

// Two runs over the same program may have found different states: both are right, the last one stays.
std::string key_of(const StoredRun& run, const std::string& build) {
  return hex_hash(
      fmt::format("{}\n{}\n{:016x}\n{}", build, run.settings, run.program, run.version));
}

std::optional<std::string> content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  std::ostringstream content;
  content << stream.rdbuf();
  return std::move(content).str();
}

}  // namespace

std::string serialise(const StoredRun& run, const std::string& build) {
  Writer out;
  out.bytes(kMagic.data(), kMagic.size());
  out.text(build);
  out.text(run.settings);
  out.number(run.program);
  out.number(uint64_t(run.plain_choices) | uint64_t(run.visible_releases) << 1 |
             uint64_t(run.hand_over) << 2 | uint64_t(run.detaches_threads) << 3 |
             uint64_t(run.sharing) << 8);
  out.map(run.lock_words.released);
  out.map(run.lock_words.looked_at);
  out.map(run.plan.small);
  out.map(run.plan.large);
  out.map(run.plan.functions);
  out.number(run.assumptions.size());
  for (const std::string& assumption : run.assumptions) out.text(assumption);
  out.text(run.version);
  out.number(run.places.functions.size());
  for (const PlannedFunction& function : run.places.functions) write(function, out);
  write(run.graph, out);
  std::string content = out.take();
  const XXH128_hash_t checksum = XXH3_128bits(content.data(), content.size());
  content.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  return content;
}

Store::Found parse_run(const std::string& content, const std::string& build) {
  const auto refuse = [](const char* problem) { return Store::Found{std::nullopt, problem}; };
  constexpr const char* kDamaged = "the stored run is damaged";
  XXH128_hash_t checksum;
  if (content.size() < kMagic.size() + sizeof checksum) return refuse(kDamaged);
  const std::string_view body(content.data(), content.size() - sizeof checksum);
  std::memcpy(&checksum, content.data() + body.size(), sizeof checksum);
  const XXH128_hash_t found = XXH3_128bits(body.data(), body.size());
  if (!XXH128_isEqual(checksum, found)) return refuse(kDamaged);
  if (!body.starts_with(kMagic)) return refuse("the stored run has another format");
  Reader in(body.substr(kMagic.size()));
  if (in.text() != build) return refuse("the stored run was made by another build of heddle");
  StoredRun run;
  run.settings = in.text();
  run.program = in.number();
  const uint64_t flags = in.number();
  run.plain_choices = flags & 1;
  run.visible_releases = flags >> 1 & 1;
  run.hand_over = flags >> 2 & 1;
  run.detaches_threads = flags >> 3 & 1;
  run.sharing = uint8_t(flags >> 8);
  in.map(run.lock_words.released);
  in.map(run.lock_words.looked_at);
  in.map(run.plan.small);
  in.map(run.plan.large);
  in.map(run.plan.functions);
  for (uint64_t rest = in.count(sizeof(uint64_t)); rest > 0; --rest)
    run.assumptions.push_back(in.text());
  run.version = in.text();
  run.places.functions.resize(in.count(sizeof(uint64_t)));
  for (PlannedFunction& function : run.places.functions) read(in, function);
  read(in, run.graph);
  if (!in.is_done()) return refuse(kDamaged);
  return {std::move(run), ""};
}

Store::Store(std::string folder, std::string build, uint64_t max_bytes)
    : folder_(std::move(folder)), build_(std::move(build)), max_bytes_(max_bytes) {}

std::string Store::reference_path(const std::string& name) const {
  return folder_ + "/" + kReferences + "/" + hex_hash(name);
}

bool Store::leads_to_a_run(const std::string& reference) const {
  const std::optional<Reference> found = Reference::parse(content_of(reference).value_or(""));
  std::error_code error;
  return found && fs::exists(run_path(found->key), error);
}

std::string Store::run_path(const std::string& key) const {
  return folder_ + "/" + key.substr(0, 2) + "/" + key.substr(2) + kSuffix;
}

Store::Found Store::last(const std::string& name) const {
  if (!is_on()) return {std::nullopt, "there is no store of verified runs"};
  const auto unreadable = [](const std::string& path, const char* else_why) {
    std::error_code error;
    const bool is_there = fs::exists(path, error);
    return Found{std::nullopt, is_there || error ? "the stored run cannot be read" : else_why};
  };
  const std::string reference = reference_path(name);
  const std::optional<std::string> text = content_of(reference);
  if (!text) return unreadable(reference, "there is no stored version");
  const std::optional<Reference> to = Reference::parse(*text);
  if (!to || to->owner != hex_hash(name))
    return {std::nullopt, "the reference to the stored run is damaged"};
  const std::string path = run_path(to->key);
  const std::optional<std::string> content = content_of(path);
  if (!content) return unreadable(path, "the stored version has made room for others");
  std::error_code ignored;  // what was used last goes last; no harm if we may not say so
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  Found found = parse_run(*content, build_);
  // Whole, but of something else: files were copied over each other.
  if (found.run && key_of(*found.run, build_) != to->key)
    return {std::nullopt, "the stored run is damaged"};
  return found;
}

std::string Store::keep(const std::string& name, const StoredRun& run) const {
  if (!is_on()) return "there is no folder for it";
  const std::string key = key_of(run, build_);
  const std::string content = serialise(run, build_);
  if (content.size() > max_bytes_)
    return fmt::format("it takes {} MiB, and the store has {} (--store-size)",
                       (content.size() >> 20) + 1, max_bytes_ >> 20);
  std::string problem = write(run_path(key), content);
  if (problem.empty()) problem = write(reference_path(name), key + hex_hash(name));
  // To look at all entries takes time, so small ones do it now and then.
  const bool is_large = content.size() >= max_bytes_ / 64;
  if (is_large || any_number() % 16 == 0) evict();
  return problem;
}

std::string Store::write(const std::string& path, const std::string& content) const {
  const std::string unfinished = fmt::format("{}.{}.{:016x}.tmp", path, getpid(), any_number());
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  {
    errno = 0;
    std::ofstream stream(unfinished, std::ios::binary);
    stream.write(content.data(), std::streamsize(content.size()));
    stream.flush();
    if (!stream && !error) error = {errno ? errno : EIO, std::generic_category()};
  }
  if (!error) fs::rename(unfinished, path, error);
  if (!error) return "";
  const std::string problem = fmt::format("cannot write {}: {}", path, error.message());
  fs::remove(unfinished, error);
  return problem;
}

void Store::evict() const {
  struct Entry {
    fs::path path;
    uint64_t bytes;
    fs::file_time_type used;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (fs::recursive_directory_iterator k(folder_, error), end; !error && k != end;
       k.increment(error)) {
    std::error_code gone;
    if (!k->is_regular_file(gone)) continue;
    Entry entry{k->path(), k->file_size(gone), k->last_write_time(gone)};
    if (gone) continue;
    const auto unused_for = now - entry.used;
    const bool is_unfinished = entry.path.extension() == ".tmp";  // a killed run left it behind
    const bool is_reference = !is_unfinished && entry.path.parent_path().filename() == kReferences;
    if ((is_unfinished && unused_for > kAbandonedAfter) ||
        (is_reference && unused_for > kForgottenAfter && !leads_to_a_run(entry.path)))
      fs::remove(entry.path, gone);
    else if (is_unfinished)
      total += entry.bytes;
    if (entry.path.extension() != kSuffix) continue;
    total += entry.bytes;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    if (total <= max_bytes_) break;
    std::error_code ignored;
    if (fs::remove(entry.path, ignored)) total -= entry.bytes;
  }
}

}  // namespace heddle

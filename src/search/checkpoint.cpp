// SPDX-License-Identifier: Apache-2.0
#include "search/checkpoint.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/bytes.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr std::string_view kMagic = "heddle checkpoint 3 " HEDDLE_VERSION "\n";

void put(ByteWriter& out, const Schedule& schedule) {
  out.put_all(schedule, [&](const ScheduleStep& step) {
    out.put(uint64_t(step.thread) << 32 | step.branch);
  });
}

Schedule get_schedule(ByteReader& in) {
  Schedule schedule;
  in.get_all([&] {
    const uint64_t step = in.get();
    schedule.push_back({ThreadNumber(step >> 32), uint32_t(step)});
  });
  return schedule;
}

void put(ByteWriter& out, const Fingerprint& fingerprint) {
  out.put(fingerprint.low);
  out.put(fingerprint.high);
}

Fingerprint get_fingerprint(ByteReader& in) {
  Fingerprint fingerprint;
  fingerprint.low = in.get();
  fingerprint.high = in.get();
  return fingerprint;
}

void put(ByteWriter& out, const std::set<std::string>& texts) {
  out.put_all(texts, [&](const std::string& text) { out.put(text); });
}

std::set<std::string> get_texts(ByteReader& in) {
  std::set<std::string> texts;
  in.get_all([&] { texts.insert(in.get_text()); });
  return texts;
}

void put(ByteWriter& out, const WordSet& words) {
  out.put_all(words, [&](const auto& some) {
    out.put(some.first);
    out.put(some.second);
  });
}

WordSet get_words(ByteReader& in) {
  WordSet words;
  in.get_all([&] {
    const uint64_t where = in.get();
    words[where] = in.get();
  });
  return words;
}

void put(ByteWriter& out, const WorkItem& item) {
  put(out, item.path);
  put(out, item.end);
  out.put_all(item.choices, [&](const OpenChoice& choice) {
    for (const uint64_t value :
         {uint64_t(choice.path_length), choice.all, choice.threads, choice.first, choice.put_off,
          uint64_t(choice.last), uint64_t(choice.current), uint64_t(choice.spent),
          uint64_t(choice.branch), uint64_t(choice.came_round)})
      out.put(value);
  });
}

WorkItem get_work(ByteReader& in) {
  WorkItem item;
  item.path = get_schedule(in);
  item.end = get_fingerprint(in);
  in.get_all([&] {
    OpenChoice choice;
    choice.path_length = in.get();
    choice.all = in.get();
    choice.threads = in.get();
    choice.first = in.get();
    choice.put_off = in.get();
    choice.last = ThreadNumber(in.get());
    choice.current = ThreadNumber(in.get());
    choice.spent = uint32_t(in.get());
    choice.branch = uint32_t(in.get());
    choice.came_round = in.get() != 0;
    item.choices.push_back(choice);
  });
  return item;
}

void put(ByteWriter& out, const CallStack& stack) {
  out.put_all(stack, [&](Point point) { out.put(uint64_t(point)); });
}

CallStack get_stack(ByteReader& in) {
  CallStack stack;
  in.get_all([&] { stack.push_back(Point(in.get())); });
  return stack;
}

// Words for people come from the replay, as for saved traces.
void put(ByteWriter& out, const FoundError& error) {
  out.put(uint64_t(error.violation.kind));
  put(out, error.violation.stack);
  out.put_all(error.violation.notes, [&](const ViolationNote& note) { put(out, note.stack); });
  put(out, error.schedule);
}

FoundError get_error(ByteReader& in) {
  FoundError error;
  error.violation.kind = ErrorKind(in.get());
  error.violation.stack = get_stack(in);
  in.get_all([&] { error.violation.notes.push_back({.stack = get_stack(in)}); });
  error.schedule = get_schedule(in);
  return error;
}

// The figures that add up, see add_work.
void put(ByteWriter& out, const Statistics& statistics) {
  for (const uint64_t value :
       {statistics.matched, statistics.transitions, statistics.choices, statistics.executions,
        statistics.instructions, statistics.max_depth})
    out.put(value);
  for (const uint64_t value : statistics.avoided_choices.by) out.put(value);
  out.put(uint64_t(statistics.search_seconds * 1e6));
}

Statistics get_statistics(ByteReader& in) {
  Statistics statistics;
  for (uint64_t* value : {&statistics.matched, &statistics.transitions, &statistics.choices,
                          &statistics.executions, &statistics.instructions, &statistics.max_depth})
    *value = in.get();
  for (uint64_t& value : statistics.avoided_choices.by) value = in.get();
  statistics.search_seconds = double(in.get()) / 1e6;
  return statistics;
}

void put(ByteWriter& out, const SearchOutcome& outcome) {
  out.put_all(outcome.errors, [&](const FoundError& error) { put(out, error); });
  out.put(outcome.left_out);
  for (const bool flag : {outcome.surprised, outcome.needs_plain_choices, outcome.depth_reached,
                          outcome.bound_reached})
    out.put(uint64_t(flag));
  put(out, outcome.ignored_errors);
  out.put_all(outcome.final_states, [&](const Fingerprint& state) { put(out, state); });
  put(out, outcome.first_execution);
  put(out, outcome.statistics);
}

SearchOutcome get_outcome(ByteReader& in) {
  SearchOutcome outcome;
  in.get_all([&] { outcome.errors.push_back(get_error(in)); });
  outcome.left_out = in.get_text();
  for (bool* flag : {&outcome.surprised, &outcome.needs_plain_choices, &outcome.depth_reached,
                     &outcome.bound_reached})
    *flag = in.get() != 0;
  outcome.ignored_errors = get_texts(in);
  in.get_all([&] { outcome.final_states.insert(get_fingerprint(in)); });
  outcome.first_execution = get_schedule(in);
  outcome.statistics = get_statistics(in);
  return outcome;
}

std::string encode(const Checkpoint& checkpoint) {
  ByteWriter out;
  out.put(checkpoint.identity.program);
  out.put(checkpoint.identity.settings);
  const LearntSettings& learnt = checkpoint.learnt;
  for (const uint64_t value :
       {uint64_t(learnt.plain_choices), uint64_t(learnt.visible_releases),
        uint64_t(learnt.hand_over), uint64_t(learnt.sharing), uint64_t(learnt.gave_up_filter)})
    out.put(value);
  out.put_all(checkpoint.work, [&](const WorkItem& item) { put(out, item); });
  put(out, checkpoint.notes.assumptions);
  put(out, checkpoint.notes.incompleteness);
  for (const bool flag : {checkpoint.notes.observed_held_locks, checkpoint.notes.hand_over_failed,
                          checkpoint.notes.met_private_object})
    out.put(uint64_t(flag));
  put(out, checkpoint.notes.lock_words.released);
  put(out, checkpoint.notes.lock_words.looked_at);
  out.put(uint64_t(checkpoint.rounds.done));
  put(out, checkpoint.rounds.before);
  put(out, checkpoint.so_far);
  out.put(checkpoint.log);
  out.put(checkpoint.log_end.entries);
  out.put(checkpoint.log_end.checksum);
  return out.bytes();
}

Checkpoint decode(std::string_view bytes) {
  ByteReader in(bytes);
  Checkpoint checkpoint;
  checkpoint.identity.program = in.get();
  checkpoint.identity.settings = in.get_text();
  LearntSettings& learnt = checkpoint.learnt;
  learnt.plain_choices = in.get() != 0;
  learnt.visible_releases = in.get() != 0;
  learnt.hand_over = in.get() != 0;
  learnt.sharing = SharingPolicy(in.get());
  learnt.gave_up_filter = in.get() != 0;
  in.get_all([&] { checkpoint.work.push_back(get_work(in)); });
  checkpoint.notes.assumptions = get_texts(in);
  checkpoint.notes.incompleteness = get_texts(in);
  for (bool* flag : {&checkpoint.notes.observed_held_locks, &checkpoint.notes.hand_over_failed,
                     &checkpoint.notes.met_private_object})
    *flag = in.get() != 0;
  checkpoint.notes.lock_words.released = get_words(in);
  checkpoint.notes.lock_words.looked_at = get_words(in);
  checkpoint.rounds.done = uint32_t(in.get());
  checkpoint.rounds.before = get_outcome(in);
  checkpoint.so_far = get_outcome(in);
  checkpoint.log = in.get_text();
  checkpoint.log_end.entries = in.get();
  checkpoint.log_end.checksum = in.get();
  return checkpoint;
}

// Named by what is in it: an incomplete or changed file does not have that checksum.
std::string whole(const std::string& content) {
  ByteWriter head;
  head.put(hash_text(content));
  return std::string(kMagic) + head.bytes() + content;
}

void sync_file(const std::string& file, int flags) {
  const int descriptor = open(file.c_str(), flags | O_CLOEXEC);
  const bool synced = descriptor >= 0 && fsync(descriptor) == 0;
  if (descriptor >= 0) close(descriptor);
  if (!synced) throw UsageError("cannot write " + file);
}

std::string folder_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace

std::string log_beside(const std::string& file, const std::string& log) {
  return (std::filesystem::path(file).parent_path() / log).string();
}

void write_checkpoint(const std::string& file, const Checkpoint& checkpoint) {
  const std::string temporary = file + ".tmp";
  {
    std::ofstream stream(temporary, std::ios::binary);
    stream << whole(encode(checkpoint));
    stream.flush();
    if (!stream) throw UsageError("cannot write " + temporary);
  }
  sync_file(temporary, O_WRONLY);
  if (std::rename(temporary.c_str(), file.c_str()) != 0) throw UsageError("cannot write " + file);
  sync_file(folder_of(file), O_RDONLY | O_DIRECTORY);
}

Checkpoint read_checkpoint(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file + ": no such file");
  std::ostringstream buffer;
  buffer << stream.rdbuf();
  const std::string bytes = buffer.str();
  if (!bytes.starts_with("heddle checkpoint "))
    throw InputError(file + " is not a checkpoint of heddle");
  if (!bytes.starts_with(kMagic))
    throw InputError(file + " was written by another version of heddle");
  try {
    ByteReader head(std::string_view(bytes).substr(kMagic.size()));
    const uint64_t checksum = head.get();
    const std::string_view content =
        std::string_view(bytes).substr(kMagic.size() + sizeof(checksum));
    if (hash_text(content) != checksum) throw InputError("its checksum is wrong");
    return decode(content);
  } catch (const std::exception& problem) {
    throw InputError(file + " is damaged: " + problem.what());
  }
}

}  // namespace heddle

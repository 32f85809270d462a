// Sample results for the writers' tests.
// SPDX-License-Identifier: Apache-2.0
#include "report/samples.h"

#include <utility>

namespace heddle::samples {
namespace {

Place at(std::string file, uint32_t line, std::string function, std::string text) {
  return {std::move(file), line, 3, std::move(function), std::move(text)};
}

TraceEvent event(EventKind kind, Place place, std::string object, std::string value = "",
                 std::string old_value = "") {
  TraceEvent result;
  result.kind = kind;
  result.place = std::move(place);
  result.object = std::move(object);
  result.value = std::move(value);
  result.old_value = std::move(old_value);
  return result;
}

TraceEvent with_note(TraceEvent event, std::string note) {
  event.note = std::move(note);
  return event;
}

TraceEvent local(TraceEvent event) {
  event.local = true;
  return event;
}

// Adds steps and keeps the flags that follow from their order.
class TraceBuilder {
 public:
  TraceBuilder& run(ThreadNumber thread, std::string name) {
    thread_ = thread;
    name_ = std::move(name);
    return *this;
  }

  TraceBuilder& preempting() {
    preempting_ = true;
    return *this;
  }

  TraceBuilder& step(std::vector<TraceEvent> events, std::vector<std::string> held = {}) {
    TraceStep step;
    step.thread = thread_;
    step.thread_name = name_;
    step.context_switch = !trace_.steps.empty() && trace_.steps.back().thread != thread_;
    step.preemption = step.context_switch && preempting_;
    step.events = std::move(events);
    step.held_locks = std::move(held);
    trace_.context_switches += step.context_switch;
    trace_.steps.push_back(std::move(step));
    preempting_ = false;
    return *this;
  }

  Trace finish() { return std::move(trace_); }

 private:
  Trace trace_;
  ThreadNumber thread_ = 0;
  std::string name_ = "main";
  bool preempting_ = false;
};

CheckResult found(ErrorReport error) {
  CheckResult result;
  result.verdict = Verdict::Error;
  result.errors.push_back(std::move(error));
  result.statistics.states = 1234;
  result.statistics.matched = 321;
  result.statistics.transitions = 5678;
  result.statistics.choices = 345;
  result.statistics.avoided_choices.by = {20, 0, 0, 5};
  result.statistics.executions = 12;
  result.statistics.instructions = 98765;
  result.statistics.max_depth = 41;
  result.statistics.visited_bytes = 1234 * 16;
  result.statistics.peak_bytes = 12'582'912;
  result.statistics.search_seconds = 0.02;
  result.statistics.seconds = 0.43;
  result.assumptions = {"sequentially consistent memory", "no spurious wake-ups",
                        "malloc never fails",
                        "models of pthread_create, pthread_join, pthread_mutex_lock, "
                        "pthread_mutex_unlock, printf, malloc and free"};
  return result;
}

Place bank(uint32_t line) {
  const char* file = "src/bank.c";
  switch (line) {
    case 8: return at(file, 8, "deposit", "log_count++;");
    case 9: return at(file, 9, "deposit", "balance = balance + amount;");
    case 14: return at(file, 14, "teller", "for (int i = 0; i < 2; i++) deposit(*amount);");
    case 21: return at(file, 21, "main", "pthread_create(&tellers[0], NULL, teller, &fifty);");
    case 22: return at(file, 22, "main", "pthread_create(&tellers[1], NULL, teller, &twenty);");
    case 23: return at(file, 23, "main", "pthread_join(tellers[0], NULL);");
    case 24: return at(file, 24, "main", "pthread_join(tellers[1], NULL);");
    case 25: return at(file, 25, "main", "printf(\"balance %d\\n\", balance);");
    default: return at(file, 26, "main", "assert(balance == 240);");
  }
}

void deposit(TraceBuilder& builder, int log, int before, int after) {
  builder.step({event(EventKind::Update, bank(8), "log_count", std::to_string(log + 1),
                      std::to_string(log))});
  builder.step({event(EventKind::Read, bank(9), "balance", std::to_string(before))});
  builder.step(
      {event(EventKind::Write, bank(9), "balance", std::to_string(after), std::to_string(before))});
}

void start_tellers(TraceBuilder& builder) {
  builder.step({event(EventKind::Write, at("src/bank.c", 19, "main", "balance = 100;"), "balance",
                      "100", "0")});
  builder.step({event(EventKind::ThreadStart, bank(21), "teller#1")});
  builder.step({event(EventKind::ThreadStart, bank(22), "teller#2")});
  builder.step({with_note(event(EventKind::Blocked, bank(23), "teller#1"), "which has not ended")});
}

Trace lost_update_trace() {
  TraceBuilder builder;
  start_tellers(builder);
  builder.run(1, "teller#1");
  builder.step({event(EventKind::Read, bank(14), "fifty", "50")});
  deposit(builder, 0, 100, 150);
  builder.step({event(EventKind::Read, bank(14), "fifty", "50")});
  builder.step({event(EventKind::Update, bank(8), "log_count", "2", "1")});
  builder.step({event(EventKind::Read, bank(9), "balance", "150")});
  builder.run(2, "teller#2").preempting();
  builder.step({event(EventKind::Read, bank(14), "twenty", "20")});
  deposit(builder, 2, 150, 170);
  builder.step({event(EventKind::Read, bank(14), "twenty", "20")});
  deposit(builder, 3, 170, 190);
  builder.step({event(EventKind::ThreadEnd, at("src/bank.c", 16, "teller", "}"), "")});
  builder.run(1, "teller#1");
  builder.step({event(EventKind::Write, bank(9), "balance", "200", "190")});
  builder.step({event(EventKind::ThreadEnd, at("src/bank.c", 16, "teller", "}"), "")});
  builder.run(0, "main");
  builder.step({event(EventKind::Join, bank(23), "teller#1")});
  builder.step({event(EventKind::Join, bank(24), "teller#2")});
  builder.step({event(EventKind::Read, bank(25), "balance", "200"),
                event(EventKind::Output, bank(25), "", "balance 200\n")});
  builder.step({event(EventKind::Read, bank(26), "balance", "200")});
  return builder.finish();
}

Place dining(uint32_t line) {
  const char* file = "dining.c";
  switch (line) {
    case 12: return at(file, 12, "eat", "pthread_mutex_lock(&fork[left]);");
    case 13: return at(file, 13, "eat", "pthread_mutex_lock(&fork[right]);");
    case 22: return at(file, 22, "philosopher", "eat(seat, (seat + 1) % SEATS);");
    case 30:
      return at(file, 30, "main",
                "pthread_create(&philosophers[seat], NULL, philosopher, (void *)(intptr_t)seat);");
    default: return at(file, 32, "main", "pthread_join(philosophers[seat], NULL);");
  }
}

std::string philosopher(int seat) { return "philosopher#" + std::to_string(seat + 1); }
std::string fork_at(int seat) { return "fork[" + std::to_string(seat % 3) + "]"; }

std::vector<StackLine> dining_stack() {
  return {{at("runtime/mutex.c", 40, "pthread_mutex_lock", "heddle_block(mutex);"), true},
          {dining(13), false},
          {dining(22), false},
          {at("runtime/thread.c", 71, "heddle_thread_start", "start(argument);"), true}};
}

}  // namespace

CheckResult lost_update() {
  ErrorReport error;
  error.kind = ErrorKind::Assertion;
  error.message = "assertion `balance == 240` failed";
  error.location = bank(26);
  error.thread_name = "main";
  error.stack = {{bank(26), false}};
  error.trace = lost_update_trace();
  error.output = "balance 200\n";
  return found(std::move(error));
}

CheckResult data_race() {
  TraceBuilder builder;
  start_tellers(builder);
  builder.run(1, "teller#1");
  builder.step({event(EventKind::Read, bank(14), "fifty", "50")});
  builder.step({event(EventKind::Update, bank(8), "log_count", "1", "0")});
  builder.step({event(EventKind::Read, bank(9), "balance", "100")});
  builder.run(2, "teller#2").preempting();
  builder.step({event(EventKind::Read, bank(14), "twenty", "20")});
  builder.step({event(EventKind::Update, bank(8), "log_count", "2", "1")});
  ErrorReport error;
  error.kind = ErrorKind::DataRace;
  error.message = "teller#1 writes balance while teller#2 reads it";
  error.location = bank(9);
  error.thread = 1;
  error.thread_name = "teller#1";
  error.stack = {{bank(9), false}, {bank(14), false}};
  error.notes = {{"reads balance", "teller#2", {{bank(9), false}, {bank(14), false}}}};
  error.trace = builder.finish();
  return found(std::move(error));
}

CheckResult deadlock() {
  TraceBuilder builder;
  for (int seat = 0; seat < 3; ++seat)
    builder.step({event(EventKind::ThreadStart, dining(30), philosopher(seat))});
  builder.step(
      {with_note(event(EventKind::Blocked, dining(32), philosopher(0)), "which has not ended")});
  for (int seat = 0; seat < 3; ++seat) {
    builder.run(ThreadNumber(seat + 1), philosopher(seat));
    if (seat > 0) builder.preempting();
    builder.step({event(EventKind::Acquire, dining(12), fork_at(seat))}, {fork_at(seat)});
  }
  for (int seat = 2; seat >= 0; --seat) {
    builder.run(ThreadNumber(seat + 1), philosopher(seat));
    const std::string holder = "held by " + philosopher((seat + 1) % 3);
    builder.step({with_note(event(EventKind::Blocked, dining(13), fork_at(seat + 1)), holder)},
                 {fork_at(seat)});
  }
  ErrorReport error;
  error.kind = ErrorKind::Deadlock;
  error.message = "4 threads wait for each other";
  error.location = dining(13);
  error.thread = 1;
  error.thread_name = philosopher(0);
  error.stack = dining_stack();
  for (int seat = 0; seat < 3; ++seat)
    error.notes.push_back({"holds " + fork_at(seat) + ", waits for " + fork_at(seat + 1) +
                               ", held by " + philosopher((seat + 1) % 3),
                           philosopher(seat), dining_stack()});
  error.notes.push_back({"waits for philosopher#1 to end", "main", {{dining(32), false}}});
  error.trace = builder.finish();
  return found(std::move(error));
}

CheckResult use_after_free() {
  const Place allocation =
      at("project/list/list.c", 18, "list_push", "struct node *node = malloc(sizeof *node);");
  const Place release = at("project/list/list.c", 41, "list_clear", "free(node);");
  const Place use = at("project/list/list.c", 30, "list_sum", "sum += node->value;");
  const Place walk =
      at("project/list/list.c", 29, "list_sum", "for (node = list->head; node; node = node->next)");
  const Place push = at("project/main.c", 9, "main", "list_push(&list, 7);");
  const Place reader = at("project/main.c", 22, "reader", "printf(\"%d\\n\", list_sum(&list));");
  const Place cleaner = at("project/main.c", 27, "cleaner", "list_clear(&list);");
  TraceBuilder builder;
  builder.step({event(EventKind::Allocate, allocation, "node#1", "16 bytes"),
                local(event(EventKind::Write,
                            at("project/list/list.c", 19, "list_push", "node->value = value;"),
                            "node#1.value", "7")),
                local(event(EventKind::Write,
                            at("project/list/list.c", 20, "list_push", "node->next = list->head;"),
                            "node#1.next", "NULL"))});
  builder.step(
      {event(EventKind::Write, at("project/list/list.c", 21, "list_push", "list->head = node;"),
             "list.head", "&node#1", "NULL")});
  builder.step({event(EventKind::ThreadStart,
                      at("project/main.c", 11, "main", "pthread_create(&a, NULL, reader, NULL);"),
                      "reader")});
  builder.step({event(EventKind::ThreadStart,
                      at("project/main.c", 12, "main", "pthread_create(&b, NULL, cleaner, NULL);"),
                      "cleaner")});
  builder.run(1, "reader").preempting();
  builder.step({event(EventKind::Read, walk, "list.head", "&node#1")});
  builder.run(2, "cleaner").preempting();
  builder.step(
      {event(EventKind::Acquire,
             at("project/list/list.c", 37, "list_clear", "pthread_mutex_lock(&list->lock);"),
             "list.lock")},
      {"list.lock"});
  builder.step(
      {event(EventKind::Read,
             at("project/list/list.c", 38, "list_clear", "struct node *node = list->head;"),
             "list.head", "&node#1")},
      {"list.lock"});
  builder.step({event(EventKind::Read,
                      at("project/list/list.c", 40, "list_clear", "list->head = node->next;"),
                      "node#1.next", "NULL"),
                event(EventKind::Write,
                      at("project/list/list.c", 40, "list_clear", "list->head = node->next;"),
                      "list.head", "NULL", "&node#1")},
               {"list.lock"});
  builder.step({event(EventKind::Free, release, "node#1")}, {"list.lock"});
  builder.run(1, "reader").preempting();
  builder.step({});
  ErrorReport error;
  error.kind = ErrorKind::UseAfterFree;
  error.message = "reader reads node#1.value, which has been freed";
  error.location = use;
  error.thread = 1;
  error.thread_name = "reader";
  error.stack = {{use, false}, {reader, false}};
  error.notes = {
      {"allocated here: 16 bytes",
       "main",
       {{at("runtime/malloc.c", 12, "malloc", ""), true}, {allocation, false}, {push, false}}},
      {"freed here",
       "cleaner",
       {{at("runtime/malloc.c", 60, "free", ""), true}, {release, false}, {cleaner, false}}}};
  error.trace = builder.finish();
  return found(std::move(error));
}

CheckResult verified() {
  CheckResult result = found({});
  result.verdict = Verdict::Verified;
  result.errors.clear();
  return result;
}

CheckResult incomplete() {
  CheckResult result = verified();
  result.verdict = Verdict::Incomplete;
  result.reason = "the limit of 1,000,000 states was reached (--max-states)";
  return result;
}

CheckResult long_trace(size_t rounds) {
  const Place place = at("count.c", 5, "count", "counter++;");
  TraceBuilder builder;
  for (size_t round = 0; round < 2 * rounds; ++round) {
    builder.run(ThreadNumber(round % 2), round % 2 == 0 ? "main" : "count#1").preempting();
    builder.step({event(EventKind::Read, place, "counter", std::to_string(round)),
                  event(EventKind::Write, place, "counter", std::to_string(round + 1),
                        std::to_string(round))});
  }
  ErrorReport error;
  error.message = "assertion `counter < 4` failed";
  error.location = at("count.c", 6, "count", "assert(counter < 4);");
  error.thread_name = "main";
  error.trace = builder.finish();
  return found(std::move(error));
}

CheckResult local_stretch(size_t accesses) {
  TraceBuilder builder;
  std::vector<TraceEvent> events;
  for (size_t i = 0; i < accesses; ++i)
    events.push_back(
        local(event(EventKind::Write, at("fill.c", uint32_t(3 + i % 2), "fill", "cell[i] = 0;"),
                    "cell[" + std::to_string(i) + "]", "0")));
  events.push_back(event(EventKind::Read, at("fill.c", 6, "fill", "return limit;"), "limit", "9"));
  builder.step(std::move(events));
  ErrorReport error;
  error.message = "assertion `0` failed";
  error.location = at("fill.c", 7, "fill", "assert(0);");
  error.thread_name = "main";
  error.trace = builder.finish();
  return found(std::move(error));
}

}  // namespace heddle::samples

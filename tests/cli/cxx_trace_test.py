"""What a C++ programmer reads: names, lines and words in traces and errors.

SPDX-License-Identifier: Apache-2.0
"""
import unittest

from harness import ERROR, HeddleTestCase

DEADLOCK = """
#include <mutex>
#include <thread>
namespace bank {
class Account {
 public:
  void transfer(Account& to, int amount) {
    std::lock_guard<std::mutex> mine(mutex_);
    std::lock_guard<std::mutex> theirs(to.mutex_);
    balance_ -= amount;
    to.balance_ += amount;
  }

 private:
  std::mutex mutex_;
  int balance_ = 100;
};
}  // namespace bank
int main() {
  bank::Account a, b;
  std::thread first([&] { a.transfer(b, 10); });
  std::thread second(&bank::Account::transfer, &b, std::ref(a), 5);
  first.join();
  second.join();
}
"""
VECTOR_RACE = """
#include <thread>
#include <vector>
struct Log {
  std::vector<int> lines;
  void add(int line) { lines.push_back(line); }
};
int main() {
  Log log;
  std::thread thread(&Log::add, &log, 1);
  log.add(2);
  thread.join();
}
"""
MAP_RACE = """
#include <map>
#include <string>
#include <thread>
std::map<std::string, int> cache;
int main() {
  std::thread thread([] { cache["a"] = 1; });
  cache.find("b");
  thread.join();
}
"""
SHARED_COUNT = """
#include <memory>
#include <cassert>
#include <thread>
struct Config { int level; };
int main() {
  auto config = std::make_shared<Config>(Config{1});
  std::thread thread([config] { std::shared_ptr<Config> mine = config; });
  assert(config.use_count() != 3);
  thread.join();
}
"""
LOST_WAKEUP = """
#include <condition_variable>
#include <mutex>
#include <thread>
struct Box {
  std::mutex mutex;
  std::condition_variable filled;
};
void consume(Box& box) {
  std::unique_lock<std::mutex> lock(box.mutex);
  box.filled.wait(lock);
}
int main() {
  Box box;
  std::thread thread(consume, std::ref(box));
  box.filled.notify_one();
  thread.join();
}
"""
SEMAPHORE = """
#include <latch>
#include <semaphore>
#include <thread>
struct Stage {
  std::latch ready{1};
  std::counting_semaphore<4> slots{0};
};
void produce(Stage& stage) {
  stage.ready.count_down();
  stage.slots.acquire();
}
int main() {
  Stage stage;
  std::jthread thread(produce, std::ref(stage));
  stage.ready.wait();
}
"""
USE_AFTER_DELETE = """
#include <atomic>
#include <thread>
struct Task {
  int id = 7;
  int result = 0;
  void run() { result = id; }
};
std::atomic<Task*> slot;
int main() {
  slot = new Task;
  std::thread thread([] { slot.load()->run(); });
  delete slot.load();
  thread.join();
}
"""
ASYNC_RACE = """
#include <future>
int total = 0;
int compute(int n) { return total += n; }
int main() {
  auto a = std::async(std::launch::async, compute, 1);
  auto b = std::async(std::launch::async, [] { return compute(2); });
  return a.get() + b.get() == 0;
}
"""
LOST_UPDATE = """
#include <atomic>
#include <cassert>
#include <thread>
template <typename T>
struct Counter {
  std::atomic<T> value{0};
  void increment() { value.store(value.load() + 1); }
};
int main() {
  Counter<int> counter;
  std::thread thread(&Counter<int>::increment, &counter);
  counter.increment();
  thread.join();
  assert(counter.value == 2);
}
"""
JOINABLE = "#include <thread>\nvoid work() {}\nint main() {\n  std::thread worker(work);\n}\n"
FUTURE_ERROR = "#include <future>\nint main() {\n  std::promise<int> p;\n  p.set_value(1);\n  p.set_value(2);\n}\n"
EXCEPTION = """
#include <stdexcept>
template <typename T>
struct ParseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void parse() { throw ParseError<int>("empty input"); }
int main() { parse(); }
"""
PURE_VIRTUAL = """
struct Shape {
  Shape() { init(3); }
  virtual ~Shape() = default;
  void init(int n) {
    area(n);
  }
  virtual double area(int n) = 0;
};
struct Square : Shape {
  double area(int n) override { return n; }
};
int main() { Square square; }
"""
TERMINATE_HANDLER = """
#include <exception>
void fail() noexcept {
  throw 1;
}
int main() {
  std::set_terminate([] {});
  fail();
}
"""


class CxxTraceTest(HeddleTestCase):
    def check(self, program, *options):
        self.write("program.cpp", program)
        return self.assert_exit(ERROR, "check", *options, "program.cpp", "--", "-std=c++20").stdout

    def assert_says(self, text, *lines):
        """All of the lines, wherever they were broken to fit into their column."""
        squeezed = " ".join(text.replace("│", " ").split())
        for line in lines:
            self.assertIn(line, squeezed)

    def assert_no_library_words(self, text):
        """Neither mangled names nor libstdc++'s own, nor the functions that threads begin in."""
        for word in ("_Z", "_M_", "__gnu_cxx", "std::allocator", "__cxx11", "run_thread", "block("):
            self.assertNotIn(word, text)

    def test_deadlock_is_told_at_the_lock_guards(self):
        text = self.check(DEADLOCK)
        self.assert_says(text, "program.cpp:9, in bank::Account::transfer",
                         "waits for b.mutex_, held by bank::Account::transfer#2 since program.cpp:8",
                         "waits for a.mutex_, held by lambda at program.cpp:21#1 since program.cpp:8",
                         "... std::lock_guard<std::mutex>::lock_guard (library)",
                         "takes a.mutex_ (lock_guard)", "lambda in main")
        self.assert_no_library_words(text)

    def test_race_on_a_vector(self):
        text = self.check(VECTOR_RACE)
        self.assert_says(text, "data race on log.lines: main writes log.lines (in push_back) while Log::add#1 reads "
                         "log.lines (in push_back)", "program.cpp:6, in Log::add", "starts Log::add#1",
                         "... std::vector<int>::push_back (library)")
        self.assert_no_library_words(text)

    def test_race_on_a_map(self):
        text = self.check(MAP_RACE)
        self.assert_says(text, "data race on cache: main reads cache (in find) while lambda at program.cpp:7#1 writes "
                         "cache (in operator[])", "... std::map<std::string, int>::")
        self.assert_no_library_words(text)

    def test_shared_ptr_counts(self):
        text = self.check(SHARED_COUNT)
        self.assert_says(text, "use count of mine: 2 -> 3 (atomic shared_ptr)", "reads use count of config = 3", "allocates Config 0.1")
        self.assert_no_library_words(text)

    def test_lost_wakeup(self):
        text = self.check(LOST_WAKEUP)
        self.assert_says(text, "consume#1 (thread 1): waits for a signal on box.filled", "signals box.filled",
                         "takes box.mutex (unique_lock)", "waits on box.filled")
        self.assert_no_library_words(text)

    def test_latch_and_semaphore(self):
        text = self.check(SEMAPHORE)
        self.assert_says(text, "waits for the semaphore stage.slots", "waits for the latch stage.ready",
                         "stage.ready: 1 -> 0 (atomic count_down)")
        self.assert_no_library_words(text)

    def test_use_after_delete_names_the_object(self):
        text = self.check(USE_AFTER_DELETE)
        self.assert_says(text, "of freed memory (Task.id)", "allocated the Task (8 bytes) here", "frees Task 0.1",
                         "slot: NULL -> Task 0.1 (atomic operator=)")
        self.assert_no_library_words(text)

    def test_async_threads_are_called_after_their_functions(self):
        text = self.check(ASYNC_RACE)
        self.assert_says(text, "data race on total", "starts compute#1", "lambda at program.cpp:7#2",
                         "waits for the result of compute#1")
        self.assert_no_library_words(text)

    def test_atomics_show_their_values(self):
        text = self.check(LOST_UPDATE)
        self.assert_says(text, "reads counter.value = 0 (atomic load)", "counter.value: 0 -> 1 (atomic store)",
                         "Counter<int>::increment#1")
        self.assert_no_library_words(text)

    def test_joinable_thread_destroyed(self):
        text = self.check(JOINABLE)
        self.assert_says(text, "error[abort]: the std::thread worker was destroyed while joinable", "program.cpp:5")

    def test_future_error_by_its_code(self):
        self.assert_says(self.check(FUTURE_ERROR), "std::future_error: Promise already satisfied "
                         "(promise_already_satisfied)", "program.cpp:5, in main")

    def test_exception_of_a_template_type(self):
        self.assert_says(self.check(EXCEPTION), "uncaught exception of type ParseError<int>: empty input",
                         "program.cpp:7, in parse")

    def test_pure_virtual_call_with_arguments(self):
        self.assert_says(self.check(PURE_VIRTUAL), "error[abort]: call of a pure virtual function",
                         "program.cpp:6, in Shape::init")

    def test_terminate_handler_that_returns(self):
        self.assert_says(self.check(TERMINATE_HANDLER), "error[abort]: the handler of std::terminate returned",
                         "--> program.cpp:", "in fail")

    def test_show_library_shows_what_is_folded(self):
        text = self.check(VECTOR_RACE, "--show-library")
        self.assert_says(text, "_M_realloc_insert", "bits/stl_vector.h")

    def test_json_keeps_the_details_apart(self):
        self.write("program.cpp", VECTOR_RACE)
        result = self.check_json(ERROR, "program.cpp", "--", "-std=c++20")
        events = [event for step in result["errors"][0]["trace"] for event in step["events"]]
        summaries = [event for event in events if event["summary"] and not event["library"]]
        self.assertIn(("write", "push_back", "log.lines"),
                      [(event["kind"], event["operation"], event["object"]) for event in summaries])
        self.assertTrue(any(event["library"] for event in events))

    def test_ledger_names_models_and_not_headers(self):
        self.write("program.cpp", DEADLOCK)
        result = self.check_json(ERROR, "program.cpp", "--", "-std=c++20")
        models = next(text for text in result["assumptions"] if text.startswith("modelled functions: "))
        self.assert_says(models, "pthread_mutex_lock", "std::thread")
        self.assertNotIn("_Z", models)
        self.assertNotIn("lock_guard", models)


if __name__ == "__main__":
    unittest.main()

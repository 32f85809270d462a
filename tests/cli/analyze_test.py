"""heddle analyze: what it says about small programs, as JSON and as text.

SPDX-License-Identifier: Apache-2.0
"""
import json
import re
import unittest

from harness import BAD_INPUT, EXAMPLES, ROOT, USAGE, VERIFIED, HeddleTestCase

MANUAL = ROOT / "docs/manual/analyze.md"
EMPLOYEES = ROOT / "tests/programs/papers/employees_ok.cpp"

# One counter under a mutex, one without; a constant of the start; an atomic; results read after the join.
COUNTERS = """\
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct job { int id; int done; };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int guarded, open, limit;
static atomic_int hits;
static struct job *job;
static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  guarded++;
  pthread_mutex_unlock(&mutex);
  if (open < limit) open++;
  atomic_fetch_add(&hits, 1);
  job->done = job->id;
  return unused;
}
int main(void) {
  pthread_t threads[2];
  limit = 2;
  job = malloc(sizeof *job);
  job->id = 7;
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return guarded != 2;
}
"""

TEXT = """\
── threads ───
  main
      runs main
  worker (several), started at counters.c:23 in main
      runs worker

── shared locations: how, where, in which function and thread ───
  guarded: always under mutex
    update        counters.c:11  worker in worker
    and at 1 place while no other thread runs
  hits: atomic
    atomic update counters.c:14  worker in worker
  job: immutable
    read          counters.c:15  worker in worker
    and at 2 places while no other thread runs
  job.done: no common lock
    write         counters.c:15  worker in worker, no lock
  job.id: immutable
    read          counters.c:15  worker in worker
    and at 1 place while no other thread runs
  limit: immutable
    read          counters.c:13  worker in worker
    and at 1 place while no other thread runs
  open: no common lock
    update        counters.c:13  worker in worker, no lock

── immutable: written only before others can reach them ───
  job, job.id and limit

── where threads meet ───
  counters.c:10  lock mutex
  counters.c:11  shared update guarded
  counters.c:12  unlock mutex
  counters.c:13  shared update open
  counters.c:14  atomic update hits
  counters.c:15  shared write job.done
  counters.c:23  create
  counters.c:24  join

── without a common lock: these may race, or be false alarms; heddle check tells ───
  job.done
    write at counters.c:15 in worker (worker, no lock)
    and the same in another thread
  open
    update at counters.c:13 in worker (worker, no lock)
    and the same in another thread
"""

# Strings in objects with virtual functions, trees, a row of pairs of a pointer and a number, iterators at the end.
SHOP = """\
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Listener {
  virtual ~Listener() = default;
  virtual void sold(long amount) = 0;
};
struct Display : Listener {
  void sold(long amount) override { text = "sold " + std::to_string(amount); }
  std::string text;
};
struct Entry {
  const std::string* name;
  long amount;
};
struct Shop {
  std::mutex mutex;
  std::map<long, std::string> names;
  std::map<long, long> stock;
  std::vector<Entry> sales;
  std::vector<Listener*> listeners;

  void sell(long item) {
    const std::lock_guard lock(mutex);
    const auto name = names.find(item);
    if (name == names.end()) return;
    sales.push_back({&name->second, 1});
    stock[item] -= sales.back().amount;
    long total = 0;
    for (const Entry& sale : sales) total += sale.amount;
    for (Listener* listener : listeners) listener->sold(total);
  }
};

int main() {
  Shop shop;
  auto display = std::make_unique<Display>();
  shop.listeners.push_back(display.get());
  shop.names[1] = "tea";
  shop.names[2] = "milk";
  shop.stock[1] = shop.stock[2] = 3;
  std::thread first([&] { shop.sell(1); });
  std::thread second([&] { shop.sell(2); });
  first.join();
  second.join();
}
"""


def field_names(value):
    """All names of fields in a JSON value, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(field_names, value.values()))
    if isinstance(value, list):
        return set().union(*map(field_names, value))
    return set()


class AnalyzeTest(HeddleTestCase):
    def analyze(self, *arguments):
        return json.loads(self.assert_exit(VERIFIED, "analyze", "--json", "-", *arguments).stdout)

    def locations(self, *arguments):
        return {location["name"]: location for location in self.analyze(*arguments)["shared_locations"]}

    def counters(self, *arguments):
        self.write("counters.c", COUNTERS)
        return self.analyze("counters.c", *arguments)

    def test_text(self):
        self.write("counters.c", COUNTERS)
        text = self.assert_exit(VERIFIED, "analyze", "counters.c").stdout
        text = re.sub(r"───+", "───", text[:text.index("Analysed in")].rstrip() + "\n")
        self.assertEqual(text, TEXT)

    def test_the_papers_example_has_three_immutable_fields(self):
        result = self.analyze(EMPLOYEES)
        self.assertEqual(result["immutable_fields"], ["Company.employees", "Employee.index", "Employee.name"])
        self.assertEqual([thread["name"] for thread in result["threads"]], ["main", "first_worker", "second_worker"])
        self.assertEqual(result["warnings"], [])

    def test_strings_maps_and_rows_stay_apart(self):
        self.write("shop.cpp", SHOP)
        result = self.analyze("shop.cpp")
        self.assertEqual({thread["name"] for thread in result["threads"]}, {"main", "lambda at shop.cpp:46", "lambda at shop.cpp:47"})
        locations = {location["name"].removesuffix(" (local in main)"): location for location in result["shared_locations"]}
        self.assertLessEqual({"Entry.amount", "shop.sales", "shop.stock"}, set(locations))
        for name in ("Entry.amount", "Entry.name", "shop.sales", "shop.stock"):
            self.assertEqual(locations[name]["common_locks"], ["shop.mutex (local in main)"], name)
        self.assertLessEqual({warning["location"] for warning in result["warnings"]}, {"Display.text"})

    def test_a_guard_object_holds_its_mutex(self):
        salary = self.locations(EMPLOYEES)["Employee.salary"]
        self.assertEqual(salary["common_locks"], ["Company.mutex"])
        self.assertEqual({(access["kind"], access["function"]) for access in salary["accesses"] if not access["alone"]},
                         {("write", "Company::set_salary"), ("read", "Company::get_salary")})

    def test_threads(self):
        main, worker = self.counters()["threads"]
        self.assertEqual((main["name"], main["several"], main["created_at"]), ("main", False, []))
        self.assertEqual((worker["name"], worker["several"]), ("worker", True))
        self.assertEqual([(place["line"], place["function"]) for place in worker["created_at"]], [(23, "main")])

    def test_a_thread_is_found_behind_std_thread(self):
        self.write("lambdas.cpp", """
#include <thread>
#include <vector>
static int x, y;
static void one() { x = 1; }
int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(one);
  std::thread other([] { y = 1; });
  for (auto &thread : threads) thread.join();
  other.join();
  return x + y;
}
""")
        result = self.analyze("lambdas.cpp")
        self.assertEqual({(thread["name"], *(place["line"] for place in thread["created_at"]))
                          for thread in result["threads"]},
                         {("main",), ("one", 8), ("lambda at lambdas.cpp:9", 9)})
        self.assertEqual(result["warnings"], [], "main looks at them after the joins")

    def test_warnings(self):
        self.assertEqual({warning["location"] for warning in self.counters()["warnings"]}, {"open", "job.done"})

    def test_a_lock_on_one_side_is_no_common_lock(self):
        self.write("one_side.c", COUNTERS.replace("if (open < limit) open++;", "guarded--;"))
        warnings = self.analyze("one_side.c")["warnings"]
        self.assertIn("guarded", {warning["location"] for warning in warnings})

    def test_at_shows_what_is_still_to_come(self):
        at_entry, = self.counters("--at", "counters.c:10")["futures"]
        later, = self.counters("--at", "counters.c:14")["futures"]
        self.assertEqual(at_entry["thread"], "worker")
        self.assertIn("guarded", at_entry["writes"])
        self.assertEqual(later["writes"], ["hits", "job.done"])
        self.assertEqual(later["reads"], ["hits", "job", "job.id"])

    def test_at_wants_a_line_with_code(self):
        self.write("counters.c", COUNTERS)
        self.assert_refused(USAGE, "analyze", "counters.c", "--at", "counters.c:1", says=["counters.c:1"])
        self.assert_refused(USAGE, "analyze", "counters.c", "--at", "12", says=["queue.cpp:12"])

    def test_all_shows_memory_inside_libraries(self):
        few, all_of_it = self.analyze(EMPLOYEES), self.analyze(EMPLOYEES, "--all")
        self.assertGreater(few["hidden_locations"], 0)
        self.assertEqual(all_of_it["hidden_locations"], 0)
        self.assertGreater(len(all_of_it["shared_locations"]), len(few["shared_locations"]))

    def test_refused_programs(self):
        self.assert_refused(USAGE, "analyze", says=["no file"])
        self.assert_refused(BAD_INPUT, "analyze", "missing.c", says=["missing.c"])

    def test_every_json_field_is_documented(self):
        manual = MANUAL.read_text()
        for name in field_names(self.counters("--at", "counters.c:10")):
            self.assertRegex(manual, rf"`[\w.\[\]]*\b{name}`")

    def test_recursion_through_ever_larger_offsets_comes_to_an_end(self):
        """What virtual functions of a library and of the user do to their objects goes round in circles."""
        self.write("prog.cpp", """\
#include <cassert>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
struct base {
  virtual ~base() {}
  virtual int f(int x) { return x + 1; }
};
struct derived : base {
  int k = 3;
  int f(int x) override { return x * k; }
};
static std::once_flag once;
static int starts;
static int work(std::shared_ptr<base> b, int n) {
  std::call_once(once, [] { starts++; });
  if (n > 5) throw std::runtime_error("big");
  return b->f(n);
}
int main() {
  std::shared_ptr<base> b = std::make_shared<derived>();
  auto result = std::async(std::launch::async, work, b, 4);
  try {
    work(b, 6);
  } catch (const std::runtime_error&) {
  }
  assert(result.get() == 12);
}
""")
        self.assertGreater(len(self.analyze("prog.cpp", "--", "-std=c++20")["threads"]), 1)

    def test_examples_are_analysed(self):
        for path in sorted(EXAMPLES.glob("*/*_ok.cpp")):
            with self.subTest(path=path.name):
                self.assertGreater(len(self.analyze(path, "--", "-std=c++20")["threads"]), 1)


if __name__ == "__main__":
    unittest.main()

"""heddle test --gtest: drivers written for GoogleTest, unmodified, with heddle's own <gtest/gtest.h>.

SPDX-License-Identifier: Apache-2.0
"""
import json
import subprocess
import unittest

from harness import BAD_INPUT, ERROR, EXAMPLES, INCOMPLETE, USAGE, VERIFIED, HeddleTestCase

HEAD = "#include <gtest/gtest.h>\n#include <stdexcept>\n#include <string>\n#include <vector>\n"

# All of these hold, here as under GoogleTest itself.
GOOD = HEAD + r"""
#include <atomic>
#include <map>
#include <thread>
enum class Color { Red, Green };
static bool is_even(int n) { return n % 2 == 0; }
static bool is_less(int a, int b) { return a < b; }
static testing::AssertionResult is_positive(int n) {
  if (n > 0) return testing::AssertionSuccess();
  return testing::AssertionFailure() << n << " is not positive";
}
static testing::AssertionResult same(const char*, const char*, int a, int b) {
  return testing::AssertionResult(a == b);
}
static void nothing() { return; }
static int answer() { ADD_FAILURE() << "never called"; return 42; }

TEST(Assertions, Hold) {
  EXPECT_EQ(1, 1); EXPECT_NE(1, 2); EXPECT_LT(1, 2); EXPECT_LE(2, 2); EXPECT_GT(2, 1); EXPECT_GE(2, 2);
  ASSERT_EQ(std::string("a"), "a"); ASSERT_NE(Color::Red, Color::Green); ASSERT_LT(1.0, 2); ASSERT_LE('a', 'b');
  ASSERT_GT(3u, 2u); ASSERT_GE(3L, 3L) << "not shown";
  int* null = nullptr;
  int value = 1;
  EXPECT_EQ(null, nullptr); EXPECT_EQ(nullptr, null); EXPECT_EQ(NULL, null); EXPECT_NE(&value, nullptr);
  EXPECT_TRUE(value); EXPECT_FALSE(null); ASSERT_TRUE(is_positive(1)) << "x"; ASSERT_FALSE(is_positive(0));
  EXPECT_STREQ("a", "a"); EXPECT_STRNE("a", "b"); EXPECT_STRCASEEQ("aB", "Ab"); EXPECT_STRCASENE("a", "b");
  const char* none = nullptr; EXPECT_STREQ(none, none); EXPECT_STRNE(none, "");
  EXPECT_FLOAT_EQ(0.1f + 0.2f, 0.3f); EXPECT_DOUBLE_EQ(0.1 + 0.2, 0.3); EXPECT_DOUBLE_EQ(0.0, -0.0);
  EXPECT_NEAR(1.0, 1.05, 0.1); ASSERT_NEAR(-1, -1, 0);
  EXPECT_THROW(throw std::out_of_range("x"), std::logic_error); EXPECT_ANY_THROW(throw 1); EXPECT_NO_THROW(nothing());
  ASSERT_THROW(std::vector<int>().at(1), std::out_of_range) << "x"; ASSERT_NO_THROW({ value = 2; });
  EXPECT_PRED1(is_even, 2); EXPECT_PRED2(is_less, 1, 2); EXPECT_PRED_FORMAT2(same, 1, 1);
  EXPECT_NO_FATAL_FAILURE(nothing()); SUCCEED() << "x"; SCOPED_TRACE("x");
  SCOPED_TRACE(testing::Message() << 1);
  EXPECT_EQ((std::map<int, int>{{1, 2}}), (std::map<int, int>{{1, 2}}));
  if (value == 2) EXPECT_EQ(value, 2); else FAIL() << answer();
  for (int i = 0; i < 2; ++i) EXPECT_LT(i, 2) << i;
  EXPECT_FALSE(HasFailure());
}

class Counter : public testing::Test {
 protected:
  static void SetUpTestSuite() { limit = 5; }
  static void TearDownTestSuite() { limit = 0; }
  Counter() { steps_ += "c"; }
  ~Counter() override { EXPECT_EQ(steps_, "csbt"); }
  void SetUp() override { steps_ += "s"; EXPECT_EQ(limit, 5); }
  void TearDown() override { steps_ += "t"; }
  std::string steps_;
  std::atomic<int> count_{0};
  static int limit;
};
int Counter::limit = 0;
TEST_F(Counter, CountsBothThreads) {
  steps_ += "b";
  std::thread other([this] { ++count_; });
  ++count_;
  other.join();
  EXPECT_EQ(count_, 2);
}

class Even : public testing::TestWithParam<int> {};
TEST_P(Even, IsEven) { EXPECT_TRUE(is_even(GetParam())) << GetParam(); }
INSTANTIATE_TEST_SUITE_P(Values, Even, testing::Values(0, 2L, 4));
INSTANTIATE_TEST_SUITE_P(Range, Even, testing::Range(0, 10, 2));
INSTANTIATE_TEST_SUITE_P(In, Even, testing::ValuesIn(std::vector<int>{6, 8}));
class Pair : public testing::Test, public testing::WithParamInterface<std::tuple<bool, std::string>> {};
TEST_P(Pair, HasBoth) { EXPECT_TRUE(std::get<0>(GetParam()) || std::get<1>(GetParam()).size() < 3); }
INSTANTIATE_TEST_SUITE_P(All, Pair, testing::Combine(testing::Bool(), testing::Values("a", "bb")),
                         [](const testing::TestParamInfo<Pair::ParamType>& info) {
                           return std::to_string(info.index);
                         });

template <typename T> class Number : public testing::Test { protected: T zero_ = 0; };
using Numbers = testing::Types<char, int, double>;
TYPED_TEST_SUITE(Number, Numbers);
TYPED_TEST(Number, IsZero) { TypeParam zero = 0; EXPECT_EQ(this->zero_, zero); EXPECT_EQ(TestFixture::zero_, 0); }

TEST(Never, DISABLED_Runs) { FAIL(); }
"""

MAIN = """
static int prepared = 0;
class World : public testing::Environment { void SetUp() override { prepared += 2; } };
TEST(World, IsPrepared) { EXPECT_EQ(prepared, 3); }
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  prepared = 1;
  testing::AddGlobalTestEnvironment(new World);
  return RUN_ALL_TESTS();
}
"""

# Each test fails, with this text.
BAD = {
    "EXPECT_EQ(1 + 1, 3);": "Expected: (1 + 1) == (3), actual: 2 vs 3",
    "ASSERT_LT(2, 1) << \"not \" << 'x' << 7;": "Expected: (2) < (1), actual: 2 vs 1; not x7",
    "EXPECT_EQ(std::string(\"a\"), \"b\");": "actual: \"a\" vs \"b\"",
    "EXPECT_EQ('a', 'b');": "actual: 'a' (97) vs 'b' (98)",
    "EXPECT_NE(nullptr, nullptr);": "actual: (nullptr) vs (nullptr)",
    "EXPECT_EQ((std::vector<std::pair<int, bool>>{{1, true}}), (std::vector<std::pair<int, bool>>{}));":
        "actual: { (1, true) } vs {}",
    "EXPECT_TRUE(1 > 2) << \"why\";": "Value of: 1 > 2, actual: false, expected: true; why",
    "EXPECT_FALSE(true);": "Value of: true, actual: true, expected: false",
    "EXPECT_TRUE(testing::AssertionFailure() << \"reason\");": "actual: false (reason)",
    "EXPECT_STREQ(\"a\", nullptr);": "actual: \"a\" vs NULL",
    "EXPECT_STRCASENE(\"a\", \"A\");": "another text",
    "EXPECT_DOUBLE_EQ(0.3, 0.3000001);": "(0.3) == (0.3000001)",
    "EXPECT_FLOAT_EQ(0.0f / 0.0f, 0.0f / 0.0f);": "nan vs",
    "EXPECT_NEAR(1.0, 2.0, 0.5);": "difference between 1.0 and 2.0 is 1, which exceeds 0.5",
    "EXPECT_THROW(std::string(), int);": "std::string() throws int, but it throws nothing",
    "EXPECT_THROW(throw 1, std::exception) << \"x\";": "but it throws something else; x",
    "EXPECT_ANY_THROW(std::string());": "but it throws nothing",
    "EXPECT_NO_THROW(throw 1);": "but it throws",
    "EXPECT_PRED2([](int a, int b) { return a == b; }, 1, 2);": "is false, with 1, 2",
    "FAIL() << \"stop\";": "Failed; stop",
    "SCOPED_TRACE(\"outer\"); ADD_FAILURE() << \"inner\";": "Failed; inner; tests.cpp:",
    "throw std::runtime_error(\"oops\");": "std::runtime_error: oops",
}

REFUSED = {
    "TEST(A, B) { EXPECT_DEATH(abort(), \"\"); }": "death tests",
    "TEST(A, B) { ASSERT_EXIT(exit(1), 0, \"\") << 1; }": "death tests",
    "TEST(A, B) { EXPECT_THAT(1, 2); }": "matchers",
    "template <typename T> class S : public testing::Test {};\nTYPED_TEST_SUITE_P(S);": "type-parameterised",
    "#include <gmock/gmock.h>": "mocks",
    "#include <gtest/gtest-spi.h>": "only",
    "TEST(A, B) { testing::FLAGS_gtest_repeat = 2; }": "FLAGS_gtest_repeat",
}


class GtestTest(HeddleTestCase):
    def results(self, code, *arguments):
        run = self.assert_exit(code, "test", "--gtest", "--json", "-", *arguments)
        return {test["name"]: test for test in json.loads(run.stdout)["tests"]}

    def test_what_holds(self):
        self.write("tests.cpp", GOOD)
        for standard in ["-std=c++14", "-std=c++20"]:
            results = self.results(VERIFIED, "tests.cpp", "--", standard)
            self.assertEqual(set(results), {"Assertions.Hold", "Counter.CountsBothThreads", "Even.IsEven",
                                            "Pair.HasBoth", "Number.IsZero"})

    def test_a_main_of_the_drivers_own_runs_around_the_test(self):
        self.write("tests.cpp", GOOD + MAIN)
        self.assertIn("World.IsPrepared", self.results(VERIFIED, "tests.cpp"))

    def test_the_same_files_with_googletest_itself(self):
        self.write("tests.cpp", GOOD + MAIN)
        subprocess.run(["c++", "-pthread", "tests.cpp", "-lgtest", "-o", "tests"], cwd=self.folder, check=True)
        subprocess.run(["./tests"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def test_failures_are_errors_at_the_users_line(self):
        body = "".join(f"TEST(Bad, Number{k}) {{\n  {text}\n}}\n" for k, text in enumerate(BAD))
        self.write("tests.cpp", HEAD + body)
        results = self.results(ERROR, "tests.cpp")
        for k, (statement, message) in enumerate(BAD.items()):
            with self.subTest(statement=statement):
                error = results[f"Bad.Number{k}"]["result"]["errors"][0]
                self.assertIn(message, error["message"])
                self.assertEqual(error["kind"], "uncaught-exception" if "oops" in message else "assertion")
                self.assertEqual(error["location"]["file"], "tests.cpp")
                self.assertEqual(error["location"]["line"], HEAD.count("\n") + 3 * k + 2)

    def test_every_parameter_is_tried(self):
        self.write("tests.cpp", HEAD + """
class Small : public testing::TestWithParam<int> {};
TEST_P(Small, IsSmall) { EXPECT_LT(GetParam(), 3); }
INSTANTIATE_TEST_SUITE_P(First, Small, testing::Values(1, 2));
INSTANTIATE_TEST_SUITE_P(Second, Small, testing::Range(0, 4));
template <typename T> class Wide : public testing::Test {};
TYPED_TEST_SUITE(Wide, testing::Types<long>);
TYPED_TEST(Wide, IsWide) { EXPECT_GT(sizeof(TypeParam), 8u); }
class Alone : public testing::TestWithParam<int> {};
TEST_P(Alone, IsNotRun) {}
""")
        results = self.results(ERROR, "tests.cpp")
        messages = {name: test["result"]["errors"][0]["message"] for name, test in results.items()}
        self.assertIn("with GetParam() = 3", messages["Small.IsSmall"])
        self.assertIn("with TypeParam = long", messages["Wide.IsWide"])
        self.assertIn("no INSTANTIATE_TEST_SUITE_P", messages["Alone.IsNotRun"])

    def test_interleavings_are_explored(self):
        self.write("tests.cpp", HEAD + """
#include <atomic>
#include <thread>
TEST(Counter, LosesOne) {
  std::atomic<int> count{0};
  std::thread other([&] { count = count + 1; });
  count = count + 1;
  other.join();
  EXPECT_EQ(count, 2);
}
TEST(Counter, Races) {
  int count = 0;
  std::thread other([&] { ++count; });
  EXPECT_LE(count, 1);
  other.join();
}
""")
        results = self.results(ERROR, "tests.cpp")
        lost = results["Counter.LosesOne"]["result"]["errors"][0]
        self.assertIn("(count) == (2), actual: 1 vs 2", lost["message"])
        race = results["Counter.Races"]["result"]["errors"][0]
        self.assertEqual((race["kind"], race["location"]["file"]), ("data-race", "tests.cpp"))
        library = [line["file"] for line in lost["stack"] if line["library"]]
        self.assertTrue(any(file.endswith("gtest/detail/failure.h") for file in library), library)

    def test_skipped_tests_are_incomplete(self):
        self.write("tests.cpp", HEAD + "TEST(A, Skips) { GTEST_SKIP() << \"not now\"; FAIL(); }\n"
                   "class F : public testing::Test { void SetUp() override { GTEST_SKIP(); } };\n"
                   "TEST_F(F, SkipsInSetUp) { FAIL(); }\n")
        results = self.results(INCOMPLETE, "tests.cpp")
        self.assertEqual(results["A.Skips"]["result"]["reason"], "the test calls GTEST_SKIP: not now")
        self.assertEqual(results["F.SkipsInSetUp"]["outcome"], "incomplete")

    def test_names_choose_tests(self):
        self.write("tests.cpp", HEAD + "TEST(A, One) {}\nTEST(A, Two) {}\nTEST(B, DISABLED_One) { FAIL(); }\n")
        self.assertEqual(list(self.results(VERIFIED, "A.One", "tests.cpp")), ["A.One"])
        self.assertEqual(list(self.results(VERIFIED, "tests.cpp", "A.*")), ["A.One", "A.Two"])
        self.assertEqual(list(self.results(VERIFIED, "tests.cpp", "--filter", "*.Two")), ["A.Two"])
        self.assertEqual(list(self.results(ERROR, "tests.cpp", "*.DISABLED_*")), ["B.DISABLED_One"])
        self.assert_refused(USAGE, "test", "--gtest", "C.*", "tests.cpp", says=["C.*"])
        self.assert_refused(USAGE, "test", "--gtest", "A.One", says=["which files"])
        self.assertIn("1 disabled", self.assert_exit(VERIFIED, "test", "--gtest", "tests.cpp").stdout)

    def test_what_is_missing_is_refused_by_name(self):
        for text, reason in REFUSED.items():
            with self.subTest(text=text):
                self.write("tests.cpp", HEAD + text + "\n")
                self.assert_refused(BAD_INPUT, "test", "--gtest", "tests.cpp", says=[reason])

    def test_a_trace_is_replayed(self):
        self.write("tests.cpp", HEAD + "TEST(A, Bad) { EXPECT_EQ(1, 2); }\n")
        self.assert_exit(ERROR, "test", "--gtest", "--save-trace", "trace", "tests.cpp")
        self.assertIn("actual: 1 vs 2", self.assert_exit(ERROR, "replay", "trace").stdout)

    def test_the_example(self):
        results = self.results(ERROR, EXAMPLES / "unit_tests_gtest.cpp")
        self.assertEqual(results["BoundedQueueTest.KeepsTheOrder"]["outcome"], "verified")
        self.assertEqual(results["BoundedQueueTest.ServesSeveralOnEachSide"]["result"]["errors"][0]["kind"], "deadlock")


if __name__ == "__main__":
    unittest.main()

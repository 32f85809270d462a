// SPDX-License-Identifier: Apache-2.0
#include "program/cxx_name.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(CxxName, DefaultArgumentsGo) {
  EXPECT_EQ(shortened_cxx_name("std::vector<int, std::allocator<int> >"), "std::vector<int>");
  EXPECT_EQ(shortened_cxx_name("std::map<int, long, std::less<int>, "
                               "std::allocator<std::pair<const int, long> > >"),
            "std::map<int, long>");
  EXPECT_EQ(shortened_cxx_name("std::unordered_map<int, long, std::hash<int>, std::equal_to<int>, "
                               "std::allocator<std::pair<const int, long> > >"),
            "std::unordered_map<int, long>");
  EXPECT_EQ(shortened_cxx_name("std::queue<std::function<void ()>, std::deque<std::function<void "
                               "()>, std::allocator<std::function<void ()> > > >"),
            "std::queue<std::function<void ()>>");
  EXPECT_EQ(shortened_cxx_name("std::unique_ptr<Task, std::default_delete<Task> >"),
            "std::unique_ptr<Task>");
}

TEST(CxxName, OtherArgumentsStay) {
  EXPECT_EQ(shortened_cxx_name("std::vector<int, Arena<int> >"), "std::vector<int, Arena<int>>");
  EXPECT_EQ(shortened_cxx_name("std::set<int, std::greater<int>, std::allocator<int> >"),
            "std::set<int, std::greater<int>>");
  EXPECT_EQ(shortened_cxx_name("Pool<int, std::allocator<int> >"),
            "Pool<int, std::allocator<int>>");
}

TEST(CxxName, StringsAndStreamsHaveTheirUsualNames) {
  const std::string text =
      "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";
  EXPECT_EQ(shortened_cxx_name(text), "std::string");
  EXPECT_EQ(shortened_cxx_name("std::vector<" + text + ", std::allocator<" + text + "> >"),
            "std::vector<std::string>");
  EXPECT_EQ(shortened_cxx_name("std::basic_ostream<char, std::char_traits<char> > &"),
            "std::ostream&");
  EXPECT_EQ(shortened_cxx_name("std::map<" + text + ", int, std::less<" + text +
                               ">, std::allocator<std::pair<const " + text + ", int> > >"),
            "std::map<std::string, int>");
}

TEST(CxxName, NamespacesThatNobodyWritesGo) {
  EXPECT_EQ(shortened_cxx_name("(anonymous namespace)::Worker"), "Worker");
  EXPECT_EQ(shortened_cxx_name("std::chrono::_V2::steady_clock"), "std::chrono::steady_clock");
}

TEST(CxxName, LambdasAreToldByFileAndLine) {
  EXPECT_EQ(shortened_cxx_name("wait<(lambda at src/pool.cpp:37:27)>"),
            "wait<lambda at pool.cpp:37>");
}

TEST(CxxName, OperatorsAreNoBrackets) {
  EXPECT_EQ(shortened_cxx_name("operator<< <std::char_traits<char> >"),
            "operator<< <std::char_traits<char>>");
  EXPECT_EQ(shortened_cxx_name("std::operator<"), "std::operator<");
  EXPECT_EQ(shortened_cxx_name("Shape *"), "Shape*");
  EXPECT_EQ(without_template_arguments("operator->"), "operator->");
  EXPECT_EQ(without_template_arguments("operator<=><int>"), "operator<=>");
}

TEST(CxxName, Parts) {
  EXPECT_EQ(without_template_arguments("std::make_shared<Task, int>"), "std::make_shared");
  EXPECT_EQ(last_component("std::vector<std::string>::push_back"), "push_back");
  EXPECT_EQ(last_component("operator()"), "operator()");
  EXPECT_EQ(last_component("main"), "main");
}

}  // namespace
}  // namespace heddle

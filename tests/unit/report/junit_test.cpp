// Tests of JUnit's XML: each outcome has its element, and no text can break the document.
// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <gtest/gtest.h>

#include "report/samples.h"

namespace heddle {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string junit_of(const TestResult& result) { return write_junit({.results = {result}}); }

TEST(Junit, SpecialCharactersAreEscaped) {
  EXPECT_EQ(xml_escaped("a < b && c > \"d\""), "a &lt; b &amp;&amp; c &gt; &quot;d&quot;");
  EXPECT_EQ(xml_escaped("]]>"), "]]&gt;");
}

TEST(Junit, TextInOtherScriptsStays) {
  EXPECT_EQ(xml_escaped("größer → 𝄞\tx\n"), "größer → 𝄞\tx\n");
}

TEST(Junit, WhatXmlForbidsIsReplaced) {
  const std::string replacement = "\xEF\xBF\xBD";
  EXPECT_EQ(xml_escaped(std::string("a\0b", 3)), "a" + replacement + "b");
  EXPECT_EQ(xml_escaped("\x1b[31m"), replacement + "[31m");
  EXPECT_EQ(xml_escaped("\xff"), replacement);
  EXPECT_EQ(xml_escaped("\xc3"), replacement) << "cut short";
  EXPECT_EQ(xml_escaped("\xc0\x80"), replacement + replacement) << "overlong";
  EXPECT_EQ(xml_escaped("\xed\xa0\x80"), replacement + replacement + replacement) << "a surrogate";
  EXPECT_EQ(xml_escaped("\xef\xbf\xbf"), replacement + replacement + replacement) << "U+FFFF";
  EXPECT_EQ(xml_escaped("\xc3<"), replacement + "&lt;");
}

TEST(Junit, AVerifiedTestIsAnEmptyCase) {
  const std::string text =
      junit_of({.test = {"adds_up", "src/counter.c", 3}, .result = samples::verified()});
  EXPECT_TRUE(contains(text,
                       "<testcase classname=\"counter\" name=\"adds_up\" "
                       "file=\"src/counter.c\" line=\"3\" time=\"0.430\"/>"))
      << text;
  EXPECT_TRUE(contains(text, "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"")) << text;
}

TEST(Junit, GoogleTestsSuiteIsTheClass) {
  const std::string text =
      junit_of({.test = {"Suite.Name", "a.cpp", 1}, .result = samples::verified()});
  EXPECT_TRUE(contains(text, "classname=\"Suite\" name=\"Name\"")) << text;
}

TEST(Junit, AnErrorIsAFailureWithItsTrace) {
  const std::string text = junit_of({.test = {"t", "a.c", 1}, .result = samples::lost_update()});
  EXPECT_TRUE(contains(text, "failures=\"1\"")) << text;
  EXPECT_TRUE(contains(text, "type=\"assertion\"")) << text;
  EXPECT_TRUE(contains(text, "<system-out>error[assertion]")) << text;
  EXPECT_TRUE(contains(text, "How it happens")) << text;
  EXPECT_FALSE(contains(text, "\x1b")) << "no colours";
}

TEST(Junit, AnIncompleteSearchIsSkipped) {
  const std::string text =
      junit_of({.test = {"t", "a.c", 1}, .result = {.reason = "limit of \"5\" states\nreached"}});
  EXPECT_TRUE(contains(text, "skipped=\"1\"")) << text;
  EXPECT_TRUE(contains(
      text, "<skipped message=\"incomplete: limit of &quot;5&quot; states&#10;reached\"/>"))
      << text;
}

TEST(Junit, ARefusedTestIsAnError) {
  const std::string text = junit_of({.test = {"t", "a.c", 1}, .refusal = "no model of <fork>"});
  EXPECT_TRUE(contains(text, "errors=\"1\"")) << text;
  EXPECT_TRUE(contains(text, ">no model of &lt;fork&gt;</error>")) << text;
}

}  // namespace
}  // namespace heddle

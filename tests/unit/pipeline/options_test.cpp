// Tests of the list of errors that users write on the command line.
// SPDX-License-Identifier: Apache-2.0
#include "pipeline/options.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/invariant.h"

namespace heddle {
namespace {

ErrorSet set_of(std::initializer_list<ErrorKind> kinds) {
  ErrorSet set;
  for (const ErrorKind kind : kinds) set.add(kind);
  return set;
}

TEST(ParseErrors, APlainListIsAllThatIsWanted) {
  EXPECT_EQ(parse_errors("assertion"), set_of({ErrorKind::Assertion}));
  EXPECT_EQ(parse_errors("assertion,deadlock,leak"),
            set_of({ErrorKind::Assertion, ErrorKind::Deadlock, ErrorKind::Leak}));
}

TEST(ParseErrors, SignsAdjustTheDefault) {
  ErrorSet expected = default_errors();
  expected.add(ErrorKind::Leak);
  EXPECT_EQ(parse_errors("+leak"), expected);
  expected.remove(ErrorKind::DataRace);
  EXPECT_EQ(parse_errors("+leak,-data-race"), expected);
  EXPECT_EQ(parse_errors("-data-race,+leak"), expected);
}

TEST(ParseErrors, SignsAdjustAPlainListToo) {
  EXPECT_EQ(parse_errors("assertion,deadlock,-assertion"), set_of({ErrorKind::Deadlock}));
  EXPECT_EQ(parse_errors("assertion,+leak"), set_of({ErrorKind::Assertion, ErrorKind::Leak}));
}

TEST(ParseErrors, AllAndDefault) {
  EXPECT_EQ(parse_errors("default"), default_errors());
  const ErrorSet all = parse_errors("all");
  for (size_t kind = 0; kind < kErrorKindCount; ++kind) EXPECT_TRUE(all.contains(ErrorKind(kind)));
  ErrorSet expected = all;
  expected.remove(ErrorKind::Leak);
  EXPECT_EQ(parse_errors("all,-leak"), expected);
}

TEST(ParseErrors, TheDefaultLeavesOutWhatMustBeAskedFor) {
  const ErrorSet errors = default_errors();
  EXPECT_TRUE(errors.contains(ErrorKind::DataRace));
  EXPECT_TRUE(errors.contains(ErrorKind::Deadlock));
  EXPECT_FALSE(errors.contains(ErrorKind::Leak));
  EXPECT_FALSE(errors.contains(ErrorKind::ExitCode));
}

TEST(ParseErrors, EveryNameIsUnderstood) {
  for (size_t kind = 0; kind < kErrorKindCount; ++kind)
    EXPECT_EQ(parse_errors(std::string(kErrorKindNames[kind])), set_of({ErrorKind(kind)}));
}

TEST(ParseErrors, WhatIsNotAKindIsAUsageError) {
  for (const char* list : {"asertion", "assertion,,leak", ",leak", "+", "-", "+all", "Assertion",
                           "assertion leak", " "})
    EXPECT_THROW(parse_errors(list), UsageError) << "'" << list << "'";
}

TEST(ParseErrors, AMissingKindAtTheEndIsAUsageError) {
  EXPECT_THROW(parse_errors("assertion,"), UsageError);
}

TEST(ParseErrors, AnEmptyListIsAUsageError) { EXPECT_THROW(parse_errors(""), UsageError); }

TEST(ParseErrors, TheMessageNamesTheKindsThereAre) {
  try {
    parse_errors("asertion");
    FAIL();
  } catch (const UsageError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("'asertion'"), std::string::npos) << text;
    EXPECT_NE(text.find("use-after-free"), std::string::npos) << text;
  }
}

TEST(DefaultCacheFolder, TheFirstThatIsKnown) {
  for (const char* name : {"HEDDLE_CACHE", "XDG_CACHE_HOME", "HOME"}) unsetenv(name);
  EXPECT_EQ(default_cache_folder(), "");
  setenv("HOME", "/user", 1);
  EXPECT_EQ(default_cache_folder(), "/user/.cache/heddle");
  setenv("XDG_CACHE_HOME", "relative", 1);  // to be ignored, says its specification
  EXPECT_EQ(default_cache_folder(), "/user/.cache/heddle");
  setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(default_cache_folder(), "/caches/heddle");
  setenv("HEDDLE_CACHE", "mine", 1);
  EXPECT_EQ(default_cache_folder(), "mine");
}

}  // namespace
}  // namespace heddle

// Tests of taking compilers' command lines apart.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/compiler_call.h"

#include <gtest/gtest.h>

#include "support/invariant.h"

namespace heddle {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, QuotesAndBackslashes) {
  EXPECT_EQ(split_words("  c++ -DA=1\t-c  x.cpp "), (Words{"c++", "-DA=1", "-c", "x.cpp"}));
  EXPECT_EQ(split_words(R"(-DNAME=\"two words\" "-I/a b" 'c"d' "e\"f" "g\h" i\ j "")"),
            (Words{"-DNAME=\"two", "words\"", "-I/a b", "c\"d", "e\"f", "g\\h", "i j", ""}));
  EXPECT_THROW(split_words("c++ \"open"), InputError);
}

TEST(CompilerCall, WhatIsMadeAndFromWhat) {
  const CompilerCall call = parse_compiler_call({"-c", "a.cpp", "-o", "out/a.o", "-Iinclude"});
  EXPECT_EQ(call.stage, CompilerStage::Objects);
  EXPECT_EQ(call.sources, Words{"a.cpp"});
  EXPECT_EQ(call.source_positions, std::vector<size_t>{1});
  EXPECT_EQ(call.output, "out/a.o");
  EXPECT_EQ(call.flags, Words{"-Iinclude"});
}

TEST(CompilerCall, Stages) {
  EXPECT_EQ(parse_compiler_call({"a.c", "-o", "a"}).stage, CompilerStage::Link);
  EXPECT_EQ(parse_compiler_call({"a.o", "-o", "a"}).stage, CompilerStage::Link);
  for (const char* flag :
       {"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-print-search-dirs"})
    EXPECT_EQ(parse_compiler_call({"-c", flag, "a.c"}).stage, CompilerStage::Other) << flag;
}

TEST(CompilerCall, FlagsThatCountAreKeptWithTheirValues) {
  const Words flags{"-I",       "include",   "-DN=3",     "-D",       "M=4",          "-std=c++20",
                    "-include", "first.h",   "-isystem",  "/opt/inc", "-fPIC",        "-m64",
                    "-pthread", "-fno-rtti", "-Wp,-DX=1", "-Xclang",  "-fshort-enums"};
  EXPECT_EQ(parse_compiler_call(flags).flags, flags);
}

TEST(CompilerCall, OutputsOptimisationAndWarningsAreNotKept) {
  const CompilerCall call = parse_compiler_call({"-MD",
                                                 "-MT",
                                                 "a.o",
                                                 "-MF",
                                                 "a.d",
                                                 "-O3",
                                                 "-g",
                                                 "-ggdb3",
                                                 "-Wall",
                                                 "-Werror",
                                                 "-flto=thin",
                                                 "-fstack-protector-strong",
                                                 "-D_FORTIFY_SOURCE=2",
                                                 "-pipe",
                                                 "-D",
                                                 "_FORTIFY_SOURCE=3",
                                                 "-Wp,-D_FORTIFY_SOURCE=2",
                                                 "--coverage",
                                                 "-c",
                                                 "a.c",
                                                 "-oa.o",
                                                 "-lm",
                                                 "-L",
                                                 "lib"});
  EXPECT_EQ(call.flags, Words{});
  EXPECT_EQ(call.left_out, Words{});
  EXPECT_EQ(call.output, "a.o");
  EXPECT_EQ(call.sources, Words{"a.c"});
}

TEST(CompilerCall, AValueIsNoSource) {
  EXPECT_EQ(parse_compiler_call({"-include", "prefix.c", "-MF", "x.cpp", "a.c"}).sources,
            Words{"a.c"});
}

TEST(CompilerCall, SanitizersAreLeftOutAndTold) {
  const CompilerCall call = parse_compiler_call({"-fsanitize=thread", "-c", "a.c"});
  EXPECT_EQ(call.flags, Words{});
  EXPECT_EQ(call.left_out, Words{"-fsanitize=thread"});
}

TEST(CompilerCall, TheLastWordOnAssertions) {
  EXPECT_TRUE(parse_compiler_call({"-DNDEBUG"}).without_assertions);
  EXPECT_TRUE(parse_compiler_call({"-D", "NDEBUG"}).without_assertions);
  EXPECT_FALSE(parse_compiler_call({"-DNDEBUG", "-UNDEBUG"}).without_assertions);
}

TEST(CompilerCall, LanguagesByFlag) {
  EXPECT_EQ(parse_compiler_call({"-x", "c++", "a.inc", "-x", "none", "b.inc"}).sources,
            Words{"a.inc"});
  EXPECT_TRUE(parse_compiler_call({"-x", "assembler", "a.c"}).sources.empty());
  EXPECT_TRUE(parse_compiler_call({"-x", "c++-header", "a.hpp"}).sources.empty());
  EXPECT_TRUE(parse_compiler_call({"a.s", "b.S", "c.o", "-"}).sources.empty());
}

TEST(CompilerCall, APrecompiledHeaderIsReadAsText) {
  const CompilerCall call =
      parse_compiler_call({"-Winvalid-pch", "-Xclang", "-include-pch", "-Xclang", "all.pch",
                           "-Xclang", "-include", "-Xclang", "all.hxx"});
  EXPECT_EQ(call.flags, (Words{"-Xclang", "-include", "-Xclang", "all.hxx"}));
}

TEST(CompilerCall, NamesOfCompilers) {
  EXPECT_TRUE(is_cxx_compiler("/usr/bin/c++"));
  EXPECT_TRUE(is_cxx_compiler("x86_64-linux-gnu-g++-12"));
  EXPECT_FALSE(is_cxx_compiler("/opt/c++/bin/gcc"));
}

TEST(CompilerCall, AStandardIsForOneLanguage) {
  const Words flags{"-std=c17", "-DX", "-std=gnu++20"};
  EXPECT_EQ(flags_for(is_cxx_file("a.c"), flags), (Words{"-std=c17", "-DX"}));
  EXPECT_EQ(flags_for(is_cxx_file("a.i"), flags), (Words{"-std=c17", "-DX"}));
  EXPECT_EQ(flags_for(is_cxx_file("a.cpp"), flags), (Words{"-DX", "-std=gnu++20"}));
  EXPECT_EQ(flags_for(is_cxx_file("a.C"), flags), (Words{"-DX", "-std=gnu++20"}));
}

}  // namespace
}  // namespace heddle

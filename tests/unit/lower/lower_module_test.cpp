// Tests of what a module becomes as a whole: hashes of code, and what heddle refuses.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lower/assembly.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using testing::lower_assembly;

uint64_t hash_of_test(const std::string& assembly) {
  return testing::function_named(lower_assembly(assembly), "test").code_hash;
}

TEST(CodeHash, IsTheSameForTheSameCode) {
  const std::string text =
      "@x = global i32 0\ndefine i32 @test() {\n%v = load i32, ptr @x\nret i32 %v\n}";
  EXPECT_EQ(hash_of_test(text), hash_of_test(text));
  EXPECT_EQ(hash_of_test(text), hash_of_test("@before = global i32 1\n" + text))
      << "what is not used does not matter";
}

// Saved traces and fingerprints of different versions rest on it: other code, another hash.
TEST(CodeHash, DiffersByConstantsAndOperations) {
  const auto block = [](const std::string& body) {
    return hash_of_test("define i32 @test() {\n" + body + "\n}");
  };
  EXPECT_NE(block("ret i32 1"), block("ret i32 2"));
  EXPECT_NE(block("%a = add i32 1, 2\nret i32 %a"), block("%a = sub i32 1, 2\nret i32 %a"));
}

TEST(CodeHash, TellsAConstantFromTheRegisterOfThatNumber) {
  const auto sum = [](const std::string& what) {
    const std::string text =
        "define i32 @test() {\n%r = call i32 @sum(i32 1, i32 2)\nret i32 %r\n}\n"
        "define i32 @sum(i32 %a, i32 %b) {\n%r = add i32 %a, " +
        what + "\nret i32 %r\n}";
    return testing::function_named(lower_assembly(text), "sum").code_hash;
  };
  EXPECT_NE(sum("1"), sum("%b"));
}

TEST(CodeHash, DiffersByTheNumberOfParameters) {
  const auto answer = [](const std::string& parameters) {
    const std::string text =
        "@f = global ptr @answer\ndefine i32 @test() {\n%f = load ptr, ptr @f\n%r = call i32 "
        "%f(i32 1)\nret i32 %r\n}\ndefine i32 @answer(" +
        parameters + ") {\nret i32 7\n}";
    return testing::function_named(lower_assembly(text), "answer").code_hash;
  };
  EXPECT_NE(answer("i32 %a"), answer("i32 %a, i32 %b"));
}

TEST(CodeHash, DiffersByOffsetsInObjects) {
  const auto load_at = [](const std::string& offset) {
    return hash_of_test(
        "@x = global [4 x i32] zeroinitializer\ndefine i32 @test() {\n%q = getelementptr i8, ptr "
        "@x, i64 0\n%p = getelementptr i8, ptr %q, i64 " +
        offset + "\n%v = load i32, ptr %p\nret i32 %v\n}");
  };
  EXPECT_NE(load_at("4"), load_at("8"));
}

TEST(CodeHash, DiffersByTheKindOfAtomicUpdate) {
  const auto update = [](const std::string& operation) {
    return hash_of_test("@x = global i32 0\ndefine i32 @test() {\n%v = atomicrmw " + operation +
                        " ptr @x, i32 1 seq_cst\nret i32 %v\n}");
  };
  EXPECT_NE(update("add"), update("sub"));
}

TEST(CodeHash, DiffersByWhereBranchesGo) {
  const auto branch = [](const std::string& targets) {
    return hash_of_test(
        "@x = global i32 0\ndefine i32 @test() {\n%v = load i32, ptr @x\n%c = icmp eq i32 %v, "
        "0\nbr i1 %c, " +
        targets + "\na:\nret i32 1\nb:\nret i32 2\n}");
  };
  EXPECT_NE(branch("label %a, label %b"), branch("label %b, label %a"));
}

TEST(CodeHash, DiffersByTheCasesOfASwitch) {
  const auto over = [](const std::string& value) {
    return hash_of_test(
        "@x = global i32 0\ndefine i32 @test() {\n%v = load i32, ptr @x\nswitch i32 %v, label %a [ "
        "i32 " +
        value + ", label %b ]\na:\nret i32 1\nb:\nret i32 2\n}");
  };
  EXPECT_NE(over("3"), over("4"));
}

// --- what cannot be modelled is refused by name ---

struct Refusal {
  const char* name;
  const char* construct;  // must be named
  const char* assembly;
};

class Unsupportable : public ::testing::TestWithParam<Refusal> {};

TEST_P(Unsupportable, IsRefusedByName) {
  try {
    lower_assembly(GetParam().assembly);
    FAIL() << "it was accepted";
  } catch (const Unsupported& refusal) {
    EXPECT_NE(std::string(refusal.what()).find(GetParam().construct), std::string::npos)
        << refusal.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Constructs, Unsupportable,
    ::testing::Values(
        Refusal{
            "ExternalFunction", "getpid",
            "declare i32 @getpid()\ndefine i32 @test() {\n%r = call i32 @getpid()\nret i32 %r\n}"},
        Refusal{"AddressOfAnExternalFunction", "getpid",
                "declare i32 @getpid()\n@p = global ptr @getpid\ndefine i32 @test() {\n%r = load "
                "i32, ptr @p\nret i32 %r\n}"},
        Refusal{"ExternalVariable", "environ",
                "@environ = external global ptr\ndefine i32 @test() {\n%r = load i32, ptr "
                "@environ\nret i32 %r\n}"},
        Refusal{
            "VaArg", "va_arg",
            "define i32 @test() {\n%l = alloca [24 x i8]\n%r = va_arg ptr %l, i32\nret i32 %r\n}"},
        Refusal{"ExceptionSpecification", "exception specification", R"(
            declare i32 @__gxx_personality_v0(...)
            define void @__heddle_exception_leaves_thread(ptr %exception) {
              unreachable
            }
            define i32 @__heddle_exception_matches(ptr %exception, ptr %type) {
              ret i32 0
            }
            define void @f() {
              ret void
            }
            define i32 @test() personality ptr @__gxx_personality_v0 {
              invoke void @f() to label %fine unwind label %caught
            fine:
              ret i32 0
            caught:
              %p = landingpad { ptr, i32 } filter [1 x ptr] [ptr null]
              ret i32 1
            })"},
        Refusal{"Half", "half",
                "define i32 @test() {\n%a = fadd half 1.0, 1.0\n%r = fptosi half %a to i32\nret "
                "i32 %r\n}"},
        Refusal{
            "IntegersBeyond128Bits", "i256",
            "define i32 @test() {\n%a = add i256 1, 1\n%r = trunc i256 %a to i32\nret i32 %r\n}"},
        Refusal{"WideAtomicUpdatesC_Lacks", "atomic",
                "@x = global i128 0\ndefine i32 @test() {\n%a = atomicrmw uinc_wrap ptr @x, i128 1 "
                "seq_cst\nret i32 0\n}"},
        Refusal{"AtomicUpdatesC_Lacks", "atomic",
                "@x = global i32 0\ndefine i32 @test() {\n%a = atomicrmw uinc_wrap ptr @x, i32 1 "
                "seq_cst\nret i32 %a\n}"},
        Refusal{"WideSwitch", "switch",
                "define i32 @test() {\n%x = add i128 0, 1\nswitch i128 %x, label %a [ i128 1, "
                "label %b ]\na:\nret i32 0\nb:\nret i32 1\n}"},
        Refusal{"InlineAssembly", "rdtsc",
                "define i32 @test() {\n%r = call i32 asm sideeffect \"rdtsc\", \"={ax}\"()\nret "
                "i32 %r\n}"},
        Refusal{"VectorsOfAddresses", "vector",
                "@x = global [4 x i32] zeroinitializer\ndefine i32 @test() {\n%p = getelementptr "
                "i32, ptr @x, <2 x i64> <i64 0, i64 1>\n%q = extractelement <2 x ptr> %p, i32 "
                "0\n%r = load i32, ptr %q\nret i32 %r\n}"},
        Refusal{"UnknownIntrinsic", "llvm.readcyclecounter",
                "declare i64 @llvm.readcyclecounter()\ndefine i32 @test() {\n%a = call i64 "
                "@llvm.readcyclecounter()\nret i32 0\n}"},
        Refusal{"HugeGlobal", "huge",
                "@huge = global [600000000 x i8] zeroinitializer\ndefine i32 @test() {\n%r = load "
                "i32, ptr @huge\nret i32 %r\n}"},
        Refusal{"WrongArguments", "arguments",
                "define i32 @f(i32 %x) {\nret i32 %x\n}\ndefine i32 @test() {\n%r = call i32 "
                "@f()\nret i32 %r\n}"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Unsupported, SaysWhereWithoutDebugInformationToo) {
  try {
    lower_assembly(
        "define i32 @test() {\n%r = call i32 asm sideeffect \"cpuid\", \"={ax}\"()\nret i32 %r\n}");
    FAIL() << "it was accepted";
  } catch (const heddle::Unsupported& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("test"), std::string::npos) << refusal.what();
  }
}

TEST(Unsupported, NamesEveryMissingFunctionAtOnce) {
  try {
    lower_assembly(R"(
      declare void @first()
      declare void @second()
      define i32 @test() {
        call void @first()
        call void @second()
        ret i32 0
      })");
    FAIL() << "it was accepted";
  } catch (const heddle::Unsupported& refusal) {
    const std::string text = refusal.what();
    EXPECT_NE(text.find("first"), std::string::npos) << text;
    EXPECT_NE(text.find("second"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace heddle

// Tests of memory: addresses, loads and stores of every type, initial contents, atomic operations.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "lower/assembly.h"

namespace heddle {
namespace {

using testing::lower_assembly;
using testing::run_assembly;

TEST(LowerAddresses, StructsAndArraysNest) {
  EXPECT_EQ(run_assembly(R"(
    %inner = type { i8, i64, [3 x i16] }
    %outer = type { i32, [4 x %inner] }
    @o = global %outer zeroinitializer
    define i32 @test() {
      %i = add i64 0, 2
      %j = add i32 0, 1
      %p = getelementptr %outer, ptr @o, i64 0, i32 1, i64 %i, i32 2, i32 %j
      store i16 77, ptr %p
      ; the same place by hand: 8 + 2 * 24 + 16 + 2
      %q = getelementptr i8, ptr @o, i64 74
      %v = load i16, ptr %q
      %r = zext i16 %v to i32
      ret i32 %r
    })"),
            77u);
}

TEST(LowerAddresses, IndicesMayBeNegativeAndNarrow) {
  EXPECT_EQ(run_assembly(R"(
    @a = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
    define i32 @test() {
      %end = getelementptr i32, ptr @a, i64 4
      %i = add i32 0, -3
      %p = getelementptr i32, ptr %end, i32 %i
      %x = load i32, ptr %p
      %k = add i8 0, -1
      %q = getelementptr i32, ptr %end, i8 %k
      %y = load i32, ptr %q
      %r = add i32 %x, %y
      ret i32 %r
    })"),
            60u);
}

TEST(LowerAddresses, ConstantsMayHideThemAndFindThemAgain) {
  EXPECT_EQ(run_assembly(R"(
    @a = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
    @marked = global i64 xor (i64 ptrtoint (ptr @a to i64), i64 1)
    @narrow = global i16 mul (i16 ptrtoint (ptr @a to i16), i16 3)
    define i32 @test() {
      %m = load i64, ptr @marked
      %p = xor i64 %m, 5
      %q = inttoptr i64 %p to ptr
      %x = load i32, ptr %q
      %n = load i16, ptr @narrow
      %a = ptrtoint ptr @a to i16
      %b = mul i16 %a, 3
      %same = icmp eq i16 %n, %b
      %one = zext i1 %same to i32
      %r = add i32 %x, %one
      ret i32 %r
    })"),
            21u);
}

TEST(LowerAddresses, ConstantOffsetsRideAlongWithTheAccess) {
  EXPECT_EQ(run_assembly(R"(
    @a = global { i32, { i32, i32 } } { i32 1, { i32, i32 } { i32 2, i32 3 } }
    define i32 @test() {
      %inner = getelementptr { i32, { i32, i32 } }, ptr @a, i32 0, i32 1
      %p = getelementptr { i32, i32 }, ptr %inner, i32 0, i32 1
      %x = load i32, ptr %p
      store i32 50, ptr %p
      %keep = ptrtoint ptr %p to i64
      %back = inttoptr i64 %keep to ptr
      %y = load i32, ptr %back
      %r = add i32 %x, %y
      ret i32 %r
    })"),
            53u);
}

// What a pointer to a member function adds to `this` is taken for an index that is always 0, if no such pointer in
// the program adds anything.
TEST(LowerAddresses, PointersToMembersLeaveThisAlone) {
  const auto lengths = [](const std::string& member, const std::string& made) {
    const Program program = lower_assembly(R"(
      @member = global { i64, i64 } )" + member +
                                           R"(
      @o = global [4 x i64] zeroinitializer
      define i32 @test() {
        )" + made + R"(
        %pair = load { i64, i64 }, ptr @member
        %added = extractvalue { i64, i64 } %pair, 1
        %this = getelementptr i8, ptr @o, i64 %added
        store i64 0, ptr %this
        ret i32 0
      })");
    std::vector<uint64_t> found;
    for (const ArrayIndex& index : program.array_indices) found.push_back(index.length);
    return found;
  };
  using Lengths = std::vector<uint64_t>;
  EXPECT_EQ(lengths("{ i64 ptrtoint (ptr @test to i64), i64 0 }", ""), Lengths{1});
  EXPECT_EQ(lengths("zeroinitializer", ""), Lengths{1});
  EXPECT_EQ(lengths("{ i64 ptrtoint (ptr @test to i64), i64 8 }", ""), Lengths{});
  EXPECT_EQ(lengths("zeroinitializer", "%m = insertvalue { i64, i64 } undef, i64 0, 1"),
            Lengths{1});
  EXPECT_EQ(lengths("zeroinitializer", "%m = insertvalue { i64, i64 } undef, i64 8, 1"), Lengths{});
}

TEST(LowerMemory, ScalarsOfEveryTypeComeBack) {
  for (const char* scalar : {"i1 true", "i8 -3", "i16 -3", "i24 -3", "i32 -3", "i33 -3", "i48 -3",
                             "i64 -3", "i72 -3", "i128 -3"}) {
    const std::string text = scalar;
    const std::string type = text.substr(0, text.find(' '));
    EXPECT_EQ(run_assembly("@x = global [4 x i64] zeroinitializer\ndefine i32 @test() {\n%p = "
                           "getelementptr i8, ptr @x, i64 3\nstore " +
                           text + ", ptr %p, align 1\n%v = load " + type +
                           ", ptr %p, align 1\n%c = icmp eq " + type + " %v, " +
                           text.substr(text.find(' ')) + "\n%r = zext i1 %c to i32\nret i32 %r\n}"),
              1u)
        << scalar;
  }
}

TEST(LowerMemory, StoresOfOddWidthsLeaveTheirNeighboursAlone) {
  EXPECT_EQ(run_assembly(R"(
    @x = global i64 -1
    define i32 @test() {
      %p = getelementptr i8, ptr @x, i64 2
      store i24 0, ptr %p, align 1
      %v = load i64, ptr @x
      %c = icmp eq i64 %v, -1099511562241     ; 0xffffff000000ffff
      %r = zext i1 %c to i32
      ret i32 %r
    })"),
            1u);
}

TEST(LowerMemory, AggregatesAndVectorsAreLoadedAndStoredWhole) {
  EXPECT_EQ(run_assembly(R"(
    @s = global { i8, i32, [2 x i16] } { i8 1, i32 2, [2 x i16] [i16 3, i16 4] }
    @t = global { i8, i32, [2 x i16] } zeroinitializer
    @v = global <4 x i16> <i16 5, i16 6, i16 7, i16 8>
    define i32 @test() {
      %s = load { i8, i32, [2 x i16] }, ptr @s
      store { i8, i32, [2 x i16] } %s, ptr @t
      %p = getelementptr i8, ptr @t, i64 10
      %four = load i16, ptr %p
      %v = load <4 x i16>, ptr @v
      %w = add <4 x i16> %v, %v
      store <4 x i16> %w, ptr @v
      %q = getelementptr i8, ptr @v, i64 6
      %sixteen = load i16, ptr %q
      %r = mul i16 %four, %sixteen
      %z = zext i16 %r to i32
      ret i32 %z
    })"),
            64u);
}

TEST(LowerMemory, LocalsCopiesAndFills) {
  EXPECT_EQ(run_assembly(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    @text = constant [8 x i8] c"abcdefgh"
    define i32 @test() {
      %buffer = alloca [8 x i8]
      call void @llvm.memset.p0.i64(ptr %buffer, i8 122, i64 8, i1 false)
      call void @llvm.memcpy.p0.p0.i64(ptr %buffer, ptr @text, i64 4, i1 false)     ; abcdzzzz
      %p = getelementptr i8, ptr %buffer, i64 1
      call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %buffer, i64 4, i1 false)       ; aabcdzzz
      %q = getelementptr i8, ptr %buffer, i64 2
      %r = load i32, ptr %q, align 1
      ret i32 %r                                                                    ; bcdz
    })"),
            0x7a646362u);
}

TEST(LowerGlobals, InitialContentsHaveTheirPlaces) {
  EXPECT_EQ(run_assembly(R"(
    @target = global [4 x i32] [i32 0, i32 0, i32 42, i32 0]
    @packed = global <{ i8, i32, i16, i64 }> <{ i8 1, i32 305419896, i16 -2, i64 5 }>
    @nested = global { i16, ptr, [2 x { i8, double }] } { i16 3, ptr getelementptr (i8, ptr @target, i64 8), [2 x { i8, double }] [{ i8, double } { i8 4, double 2.0 }, { i8, double } { i8 5, double 8.0 }] }
    @wide = global i128 36893488147419103233
    define i32 @test() {
      %p1 = getelementptr i8, ptr @packed, i64 1
      %x = load i32, ptr %p1, align 1
      %ok1 = icmp eq i32 %x, 305419896
      %p2 = getelementptr i8, ptr @packed, i64 7
      %y = load i64, ptr %p2, align 1
      %ok2 = icmp eq i64 %y, 5
      %p3 = getelementptr i8, ptr @nested, i64 8
      %pointer = load ptr, ptr %p3
      %z = load i32, ptr %pointer
      %ok3 = icmp eq i32 %z, 42
      %p4 = getelementptr i8, ptr @nested, i64 40
      %d = load double, ptr %p4
      %ok4 = fcmp oeq double %d, 8.0
      %w = load i128, ptr @wide
      %ok5 = icmp eq i128 %w, 36893488147419103233
      %1 = and i1 %ok1, %ok2
      %2 = and i1 %1, %ok3
      %3 = and i1 %2, %ok4
      %4 = and i1 %3, %ok5
      %r = zext i1 %4 to i32
      ret i32 %r
    })"),
            1u);
}

TEST(LowerGlobals, OnlyWhatIsReachedIsLowered) {
  const Program program = lower_assembly(R"(
    @used = global ptr @through
    @through = global i32 1
    @unused = global i32 2
    define void @never() {
      ret void
    }
    define i32 @test() {
      %p = load ptr, ptr @used
      %r = load i32, ptr %p
      ret i32 %r
    })");
  std::set<std::string> globals;
  for (const Global& global : program.globals) globals.insert(global.name);
  EXPECT_EQ(globals, (std::set<std::string>{"used", "through"}));
  EXPECT_EQ(program.functions.size(), 2u);
}

TEST(LowerGlobals, FunctionsAreKnownAsTheUsersOrTheLibrarys) {
  const Program program = lower_assembly("define i32 @test() {\nret i32 0\n}");
  EXPECT_EQ(testing::function_named(program, "test").origin, FunctionOrigin::User);
  EXPECT_EQ(testing::function_named(program, "__heddle_start").origin, FunctionOrigin::Library);
}

TEST(LowerGlobals, ThreadLocalVariablesAreReachedThroughTheirThread) {
  EXPECT_EQ(run_assembly(R"(
    @a = thread_local global i32 5
    @b = thread_local global [2 x i32] [i32 6, i32 7]
    declare ptr @llvm.threadlocal.address.p0(ptr)
    define i32 @test() {
      %a = call ptr @llvm.threadlocal.address.p0(ptr @a)
      %b = call ptr @llvm.threadlocal.address.p0(ptr @b)
      %p = getelementptr [2 x i32], ptr %b, i64 0, i64 1
      %x = load i32, ptr %a
      %y = load i32, ptr %p
      %r = mul i32 %x, %y
      store i32 %r, ptr %a
      %again = load i32, ptr @a
      ret i32 %again
    })"),
            35u);
}

TEST(LowerAtomics, UpdatesReturnTheOldValue) {
  struct Case {
    const char* operation;
    int32_t expected;  // of -6 with 10
  };
  for (const Case& c : {Case{"xchg", 10},
                        {"add", 4},
                        {"sub", -16},
                        {"and", 10},
                        {"nand", ~10},
                        {"or", -6},
                        {"xor", -6 ^ 10},
                        {"max", 10},
                        {"min", -6},
                        {"umax", -6},
                        {"umin", 10}}) {
    const std::string text =
        std::string("@x = global i32 -6\ndefine i32 @test() {\n%old = atomicrmw ") + c.operation +
        " ptr @x, i32 10 seq_cst\n%new = load atomic i32, ptr @x seq_cst, align 4\n%sum = mul i32 "
        "%old, 1000\n"
        "%r = add i32 %sum, %new\nret i32 %r\n}";
    EXPECT_EQ(run_assembly(text), uint32_t(-6000 + c.expected)) << c.operation;
  }
}

TEST(LowerAtomics, FloatsAndPointersToo) {
  EXPECT_EQ(run_assembly(R"(
    @f = global double 1.5
    @a = global i32 7
    @p = global ptr null
    define i32 @test() {
      %1 = atomicrmw fadd ptr @f, double 2.0 seq_cst
      %2 = atomicrmw xchg ptr @p, ptr @a seq_cst
      fence seq_cst
      %3 = load double, ptr @f
      %4 = fmul double %3, 10.0
      %5 = fptosi double %4 to i32
      %6 = load ptr, ptr @p
      %7 = load i32, ptr %6
      %8 = add i32 %5, %7
      ret i32 %8
    })"),
            42u);
}

TEST(LowerAtomics, CompareExchangeTellsWhetherItDid) {
  for (const char* type : {"i8", "i16", "i32", "i64"})
    for (const bool succeeds : {false, true}) {
      const std::string t = type;
      const std::string text =
          "@x = global " + t + " -6\ndefine i32 @test() {\n%r = cmpxchg ptr @x, " + t +
          (succeeds ? " -6, " : " 6, ") + t + " 9 seq_cst seq_cst\n%old = extractvalue { " + t +
          ", i1 } %r, 0\n%done = extractvalue { " + t + ", i1 } %r, 1\n%now = load " + t +
          ", ptr @x\n%sum = add " + t + " %old, %now\n%c = icmp eq " + t + " %sum, " +
          (succeeds ? "3" : "-12") +
          "\n%a = zext i1 %c to i32\n%b = zext i1 %done to i32\n%s = shl i32 %a, 1\n%o = or i32 "
          "%s, %b\nret i32 %o\n}";
      EXPECT_EQ(run_assembly(text), succeeds ? 3u : 2u) << type;
    }
}

TEST(LowerAtomics, AccessesAreMarkedAtomic) {
  const Program program = lower_assembly(R"(
    @x = global ptr null
    define i32 @test() {
      %a = load atomic ptr, ptr @x monotonic, align 8
      store atomic ptr %a, ptr @x release, align 8
      %b = load volatile i32, ptr @x
      ret i32 %b
    })");
  std::vector<uint8_t> flags;
  for (const Instruction& i : program.code)
    if (i.opcode == Opcode::Load8 || i.opcode == Opcode::Store8 || i.opcode == Opcode::Load4)
      flags.push_back(i.aux);
  EXPECT_EQ(flags, (std::vector<uint8_t>{kAtomic | kPointer, kAtomic | kPointer, 0}));
}

}  // namespace
}  // namespace heddle

// Tests of Version: what it leaves out, what it tells of a statement, and what becomes of damaged bytes.
// SPDX-License-Identifier: Apache-2.0
#include "incremental/version.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

// A function that adds to a global, after so many instructions that make unused values.
Program counting(unsigned unused, uint64_t amount) {
  ProgramBuilder b;
  const uint64_t counter = b.global("counter");
  b.begin("work");
  for (unsigned k = 0; k < unused; ++k) b.slot();
  b.store(b.binary(Opcode::Add, b.load_from(counter), b.constant(amount)), b.constant(counter));
  b.return_values({});
  b.begin("main");
  b.exit();
  return b.finish();
}

const VersionFunction& function_named(const Version& version, const std::string& name) {
  for (const VersionFunction& function : version.functions)
    if (version.texts[function.name] == name) return function;
  throw std::runtime_error("no function " + name);
}

TEST(Version, RegisterNumbersDoNotMatter) {
  const Version first = describe(counting(0, 1));
  const Version second = describe(counting(7, 1));
  EXPECT_EQ(function_named(first, "work"), function_named(second, "work"));
}

TEST(Version, AConstantIsPartOfTheTextAndOfTheValuesMadeFromIt) {
  const Version first = describe(counting(0, 1));
  const Version second = describe(counting(0, 2));
  const VersionFunction& one = function_named(first, "work");
  const VersionFunction& two = function_named(second, "work");
  EXPECT_EQ(one.statements[0].value, two.statements[0].value);  // the load
  EXPECT_NE(first.texts[one.statements[1].text], second.texts[two.statements[1].text]);
  EXPECT_EQ(first.texts[one.statements[2].text], second.texts[two.statements[2].text]);
  EXPECT_NE(one.statements[2].value, two.statements[2].value);  // the store of the sum
}

TEST(Version, KindsAndObjectsOfAccesses) {
  ProgramBuilder b;
  const uint64_t counter = b.global("counter");
  b.begin("main");
  const Operand own = b.local(8);
  b.store(b.constant(1), own);
  b.load_from(counter);
  b.store_to(counter, 1, kAtomic);
  b.fetch_add(counter, 1);
  b.load(b.index(b.constant(counter), b.load_from(counter), 8));
  b.exit();
  const Version version = describe(b.finish());
  std::vector<StatementKind> kinds;
  for (const VersionStatement& statement : version.functions[0].statements) {
    kinds.push_back(statement.kind);
    if (statement.kind == StatementKind::Local) continue;
    EXPECT_EQ(version.texts[statement.object], "counter");
  }
  const std::vector<StatementKind> expected = {
      StatementKind::Local,       StatementKind::Local,        StatementKind::Read,
      StatementKind::AtomicWrite, StatementKind::AtomicUpdate, StatementKind::Read,
      StatementKind::Local,       StatementKind::ElementRead,  StatementKind::Local};
  EXPECT_EQ(kinds, expected);
}

TEST(Version, ALocalVariableWhoseAddressGoesElsewhereIsNotLocal) {
  ProgramBuilder b;
  const uint64_t place = b.global("place");
  b.begin("main");
  const Operand shared = b.local(8);
  b.store(shared, b.constant(place));
  b.store(b.constant(1), shared);
  b.exit();
  const Version version = describe(b.finish());
  EXPECT_EQ(version.functions[0].statements[2].kind, StatementKind::Write);
}

TEST(Version, AnAddressSaysWhereItComesFrom) {
  ProgramBuilder b;
  const uint64_t shared = b.global("shared", 16);
  b.begin("work", 1);
  const Operand parameter = 0;
  b.store(b.constant(1), b.offset(parameter, 4), 4);
  b.store_to(shared + 8, 1);
  b.store(b.constant(1), b.load(parameter));
  b.return_values({});
  b.begin("main");
  b.exit();
  const Version version = describe(b.finish());
  using Root = VersionAddress::Root;
  std::vector<VersionAddress> written;
  for (const VersionStatement& statement : version.functions[0].statements)
    if (statement.written != 0) written.push_back(statement.addresses[0]);
  ASSERT_EQ(written.size(), 3u);
  EXPECT_EQ(written[0], (VersionAddress{Root::Parameter, 0, 4}));
  EXPECT_EQ(written[1].root, Root::Global);
  EXPECT_EQ(version.texts[written[1].number], "shared");
  EXPECT_EQ(written[1].offset, 8);
  EXPECT_EQ(written[2].root, Root::Statement);
  EXPECT_EQ(version.functions[0].statements[written[2].number].kind, StatementKind::Read);
}

TEST(Version, SurvivesBeingWrittenAndRead) {
  const Version version = describe(testing::lost_update());
  const std::optional<Version> read = parse_version(serialise(version));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, version);
}

TEST(Version, NoPartOfTheBytesIsAVersion) {
  const std::string bytes = serialise(describe(testing::lost_update()));
  for (size_t length = 0; length < bytes.size(); ++length)
    EXPECT_FALSE(parse_version(bytes.substr(0, length))) << length;
  EXPECT_FALSE(parse_version(bytes + "x"));
}

TEST(Version, DamagedBytesAreRefusedOrHarmless) {
  const std::string bytes = serialise(describe(testing::lost_update()));
  for (size_t at = 0; at < bytes.size(); ++at)
    for (const char flipped : {char(bytes[at] ^ 1), char(bytes[at] ^ 0x80), char(0xff)}) {
      std::string damaged = bytes;
      damaged[at] = flipped;
      const std::optional<Version> read = parse_version(damaged);
      if (!read) continue;
      for (const VersionFunction& function : read->functions)
        for (const VersionStatement& statement : function.statements) {
          ASSERT_LT(statement.text, read->texts.size());
          ASSERT_LT(statement.object, read->texts.size());
          for (const uint32_t target : statement.targets)
            ASSERT_LT(target, function.statements.size());
          for (const VersionAddress& address : statement.addresses) {
            const size_t end = address.root == VersionAddress::Root::Global ? read->texts.size()
                               : address.root == VersionAddress::Root::Statement
                                   ? function.statements.size()
                                   : SIZE_MAX;
            ASSERT_LT(address.number, end);
          }
          ASSERT_TRUE(statement.written == 0 || !statement.addresses.empty());
        }
    }
}

}  // namespace
}  // namespace heddle

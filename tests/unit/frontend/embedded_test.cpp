// Tests of the records that heddle cc puts into objects.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/embedded.h"

#include <gtest/gtest.h>

#include "support/invariant.h"

namespace heddle {
namespace {

EmbeddedRecord record(const std::string& name) {
  return {.file = name,
          .directory = "/b",
          .left_out = {"-fsanitize=thread"},
          .without_assertions = true,
          .sources = {{"/s/" + name, "00ff"}, {"/s/x.h", ""}},
          .bitcode = std::string("BC\0code", 7) + name};
}

TEST(EmbeddedRecords, JoinedAsALinkerDoes) {
  const std::string section = encode(record("a.c")) + encode(record("b.c"));
  const std::vector<EmbeddedRecord> records = decode_records(section, "prog");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].file, "a.c");
  EXPECT_EQ(records[1].bitcode, record("b.c").bitcode);
  EXPECT_EQ(records[1].left_out, record("b.c").left_out);
  EXPECT_TRUE(records[1].without_assertions);
  ASSERT_EQ(records[1].sources.size(), 2u);
  EXPECT_EQ(records[1].sources[0].path, "/s/b.c");
  EXPECT_EQ(records[1].sources[1].hash, "");
  EXPECT_TRUE(decode_records("", "prog").empty());
}

TEST(EmbeddedRecords, DamageIsNoticed) {
  const std::string section = encode(record("a.c"));
  for (size_t kept = 1; kept < section.size(); ++kept)
    EXPECT_THROW(decode_records(section.substr(0, kept), "prog"), InputError) << kept;
  EXPECT_THROW(decode_records(section + "x", "prog"), InputError);
  EXPECT_THROW(decode_records(std::string(64, '\0'), "prog"), InputError);
}

}  // namespace
}  // namespace heddle

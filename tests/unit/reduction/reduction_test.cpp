// Tests of the names of reductions and of what they ask of the machine.
// SPDX-License-Identifier: Apache-2.0
#include "reduction/reduction.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Reduction, NamesComeBack) {
  for (const Reduction reduction : {Reduction::None, Reduction::Heap})
    EXPECT_EQ(reduction_named(name_of(reduction)), reduction);
  EXPECT_EQ(reduction_named("magic"), std::nullopt);
  EXPECT_EQ(reduction_named(""), std::nullopt);
}

TEST(Reduction, DecidesWhatCountsAsShared) {
  MachineOptions options;
  apply(Reduction::None, options);
  EXPECT_EQ(options.sharing, SharingPolicy::Everything);
  apply(Reduction::Heap, options);
  EXPECT_EQ(options.sharing, SharingPolicy::ByReachability);
}

}  // namespace
}  // namespace heddle

// heddle's own <gtest/gtest_prod.h>: lets a class name a test as its friend.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#define FRIEND_TEST(suite, name) friend class suite##_##name##_Test

// Stands where GoogleTest's other headers begin: they are refused by name.
// SPDX-License-Identifier: Apache-2.0
#error "heddle test --gtest has <gtest/gtest.h> and <gtest/gtest_prod.h> only"

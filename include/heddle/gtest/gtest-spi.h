// Refuses GoogleTest's header for testing tests: under heddle a failed check ends the execution.
// SPDX-License-Identifier: Apache-2.0
#error "heddle test --gtest has <gtest/gtest.h> and <gtest/gtest_prod.h> only"

// heddle's own <gtest/gtest.h>: the tests of a GoogleTest driver, checked under every interleaving.
//
// GoogleTest itself cannot be explored: it opens files, forks, and keeps time. `heddle test --gtest` puts this header
// in its place. It has the macros and classes that test bodies use; what it lacks does not compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#pragma GCC system_header

#ifndef __HEDDLE__
#error "this header is for heddle test --gtest only; a native build uses GoogleTest's own"
#endif
#if __cplusplus < 201402L
#error "heddle's gtest.h needs C++14: add -std=c++14 or later after --"
#endif

#include "gtest/detail/assertions.h"
#include "gtest/detail/fixture.h"
#include "gtest/detail/parameters.h"
#include "gtest/detail/refused.h"
#include "gtest/gtest_prod.h"

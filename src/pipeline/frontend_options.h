// What the compiler is asked for by a user's options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/compile.h"
#include "pipeline/options.h"

namespace heddle {

inline FrontendOptions frontend_options(const Options& options) {
  return {.inputs = options.inputs,
          .clang_flags = options.clang_flags,
          .runtime_file = options.runtime_file,
          .include_directory = options.include_directory,
          .compile_commands = options.compile_commands,
          .target = options.target,
          .cache_folder = options.cache_folder,
          .gtest = options.gtest};
}

}  // namespace heddle

// ControlRegions: the statements of a function whose being run depends on a branch: those on the ways from it that come before
// the place where all ways meet again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "incremental/version.h"

namespace heddle {

class ControlRegions {
 public:
  ControlRegions(const Version& version, const VersionFunction& function);

  // Goes one of several ways, by a value.
  bool is_branch(uint32_t statement) const;
  // In order.
  std::vector<uint32_t> controlled_by(uint32_t branch) const;

 private:
  struct Block {
    uint32_t begin = 0;
    uint32_t end = 0;
    std::vector<uint32_t> next{};
    std::vector<bool> met_later{};  // blocks on every way from here to the end, this one included
  };
  void find_blocks();
  void find_meetings();
  uint32_t block_of(uint32_t statement) const;

  const Version& version_;
  const VersionFunction& function_;
  std::vector<Block> blocks_;
};

}  // namespace heddle

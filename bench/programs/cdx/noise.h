// Work beside the frames, so that the radar's thread allocates memory of its own between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

namespace cdx {

class NoiseGenerator {
 public:
  explicit NoiseGenerator(int blocks) : blocks_(blocks) {}

  // Allocates the blocks, links them up, and frees every other one; the rest goes the next time.
  void generate();
  int alive() const { return static_cast<int>(kept_.size()); }

 private:
  struct Block {
    int number = 0;
    std::unique_ptr<Block> next;
  };

  std::unique_ptr<Block> make_chain() const;

  const int blocks_;
  std::vector<std::unique_ptr<Block>> kept_;
};

}  // namespace cdx

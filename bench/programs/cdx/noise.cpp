// Noise: see noise.h.
// SPDX-License-Identifier: Apache-2.0
#include "noise.h"

#include <utility>

namespace cdx {

void NoiseGenerator::generate() {
  kept_.clear();
  std::unique_ptr<Block> chain = make_chain();
  while (chain) {
    std::unique_ptr<Block> rest = std::move(chain->next);
    if (chain->number % 2 == 0) kept_.push_back(std::move(chain));
    chain = std::move(rest);
  }
}

std::unique_ptr<NoiseGenerator::Block> NoiseGenerator::make_chain() const {
  std::unique_ptr<Block> chain;
  for (int i = 0; i < blocks_; ++i) {
    auto block = std::make_unique<Block>();
    block->number = i;
    block->next = std::move(chain);
    chain = std::move(block);
  }
  return chain;
}

}  // namespace cdx

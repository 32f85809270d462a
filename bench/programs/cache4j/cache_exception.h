// Thrown when a thread uses the blocking cache against its protocol.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace cache4j {

class CacheException : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace cache4j

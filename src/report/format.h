// Numbers as people read them, the same in every output: 1,234,567; 1.2 MiB; 0.43 s.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle {

std::string format_count(uint64_t count);

// "1 state", "1,234 states". The plural is the noun with an s unless it is given.
std::string format_plural(uint64_t count, std::string_view noun, std::string_view plural = {});

// "512 B", "1.2 MiB"
std::string format_bytes(uint64_t bytes);

// "0.43 s", "12.3 s", "2 min 05 s", "1 h 02 min"
std::string format_seconds(double seconds);

}  // namespace heddle

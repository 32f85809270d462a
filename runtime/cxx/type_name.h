// Readable names of types, from the mangled ones that type_info objects carry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace heddle_runtime {

// Text in a buffer of fixed size; what does not fit is cut off.
class TextBuffer {
 public:
  TextBuffer(char* buffer, std::size_t size) : position_(buffer), end_(buffer + size - 1) {
    *position_ = '\0';
  }

  void add(const char* text) {
    while (*text) add_character(*text++);
  }
  void add(const char* text, std::size_t length) {
    while (length-- > 0) add_character(*text++);
  }

 private:
  void add_character(char character) {
    if (position_ == end_) return;
    *position_++ = character;
    *position_ = '\0';
  }

  char* position_;
  char* end_;
};

// Understands plain and nested class names, fundamental types and pointers to them; adds any other
// name as the symbol of its type_info's name, for whoever tells the error to look up.
void add_type_name(TextBuffer& text, const char* mangled);

}  // namespace heddle_runtime

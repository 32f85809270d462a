// SPDX-License-Identifier: Apache-2.0
#include "type_name.h"

namespace heddle_runtime {

namespace {

struct ShortName {
  const char* mangled;
  const char* name;
};

constexpr ShortName kShortNames[] = {
    {"v", "void"},
    {"b", "bool"},
    {"c", "char"},
    {"a", "signed char"},
    {"h", "unsigned char"},
    {"s", "short"},
    {"t", "unsigned short"},
    {"i", "int"},
    {"j", "unsigned int"},
    {"l", "long"},
    {"m", "unsigned long"},
    {"x", "long long"},
    {"y", "unsigned long long"},
    {"f", "float"},
    {"d", "double"},
    {"e", "long double"},
    {"w", "wchar_t"},
    {"Dn", "std::nullptr_t"},
    {"NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", "std::string"},
};

bool equal(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return *a == *b;
}

const char* short_name(const char* mangled) {
  for (const ShortName& entry : kShortNames)
    if (equal(entry.mangled, mangled)) return entry.name;
  return nullptr;
}

// One name with its length before it; null where there is none.
const char* add_identifier(TextBuffer& text, const char* mangled) {
  std::size_t length = 0;
  while (*mangled >= '0' && *mangled <= '9') length = length * 10 + std::size_t(*mangled++ - '0');
  if (length == 0) return nullptr;
  const bool is_anonymous =
      length >= 10 && mangled[0] == '_' && mangled[1] == 'G' && mangled[2] == 'L';
  if (is_anonymous)
    text.add("(anonymous namespace)");
  else
    text.add(mangled, length);
  return mangled + length;
}

const char* add_class_name(TextBuffer& text, const char* mangled) {
  const bool is_nested = *mangled == 'N';
  if (is_nested) ++mangled;
  if (mangled[0] == 'S' && mangled[1] == 't') {
    text.add("std::");
    mangled += 2;
  }
  mangled = add_identifier(text, mangled);
  while (is_nested && mangled && *mangled != 'E') {
    text.add("::");
    mangled = add_identifier(text, mangled);
  }
  return mangled && is_nested ? mangled + 1 : mangled;
}

// Adds a name only if it understands all of it.
bool add_readable(TextBuffer& text, const char* mangled) {
  if (const char* name = short_name(mangled)) {
    text.add(name);
    return true;
  }
  char buffer[256];
  TextBuffer name(buffer, sizeof buffer);
  const char* end = add_class_name(name, mangled);
  if (!end || *end != '\0') return false;
  text.add(buffer);
  return true;
}

}  // namespace

void add_type_name(TextBuffer& text, const char* mangled) {
  const bool is_pointer = *mangled == 'P';
  const bool is_const = is_pointer && mangled[1] == 'K';
  char buffer[256];
  TextBuffer name(buffer, sizeof buffer);
  if (add_readable(name, mangled + is_pointer + is_const)) {
    text.add(is_const ? "const " : "");
    text.add(buffer);
    text.add(is_pointer ? "*" : "");
    return;
  }
  text.add("_ZTS");
  text.add(mangled);
}

}  // namespace heddle_runtime

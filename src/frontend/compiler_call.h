// A compiler's command line taken apart: what it reads and makes, and which of its flags still count when the
// same source is compiled for checking.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

// Objects is -c; Other is everything that makes no object file: -E, -S, -M, --version, ...
enum class CompilerStage { Other, Objects, Link };

struct CompilerCall {
  CompilerStage stage = CompilerStage::Link;
  std::vector<std::string> sources;  // C and C++ only
  std::vector<size_t> source_positions;  // where they stand in the arguments
  std::string output;  // -o, or empty
  // Without inputs, outputs, optimisation, debug information, warnings, and what only makes sense natively.
  std::vector<std::string> flags;
  std::vector<std::string> left_out;  // those that change what the program does: -fsanitize=...
  bool without_assertions = false;  // -DNDEBUG
};

// The arguments after the compiler's name.
CompilerCall parse_compiler_call(const std::vector<std::string>& arguments);

// Whether the compiler's name says C++, as clang++ and g++-12 do; it then takes a .c file for C++ as well.
bool is_cxx_compiler(const std::string& program);

// The words of a command as a shell sees them: quotes and backslashes, no expansions.
std::vector<std::string> split_words(const std::string& command);
// Replaces each @file by the words in that file.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments,
                                               const std::string& directory);

bool is_source_file(const std::string& path);

// C and C++ files may be given together: a -std flag is for one of the languages.
std::vector<std::string> flags_for(bool is_cxx, const std::vector<std::string>& flags);
// Whether the file is C++ for a compiler that goes by the names of files.
bool is_cxx_file(const std::string& path);

}  // namespace heddle

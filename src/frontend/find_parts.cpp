// What the names on the command line stand for: sources, bitcode, what heddle cc made, or the files of a project.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "frontend/compile.h"
#include "frontend/compiler_call.h"
#include "frontend/embedded.h"
#include "frontend/process.h"
#include "frontend/project.h"
#include "support/invariant.h"

namespace heddle {

namespace {

LinkInput bitcode_input(const std::string& file) {
  Unit unit{.file = file, .bitcode = read_file(file)};
  if (unit.bitcode.empty()) throw InputError(file + " is empty");
  return {.units = {unit}};
}

LinkInput find_input(const std::string& file, const FrontendOptions& options,
                     std::vector<std::string>& assumptions) {
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    throw InputError(file + ": " + (error ? error.message() : "no such file"));
  const std::string extension = std::filesystem::path(file).extension();
  if (extension == ".bc" || extension == ".ll") return bitcode_input(file);
  if (is_source_file(file))
    return {.units = {{.file = file, .flags = flags_for(is_cxx_file(file), options.clang_flags)}}};
  if (is_binary(file)) return read_embedded(file, assumptions);
  throw InputError(file +
                   ": not a C or C++ source file (.c, .cpp, .cc, .cxx), LLVM bitcode (.bc, .ll) or "
                   "something that heddle cc made");
}

bool has_source(const ProgramParts& parts) {
  for (const LinkInput& input : parts.inputs)
    for (const Unit& unit : input.units)
      if (unit.bitcode.empty()) return true;
  return false;
}

}  // namespace

ProgramParts find_parts(const FrontendOptions& options) {
  if (!options.compile_commands.empty()) return find_project_parts(options);
  ProgramParts parts;
  for (const std::string& file : options.inputs)
    parts.inputs.push_back(find_input(file, options, parts.assumptions));
  if (!options.clang_flags.empty() && !has_source(parts))
    throw UsageError("there is nothing to compile with the flags after --");
  return parts;
}

}  // namespace heddle

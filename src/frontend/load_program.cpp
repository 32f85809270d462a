// The whole front end: finds the parts of the program, compiles and links them, adds the models.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <filesystem>

#include "frontend/compile.h"
#include "frontend/process.h"

namespace heddle {

namespace {

// What comes from C++ has mangled names; a C program has no use for the models of libstdc++.
bool is_cxx(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (function.getName().starts_with("_Z") || function.hasPersonalityFn()) return true;
  return false;
}

// What the compiler adds of its own: the end of noexcept functions, access to thread_local variables.
bool is_compiler_made(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name == "__clang_call_terminate" || name.starts_with("_ZTW") || name.starts_with("_ZTH");
}

// Templates and inline functions of the standard library and of heddle's own headers are compiled with the
// user's code, but are not the user's: errors in them belong to the line that called them.
bool is_from_system_header(const llvm::Function& function, const std::string& own_headers) {
  // No header of the C library defines what ends its assertions: one that is there is the program's own, wherever it lies.
  if (function.getName() == "__assert_fail") return false;
  const llvm::DISubprogram* description = function.getSubprogram();
  if (!description || !description->getFile()) return false;
  const llvm::DIFile& source = *description->getFile();
  const std::string file = absolute_path(source.getFilename().str(), source.getDirectory().str());
  return file.starts_with("/usr/") || file.starts_with(own_headers);
}

// Bitcode may have functions that go by a number only. Everything that is compared between versions goes by names.
void name_unnamed(llvm::Module& module) {
  size_t number = 0;
  for (llvm::Function& function : module)
    if (!function.hasName()) function.setName("unnamed" + std::to_string(number++));
}

std::string cxx_runtime_beside(const std::string& runtime_file) {
  return runtime_file.substr(0, runtime_file.rfind('/') + 1) + "runtime_cxx.bc";
}

// What clang makes of sources is valid, and to make sure takes a tenth of the time of loading a large program.
bool is_compiled_by_us(const ProgramParts& parts) {
  return std::ranges::all_of(parts.inputs, [](const LinkInput& input) {
    return std::ranges::all_of(input.units, [](const Unit& unit) { return unit.bitcode.empty(); });
  });
}

// What the flags of the build change about the meaning of a verdict.
void add_flags_to(std::vector<std::string>& assumptions, const ProgramParts& parts) {
  std::set<std::string> left_out;
  std::set<std::string> without_assertions;
  for (const LinkInput& input : parts.inputs)
    for (const Unit& unit : input.units) {
      left_out.insert(unit.left_out.begin(), unit.left_out.end());
      if (unit.without_assertions)
        without_assertions.insert(std::filesystem::path(unit.file).filename());
    }
  const auto add = [&](const std::string& what, const std::set<std::string>& names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    if (!names.empty()) assumptions.push_back(what + list);
  };
  add("the build's flags that were left out: ", left_out);
  add("-DNDEBUG removes the assertions of ", without_assertions);
}

}  // namespace

PreparedProgram load_program(llvm::LLVMContext& context, const FrontendOptions& options) {
  ProgramParts parts = find_parts(options);
  const bool is_all_ours = is_compiled_by_us(parts);
  PreparedProgram program;
  program.module = link_units(context, parts, options);
  if (!is_all_ours) verify(*program.module);
  name_unnamed(*program.module);
  program.assumptions = parts.assumptions;
  add_flags_to(program.assumptions, parts);
  lower_coroutines(*program.module);
  const std::string own_headers = absolute_path(options.include_directory) + "/heddle/";
  std::set<std::string> header_functions;
  for (const llvm::Function& function : *program.module) {
    if (function.isDeclaration()) continue;
    if (is_from_system_header(function, own_headers))
      header_functions.insert(function.getName().str());
    else if (!is_compiler_made(function))
      program.user_functions.insert(function.getName().str());
  }
  add_start_code(*program.module);
  if (is_cxx(*program.module))
    link_runtime(*program.module, cxx_runtime_beside(options.runtime_file));
  link_runtime(*program.module, options.runtime_file);
  prepare(*program.module);
  inline_leaves(*program.module);
  inline_forwarders(*program.module, header_functions);
  return program;
}

}  // namespace heddle

// From source files to one prepared LLVM module: compiled, linked with the runtime models, and made
// ready for lowering.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace heddle {

struct FrontendOptions {
  std::vector<std::string> inputs;  // .c, .bc, .ll
  std::vector<std::string> clang_flags;  // what the user wrote after --
  std::vector<std::string> arguments;  // argv[1] and on for the checked program
  std::string runtime_file;  // the models' bitcode
  std::string include_directory;  // where heddle/heddle.h is
};

struct PreparedProgram {
  std::unique_ptr<llvm::Module> module;
  std::set<std::string> user_functions;  // all others are models
};

PreparedProgram load_program(llvm::LLVMContext& context, const FrontendOptions& options);

// The steps, in order.
std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const std::string& input,
                                      const FrontendOptions& options);
void lower_coroutines(llvm::Module& module);
void add_start_code(llvm::Module& module, const std::vector<std::string>& arguments);
void link_runtime(llvm::Module& module, const std::string& runtime_file);
void prepare(llvm::Module& module);

// Input that is not LLVM's idea of a program is refused, wherever it comes from.
void verify(const llvm::Module& module);

}  // namespace heddle

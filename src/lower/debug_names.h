// Names of functions and types as the C++ programmer writes them, from the debug information.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <string>

namespace heddle {

// "bank::Account::transfer", "Counter<int>::add", "lambda in main"; a C function's is its name.
std::string function_name(const llvm::DISubprogram& function);

// "std::vector<int>", "bank::Account"
std::string type_name(const llvm::DIType& type);

// With every namespace, as LLVM names its structures, but with template arguments.
std::string full_name(const llvm::DIType& type);

// Whether it belongs to the C++ standard library.
bool is_library_scope(const llvm::DIScope* scope);

// What a mangled symbol stands for, without parameters: "vtable for Shape"; empty if it is not mangled.
std::string symbol_name(llvm::StringRef symbol);

// The function's qualified name from its symbol, without parameters; empty if it is not mangled.
std::string symbol_function(llvm::StringRef symbol);

// The class whose member function this is, or null; static member functions have none.
const llvm::DIType* object_type(const llvm::DISubprogram& function);

}  // namespace heddle

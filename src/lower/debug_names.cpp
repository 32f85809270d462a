// SPDX-License-Identifier: Apache-2.0
#include "lower/debug_names.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>

#include <cstdlib>

#include "program/cxx_name.h"

namespace heddle {

namespace {

enum class Spaces { AsWritten, All };

std::string scope_prefix(const llvm::DIScope* scope, Spaces spaces) {
  if (!scope) return "";
  if (const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope)) {
    const std::string outer = scope_prefix(space->getScope(), spaces);
    const std::string name = space->getName().str();
    if (spaces == Spaces::All)
      return outer + (name.empty() ? "(anonymous namespace)" : name) + "::";
    return name.empty() || space->getExportSymbols() ? outer : outer + name + "::";
  }
  if (const auto* type = llvm::dyn_cast<llvm::DICompositeType>(scope)) {
    const std::string outer = scope_prefix(type->getScope(), spaces);
    return type->getName().empty() ? outer : outer + type->getName().str() + "::";
  }
  // A class inside a function is known by its own name.
  return "";
}

const llvm::DISubprogram* enclosing_function(const llvm::DIScope* scope) {
  while (const auto* block = llvm::dyn_cast_or_null<llvm::DILexicalBlockBase>(scope))
    scope = block->getScope();
  return llvm::dyn_cast_or_null<llvm::DISubprogram>(scope);
}

std::string base_name(const llvm::StringRef path) { return path.substr(path.rfind('/') + 1).str(); }

bool is_lambda(const llvm::DIScope* scope) {
  const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(scope);
  return type && type->getName().empty() && type->getTag() == llvm::dwarf::DW_TAG_class_type;
}

std::string lambda_name(const llvm::DIType& closure) {
  if (const llvm::DISubprogram* function = enclosing_function(closure.getScope()))
    return "lambda in " + function_name(*function);
  const std::string scope = shortened_cxx_name(scope_prefix(closure.getScope(), Spaces::AsWritten));
  if (scope.ends_with("::")) return "lambda in " + scope.substr(0, scope.size() - 2);
  return "lambda at " + base_name(closure.getFilename()) + ":" + std::to_string(closure.getLine());
}

// Code that the compiler writes around main for objects of static storage.
std::string generated_name(llvm::StringRef name) {
  if (name.starts_with("__cxx_global_var_init") || name.starts_with("_GLOBAL__") ||
      name.starts_with("__tls_init"))
    return "static initialisation";
  if (name.starts_with("__cxx_global_array_dtor") || name.starts_with("__dtor_"))
    return "static destruction";
  return "";
}

}  // namespace

std::string function_name(const llvm::DISubprogram& function) {
  if (const std::string generated = generated_name(function.getName()); !generated.empty())
    return generated;
  if (is_lambda(function.getScope())) {
    const std::string lambda = lambda_name(*llvm::cast<llvm::DICompositeType>(function.getScope()));
    // Others copy and destroy what it has captured.
    return function.getName().starts_with("operator()") ? lambda : "captures of " + lambda;
  }
  return shortened_cxx_name(scope_prefix(function.getScope(), Spaces::AsWritten) +
                            function.getName().str());
}

std::string type_name(const llvm::DIType& type) {
  if (is_lambda(&type)) return lambda_name(type);
  if (type.getName().empty()) return "";
  return shortened_cxx_name(scope_prefix(type.getScope(), Spaces::AsWritten) +
                            type.getName().str());
}

std::string full_name(const llvm::DIType& type) {
  return scope_prefix(type.getScope(), Spaces::All) + type.getName().str();
}

bool is_library_scope(const llvm::DIScope* scope) {
  for (; scope; scope = scope->getScope()) {
    const auto* space = llvm::dyn_cast<llvm::DINamespace>(scope);
    if (space && !space->getScope())
      return space->getName() == "std" || space->getName() == "__gnu_cxx" ||
             space->getName() == "__cxxabiv1" || space->getName() == "heddle_runtime";
  }
  return false;
}

std::string symbol_name(llvm::StringRef symbol) {
  if (!symbol.starts_with("_Z")) return "";
  const std::string text = llvm::demangle(symbol);
  return text == symbol ? "" : shortened_cxx_name(text);
}

std::string symbol_function(llvm::StringRef symbol) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string text_of_symbol = symbol.str();  // the demangler points into it
  if (demangler.partialDemangle(text_of_symbol.c_str()) || !demangler.isFunction()) return "";
  char* text = demangler.getFunctionName(nullptr, nullptr);
  if (!text) return "";
  const std::string name = shortened_cxx_name(text);
  std::free(text);
  return name;
}

const llvm::DIType* object_type(const llvm::DISubprogram& function) {
  const llvm::DISubroutineType* type = function.getType();
  if (!type || type->getTypeArray().size() < 2) return nullptr;
  const auto* first = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type->getTypeArray()[1]);
  if (!first || !first->isObjectPointer()) return nullptr;
  const llvm::DIType* object = first->getBaseType();
  const auto* qualified = llvm::dyn_cast_or_null<llvm::DIDerivedType>(object);
  while (qualified && (qualified->getTag() == llvm::dwarf::DW_TAG_const_type ||
                       qualified->getTag() == llvm::dwarf::DW_TAG_volatile_type)) {
    object = qualified->getBaseType();
    qualified = llvm::dyn_cast_or_null<llvm::DIDerivedType>(object);
  }
  return object;
}

}  // namespace heddle

// What the start function calls after the constructors: the program's main, or one of its tests.
//
// Made last and anew for each test, so that a file with many tests is compiled and linked once.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/start.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>

#include <map>

#include "support/invariant.h"

namespace heddle {

namespace {

using llvm::Function;

constexpr const char* kTestSection = "heddle_tests";
// What RUN_ALL_TESTS calls.
constexpr const char* kSelectedTest = "heddle_run_selected_test";

// The function with an empty body, whatever it had before.
Function* emptied(llvm::Module& module, const char* name, llvm::Type* result) {
  auto* function = llvm::cast<Function>(
      module.getOrInsertFunction(name, llvm::FunctionType::get(result, false)).getCallee());
  function->deleteBody();
  llvm::BasicBlock::Create(module.getContext(), "", function);
  return function;
}

Function* emptied_main_call(llvm::Module& module) {
  return emptied(module, "__heddle_call_main", llvm::Type::getInt32Ty(module.getContext()));
}

llvm::Constant* argument_vector(llvm::IRBuilder<>& builder, llvm::Module& module,
                                const std::vector<std::string>& arguments) {
  std::vector<llvm::Constant*> pointers;
  for (const std::string& argument : arguments) {
    llvm::Constant* text = llvm::ConstantDataArray::getString(module.getContext(), argument);
    pointers.push_back(new llvm::GlobalVariable(
        module, text->getType(), false, llvm::GlobalValue::PrivateLinkage, text, "argv.text"));
  }
  pointers.push_back(llvm::ConstantPointerNull::get(builder.getPtrTy()));
  auto* type = llvm::ArrayType::get(builder.getPtrTy(), pointers.size());
  return new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(type, pointers), "argv");
}

const Function* main_of(const llvm::Module& module) {
  const Function* main = module.getFunction("main");
  return main && !main->isDeclaration() ? main : nullptr;
}

std::string text_at(const llvm::Constant* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripPointerCasts());
  if (!variable || !variable->hasInitializer()) return "";
  const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
  return data && data->isCString() ? data->getAsCString().str() : "";
}

// From a pointer in the table to the entry: struct heddle_test of heddle/test.h.
TestEntry entry_of(const llvm::GlobalVariable& pointer) {
  const auto* entry =
      llvm::dyn_cast<llvm::GlobalVariable>(pointer.getInitializer()->stripPointerCasts());
  const auto* fields = entry && entry->hasInitializer()
                           ? llvm::dyn_cast<llvm::ConstantStruct>(entry->getInitializer())
                           : nullptr;
  if (!fields || fields->getNumOperands() != 4)
    throw InputError("the section heddle_tests holds something that is not a test");
  const auto* line = llvm::dyn_cast<llvm::ConstantInt>(fields->getOperand(2));
  return {.name = text_at(fields->getOperand(0)),
          .file = text_at(fields->getOperand(1)),
          .line = line ? uint32_t(line->getZExtValue()) : 0,
          .body = llvm::dyn_cast<Function>(fields->getOperand(3)->stripPointerCasts())};
}

std::string place_of(const TestEntry& test) { return test.file + ":" + std::to_string(test.line); }

void call_test(Function* caller, Function* body) {
  llvm::IRBuilder<> builder(&caller->getEntryBlock());
  builder.CreateCall(body->getFunctionType(), body);
  if (caller->getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(builder.getInt32(0));
}

}  // namespace

std::vector<TestEntry> tests_in(const llvm::Module& module) {
  std::vector<TestEntry> tests;
  std::map<std::string, std::string> places;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getSection() != kTestSection || !variable.hasInitializer()) continue;
    tests.push_back(entry_of(variable));
    const TestEntry& test = tests.back();
    INVARIANT(test.body && !test.name.empty(), "the compiler gave the test a name and a body");
    const auto [earlier, is_new] = places.emplace(test.name, place_of(test));
    if (!is_new)
      throw InputError("two tests are called " + test.name + ": at " + earlier->second +
                       " and at " + place_of(test));
  }
  return tests;
}

void start_with_main(llvm::Module& module, std::vector<std::string> arguments) {
  Function* main = module.getFunction("main");
  if (!main_of(module))
    throw InputError(tests_in(module).empty()
                         ? "the program has no main function"
                         : "the program has tests but no main function: use heddle test");
  arguments.insert(arguments.begin(), "program");
  Function* call = emptied_main_call(module);
  llvm::IRBuilder<> builder(&call->getEntryBlock());
  llvm::Constant* vector = argument_vector(builder, module, arguments);
  llvm::Constant* environment = argument_vector(builder, module, {});
  llvm::Value* const all[] = {builder.getInt32(uint32_t(arguments.size())), vector, environment};
  if (main->arg_size() > std::size(all)) throw InputError("main takes more than three parameters");
  llvm::Value* result =
      builder.CreateCall(main, llvm::ArrayRef<llvm::Value*>(all, main->arg_size()));
  builder.CreateRet(result->getType()->isIntegerTy(32) ? result : builder.getInt32(0));
}

void start_with_test(llvm::Module& module, const TestEntry& test,
                     const std::vector<std::string>& arguments) {
  const bool main_runs_tests = module.getFunction(kSelectedTest) && main_of(module);
  if (main_runs_tests) {
    call_test(emptied(module, kSelectedTest, llvm::Type::getVoidTy(module.getContext())),
              test.body);
    start_with_main(module, arguments);
  } else {
    call_test(emptied_main_call(module), test.body);
  }
}

}  // namespace heddle

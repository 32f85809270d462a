// Links the parts of a program as a linker does: every object, and of a library those
// members that define what is still undefined when its turn comes.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>

#include "frontend/compilation.h"
#include "frontend/compiler_call.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using ModulePointer = std::unique_ptr<llvm::Module>;

// LLVM would otherwise print its complaints and exit.
class Complaints {
 public:
  explicit Complaints(llvm::LLVMContext& context) : context_(context) {
    context.setDiagnosticHandlerCallBack(&remember, &text_);
  }
  ~Complaints() {
    context_.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo*, void*) {}, nullptr);
  }
  Complaints(const Complaints&) = delete;
  Complaints& operator=(const Complaints&) = delete;
  const std::string& text() const { return text_; }

 private:
  static void remember(const llvm::DiagnosticInfo* info, void* text) {
    if (info->getSeverity() != llvm::DS_Error) return;
    llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info->print(printer);
  }

  llvm::LLVMContext& context_;
  std::string text_;
};

bool defines(const llvm::Module& module, llvm::StringRef name) {
  const llvm::GlobalValue* value = module.getNamedValue(name);
  return value && !value->isDeclarationForLinker() && !value->hasLocalLinkage();
}

// Modules are read when their turn comes, so that the order of all that is done does not depend on how long the compiler takes.
class ProgramLinker {
 public:
  ProgramLinker(llvm::LLVMContext& context, ProgramParts& parts, const FrontendOptions& options)
      : context_(context),
        complaints_(context),
        parts_(parts),
        modules_(parts.inputs.size()),
        compilation_(parts, options) {}

  ModulePointer link() {
    try {
      for (size_t k = 0; k < parts_.inputs.size();) k = add_from(k);
      for (const LinkInput& input : parts_.inputs) require_functions(input);
    } catch (const InputError&) {
      // A file that does not compile is told first, and that main is there twice in words of our own.
      compilation_.wait_for_all();
      require_one_main();
      throw;
    }
    return std::move(program_);
  }

 private:
  ModulePointer parse(const Unit& unit) {
    compilation_.wait_for(unit);
    llvm::SMDiagnostic diagnostic;
    // Only what is linked is read to its end: of the templates that all units have, one copy.
    ModulePointer module = llvm::getLazyIRModule(
        llvm::MemoryBuffer::getMemBuffer(unit.bitcode, unit.file, /*RequiresNullTerminator=*/false),
        diagnostic, context_, /*ShouldLazyLoadMetadata=*/true);
    if (!module)
      throw InputError(unit.file +
                       " is not readable LLVM bitcode: " + diagnostic.getMessage().str());
    return module;
  }

  void require_one_main() {
    std::string list;
    size_t count = 0;
    for (const LinkInput& input : parts_.inputs) {
      if (input.is_library) continue;
      for (const Unit& unit : input.units) {
        if (!defines(*parse(unit), "main")) continue;
        list += "\n  " + unit.file;
        ++count;
      }
    }
    if (count > 1)
      throw InputError("main is defined in several files; choose the files of one program:" + list);
  }

  // Links the input at `place`, or the whole group that begins there; returns where to go on.
  size_t add_from(size_t place) {
    size_t end = place + 1;
    const size_t group = parts_.inputs[place].group;
    while (group != 0 && end < parts_.inputs.size() && parts_.inputs[end].group == group) ++end;
    for (size_t k = place; k < end; ++k)
      for (const Unit& unit : parts_.inputs[k].units) modules_[k].push_back(parse(unit));
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (size_t k = place; k < end; ++k) is_new |= add_needed(parts_.inputs[k], modules_[k]);
    }
    return end;
  }

  // Returns whether something was linked.
  bool add_needed(const LinkInput& input, std::vector<ModulePointer>& members) {
    bool is_new = false;
    for (size_t k = 0; k < members.size(); ++k) {
      if (!members[k] || (input.is_library && !is_needed(*members[k]))) continue;
      add(std::move(members[k]), input.units[k].file);
      is_new = true;
    }
    return is_new;
  }

  bool is_needed(const llvm::Module& member) const {
    for (const llvm::GlobalValue& value : member.global_values())
      if (defines(member, value.getName()) && is_undefined(value.getName())) return true;
    return false;
  }

  // A weak reference fetches nothing from a library; the start code refers to main.
  bool is_undefined(llvm::StringRef name) const {
    const llvm::GlobalValue* value = program_ ? program_->getNamedValue(name) : nullptr;
    if (!value) return name == "main";
    return value->isDeclarationForLinker() && !value->hasExternalWeakLinkage() &&
           !value->use_empty();
  }

  void add(ModulePointer module, const std::string& file) {
    if (!program_) {
      program_ = std::move(module);
      if (llvm::Error problem = program_->materializeAll())
        throw InputError(file +
                         " is not readable LLVM bitcode: " + llvm::toString(std::move(problem)));
      linker_.emplace(*program_);
    } else if (linker_->linkInModule(std::move(module)))
      throw InputError(file + " cannot be linked with the other files: " + complaints_.text());
  }

  // An object of another compiler among those of heddle cc is noticed by what only it defines.
  void require_functions(const LinkInput& input) const {
    for (const std::string& name : input.functions)
      if (!program_ || !defines(*program_, name))
        throw InputError(
            input.binary + " defines " + llvm::demangle(name) +
            ", but none of the bitcode in it does: an object was not compiled by heddle cc or "
            "heddle c++, or the source leaves it out if __HEDDLE__ is defined");
  }

  llvm::LLVMContext& context_;
  Complaints complaints_;
  ProgramParts& parts_;
  std::vector<std::vector<ModulePointer>> modules_;  // by input; null: linked
  Compilation compilation_;
  ModulePointer program_;
  std::optional<llvm::Linker> linker_;  // one for all: it begins with a look at the whole program
};

}  // namespace

std::unique_ptr<llvm::Module> link_units(llvm::LLVMContext& context, ProgramParts& parts,
                                         const FrontendOptions& options) {
  ModulePointer program = ProgramLinker(context, parts, options).link();
  if (!program) throw InputError("the program has no main function");
  return program;
}

}  // namespace heddle

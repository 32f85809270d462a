// Runs clang on each input. The flags keep the program as the programmer wrote it: -O1 for lifetime
// markers and no optnone, but no pass that would merge, remove or reorder a shared access.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/compile.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "support/invariant.h"

namespace heddle {

namespace {

std::string extension_of(const std::string& path) {
  const size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(dot + 1);
}

bool is_source(const std::string& extension) {
  for (const char* known : {"c", "i", "cpp", "cc", "cxx", "c++", "C", "ii"})
    if (extension == known) return true;
  return false;
}

std::unique_ptr<llvm::Module> parse(llvm::LLVMContext& context, const std::string& file,
                                    const std::string& shown_name) {
  llvm::SMDiagnostic diagnostic;
  uint64_t size = 0;
  if (!llvm::sys::fs::file_size(file, size) && size == 0)
    throw InputError(shown_name + " is empty");
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, diagnostic, context);
  if (!module)
    throw InputError(shown_name +
                     " is not readable LLVM bitcode: " + diagnostic.getMessage().str());
  return module;
}

// What comes from C++ has mangled names; a C program has no use for the models of libstdc++.
bool is_cxx(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (function.getName().starts_with("_Z") || function.hasPersonalityFn()) return true;
  return false;
}

// Templates and inline functions of the standard library are compiled with the user's code, but are not
// the user's: errors in them belong to the line that called them.
bool is_from_system_header(const llvm::Function& function) {
  const llvm::DISubprogram* description = function.getSubprogram();
  return description && description->getFile() &&
         description->getFile()->getFilename().starts_with("/usr/");
}

std::string cxx_runtime_beside(const std::string& runtime_file) {
  return runtime_file.substr(0, runtime_file.rfind('/') + 1) + "runtime_cxx.bc";
}

// A temporary file that goes away.
class TemporaryFile {
 public:
  explicit TemporaryFile(const char* suffix) {
    if (llvm::sys::fs::createTemporaryFile("heddle", suffix, path_))
      throw UsageError("cannot create a temporary file");
  }
  ~TemporaryFile() { llvm::sys::fs::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.str().str(); }
  std::string contents() const {
    auto buffer = llvm::MemoryBuffer::getFile(path_);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

 private:
  llvm::SmallString<128> path_;
};

void remember_complaint(const llvm::DiagnosticInfo* info, void* text) {
  if (info->getSeverity() != llvm::DS_Error) return;
  llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
}

std::string find_clang() {
  auto found = llvm::sys::findProgramByName("clang-19");
  if (!found) throw UsageError("clang-19 is not installed (Debian package clang-19)");
  return *found;
}

}  // namespace

std::unique_ptr<llvm::Module> compile(llvm::LLVMContext& context, const std::string& input,
                                      const FrontendOptions& options) {
  if (!llvm::sys::fs::exists(input)) throw InputError(input + ": no such file");
  const std::string extension = extension_of(input);
  if (extension == "bc" || extension == "ll") return parse(context, input, input);
  if (!is_source(extension))
    throw InputError(
        input + ": not a C or C++ source file (.c, .cpp, .cc, .cxx) or LLVM bitcode (.bc, .ll)");

  const TemporaryFile bitcode("bc");
  const TemporaryFile messages("txt");
  const std::string clang = find_clang();
  std::vector<std::string> arguments{clang,
                                     "-c",
                                     "-emit-llvm",
                                     "-O1",
                                     "-Xclang",
                                     "-disable-llvm-passes",
                                     "-g",
                                     "-fno-stack-protector",
                                     "-fno-strict-aliasing",
                                     "-U_FORTIFY_SOURCE",
                                     "-D__HEDDLE__=1",
                                     "-I" + options.include_directory,
                                     "-isystem" + options.include_directory + "/heddle/shadow"};
  arguments.insert(arguments.end(), options.clang_flags.begin(), options.clang_flags.end());
  arguments.insert(arguments.end(), {input, "-o", bitcode.path()});
  const std::vector<llvm::StringRef> references(arguments.begin(), arguments.end());
  const std::string message_path = messages.path();
  const std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), llvm::StringRef(message_path), llvm::StringRef(message_path)};
  std::string failure;
  const int status =
      llvm::sys::ExecuteAndWait(clang, references, std::nullopt, redirects, 0, 0, &failure);
  if (status != 0) throw InputError(input + " does not compile:\n" + messages.contents() + failure);
  return parse(context, bitcode.path(), input);
}

PreparedProgram load_program(llvm::LLVMContext& context, const FrontendOptions& options) {
  PreparedProgram program;
  // LLVM would otherwise print its complaints and exit.
  std::string complaint;
  context.setDiagnosticHandlerCallBack(&remember_complaint, &complaint);
  for (const std::string& input : options.inputs) {
    std::unique_ptr<llvm::Module> unit = compile(context, input, options);
    if (!program.module)
      program.module = std::move(unit);
    else if (llvm::Linker::linkModules(*program.module, std::move(unit)))
      throw InputError(input + " cannot be linked with the other files: " + complaint);
  }
  lower_coroutines(*program.module);
  for (const llvm::Function& function : *program.module)
    if (!function.isDeclaration() && !is_from_system_header(function))
      program.user_functions.insert(function.getName().str());
  add_start_code(*program.module, options.arguments);
  if (is_cxx(*program.module))
    link_runtime(*program.module, cxx_runtime_beside(options.runtime_file));
  link_runtime(*program.module, options.runtime_file);
  prepare(*program.module);
  return program;
}

}  // namespace heddle

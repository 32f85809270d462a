// From source files to one prepared LLVM module: compiled, linked with the runtime models, and made
// ready for lowering.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle {

struct Unit;
// Bitcode of a unit that need not be compiled for it. Several threads may ask.
using KnownBitcode = std::function<std::optional<std::string>(const Unit&)>;
// The files that the compiler read for a unit, absolute. Several threads may tell.
using FilesRead = std::function<void(const std::vector<std::string>&)>;

struct FrontendOptions {
  std::vector<std::string> inputs;  // sources, .bc, .ll, what heddle cc made, or patterns
  std::vector<std::string> clang_flags;  // what the user wrote after --
  std::string runtime_file;  // the models' bitcode
  std::string include_directory;  // where heddle/heddle.h is
  std::string compile_commands;  // the compilation database; inputs are then patterns
  std::string target;  // the executable of that database's build
  std::string cache_folder;  // empty: nothing is kept
  bool gtest = false;  // <gtest/gtest.h> is heddle's own
  KnownBitcode known_bitcode{};
  std::vector<std::string>
      own_flags{};  // of ours, after all others, wherever something is compiled
  FilesRead on_read{};  // asked for wherever something is compiled and nothing is kept
};

// One file to compile, with the flags and in the folder that its own build uses.
struct Unit {
  std::string file;
  std::vector<std::string> flags;
  std::string directory;  // empty: where we are
  bool with_cxx_driver = false;  // takes .c for C++, as g++ and clang++ do
  std::string bitcode;  // if not empty: compiled already
  std::vector<std::string> left_out;  // flags that heddle does not follow: -fsanitize=...
  bool without_assertions = false;  // -DNDEBUG
};

// What is linked at one place of the linker's command line.
struct LinkInput {
  std::vector<Unit> units;
  bool is_library = false;  // only those units that define what is still undefined
  size_t group = 0;  // libraries of the same group (not 0) are searched until nothing new is needed
  std::string binary;  // the executable or object that the units come out of
  std::vector<std::string> functions;  // that it defines, so that the units must, too
};

// A program before compiling.
struct ProgramParts {
  std::vector<LinkInput> inputs;
  std::vector<std::string> assumptions;  // for the ledger
};

// A file that was read while compiling, and the hash of its content then.
struct SourceVersion {
  std::string path;
  std::string hash;  // empty: it changed while it was read
};

struct CompiledUnit {
  std::string bitcode;
  std::vector<SourceVersion> sources;  // the user's own files; only if asked for
};

enum class Sources { Skip, List };

struct PreparedProgram {
  std::unique_ptr<llvm::Module> module;
  std::set<std::string> user_functions;  // all others are models
  std::vector<std::string> assumptions;  // for the ledger
};

// Complete but for what the start function calls: frontend/start.h.
PreparedProgram load_program(llvm::LLVMContext& context, const FrontendOptions& options);

// The steps, in order.
ProgramParts find_parts(const FrontendOptions& options);
CompiledUnit compile(const Unit& unit, const FrontendOptions& options, Sources sources);
// The unit's file and the headers that it includes, the user's or all, absolute; the file alone if something is wrong.
enum class Headers { Users, All };
std::vector<std::string> files_of(const Unit& unit, const FrontendOptions& options,
                                  Headers headers = Headers::Users);
std::unique_ptr<llvm::Module> link_units(llvm::LLVMContext& context, ProgramParts& parts,
                                         const FrontendOptions& options);
void add_start_code(llvm::Module& module);
void lower_coroutines(llvm::Module& module);
void link_runtime(llvm::Module& module, const std::string& runtime_file);
void prepare(llvm::Module& module);
void inline_leaves(llvm::Module& module);
void inline_forwarders(llvm::Module& module, const std::set<std::string>& library_functions);

// Bitcode that is not LLVM's idea of a program is refused.
void verify(const llvm::Module& module);

}  // namespace heddle

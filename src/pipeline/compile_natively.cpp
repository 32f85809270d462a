// The executable is an ordinary one: clang runs with the arguments as they are. A second run makes the bitcode
// with heddle's own flags, because what was optimised or instrumented is no longer what the programmer wrote.
// SPDX-License-Identifier: Apache-2.0
#include "pipeline/compile_natively.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "frontend/compile.h"
#include "frontend/compiler_call.h"
#include "frontend/embedded.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class NativeCompiler {
 public:
  NativeCompiler(bool is_cxx, const Words& arguments, const Options& options)
      : is_cxx_(is_cxx),
        clang_(find_program(is_cxx ? "clang++-19" : "clang-19")),
        arguments_(without_link_time_optimisation(expand_response_files(arguments, ""))),
        call_(parse_compiler_call(arguments_)) {
    frontend_.include_directory = options.include_directory;
    frontend_.cache_folder = options.cache_folder;
  }

  int run() {
    if (call_.sources.empty() || call_.stage == CompilerStage::Other) return run_clang(arguments_);
    return call_.stage == CompilerStage::Objects ? make_objects() : make_executable();
  }

 private:
  // Its objects hold nothing but optimised bitcode, and there would be no section to add to.
  static Words without_link_time_optimisation(const Words& arguments) {
    Words kept;
    for (const std::string& argument : arguments)
      if (!argument.starts_with("-flto") && argument != "-ffat-lto-objects")
        kept.push_back(argument);
    return kept;
  }

  int run_clang(Words arguments) const {
    arguments.insert(arguments.begin(), clang_);
    return run_process(arguments, {});
  }

  int make_objects() const {
    if (const int status = run_clang(arguments_); status != 0) return status;
    for (const std::string& source : call_.sources)
      add_bitcode(source,
                  call_.output.empty() ? fs::path(source).stem().string() + ".o" : call_.output);
    return 0;
  }

  // Compiles each source to an object of its own and links these in the sources' places.
  int make_executable() const {
    Words link = arguments_;
    std::vector<std::unique_ptr<TemporaryFile>> objects;
    for (size_t k = 0; k < call_.sources.size(); ++k) {
      objects.push_back(std::make_unique<TemporaryFile>("o"));
      if (const int status = run_clang(compile_command(k, objects.back()->path())); status != 0)
        return status;
      add_bitcode(call_.sources[k], objects.back()->path());
      link[call_.source_positions[k]] = objects.back()->path();
    }
    return run_clang(without_languages(link));
  }

  Words compile_command(size_t source, const std::string& object) const {
    Words command;
    for (size_t k = 0; k < arguments_.size(); ++k) {
      const bool is_other_source =
          std::count(call_.source_positions.begin(), call_.source_positions.end(), k) != 0 &&
          k != call_.source_positions[source];
      if (is_other_source) continue;
      if (arguments_[k] == "-o")
        ++k;
      else if (!is_for_linker(arguments_[k]))
        command.push_back(arguments_[k]);
    }
    command.insert(command.end(), {"-c", "-o", object});
    return command;
  }

  // clang would complain that they are of no use to -c, or take objects for something to link.
  static bool is_for_linker(const std::string& argument) {
    const std::string extension = fs::path(argument).extension();
    const bool is_file = !argument.starts_with("-") && (extension == ".o" || extension == ".a" ||
                                                        argument.find(".so") != argument.npos);
    return is_file || argument.starts_with("-Wl,") || argument.starts_with("-l") ||
           argument.starts_with("-L") || argument == "-shared" || argument == "-static" ||
           argument == "-rdynamic";
  }

  // After -x c++ an object would be taken for C++.
  static Words without_languages(const Words& arguments) {
    Words kept;
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (arguments[k] == "-x")
        ++k;
      else if (!arguments[k].starts_with("-x"))
        kept.push_back(arguments[k]);
    }
    return kept;
  }

  // A source that clang accepts but heddle's flags do not is an error of the check, not of the build.
  void add_bitcode(const std::string& source, const std::string& object) const {
    if (!fs::is_regular_file(object)) return;  // -o /dev/null, to try whether something compiles
    EmbeddedRecord record{.file = source,
                          .directory = fs::current_path(),
                          .left_out = call_.left_out,
                          .without_assertions = call_.without_assertions};
    try {
      CompiledUnit compiled =
          compile({.file = source, .flags = call_.flags, .with_cxx_driver = is_cxx_}, frontend_,
                  Sources::List);
      record.bitcode = std::move(compiled.bitcode);
      record.sources = std::move(compiled.sources);
    } catch (const InputError& problem) {
      record.failure = problem.what();
    }
    embed(object, record);
  }

  bool is_cxx_;
  std::string clang_;
  Words arguments_;
  CompilerCall call_;
  FrontendOptions frontend_;
};

}  // namespace

int compile_natively(bool is_cxx, const std::vector<std::string>& arguments,
                     const Options& options) {
  return NativeCompiler(is_cxx, arguments, options).run();
}

}  // namespace heddle

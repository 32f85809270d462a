// The tables hold what GCC and clang have in common and build systems write; a flag in none of them is kept, so
// that clang itself refuses what it does not know.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/compiler_call.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using Names = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view text, Names names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

bool starts_with_one_of(std::string_view text, Names prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

// The next argument belongs to these.
bool takes_value(std::string_view flag) {
  return is_one_of(
      flag, {"-o",           "-x",        "-I",        "-D",         "-U",        "-include",
             "-imacros",     "-isystem",  "-iquote",   "-idirafter", "-iprefix",  "-isysroot",
             "-iwithprefix", "--sysroot", "-target",   "-arch",      "-Xclang",   "-Xpreprocessor",
             "-Xassembler",  "-Xlinker",  "-mllvm",    "--param",    "-MF",       "-MT",
             "-MQ",          "-MJ",       "-L",        "-l",         "-T",        "-u",
             "-z",           "-B",        "-dumpbase", "-dumpdir",   "-framework"});
}

// These make something other than an object file, or nothing.
bool makes_no_object(std::string_view flag) {
  return is_one_of(flag, {"-E", "-S", "-M", "-MM", "-fsyntax-only", "-emit-llvm", "-emit-ast",
                          "-###", "--version", "-dumpversion", "-dumpmachine", "--help",
                          "--analyze", "-cc1", "-cc1as", "--precompile"}) ||
         starts_with_one_of(flag, {"-print-", "--print-", "--help"});
}

bool has_no_meaning_here(std::string_view flag) {
  // Outputs, dependencies, the linker's, optimisation and debug information: heddle has its own.
  // Warnings are not what a check is for, so -Werror must not end it.
  return is_one_of(flag, {"-c",
                          "-o",
                          "-MF",
                          "-MT",
                          "-MQ",
                          "-MJ",
                          "-MD",
                          "-MMD",
                          "-MP",
                          "-MG",
                          "-MV",
                          "-pipe",
                          "-L",
                          "-l",
                          "-Xlinker",
                          "-Xassembler",
                          "-z",
                          "-T",
                          "-B",
                          "-dumpbase",
                          "-dumpdir",
                          "-pedantic",
                          "-pedantic-errors",
                          "-w",
                          "-p",
                          "-pg",
                          "-s",
                          "-static",
                          "-rdynamic",
                          "-shared",
                          "--coverage",
                          "-H",
                          "-v"}) ||
         starts_with_one_of(flag, {"-O",
                                   "-g",
                                   "-W",
                                   "-L",
                                   "-l",
                                   "-MF",
                                   "-MT",
                                   "-MQ",
                                   "-MJ",
                                   "-save-temps",
                                   "--save-temps",
                                   "-flto",
                                   "-fno-lto",
                                   "-ffat-lto-objects",
                                   "-fno-fat-lto-objects",
                                   "-fprofile",
                                   "-fcoverage",
                                   "-fno-profile",
                                   "-ftest-coverage",
                                   "-fstack-protector",
                                   "-fno-stack-protector",
                                   "-fstack-clash-protection",
                                   "-fcf-protection",
                                   "-fdiagnostics",
                                   "-fcolor-diagnostics",
                                   "-fno-color-diagnostics",
                                   "-fmessage-length",
                                   "-D_FORTIFY_SOURCE",
                                   "-U_FORTIFY_SOURCE",
                                   "-fdebug-prefix-map",
                                   "-ffile-prefix-map",
                                   "-fmacro-prefix-map",
                                   "-fdebug-compilation-dir",
                                   "-ffile-compilation-dir",
                                   "-frandom-seed",
                                   "-fpch-",
                                   "-fuse-ld",
                                   "-ftime-",
                                   "-fdeps-",
                                   "-fmodules-ts",
                                   "-fmodule-mapper"});
}

// -Wp,-DNAME counts like -DNAME.
bool is_for_preprocessor(std::string_view flag) {
  return flag.starts_with("-Wp,") && flag.find(",-M") == flag.npos &&
         flag.find("_FORTIFY_SOURCE") == flag.npos;
}

// What a sanitizer or instrumentation adds is not the program's own, but the program may ask for it by macro.
bool changes_the_program(std::string_view flag) {
  return starts_with_one_of(flag, {"-fsanitize", "-fno-sanitize", "-finstrument-functions"});
}

bool is_source_language(std::string_view language) {
  return is_one_of(language, {"c", "c++", "cpp-output", "c++-cpp-output"});
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  CompilerCall run() {
    while (next_ < arguments_.size()) take(arguments_[next_]);
    if (is_other_) call_.stage = CompilerStage::Other;
    return call_;
  }

 private:
  void take(const std::string& argument) {
    const size_t position = next_++;
    if (argument == "-" || !argument.starts_with("-"))
      take_input(argument, position);
    else if (takes_value(argument) && next_ < arguments_.size())
      take_flag(argument, arguments_[next_++]);
    else
      take_flag(argument, "");
  }

  void take_input(const std::string& argument, size_t position) {
    const bool is_source =
        language_.empty() ? is_source_file(argument) : is_source_language(language_);
    if (!is_source || argument == "-") return;
    call_.sources.push_back(argument);
    call_.source_positions.push_back(position);
  }

  void take_flag(const std::string& flag, const std::string& value) {
    if (flag == "-c") call_.stage = CompilerStage::Objects;
    if (flag == "-o") call_.output = value;
    if (flag.starts_with("-o") && flag.size() > 2) call_.output = flag.substr(2);
    if (flag.starts_with("-x")) {
      language_ = flag == "-x" ? value : flag.substr(2);
      if (language_ == "none") language_.clear();
      return keep_language();
    }
    if (makes_no_object(flag)) is_other_ = true;
    if (flag + value == "-DNDEBUG") call_.without_assertions = true;
    if (flag + value == "-UNDEBUG") call_.without_assertions = false;
    if (flag == "-Xclang" && take_precompiled_header(value)) return;
    if (changes_the_program(flag)) return call_.left_out.push_back(flag);
    // -gcc-toolchain and --gcc-toolchain name headers, not debug information.
    const bool is_toolchain = flag.starts_with("-gcc-");
    if (!is_toolchain && (has_no_meaning_here(flag) || flag.starts_with("-o")) &&
        !is_for_preprocessor(flag))
      return;
    if (is_one_of(flag + value, {"-D_FORTIFY_SOURCE", "-U_FORTIFY_SOURCE"}) ||
        (flag == "-D" && value.starts_with("_FORTIFY_SOURCE")))
      return;
    call_.flags.push_back(flag);
    if (takes_value(flag)) call_.flags.push_back(value);
  }

  // The last one counts for every source: a call with several languages is rare and split by the caller.
  void keep_language() {
    if (!language_.empty()) call_.flags.insert(call_.flags.end(), {"-x", language_});
  }

  // A precompiled header was made with other flags; the header itself is included by a flag of its own.
  bool take_precompiled_header(const std::string& value) {
    if (value != "-include-pch") return false;
    if (next_ + 1 < arguments_.size() && arguments_[next_] == "-Xclang") next_ += 2;
    return true;
  }

  const std::vector<std::string>& arguments_;
  size_t next_ = 0;
  std::string language_;
  bool is_other_ = false;
  CompilerCall call_;
};

}  // namespace

CompilerCall parse_compiler_call(const std::vector<std::string>& arguments) {
  return Parser(arguments).run();
}

bool is_cxx_compiler(const std::string& program) {
  return std::filesystem::path(program).filename().string().find("++") != std::string::npos;
}

std::vector<std::string> split_words(const std::string& command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t k = 0; k < command.size(); ++k) {
    const char character = command[k];
    const bool is_blank = character == ' ' || character == '\t' || character == '\n';
    if (quote == 0 && is_blank) {
      if (in_word) words.push_back(word);
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (quote == 0 && (character == '"' || character == '\'')) {
      quote = character;
    } else if (character == quote) {
      quote = 0;
    } else if (character == '\\' && quote != '\'' && k + 1 < command.size() &&
               (quote == 0 || command[k + 1] == '"' || command[k + 1] == '\\' ||
                command[k + 1] == '$' || command[k + 1] == '`')) {
      word += command[++k];
    } else {
      word += character;
    }
  }
  if (quote != 0) throw InputError("a quote is not closed in: " + command);
  if (in_word) words.push_back(word);
  return words;
}

std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments,
                                               const std::string& directory) {
  std::vector<std::string> expanded;
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@') {
      expanded.push_back(argument);
      continue;
    }
    const std::string text = read_file(absolute_path(argument.substr(1), directory));
    for (const std::string& word : split_words(text)) expanded.push_back(word);
  }
  return expanded;
}

bool is_source_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  return is_one_of(extension,
                   {".c", ".i", ".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".cp", ".ii"});
}

bool is_cxx_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension();
  return is_source_file(path) && extension != ".c" && extension != ".i";
}

std::vector<std::string> flags_for(bool is_cxx, const std::vector<std::string>& flags) {
  std::vector<std::string> chosen;
  for (const std::string& flag : flags) {
    const bool is_for_cxx = flag.find("++") != std::string::npos;
    if (!flag.starts_with("-std=") || is_for_cxx == is_cxx) chosen.push_back(flag);
  }
  return chosen;
}

}  // namespace heddle

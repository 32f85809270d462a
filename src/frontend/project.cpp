// SPDX-License-Identifier: Apache-2.0
#include "frontend/project.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "frontend/compiler_call.h"
#include "frontend/link_steps.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

std::string listed(const std::set<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += "\n  " + name;
  return list;
}

// The compiler may stand behind others: ccache g++, heddle c++.
size_t compiler_position(const std::vector<std::string>& arguments) {
  size_t place = 0;
  while (place + 1 < arguments.size() && !arguments[place + 1].starts_with("-") &&
         !is_source_file(arguments[place + 1]))
    ++place;
  return place;
}

bool is_compiled_alike(const Unit& a, const Unit& b) {
  return a.flags == b.flags && a.directory == b.directory && a.with_cxx_driver == b.with_cxx_driver;
}

// The C and C++ libraries themselves: models take their place, as the manual says.
bool is_modelled_library(const std::string& name) {
  for (const char* known : {"-lc", "-lm", "-lpthread", "-lrt", "-ldl", "-lutil", "-lstdc++",
                            "-lgcc", "-lgcc_s", "-latomic"})
    if (name == known) return true;
  return false;
}

bool is_object(const std::string& path) {
  const std::string extension = fs::path(path).extension();
  return extension == ".o" || extension == ".obj";
}

class Project {
 public:
  explicit Project(const FrontendOptions& options)
      : options_(options), commands_(read_compile_commands(options.compile_commands)) {}

  ProgramParts files(const std::vector<std::string>& patterns) {
    ProgramParts parts;
    std::map<std::string, Unit> chosen;
    for (const CompileCommand& command :
         patterns.empty() ? commands_ : select_files(commands_, patterns, "")) {
      const Unit unit = unit_of(command, options_.clang_flags);
      const auto [place, is_new] = chosen.emplace(command.file, unit);
      if (!is_new && !is_compiled_alike(place->second, unit))
        throw InputError(command.file +
                         " is compiled in several ways; name the executable with --target");
      if (is_new) parts.inputs.push_back({.units = {unit}});
    }
    return parts;
  }

  ProgramParts target(const std::string& name) {
    read_link_steps();
    const LinkStep& step = step_named(name);
    ProgramParts parts;
    for (const LinkArgument& argument : parse_link_arguments(step, outputs_))
      add(argument, name, parts);
    if (parts.inputs.empty()) throw InputError("no object is linked into " + name);
    return parts;
  }

 private:
  void read_link_steps() {
    std::set<std::string> folders;
    for (const CompileCommand& command : commands_) {
      if (command.output.empty()) continue;
      by_output_[command.output] = &command;
      // Objects of sources in other folders lie deeper: CMakeFiles/<target>.dir/src/part.cpp.o
      for (fs::path folder = fs::path(command.output).parent_path(); folder.has_relative_path();
           folder = folder.parent_path())
        if (!target_of_folder(folder).empty()) folders.insert(folder);
    }
    // The database is often a link from the sources to the build folder.
    const fs::path build = fs::canonical(options_.compile_commands).parent_path();
    steps_ = heddle::read_link_steps(build, folders);
    if (steps_.empty())
      throw InputError(
          "--target needs what CMake generates for Makefiles or Ninja, but there is neither " +
          (build / "build.ninja").string() +
          " nor a link.txt beside the objects; name the source files instead");
    for (const LinkStep& step : steps_) outputs_.insert(step.output);
  }

  static bool is_executable(const LinkStep& step) {
    return !step.is_shared_library && !step.output.ends_with(".a");
  }

  const LinkStep& step_named(const std::string& name) const {
    std::set<std::string> executables;
    for (const LinkStep& step : steps_) {
      if (is_executable(step)) executables.insert(step.target);
      if (step.target != name && step.output != absolute_path(name)) continue;
      if (!is_executable(step)) throw InputError(name + " is a library; name an executable");
      return step;
    }
    throw InputError("the build has no executable " + name + "; there are:" + listed(executables));
  }

  const LinkStep* step_making(const std::string& output) const {
    for (const LinkStep& step : steps_)
      if (step.output == output) return &step;
    return nullptr;
  }

  // Built as a part of the project; heddle has its own.
  bool is_replaced(const LinkStep& library) const {
    return options_.gtest && (library.target == "gtest" || library.target == "gtest_main" ||
                              library.target == "gmock" || library.target == "gmock_main");
  }

  void add(const LinkArgument& argument, const std::string& target, ProgramParts& parts) const {
    const LinkStep* made = step_making(argument.path);
    if (made && is_replaced(*made)) return;
    if (made && made->is_shared_library)
      throw Unsupported(target + " links " + argument.path +
                        ", a shared library of the project; only static ones can be checked");
    if (made)
      parts.inputs.push_back(
          {.units = members_of(*made), .is_library = !argument.is_whole, .group = argument.group});
    else if (is_object(argument.path))
      parts.inputs.push_back({.units = {unit_making(argument.path)}});
    else if (!is_modelled_library(argument.path))
      parts.assumptions.push_back("nothing was taken from the library " + argument.path);
  }

  std::vector<Unit> members_of(const LinkStep& library) const {
    std::vector<Unit> units;
    for (const LinkArgument& argument : parse_link_arguments(library, {}))
      if (is_object(argument.path)) units.push_back(unit_making(argument.path));
    return units;
  }

  Unit unit_making(const std::string& object) const {
    const auto found = by_output_.find(object);
    if (found == by_output_.end())
      throw InputError("no command in " + options_.compile_commands + " makes " + object);
    return unit_of(*found->second, options_.clang_flags);
  }

  const FrontendOptions& options_;
  std::vector<CompileCommand> commands_;
  std::map<std::string, const CompileCommand*> by_output_;
  std::vector<LinkStep> steps_;
  std::set<std::string> outputs_;
};

}  // namespace

Unit unit_of(const CompileCommand& command, const std::vector<std::string>& more_flags) {
  const size_t compiler = compiler_position(command.arguments);
  const CompilerCall call = parse_compiler_call(
      {command.arguments.begin() + std::ptrdiff_t(compiler) + 1, command.arguments.end()});
  if (call.sources.empty() && !is_source_file(command.file))
    throw Unsupported(command.file + " is not a C or C++ source file");
  Unit unit{.file = command.file,
            .flags = call.flags,
            .directory = command.directory,
            .with_cxx_driver = is_cxx_compiler(command.arguments[compiler]),
            .left_out = call.left_out,
            .without_assertions = call.without_assertions};
  const bool is_cxx = unit.with_cxx_driver || is_cxx_file(unit.file);
  for (const std::string& flag : flags_for(is_cxx, more_flags)) unit.flags.push_back(flag);
  return unit;
}

ProgramParts find_project_parts(const FrontendOptions& options) {
  if (!options.target.empty() && !options.inputs.empty())
    throw UsageError("name either a target or source files, not both");
  Project project(options);
  return options.target.empty() ? project.files(options.inputs) : project.target(options.target);
}

}  // namespace heddle

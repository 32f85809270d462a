// Runs clang on a source, or finds what it made the last time. The flags keep the program as the programmer wrote
// it: -O1 for lifetime markers and no optnone, but no pass that would merge, remove or reorder a shared access.
//
// Bitcode is kept under the hash of everything that decides it: clang's full command as its driver expands it (with
// versions and configuration files), the folder, and the preprocessed text. Preprocessing takes a tenth of the
// time of compiling and sees each header that is new, changed or gone, so an entry is never stale. What it read is kept, too,
// and as long as that is the same (frontend/manifest.h), it need not be done again.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/compile.h"

#include <chrono>
#include <optional>

#include "frontend/bitcode_cache.h"
#include "frontend/manifest.h"
#include "frontend/process.h"
#include "frontend/slim_debug_info.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using Nanoseconds = std::chrono::nanoseconds;

Nanoseconds now() { return std::chrono::system_clock::now().time_since_epoch(); }

// All but what is to be made and where it goes.
std::vector<std::string> clang_command(const Unit& unit, const FrontendOptions& options) {
  std::vector<std::string> command{
      find_program(unit.with_cxx_driver ? "clang++-19" : "clang-19"),
      "-O1",
      "-Xclang",
      "-disable-llvm-passes",
      "-g",
      "-fno-stack-protector",
      "-fno-strict-aliasing",
      "-U_FORTIFY_SOURCE",
      "-D__HEDDLE__=1",
      "-I" + absolute_path(options.include_directory),
      "-isystem" + absolute_path(options.include_directory) + "/heddle/shadow"};
  if (options.gtest) command.push_back("-I" + absolute_path(options.include_directory) + "/heddle");
  command.insert(command.end(), unit.flags.begin(), unit.flags.end());
  command.insert(command.end(), options.own_flags.begin(), options.own_flags.end());
  command.insert(command.end(), {"-w", unit.file});
  return command;
}

std::vector<std::string> with(std::vector<std::string> command,
                              std::initializer_list<std::string> more) {
  command.insert(command.end(), more);
  return command;
}

std::string run_clang(const Unit& unit, const std::vector<std::string>& command) {
  const TemporaryFile bitcode("bc");
  const TemporaryFile messages("txt");
  const int status = run_process(with(command, {"-c", "-emit-llvm", "-o", bitcode.path()}),
                                 {unit.directory, "/dev/null", messages.path()});
  if (status != 0) {
    const std::string said = messages.contents();
    throw InputError(
        unit.file + " does not compile:\n" +
        (said.empty() ? "clang ended with exit code " + std::to_string(status) : said));
  }
  return slim_debug_info(bitcode.contents());
}

// The same, and tells what was read.
std::string run_clang(const Unit& unit, const std::vector<std::string>& command,
                      const FilesRead& on_read) {
  if (!on_read) return run_clang(unit, command);
  const TemporaryFile rule("d");
  std::string bitcode = run_clang(unit, with(command, {"-MD", "-MF", rule.path()}));
  std::vector<std::string> files = files_in_rule(rule.contents());
  for (std::string& file : files) file = absolute_path(file, unit.directory);
  on_read(files);
  return bitcode;
}

// Its text's key and files; nothing if compiling will say what is wrong. `name` is that of its manifest, if it has one.
std::optional<Manifest> preprocess(const Unit& unit, const std::vector<std::string>& command,
                                   const BitcodeCache& cache,
                                   const std::optional<std::string>& name) {
  const Nanoseconds start = now();
  const TemporaryFile text("i");
  const TemporaryFile messages("txt");
  if (run_process(with(command, {"-E", "-v"}), {unit.directory, text.path(), messages.path()}) != 0)
    return std::nullopt;
  const std::string source = text.contents();
  const std::string said = messages.contents();
  std::string everything = kBitcodeKind;
  for (const std::string& argument : command) everything += '\0' + argument;
  everything += '\0' + absolute_path(unit.directory) + '\0' + said + '\0' + source;
  Manifest result{content_hash(everything), files_in_markers(source)};
  for (MarkedFile& file : result.files) file.path = absolute_path(file.path, unit.directory);
  if (name)
    if (const auto manifest = write_manifest(result, said, unit.directory, start))
      cache.store(*name, *manifest);
  return result;
}

// The same, without preprocessing if nothing has changed since the last time.
std::optional<Manifest> know(const Unit& unit, const std::vector<std::string>& command,
                             const BitcodeCache& cache) {
  std::optional<std::string> name;
  if (cache.is_on()) name = manifest_name(command, unit.directory);
  if (name)
    if (const auto kept = cache.find(*name))
      if (auto manifest = read_manifest(*kept)) return manifest;
  return preprocess(unit, command, cache, name);
}

std::vector<SourceVersion> versions_of(const std::vector<MarkedFile>& files, Nanoseconds start) {
  std::vector<SourceVersion> versions;
  for (const MarkedFile& file : files)
    if (!file.is_system)
      versions.push_back({file.path, is_unchanged_since(file.path, start)
                                         ? content_hash(read_file(file.path))
                                         : ""});
  return versions;
}

}  // namespace

std::vector<std::string> files_of(const Unit& unit, const FrontendOptions& options,
                                  Headers headers) {
  std::vector<std::string> files{absolute_path(unit.file, unit.directory)};
  if (!unit.bitcode.empty()) return files;
  const BitcodeCache cache(options.cache_folder);
  const auto known = know(unit, clang_command(unit, options), cache);
  for (size_t k = 0; known && k < known->files.size(); ++k)
    if (headers == Headers::All || !known->files[k].is_system)
      files.push_back(known->files[k].path);
  return files;
}

CompiledUnit compile(const Unit& unit, const FrontendOptions& options, Sources sources) {
  if (options.known_bitcode && sources == Sources::Skip)
    if (auto bitcode = options.known_bitcode(unit)) return {std::move(*bitcode), {}};
  const BitcodeCache cache(options.cache_folder);
  const std::vector<std::string> command = clang_command(unit, options);
  if (!cache.is_on() && sources == Sources::Skip)
    return {run_clang(unit, command, options.on_read), {}};

  const Nanoseconds start = now();
  const std::optional<Manifest> unit_text = know(unit, command, cache);
  CompiledUnit compiled;
  std::optional<std::string> known;
  if (unit_text) known = cache.find(unit_text->key);
  compiled.bitcode = known ? *known : run_clang(unit, command);
  if (!unit_text) return compiled;
  // A file that was saved between preprocessing and compiling must not be kept under the older text's key.
  bool is_unchanged = !known;
  for (const MarkedFile& file : unit_text->files)
    is_unchanged = is_unchanged && is_unchanged_since(file.path, start);
  if (is_unchanged) cache.store(unit_text->key, compiled.bitcode);
  if (sources == Sources::List) compiled.sources = versions_of(unit_text->files, start);
  return compiled;
}

}  // namespace heddle

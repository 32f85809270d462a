// SPDX-License-Identifier: Apache-2.0
#include "frontend/embedded.h"

#include <llvm/ObjCopy/CommonConfig.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/Binary.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "frontend/bitcode_cache.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;
namespace object = llvm::object;

constexpr const char* kSection = ".heddle";
constexpr char kMagic[8] = {'h', 'e', 'd', 'd', 'l', 'e', 'b', 'c'};

struct RecordHead {
  char magic[8];
  uint64_t size = 0;  // of what follows
};

template <typename T>
T required(llvm::Expected<T> value, const std::string& file) {
  if (value) return std::move(*value);
  throw InputError(file + " is not readable: " + llvm::toString(value.takeError()));
}

std::string section_of(const object::ObjectFile& binary, const std::string& file) {
  for (const object::SectionRef& section : binary.sections())
    if (required(section.getName(), file) == kSection)
      return required(section.getContents(), file).str();
  return "";
}

EmbeddedRecord decode(const std::string& content, const std::string& file) {
  uint64_t head_size = 0;
  std::memcpy(&head_size, content.data(), std::min(sizeof head_size, content.size()));
  const Json json = Json::parse(content.substr(sizeof head_size, head_size));
  if (json.at("version") != HEDDLE_VERSION)
    throw InputError(file + " was built by heddle " + json.at("version").get<std::string>() +
                     ", this is " HEDDLE_VERSION "; build it again");
  EmbeddedRecord record{.file = json.at("file"),
                        .directory = json.at("directory"),
                        .left_out = json.at("left-out"),
                        .without_assertions = json.at("without-assertions"),
                        .failure = json.at("failure"),
                        .bitcode = content.substr(sizeof head_size + head_size)};
  for (const auto& [path, hash] : json.at("sources").items())
    record.sources.push_back({path, hash});
  return record;
}

}  // namespace

std::string encode(const EmbeddedRecord& record) {
  Json sources = Json::object();
  for (const SourceVersion& source : record.sources) sources[source.path] = source.hash;
  const std::string head = Json{
      {"version", HEDDLE_VERSION},
      {"file", record.file},
      {"directory", record.directory},
      {"left-out", record.left_out},
      {"without-assertions", record.without_assertions},
      {"failure", record.failure},
      {"sources", sources}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  const uint64_t head_size = head.size();
  const std::string sealed =
      seal(std::string(reinterpret_cast<const char*>(&head_size), sizeof head_size) + head +
           record.bitcode);
  RecordHead record_head{.magic = {}, .size = sealed.size()};
  std::memcpy(record_head.magic, kMagic, sizeof kMagic);
  return std::string(reinterpret_cast<const char*>(&record_head), sizeof record_head) + sealed;
}

std::vector<EmbeddedRecord> decode_records(const std::string& section, const std::string& file) {
  std::vector<EmbeddedRecord> records;
  const auto damaged = [&] { return InputError(file + ": the bitcode in it is damaged"); };
  for (size_t place = 0; place < section.size();) {
    RecordHead head{};
    if (section.size() - place < sizeof head) throw damaged();
    std::memcpy(&head, section.data() + place, sizeof head);
    place += sizeof head;
    if (std::memcmp(head.magic, kMagic, sizeof kMagic) != 0 || head.size > section.size() - place)
      throw damaged();
    const std::optional<std::string> content = unseal(section.substr(place, head.size));
    if (!content) throw damaged();
    records.push_back(decode(*content, file));
    place += head.size;
  }
  return records;
}

void embed(const std::string& path, const EmbeddedRecord& record) {
  const std::string content = encode(record);
  const object::OwningBinary<object::Binary> binary = required(object::createBinary(path), path);
  llvm::objcopy::ConfigManager config;
  config.Common.InputFilename = path;
  config.Common.OutputFilename = path;
  config.Common.AddSection.emplace_back(kSection,
                                        llvm::MemoryBuffer::getMemBufferCopy(content, kSection));
  // The real object stays in place until the new one is whole.
  const std::string unfinished = path + ".heddle.tmp";
  {
    std::error_code problem;
    llvm::raw_fd_ostream stream(unfinished, problem);
    if (problem) throw UsageError("cannot write " + unfinished + ": " + problem.message());
    auto* subject = const_cast<object::Binary*>(binary.getBinary());
    if (llvm::Error error = llvm::objcopy::executeObjcopyOnBinary(config, *subject, stream))
      throw InputError(path + ": " + llvm::toString(std::move(error)));
  }
  std::filesystem::permissions(unfinished, std::filesystem::status(path).permissions());
  std::filesystem::rename(unfinished, path);
}

bool is_binary(const std::string& file) {
  char bytes[8] = {};
  std::ifstream(file, std::ios::binary).read(bytes, sizeof bytes);
  const std::string_view start(bytes, sizeof bytes);
  return start.starts_with(
             "\x7f"
             "ELF") ||
         start == "!<arch>\n" || start == "!<thin>\n";
}

namespace {

void require_fresh(const EmbeddedRecord& record, const std::string& file,
                   std::vector<std::string>& assumptions) {
  for (const SourceVersion& source : record.sources) {
    if (!std::filesystem::exists(source.path))
      assumptions.push_back(source.path + " is gone; " + file + " was checked as it was built");
    else if (source.hash.empty() || content_hash(read_file(source.path)) != source.hash)
      throw InputError(file + " is older than " + source.path + "; build it again");
  }
}

Unit unit_of(EmbeddedRecord record, const std::string& file,
             std::vector<std::string>& assumptions) {
  if (record.bitcode.empty())
    throw InputError(file + " has no bitcode of " + record.file + ":\n" + record.failure);
  require_fresh(record, file, assumptions);
  return {.file = record.file,
          .directory = record.directory,
          .bitcode = std::move(record.bitcode),
          .left_out = record.left_out,
          .without_assertions = record.without_assertions};
}

// Weak ones are left out: how many copies of inline functions there are depends on optimisation.
std::vector<std::string> functions_of(const object::ObjectFile& binary, const std::string& file) {
  std::vector<std::string> names;
  const auto* elf = llvm::dyn_cast<object::ELFObjectFileBase>(&binary);
  if (!elf) throw InputError(file + " is not an ELF file");
  for (const object::ELFSymbolRef symbol : elf->symbols()) {
    const bool is_defined = !(required(symbol.getFlags(), file) & object::SymbolRef::SF_Undefined);
    if (!is_defined || symbol.getELFType() != llvm::ELF::STT_FUNC ||
        symbol.getBinding() != llvm::ELF::STB_GLOBAL)
      continue;
    const std::string name = required(symbol.getName(), file).str();
    // The C library's start code; the last two are in executables linked against an old one.
    if (name != "_start" && name != "_init" && name != "_fini" && name != "__libc_csu_init" &&
        name != "__libc_csu_fini")
      names.push_back(name);
  }
  return names;
}

void add_object(const object::ObjectFile& binary, const std::string& name, LinkInput& input,
                std::vector<std::string>& assumptions) {
  std::vector<EmbeddedRecord> records = decode_records(section_of(binary, name), name);
  if (records.empty())
    throw InputError(name + " has no bitcode; compile it with heddle cc or heddle c++");
  for (EmbeddedRecord& record : records)
    input.units.push_back(unit_of(std::move(record), name, assumptions));
}

}  // namespace

LinkInput read_embedded(const std::string& file, std::vector<std::string>& assumptions) {
  LinkInput input;
  const object::OwningBinary<object::Binary> binary = required(object::createBinary(file), file);
  if (const auto* single = llvm::dyn_cast<object::ObjectFile>(binary.getBinary())) {
    add_object(*single, file, input, assumptions);
    input.binary = file;
    input.functions = functions_of(*single, file);
  } else if (const auto* archive = llvm::dyn_cast<object::Archive>(binary.getBinary())) {
    input.is_library = true;
    llvm::Error problem = llvm::Error::success();
    for (const object::Archive::Child& child : archive->children(problem)) {
      const std::string name = file + "(" + required(child.getName(), file).str() + ")";
      const std::unique_ptr<object::Binary> member = required(child.getAsBinary(), name);
      if (const auto* part = llvm::dyn_cast<object::ObjectFile>(member.get()))
        add_object(*part, name, input, assumptions);
      else
        throw InputError(name + " is not an object file");
    }
    if (problem) throw InputError(file + ": " + llvm::toString(std::move(problem)));
  } else {
    throw InputError(file + " is neither an executable, an object nor a static library");
  }
  return input;
}

}  // namespace heddle

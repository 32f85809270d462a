// Bitcode inside object files: heddle cc puts a record into a section of each object, the linker joins the
// sections of all that it links. So an executable carries the bitcode of exactly its own parts, through archives,
// renaming and moving, whatever the build system does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "frontend/compile.h"

namespace heddle {

// What heddle cc says of one source file.
struct EmbeddedRecord {
  std::string file;  // as it was named
  std::string directory;  // where it was compiled
  std::vector<std::string> left_out;  // flags
  bool without_assertions = false;
  std::vector<SourceVersion> sources;
  std::string failure;  // why there is no bitcode
  std::string bitcode;
};

std::string encode(const EmbeddedRecord& record);
// Several records in a row, as a linker joins them. Throws InputError on anything else.
std::vector<EmbeddedRecord> decode_records(const std::string& section, const std::string& file);

// Adds the record to an object file that was just compiled.
void embed(const std::string& object, const EmbeddedRecord& record);

// Whether the file is an ELF file or an archive, judged by its first bytes.
bool is_binary(const std::string& file);

// The parts of an executable, object or static library; throws InputError if one has no bitcode or is older
// than its sources.
LinkInput read_embedded(const std::string& file, std::vector<std::string>& assumptions);

}  // namespace heddle

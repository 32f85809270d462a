// Manifest: what preprocessing a unit depended on. While all of it is as it was, the unit need not be preprocessed to
// know what its text would be.
//
// These are the files that were read, as the file system tells them apart (number, size, times; the time of the last
// change of a file's record cannot be set back), and the folders in which the compiler looked for headers, by the names in
// them: a header that is new there might be found first. Folders in question are those of the search list, those of the files read, and in
// each of them the subfolders that headers were found in. Units whose text depends on more than that have none: on the date,
// on whether a file exists, on modules and precompiled headers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "frontend/line_markers.h"

namespace heddle {

// Whether it was there, and written to last, long enough before for its times to tell.
bool is_unchanged_since(const std::string& path, std::chrono::nanoseconds moment);

// The variables that the compiler goes by.
std::string compiler_environment();

struct Manifest {
  std::string key;  // of the text, for the cache of bitcode
  std::vector<MarkedFile> files;  // absolute
};

// By what a manifest is found: all that decides it before any file is read. Nothing if the unit can have none.
std::optional<std::string> manifest_name(const std::vector<std::string>& command,
                                         const std::string& directory);

// `messages` is what clang -v says; preprocessing began at `start`. Nothing if the unit can have none, or if
// something changed so lately that a second change might go unnoticed.
std::optional<std::string> write_manifest(const Manifest& manifest, const std::string& messages,
                                          const std::string& directory,
                                          std::chrono::nanoseconds start);

// Nothing if something has changed.
std::optional<Manifest> read_manifest(const std::string& text);

}  // namespace heddle

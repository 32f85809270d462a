// Revision: the sources of a git revision, laid out in a folder of their own as long as the object lives.
//
// git writes them there from its own data, through an index of ours: neither the work tree nor its index is touched.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pipeline/options.h"

namespace heddle {

class Revision {
 public:
  // Of the work tree that the folder is in. Throws InputError if there is none, or if it has no such revision.
  Revision(const std::string& name, const std::string& directory);
  ~Revision();
  Revision(const Revision&) = delete;
  Revision& operator=(const Revision&) = delete;

  const std::string& commit() const { return commit_; }
  const std::string& top() const { return top_; }  // of the work tree
  // Writes the sources; needed once before the rest.
  void check_out();
  // The path of a file of the work tree in the folder; the path itself if the revision has no such file.
  std::string moved(const std::string& path, const std::string& directory = "") const;
  // Whether all its files are there still: what was found in the work tree would not have been found elsewhere.
  bool lacks_none() const;
  // Whether the file of the work tree was the same then; so is one outside of it.
  bool has_same(const std::string& path) const;
  // What the options name, moved, and with debug information that speaks of the work tree.
  Options moved(const Options& options) const;

 private:
  std::string moved_flag(const std::string& flag, const std::string& directory) const;
  std::string moved_commands(const std::string& database) const;

  std::string name_;
  std::string top_;
  std::string commit_;
  std::string folder_;
};

}  // namespace heddle

// Revision: the sources of a git revision, laid out in a folder of their own as long as the object lives.
//
// git writes them there from its own data, through an index of ours: neither the work tree nor its index is touched. Below the
// folder every file has the path that it has in the work tree, from the root on, so that what is relative stays so, and the
// compiler names files as it does in the work tree: names are part of the code where a program names its own files, as assert does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pipeline/options.h"

namespace heddle {

class Revision {
 public:
  // Of the work tree that the program is in. Throws InputError if there is none, if it has no such revision, or if
  // that has none of the program's sources.
  Revision(const std::string& name, const Options& options);
  ~Revision();
  Revision(const Revision&) = delete;
  Revision& operator=(const Revision&) = delete;

  const std::string& commit() const { return commit_; }
  const std::string& top() const { return top_; }  // of the work tree
  // What the program names and the revision lacks, though it is no file that a build made; as git names it. It is empty there.
  const std::set<std::string>& absent() const { return absent_; }
  // By today's names: what goes by another name there.
  const std::map<std::string, std::string>& renamed() const { return renamed_; }
  // Whether it is known what everything was: not so for ignored files, which are taken as they are now.
  bool is_complete() const { return taken_.empty(); }

  // Writes the sources; needed once before the rest.
  void check_out();
  // The path of a file of the work tree in the folder; the path itself if it is to be read where it is.
  std::string moved(const std::string& path, const std::string& directory = "") const;
  // Whether all its files are there still: what was found in the work tree would not have been found elsewhere.
  bool lacks_none() const;
  // Whether the file of the work tree was the same then; so is one outside of it.
  bool has_same(const std::string& path) const;
  // What the options name, moved, and with names that speak of the work tree.
  Options moved(const Options& options) const;
  // A message about files in the folder, with names that git knows.
  std::string told(const std::string& message) const;

 private:
  struct Named {
    std::set<std::string> sources;  // below the top
    std::set<std::string> others;  // headers, and where they are looked for
  };
  Named named_by(const Options& options) const;
  void list_files();
  bool has(const std::string& relative) const;
  // Below the top; nothing if it is elsewhere.
  std::optional<std::string> relative(const std::string& path, const std::string& directory) const;
  void explain(const std::set<std::string>& missing, const std::string& build_folder);
  void find_renames(const std::vector<std::string>& files);
  std::string folder() const { return root_ + top_; }
  std::string written(const std::string& path, const std::string& directory) const;
  std::vector<std::string> moved_flags(const std::vector<std::string>& flags,
                                       const std::string& directory) const;
  std::string moved_commands(const Options& options, std::set<std::string>& directories) const;
  std::vector<std::string> name_maps(const Options& options,
                                     const std::set<std::string>& directories) const;

  std::string name_;
  std::string top_;
  std::string commit_;
  std::vector<std::string> files_;  // sorted
  std::set<std::string> submodules_;
  std::set<std::string> absent_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> taken_;
  std::string root_;
};

}  // namespace heddle

// Revision: the sources of a git revision, for the compiler in the place of those of the work tree.
//
// git writes them to a folder of ours from its own data, through an index of ours: neither the work tree nor its index is touched. The
// compiler is then told to see that folder where the work tree is (a virtual file system of LLVM's): whatever way it comes to a file
// by, a flag, the environment, an absolute name in a header that a build made, it reads what that file was. All names stay those of
// the work tree; they are part of the code where a program names its own files, as assert does.
//
// What the work tree has and the revision lacks cannot be seen, unless git does not know it either: ignored files and those of a build,
// submodules and what lies elsewhere are taken as they are now. What the compiler read in the end is looked through (see note_read).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/compile.h"
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
  // Sources that are in another work tree, or in none: they are taken as they are now.
  const std::set<std::string>& foreign() const { return foreign_; }

  // Writes the sources; needed once before the rest.
  void check_out();
  // For the compiler, to see these.
  std::vector<std::string> flags() const;
  // Bitcode and executables, which are not read by the compiler, at their places in our folder.
  Options moved(const Options& options) const;
  // Whether all its files are there still: what was found in the work tree would not have been found elsewhere.
  bool lacks_none() const;
  // Whether a file of the work tree was the same then; so is one that is taken as it is now.
  bool has_same(const std::string& path) const;
  // The compiler has read a file. Throws InputError if that was the work tree's, and another one then.
  void note_read(const std::string& path);
  // Whether all that was read is known to have been so then: not if files were taken as they are now.
  bool is_complete() const { return !took_files_; }
  // A message of the compiler's, with names that git knows.
  std::string told(const std::string& message) const;

 private:
  struct Named {
    std::set<std::string> sources;  // below the top
    std::set<std::string> others;  // headers, and where they are looked for
  };
  void find_work_tree(const ProgramParts& parts);
  void find_spellings(const ProgramParts& parts);
  Named named_by(const ProgramParts& parts);
  void list_files();
  void list_own(const std::string& build_folder);
  void find_absent(const Named& named);
  void find_renames(const std::vector<std::string>& files);
  bool has(const std::string& relative) const;
  bool is_own(const std::string& relative) const;
  // Below the top, as it is spelled; nothing if it is elsewhere.
  std::optional<std::string> below_top(const std::string& path) const;
  // Where it is in our folder; nothing if the revision has no such file.
  std::optional<std::string> place_of(const std::string& relative) const;
  void lead_links_home() const;
  void write_overlay() const;
  std::string folder() const { return root_ + "/tree"; }
  std::string overlay() const { return root_ + "/overlay.json"; }
  std::string nothing() const { return root_ + "/nothing"; }  // is not there
  std::string empty_file() const { return root_ + "/empty"; }

  std::string name_;
  std::string top_;
  std::set<std::string> spellings_;  // ways to the work tree that the program's files are named by
  std::set<std::string> directories_;  // that the compiler runs in
  std::string commit_;
  std::vector<std::string> files_;  // sorted
  std::vector<std::string> links_;  // of these
  std::set<std::string> submodules_;
  std::vector<std::string>
      own_;  // files of the work tree that git knows, or would add, and the revision lacks; sorted
  std::set<std::string> absent_;
  std::map<std::string, std::string> renamed_;
  std::set<std::string> foreign_;
  std::string include_directory_;  // heddle's own
  std::atomic<bool> took_files_ = false;
  std::string root_;
};

}  // namespace heddle

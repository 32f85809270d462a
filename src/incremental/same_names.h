// SameNames: which functions and variables of two versions are the same, and so which names mean the same.
//
// A name that the source gives goes with the file: the linker numbers the second static `bump` of a program, whichever that
// is. Names that the compiler numbers, those of lambdas and of initialisers, say nothing once another one is in front: what they
// contain decides, then their order. Functions left over go together by what they contain, so that a renamed or
// moved one is not taken for a new one. A new name shows in other names, too: those of lambdas within the function, and of
// templates of a library that are made for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "incremental/version.h"

namespace heddle {

inline constexpr uint32_t kUnmatched = ~0u;

class SameNames {
 public:
  SameNames(const Version& before, const Version& after);

  uint32_t function_before(uint32_t after) const { return functions_.of_after[after]; }
  uint32_t function_after(uint32_t before) const { return functions_.of_before[before]; }
  uint32_t variable_before(uint32_t after) const { return variables_.of_after[after]; }
  // By the name before; one that is gone though another thing is called so now has one that nothing is called.
  const std::map<std::string, std::string>& new_names() const { return new_names_; }
  // A text of the later version with the names before.
  std::string with_old_names(const std::string& text) const;
  bool has_new_names() const { return !old_names_.empty(); }

 private:
  struct Partners {
    std::vector<uint32_t> of_before;
    std::vector<uint32_t> of_after;
    bool pair(uint32_t before, uint32_t after);
  };
  // Names of one version that are the same but for numbers, in order.
  using Family = std::pair<std::string, std::string>;
  using Families = std::map<Family, std::vector<uint32_t>>;
  enum class Numbered : uint8_t { ByCompilerWithin, Otherwise };

  const std::string& function_name(const Version& version, uint32_t index) const {
    return version.texts[version.functions[index].name];
  }
  Families families_of_functions(const Version& version, const std::vector<uint32_t>& partners,
                                 Numbered which) const;
  static Families families_of_variables(const Version& version);

  void pair_variables_by_name();
  void pair_variables_by_contents();
  void pair_functions();
  void pair_families(Numbered which);
  void pair_in_family(std::vector<uint32_t> before, std::vector<uint32_t> after);
  void pair_by_exact_name();
  void pair_by_names_within();
  void pair_function(uint32_t before, uint32_t after);
  void learn_renames_within(const std::string& before, const std::string& after);
  void learn_source_name(const std::string& before, const std::string& after);
  uint32_t most_alike(uint32_t after) const;
  size_t in_common(const VersionFunction& before, const VersionFunction& after) const;
  bool same_contents(uint32_t before, uint32_t after) const;
  std::string with_old_names_within(const std::string& name) const;
  void collect_renames();

  const Version& before_;
  const Version& after_;
  Partners functions_;
  Partners variables_;
  std::map<std::string, std::string> new_names_;
  std::map<std::string, std::string> old_names_;
  std::map<std::string, std::string> old_within_;  // parts of mangled names
  std::set<std::string> source_names_before_;
  std::set<std::string> source_names_after_;
};

}  // namespace heddle

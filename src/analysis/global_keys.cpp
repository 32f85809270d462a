// SPDX-License-Identifier: Apache-2.0
#include "analysis/global_keys.h"

#include <algorithm>
#include <map>
#include <vector>

#include "analysis/components.h"
#include "analysis/points_to.h"

namespace heddle {

namespace {

// Named by the compiler, with a number that counts them.
bool is_literal(const Global& global) {
  if (!global.is_constant) return false;
  for (const char* prefix : {".", "__const.", "__PRETTY_FUNCTION__", "__func__", "switch.table"})
    if (global.name.starts_with(prefix)) return true;
  return false;
}

// A word of initial contents: an address by what is there, whatever number it has. `key_of` is asked for a variable's.
template <typename KeyOf>
uint64_t hash_of_word(const Program& program, const ConstantAddresses& addresses, uint64_t value,
                      KeyOf key_of) {
  const auto named = addresses.decode(value);
  if (!named) return value;
  const uint64_t target = named->kind == ObjectKind::Function
                              ? hash_text(program.functions[named->index].name)
                              : mix(key_of(program.globals[named->index]), uint64_t(named->offset));
  return mix(target, ConstantAddresses::beside_address(value) | uint64_t(named->kind));
}

class GlobalKeys {
 public:
  explicit GlobalKeys(Program& program)
      : program_(program), addresses_(program), references_(program.globals.size()) {
    for (uint32_t index = 0; index < program.globals.size(); ++index)
      for (const InitialWord& word : program.globals[index].contents)
        if (const auto named = addresses_.decode(word.value);
            named && named->kind == ObjectKind::Global)
          references_[index].push_back(named->index);
  }

  void run() {
    for (Global& global : program_.globals) global.key = 0;
    visit_components(
        program_.globals.size(), [](uint32_t node) { return node; },
        [&](uint32_t node) -> const std::vector<uint32_t>& { return references_[node]; },
        [&](std::span<const uint32_t> component) { set_keys(component); });
  }

  uint64_t hash_of(const Global& global) const {
    uint64_t hash = is_literal(global) ? 0 : hash_text(global.name);
    hash = mix(mix(hash, global.size), uint64_t(global.alignment) << 1 | global.is_constant);
    for (const InitialWord& word : global.contents)
      hash = mix(mix(hash, word.index), value_hash(word.value));
    return hash;
  }

 private:
  // Within a circle of variables, names have to do.
  uint64_t value_hash(uint64_t value) const {
    return hash_of_word(program_, addresses_, value, [](const Global& target) {
      return target.key ? target.key : hash_text(target.name);
    });
  }

  void set_keys(std::span<const uint32_t> component) {
    std::vector<std::pair<std::string_view, uint32_t>> members;
    for (const uint32_t index : component)
      members.emplace_back(program_.globals[index].name, index);
    std::sort(members.begin(), members.end());
    std::vector<uint64_t> own;
    uint64_t all = 0;
    for (const auto& [name, index] : members)
      all = mix(all, own.emplace_back(hash_of(program_.globals[index])));
    for (size_t k = 0; k < members.size(); ++k) {
      uint64_t key = members.size() == 1 ? own[k] : mix(own[k], all);
      // Equal literals are different objects all the same.
      while (!taken_.emplace(key == 0 ? ++key : key, 0).second) key = mix(key, ++taken_[key]);
      program_.globals[members[k].second].key = key;
    }
  }

  Program& program_;
  ConstantAddresses addresses_;
  std::vector<std::vector<uint32_t>> references_;
  std::map<uint64_t, uint64_t> taken_;
};

}  // namespace

void set_global_keys(Program& program) { GlobalKeys(program).run(); }

uint64_t hash_of_thread_locals(const Program& program) {
  const ConstantAddresses addresses(program);
  uint64_t hash = program.thread_locals.size();
  for (const Global& variable : program.thread_locals) {
    hash = mix(mix(hash, variable.size), variable.contents.size());
    for (const InitialWord& word : variable.contents)
      hash =
          mix(mix(hash, word.index), hash_of_word(program, addresses, word.value,
                                                  [](const Global& target) { return target.key; }));
  }
  return hash;
}

}  // namespace heddle

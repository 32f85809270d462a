// SPDX-License-Identifier: Apache-2.0
#include "search/idle_words.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "support/hash.h"

namespace heddle {

namespace {

constexpr size_t kMostWords = size_t(1) << 19;

Fingerprint term_of(const IdleWords::Word& word) {
  return word.value ? word_term(word.object, word.index, word.value) : Fingerprint{};
}

bool same_place(const IdleWords::Word& a, const IdleWords::Word& b) {
  return a.object == b.object && a.index == b.index;
}

bool is_before(const IdleWords::Word& a, const IdleWords::Word& b) {
  return std::pair(a.object, a.index) < std::pair(b.object, b.index);
}

}  // namespace

void add_idle_words(const Machine& machine, IdleWords& idle) {
  machine.memory().for_each_unused_word([&](uint64_t object, uint64_t index, uint64_t value) {
    if (idle.words.size() <= kMostWords) idle.words.push_back({object, index, value});
  });
  std::ranges::sort(idle.words, is_before);
  // Objects of the same key cannot be told apart.
  const auto twice = std::ranges::adjacent_find(idle.words, same_place);
  if (twice != idle.words.end() || idle.words.size() > kMostWords) idle.words.clear();
}

std::optional<IdleWords> idle_in_both(std::optional<IdleWords> one,
                                      const std::optional<IdleWords>& other) {
  if (!one || !other || one->sharing != other->sharing) return std::nullopt;
  std::vector<IdleWords::Word> words;
  std::ranges::set_intersection(one->words, other->words, std::back_inserter(words), is_before);
  one->words = std::move(words);
  one->before.insert(one->before.end(), other->before.begin(), other->before.end());
  return one;
}

std::optional<Fingerprint> shift_to(const IdleWords& idle, const Machine& machine) {
  std::unordered_map<uint64_t, const Object*> by_key;
  machine.memory().for_each_object(
      [&](uint64_t, const Object& object) { by_key.emplace(object.key, &object); });
  Fingerprint shift;
  for (const IdleWords::Word& word : idle.words) {
    const auto found = by_key.find(word.object);
    if (found == by_key.end() || word.index >= (found->second->full_size + 7) / 8) continue;
    const uint64_t now = found->second->words[word.index];
    if (now == word.value) continue;
    shift += term_of(word);
    shift -= term_of({word.object, word.index, now});
  }
  // All threads stand where they stood, all other words hold what they held, and the same is shared: 128 bits say so, as
  // of any other state.
  if (machine.fingerprint() + shift != idle.first_choice) return std::nullopt;
  return shift;
}

}  // namespace heddle

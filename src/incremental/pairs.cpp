// SPDX-License-Identifier: Apache-2.0
#include "incremental/pairs.h"

#include <algorithm>

namespace heddle {

std::string text_of(const CreationPath& path) {
  if (path.empty()) return "main";
  std::string text;
  for (const uint32_t number : path) text += (text.empty() ? "" : ".") + std::to_string(number);
  return text;
}

std::vector<size_t> modified_threads(const std::vector<StaticThreadCode>& threads,
                                     const std::vector<const Fragment*>& fragments) {
  std::vector<size_t> result;
  for (size_t k = 0; k < threads.size(); ++k)
    if (std::any_of(fragments.begin(), fragments.end(), [&](const Fragment* fragment) {
          return threads[k].runs.contains(fragment->function);
        }))
      result.push_back(k);
  return result;
}

// A thread whose function is none that a static thread begins with may be any of them: the analyses may err, and
// a thread that does not run the fragment costs one execution.
bool may_be_instance(const DynamicThread& thread, const std::vector<StaticThreadCode>& threads,
                     const std::vector<size_t>& of) {
  if (thread.path.empty()) return std::find(of.begin(), of.end(), 0) != of.end();
  bool is_known = false;
  for (size_t k = 1; k < threads.size(); ++k) {
    if (threads[k].function != thread.function) continue;
    is_known = true;
    if (std::find(of.begin(), of.end(), k) != of.end()) return true;
  }
  return !is_known;
}

}  // namespace heddle

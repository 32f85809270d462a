// SPDX-License-Identifier: Apache-2.0
#include "incremental/pairs.h"

#include <algorithm>
#include <string_view>

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

namespace {

// What code touches.
class Subjects {
 public:
  void add(const PointInteraction& what) {
    if (what.object.empty()) {
      any_ |= what.kind != "join" && what.kind != "create" && what.kind != "synchronise";
      return;
    }
    constexpr std::string_view kOr = " or ";
    for (size_t begin = 0;;) {
      const size_t end = what.object.find(kOr, begin);
      names_.insert(what.object.substr(begin, end - begin));
      if (end == std::string::npos) return;
      begin = end + kOr.size();
    }
  }
  void add(const Subjects& other) {
    any_ |= other.any_;
    names_.insert(other.names_.begin(), other.names_.end());
  }
  bool meets(const Subjects& other) const {
    if (any_ || other.any_) return true;
    return std::ranges::any_of(
        names_, [&](const std::string& name) { return other.names_.contains(name); });
  }

 private:
  std::set<std::string> names_;
  bool any_ = false;  // something of which no name is known
};

}  // namespace

std::vector<size_t> related_threads(const Program& program,
                                    const std::vector<StaticThreadCode>& threads,
                                    const Interactions& interactions, const BitSet& code) {
  Subjects all;
  std::vector<Subjects> of_thread(threads.size());
  for (const auto& [point, what] : interactions) {
    const FunctionIndex function = program.function_at(point);
    for (const PointInteraction& one : what) {
      if (code.contains(point)) all.add(one);
      for (size_t k = 0; k < threads.size(); ++k)
        if (threads[k].runs.contains(function)) of_thread[k].add(one);
    }
  }
  std::set<size_t> related;
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t k = 0; k < threads.size(); ++k)
      if (!related.contains(k) && of_thread[k].meets(all)) {
        all.add(of_thread[k]);
        related.insert(k);
        grows = true;
      }
  }
  return {related.begin(), related.end()};
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

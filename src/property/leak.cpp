// Like LeakSanitizer, we follow everything that looks like a pointer, from the globals and from the
// stacks of threads that still run; what is not reached and not freed is lost.
// SPDX-License-Identifier: Apache-2.0
#include "property/leak.h"

#include <set>
#include <vector>

namespace heddle {

namespace {

constexpr uint64_t kPointerMask = (uint64_t(1) << 47) - 1;

class Reachability {
 public:
  explicit Reachability(Machine& machine) : memory_(machine.memory()) {}

  void add_roots() {
    memory_.for_each_object([&](uint64_t, const Object& object) {
      if (object.has(kGlobal) || object.has(kStack)) scan(object);
    });
    while (!pending_.empty()) {
      const Object* object = pending_.back();
      pending_.pop_back();
      scan(*object);
    }
  }
  bool reaches(const Object& object) const { return reached_.contains(&object); }

 private:
  void scan(const Object& object) {
    for (uint64_t index = 0; index < (object.size + 7) / 8; ++index) {
      const Object* target = memory_.object_at(object.words[index] & kPointerMask);
      if (target && target->has(kHeap) && target->has(kAlive) && reached_.insert(target).second)
        pending_.push_back(target);
    }
  }

  Memory& memory_;
  std::set<const Object*> reached_;
  std::vector<const Object*> pending_;
};

}  // namespace

std::optional<Violation> find_leak(Machine& machine) {
  Reachability reachability(machine);
  reachability.add_roots();
  std::optional<Violation> violation;
  uint64_t blocks = 0;
  machine.memory().for_each_object([&](uint64_t address, const Object& object) {
    if (!object.has(kHeap) || reachability.reaches(object)) return;
    ++blocks;
    if (violation) return;
    violation = Violation{
        .kind = ErrorKind::Leak,
        .message = "a block of " + std::to_string(object.full_size) + " bytes is never freed",
        .stack = {object.origin},
        .address = address};
  });
  if (violation && blocks > 1)
    violation->message += ", nor are " + std::to_string(blocks - 1) + " others";
  return violation;
}

}  // namespace heddle

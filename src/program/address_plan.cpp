// SPDX-License-Identifier: Apache-2.0
#include "program/address_plan.h"

#include <algorithm>

#include "program/address.h"

namespace heddle {

namespace {

bool is_large(const Global& global) {
  return address::is_large(address::region_of(global.address));
}

// Numbers of what is not in the plan begin behind those that are.
std::optional<std::vector<uint32_t>> numbers(const std::map<uint64_t, uint32_t>& plan,
                                             const std::vector<uint64_t>& keys, uint64_t count) {
  uint64_t next = 0;
  for (const auto& [key, number] : plan) next = std::max<uint64_t>(next, number + 1ull);
  std::vector<uint32_t> result;
  for (const uint64_t key : keys) {
    const auto known = plan.find(key);
    result.push_back(known != plan.end() ? known->second : uint32_t(next++));
  }
  if (next > count) return std::nullopt;
  return result;
}

}  // namespace

AddressPlan plan_of(const Program& program, const AddressPlan& earlier) {
  AddressPlan plan = earlier;
  for (const Global& global : program.globals)
    (is_large(global) ? plan.large : plan.small)[global.key] =
        uint32_t(address::index_of(global.address));
  const auto& by_number = program.functions_by_number;
  const size_t count = by_number.empty() ? program.functions.size() : by_number.size();
  for (uint32_t number = 0; number < count; ++number) {
    const FunctionIndex index = by_number.empty() ? number : by_number[number];
    if (index == Program::kNoFunction) continue;
    plan.functions[hash_text(program.functions[index].name)] = number;
  }
  return plan;
}

bool follows(const Program& program, const AddressPlan& plan) {
  const AddressPlan own = plan_of(program);
  const auto agree = [](const std::map<uint64_t, uint32_t>& a,
                        const std::map<uint64_t, uint32_t>& b) {
    std::map<uint32_t, uint64_t> by_number;
    for (const auto& [key, number] : b) by_number[number] = key;
    for (const auto& [key, number] : a) {
      const auto same_number = by_number.find(number);
      if (same_number != by_number.end() && same_number->second != key) return false;
    }
    return true;
  };
  return agree(own.small, plan.small) && agree(own.large, plan.large) &&
         agree(own.functions, plan.functions);
}

bool AddressNumbers::change_nothing() const {
  for (const std::vector<uint32_t>* numbers : {&small, &large, &functions})
    for (uint32_t k = 0; k < numbers->size(); ++k)
      if ((*numbers)[k] != k) return false;
  return true;
}

std::optional<AddressNumbers> numbers_by(const AddressPlan& plan, const Program& program) {
  std::vector<uint64_t> small;
  std::vector<uint64_t> large;
  std::vector<uint64_t> functions;
  for (const Global& global : program.globals)
    (is_large(global) ? large : small).push_back(global.key);
  for (const Function& function : program.functions) functions.push_back(hash_text(function.name));
  // Half of the code's addresses are those of blocks.
  auto small_numbers = numbers(plan.small, small, address::kObjectMask);
  auto large_numbers = numbers(plan.large, large, address::kLargeObjectsPerRegion);
  auto function_numbers = numbers(plan.functions, functions, address::kObjectMask / 2);
  if (!small_numbers || !large_numbers || !function_numbers) return std::nullopt;
  return AddressNumbers{std::move(*small_numbers), std::move(*large_numbers),
                        std::move(*function_numbers)};
}

}  // namespace heddle

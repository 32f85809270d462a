// Addresses in the network, as small values that can be copied, compared and hashed.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cre {

class IpAddress {
 public:
  constexpr IpAddress() = default;
  constexpr IpAddress(unsigned first, unsigned second, unsigned third, unsigned fourth)
      : bits_(first << 24 | second << 16 | third << 8 | fourth) {}

  constexpr std::uint32_t bits() const { return bits_; }
  // Not routed in the internet: the network 10/8.
  constexpr bool is_private() const { return bits_ >> 24 == 10; }
  friend constexpr auto operator<=>(IpAddress, IpAddress) = default;

 private:
  std::uint32_t bits_ = 0;
};

class MacAddress {
 public:
  constexpr MacAddress(std::uint32_t vendor, std::uint32_t device)
      : bits_(std::uint64_t(vendor) << 24 | device) {}

  constexpr std::uint64_t bits() const { return bits_; }
  friend constexpr auto operator<=>(MacAddress, MacAddress) = default;

 private:
  std::uint64_t bits_;
};

}  // namespace cre

template <>
struct std::hash<cre::IpAddress> {
  std::size_t operator()(cre::IpAddress address) const noexcept { return address.bits(); }
};

template <>
struct std::hash<cre::MacAddress> {
  std::size_t operator()(cre::MacAddress address) const noexcept { return address.bits(); }
};

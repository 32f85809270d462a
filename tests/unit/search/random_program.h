// Small random programs, small enough to try all their schedules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

#include "machine/program_builder.h"

namespace heddle::testing {

// Two or three threads with two or three operations each on two variables and a mutex.
inline Program random_program(uint64_t seed) {
  std::mt19937_64 random(seed);
  ProgramBuilder builder;
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  const uint64_t mutex = builder.global("mutex");
  const auto below = [&](uint64_t bound) { return random() % bound; };
  std::vector<Body> bodies;
  const size_t threads = 2 + below(2);
  for (size_t t = 0; t < threads; ++t) {
    std::vector<uint64_t> operations(threads == 2 ? 3 : 2);
    for (uint64_t& operation : operations) operation = random();
    bodies.push_back([=](ProgramBuilder& b) {
      for (const uint64_t operation : operations) {
        const uint64_t variable = operation & 1 ? x : y;
        const uint64_t value = 1 + (operation >> 1) % 3;
        switch ((operation >> 8) % 5) {
          case 0: b.fetch_add(variable, value); break;
          case 1: b.store_to(variable, value, kAtomic); break;
          case 2: b.store(b.load_from(x, kAtomic), b.constant(y), 8, kAtomic); break;
          case 3: b.store(b.choose(2), b.constant(variable), 8, kAtomic); break;
          case 4:
            b.lock(mutex);
            b.store_to(variable, value, kAtomic);
            b.unlock(mutex);
            break;
        }
      }
    });
  }
  const uint64_t wrong = below(7);
  return threads_program(builder, bodies, [=](ProgramBuilder& b) {
    const Operand sum = b.binary(Opcode::Add, b.load_from(x), b.load_from(y));
    b.require(b.binary(Opcode::CmpNe, sum, b.constant(wrong)));
  });
}

}  // namespace heddle::testing

// RemovedWrites: which memory statements wrote that are gone, in terms of the later version's objects.
//
// The earlier version is known by its statements alone (version.h), not by what its pointers pointed to. But each says where
// its address came from: a variable, a parameter, or another statement, which the later version has, too, in most cases; and
// there the analyses know where it points. What a removed call wrote is what the statements of the called function did,
// with the arguments for its parameters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "incremental/match.h"
#include "incremental/value_flow.h"

namespace heddle {

class RemovedWrites {
 public:
  // The memory is that of the later version, with what its registers point to.
  RemovedWrites(const Version& before, const Version& after, const VersionMatch& match,
                const Program& program, const MemoryUse& memory);

  // A statement of the earlier version that is gone.
  void add(uint32_t function, uint32_t statement);
  const std::set<LocationId>& written() const { return written_; }

 private:
  using Targets = std::set<Target>;
  // A function of the earlier version, as it is called from a removed statement.
  struct Frame {
    uint32_t function;
    bool is_called;  // else its parameters are those of the later version
    std::vector<Targets> arguments;
    friend auto operator<=>(const Frame&, const Frame&) = default;
  };

  void add_written(const Frame& frame, uint32_t statement);
  void add_call(const Frame& frame, const VersionStatement& call);
  Targets targets(const Frame& frame, const VersionAddress& address, unsigned depth);
  Targets root(const Frame& frame, const VersionAddress& address, unsigned depth);
  Targets loaded(const Frame& frame, const VersionStatement& load, unsigned depth);
  void add_register(FunctionIndex function, Operand slot, Targets& to) const;
  void add_results(Point point, Targets& to) const;
  std::set<LocationId> locations(const Targets& targets, uint64_t size) const;
  FunctionIndex function_now(uint32_t before) const;

  const Version& before_;
  const Version& after_;
  const VersionMatch& match_;
  const Program& program_;
  const MemoryUse& memory_;
  std::map<std::string, uint32_t> functions_before_;
  std::map<std::string, FunctionIndex> functions_now_;
  std::map<std::string, uint32_t> globals_now_;
  std::map<FunctionIndex, std::vector<InstanceId>> instances_;
  std::set<LocationId> written_;
  std::set<Frame> called_;
};

}  // namespace heddle

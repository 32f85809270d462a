// AnalysisReport: what the static analyses say about a program, for people and other programs to read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

struct CodePlace {
  std::string file;
  uint32_t line = 0;
  std::string function;
  friend auto operator<=>(const CodePlace&, const CodePlace&) = default;
};

struct StaticThread {
  std::string name;  // "main", "worker", "lambda at pool.cpp:13"
  bool several = false;  // there may be more than one at a time
  std::vector<CodePlace> created_at;
  std::vector<std::string> functions;  // of the user's, that it may run
};

enum class AccessKind : uint8_t { Read, Write, Update };

constexpr const char* name_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "read";
    case AccessKind::Write: return "write";
    case AccessKind::Update: return "update";
  }
  return "";
}

struct LocationAccess {
  AccessKind kind = AccessKind::Read;
  bool atomic = false;
  CodePlace place;
  std::string through;  // the library function that does it: "push_back"; else empty
  std::vector<std::string> threads;
  std::vector<std::string> locks;  // that are held for certain
  bool alone =
      false;  // no other thread runs then: before the first starts, or after they are joined
};

struct SharedLocation {
  std::string name;  // "accounts[].balance"
  bool immutable = false;
  bool library = false;  // memory that a library manages
  std::vector<std::string> common_locks;  // held at every access
  std::vector<LocationAccess> accesses;
};

// A statement that other threads can notice, or that waits for them.
struct Interaction {
  CodePlace place;
  std::string kind;  // "shared read", "lock", ...
  std::string object;
  std::vector<std::string> threads;
};

struct Unguarded {
  std::string location;
  LocationAccess first;
  LocationAccess second;
};

struct FutureAccesses {
  std::string thread;
  CodePlace place;
  std::vector<std::string> reads;
  std::vector<std::string> writes;
};

struct AnalysisReport {
  std::vector<StaticThread> threads;
  std::vector<SharedLocation> locations;
  std::vector<std::string> immutable_fields;
  std::vector<Interaction> interactions;
  std::vector<Unguarded> warnings;
  std::string at;  // the place that was asked about; empty if none was
  std::vector<FutureAccesses> futures;
  uint64_t hidden_locations = 0;  // inside libraries
  double seconds = 0;
};

}  // namespace heddle

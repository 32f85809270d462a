// SPDX-License-Identifier: Apache-2.0
#include "report/analysis_json.h"

#include <nlohmann/json.hpp>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

// Declared first, so that array_of finds them all.
Json to_json(const StaticThread& thread);
Json to_json(const LocationAccess& access);
Json to_json(const SharedLocation& location);
Json to_json(const Interaction& interaction);
Json to_json(const Unguarded& warning);
Json to_json(const FutureAccesses& future);

Json to_json(const CodePlace& place) {
  return {{"file", place.file}, {"line", place.line}, {"function", place.function}};
}

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

Json to_json(const StaticThread& thread) {
  return {{"name", thread.name},
          {"several", thread.several},
          {"created_at", array_of(thread.created_at)},
          {"functions", thread.functions}};
}

Json to_json(const LocationAccess& access) {
  return {{"kind", name_of(access.kind)},
          {"atomic", access.atomic},
          {"file", access.place.file},
          {"line", access.place.line},
          {"function", access.place.function},
          {"through", access.through},
          {"threads", access.threads},
          {"locks", access.locks},
          {"alone", access.alone}};
}

Json to_json(const SharedLocation& location) {
  return {{"name", location.name},
          {"immutable", location.immutable},
          {"library", location.library},
          {"common_locks", location.common_locks},
          {"accesses", array_of(location.accesses)}};
}

Json to_json(const Interaction& interaction) {
  return {{"file", interaction.place.file},         {"line", interaction.place.line},
          {"function", interaction.place.function}, {"kind", interaction.kind},
          {"object", interaction.object},           {"threads", interaction.threads}};
}

Json to_json(const Unguarded& warning) {
  return {{"location", warning.location},
          {"first", to_json(warning.first)},
          {"second", to_json(warning.second)}};
}

Json to_json(const FutureAccesses& future) {
  return {{"thread", future.thread},   {"file", future.place.file},
          {"line", future.place.line}, {"function", future.place.function},
          {"reads", future.reads},     {"writes", future.writes}};
}

}  // namespace

std::string write_json(const AnalysisReport& report) {
  const Json json = {{"threads", array_of(report.threads)},
                     {"shared_locations", array_of(report.locations)},
                     {"immutable_fields", report.immutable_fields},
                     {"interactions", array_of(report.interactions)},
                     {"warnings", array_of(report.warnings)},
                     {"at", report.at},
                     {"futures", array_of(report.futures)},
                     {"hidden_locations", report.hidden_locations},
                     {"seconds", report.seconds}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle

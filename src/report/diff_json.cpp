// SPDX-License-Identifier: Apache-2.0
#include "report/diff_json.h"

#include "report/json.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const StatementChange& change) {
  return {{"change", name_of(change.kind)},
          {"rule", name_of(change.rule)},
          {"kind", change.what},
          {"object", change.object},
          {"file", change.place.file},
          {"line", change.place.line},
          {"function", change.place.function}};
}

Json to_json(const FragmentReport& fragment) {
  return {{"changes", fragment.changes},         {"file", fragment.first.file},
          {"first_line", fragment.first.line},   {"last_line", fragment.last_line},
          {"function", fragment.first.function}, {"whole_function", fragment.whole_function},
          {"threads", fragment.threads}};
}

Json to_json(const PairReport& pair) {
  return {{"fragments", pair.fragments},
          {"modified_thread", pair.modified},
          {"other_thread", pair.other},
          {"both_ways", pair.both},
          {"all_threads", pair.all_threads},
          {"outcome", name_of(pair.outcome)},
          {"reason", pair.reason.empty() ? Json(nullptr) : Json(pair.reason)},
          {"states", pair.statistics.states},
          {"transitions", pair.statistics.transitions},
          {"choices", pair.statistics.choices},
          {"executions", pair.statistics.executions},
          {"seconds", pair.statistics.search_seconds}};
}

Json proof_to_json(const CheckResult& proof) {
  return {{"verdict", name_of(proof.verdict)},
          {"basis", proof.basis},
          {"states", proof.statistics.states},
          {"covered", proof.statistics.covered},
          {"seconds", proof.statistics.search_seconds}};
}

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

}  // namespace

std::string write_json(const DiffReport& report) {
  Json json = to_json(report.result);
  json["diff"] = {{"base", report.base.empty() ? Json(nullptr) : Json(report.base)},
                  {"mode", report.mode},
                  {"same_program", report.same_program},
                  {"changes", array_of(report.changes)},
                  {"changed_instructions", report.changed_instructions},
                  {"fragments", array_of(report.fragments)},
                  {"pairs", array_of(report.pairs)},
                  {"proof", report.proof ? proof_to_json(*report.proof) : Json(nullptr)},
                  {"guarantee", report.guarantee}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle

// SPDX-License-Identifier: Apache-2.0
#include "incremental/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "analysis/accesses.h"
#include "incremental/library_sync.h"
#include "incremental/statement_text.h"
#include "program/control_flow.h"
#include "program/operands.h"
#include "support/hash.h"

namespace heddle {

namespace {

using Json = nlohmann::json;

constexpr int kFormat = 5;

class Describer {
 public:
  explicit Describer(const Program& program)
      : program_(program), texts_(program), addresses_(program), library_(program) {}

  Version describe() {
    for (const Function& function : program_.functions)
      if (is_users(function)) add(function);
    for (const auto* globals : {&program_.globals, &program_.thread_locals})
      for (const Global& global : *globals)
        if ((global.origin == FunctionOrigin::User && !global.shown_name.empty()) ||
            is_users_table(global))
          version_.globals.push_back({.name = text(global.name),
                                      .shown_name = text(global.shown_name),
                                      .file = text(file_of(global)),
                                      .contents = text(texts_.contents(global))});
    version_.code = hash_code();
    return std::move(version_);
  }

 private:
  // Of virtual functions.
  bool is_users_table(const Global& global) const {
    return global.name.starts_with("_ZTV") &&
           std::any_of(global.contents.begin(), global.contents.end(),
                       [&](const InitialWord& word) {
                         const auto named = addresses_.decode(word.value);
                         return named && named->kind == ObjectKind::Function &&
                                is_users(program_.functions[named->index]);
                       });
  }
  void add(const Function& function) {
    VersionFunction added{.name = text(function.name),
                          .shown_name = text(function.shown_name),
                          .file = text(program_.source.files[function.location.file])};
    const FunctionTexts texts(program_, texts_, function);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
      const Instruction& i = program_.code[p];
      const Global* const object = texts.object_of(p);
      const bool is_shown = object && !object->shown_name.empty();
      VersionStatement statement{.text = text(texts_.shallow(p)),
                                 .file = text(program_.source.files[file_at(p, function)]),
                                 .object = is_shown ? text(object->shown_name) : 0,
                                 .variable = is_shown ? text(object->name) : 0,
                                 .value = texts.value(p),
                                 .line = program_.source.locations[p].line,
                                 .kind = kind_of(p, texts)};
      visit_targets(program_, p,
                    [&](Point target) { statement.targets.push_back(target - function.entry); });
      if (i.opcode == Opcode::Call) statement.callee = text(program_.functions[i.b].name);
      add_addresses(p, function, texts.definitions(), statement);
      add_operands(p, function, texts.definitions(), statement);
      added.hash = mix(added.hash, statement.value);
      added.statements.push_back(std::move(statement));
    }
    version_.functions.push_back(std::move(added));
  }

  std::string file_of(const Global& global) const {
    const std::vector<std::string>& files = program_.source.files;
    return global.location.file < files.size() ? files[global.location.file] : "";
  }
  // A body may be included from elsewhere; what has no place of its own is where the function is.
  uint32_t file_at(Point point, const Function& function) const {
    const SourceLocation& location = program_.source.locations[point];
    return location.line ? location.file : function.location.file;
  }

  void add_operands(Point point, const Function& function, const Definitions& definitions,
                    VersionStatement& statement) const {
    visit_operands(
        program_, program_.code[point],
        [&](Operand operand) {
          if (is_constant(operand)) return;
          VersionOperand made{.number = operand};
          for (const Point p : definitions.of(operand)) made.made.push_back(p - function.entry);
          if (!made.made.empty())
            made.number = operand - program_.code[definitions.of(operand)[0]].a;
          statement.operands.push_back(std::move(made));
        },
        [](uint32_t) {});
  }

  void add_addresses(Point point, const Function& function, const Definitions& definitions,
                     VersionStatement& statement) {
    const Instruction& i = program_.code[point];
    if (i.opcode == Opcode::Call) {
      if (!is_users(program_.functions[i.b])) return;
      for (const Operand argument : program_.operands(i.c))
        statement.addresses.push_back(address_of(argument, 0, function, definitions));
      return;
    }
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      const VersionAddress address = address_of(access.base, access.offset, function, definitions);
      if (access.writes && statement.written == 0) {
        statement.written = access.size;
        statement.addresses.insert(statement.addresses.begin(), address);
      } else {
        statement.addresses.push_back(address);
      }
    });
  }

  VersionAddress address_of(Operand operand, int64_t offset, const Function& function,
                            const Definitions& definitions) {
    using Root = VersionAddress::Root;
    // A chain without joins has no circles.
    for (;;) {
      if (is_constant(operand)) {
        const auto named = addresses_.decode(program_.constants[operand & ~kConstantBit]);
        if (!named || named->kind != ObjectKind::Global) return {};
        const bool known = offset != VersionAddress::kAnywhere;
        return {Root::Global, text(program_.globals[named->index].name),
                known ? offset + named->offset : offset};
      }
      const std::vector<Point>& made = definitions.of(operand);
      if (made.empty()) return {Root::Parameter, operand, offset};
      const Instruction& i = program_.code[made[0]];
      if (made.size() > 1 || !is_address_step(i.opcode))
        return {Root::Statement, made[0] - function.entry, offset};
      if (i.opcode == Opcode::Index) offset = VersionAddress::kAnywhere;
      if (i.opcode == Opcode::Offset && offset != VersionAddress::kAnywhere) offset += i.imm;
      operand = i.b;
    }
  }

  StatementKind kind_of(Point point, const FunctionTexts& texts) const {
    const Instruction& i = program_.code[point];
    if (i.opcode == Opcode::Call && !is_users(program_.functions[i.b]))
      return library_.kind_of(i.b);
    return access_kind(program_, point, texts);
  }

  TextIndex text(const std::string& text) {
    if (text.empty()) return 0;
    const auto [entry, is_new] = index_.try_emplace(text, TextIndex(version_.texts.size()));
    if (is_new) version_.texts.push_back(text);
    return entry->second;
  }

  uint64_t hash_code() const {
    uint64_t hash = hash_text(program_.functions[program_.start].name);
    for (const Function& function : program_.functions) hash = mix(hash, function.code_hash);
    for (const auto* globals : {&program_.globals, &program_.thread_locals})
      for (const Global& global : *globals) {
        hash = mix(mix(hash, hash_text(global.name)), global.size);
        hash = mix(mix(hash, uint64_t(global.alignment) << 1 | global.is_constant),
                   global.contents.size());
        for (const InitialWord& word : global.contents) hash = mix(hash ^ word.index, word.value);
      }
    for (const LandingPad& pad : program_.landing_pads) {
      hash = mix(mix(hash ^ pad.call, pad.pad), pad.exception_slot);
      hash = mix(hash, pad.catch_types.size());
      for (const uint64_t type : pad.catch_types) hash = mix(hash, type);
    }
    return hash;
  }

  const Program& program_;
  ProgramTexts texts_;
  ConstantAddresses addresses_;
  LibrarySync library_;
  Version version_;
  std::map<std::string, TextIndex> index_;
};

constexpr size_t kNumbersPerStatement = 12;  // and then its addresses, targets and operands

Json encode(const VersionFunction& function) {
  Json numbers = Json::array();
  for (const VersionStatement& s : function.statements) {
    for (const uint64_t number :
         {uint64_t(s.text), uint64_t(s.object), uint64_t(s.callee), s.value, uint64_t(s.line),
          uint64_t(s.kind), s.written, uint64_t(s.addresses.size()), uint64_t(s.targets.size()),
          uint64_t(s.file), uint64_t(s.operands.size()), uint64_t(s.variable)})
      numbers.push_back(number);
    for (const VersionAddress& address : s.addresses)
      for (const uint64_t number :
           {uint64_t(address.root), uint64_t(address.number), uint64_t(address.offset)})
        numbers.push_back(number);
    for (const uint32_t target : s.targets) numbers.push_back(uint64_t(target));
    for (const VersionOperand& operand : s.operands) {
      numbers.push_back(uint64_t(operand.number));
      numbers.push_back(uint64_t(operand.made.size()));
      for (const uint32_t made : operand.made) numbers.push_back(uint64_t(made));
    }
  }
  return {function.name, function.shown_name, function.file, function.hash, std::move(numbers)};
}

struct Malformed {};
constexpr uint64_t kNoMore = uint64_t(1) << 32;

uint64_t number_in(const Json& json) {
  if (!json.is_number_unsigned()) throw Malformed();
  return json.get<uint64_t>();
}

uint32_t below(const Json& json, uint64_t end) {
  const uint64_t number = number_in(json);
  if (number >= end) throw Malformed();
  return uint32_t(number);
}

const Json& array_in(const Json& json, size_t size) {
  if (!json.is_array() || json.size() != size) throw Malformed();
  return json;
}

VersionOperand decode_operand(const Json& numbers, size_t& k) {
  if (numbers.size() - k < 2) throw Malformed();
  VersionOperand operand{.number = below(numbers[k], kNoMore)};
  const size_t count = below(numbers[k + 1], kNoMore);
  k += 2;
  if (count > numbers.size() - k) throw Malformed();
  for (size_t n = 0; n < count; ++n) operand.made.push_back(below(numbers[k++], kNoMore));
  return operand;
}

VersionFunction decode_function(const Json& json, size_t texts) {
  array_in(json, 5);
  VersionFunction function{.name = below(json[0], texts),
                           .shown_name = below(json[1], texts),
                           .file = below(json[2], texts),
                           .hash = number_in(json[3])};
  const Json& numbers = json[4];
  if (!numbers.is_array()) throw Malformed();
  for (size_t k = 0; k < numbers.size();) {
    if (numbers.size() - k < kNumbersPerStatement) throw Malformed();
    VersionStatement statement{.text = below(numbers[k], texts),
                               .file = below(numbers[k + 9], texts),
                               .object = below(numbers[k + 1], texts),
                               .variable = below(numbers[k + 11], texts),
                               .callee = below(numbers[k + 2], texts),
                               .value = number_in(numbers[k + 3]),
                               .line = below(numbers[k + 4], kNoMore),
                               .kind = StatementKind(below(numbers[k + 5], kStatementKindCount)),
                               .written = number_in(numbers[k + 6])};
    const size_t addresses = below(numbers[k + 7], kNoMore);
    const size_t targets = below(numbers[k + 8], kNoMore);
    const size_t operands = below(numbers[k + 10], kNoMore);
    k += kNumbersPerStatement;
    if (3 * addresses + targets > numbers.size() - k) throw Malformed();
    for (size_t a = 0; a < addresses; ++a, k += 3)
      statement.addresses.push_back({VersionAddress::Root(below(numbers[k], kAddressRootCount)),
                                     below(numbers[k + 1], kNoMore),
                                     int64_t(number_in(numbers[k + 2]))});
    for (size_t t = 0; t < targets; ++t) statement.targets.push_back(below(numbers[k++], kNoMore));
    for (size_t o = 0; o < operands; ++o) statement.operands.push_back(decode_operand(numbers, k));
    function.statements.push_back(std::move(statement));
  }
  for (const VersionStatement& statement : function.statements) {
    for (const uint32_t target : statement.targets)
      if (target >= function.statements.size()) throw Malformed();
    if (statement.written != 0 && statement.addresses.empty()) throw Malformed();
    for (const VersionOperand& operand : statement.operands)
      for (const uint32_t made : operand.made)
        if (made >= function.statements.size()) throw Malformed();
    for (const VersionAddress& address : statement.addresses) {
      if (address.root == VersionAddress::Root::Global && address.number >= texts)
        throw Malformed();
      if (address.root == VersionAddress::Root::Statement &&
          address.number >= function.statements.size())
        throw Malformed();
    }
  }
  return function;
}

Version decode(const Json& json) {
  array_in(json, 5);
  if (number_in(json[0]) != kFormat || !json[1].is_array() || json[1].empty()) throw Malformed();
  Version version;
  version.texts.clear();
  for (const Json& text : json[1]) {
    if (!text.is_string()) throw Malformed();
    version.texts.push_back(text.get<std::string>());
  }
  if (!version.texts[0].empty() || !json[2].is_array() || !json[3].is_array()) throw Malformed();
  const size_t texts = version.texts.size();
  for (const Json& function : json[2])
    version.functions.push_back(decode_function(function, texts));
  for (const Json& global : json[3]) {
    array_in(global, 4);
    version.globals.push_back({below(global[0], texts), below(global[1], texts),
                               below(global[2], texts), below(global[3], texts)});
  }
  version.code = number_in(json[4]);
  return version;
}

}  // namespace

Version describe(const Program& program) { return Describer(program).describe(); }

std::string serialise(const Version& version) {
  Json functions = Json::array();
  for (const VersionFunction& function : version.functions) functions.push_back(encode(function));
  Json globals = Json::array();
  for (const VersionGlobal& global : version.globals)
    globals.push_back({global.name, global.shown_name, global.file, global.contents});
  const Json json = {uint64_t(kFormat), version.texts, functions, globals, version.code};
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

std::optional<Version> parse_version(std::string_view bytes) {
  try {
    return decode(Json::from_cbor(bytes.begin(), bytes.end()));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const Malformed&) {
    return std::nullopt;
  }
}

}  // namespace heddle

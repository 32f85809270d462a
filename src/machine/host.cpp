// What the host does for the program: output, and floating point text and functions.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "machine/arithmetic.h"
#include "machine/interpreter.h"
#include "support/invariant.h"

namespace heddle {

using namespace arithmetic;

namespace {

struct MathFunction {
  std::string_view name;
  double (*unary)(double);
  double (*binary)(double, double);
};

// Float versions are computed as doubles and rounded by the model.
constexpr MathFunction kMathFunctions[] = {
    {"sin", std::sin, nullptr},
    {"cos", std::cos, nullptr},
    {"tan", std::tan, nullptr},
    {"asin", std::asin, nullptr},
    {"acos", std::acos, nullptr},
    {"atan", std::atan, nullptr},
    {"sinh", std::sinh, nullptr},
    {"cosh", std::cosh, nullptr},
    {"tanh", std::tanh, nullptr},
    {"asinh", std::asinh, nullptr},
    {"acosh", std::acosh, nullptr},
    {"atanh", std::atanh, nullptr},
    {"exp", std::exp, nullptr},
    {"exp2", std::exp2, nullptr},
    {"expm1", std::expm1, nullptr},
    {"log", std::log, nullptr},
    {"log2", std::log2, nullptr},
    {"log10", std::log10, nullptr},
    {"log1p", std::log1p, nullptr},
    {"sqrt", std::sqrt, nullptr},
    {"cbrt", std::cbrt, nullptr},
    {"floor", std::floor, nullptr},
    {"ceil", std::ceil, nullptr},
    {"round", std::round, nullptr},
    {"trunc", std::trunc, nullptr},
    {"rint", std::rint, nullptr},
    {"nearbyint", std::nearbyint, nullptr},
    {"erf", std::erf, nullptr},
    {"erfc", std::erfc, nullptr},
    {"tgamma", std::tgamma, nullptr},
    {"lgamma", std::lgamma, nullptr},
    {"logb", std::logb, nullptr},
    {"exp10", [](double x) { return std::pow(10.0, x); }, nullptr},
    {"pow", nullptr, std::pow},
    {"atan2", nullptr, std::atan2},
    {"fmod", nullptr, std::fmod},
    {"hypot", nullptr, std::hypot},
    {"remainder", nullptr, std::remainder},
    {"nextafter", nullptr, std::nextafter},
    {"fdim", nullptr, std::fdim},
    {"fmax", nullptr, std::fmax},
    {"fmin", nullptr, std::fmin},
    {"copysign", nullptr, std::copysign},
};

double host_math(std::string_view name, double x, double y) {
  // "powf" means pow computed in float: the host's own float version, so results agree to the bit.
  const bool is_float = name.size() > 1 && name.back() == 'f' && name != "erf";
  const std::string_view base = is_float ? name.substr(0, name.size() - 1) : name;
  for (const MathFunction& function : kMathFunctions) {
    if (function.name != base) continue;
    const double result = function.unary ? function.unary(x) : function.binary(x, y);
    return is_float ? double(float(result)) : result;
  }
  throw Unsupported("the mathematical function " + std::string(name));
}

}  // namespace

Interpreter::Decision Interpreter::output(const Instruction& i) {
  const uint64_t address = value(i.b);
  const uint64_t length = value(i.c);
  if (length == 0) return Decision::Go;
  const Object* object = memory_.find(address, length);
  if (!object) return memory_error(address, length, false);
  if (machine_.observer_) {
    const char* text =
        reinterpret_cast<const char*>(object->words) + memory_.offset_in(*object, address);
    machine_.observer_->on_output(number_, int(value(i.a)), {text, length});
  }
  return Decision::Go;
}

Interpreter::Decision Interpreter::host(const Instruction& i) {
  const auto operands = program_.operands(i.c);
  const auto argument = [&](size_t k) { return value(operands[k]); };
  const auto write_text = [&](const std::string& text) {
    const uint64_t size = argument(1);
    if (size == 0) return true;
    const std::string cut = text.substr(0, size - 1);
    Object* buffer = memory_.find(argument(0), cut.size() + 1);
    if (!buffer) return false;
    const uint64_t offset = memory_.offset_in(*buffer, argument(0));
    for (size_t k = 0; k <= cut.size(); ++k)
      memory_.write(*buffer, offset + k, 1, uint8_t(cut.c_str()[k]));
    return true;
  };
  const auto format = [&](const std::string& spec, auto number) {
    const int length = std::snprintf(nullptr, 0, spec.c_str(), number);
    std::string text(size_t(std::max(length, 0)), '\0');
    std::snprintf(text.data(), text.size() + 1, spec.c_str(), number);
    return text;
  };
  switch (HostFunction(i.aux)) {
    case HostFunction::FormatDouble: {
      const std::string text = format(text_at(argument(2)), to_double(argument(3)));
      if (!write_text(text)) return memory_error(argument(0), argument(1), true);
      slot(i.a) = text.size();
      return Decision::Go;
    }
    case HostFunction::FormatLongDouble: {
      const Object* number = memory_.find(argument(3), 16);
      if (!number) return memory_error(argument(3), 16, false);
      const uint64_t offset = memory_.offset_in(*number, argument(3));
      const long double exact =
          to_long_double({memory_.read(*number, offset, 8), memory_.read(*number, offset + 8, 8)});
      std::string spec = text_at(argument(2));
      spec.insert(spec.size() - 1, "L");
      const std::string text = format(spec, exact);
      if (!write_text(text)) return memory_error(argument(0), argument(1), true);
      slot(i.a) = text.size();
      return Decision::Go;
    }
    case HostFunction::ParseDouble: {
      const std::string text = text_at(argument(0));
      char* end = nullptr;
      const double number = std::strtod(text.c_str(), &end);
      Object* length = memory_.find(argument(1), 8);
      if (!length) return memory_error(argument(1), 8, true);
      memory_.write(*length, memory_.offset_in(*length, argument(1)), 8,
                    uint64_t(end - text.c_str()));
      slot(i.a) = from_double(number);
      return Decision::Go;
    }
    case HostFunction::Math1:
      slot(i.a) = from_double(host_math(text_at(argument(0)), to_double(argument(1)), 0));
      return Decision::Go;
    case HostFunction::Math2:
      slot(i.a) = from_double(
          host_math(text_at(argument(0)), to_double(argument(1)), to_double(argument(2))));
      return Decision::Go;
  }
  return Decision::Go;
}

}  // namespace heddle

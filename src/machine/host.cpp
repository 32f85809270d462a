// What the host does for the program: output, and floating point text and functions.
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "machine/arithmetic.h"
#include "machine/interpreter.h"
#include "support/invariant.h"

namespace heddle {

using namespace arithmetic;

namespace {

using Unary = double (*)(double);
using UnaryFloat = float (*)(float);
using Binary = double (*)(double, double);
using BinaryFloat = float (*)(float, float);

struct MathFunction {
  std::string_view name;
  Unary unary = nullptr;
  UnaryFloat unary_float = nullptr;
  Binary binary = nullptr;
  BinaryFloat binary_float = nullptr;
};

// The C library's own functions, for double and for float: results agree with a native run to the bit.
#define UNARY(function) {.name = #function, .unary = ::function, .unary_float = ::function##f}
#define BINARY(function) {.name = #function, .binary = ::function, .binary_float = ::function##f}
constexpr MathFunction kMathFunctions[] = {
    UNARY(sin),    UNARY(cos),    UNARY(tan),        UNARY(asin),       UNARY(acos),
    UNARY(atan),   UNARY(sinh),   UNARY(cosh),       UNARY(tanh),       UNARY(asinh),
    UNARY(acosh),  UNARY(atanh),  UNARY(exp),        UNARY(exp2),       UNARY(exp10),
    UNARY(expm1),  UNARY(log),    UNARY(log2),       UNARY(log10),      UNARY(log1p),
    UNARY(sqrt),   UNARY(cbrt),   UNARY(floor),      UNARY(ceil),       UNARY(round),
    UNARY(trunc),  UNARY(rint),   UNARY(nearbyint),  UNARY(erf),        UNARY(erfc),
    UNARY(tgamma), UNARY(lgamma), UNARY(logb),       BINARY(pow),       BINARY(atan2),
    BINARY(fmod),  BINARY(hypot), BINARY(remainder), BINARY(nextafter), BINARY(fdim),
    BINARY(fmax),  BINARY(fmin),  BINARY(copysign),
};
#undef UNARY
#undef BINARY

double host_math(std::string_view name, double x, double y) {
  const bool is_float = name.back() == 'f' && name != "erf";
  const std::string_view base = is_float ? name.substr(0, name.size() - 1) : name;
  for (const MathFunction& function : kMathFunctions) {
    if (function.name != base) continue;
    if (is_float)
      return double(function.unary ? function.unary_float(float(x))
                                   : function.binary_float(float(x), float(y)));
    return function.unary ? function.unary(x) : function.binary(x, y);
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

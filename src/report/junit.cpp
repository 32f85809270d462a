// SPDX-License-Identifier: Apache-2.0
#include "report/junit.h"

#include <fmt/format.h>

#include "report/layout.h"
#include "report/text.h"
#include "report/words.h"

namespace heddle {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";  // U+FFFD

size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

// The bytes of the code point that begins here, or 0 if XML does not allow it.
size_t allowed_length(std::string_view text) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const size_t length = sequence_length(byte(0));
  if (length == 0 || length > text.size()) return 0;
  uint32_t code = length == 1 ? byte(0) : byte(0) & (0x7Fu >> length);
  for (size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3Fu);
  }
  const bool is_control = code < 0x20 && code != '\n' && code != '\t';
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  const bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_outside = code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
  return is_control || is_surrogate || is_overlong || is_outside ? 0 : length;
}

// "Suite.Name" has its suite; other tests have their file, without folder and extension.
std::string class_of(const TestName& test) {
  if (const size_t dot = test.name.find('.'); dot != std::string::npos)
    return test.name.substr(0, dot);
  const std::string file = test.file.substr(test.file.rfind('/') + 1);
  return file.substr(0, file.rfind('.'));
}

std::string method_of(const TestName& test) {
  const size_t dot = test.name.find('.');
  return dot == std::string::npos ? test.name : test.name.substr(dot + 1);
}

// Line breaks in an attribute would be read as spaces.
std::string attribute(const std::string& text) {
  std::string escaped;
  for (const char c : xml_escaped(text)) {
    if (c == '\n')
      escaped += "&#10;";
    else if (c == '\t')
      escaped += "&#9;";
    else
      escaped += c;
  }
  return escaped;
}

std::string write_body(const TestResult& result) {
  std::string text;
  std::string output;
  switch (result.outcome()) {
    case TestOutcome::Verified: break;
    case TestOutcome::Incomplete:
      return fmt::format("      <skipped message=\"{}\"/>\n",
                         attribute("incomplete: " + result.result.reason));
    case TestOutcome::Refused:
      return fmt::format("      <error message=\"not supported\" type=\"refused\">{}</error>\n",
                         xml_escaped(result.refusal));
    case TestOutcome::Error:
      for (const ErrorReport& error : result.result.errors) {
        const std::string message = message_beside_kind(error);
        text +=
            fmt::format("      <failure message=\"{}\" type=\"{}\">{}:{}: {}</failure>\n",
                        attribute(message), name_of(error.kind), xml_escaped(error.location.file),
                        error.location.line, xml_escaped(message));
        output += write_error(error, Style::plain(), {}) + "\n";
      }
      text += fmt::format("      <system-out>{}</system-out>\n", xml_escaped(output));
  }
  return text;
}

std::string write_case(const TestResult& result) {
  const std::string head = fmt::format(
      "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3f}\"",
      attribute(class_of(result.test)), attribute(method_of(result.test)),
      attribute(result.test.file), result.test.line, result.result.statistics.seconds);
  const std::string body = write_body(result);
  return body.empty() ? head + "/>\n" : head + ">\n" + body + "    </testcase>\n";
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const size_t length = allowed_length(text);
    switch (text[0]) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += length ? text.substr(0, length) : kReplacement;
    }
    text.remove_prefix(length ? length : 1);
  }
  return escaped;
}

std::string write_junit(const TestReport& report) {
  const std::string counts = fmt::format(
      "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
      report.results.size(), report.count(TestOutcome::Error), report.count(TestOutcome::Refused),
      report.count(TestOutcome::Incomplete), report.seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites {}>\n  <testsuite name=\"heddle\" {}>\n", counts, counts);
  for (const TestResult& result : report.results) text += write_case(result);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace heddle

// The names come from debug information and from a demangler, so they are well formed; the grammar
// needed is small: scopes, template arguments in angle brackets, and parentheses.
// SPDX-License-Identifier: Apache-2.0
#include "program/cxx_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace heddle {

namespace {

constexpr std::string_view kOperator = "operator";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// How long the signs of an operator's name at `at` are: angle brackets there bracket nothing.
size_t operator_length(std::string_view text, size_t at) {
  if (text[at] != kOperator[0]) return 0;  // nearly always
  if (!text.substr(at).starts_with(kOperator) || (at > 0 && is_word(text[at - 1]))) return 0;
  // Longest first.
  for (const std::string_view signs :
       {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "[]", "<", ">", ","})
    if (text.substr(at + kOperator.size()).starts_with(signs))
      return kOperator.size() + signs.size();
  return 0;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// "(lambda at /usr/include/x.h:214:2)" -> "lambda at x.h:214"
void shorten_lambdas(std::string& text) {
  constexpr std::string_view kBegin = "(lambda at ";
  for (size_t at = text.find(kBegin); at != text.npos; at = text.find(kBegin, at + 1)) {
    const size_t end = text.find(')', at);
    if (end == text.npos) return;
    std::string place = text.substr(at + kBegin.size(), end - at - kBegin.size());
    place = place.substr(place.rfind('/') + 1);
    if (std::count(place.begin(), place.end(), ':') == 2) place.resize(place.rfind(':'));
    text.replace(at, end + 1 - at, "lambda at " + place);
  }
}

// What libstdc++ adds to its templates when the program does not say otherwise: for the template, the
// arguments from the second on, with $ for the first one and % for the second.
struct Defaults {
  std::string_view name;
  std::array<std::string_view, 4> arguments;
};

constexpr Defaults kDefaults[] = {
    {"std::vector", {"std::allocator<$>"}},
    {"std::deque", {"std::allocator<$>"}},
    {"std::list", {"std::allocator<$>"}},
    {"std::forward_list", {"std::allocator<$>"}},
    {"std::set", {"std::less<$>", "std::allocator<$>"}},
    {"std::multiset", {"std::less<$>", "std::allocator<$>"}},
    {"std::map", {"", "std::less<$>", "std::allocator<std::pair<const $, %>>"}},
    {"std::multimap", {"", "std::less<$>", "std::allocator<std::pair<const $, %>>"}},
    {"std::unordered_set", {"std::hash<$>", "std::equal_to<$>", "std::allocator<$>"}},
    {"std::unordered_map",
     {"", "std::hash<$>", "std::equal_to<$>", "std::allocator<std::pair<const $, %>>"}},
    {"std::queue", {"std::deque<$>"}},
    {"std::stack", {"std::deque<$>"}},
    {"std::priority_queue", {"std::vector<$>", "std::less<$>"}},
    {"std::unique_ptr", {"std::default_delete<$>"}},
    {"std::basic_string", {"std::char_traits<$>", "std::allocator<$>"}},
    {"std::basic_string_view", {"std::char_traits<$>"}},
    {"std::basic_ostream", {"std::char_traits<$>"}},
    {"std::basic_istream", {"std::char_traits<$>"}},
    {"std::basic_ostringstream", {"std::char_traits<$>", "std::allocator<$>"}},
    {"std::basic_istringstream", {"std::char_traits<$>", "std::allocator<$>"}},
    {"std::basic_stringstream", {"std::char_traits<$>", "std::allocator<$>"}},
    {"std::__shared_ptr", {"__gnu_cxx::_S_atomic"}},
    {"std::__shared_count", {"__gnu_cxx::_S_atomic"}},
};

// With the arguments of the template at hand in place of $ and %.
std::string instantiate(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string text;
  for (const char c : pattern) {
    if (c == '$')
      text += arguments[0];
    else if (c == '%')
      text += arguments.size() > 1 ? arguments[1] : "";
    else
      text += c;
  }
  return text;
}

bool is_default(const std::string& argument, const std::string& expected) {
  if (argument == expected) return true;
  // A demangler writes std::pair<K const, V>.
  const auto sorted = [](std::string text) {
    std::sort(text.begin(), text.end());
    return text;
  };
  return argument.starts_with("std::allocator<std::pair<") && sorted(argument) == sorted(expected);
}

void drop_defaults(std::string_view name, std::vector<std::string>& arguments) {
  const auto found = std::find_if(std::begin(kDefaults), std::end(kDefaults),
                                  [&](const Defaults& entry) { return entry.name == name; });
  if (found == std::end(kDefaults)) return;
  while (arguments.size() > 1 && arguments.size() - 2 < found->arguments.size()) {
    const std::string_view pattern = found->arguments[arguments.size() - 2];
    if (pattern.empty() || !is_default(arguments.back(), instantiate(pattern, arguments))) return;
    arguments.pop_back();
  }
}

// std::basic_string<char> -> std::string
std::string with_alias(std::string_view name, const std::vector<std::string>& arguments) {
  constexpr std::string_view kBasic = "std::basic_";
  if (!name.starts_with(kBasic) || arguments.size() != 1) return "";
  if (arguments[0] == "char") return "std::" + std::string(name.substr(kBasic.size()));
  if (arguments[0] == "wchar_t") return "std::w" + std::string(name.substr(kBasic.size()));
  return "";
}

class Shortener {
 public:
  explicit Shortener(std::string_view text) : text_(text) {}

  // Up to the end, or a comma or closing bracket of the surrounding list.
  std::string read(std::string_view stops = "") {
    std::string result;
    size_t name_begin = 0;  // of the template whose arguments may follow
    while (at_ < text_.size() && stops.find(text_[at_]) == stops.npos) {
      if (const size_t length = operator_length(text_, at_)) {
        result += text_.substr(at_, length);
        at_ += length;
        continue;
      }
      const char c = text_[at_++];
      if (c == '<') {
        add_template(result, name_begin);
      } else if (c == '(') {
        result += '(';
        result += read(")");
        if (at_ < text_.size()) ++at_;
        result += ')';
      } else {
        if ((c == '*' || c == '&') && result.ends_with(' ')) result.pop_back();
        result += c;
      }
      if (!is_word(c) && c != ':' && c != '<') name_begin = result.size();
    }
    return result;
  }

 private:
  void add_template(std::string& result, size_t name_begin) {
    const std::string name = result.substr(std::min(name_begin, result.size()));
    std::vector<std::string> arguments;
    while (at_ < text_.size()) {
      while (at_ < text_.size() && text_[at_] == ' ') ++at_;
      std::string argument = read(",>");
      while (argument.ends_with(' ')) argument.pop_back();
      if (std::isdigit(static_cast<unsigned char>(argument.c_str()[0])))  // 4L
        while (argument.ends_with('L') || argument.ends_with('U')) argument.pop_back();
      if (!argument.empty()) arguments.push_back(std::move(argument));
      if (at_ < text_.size() && text_[at_++] == '>') break;
    }
    drop_defaults(name, arguments);
    if (const std::string alias = with_alias(name, arguments); !alias.empty()) {
      result.replace(name_begin, result.npos, alias);
      return;
    }
    result += '<';
    for (size_t k = 0; k < arguments.size(); ++k) result += (k ? ", " : "") + arguments[k];
    result += '>';
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string shortened_cxx_name(std::string_view name) {
  std::string text(name);
  for (const std::string_view inline_space : {"__cxx11::", "__1::", "_V2::", "__exception_ptr::"})
    replace_all(text, inline_space, "");
  replace_all(text, "(anonymous namespace)::", "");
  replace_all(text, "{anonymous}::", "");
  shorten_lambdas(text);
  return Shortener(text).read();
}

std::string without_template_arguments(std::string_view name) {
  std::string result;
  int depth = 0;
  for (size_t at = 0; at < name.size();) {
    if (const size_t length = operator_length(name, at)) {
      if (depth == 0) result += name.substr(at, length);
      at += length;
      continue;
    }
    const char c = name[at++];
    if (c == '<') ++depth;
    if (depth == 0) result += c;
    if (c == '>' && depth > 0) --depth;
  }
  return result;
}

std::string last_component(std::string_view name) {
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < name.size(); ++at) {
    if (const size_t length = operator_length(name, at)) {
      at += length - 1;
      continue;
    }
    if (name[at] == '<' || name[at] == '(') ++depth;
    if (name[at] == '>' || name[at] == ')') --depth;
    if (depth == 0 && name.substr(at).starts_with("::")) begin = at + 2;
  }
  return std::string(name.substr(begin));
}

}  // namespace heddle

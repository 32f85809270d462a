// Parameterised and typed tests: TEST_P, TYPED_TEST and what makes their parameters.
//
// One check covers all instances: which of them runs is a choice that heddle explores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gtest/detail/fixture.h"

namespace testing {
namespace internal {

// A generator has `template <typename T> std::vector<T> generate() const`.
template <typename... Ts>
class ValueList {
 public:
  explicit ValueList(Ts... values) : values_(std::move(values)...) {}
  template <typename T>
  std::vector<T> generate() const {
    return generate<T>(std::index_sequence_for<Ts...>());
  }

 private:
  template <typename T, std::size_t... Indices>
  std::vector<T> generate(std::index_sequence<Indices...>) const {
    return {static_cast<T>(std::get<Indices>(values_))...};
  }
  std::tuple<Ts...> values_;
};

template <typename Value>
class ValueRange {
 public:
  explicit ValueRange(std::vector<Value> values) : values_(std::move(values)) {}
  template <typename T>
  std::vector<T> generate() const {
    return std::vector<T>(values_.begin(), values_.end());
  }

 private:
  std::vector<Value> values_;
};

template <typename... Generators>
class Product {
 public:
  explicit Product(Generators... generators) : generators_(std::move(generators)...) {}
  // T is a tuple with an element for each generator.
  template <typename T>
  std::vector<T> generate() const {
    std::vector<T> all(1);
    extend<0>(all);
    return all;
  }

 private:
  template <std::size_t Index, typename T>
  typename std::enable_if<(Index < sizeof...(Generators))>::type extend(std::vector<T> &all) const {
    using Element = typename std::tuple_element<Index, T>::type;
    std::vector<T> longer;
    for (const T &prefix : all)
      for (const Element &value : std::get<Index>(generators_).template generate<Element>()) {
        longer.push_back(prefix);
        std::get<Index>(longer.back()) = value;
      }
    all = std::move(longer);
    extend<Index + 1>(all);
  }
  template <std::size_t Index, typename T>
  typename std::enable_if<Index == sizeof...(Generators)>::type extend(std::vector<T> &) const {}

  std::tuple<Generators...> generators_;
};

}  // namespace internal

template <typename... Ts>
internal::ValueList<Ts...> Values(Ts... values) {
  return internal::ValueList<Ts...>(std::move(values)...);
}
inline internal::ValueList<bool, bool> Bool() { return Values(false, true); }

template <typename Iterator>
auto ValuesIn(Iterator begin, Iterator end)
    -> internal::ValueRange<typename std::iterator_traits<Iterator>::value_type> {
  using Value = typename std::iterator_traits<Iterator>::value_type;
  return internal::ValueRange<Value>(std::vector<Value>(begin, end));
}
template <typename Container>
auto ValuesIn(const Container &values) -> decltype(ValuesIn(std::begin(values), std::end(values))) {
  return ValuesIn(std::begin(values), std::end(values));
}
template <typename T>
internal::ValueRange<T> ValuesIn(std::initializer_list<T> values) {
  return internal::ValueRange<T>(std::vector<T>(values));
}

template <typename T, typename Step = int>
internal::ValueRange<T> Range(T begin, T end, Step step = 1) {
  std::vector<T> values;
  for (T value = begin; value < end; value = static_cast<T>(value + step)) values.push_back(value);
  return internal::ValueRange<T>(std::move(values));
}

template <typename... Generators>
internal::Product<Generators...> Combine(Generators... generators) {
  return internal::Product<Generators...>(std::move(generators)...);
}

namespace internal {
struct ParameterAccess;
}

template <typename T>
class WithParamInterface {
 public:
  using ParamType = T;
  virtual ~WithParamInterface() = default;
  static const T &GetParam() { return *parameter(); }

 private:
  friend struct internal::ParameterAccess;
  static const T *&parameter() {
    static const T *current = nullptr;
    return current;
  }
};

// What a function that names instances is given; it must compile, and is not called.
template <typename T>
struct TestParamInfo {
  T param;
  std::size_t index;
};
struct PrintToStringParamName {
  template <typename T>
  std::string operator()(const TestParamInfo<T> &info) const {
    return PrintToString(info.param);
  }
};

template <typename T>
class TestWithParam : public Test, public WithParamInterface<T> {};

namespace internal {

// The INSTANTIATE_TEST_SUITE_Ps of one suite. They make their values when the test runs.
template <typename Suite>
struct Instantiation {
  using Parameters = std::vector<typename Suite::ParamType>;

  Instantiation(const char *instantiation_name, Parameters (*make)())
      : name(instantiation_name), make_parameters(make), earlier(last()) {
    last() = this;
  }
  static Instantiation *&last() {
    static Instantiation *instantiation = nullptr;
    return instantiation;
  }

  const char *name;
  Parameters (*make_parameters)();
  Instantiation *earlier;
};

struct ParameterAccess {
  template <typename Suite, typename T>
  static void run() {
    using Parameter = typename Suite::ParamType;
    unsigned count = 0;
    for (const Instantiation<Suite> *i = Instantiation<Suite>::last(); i; i = i->earlier) ++count;
    if (count == 0) Failure("the suite has no INSTANTIATE_TEST_SUITE_P") = Message();
    const Instantiation<Suite> *chosen = Instantiation<Suite>::last();
    for (unsigned k = heddle_choose(count); k > 0; --k) chosen = chosen->earlier;
    const std::vector<Parameter> parameters = chosen->make_parameters();
    if (parameters.empty()) return;
    WithParamInterface<Parameter>::parameter() =
        &parameters[heddle_choose(static_cast<unsigned>(parameters.size()))];
    instance_teller() = [](std::ostream &out) {
      out << "; with GetParam() = " << PrintToString(WithParamInterface<Parameter>::GetParam());
    };
    run_fixture<T>();
  }
};

template <typename Suite, typename T>
void run_parameterised() {
  ParameterAccess::run<Suite, T>();
}

}  // namespace internal

template <typename... Ts>
struct Types {};

namespace internal {

// "... [T = int]"
template <typename T>
const char *function_of_type() {
  return __PRETTY_FUNCTION__;
}
inline std::string type_in(const std::string &function) {
  const std::string before = "[T = ";
  const std::size_t begin = function.rfind(before) + before.size();
  return function.substr(begin, function.size() - begin - 1);
}

template <template <typename> class TestOf, typename List>
struct TypedRun;

template <template <typename> class TestOf, typename... Ts>
struct TypedRun<TestOf, Types<Ts...>> {
  static void run() {
    void (*const each[])() = {&run_fixture<TestOf<Ts>>...};
    const char *const names[] = {function_of_type<Ts>()...};
    const unsigned chosen = heddle_choose(sizeof...(Ts));
    chosen_name() = names[chosen];
    instance_teller() = [](std::ostream &out) {
      out << "; with TypeParam = " << type_in(chosen_name());
    };
    each[chosen]();
  }
  static const char *&chosen_name() {
    static const char *name = nullptr;
    return name;
  }
};

// TYPED_TEST_SUITE takes Types<...> or a single type.
template <typename T>
struct TypeList {
  using type = Types<T>;
};
template <typename... Ts>
struct TypeList<Types<Ts...>> {
  using type = Types<Ts...>;
};

}  // namespace internal
}  // namespace testing

#define TEST_P(suite, name)                                                               \
  HEDDLE_GTEST_DECLARE(suite, name, suite);                                               \
  HEDDLE_TEST_ENTRY(                                                                      \
      suite##_##name, #suite "." #name,                                                   \
      (&::testing::internal::run_parameterised<suite, HEDDLE_GTEST_CLASS(suite, name)>)); \
  void HEDDLE_GTEST_CLASS(suite, name)::TestBody()

// A fourth argument names the instances; heddle tells them by their values.
#define INSTANTIATE_TEST_SUITE_P(prefix, suite, ...)                                        \
  static std::vector<suite::ParamType> heddle_parameters_##prefix##_##suite() {             \
    return std::get<0>(std::make_tuple(__VA_ARGS__)).template generate<suite::ParamType>(); \
  }                                                                                         \
  static ::testing::internal::Instantiation<suite> heddle_instantiation_##prefix##_##suite( \
      #prefix, &heddle_parameters_##prefix##_##suite)
#define INSTANTIATE_TEST_CASE_P INSTANTIATE_TEST_SUITE_P
#define GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(suite) static_assert(true, "")

#define TYPED_TEST_SUITE(suite, types) \
  using heddle_types_##suite = ::testing::internal::TypeList<types>::type
#define TYPED_TEST_CASE TYPED_TEST_SUITE

#define TYPED_TEST(suite, name)                                                      \
  template <typename HeddleType>                                                     \
  class HEDDLE_GTEST_CLASS(suite, name) : public suite<HeddleType> {                 \
   private:                                                                          \
    friend struct ::testing::internal::Access;                                       \
    using TestFixture = suite<HeddleType>;                                           \
    using TypeParam = HeddleType;                                                    \
    void TestBody() override;                                                        \
  };                                                                                 \
  HEDDLE_TEST_ENTRY(suite##_##name, #suite "." #name,                                \
                    (&::testing::internal::TypedRun<HEDDLE_GTEST_CLASS(suite, name), \
                                                    heddle_types_##suite>::run));    \
  template <typename HeddleType>                                                     \
  void HEDDLE_GTEST_CLASS(suite, name)<HeddleType>::TestBody()

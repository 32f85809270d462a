// std::cout, std::cerr and std::clog.
//
// They exist before any constructor of the program has run, and are never destroyed, so they are raw
// memory in which std::ios_base::Init builds the streams: every file that includes <iostream> has
// one of these among its first static objects.
// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "builtins.h"
#include "streams.h"

namespace heddle_runtime {

namespace {

template <typename T>
struct alignas(T) Place {
  char bytes[sizeof(T)];
};

using StreamPlace = Place<std::ostream>;

// What is written through it directly goes out at once.
class OutputBuffer final : public std::streambuf {
 public:
  explicit OutputBuffer(int descriptor) : descriptor_(descriptor) {}

 protected:
  int_type overflow(int_type character) override {
    const char byte = char(character);
    if (!traits_type::eq_int_type(character, traits_type::eof()))
      __heddle_output(descriptor_, &byte, 1);
    return traits_type::not_eof(character);
  }

  std::streamsize xsputn(const char* text, std::streamsize length) override {
    __heddle_output(descriptor_, text, std::size_t(length));
    return length;
  }

 private:
  int descriptor_;
};

}  // namespace

}  // namespace heddle_runtime

using heddle_runtime::OutputBuffer;
using heddle_runtime::Place;
using heddle_runtime::StreamPlace;

// The names under which the program knows them: std::cout and so on.
extern "C" {

StreamPlace _ZSt4cout;
StreamPlace _ZSt4cerr;
StreamPlace _ZSt4clog;

}  // extern "C"

namespace heddle_runtime {

namespace {

struct StandardStream {
  StreamPlace& place;
  Place<OutputBuffer>& buffer;
  int descriptor;
};

Place<OutputBuffer> output_buffer, error_buffer, log_buffer;

constexpr StandardStream kStreams[] = {
    {_ZSt4cout, output_buffer, 1},
    {_ZSt4cerr, error_buffer, 2},
    {_ZSt4clog, log_buffer, 2},
};

struct Fields : std::ios {
  static constexpr auto buffer = &Fields::_M_streambuf;
};

void build(const StandardStream& stream) {
  auto* buffer = new (&stream.buffer) OutputBuffer(stream.descriptor);
  auto* built = new (&stream.place) std::ostream(buffer);
  built->fill();  // sets the fill character, so that later uses only read it
}

bool is_built;

}  // namespace

HEDDLE_INVISIBLE int standard_descriptor(const std::ostream& stream) {
  for (const StandardStream& standard : kStreams) {
    if (static_cast<const void*>(&stream) != &standard.place) continue;
    const std::ios& base = stream;
    const void* buffer = base.*Fields::buffer;
    return buffer == &standard.buffer ? standard.descriptor : 0;
  }
  return 0;
}

}  // namespace heddle_runtime

namespace std {

ios_base::Init::Init() {
  if (heddle_runtime::is_built) return;
  heddle_runtime::is_built = true;
  for (const auto& stream : heddle_runtime::kStreams) heddle_runtime::build(stream);
}

ios_base::Init::~Init() = default;

bool ios_base::sync_with_stdio(bool) { return true; }

}  // namespace std

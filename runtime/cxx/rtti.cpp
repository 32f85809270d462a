// Run-time type information: which type is a base of which, dynamic_cast, and matching of catch
// clauses.
//
// Everything rests on one walk over the base subobjects of an object. It meets a shared virtual base
// once per path to it, always at the same address: that is how one is told from two.
// SPDX-License-Identifier: Apache-2.0
#include "type_info.h"

#include <cstring>

namespace std {

type_info::~type_info() = default;
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info* thrown, void**, unsigned) const {
  return *this == *thrown;
}
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info*, void**) const { return false; }

}  // namespace std

namespace __cxxabiv1 {

// Being the first virtual functions that are not inline, the destructors decide where the classes'
// tables are emitted: here. The one of fundamental types also brings their type_info objects.
__fundamental_type_info::~__fundamental_type_info() = default;
__array_type_info::~__array_type_info() = default;
__function_type_info::~__function_type_info() = default;
__enum_type_info::~__enum_type_info() = default;
__class_type_info::~__class_type_info() = default;
__si_class_type_info::~__si_class_type_info() = default;
__vmi_class_type_info::~__vmi_class_type_info() = default;
__pbase_type_info::~__pbase_type_info() = default;
__pointer_type_info::~__pointer_type_info() = default;
__pointer_to_member_type_info::~__pointer_to_member_type_info() = default;

bool __function_type_info::__is_function_p() const { return true; }
bool __pointer_type_info::__is_pointer_p() const { return true; }

// --- the walk over base classes ---

void __class_type_info::visit(const Subobject& self, SubobjectVisitor& visitor) const {
  visitor.visit(self);
  visit_bases(self, visitor);
}

void __class_type_info::visit_bases(const Subobject&, SubobjectVisitor&) const {}

void __si_class_type_info::visit_bases(const Subobject& self, SubobjectVisitor& visitor) const {
  Subobject base = self;
  base.type = base_;
  base_->visit(base, visitor);
}

void __vmi_class_type_info::visit_bases(const Subobject& self, SubobjectVisitor& visitor) const {
  for (unsigned k = 0; k < base_count_; ++k) {
    const BaseClass& entry = bases_[k];
    Subobject base = self;
    base.type = entry.type;
    base.is_public = self.is_public && entry.is_public();
    if (!entry.is_virtual()) {
      base.address += entry.offset();
    } else if (visitor.has_object) {
      // The object's own table says how far away its virtual base is.
      const char* table = *reinterpret_cast<const char* const*>(self.address);
      base.address += *reinterpret_cast<const std::ptrdiff_t*>(table + entry.offset());
    } else {
      base.address = nullptr;
      base.virtual_base = entry.type;
    }
    entry.type->visit(base, visitor);
  }
}

namespace {

// All subobjects of one class.
struct FindClass final : SubobjectVisitor {
  explicit FindClass(const __class_type_info& wanted_class) : wanted(wanted_class) {}

  void visit(const Subobject& subobject) override {
    if (*subobject.type != wanted) return;
    if (!found) {
      found = true;
      first = subobject;
    } else if (!first.is_same_as(subobject)) {
      ambiguous = true;
    } else {
      first.is_public = first.is_public || subobject.is_public;
    }
  }

  bool is_unique_and_public() const { return found && !ambiguous && first.is_public; }

  const __class_type_info& wanted;
  Subobject first{};
  bool found = false;
  bool ambiguous = false;
};

// Whether one particular subobject is there, and public.
struct FindSubobject final : SubobjectVisitor {
  FindSubobject(const __class_type_info& wanted_class, const char* wanted_address)
      : wanted(wanted_class), address(wanted_address) {}

  void visit(const Subobject& subobject) override {
    if (subobject.address == address && subobject.is_public && *subobject.type == wanted)
      found = true;
  }

  const __class_type_info& wanted;
  const char* address;
  bool found = false;
};

bool contains_publicly(const Subobject& whole, const __class_type_info& type, const char* address) {
  FindSubobject search(type, address);
  whole.type->visit(Subobject{whole.type, whole.address}, search);
  return search.found;
}

// The subobjects of class `target` that have the source of a cast as a public base.
struct FindDerived final : SubobjectVisitor {
  FindDerived(const __class_type_info& target_class, const __class_type_info& source_class,
              const char* source_address)
      : target(target_class), source(source_class), address(source_address) {}

  void visit(const Subobject& subobject) override {
    if (*subobject.type != target || subobject.address == found) return;
    if (!contains_publicly(subobject, source, address)) return;
    if (found) ambiguous = true;
    found = subobject.address;
  }

  const __class_type_info& target;
  const __class_type_info& source;
  const char* address;
  const char* found = nullptr;
  bool ambiguous = false;
};

}  // namespace

bool __class_type_info::__do_upcast(const __class_type_info* target, void** object) const {
  FindClass search(*target);
  search.has_object = *object != nullptr;
  visit({this, static_cast<const char*>(*object)}, search);
  if (!search.is_unique_and_public()) return false;
  if (search.has_object) *object = const_cast<char*>(search.first.address);
  return true;
}

// The compiler's hint about how the classes are related is not needed.
extern "C" void* __dynamic_cast(const void* source_object, const __class_type_info* source,
                                const __class_type_info* target, std::ptrdiff_t) {
  const auto* address = static_cast<const char*>(source_object);
  const auto* table = *static_cast<const std::ptrdiff_t* const*>(source_object);
  const auto* whole_type = reinterpret_cast<const __class_type_info*>(table[-1]);
  const Subobject whole{whole_type, address + table[-2]};

  FindDerived down(*target, *source, address);
  whole_type->visit(whole, down);
  if (down.found && !down.ambiguous) return const_cast<char*>(down.found);

  FindClass across(*target);
  whole_type->visit(whole, across);
  if (across.is_unique_and_public() && contains_publicly(whole, *source, address))
    return const_cast<char*>(across.first.address);
  return nullptr;
}

// --- catch clauses ---
//
// `outer` is 1 for the thrown type itself, has bit 0 set below pointers as long as all of them were
// const, and grows by 2 per pointer.

namespace {

enum PointerFlags : unsigned {
  kConst = 1,
  kVolatile = 2,
  kRestrict = 4,
  kNoexcept = 0x40,
  kQualifiers = kConst | kVolatile | kRestrict,
};

constexpr unsigned kBelowOnePointer = 3;  // of any kind: outer is 2 or 3

}  // namespace

bool __class_type_info::__do_catch(const std::type_info* thrown, void** object,
                                   unsigned outer) const {
  if (*this == *thrown) return true;
  if (outer > kBelowOnePointer) return false;  // T** does not convert to Base**
  return thrown->__do_upcast(this, object);
}

bool __pbase_type_info::__do_catch(const std::type_info* thrown, void** object,
                                   unsigned outer) const {
  if (*this == *thrown) return true;
  if (*thrown == typeid(decltype(nullptr))) {
    // A caught null pointer is a null pointer; one to a data member is -1, but no such value can be
    // handed over by the address alone.
    if (!__is_pointer_p()) return false;
    *object = nullptr;
    return true;
  }
  if (typeid(*this) != typeid(*thrown)) return false;
  if (!(outer & 1)) return false;  // a level above was not const
  const auto& pointer = static_cast<const __pbase_type_info&>(*thrown);
  if (pointer.flags_ & ~flags_ & kQualifiers) return false;  // would lose a qualifier
  if (flags_ & ~pointer.flags_ & kNoexcept) return false;
  const unsigned still_const = flags_ & kConst ? outer : outer & ~1u;
  return catch_pointee(pointer, object, still_const);
}

bool __pbase_type_info::catch_pointee(const __pbase_type_info& thrown, void** object,
                                      unsigned outer) const {
  return pointee_->__do_catch(thrown.pointee_, object, outer + 2);
}

bool __pointer_type_info::catch_pointee(const __pbase_type_info& thrown, void** object,
                                        unsigned outer) const {
  const auto& pointer = static_cast<const __pointer_type_info&>(thrown);
  // Any pointer to an object converts to void*, at the outermost level.
  if (outer < 2 && *pointee_ == typeid(void)) return !pointer.pointee_->__is_function_p();
  return __pbase_type_info::catch_pointee(thrown, object, outer);
}

bool __pointer_to_member_type_info::catch_pointee(const __pbase_type_info& thrown, void** object,
                                                  unsigned outer) const {
  const auto& member = static_cast<const __pointer_to_member_type_info&>(thrown);
  return *class_ == *member.class_ && __pbase_type_info::catch_pointee(thrown, object, outer);
}

}  // namespace __cxxabiv1

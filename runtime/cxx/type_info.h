// The classes of the type_info objects that the compiler emits, as the Itanium C++ ABI lays them out.
//
// Only the data members are the ABI's. The virtual functions are our own, so <cxxabi.h>, which
// declares those of the GNU library, is not used: nothing but these files calls them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <typeinfo>

namespace __cxxabiv1 {

// A base class subobject, as it is met on one path from the whole object.
struct Subobject {
  const class __class_type_info* type;
  const char* address;  // counted from null where there is no object
  const __class_type_info* virtual_base =
      nullptr;  // the last one on the way, if there is no object
  bool is_public = true;

  bool is_same_as(const Subobject& other) const {
    return address == other.address && virtual_base == other.virtual_base;
  }
};

struct SubobjectVisitor {
  bool has_object = true;
  virtual void visit(const Subobject& subobject) = 0;

 protected:
  ~SubobjectVisitor() = default;
};

class __fundamental_type_info : public std::type_info {
 public:
  ~__fundamental_type_info() override;
};

class __array_type_info : public std::type_info {
 public:
  ~__array_type_info() override;
};

class __function_type_info : public std::type_info {
 public:
  ~__function_type_info() override;
  bool __is_function_p() const override;
};

class __enum_type_info : public std::type_info {
 public:
  ~__enum_type_info() override;
};

class __class_type_info : public std::type_info {
 public:
  ~__class_type_info() override;
  bool __do_catch(const std::type_info* thrown, void** object, unsigned outer) const override;
  // Takes a pointer to an object of this class to its base class `target`, if that is public and
  // there is only one.
  bool __do_upcast(const __class_type_info* target, void** object) const override;
  // Shows the visitor `self`, which is of this class, and then all its bases.
  void visit(const Subobject& self, SubobjectVisitor& visitor) const;

 protected:
  virtual void visit_bases(const Subobject& self, SubobjectVisitor& visitor) const;
};

class __si_class_type_info : public __class_type_info {
 public:
  ~__si_class_type_info() override;

 protected:
  void visit_bases(const Subobject& self, SubobjectVisitor& visitor) const override;

 private:
  const __class_type_info* base_;
};

struct BaseClass {
  const __class_type_info* type;
  long offset_and_flags;

  bool is_virtual() const { return offset_and_flags & 1; }
  bool is_public() const { return offset_and_flags & 2; }
  std::ptrdiff_t offset() const { return offset_and_flags >> 8; }
};

class __vmi_class_type_info : public __class_type_info {
 public:
  ~__vmi_class_type_info() override;

 protected:
  void visit_bases(const Subobject& self, SubobjectVisitor& visitor) const override;

 private:
  [[maybe_unused]] unsigned flags_;
  unsigned base_count_;
  BaseClass bases_[1];  // as many as base_count_ says
};

class __pbase_type_info : public std::type_info {
 public:
  ~__pbase_type_info() override;
  bool __do_catch(const std::type_info* thrown, void** object, unsigned outer) const override;

 protected:
  // Whether a pointer to what `thrown` points to converts to this type, once both are pointers of
  // one kind and the qualifiers fit.
  virtual bool catch_pointee(const __pbase_type_info& thrown, void** object, unsigned outer) const;

  unsigned flags_;
  const std::type_info* pointee_;
};

class __pointer_type_info : public __pbase_type_info {
 public:
  ~__pointer_type_info() override;
  bool __is_pointer_p() const override;

 protected:
  bool catch_pointee(const __pbase_type_info& thrown, void** object, unsigned outer) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
 public:
  ~__pointer_to_member_type_info() override;

 protected:
  bool catch_pointee(const __pbase_type_info& thrown, void** object, unsigned outer) const override;

 private:
  const __class_type_info* class_;
};

}  // namespace __cxxabiv1

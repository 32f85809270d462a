// The bytecode's operations, in one list: name and operand shape.
//
// The list is an X-macro so that the interpreter's dispatch table, the printer and the liveness
// analysis are made from it; an operation that one of them forgets does not compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

// Which of an instruction's fields are registers it writes (D) or reads (U), in the order a, b, c;
// `I` means that the immediate holds a further operand. D2/U2 are two consecutive slots.
enum class Shape : uint8_t {
  None,
  D,      // a = ...
  DU,     // a = op b
  DUU,    // a = b op c
  DUUI,   // a = op(b, c, imm)
  D2UUI,  // a, a+1 = op(b, c, imm)
  D2U,
  DU2,
  DU2U2,
  D2U2,
  D2U2U2,
  D3U2U2,
  U2U,   // a, a+1 stored through b
  U,     // a
  UU,    // a, b
  UUU,   // a, b, c
  List,  // a ... = op(operands in list c); `width` result slots
  Call,  // as List, and control goes elsewhere in between; `b` is a function
  CallIndirect,  // as Call; `b` is a register with the function's address
  Return,        // op(operands in list c)
};

// Operand conventions that the shapes do not tell:
// - integers in a register are zero-extended from `width` bits;
// - loads and stores: address is b plus the immediate, `aux` is a set of AccessFlag;
// - Sub: `aux` is 1 when it is the distance of two pointers;
// - jumps: targets are Points.
// clang-format off
#define HEDDLE_OPCODES(X)                                                                      \
  X(Move, DU)                                                                                  \
  X(Add, DUU) X(Sub, DUU) X(Mul, DUU)                                                          \
  X(And, DUU) X(Or, DUU) X(Xor, DUU)                                                           \
  X(Shl, DUU) X(LShr, DUU) X(AShr, DUU)                                                        \
  X(UDiv, DUU) X(SDiv, DUU) X(URem, DUU) X(SRem, DUU)                                          \
  X(CmpEq, DUU) X(CmpNe, DUU) X(CmpUlt, DUU) X(CmpUle, DUU) X(CmpSlt, DUU) X(CmpSle, DUU)      \
  X(Select, DUUI)                                                                              \
  X(Trunc, DU)             /* to `width` */                                                    \
  X(SExt, DU)              /* from `aux` bits to `width` */                                    \
  X(IntMath, DUUI)         /* aux: IntFunction */                                              \
  X(IntOverflow, D2UUI)    /* aux: OverflowFunction; result and overflow bit */                \
  X(Wide, D2U2U2)          /* 128-bit arithmetic; aux: WideFunction */                         \
  X(WideOverflow, D3U2U2)  /* aux: OverflowFunction; 128-bit result and overflow bit */         \
  X(WideCompare, DU2U2)    /* aux: WidePredicate */                                            \
  X(WideExtend, D2U)       /* aux: 1 when signed; from `width` bits */                         \
  X(FloatAdd, DUU) X(FloatSub, DUU) X(FloatMul, DUU) X(FloatDiv, DUU)                          \
  X(FloatRem, DUU)                                                                             \
  X(FloatCompare, DUU)     /* aux: LLVM's predicate number: bits are eq, gt, lt, unordered */  \
  X(FloatMath, DUUI)       /* aux: FloatFunction */                                            \
  X(FloatCast, DU)         /* aux: FloatCastKind; from/to widths in imm */                     \
  X(X87, D2U2U2)           /* long double arithmetic; aux: X87Function */                      \
  X(X87Compare, DU2U2)                                                                         \
  X(X87From, D2U)          /* aux: FloatCastKind-like; imm: source width */                    \
  X(X87FromWide, D2U2)     /* from a 128-bit integer; aux: 1 when signed */                    \
  X(X87To, DU2)            /* to a narrower float or integer */                                \
  X(X87ToWide, D2U2)                                                                           \
  X(FloatToWide, D2U)      /* to a 128-bit integer; aux: 1 when signed; imm: source width */   \
  X(WideToFloat, DU2)                                                                          \
  X(Offset, DU)            /* a = b + imm */                                                   \
  X(Index, DUU)            /* a = b + signed(c, width) * imm */                                \
  X(Expose, DU)            /* ptrtoint: the pointer may travel in disguise from here on */     \
  X(Load1, DU) X(Load2, DU) X(Load4, DU) X(Load8, DU)                                          \
  X(LoadOdd, DU)           /* `width` bits in (width + 7) / 8 bytes */                         \
  X(LoadWide, D2U)         /* `width` bytes: 10 or 16 */                                       \
  X(Store1, UU) X(Store2, UU) X(Store4, UU) X(Store8, UU)                                      \
  X(StoreOdd, UU)                                                                              \
  X(StoreWide, U2U)                                                                            \
  X(AtomicUpdate, DUU)     /* a = old value; b address, c operand; imm: UpdateFunction */      \
  X(CompareExchange, D2UUI)/* a = old, a+1 = success; b address, c expected, imm new */        \
  X(Fence, None)                                                                               \
  X(CopyMemory, UUU)       /* a to, b from, c bytes; overlapping allowed; aux: AccessFlag */   \
  X(SetMemory, UUU)        /* a to, b byte, c bytes */                                         \
  X(Alloca, DU)            /* a = address; b = count; imm = element bytes; c = alignment */    \
  X(StackSave, D) X(StackRestore, U)                                                           \
  X(LifetimeStart, U) X(LifetimeEnd, U)                                                        \
  X(ThreadLocal, D)        /* a = address of thread-local variable number imm */               \
  X(Jump, None)            /* to a */                                                          \
  X(Branch, U)             /* a != 0 ? b : c */                                                \
  X(BranchEq, UU) X(BranchNe, UU) X(BranchUlt, UU) X(BranchUle, UU)                            \
  X(BranchSlt, UU) X(BranchSle, UU) /* compare a, b; imm: targets, false in the high half */   \
  X(Switch, U)             /* a through switch table c */                                      \
  X(JumpIndirect, U)       /* to the block whose address is in a */                            \
  X(Unwind, U)             /* an exception leaves the frame: a = the exception object; goes on if nobody waits for it */ \
  X(Unreachable, None)                                                                         \
  X(Call, Call) X(CallIndirect, CallIndirect) /* aux: 1 when it takes its caller's place */     \
  X(Return, Return)                                                                            \
  X(Await, List)           /* kind, object, word, mask, value [, word, mask, value] */         \
  X(Visible, List)         /* kind, object, size */                                            \
  X(Choose, DU)                                                                                \
  X(Assume, U)                                                                                 \
  X(AtomicBegin, None) X(AtomicEnd, None)                                                      \
  X(ThreadCreate, List)    /* entry, a, b */                                                   \
  X(ThreadSelf, D)                                                                             \
  X(ThreadEnd, None)                                                                           \
  X(ThreadRelease, U)                                                                          \
  X(HandOver, U)           /* the next thread that is passed block a is the only one to know it */ \
  X(Allocate, DUU)         /* size, alignment */                                               \
  X(Free, U)                                                                                   \
  X(BlockSize, DU)         /* aux: 1 when the block is about to be moved by realloc */          \
  X(Fail, UUU)             /* kind, message, detail (0: none) */                               \
  X(Refuse, U)             /* the model says it cannot model this */                           \
  X(Exit, U)                                                                                   \
  X(Output, UUU)           /* fd, text, length */                                              \
  X(Host, List)            /* aux: HostFunction */                                             \
  X(Option, DU)                                                                                \
  X(Note, U)               /* aux: 1 when `verified` is out of the question, 2: the thread gets on */ \
  X(HandlerAt, DUU)        /* a = is there a b-th catch clause further out; c: where to store its type */ \
  X(SetJump, DU) X(LongJump, UU)
// clang-format on

enum class Opcode : uint16_t {
#define X(name, shape) name,
  HEDDLE_OPCODES(X)
#undef X
};

enum AccessFlag : uint8_t {
  kAtomic = 1,
  kPointer = 2,    // the value is a pointer: storing it may share what it points to
  kInvisible = 4,  // in a runtime model whose accesses are not the user's business
  // An atomic operation on more than 8 bytes is two accesses, with nothing in between that others
  // could notice: a read that counts as the write it leads to, and that write.
  kUpdates = 8,
  kUpdating = 16,
};

enum class IntFunction : uint8_t {
  PopCount,
  LeadingZeros,
  TrailingZeros,
  ByteSwap,
  BitReverse,
  Abs,
  SMin,
  SMax,
  UMin,
  UMax,
  FunnelLeft,
  FunnelRight,
  UAddSat,
  USubSat,
  SAddSat,
  SSubSat,
};

enum class OverflowFunction : uint8_t { SAdd, UAdd, SSub, USub, SMul, UMul };

enum class WideFunction : uint8_t {
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
};

enum class WidePredicate : uint8_t { Eq, Ne, Ult, Ule, Slt, Sle };

enum class FloatCastKind : uint8_t { ToSigned, ToUnsigned, FromSigned, FromUnsigned, Convert };

enum class X87Function : uint8_t { Add, Sub, Mul, Div, Rem, Neg, Abs };

enum class UpdateFunction : uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  SMax,
  SMin,
  UMax,
  UMin,
  FAdd,
  FSub,
};

enum class FloatFunction : uint8_t {
  Neg,
  Abs,
  Sqrt,
  Floor,
  Ceil,
  Trunc,
  Round,
  RoundEven,
  Rint,
  NearbyInt,
  CopySign,
  MinNum,
  MaxNum,
  Minimum,
  Maximum,
  Fma,
  Sin,
  Cos,
  Exp,
  Exp2,
  Log,
  Log2,
  Log10,
  Pow,
  PowI,
  ToLong,  // lrint and friends: round to integer in the current mode
  ToLongRound,  // lround and friends
  Classify,  // llvm.is.fpclass; imm operand is the mask
};

enum class HostFunction : uint8_t {
  FormatDouble,
  FormatLongDouble,
  ParseDouble,
  Math1,
  Math2,
};

const char* name_of(Opcode opcode);
Shape shape_of(Opcode opcode);

}  // namespace heddle

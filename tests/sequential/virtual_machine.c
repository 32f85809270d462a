// A stack machine in two versions, computed goto and switch, that must print the same.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

enum op { PUSH, ADD, SUB, MUL, MOD, DUP, SWAP, OVER, DROP, JUMP, JUMP_ZERO, CALL, RETURN, PRINT, HALT };

static int run_goto(const int *code) {
  static const void *const labels[] = {&&push, &&add,  &&sub,       &&mul,  &&mod,     &&dup,   &&swap, &&over,
                                       &&drop, &&jump, &&jump_zero, &&call, &&returns, &&print, &&halt};
  int stack[32], *sp = stack, steps = 0, saved;
  const int *calls[8], **cp = calls, *pc = code;
#define NEXT goto *(steps++, labels[*pc++])
  NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += *sp; NEXT;
sub: sp--; sp[-1] -= *sp; NEXT;
mul: sp--; sp[-1] *= *sp; NEXT;
mod: sp--; sp[-1] %= *sp; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
swap: saved = sp[-1]; sp[-1] = sp[-2]; sp[-2] = saved; NEXT;
over: *sp = sp[-2]; sp++; NEXT;
drop: sp--; NEXT;
jump: pc = code + *pc; NEXT;
jump_zero: pc = *--sp ? pc + 1 : code + *pc; NEXT;
call: *cp++ = pc + 1; pc = code + *pc; NEXT;
returns: pc = *--cp; NEXT;
print: printf("%d ", *--sp); NEXT;
halt: return steps;
}

static int run_switch(const int *code) {
  int stack[32], top = 0, steps = 0, pc = 0, calls[8], depth = 0;
  for (;;) {
    steps++;
    switch ((enum op)code[pc++]) {
      case PUSH: stack[top++] = code[pc++]; break;
      case ADD: top--; stack[top - 1] += stack[top]; break;
      case SUB: top--; stack[top - 1] -= stack[top]; break;
      case MUL: top--; stack[top - 1] *= stack[top]; break;
      case MOD: top--; stack[top - 1] %= stack[top]; break;
      case DUP: stack[top] = stack[top - 1]; top++; break;
      case SWAP: {
        int saved = stack[top - 1];
        stack[top - 1] = stack[top - 2];
        stack[top - 2] = saved;
        break;
      }
      case OVER: stack[top] = stack[top - 2]; top++; break;
      case DROP: top--; break;
      case JUMP: pc = code[pc]; break;
      case JUMP_ZERO: pc = stack[--top] ? pc + 1 : code[pc]; break;
      case CALL: calls[depth++] = pc + 1; pc = code[pc]; break;
      case RETURN: pc = calls[--depth]; break;
      case PRINT: printf("%d ", stack[--top]); break;
      case HALT: return steps;
    }
  }
}

int main(void) {
  static const int countdown[] = {PUSH, 10, DUP, JUMP_ZERO, 12, DUP, PRINT, PUSH, 1, SUB, JUMP, 2, HALT};
  static const int gcd[] = {PUSH, 252, PUSH, 198, CALL, 8, PRINT, HALT, DUP, JUMP_ZERO, 17, SWAP, OVER, MOD, JUMP, 8, HALT, DROP, RETURN};
  static const int factorial[] = {PUSH, 1, PUSH, 10, DUP, JUMP_ZERO, 16, SWAP, OVER, MUL, SWAP, PUSH, 1, SUB, JUMP, 4, DROP, PRINT, HALT};
  const int *const programs[] = {countdown, gcd, factorial};
  for (int i = 0; i < 3; i++) {
    int first = run_goto(programs[i]);
    printf("in %d steps\n", first);
    int second = run_switch(programs[i]);
    printf("in %d steps\n", second);
  }
}

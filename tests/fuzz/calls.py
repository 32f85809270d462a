"""Statements that reach shared memory through calls: methods that lock, recursion, tables of functions.

Each works on objects of its own whose mutex is a member. The mutex is taken in a callee and given back there, and
nothing else is taken while it is held: so it may be taken under any guard (but in no atomic section).

SPDX-License-Identifier: Apache-2.0
"""

from builder import BOTH, statement
from guards import LAST_RANK
from tree import Line

TYPE = """struct vault {
  pthread_mutex_t lock;
  int amount;
  int *last;
  int slots[2];
};"""
CXX_TYPE = """class vault {
public:
  void add(int n) {
    std::lock_guard<std::mutex> hold(lock_);
    change(n);
  }
  void put(int n) {
    std::unique_lock<std::mutex> hold(lock_);
    slots_[n & 1] = n & 7;
    last_ = &slots_[n & 1];
    hold.unlock();
  }
  int get() const {
    std::lock_guard<std::mutex> hold(lock_);
    return amount_ + *last_;
  }
  void sink(int n) {
    if (n <= 0) return;
    add(1);
    sink(n - 1);
  }

private:
  void change(int n) { amount_ = (amount_ + n) & 7; }
  mutable std::mutex lock_;
  int amount_ = 0;
  int slots_[2] = {0, 0};
  int *last_ = &slots_[0];
};"""

METHODS = {
    "vault_init": ("static void vault_init(struct vault *self)",
                   "pthread_mutex_init(&self->lock, 0);\nself->amount = self->slots[0] = self->slots[1] = 0;\nself->last = &self->slots[0];"),
    "vault_change": ("static void vault_change(int *amount, int n)", "*amount = (*amount + n) & 7;"),
    "vault_add": ("static void vault_add(struct vault *self, int n)",
                  "pthread_mutex_lock(&self->lock);\nvault_change(&self->amount, n);\npthread_mutex_unlock(&self->lock);"),
    "vault_put": ("static void vault_put(struct vault *self, int n)",
                  "pthread_mutex_lock(&self->lock);\nself->slots[n & 1] = n & 7;\nself->last = &self->slots[n & 1];\n"
                  "pthread_mutex_unlock(&self->lock);"),
    "vault_get": ("static int vault_get(struct vault *self)",
                  "pthread_mutex_lock(&self->lock);\nint sum = self->amount + *self->last;\npthread_mutex_unlock(&self->lock);\nreturn sum;"),
    "vault_sink": ("static void vault_sink(struct vault *self, int n)",
                   "if (n <= 0) return;\nvault_add(self, 1);\nvault_sink(self, n - 1);"),
}


def vault(b, scope):
    """A pointer to a vault: a global one, one on the heap, or an array element whose index varies."""
    if b.is_cxx:
        b.declare("vault", CXX_TYPE)
    else:
        b.declare("vault", TYPE)
        for name, (signature, body) in METHODS.items():
            b.helper(name, signature, body)
    where = b.random.choice(["global", "heap", "array"])
    kind = "vault" if b.is_cxx else "struct vault"
    if where == "global":
        return "&" + b.declare("safe", f"static {kind} safe;", "" if b.is_cxx else "vault_init(&safe);")
    if where == "heap":
        make = "deposit = new vault;" if b.is_cxx else "deposit = malloc(sizeof *deposit);\nvault_init(deposit);"
        return b.declare("deposit", f"static {kind} *deposit;", make)
    b.declare("safes", f"static {kind} safes[2];", "" if b.is_cxx else "vault_init(&safes[0]);\nvault_init(&safes[1]);")
    return f"&safes[{b.int_local(scope.thread)} & 1]"


def method(b, which, self, *arguments):
    if b.is_cxx:
        return f"({self})->{which}({', '.join(arguments)})"
    return f"vault_{which}({', '.join((self,) + arguments)})"


@statement(4, BOTH)
def method_that_locks(b, scope):
    if scope.rank >= LAST_RANK:
        return None
    local, self = b.int_local(scope.thread), vault(b, scope)
    return Line(b.random.choice([
        method(b, "add", self, str(b.random.randrange(1, 4))) + ";",
        method(b, "put", self, local) + ";",
        f"{local} = {method(b, 'get', self)};",
        f"{method(b, 'add', self, method(b, 'get', vault(b, scope)))};",
    ]), 4, ("nested_call",))


@statement(2, BOTH)
def recursion_that_locks(b, scope):
    if scope.rank >= LAST_RANK or scope.depth:
        return None
    return Line(method(b, "sink", vault(b, scope), str(b.random.randint(1, 2))) + ";", 6)


@statement(2)
def table_of_functions(b, scope):
    """Functions that lock, chosen from a constant table by an index that varies."""
    if scope.rank >= LAST_RANK:
        return None
    self = vault(b, scope)
    table = b.declare("methods", "static void vault_add(struct vault *self, int n);\nstatic void vault_put(struct vault *self, int n);\n"
                                 "static void (*const methods[2])(struct vault *, int) = {vault_add, vault_put};")
    return Line(f"{table}[{b.int_local(scope.thread)} & 1]({self}, {b.random.randrange(1, 4)});", 4)

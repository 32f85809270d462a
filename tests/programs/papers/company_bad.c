// Paper 004, figure 1 as it stands, without a lock: the workers race for the list and the salary.
// verdict: error data-race
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct employee {
  const char *name;
  int salary;
  long index;
};

static struct employee *employees[4];
static int count;

static void enter(void) {}
static void leave(void) {}

static void add(const char *name, int salary) {
  struct employee *e = malloc(sizeof *e);
  *e = (struct employee){.name = name, .salary = salary};
  enter();
  e->index = count;  // violation
  employees[count] = e;  // violation
  count++;  // violation
  leave();
}

static long print(void) {
  long printed = 0;
  enter();
  for (int i = 0; i < count; i++)  // violation
    printed += employees[i]->index;  // violation
  leave();
  return printed;
}

static void set_salary(long id, int salary) {
  enter();
  for (int i = 0; i < count; i++)  // violation
    if (employees[i]->index == id)  // violation
      employees[i]->salary = salary;  // violation
  leave();
}

static int get_salary(const char *name) {
  int salary = -1;
  enter();
  for (int i = 0; i < count; i++)  // violation
    if (strcmp(employees[i]->name, name) == 0)  // violation
      salary = employees[i]->salary;  // violation
  leave();
  return salary;
}

static void *first_worker(void *arg) {
  add("david", 115);
  print();
  get_salary("john");
  set_salary(1, 150);
  print();
  return arg;
}

static void *second_worker(void *arg) {
  get_salary("paul");
  add("mark", 80);
  print();
  return arg;
}

int main(void) {
  pthread_t w1, w2;
  add("john", 100);
  add("paul", 120);
  pthread_create(&w1, NULL, first_worker, NULL);
  pthread_create(&w2, NULL, second_worker, NULL);
  pthread_join(w1, NULL);
  pthread_join(w2, NULL);
  return count != 4 || get_salary("paul") != 150;
}

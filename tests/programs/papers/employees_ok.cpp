// Paper 004, figure 1, in C++: two workers add, look up and change the employees of one company.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

struct Employee {
  const char *name;
  int salary;
  long index = 0;
  Employee(const char *nm, int slr) : name(nm), salary(slr) {}
};

class Company {
 public:
  void add(const char *name, int salary) {
    Employee *employee = new Employee(name, salary);
    std::lock_guard<std::mutex> hold(mutex);
    employee->index = long(employees->size());
    employees->push_back(employee);
  }
  void add(Employee *employee) {
    std::lock_guard<std::mutex> hold(mutex);
    employee->index = long(employees->size());
    employees->push_back(employee);
  }
  size_t print() {
    std::lock_guard<std::mutex> hold(mutex);
    size_t printed = 0;
    for (Employee *employee : *employees) printed += size_t(employee->index) + strlen(employee->name);
    return printed;
  }
  void set_salary(long id, int salary) {
    std::lock_guard<std::mutex> hold(mutex);
    for (Employee *employee : *employees)
      if (employee->index == id) employee->salary = salary;
  }
  int get_salary(const char *name) {
    std::lock_guard<std::mutex> hold(mutex);
    for (Employee *employee : *employees)
      if (strcmp(employee->name, name) == 0) return employee->salary;
    return -1;
  }

 private:
  std::vector<Employee *> *employees = new std::vector<Employee *>();
  std::mutex mutex;
};

static void first_worker(Company *company) {
  company->add("david", 115);
  company->print();
  company->get_salary("john");
  company->set_salary(1, 150);
  company->print();
}

static void second_worker(Company *company) {
  company->get_salary("paul");
  company->add("mark", 80);
  company->print();
}

int main() {
  Company *company = new Company();
  company->add("john", 100);
  company->add(new Employee("paul", 120));
  std::thread first(first_worker, company), second(second_worker, company);
  first.join();
  second.join();
  return company->get_salary("paul") != 150;
}

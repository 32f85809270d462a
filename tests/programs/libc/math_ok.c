// math.h is computed by the host.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double two = 2.0, angle = 0.5;
  assert(sqrt(two) * sqrt(two) - two < 1e-15 && pow(two, 10) == 1024.0);
  assert(fabs(sin(angle) * sin(angle) + cos(angle) * cos(angle) - 1) < 1e-15);
  assert(floor(-angle) == -1 && ceil(angle) == 1 && fmod(7.5, two) == 1.5);
  assert(fabs(log(exp(two)) - two) < 1e-15 && hypot(3, 4) == 5 && atan2(0, 1) == 0);
  assert(lround(two + angle) == 3 && fmax(two, angle) == two && sqrtf(4.0f) == 2.0f);
}

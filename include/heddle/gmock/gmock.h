// Refuses GoogleMock by name, instead of letting its own header fail in some other way.
// SPDX-License-Identifier: Apache-2.0
#error "heddle has no mocks: write a small class by hand that does what the test needs"

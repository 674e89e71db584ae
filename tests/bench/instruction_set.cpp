// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into the worker by lessons.py: Gatelab's own kernels use nothing better than AVX2, by the switch of Highway
// that the tests use, too (tests/engine/instruction_sets.h).
#include <hwy/targets.h>

namespace {
[[gnu::constructor]] void limitToAvx2() {
    // A lower bit is a better set.
    hwy::SetSupportedTargetsForTest(hwy::SupportedTargets() & ~(HWY_AVX2 - 1));
}
}  // namespace

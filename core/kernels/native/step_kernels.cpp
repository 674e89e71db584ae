// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/native/step_kernels.h"

// Compiled once for each of SSE4, AVX2, AVX-512, NEON and plain C++, as the layers are.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/native/step_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/native/dense_inl.h"
#include "kernels/native/update_inl.h"

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

template <class T>
StepKernels<T> stepTable() {
    return {
        hwy::TargetName(HWY_TARGET), kLanes<T>,     productOf<T>, outerOf<T>,   transposedInto<T>, addTo<T>, tanhIn<T>,
        multipliedInto<T>,           penaliseIn<T>, clampIn<T>,   squaresOf<T>, updateIn<T>};
}

const StepKernels<float>* floatStepKernels() {
    static const StepKernels<float> table = stepTable<float>();
    return &table;
}

const StepKernels<double>* doubleStepKernels() {
    static const StepKernels<double> table = stepTable<double>();
    return &table;
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gatelab::native {

HWY_EXPORT(floatStepKernels);
HWY_EXPORT(doubleStepKernels);

template <>
const StepKernels<float>& stepKernels<float>() {
    return *HWY_DYNAMIC_DISPATCH(floatStepKernels)();
}

template <>
const StepKernels<double>& stepKernels<double>() {
    return *HWY_DYNAMIC_DISPATCH(doubleStepKernels)();
}

}  // namespace gatelab::native
#endif

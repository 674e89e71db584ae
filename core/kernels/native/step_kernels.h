// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"

#include <cmath>
#include <cstdint>

/// What a training step does besides its recurrent layers, in vector code (Highway): dense products, and passes over
/// flat parameter buffers. No LibTorch in here; one thread per call; arrays are the caller's. Columns of dense arrays
/// are padded to whole vectors where it says so.
namespace gatelab::native {

/// The formulas of the table of optimisers (step/optimizers.h), which are PyTorch's.
enum class UpdateKind : std::int32_t { Sgd, Rmsprop, Adam, Nadam, Adagrad };

/// One update of all weights, its numbers worked out as far as they are the same for every weight.
template <class T>
struct UpdateRule {
    UpdateKind kind = UpdateKind::Sgd;
    T gradientFactor = 1;  ///< of the clip
    T decay = 0;           ///< gradient += decay * weight
    T shrink = 1;          ///< weight *= shrink, before all else
    T rate = 0;            ///< what the update is multiplied by, bias corrections included
    T momentumRate = 0;    ///< NAdam: of the mean, apart from that of the gradient
    T momentum = 0;        ///< kept share of the mean or of the momentum
    T taken = 1;           ///< share of the gradient that goes into the momentum
    T newMean = 1;         ///< 1 - momentum, which float would round
    T squareShare = 0;     ///< kept share of the mean square
    T newSquare = 1;       ///< 1 - squareShare
    T rootFactor = 1;      ///< square root of the mean square times this (Adam), mean square times this (NAdam)
    T epsilon = 0;
    bool usesMomentum = false, nesterov = false;
};

/// Adam's rate and rootFactor in the update after `step` - 1 others.
template <class T>
GATELAB_ANYWHERE void correctBias(UpdateRule<T>& rule, double rate, double momentum, double beta2, double step) {
    rule.rate = static_cast<T>(rate / (1 - std::pow(momentum, step)));
    rule.rootFactor = static_cast<T>(1 / std::sqrt(1 - std::pow(beta2, step)));
}

/// What one optimiser keeps for each weight; null: not there. Sgd: momentum. Rmsprop: square, momentum, mean. Adam:
/// mean, square, largest square. Nadam: mean, square. Adagrad: sum.
template <class T>
struct UpdateState {
    T *first = nullptr, *second = nullptr, *third = nullptr;
};

template <class T>
struct StepKernels {
    const char* instructionSet;
    std::int64_t lanes;  ///< numbers in a vector

    /// c[r][j] = (bias[j]) + sum over k of a[r][k] * b[k][j], k in order, so that the bits of a row do not depend on
    /// the rows beside it. Rows of b and c, and the bias, hold `columns` rounded up to whole vectors.
    void (*product)(std::int64_t rows, std::int64_t inner, std::int64_t columns, const T* a, std::int64_t aRow,
                    const T* b, std::int64_t bRow, const T* bias, T* c, std::int64_t cRow);
    /// c[i][j] = sum over the rows r of a[r][i] * f[r][j], rows in order. Rows of f hold whole vectors; those of c need
    /// not.
    void (*outer)(std::int64_t rows, std::int64_t left, std::int64_t columns, const T* a, std::int64_t aRow, const T* f,
                  std::int64_t fRow, T* c, std::int64_t cRow);
    /// to[k][j] = from[j][k]; the columns behind `rows` up to whole vectors are zeros. from: [rows][columns].
    void (*transposed)(std::int64_t rows, std::int64_t columns, const T* from, T* to, std::int64_t toRow);

    void (*add)(std::int64_t count, const T* from, T* to);
    /// Hyperbolic tangents in place.
    void (*tanh)(std::int64_t count, T* values);
    /// to = from * factor, numbers by numbers.
    void (*multiplied)(std::int64_t count, const T* from, const T* factor, T* to);
    /// gradient += l2 * weight, then += l1 * sign(weight).
    void (*penalise)(std::int64_t count, T l2, T l1, const T* weights, T* gradients);
    void (*clampTo)(std::int64_t count, T limit, T* gradients);
    /// Sum of the squares; at most some thousand numbers, for the sums are those of the type.
    double (*squares)(std::int64_t count, const T* values);
    /// Gradients are multiplied by the rule's factor in place; the rest as the optimiser says.
    void (*update)(const UpdateRule<T>& rule, std::int64_t count, T* weights, T* gradients,
                   const UpdateState<T>& state);
};

/// Those for this processor.
template <class T>
const StepKernels<T>& stepKernels();
template <>
const StepKernels<float>& stepKernels<float>();
template <>
const StepKernels<double>& stepKernels<double>();

}  // namespace gatelab::native

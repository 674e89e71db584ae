// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compress/packed_matrix.h"

#include <cstdint>

/// The vector code behind packed matrices and the steps of the cells that use them (Highway). One thread per call.
namespace gatelab::packed {

/// x [batch][xRow], y [batch][yRow], as multiply() has them.
struct ProductJob {
    const PackedMatrix& matrix;
    std::int64_t batch;
    const float* x;
    std::int64_t xRow;
    float* y;
    std::int64_t yRow;
};
/// The same for bytes: x as integers, x[b][c] = scales[b] * quantised[b][c]; rows of quantised hold an even number.
struct ByteJob {
    ProductJob product;
    const std::int16_t* quantised;
    std::int64_t quantisedRow;
    const float* scales;
};

/// Numbers of x as integers of at most `limit`, a scale for each row: x = scale * integer, rounded to the nearest.
struct QuantiseJob {
    std::int64_t batch, columns;
    const float* x;
    std::int64_t xRow;
    float limit;
    std::int16_t* quantised;
    std::int64_t quantisedRow;
    float* scales;
};

/// One time step of a cell for the first `batch` rows. Sums of the input (with its bias) and of the state, blocks as in
/// the weights' rows; `apart`: bias of the candidate that a gate multiplies (GRU), [hidden]. h, c: [batch][hidden], old
/// states in, new ones out.
struct CellJob {
    std::int64_t batch, hidden;
    const float* input;
    std::int64_t inputRow;
    const float* state;
    std::int64_t stateRow;
    const float* apart;
    float *h, *c;
};

struct PackedKernels {
    const char* instructionSet;
    void (*panels)(const ProductJob& job);
    void (*quantise)(const QuantiseJob& job);
    void (*bytes)(const ByteJob& job);
    void (*sparse)(const ProductJob& job);
    void (*lstm)(const CellJob& job);
    void (*gru)(const CellJob& job);
    void (*tanh)(const CellJob& job);
};
/// Those for this processor.
const PackedKernels& kernels();

}  // namespace gatelab::packed

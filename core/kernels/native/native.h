// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

/// Recurrent layers in own vector code (Highway), one thread per call. No LibTorch in here: arrays are plain pointers
/// that the caller owns. A call computes one direction of one layer over some rows of a batch. The bits of an output or
/// of an input's gradient depend on their row alone, not on the rows beside it.
namespace gatelab::native {

enum class Cell : std::int32_t { Lstm, Gru, RnnTanh, RnnRelu };
/// Of a key of cellTraits() that is `native`.
constexpr Cell cellOf(std::string_view key) {
    constexpr std::string_view kKeys[] = {"lstm", "gru", "rnn-tanh", "rnn-relu"};
    return static_cast<Cell>(std::ranges::find(kKeys, key) - kKeys);
}

struct Shape {
    Cell cell = Cell::Lstm;
    std::int64_t time = 1, batch = 1, inputs = 1, hidden = 1;
    bool reverse = false;         ///< reads the last time step first
    std::int64_t projection = 0;  ///< LSTM: the output has so many units (Sak et al. 2014); 0: as many as hidden
    bool peephole = false;        ///< LSTM: the gates see the cell state (Gers & Schmidhuber 2000)

    [[nodiscard]] std::int64_t outputs() const { return projection > 0 ? projection : hidden; }
};

/// Lengths of the arrays that a caller provides, in numbers; they depend on the processor's vectors.
struct Room {
    std::int64_t gates = 0;  ///< Call::gates
    std::int64_t cells = 0;  ///< Call::cells; without gates one step of it: cellsOfStep
    std::int64_t cellsOfStep = 0;
    std::int64_t forwardWeights = 0, backwardWeights = 0, inputWeights = 0;  ///< packed
    /// Call::scratch (with a recurrent mask or a projection only), BackwardCall::scratch
    std::int64_t forwardScratch = 0, backwardScratch = 0;
    std::int64_t weightSums = 0;  ///< how many values the sums of the weights have
};

/// One direction of a layer. "Step" counts in the order of reading; time steps are those of the arrays. Null: not there
/// (a state: zeros).
template <class T>
struct Call {
    Shape shape;
    const T* x = nullptr;  ///< [time, batch, inputs]
    std::int64_t xStep = 0, xRow = 0;
    const T *h0 = nullptr, *c0 = nullptr;         ///< [batch, outputs], [batch, hidden]
    const std::int32_t* order = nullptr;          ///< [batch] its rows, the longest sequence first
    const std::int32_t* active = nullptr;         ///< [time] by step: so many of `order` take part
    const T* recurrentMask = nullptr;             ///< [batch, outputs]: factor of h in the products
    const T *zoneH = nullptr, *zoneC = nullptr;   ///< [time, batch, outputs or hidden]: share of the old value
    std::int64_t zoneStep = 0, zoneCellStep = 0;  ///< numbers from time step to time step of these
    T zoneShare = 0;                              ///< where there are no zoneH, zoneC
    T* y = nullptr;                               ///< [time, batch, outputs]; zero after a sequence's end
    std::int64_t yStep = 0, yRow = 0;
    T *hLast = nullptr, *cLast = nullptr;  ///< [batch, outputs], [batch, hidden]
    /// Activations for the backward pass, in an order of their own (unpackGates); null: none is wanted
    T* gates = nullptr;
    T* cells = nullptr;
    T* scratch = nullptr;
    const T* forwardWeights = nullptr;  ///< packed
};

template <class T>
struct Weights {
    /// [gates * hidden, inputs], [gates * hidden, outputs], [gates * hidden] twice
    const T *ih = nullptr, *hh = nullptr, *biasIh = nullptr, *biasHh = nullptr;
    const T *projection = nullptr, *peephole = nullptr;  ///< [projection, hidden], [3 (i, f, o), hidden]
};

/// Gradients in the layout of Weights; written, not added to.
template <class T>
struct WeightGradients {
    T *ih = nullptr, *hh = nullptr, *biasIh = nullptr, *biasHh = nullptr;
    T *projection = nullptr, *peephole = nullptr;
};

/// What a backward pass reads and writes besides the arrays of its forward pass.
template <class T>
struct BackwardCall {
    const T* dy = nullptr;  ///< [time, batch, outputs] with the strides dyStep, dyRow
    std::int64_t dyStep = 0, dyRow = 0;
    const T *dhLast = nullptr, *dcLast = nullptr;  ///< [batch, outputs], [batch, hidden]
    T* dx = nullptr;                               ///< [time, batch, inputs]; written where a sequence has a step
    std::int64_t dxStep = 0, dxRow = 0;
    T *dh0 = nullptr, *dc0 = nullptr;  ///< [batch, outputs], [batch, hidden]
    T* weightSums = nullptr;           ///< packed sums of the weights' gradients, added to
    const T *backwardWeights = nullptr, *inputWeights = nullptr;
    T* scratch = nullptr;
};

/// The functions of one instruction set for one type of numbers.
template <class T>
struct Kernels {
    const char* instructionSet;
    std::int64_t lanes;  ///< numbers in a vector
    Room (*room)(const Shape& shape);
    void (*packForward)(const Shape& shape, const Weights<T>& weights, T* packed);
    /// `input` null: no gradient of x is wanted.
    void (*packBackward)(const Shape& shape, const Weights<T>& weights, T* recurrent, T* input);
    void (*forward)(const Call<T>& call);
    void (*backward)(const Call<T>& call, const BackwardCall<T>& backward);
    /// Packed sums to the layout of Weights.
    void (*unpackSums)(const Shape& shape, const T* sums, const WeightGradients<T>& to);
    /// The kept activations as [time, batch, gates * hidden] and, of an LSTM (else null), the cell state after each
    /// step as [time, batch, hidden]; where no sequence has a step nothing is written.
    void (*unpackGates)(const Call<T>& call, T* gates, T* cell);
};

/// Those for this processor.
template <class T>
const Kernels<T>& kernels();
template <>
const Kernels<float>& kernels<float>();
template <>
const Kernels<double>& kernels<double>();

}  // namespace gatelab::native

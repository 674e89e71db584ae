// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cudnn.h>

#include <compare>
#include <string>
#include <vector>

namespace gatelab {

/// What cuDNN's algorithms are chosen by: a recurrent layer without projection, or several in one call, whole sequences
/// of equal length.
struct LayerShape {
    cudnnRNNMode_t mode = CUDNN_LSTM;
    cudnnDataType_t type = CUDNN_DATA_FLOAT;
    bool tensorCores = false;  ///< FP32 products may round to TF32
    bool bidirectional = false;
    std::int64_t time = 1, batch = 1, inputs = 1, hidden = 1;
    std::int64_t layers = 1;  ///< each reads all that the one before gives
    int device = 0;

    [[nodiscard]] std::int64_t directions() const { return bidirectional ? 2 : 1; }
    /// Of one layer: what it reads.
    [[nodiscard]] std::int64_t inputsOf(std::int64_t layer) const {
        return layer == 0 ? inputs : hidden * directions();
    }
    [[nodiscard]] int gates() const { return mode == CUDNN_LSTM ? 4 : mode == CUDNN_GRU ? 3 : 1; }
    /// "lstm one fp32 T96 B64 I8 H64", of several layers with " L2" at the end: the key in files.
    [[nodiscard]] std::string text() const;
    auto operator<=>(const LayerShape&) const = default;
};

/// Device tensors of a call; c only for the LSTM, undefined otherwise.
struct LayerTensors {
    at::Tensor input;                 ///< [time, batch, inputs], contiguous
    at::Tensor h, c;                  ///< [layers * directions, batch, hidden]
    std::vector<at::Tensor> weights;  ///< layer by layer, per direction w_ih, w_hh, b_ih, b_hh
};
/// How many numbers the weights of a shape are, and views of them in a 1-D buffer of at least so many, in cuDNN's own
/// order: all matrices, layer by layer and direction by direction, then all biases likewise.
std::int64_t weightNumbers(const LayerShape& shape);
std::vector<at::Tensor> weightsIn(const LayerShape& shape, const at::Tensor& buffer);
struct CudnnOutput {
    at::Tensor output, h, c;
    at::Tensor reserve;  ///< for the backward pass; undefined after a pass without one
};
struct LayerGradients {
    at::Tensor input, h, c;
    std::vector<at::Tensor> weights;
};

/// The legacy cuDNN RNN calls (v8 signatures, cuDNN 9) for one shape and one algorithm. Throws c10::Error with cuDNN's
/// word where the algorithm cannot run the shape. Weights that lie in cuDNN's own order in one storage, as
/// ParameterStore keeps them, are used in place, others are copied for the call. One thread at a time; work goes to the
/// current stream.
class CudnnLayer {
public:
    CudnnLayer(const LayerShape& shape, cudnnRNNAlgo_t algorithm);
    ~CudnnLayer();
    CudnnLayer(const CudnnLayer&) = delete;
    CudnnLayer& operator=(const CudnnLayer&) = delete;

    CudnnOutput forward(const LayerTensors& in, bool training);
    /// dOutput defined; dH and dC may be undefined (zero).
    LayerGradients backward(const LayerTensors& in, const CudnnOutput& out, const at::Tensor& dOutput,
                            const at::Tensor& dH, const at::Tensor& dC);
    [[nodiscard]] std::size_t weightBytes() const { return weightBytes_; }

private:
    /// Bytes from the start of the weight space to each tensor of LayerTensors::weights.
    std::vector<std::size_t> weightOffsets(const void* base);
    at::Tensor weightSpace(const LayerTensors& in);
    void destroy();

    LayerShape shape_;
    cudnnRNNDescriptor_t rnn_ = nullptr;
    cudnnDropoutDescriptor_t dropout_ = nullptr;
    cudnnRNNDataDescriptor_t x_ = nullptr, y_ = nullptr;
    cudnnTensorDescriptor_t state_ = nullptr, matrix_ = nullptr, bias_ = nullptr;
    std::size_t weightBytes_ = 0, workBytes_ = 0, inferenceWorkBytes_ = 0, reserveBytes_ = 0;
};

}  // namespace gatelab

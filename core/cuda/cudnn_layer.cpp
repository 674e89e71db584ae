// SPDX-License-Identifier: GPL-3.0-or-later
#include "cuda/cudnn_layer.h"

#include <ATen/ATen.h>
#include <ATen/cudnn/Handle.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/util/Exception.h>

#include <array>

namespace gatelab {

namespace {

void check(cudnnStatus_t status, const char* call) {
    TORCH_CHECK(status == CUDNN_STATUS_SUCCESS, "cuDNN: ", call, ": ", cudnnGetErrorString(status));
}

/// cuDNN's handle is that of the current device.
c10::cuda::CUDAGuard onDevice(const LayerShape& shape) {
    return c10::cuda::CUDAGuard(static_cast<c10::DeviceIndex>(shape.device));
}

int narrow(std::int64_t value) { return static_cast<int>(value); }

void* pointer(const at::Tensor& tensor) { return tensor.defined() ? tensor.data_ptr() : nullptr; }

at::Tensor scratch(std::size_t bytes, const at::Tensor& like) {
    return at::empty({static_cast<std::int64_t>(bytes)}, like.options().dtype(at::kByte));
}

cudnnDataType_t mathPrecision(cudnnDataType_t type) {
    return type == CUDNN_DATA_DOUBLE ? CUDNN_DATA_DOUBLE : CUDNN_DATA_FLOAT;
}

cudnnMathType_t mathType(const LayerShape& shape) {
    if (shape.type == CUDNN_DATA_HALF || shape.type == CUDNN_DATA_BFLOAT16) return CUDNN_TENSOR_OP_MATH;
    // The default may round FP32 to TF32.
    return shape.type == CUDNN_DATA_FLOAT && !shape.tensorCores ? CUDNN_FMA_MATH : CUDNN_DEFAULT_MATH;
}

}  // namespace

std::string LayerShape::text() const {
    const char* cell = mode == CUDNN_LSTM       ? "lstm"
                       : mode == CUDNN_GRU      ? "gru"
                       : mode == CUDNN_RNN_TANH ? "rnn-tanh"
                                                : "rnn-relu";
    const char* number = type == CUDNN_DATA_DOUBLE     ? "fp64"
                         : type == CUDNN_DATA_HALF     ? "fp16"
                         : type == CUDNN_DATA_BFLOAT16 ? "bf16"
                         : tensorCores                 ? "tf32"
                                                       : "fp32";
    return std::string(cell) + (bidirectional ? " both " : " one ") + number + " T" + std::to_string(time) + " B" +
           std::to_string(batch) + " I" + std::to_string(inputs) + " H" + std::to_string(hidden) +
           (layers > 1 ? " L" + std::to_string(layers) : "");
}

std::int64_t weightNumbers(const LayerShape& shape) {
    std::int64_t columns = 0;  // the two biases of a layer are two more
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) columns += shape.inputsOf(layer) + shape.hidden + 2;
    return shape.directions() * shape.gates() * shape.hidden * columns;
}

std::vector<at::Tensor> weightsIn(const LayerShape& shape, const at::Tensor& buffer) {
    const std::int64_t rows = shape.gates() * shape.hidden, count = shape.layers * shape.directions();
    std::int64_t matrix = 0, bias = weightNumbers(shape) - 2 * count * rows;
    std::vector<at::Tensor> weights;
    for (std::int64_t i = 0; i < count; ++i) {
        for (const std::int64_t columns : {shape.inputsOf(i / shape.directions()), shape.hidden}) {
            weights.push_back(buffer.narrow(0, matrix, rows * columns).view({rows, columns}));
            matrix += rows * columns;
        }
        for (int half = 0; half < 2; ++half, bias += rows) weights.push_back(buffer.narrow(0, bias, rows));
    }
    return weights;
}

CudnnLayer::CudnnLayer(const LayerShape& shape, cudnnRNNAlgo_t algorithm) : shape_(shape) {
    const auto guard = onDevice(shape_);
    const cudnnHandle_t handle = at::native::getCudnnHandle();
    try {
        check(cudnnCreateRNNDescriptor(&rnn_), "CreateRNNDescriptor");
        check(cudnnCreateDropoutDescriptor(&dropout_), "CreateDropoutDescriptor");
        check(cudnnCreateRNNDataDescriptor(&x_), "CreateRNNDataDescriptor");
        check(cudnnCreateRNNDataDescriptor(&y_), "CreateRNNDataDescriptor");
        for (auto* descriptor : {&state_, &matrix_, &bias_})
            check(cudnnCreateTensorDescriptor(descriptor), "CreateTensorDescriptor");
        check(cudnnSetDropoutDescriptor(dropout_, handle, 0.0F, nullptr, 0, 0), "SetDropoutDescriptor");
        check(cudnnSetRNNDescriptor_v8(rnn_, algorithm, shape.mode, CUDNN_RNN_DOUBLE_BIAS,
                                       shape.bidirectional ? CUDNN_BIDIRECTIONAL : CUDNN_UNIDIRECTIONAL,
                                       CUDNN_LINEAR_INPUT, shape.type, mathPrecision(shape.type), mathType(shape),
                                       narrow(shape.inputs), narrow(shape.hidden), narrow(shape.hidden),
                                       narrow(shape.layers), dropout_, CUDNN_RNN_PADDED_IO_ENABLED),
              "SetRNNDescriptor");
        if (algorithm == CUDNN_RNN_ALGO_PERSIST_DYNAMIC)
            check(cudnnBuildRNNDynamic(handle, rnn_, narrow(shape.batch)), "BuildRNNDynamic");
        // The layout in which LibTorch hands over whole sequences, for which cuDNN has all its algorithms; without
        // padding it is the same memory as the packed one.
        const std::vector<int> lengths(static_cast<std::size_t>(shape.batch), narrow(shape.time));
        const auto setData = [&](cudnnRNNDataDescriptor_t descriptor, std::int64_t width) {
            check(cudnnSetRNNDataDescriptor(descriptor, shape.type, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED,
                                            narrow(shape.time), narrow(shape.batch), narrow(width), lengths.data(),
                                            nullptr),
                  "SetRNNDataDescriptor");
        };
        setData(x_, shape.inputs);
        setData(y_, shape.hidden * shape.directions());
        const std::array sizes = {narrow(shape.layers * shape.directions()), narrow(shape.batch), narrow(shape.hidden)};
        const std::array strides = {sizes[1] * sizes[2], sizes[2], 1};
        check(cudnnSetTensorNdDescriptor(state_, shape.type, 3, sizes.data(), strides.data()), "SetTensorNdDescriptor");
        check(cudnnGetRNNWeightSpaceSize(handle, rnn_, &weightBytes_), "GetRNNWeightSpaceSize");
        check(cudnnGetRNNTempSpaceSizes(handle, rnn_, CUDNN_FWD_MODE_TRAINING, x_, &workBytes_, &reserveBytes_),
              "GetRNNTempSpaceSizes");
        std::size_t none = 0;
        check(cudnnGetRNNTempSpaceSizes(handle, rnn_, CUDNN_FWD_MODE_INFERENCE, x_, &inferenceWorkBytes_, &none),
              "GetRNNTempSpaceSizes");
    } catch (...) {
        destroy();
        throw;
    }
}

CudnnLayer::~CudnnLayer() { destroy(); }

void CudnnLayer::destroy() {
    if (rnn_ != nullptr) cudnnDestroyRNNDescriptor(rnn_);
    if (dropout_ != nullptr) cudnnDestroyDropoutDescriptor(dropout_);
    for (auto* descriptor : {x_, y_})
        if (descriptor != nullptr) cudnnDestroyRNNDataDescriptor(descriptor);
    for (auto* descriptor : {state_, matrix_, bias_})
        if (descriptor != nullptr) cudnnDestroyTensorDescriptor(descriptor);
}

std::vector<std::size_t> CudnnLayer::weightOffsets(const void* base) {
    const cudnnHandle_t handle = at::native::getCudnnHandle();
    const auto* start = static_cast<const char*>(base);
    std::vector<std::size_t> offsets;
    // cuDNN counts the directions of a layer, then those of the next one.
    for (int direction = 0; direction < narrow(shape_.layers * shape_.directions()); ++direction) {
        std::array<void*, 2> matrices{}, biases{};
        // The first gate's place is that of all gates: they lie side by side.
        for (const int half : {0, 1})
            check(cudnnGetRNNWeightParams(handle, rnn_, direction, weightBytes_, base, half * shape_.gates(), matrix_,
                                          &matrices[static_cast<std::size_t>(half)], bias_,
                                          &biases[static_cast<std::size_t>(half)]),
                  "GetRNNWeightParams");
        for (void* place : {matrices[0], matrices[1], biases[0], biases[1]})
            offsets.push_back(static_cast<std::size_t>(static_cast<const char*>(place) - start));
    }
    return offsets;
}

at::Tensor CudnnLayer::weightSpace(const LayerTensors& in) {
    const at::Tensor& first = in.weights.front();
    const auto* base = static_cast<const char*>(first.data_ptr());
    const std::vector<std::size_t> offsets = weightOffsets(base);
    bool inPlace = first.storage().nbytes() >= first.storage_offset() * first.element_size() + weightBytes_;
    for (std::size_t i = 0; i < offsets.size(); ++i) inPlace = inPlace && base + offsets[i] == in.weights[i].data_ptr();
    if (inPlace) return first;
    const at::Tensor space =
        at::zeros({static_cast<std::int64_t>(weightBytes_ / first.element_size())}, first.options());
    for (std::size_t i = 0; i < offsets.size(); ++i)
        space.narrow(0, static_cast<std::int64_t>(offsets[i] / first.element_size()), in.weights[i].numel())
            .copy_(in.weights[i].reshape(-1));
    return space;
}

CudnnOutput CudnnLayer::forward(const LayerTensors& in, bool training) {
    const auto guard = onDevice(shape_);
    const at::Tensor weights = weightSpace(in);
    CudnnOutput out;
    out.output = at::empty({shape_.time, shape_.batch, shape_.hidden * shape_.directions()}, in.input.options());
    out.h = at::empty_like(in.h);
    if (in.c.defined()) out.c = at::empty_like(in.c);
    const std::size_t workBytes = training ? workBytes_ : inferenceWorkBytes_;
    const at::Tensor work = scratch(workBytes, in.input);
    if (training) out.reserve = scratch(reserveBytes_, in.input);
    check(cudnnRNNForward(at::native::getCudnnHandle(), rnn_,
                          training ? CUDNN_FWD_MODE_TRAINING : CUDNN_FWD_MODE_INFERENCE, nullptr, x_, pointer(in.input),
                          y_, pointer(out.output), state_, pointer(in.h), pointer(out.h), state_, pointer(in.c),
                          pointer(out.c), weightBytes_, pointer(weights), workBytes, pointer(work),
                          training ? reserveBytes_ : 0, pointer(out.reserve)),
          "RNNForward");
    return out;
}

LayerGradients CudnnLayer::backward(const LayerTensors& in, const CudnnOutput& out, const at::Tensor& dOutput,
                                    const at::Tensor& dH, const at::Tensor& dC) {
    const auto guard = onDevice(shape_);
    // Sized by the algorithm of the forward pass, which may be another one.
    const std::size_t reserveBytes = out.reserve.nbytes();
    TORCH_CHECK(reserveBytes >= reserveBytes_, "cuDNN: the forward algorithm keeps ", reserveBytes,
                " bytes, the backward algorithm needs ", reserveBytes_);
    const cudnnHandle_t handle = at::native::getCudnnHandle();
    const at::Tensor weights = weightSpace(in), work = scratch(workBytes_, in.input);
    LayerGradients gradients;
    gradients.input = at::empty_like(in.input);
    gradients.h = at::empty_like(in.h);
    if (in.c.defined()) gradients.c = at::empty_like(in.c);
    check(cudnnRNNBackwardData_v8(handle, rnn_, nullptr, y_, pointer(out.output), pointer(dOutput), x_,
                                  pointer(gradients.input), state_, pointer(in.h), pointer(dH), pointer(gradients.h),
                                  state_, pointer(in.c), pointer(dC), pointer(gradients.c), weightBytes_,
                                  pointer(weights), workBytes_, pointer(work), reserveBytes, pointer(out.reserve)),
          "RNNBackwardData");
    // Adds into the buffer, which therefore starts at zero. After the data pass: it has changed the reserve.
    const at::Tensor space =
        at::zeros({static_cast<std::int64_t>(weightBytes_ / in.input.element_size())}, in.input.options());
    check(cudnnRNNBackwardWeights_v8(handle, rnn_, CUDNN_WGRAD_MODE_ADD, nullptr, x_, pointer(in.input), state_,
                                     pointer(in.h), y_, pointer(out.output), weightBytes_, pointer(space), workBytes_,
                                     pointer(work), reserveBytes, pointer(out.reserve)),
          "RNNBackwardWeights");
    const std::vector<std::size_t> offsets = weightOffsets(space.data_ptr());
    for (std::size_t i = 0; i < offsets.size(); ++i)
        gradients.weights.push_back(
            space.narrow(0, static_cast<std::int64_t>(offsets[i] / in.input.element_size()), in.weights[i].numel())
                .view(in.weights[i].sizes()));
    return gradients;
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/safetensors_file.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gatelab {

/// Bytes behind the weights of a buffer: cuDNN may ask for more than the weights, rounded up, and without them LibTorch
/// copies them all at every call.
inline std::int64_t weightTailBytes(at::Device device) { return device.is_cuda() ? 256 : 0; }

/// One named tensor of a model: a view into a flat buffer, an autograd leaf whose grad is a view into the gradient
/// buffer.
struct Parameter {
    std::string name;   ///< as PyTorch names it: "rnn.weight_ih_l0_reverse", "head.bias"
    std::string layer;  ///< for messages and charts: "rnn.l0", "head"
    at::Tensor value;
    std::size_t buffer = 0;
    std::int64_t offset = 0;
    bool decays = true;  ///< false for biases and layer-norm gains
};

/// A flat piece of parameter memory with its own storage, so that LibTorch and cuDNN find a layer's weights from
/// element 0 on.
struct ParameterBuffer {
    std::string layer;
    at::Tensor values;     ///< 1-D
    at::Tensor gradients;  ///< 1-D, same size; the parameters' grads are views of it and must never be dropped
    bool isHeld = false;   ///< no training changes it: no gradient reaches it, no penalty and no optimiser touches it
};

/// Parameters of a model in a few flat buffers: one per recurrent layer, with all matrices of its directions
/// before all biases, as cuDNN lays them out, and one for the rest. Optimiser, clip and all-reduce work on the buffers.
/// Owned by the model; one thread at a time.
class ParameterStore {
public:
    struct Entry {
        std::string name, layer;
        std::vector<std::int64_t> shape;
        bool decays = true;
    };
    /// Adds a buffer that holds these tensors in this order; values start at zero.
    void addBuffer(const std::string& layer, const std::vector<Entry>& entries, const at::TensorOptions& options,
                   bool isHeld = false);

    [[nodiscard]] const std::vector<Parameter>& all() const { return parameters_; }
    [[nodiscard]] const std::vector<ParameterBuffer>& buffers() const { return buffers_; }
    [[nodiscard]] const Parameter* find(const std::string& name) const;
    [[nodiscard]] std::int64_t count() const;
    void zeroGradients() const;

    /// Every parameter under its name, in its own precision, copied to the host.
    [[nodiscard]] TensorFile save() const;
    /// Copies values in place (views stay). All names must be there with their shapes; F64, F32, F16 and BF16 are
    /// converted. Names that are not ours are an error, so a file of another model is not taken by accident. Nothing is
    /// changed on failure.
    Result<> load(const TensorFile& file) const;
    /// Whether load() would take it by names, shapes and types; the bytes need not be there.
    [[nodiscard]] Result<> fits(const TensorFile& file) const;

private:
    std::vector<Parameter> parameters_;
    std::vector<ParameterBuffer> buffers_;
};

/// Bytes of a tensor (copied to the host) and back; for checkpoints of other state too.
RawTensor toRawTensor(const at::Tensor& tensor);
Result<at::Tensor> fromRawTensor(const RawTensor& raw);

}  // namespace gatelab

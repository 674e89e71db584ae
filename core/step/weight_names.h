// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "nn/parameter_store.h"

#include <filesystem>
#include <vector>

namespace gatelab {

/// A state_dict of PyTorch under this model's names. Names that the model has stay; "anything.weight_ih_l0" and its
/// kind (nn.LSTM, nn.GRU, nn.RNN) go to "rnn."; where one other module is left over ("fc.weight", "fc.bias"), it is the
/// head. What cannot be told keeps its name, and load() says so.
TensorFile withModelNames(TensorFile file, const ParameterStore& store);
/// Weights from a file of PyTorch's names; an empty path: none.
Result<> loadWeights(const std::filesystem::path& path, const ParameterStore& store);
/// Whether they would be taken: names and shapes by the header first, then all values, of which each must be finite.
Result<> checkWeights(const std::filesystem::path& path, const ParameterStore& store);

/// Buffers of the store's layout (running mean, best) as named tensors on the host, and back into new buffers; the way
/// back fails where a name is missing, is not the model's, or has another shape.
TensorFile namedBuffers(const ParameterStore& store, const std::vector<at::Tensor>& buffers);
Result<std::vector<at::Tensor>> buffersFromNames(const ParameterStore& store, const TensorFile& file);

}  // namespace gatelab

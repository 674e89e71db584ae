// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/safetensors_file.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace gatelab {

/// The weights that a run forecasts with, out of the tensors of its training state, under PyTorch's names: the best ones where there are any, else their
/// running mean, else the last.
std::map<std::string, RawTensor> keptWeights(const std::map<std::string, RawTensor>& state);

/// The same from a run's folder, for other programs: safetensors with the names of a state_dict. Needs neither the data nor LibTorch.
Result<TensorFile> readRunWeights(const std::filesystem::path& runFolder);
/// What data the weights of a run are made for, from the header of its newest checkpoint: fast enough for the GUI thread.
struct WeightSizes {
    std::int64_t inputs = 0;  ///< width of what goes into the first recurrent layer
    std::int64_t parameters = 0;
};
Result<WeightSizes> readWeightSizes(const std::filesystem::path& runFolder);
/// Writes them; gives how many tensors there are.
Result<std::size_t> exportRunWeights(const std::filesystem::path& runFolder, const std::filesystem::path& file);

}  // namespace gatelab

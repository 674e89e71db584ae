// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "io/safetensors_file.h"
#include "run/run_event.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gatelab {

/// The weights that a run forecasts with, out of the tensors of its training state, under PyTorch's names: the best
/// ones where there are any, else their running mean, else the last.
std::map<std::string, RawTensor> savedWeights(const std::map<std::string, RawTensor>& state);

/// Weights from a run's folder, for other programs: safetensors with the names of a state_dict.
struct RunWeights {
    TensorFile file;
    ExperimentConfig config;  ///< that they were trained with
    Phrase what;              ///< "the best weights, of step 120 in epoch 3"
    std::int64_t step = 0;
    Phrase problem;  ///< what their file lacks, and why; empty: nothing
    /// What is damaged and was done without: newer checkpoints, where those were not to be asked for ("intact"), and
    /// what the run keeps of its columns.
    std::vector<Phrase> passedOver = {};
};
/// checkpoint: "best" (those that the run forecasts with), "last", or the step of one that is kept; Corrupt where that
/// one is damaged. "intact": those that the run would forecast with if its newest whole checkpoint were the last. Needs
/// neither the data nor LibTorch.
Result<RunWeights> readRunWeights(const std::filesystem::path& runFolder, const std::string& checkpoint = "best");
/// What data the weights of a run are made for, from the header of its newest checkpoint: fast enough for the GUI
/// thread.
struct WeightSizes {
    std::int64_t inputs = 0;  ///< width of what goes into the first recurrent layer; 0: words come through tables
    std::int64_t parameters = 0;
};
Result<WeightSizes> readWeightSizes(const std::filesystem::path& runFolder);
/// Reads and writes them, with what else it takes to compute with them (weightFacts): for that the data must be those
/// that the run was trained on, else `problem` says what is left out.
Result<RunWeights> exportRunWeights(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                                    const std::string& checkpoint = "best");

/// What a run was trained on, and where, as its newest plan tells; empty members: not known.
RunIdentity identityOf(const std::filesystem::path& runFolder);
/// Identity of the data of a run's training (data/data_identity.h); empty: not known.
std::string trainedOn(const std::filesystem::path& runFolder);

/// Says that `present` is not what a run was trained on; empty: it is, or one of them is not known.
Phrase otherData(const std::string& present, const std::string& trained);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/run_weights.h"

#include "config/config_identity.h"
#include "config/config_io.h"
#include "store/named_checkpoint.h"
#include "store/record/run_files.h"
#include "store/saved_preparation_file.h"
#include "store/weight_facts.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace gatelab {

namespace {

using Tensors = std::map<std::string, RawTensor>;

/// Weights in the tensors of a training state, by the prefix of their names.
struct WeightKind {
    std::string prefix;
    Text what;
};
const WeightKind kKinds[] = {
    {"best/", GATELAB_TEXT("Files", "the best weights, of step %1 in epoch %2")},
    {"average/", GATELAB_TEXT("Files", "the running mean of the weights at step %1 in epoch %2")},
    {"weights/", GATELAB_TEXT("Files", "the weights of step %1 in epoch %2")},
};
const WeightKind &kBest = kKinds[0], &kTrained = kKinds[2];

Tensors ofKind(const Tensors& state, const WeightKind& kind) {
    Tensors found;
    for (auto it = state.lower_bound(kind.prefix); it != state.end() && it->first.starts_with(kind.prefix); ++it)
        found[it->first.substr(kind.prefix.size())] = it->second;
    return found;
}

/// Null: there are none.
const WeightKind* savedKind(const Tensors& state) {
    const auto* found = std::ranges::find_if(kKinds, [&](const WeightKind& kind) {
        const auto first = state.lower_bound(kind.prefix);
        return first != state.end() && first->first.starts_with(kind.prefix);
    });
    return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace

Tensors savedWeights(const Tensors& state) {
    const WeightKind* kind = savedKind(state);
    return kind != nullptr ? ofKind(state, *kind) : Tensors();
}

Result<RunWeights> readRunWeights(const std::filesystem::path& runFolder, const std::string& checkpoint) {
    // The newest one keeps the best weights so far; without a validation part none are the best.
    const bool isBest = checkpoint == "best" || checkpoint == kIntact;
    if (auto there = run_files::checkTrained(runFolder); !there.ok()) return there.error();
    auto named = loadNamedCheckpoint(CheckpointStore(runFolder), checkpoint == "best" ? "last" : checkpoint);
    if (!named.ok()) return named.error();
    const Tensors& state = named->loaded.contents.tensors.tensors;
    const WeightKind* kind = isBest ? savedKind(state) : named->atBest ? &kBest : &kTrained;
    RunWeights weights;
    if (kind != nullptr) weights.file.tensors = ofKind(state, *kind);
    if (weights.file.tensors.empty())
        return Error{
            ErrorCode::Corrupt,
            {GATELAB_TEXT("Files", "the checkpoint '%1' holds no weights"), {named->loaded.info.folder.string()}}};
    weights.file.metadata["format"] = "pt";  // what PyTorch's reader looks for
    auto config = configFromJson(named->loaded.contents.state);
    if (!config.ok())
        return config.error().withContext("the settings kept in '" + named->loaded.info.folder.string() + "'");
    named->atBest = kind == &kBest;
    weights.step = named->step();
    weights.passedOver = std::move(named->loaded.warnings);
    auto columns = withKeptColumns(config->config, runFolder);
    if (!columns.ok()) weights.passedOver.push_back(columns.error().phrase);
    weights.config = columns.ok() ? std::move(*columns) : std::move(config->config);
    weights.what = {kind->what, {weights.step, named->epochsBegun()}};
    return weights;
}

Result<WeightSizes> readWeightSizes(const std::filesystem::path& runFolder) {
    const auto all = CheckpointStore(runFolder).list();
    const auto newest = std::ranges::find_if(all, [](const CheckpointInfo& info) { return info.problem.empty(); });
    if (newest == all.end())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Files", "the run '%1' has no checkpoint"), {runFolder.string()}}};
    const auto path = newest->folder / "tensors.safetensors";
    const auto header = readTensorShapes(path);
    if (!header.ok()) return header.error();
    WeightSizes sizes;
    bool readsTables = false;
    for (const auto& [name, tensor] : header->tensors) {
        const auto& shape = tensor.shape;
        if (!name.starts_with("weights/")) continue;
        sizes.parameters += std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
        if (name == "weights/rnn.weight_ih_l0" && shape.size() == 2) sizes.inputs = shape[1];
        readsTables = readsTables || name.starts_with("weights/category.");
    }
    if (readsTables) sizes.inputs = 0;
    return sizes;
}

Result<RunWeights> exportRunWeights(const std::filesystem::path& runFolder, const std::filesystem::path& file,
                                    const std::string& checkpoint) {
    auto weights = readRunWeights(runFolder, checkpoint);
    if (!weights.ok()) return weights;
    auto facts = weightFacts(weights->config, trainedOn(runFolder), weights->file.tensors.contains("embedding.weight"));
    weights->file.metadata.merge(facts.texts);
    weights->problem = std::move(facts.problem);
    if (auto written = writeTensors(file, weights->file); !written.ok()) return written.error();
    return weights;
}

RunIdentity identityOf(const std::filesystem::path& runFolder) {
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database.ok()) return {};
    auto plan = run_files::readLastPlan(*database);
    return plan.ok() && *plan ? std::move((**plan).identity) : RunIdentity();
}

std::string trainedOn(const std::filesystem::path& runFolder) { return identityOf(runFolder).data; }

Phrase otherData(const std::string& present, const std::string& trained) {
    if (present.empty() || trained.empty() || present == trained) return {};
    return {GATELAB_TEXT("Files",
                         "the data are not those that it was trained on (their SHA-256 begins with %1, it was %2)"),
            {shortIdentity(present), shortIdentity(trained)}};
}

}  // namespace gatelab

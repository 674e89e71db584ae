// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "engine/session_support.h"

#include <filesystem>
#include <string>
#include <vector>

/// Networks of every kind, drawn by a number, each a kept run of a few steps.
namespace gatelab::testing {

struct DrawnRun {
    std::filesystem::path folder;
    ExperimentConfig config;
    std::string what;
};

/// Settings that go together for the most part; Engine::check says which do not.
inline ExperimentConfig drawnSettings(std::uint64_t number) {
    Rng random(number, RandomPurpose::Test);
    const auto one = [&](std::initializer_list<const char*> of) {
        return std::string(of.begin()[random.below(of.size())]);
    };
    const auto yes = [&](double share) { return random.uniform() < share; };
    ExperimentConfig config = smallConfig();
    config.seed = static_cast<std::int64_t>(number) + 1;
    config.epochs = 1;
    config.maxSteps = 4;
    config.learningRate = 0.02;
    config.batchSize = 16;
    config.builtinLength = 300;
    config.cell = yes(0.7) ? one({"lstm", "gru", "rnn-tanh", "rnn-relu"})
                           : one({"lstm-diagonal", "slstm", "minlstm", "mingru", "lru"});
    config.layers = 1 + static_cast<std::int64_t>(random.below(3));
    config.hiddenSize = 3 + static_cast<std::int64_t>(random.below(9));
    config.bidirectional = yes(0.3);
    config.residual = yes(0.4);
    config.layerNorm = yes(0.4);
    config.zoneout = yes(0.2) ? 0.1 : 0;
    if (config.cell == "lstm") config.projectionSize = yes(0.3) ? 2 : 0, config.peephole = yes(0.4);
    config.pooling = yes(0.6) ? "last" : one({"mean", "max", "attention"});
    if (yes(0.25)) {  // sequences
        config.task = one({"regression", "classification", "labelling"});
        config.builtin = config.task == "regression"       ? one({"adding-30", "ask-24"})
                         : config.task == "classification" ? one({"temporal-order", "grammar"})
                                                           : "copy";
        config.loss = config.task == "regression" ? "mse" : "cross-entropy";
        config.builtinLength = 60;
        return config;
    }
    config.builtin = one({"lorenz", "catchment", "sine-mix"});
    if (config.builtin == "lorenz" && yes(0.5)) config.targets = {"x", "z"}, config.inputs = {"z", "y", "x"};
    if (config.builtin == "lorenz" && yes(0.2)) config.targets = {"x"}, config.inputs = {"y", "z"};
    config.lookback = 8 + static_cast<std::int64_t>(random.below(12));
    config.horizon = 1 + static_cast<std::int64_t>(random.below(5));
    config.recipe = {"fill(method=linear)", one({"standardise", "minmax(low=-1, high=1)", "robust"})};
    if (yes(0.2)) config.recipe.push_back("minmax");
    config.anchor = yes(0.4) ? one({"last", "mean", "revin"}) : "none";
    config.linearPath = yes(0.3);
    config.decoder = yes(0.3) ? "recursive" : "direct";
    config.loss = one({"mse", "mae", "pinball", "rising-quantiles", "gaussian-nll", "student-t"});
    if (yes(0.5)) config.quantiles = {"0.05", "0.25", "0.75", "0.95"};
    return config;
}

/// The first `count` drawn networks that can be; kept in the workspace.
inline std::vector<DrawnRun> drawnRuns(Engine& engine, Workspace& workspace, std::size_t count) {
    std::vector<DrawnRun> runs;
    for (std::uint64_t number = 0; runs.size() < count && number < 10 * count; ++number) {
        const ExperimentConfig config = drawnSettings(number);
        if (!engine.check(config, nullptr, {}).ok()) continue;
        auto record = take(workspace.createRun(config, {}, "drawn"));
        DrawnRun run{record->folder(), config,
                     std::to_string(number) + " " + config.cell + " " + config.task + " " + config.builtin +
                         " layers " + std::to_string(config.layers) + (config.bidirectional ? " both ways" : "") +
                         " pooling " + config.pooling + " anchor " + config.anchor + " " + config.decoder + " " +
                         config.loss + (config.linearPath ? " linear" : "") + (config.zoneout > 0 ? " zoneout" : "") +
                         (config.peephole ? " peephole" : "") + (config.projectionSize > 0 ? " projection" : "")};
        const Received received = runToEnd(engine, config, std::move(record));
        const auto* end = received.last<RunEnd>();
        if (end != nullptr && end->state == RunState::Finished) runs.push_back(std::move(run));
    }
    return runs;
}

}  // namespace gatelab::testing

// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/architecture.h"

#include "config/cell_traits.h"
#include "config/choices.h"
#include "config/decoder.h"
#include "config/heads/head_kinds.h"

#include <algorithm>
#include <filesystem>

namespace gatelab {
namespace {

std::string cellName(const ExperimentConfig& config) {
    return (config.bidirectional ? "Bi" : "") + std::string(cellTraits(config.cell).family);
}

double elementBytes(const ExperimentConfig& config) {
    return config.precision == "fp64" ? 8 : config.precision == "bf16" || config.precision == "fp16" ? 2 : 4;
}

/// Collects the layers of one network from the window to the head.
class Builder {
public:
    Builder(const ExperimentConfig& config, const ModelShape& shape)
        : config_(config), shape_(shape), steps_(config.lookback + furtherSteps(config)), features_(shape.inputs) {}

    Architecture build() {
        add(LayerInfo::Kind::Window,
            config_.task == "forecast" ? GATELAB_TEXT("Layer", "Window") : GATELAB_TEXT("Layer", "Sequence"),
            config_.task == "forecast" ? "lookback" : "batch_size", {config_.lookback, config_.batchSize, features_}, 0,
            0, values(features_));
        if (shape_.tokens > 0) {
            features_ = config_.embeddingSize;
            add(LayerInfo::Kind::Embedding, GATELAB_TEXT("Layer", "Embedding"), "embedding_size", sequence(),
                shape_.tokens * features_, 0, values(features_));
        }
        addTables();
        for (std::int64_t layer = 0; layer < config_.layers; ++layer) addRecurrent(layer);
        addPooling();
        addHead();
        return std::move(result_);
    }

private:
    [[nodiscard]] std::vector<std::int64_t> sequence() const {
        return {config_.lookback, config_.batchSize, features_};
    }
    [[nodiscard]] double values(std::int64_t perStep) const {
        return static_cast<double>(steps_ * config_.batchSize * perStep) * elementBytes(config_);
    }

    void add(LayerInfo::Kind kind, Phrase name, const char* field, std::vector<std::int64_t> output,
             std::int64_t parameters, double multiplyAdds, double bytes, int index = -1) {
        result_.layers.push_back(
            {kind, std::move(name), std::move(output), parameters, multiplyAdds, bytes, index, field});
        result_.parameters += parameters;
        result_.multiplyAdds += multiplyAdds;
        result_.activationBytes += bytes;
    }

    /// Behind the last of them the first layer sees everything.
    void addTables() {
        for (const WordTable& table : shape_.tables) {
            const std::int64_t copies = std::ssize(table.copies);
            for (const WordTable::Copy& copy : table.copies) features_ += table.size - std::ssize(copy.inputs);
            add(LayerInfo::Kind::Embedding,
                {GATELAB_TEXT("Layer", "Embedding of %1, %2 words in %3"), {table.column, table.words, table.size}},
                "recipe", sequence(), table.words * table.size,
                static_cast<double>(steps_ * copies * table.words * table.size),
                values(&table == &shape_.tables.back() ? features_ : 0));
        }
    }

    void addRecurrent(std::int64_t layer) {
        const CellTraits& cell = cellTraits(config_.cell);
        const std::int64_t gates = cell.blocks(), hidden = config_.hiddenSize,
                           directions = config_.bidirectional ? 2 : 1;
        const std::int64_t projection = cell.projection ? config_.projectionSize : 0;
        const std::int64_t state = projection > 0 ? projection : hidden;
        const bool peephole = config_.peephole && cell.peephole;
        const std::int64_t weights = gates * hidden * (features_ + cell.hiddenColumns(state)) + projection * hidden +
                                     (peephole ? 3 * hidden : 0);
        const std::int64_t parameters = directions * (weights + cell.biases() * gates * hidden);
        const double multiplyAdds = static_cast<double>(directions * steps_ * weights);
        // Kept per step for the backward pass: gates, cell state and its tanh (LSTM), hidden state.
        const std::int64_t kept = directions * (hidden * (gates + (cell.cellState ? 1 + cell.cellParts() : 0)) + state);
        const bool residual = config_.residual && layer > 0 && features_ == directions * state;
        features_ = directions * state;
        const Phrase name(cellName(config_) + " " + std::to_string(layer + 1));
        add(LayerInfo::Kind::Recurrent, residual ? Phrase(GATELAB_TEXT("Layer", "%1 + input"), {name}) : name,
            "hidden_size", sequence(), parameters, multiplyAdds, values(kept), static_cast<int>(layer));
        if (config_.layerNorm)
            add(LayerInfo::Kind::LayerNorm, GATELAB_TEXT("Layer", "Layer norm"), "layer_norm", sequence(),
                2 * features_, 0, values(features_));
        if (config_.dropout > 0 && layer + 1 < config_.layers) {
            const auto percent = static_cast<int>(config_.dropout * 100 + 0.5);
            const Phrase share(std::string(percent < 10 ? "0.0" : "0.") + std::to_string(percent));
            add(LayerInfo::Kind::Dropout, {GATELAB_TEXT("Layer", "Dropout %1"), {share}}, "dropout", sequence(), 0, 0,
                values(features_));
        }
    }

    void addPooling() {
        if (config_.task == "labelling" || config_.pooling == "last") return;
        const bool attention = config_.pooling == "attention";
        // Attention after Yang et al. 2016: a square layer, its bias and a context vector.
        const std::int64_t parameters = attention ? features_ * features_ + 2 * features_ : 0;
        const double multiplyAdds =
            attention ? static_cast<double>(config_.lookback * (features_ * features_ + 2 * features_)) : 0;
        const Choice* choice = findChoice(poolingChoices(), config_.pooling);
        const Phrase how = choice ? Phrase(choice->label) : Phrase(config_.pooling);
        add(LayerInfo::Kind::Pooling, {GATELAB_TEXT("Layer", "Pooling, %1"), {how}}, "pooling",
            {config_.batchSize, features_}, parameters, multiplyAdds, attention ? values(features_) : 0);
    }

    void addHead() {
        const std::int64_t perTarget =
            givesQuantiles(config_.loss)
                ? std::max<std::int64_t>(1, static_cast<std::int64_t>(config_.quantiles.size()))
            : isStudentT(config_.loss)        ? 3
            : givesDistribution(config_.loss) ? 2
                                              : 1;
        const bool classes = config_.task == "classification" || config_.task == "labelling";
        const bool recursive = isRecursive(config_);  // the head gives one step, once for each
        const std::int64_t times = recursive ? config_.horizon : config_.task == "labelling" ? config_.lookback : 1;
        const std::int64_t steps = config_.task == "forecast" && !recursive ? config_.horizon : 1;
        const std::int64_t outputs =
            classes ? std::max<std::int64_t>(shape_.classes, 2) : steps * shape_.targets * perTarget;
        result_.outputSize = recursive ? times * outputs : outputs;
        // The linear path
        const std::int64_t window =
            config_.linearPath && config_.task == "forecast" ? config_.lookback * shape_.inputs : 0;
        const Phrase name = window > 0
                                ? Phrase(GATELAB_TEXT("Layer", "Linear %1 + %2 → %3"), {features_, window, outputs})
                                : Phrase(GATELAB_TEXT("Layer", "Linear %1 → %2"), {features_, outputs});
        std::vector<std::int64_t> output = {config_.batchSize, outputs};
        if (times > 1 || config_.task == "labelling") output.insert(output.begin(), times);
        add(LayerInfo::Kind::Head, name, config_.task == "forecast" ? "horizon" : "loss", std::move(output),
            (features_ + window + 1) * outputs, static_cast<double>(times * (features_ + window) * outputs),
            static_cast<double>(times * config_.batchSize * outputs) * elementBytes(config_));
    }

    const ExperimentConfig& config_;
    const ModelShape& shape_;
    std::int64_t steps_;  ///< that the network runs over
    std::int64_t features_;
    Architecture result_;
};

}  // namespace

std::int64_t seenInputs(const ExperimentConfig& config, const ModelShape& shape) {
    return shape.tokens > 0 ? config.embeddingSize : seenInputs(shape.tables, shape.inputs);
}

Architecture describeArchitecture(const ExperimentConfig& config, const ModelShape& shape) {
    return Builder(config, shape).build();
}

Phrase modelName(const ExperimentConfig& config) {
    const std::string layers = config.layers > 1 ? std::to_string(config.layers) + "×" : "";
    const std::string name =
        std::string(cellTraits(config.cell).family) + " " + layers + std::to_string(config.hiddenSize);
    return config.bidirectional ? Phrase(GATELAB_TEXT("ModelName", "%1, bi"), {name}) : Phrase(name);
}

std::string dataName(const ExperimentConfig& config) {
    return config.dataPath.empty() ? config.builtin : std::filesystem::path(config.dataPath).filename().string();
}

}  // namespace gatelab

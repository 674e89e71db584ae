// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/network/portable_network.h"

#include "base/version.h"
#include "config/decoder.h"
#include "config/heads/head_kinds.h"
#include "config/setting_predicates.h"
#include "config/words/word_table.h"
#include "data/recipe/word_tables.h"
#include "export/network/series_scales.h"
#include "export/network/told_distribution.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

namespace gatelab {

namespace {

std::string recurrentWeight(std::string_view what, std::int64_t layer, std::int64_t direction) {
    return "rnn." + std::string(what) + "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
}

Result<PortableNetwork::Weights> numbersOf(const std::string& name, const RawTensor& raw) {
    PortableNetwork::Weights made{raw.shape, {}};
    const std::size_t size = dtypeSize(raw.dtype), count = size > 0 ? raw.bytes.size() / size : 0;
    made.values.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const char* from = raw.bytes.data() + i * size;
        if (raw.dtype == "F32") {
            std::memcpy(&made.values[i], from, sizeof(float));
        } else if (raw.dtype == "F64") {
            double value = 0;
            std::memcpy(&value, from, sizeof value);
            made.values[i] = static_cast<float>(value);
        } else {
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Export", "the weights '%1' are of the type %2; export needs F32 or F64"),
                          {name, raw.dtype}}};
        }
    }
    return made;
}

void addSequences(const SavedSequences& kept, PortableNetwork& network) {
    network.tokens = kept.tokens;
    network.longest = kept.longest > 0 ? kept.longest : network.config.lookback;
    network.classNames = kept.classes;
    for (std::int64_t i = std::ssize(network.classNames); i < kept.classCount; ++i)
        network.classNames.push_back(std::to_string(i));
    for (std::size_t c = 0; kept.tokens == 0 && c < kept.channels.size(); ++c) {
        const bool scaled = c < kept.scale.mean.size() && c < kept.scale.deviation.size();
        network.columns.push_back(
            {kept.channels[c], {}, scaled ? kept.scale.mean[c] : 0, scaled ? kept.scale.deviation[c] : 1});
        network.inputs.push_back(static_cast<std::int64_t>(c));
    }
}

/// Words that the run reads through tables become plain inputs of 0 and 1: the same network, with the tables in its
/// first weights.
Result<> foldTables(PortableNetwork& network) {
    std::vector<std::string> names;
    const std::vector<std::string> read = network.scaleNames();
    for (const std::int64_t input : network.inputs) names.push_back(read[static_cast<std::size_t>(input)]);
    const std::vector<WordTable> tables = wordTables(network.config.recipe, names);
    if (tables.empty()) return {};
    const std::int64_t inputs = std::ssize(names), seen = seenInputs(tables, inputs);
    const Error misfit{ErrorCode::Corrupt,
                       GATELAB_TEXT("Export", "the tables of the words do not fit the run's settings")};
    for (const WordTable& table : tables)
        if (!network.has(table.name) || network.at(table.name).shape != std::vector{table.words, table.size})
            return misfit;
    const auto valuesOf = [&](const WordTable& table) { return std::span<const float>(network.at(table.name).values); };
    for (std::int64_t d = 0; d < network.directions(); ++d) {
        const auto found = network.weights.find(recurrentWeight("weight_ih", 0, d));
        if (found == network.weights.end() || found->second.shape.size() != 2 || found->second.shape[1] != seen)
            return misfit;
        PortableNetwork::Weights& matrix = found->second;
        matrix.values = foldedTables<float>(tables, inputs, std::span<const float>(matrix.values), valuesOf);
        matrix.shape[1] = inputs;
    }
    for (const WordTable& table : tables) network.weights.erase(table.name);
    return {};
}

/// What the layers are, held against their weights: a file may have others than its settings say.
Result<> addLayers(PortableNetwork& network) {
    const ExperimentConfig& config = network.config;
    std::int64_t width = network.tokens > 0 ? config.embeddingSize : std::ssize(network.inputs);
    const std::int64_t rows = network.cell().blocks() * config.hiddenSize;
    const std::int64_t half = config.projectionSize > 0 ? config.projectionSize : config.hiddenSize;
    for (std::int64_t index = 0; index < config.layers; ++index) {
        for (std::int64_t d = 0; d < network.directions(); ++d) {
            const auto* matrix = network.recurrent("weight_ih", index, d);
            if (matrix == nullptr || matrix->shape != std::vector{rows, width})
                return Error{
                    ErrorCode::Corrupt,
                    {GATELAB_TEXT("Export", "the weights of layer %1 do not fit the run's settings"), {index + 1}}};
        }
        const std::int64_t outputs = half * network.directions();
        network.layers.push_back({index, width, outputs, config.residual && index > 0 && width == outputs});
        width = outputs;
    }
    if (!network.has("head.weight") || network.at("head.weight").shape.size() != 2 ||
        network.at("head.weight").shape[1] != width || !network.has("head.bias"))
        return Error{ErrorCode::Corrupt,
                     GATELAB_TEXT("Export", "the weights of the head do not fit the run's settings")};
    network.outputs = network.at("head.weight").shape[0];
    return {};
}

}  // namespace

const PortableNetwork::Weights* PortableNetwork::recurrent(std::string_view what, std::int64_t layer,
                                                           std::int64_t direction) const {
    const auto found = weights.find(recurrentWeight(what, layer, direction));
    return found == weights.end() ? nullptr : &found->second;
}

std::int64_t PortableNetwork::told() const {
    const std::int64_t parameters = toldParameters(config);
    return parameters == 0 ? values : parameters + std::ssize(toldLevels(config));
}

std::int64_t PortableNetwork::answerWidth() const {
    return isForecast() ? config.horizon * std::ssize(targets) * told() : outputs;
}

double PortableNetwork::answerScale(std::int64_t i, std::int64_t number) const {
    if (!isForecast()) return 1;
    const Target& target = targets[static_cast<std::size_t>(i / told()) % targets.size()];
    return isMany() ? series[static_cast<std::size_t>(number)].scales[static_cast<std::size_t>(target.scale)]
                    : target.column.scale;
}

std::int64_t PortableNetwork::aheadRows() const {
    std::int64_t most = 0;
    for (const Ahead& one : ahead) most = std::max(most, one.rows);
    return most;
}

std::vector<std::string> PortableNetwork::scaleNames() const {
    std::vector<std::string> names;
    for (const Column& column : columns) names.push_back(column.name);
    for (const Ahead& one : ahead) names.push_back(one.column.name);
    for (const Target& target : targets)
        if (target.row < 0) names.push_back(target.column.name);
    return names;
}

PortableNetwork::SeriesScale PortableNetwork::scaleOf(std::int64_t number) const {
    if (isMany()) return series[static_cast<std::size_t>(number)];
    SeriesScale made;
    const auto add = [&](const Column& column) {
        made.offsets.push_back(column.offset);
        made.scales.push_back(column.scale);
    };
    for (const Column& column : columns) add(column);
    for (const Ahead& one : ahead) add(one.column);
    for (const Target& target : targets)
        if (target.row < 0) add(target.column);
    return made;
}

double PortableNetwork::answerSlack(std::int64_t i) const {
    const std::int64_t parameters = isForecast() ? toldParameters(config) : 0, at = i % told();
    if (parameters == 0 || at == 0) return 0;
    if (at < parameters) return std::numeric_limits<double>::infinity();
    return isNegativeBinomial(config.loss) ? 1 : 0;
}

bool PortableNetwork::streams() const {
    return !config.bidirectional && (isLabelling(config) || poolsLast(config)) && !isAnchored(config.anchor) &&
           !has("linear.weight");
}

Result<PortableNetwork> makePortableNetwork(const RunWeights& weights, const SavedPreparation& kept) {
    PortableNetwork network;
    network.config = weights.config;
    network.weightsOf = weights.what;
    if (!isForecast(network.config) && isStudentT(network.config.loss))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Export",
                                  "a Student t distribution is written of forecasts alone; train the numbers of "
                                  "sequences with MSE, or hand on the whole run as a bundle")};
    network.program = programVersion();
    for (const auto& [name, raw] : weights.file.tensors) {
        auto numbers = numbersOf(name, raw);
        if (!numbers.ok()) return numbers.error();
        network.weights.emplace(name, std::move(*numbers));
    }
    if (kept.series) {
        if (auto added = addSeriesScales(*kept.series, network); !added.ok()) return added.error();
        if (auto folded = foldTables(network); !folded.ok()) return folded.error();
    } else if (kept.sequences) {
        addSequences(*kept.sequences, network);
    }
    if (auto added = addLayers(network); !added.ok()) return added.error();
    const ExperimentConfig& config = network.config;
    if (network.isForecast())
        network.values = network.outputs / (std::ssize(network.targets) * (isRecursive(config) ? 1 : config.horizon));
    return network;
}

Result<PortableNetwork> readPortableNetwork(const std::filesystem::path& runFolder, const std::string& checkpoint) {
    const auto weights = readRunWeights(runFolder, checkpoint);
    if (!weights.ok()) return weights.error();
    const auto kept = readPreparation(runFolder);
    if (!kept.ok())
        return kept.error().withContext(
            GATELAB_TEXT("Export", "what the run's recipe learned is needed to take raw values"));
    auto network = makePortableNetwork(*weights, *kept);
    if (!network.ok()) return network;
    network->run = runFolder.filename().string();
    network->data = trainedOn(runFolder);
    return network;
}

}  // namespace gatelab

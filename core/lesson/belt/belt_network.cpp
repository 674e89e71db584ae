// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/belt/belt_network.h"

#include "config/config_io.h"
#include "config/setting_predicates.h"
#include "data/synthetic/synthetic.h"
#include "io/json/json_text.h"
#include "io/safetensors_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gatelab {

namespace {

using Json = nlohmann::json;

double sigmoid(double value) { return 1 / (1 + std::exp(-value)); }

Error notForTheBelt(const Phrase& what) { return {ErrorCode::InvalidInput, what}; }

/// Empty: not there, or of another shape.
std::vector<double> numbersOf(const TensorFile& file, const char* name, const std::vector<std::int64_t>& shape) {
    const auto found = file.tensors.find(name);
    if (found == file.tensors.end() || found->second.dtype != "F32" || found->second.shape != shape) return {};
    std::vector<float> values(found->second.bytes.size() / sizeof(float));
    std::memcpy(values.data(), found->second.bytes.data(), values.size() * sizeof(float));
    return {values.begin(), values.end()};
}

Result<> fillWeights(const TensorFile& file, const ExperimentConfig& config, BeltNetwork& network) {
    const std::int64_t units = config.hiddenSize, rows = 4 * units, horizon = config.horizon;
    network.units = static_cast<std::size_t>(units);
    network.horizon = static_cast<std::size_t>(horizon);
    network.input = numbersOf(file, "rnn.weight_ih_l0", {rows, 1});
    network.recurrent = numbersOf(file, "rnn.weight_hh_l0", {rows, units});
    network.bias = numbersOf(file, "rnn.bias_ih_l0", {rows});
    const auto second = numbersOf(file, "rnn.bias_hh_l0", {rows});
    network.headWeight = numbersOf(file, "head.weight", {horizon, units});
    network.headBias = numbersOf(file, "head.bias", {horizon});
    using Weights = const std::vector<double>*;
    for (Weights one : std::initializer_list<Weights>{&network.input, &network.recurrent, &network.bias, &second,
                                                      &network.headWeight, &network.headBias})
        if (one->empty() || !std::ranges::all_of(*one, [](double value) { return std::isfinite(value); }))
            return notForTheBelt(GATELAB_TEXT("Lesson", "a weight is missing, of another shape or no number"));
    for (std::size_t i = 0; i < second.size(); ++i) network.bias[i] += second[i];
    return {};
}

/// Null: there is none of this name, or no object.
const Json& memberOf(const Json& json, const char* key) {
    static const Json kNone;
    const auto found = json.find(key);
    return found == json.end() ? kNone : *found;
}

/// The only step with numbers of its own is the scaling of the one column.
Result<> fillScaling(const TensorFile& file, BeltNetwork& network) {
    const auto text = file.metadata.find("scaling");
    const Json steps = text == file.metadata.end() ? Json() : tryParseJson<Json>(text->second);
    for (const Json& step : steps.is_array() ? steps : Json::array()) {
        if (memberOf(step, "step") != "standardise") continue;
        const Json &learned = memberOf(step, "learned"), &offset = memberOf(learned, "offset"),
                   &scale = memberOf(learned, "scale");
        if (!offset.is_array() || !scale.is_array() || offset.size() != 1 || scale.size() != 1) break;
        if (!offset[0].is_number() || !scale[0].is_number() || !(scale[0].get<double>() > 0)) break;
        network.offset = offset[0].get<double>();
        network.scale = scale[0].get<double>();
        return {};
    }
    return notForTheBelt(GATELAB_TEXT("Lesson", "the file does not say how one column was standardised"));
}

}  // namespace

BeltState BeltNetwork::start() const {
    BeltState state;
    for (auto& valve : state.valves) valve.assign(units, 0);
    state.cell = state.hidden = std::vector<double>(units, 0);
    return state;
}

BeltState BeltNetwork::read(const BeltState& before, double number, const BeltHand& hand) const {
    const double x = (number - offset) / scale;
    BeltState next = start();
    for (std::size_t unit = 0; unit < units; ++unit) {
        std::array<double, kBeltValves> valves;
        for (std::size_t valve = 0; valve < kBeltValves; ++valve) {
            const std::size_t row = valve * units + unit;
            double sum = bias[row] + input[row] * x;
            for (std::size_t other = 0; other < units; ++other)
                sum += recurrent[row * units + other] * before.hidden[other];
            valves[valve] = static_cast<BeltValve>(valve) == BeltValve::Candidate ? std::tanh(sum) : sigmoid(sum);
            if (unit == hand.unit && hand.values[valve]) valves[valve] = *hand.values[valve];
            next.valves[valve][unit] = valves[valve];
        }
        const auto [i, f, g, o] = valves;
        next.cell[unit] = f * before.cell[unit] + i * g;
        next.hidden[unit] = o * std::tanh(next.cell[unit]);
    }
    return next;
}

std::vector<double> BeltNetwork::forecast(const BeltState& state) const {
    std::vector<double> ahead(horizon);
    for (std::size_t hour = 0; hour < horizon; ++hour) {
        double sum = headBias[hour];
        for (std::size_t unit = 0; unit < units; ++unit) sum += headWeight[hour * units + unit] * state.hidden[unit];
        ahead[hour] = sum * scale + offset;
    }
    return ahead;
}

Result<BeltFile> readBeltFile(std::string_view bytes) {
    const auto file = parseTensors(bytes);
    if (!file.ok()) return file.error();
    const auto text = file->metadata.find("experiment");
    if (text == file->metadata.end())
        return notForTheBelt(GATELAB_TEXT("Lesson", "the file does not say what its network was trained with"));
    const auto read = configFromJson(text->second);
    if (!read.ok()) return read.error();
    const ExperimentConfig& config = read->config;
    if (!isLstm(config.cell) || config.layers != 1 || config.bidirectional || config.projectionSize != 0 ||
        config.peephole || config.layerNorm || config.linearPath || !config.dataPath.empty() ||
        isAnchored(config.anchor) || !poolsLast(config) || asksRecursive(config))
        return notForTheBelt(
            GATELAB_TEXT("Lesson", "only one plain layer of an LSTM on a built-in series fits on the belt"));
    BeltFile belt;
    if (auto filled = fillWeights(*file, config, belt.network); !filled.ok()) return filled.error();
    if (auto filled = fillScaling(*file, belt.network); !filled.ok()) return filled.error();
    const auto data = makeBuiltin(config.builtin, config.builtinLength, static_cast<std::uint64_t>(config.builtinSeed));
    if (!data.ok()) return data.error();
    if (!data->series || data->series->channels.size() != 1)
        return notForTheBelt(GATELAB_TEXT("Lesson", "the belt takes one number at each step"));
    belt.series = data->series->channels.front().values.vector();
    const auto split = splitRows(config.split, data->series->rows(), config.splitGap);
    if (!split.ok()) return split.error();
    belt.test = split->test;
    if (belt.test.size() < 2 * config.horizon)
        return notForTheBelt(GATELAB_TEXT("Lesson", "the test part is shorter than two forecasts"));
    return belt;
}

}  // namespace gatelab

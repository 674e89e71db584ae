// SPDX-License-Identifier: GPL-3.0-or-later
#include "xla/network_of.h"

#include "config/cell_traits.h"
#include "config/schedule_curve.h"
#include "config/setting_predicates.h"

#include <algorithm>
#include <charconv>

namespace gatelab {

namespace {

void addParameter(XlaPiece& piece, std::string name, std::vector<std::int64_t> shape) {
    const std::int64_t place = piece.numbers;
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    piece.numbers += count;
    piece.parameters.push_back({std::move(name), std::move(shape), place});
}

/// A piece for each layer, all matrices before all biases, and one for the head.
std::vector<XlaPiece> piecesOf(const XlaNetwork& n) {
    std::vector<XlaPiece> pieces;
    const std::int64_t rows = cellTraits(n.cell).blocks() * n.hidden;
    for (std::int64_t layer = 0; layer < n.layers; ++layer) {
        XlaPiece& piece = pieces.emplace_back();
        const std::int64_t inputs = layer == 0 ? n.inputs : n.directions * n.hidden;
        const auto name = [&](const char* what, std::int64_t direction) {
            return "rnn." + std::string(what) + "_l" + std::to_string(layer) + (direction == 1 ? "_reverse" : "");
        };
        for (std::int64_t d = 0; d < n.directions; ++d) {
            addParameter(piece, name("weight_ih", d), {rows, inputs});
            addParameter(piece, name("weight_hh", d), {rows, n.hidden});
        }
        for (std::int64_t d = 0; d < n.directions; ++d) {
            addParameter(piece, name("bias_ih", d), {rows});
            addParameter(piece, name("bias_hh", d), {rows});
        }
    }
    XlaPiece& head = pieces.emplace_back();
    addParameter(head, "head.weight", {n.outputs, n.directions * n.hidden});
    addParameter(head, "head.bias", {n.outputs});
    return pieces;
}

std::vector<double> levelsOf(const ExperimentConfig& config) {
    std::vector<double> levels;
    for (const std::string& text : config.quantiles) {
        double level = 0.5;
        std::from_chars(text.data(), text.data() + text.size(), level);  // checked by config_check
        levels.push_back(level);
    }
    return levels.empty() ? std::vector<double>{0.5} : levels;
}

}  // namespace

XlaNetwork xlaNetworkOf(const ExperimentConfig& c, const ModelShape& shape) {
    XlaNetwork n;
    n.kind = isFp64(c.precision) ? "f64" : "f32";
    n.cell = c.cell;
    n.usesRelu = isPlainRnn(c.cell) && !cellTraits(c.cell).boundedOutput;
    n.layers = c.layers;
    n.directions = c.bidirectional ? 2 : 1;
    n.hidden = c.hiddenSize;
    n.inputs = shape.inputs;
    n.time = describeArchitecture(c, shape).layers.front().output.front();
    n.batch = c.batchSize;
    n.pooling = isLabelling(c) ? XlaNetwork::Pooling::EveryStep
                : poolsMean(c) ? XlaNetwork::Pooling::Mean
                               : XlaNetwork::Pooling::Last;
    n.loss = c.loss;
    n.hasClasses = givesClasses(c);
    n.horizon = isForecast(c) ? c.horizon : 1;
    n.targets = shape.targets;
    n.quantiles = levelsOf(c);
    n.values = isPinball(c.loss) ? static_cast<std::int64_t>(n.quantiles.size()) : 1;
    n.outputs = n.hasClasses ? shape.classes : n.horizon * n.targets * n.values;
    n.hasLevel = isForecast(c) && isAnchored(c.anchor);
    n.hasScale = isForecast(c) && anchorsScale(c.anchor);
    n.huberDelta = c.huberDelta;
    n.seasonal.assign(static_cast<std::size_t>(n.targets), 1.0);
    n.rule = isSgd(c) ? XlaNetwork::Rule::Sgd : XlaNetwork::Rule::Adam;
    n.usesMomentum = usesMomentum(c);
    n.nesterov = c.nesterov;
    n.amsgrad = c.amsgrad && !isSgd(c);
    n.pieces = piecesOf(n);
    return n;
}

}  // namespace gatelab

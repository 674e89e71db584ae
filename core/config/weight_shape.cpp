// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/weight_shape.h"

#include "config/architecture.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace gatelab {

namespace {

using Shapes = std::vector<std::tuple<LayerInfo::Kind, std::int64_t, std::int64_t>>;

std::int64_t countOr(const std::vector<std::string>& chosen, std::int64_t otherwise) {
    return chosen.empty() ? otherwise : static_cast<std::int64_t>(chosen.size());
}

/// Kind, width and parameters of the layers that have any, for numbers and for tokens as input: how many columns and
/// classes the data have matters not.
Shapes shapesOf(const ExperimentConfig& config) {
    Shapes shapes;
    for (const std::int64_t tokens : {0, 7}) {
        const ModelShape data{countOr(config.inputs, 1009), countOr(config.targets, 1), 3, tokens};
        for (const LayerInfo& layer : describeArchitecture(config, data).layers)
            if (layer.parameters > 0) shapes.emplace_back(layer.kind, layer.output.back(), layer.parameters);
    }
    // How many words a table has only the data tell.
    for (const std::string& step : tableSteps(config))
        shapes.emplace_back(LayerInfo::Kind::Embedding, 0, static_cast<std::int64_t>(std::hash<std::string>()(step)));
    return shapes;
}

}  // namespace

std::vector<ConfigChange> shapeChanges(const ExperimentConfig& parent, const ExperimentConfig& child) {
    const Shapes shapes = shapesOf(parent);
    std::vector<ConfigChange> changes = configChanges(parent, child), guilty;
    if (shapesOf(child) == shapes) return {};
    for (const ConfigChange& change : changes)
        if (shapesOf(applyChanges(parent, std::span(&change, 1))) != shapes) guilty.push_back(change);
    // Two that are harmless alone, such as a projection and the cell that has one.
    return guilty.empty() ? changes : guilty;
}

}  // namespace gatelab

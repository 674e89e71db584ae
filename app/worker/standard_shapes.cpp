// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/standard_shapes.h"

#include "base/rng.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gatelab::worker {

std::span<const StandardShape> standardShapes() {
    static constexpr std::array kShapes = {StandardShape{"A", 32, 24, 8, 32, 1}, StandardShape{"B", 64, 96, 8, 64, 1},
                                           StandardShape{"C", 64, 168, 8, 128, 2},
                                           StandardShape{"D", 128, 336, 16, 256, 2},
                                           StandardShape{"E", 256, 512, 64, 1024, 2},
                                           // F, G: unkind to the own kernel
                                           StandardShape{"F", 8, 48, 32, 512, 1}, StandardShape{"G", 256, 12, 3, 20, 1},
                                           // H: between the sizes for which cuDNN chooses well by itself
                                           StandardShape{"H", 64, 96, 8, 160, 1}};
    return kShapes;
}

const StandardShape* findShape(const std::string& key) {
    const auto found = std::ranges::find_if(standardShapes(), [&](const StandardShape& row) { return key == row.key; });
    return found == standardShapes().end() ? nullptr : &*found;
}

std::shared_ptr<const Dataset> standardData(std::int64_t inputs, std::int64_t rows) {
    auto series = std::make_shared<Series>();
    series->name = series->source = "bench";
    Rng rng(1, RandomPurpose::Synthetic);
    for (std::int64_t c = 0; c < inputs; ++c) {
        std::vector<double> values;
        for (std::int64_t row = 0; row < rows; ++row) values.push_back(rng.normal());
        series->channels.push_back({"x" + std::to_string(c), {}, std::move(values)});
    }
    std::vector<double> target;
    for (std::int64_t row = 0; row < rows; ++row)
        target.push_back(std::sin(static_cast<double>(row) / 20) +
                         0.1 * series->channels.front().values[static_cast<std::size_t>(row)]);
    series->channels.push_back({"y", {}, std::move(target)});
    auto data = std::make_shared<Dataset>();
    data->series = std::move(series);
    return data;
}

ExperimentConfig standardConfig(const StandardShape& shape) {
    ExperimentConfig config;
    config.targets = {"y"};
    for (std::int64_t c = 0; c < shape.inputs; ++c) config.inputs.push_back("x" + std::to_string(c));
    config.recipe.clear();
    config.split = "80%/10%/10%";
    config.lookback = shape.lookback;
    config.hiddenSize = shape.hidden;
    config.layers = shape.layers;
    config.batchSize = shape.batch;
    config.dropLast = true;
    config.clipNorm = 0;
    return config;
}

}  // namespace gatelab::worker

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/cell_traits.h"
#include "config/experiment_config.h"
#include "data/recipe/saved_preparation.h"
#include "store/run_weights.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// A trained network with all that it takes to compute with it away from Gatelab: raw values in the units of the data
/// in, forecasts in the units of the data out. A value without LibTorch; what the writers of ONNX, C and PyTorch read.
struct PortableNetwork {
    struct Weights {
        std::vector<std::int64_t> shape;
        std::vector<float> values;  ///< row-major
    };
    /// What a raw row holds: prepared = (raw - offset) / scale.
    struct Column {
        std::string name, unit;
        double offset = 0, scale = 1;
        bool operator==(const Column&) const = default;
    };
    struct Target {
        Column column;
        std::int64_t row = -1;    ///< its place in a raw row; -1: a row has it not
        std::int64_t input = -1;  ///< its place among the network's inputs; -1: it is none
        double minScale = 0;      ///< least deviation that a window is divided by (RevIN)
        std::int64_t scale = -1;  ///< its place in a SeriesScale
    };
    /// An input that holds the value of a column `rows` rows later (the recipe's step "known").
    struct Ahead {
        Column column;           ///< "price +24"
        std::int64_t known = 0;  ///< the column's place in PortableNetwork::known
        std::int64_t rows = 0;   ///< above 0
    };
    /// How the values of one series are scaled: prepared = (raw - offset) / scale, [scaleNames()].
    struct SeriesScale {
        std::string name;
        std::vector<double> offsets, scales;
    };
    /// One recurrent layer.
    struct Layer {
        std::int64_t index = 0, inputs = 0, outputs = 0;  ///< outputs: of all directions
        bool residual = false;
        [[nodiscard]] std::int64_t half(std::int64_t directions) const { return outputs / directions; }
    };

    ExperimentConfig config;
    std::string run, data, program;  ///< id of the run; identity of its data; version that writes
    Phrase weightsOf;                ///< "the best weights, of step 120 in epoch 3"
    std::map<std::string, Weights> weights;
    std::vector<Column> columns;  ///< of a raw row; empty for tokens
    /// What the network reads, in its order: a column, or from columns.size() on one of `ahead`
    std::vector<std::int64_t> inputs;
    std::vector<Ahead> ahead;
    std::vector<std::int64_t> known;  ///< columns whose values of the next aheadRows() rows are given beside the window
    /// The series of the training, where one network was trained on many; empty: one, scaled as its columns say
    std::vector<SeriesScale> series;
    std::string scaleRule;                 ///< how a series that is none of them is scaled, in words (English)
    std::vector<Target> targets;           ///< of a forecast
    std::int64_t tokens = 0, outputs = 0;  ///< outputs: numbers that the head gives at once
    std::int64_t longest = 0;             ///< steps of the longest sequence of the training; of a forecast the lookback
    std::vector<std::string> classNames;  ///< one per class; empty: no classes
    std::int64_t values = 1;              ///< numbers per target and step that the head gives
    std::vector<Layer> layers;

    [[nodiscard]] const CellTraits& cell() const { return cellTraits(config.cell); }
    [[nodiscard]] std::int64_t directions() const { return config.bidirectional ? 2 : 1; }
    [[nodiscard]] std::int64_t inputWidth() const { return layers.front().inputs; }
    [[nodiscard]] bool has(const std::string& name) const { return weights.contains(name); }
    [[nodiscard]] const Weights& at(const std::string& name) const { return weights.at(name); }
    /// "weight_ih" of a layer and direction.
    [[nodiscard]] const Weights* recurrent(std::string_view what, std::int64_t layer, std::int64_t direction) const;
    [[nodiscard]] bool isForecast() const { return !targets.empty(); }
    [[nodiscard]] bool isMany() const { return !series.empty(); }
    /// Rows behind a window whose values of the columns `known` are given with it; 0: none.
    [[nodiscard]] std::int64_t aheadRows() const;
    /// What has a scale: the columns, those of `ahead`, and the targets that a row has not.
    [[nodiscard]] std::vector<std::string> scaleNames() const;
    /// Of one of the series; of a network of one series: of its columns.
    [[nodiscard]] SeriesScale scaleOf(std::int64_t number) const;
    /// Numbers that an answer tells per target and step: `values`, or of a distribution of Student's t or of counts its
    /// parameters and behind them the quantiles (told_distribution.h).
    [[nodiscard]] std::int64_t told() const;
    /// Numbers of one answer: [horizon][target][told], [class], [step][class] for labelling, [target].
    [[nodiscard]] std::int64_t answerWidth() const;
    /// By what the i-th of them is divided to be told in parts of the targets' scale; number: of the series.
    [[nodiscard]] double answerScale(std::int64_t i, std::int64_t number = 0) const;
    /// How far the i-th may be from the run's before a check calls it a difference: infinitely for a parameter that the
    /// run's own forecasts do not tell, by one for a quantile of counts, which rounding may move to the next count.
    [[nodiscard]] double answerSlack(std::int64_t i) const;
    /// Whether the state alone decides the next answer, so that rows can come one at a time: one direction, pooling
    /// "last", no anchor, no linear path.
    [[nodiscard]] bool streams() const;
};

/// Of a run's folder. Unsupported: a step of the recipe looks at other rows (but for what is known ahead) or at the
/// time. Needs neither the data nor LibTorch.
Result<PortableNetwork> readPortableNetwork(const std::filesystem::path& runFolder,
                                            const std::string& checkpoint = "best");
/// The same from its parts.
Result<PortableNetwork> makePortableNetwork(const RunWeights& weights, const SavedPreparation& kept);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "forecast/saved_model.h"
#include "run/packed_forecast.h"
#include "step/objective.h"

#include <memory>
#include <optional>

namespace gatelab {

/// What forecasts: the network of a kept run, or a packed one and beside it the whole one that it is held against. The
/// caller holds LibrarySettings for as long as it is used. One thread.
class ForecastNetwork {
public:
    /// `packed` null: the network itself. `plan` outlives this.
    static Result<std::unique_ptr<ForecastNetwork>> open(const TrainPlan& plan, const RunWeights& weights,
                                                         const PackedNetwork* packed);
    ForecastNetwork(const ForecastNetwork&) = delete;
    ForecastNetwork& operator=(const ForecastNetwork&) = delete;
    [[nodiscard]] const Objective& objective() const { return *objective_; }
    /// Null: nothing is packed.
    [[nodiscard]] const Objective* whole() const { return whole_ ? &*whole_ : nullptr; }

private:
    ForecastNetwork() = default;
    TrainPlan plan_;  ///< of the packed one
    std::unique_ptr<Model> model_, wholeModel_;
    std::optional<Objective> objective_, whole_;
};

/// Differences of the same forecasts on the original scale, by the packed and by the whole network.
void compareForecasts(const std::vector<double>& packed, const std::vector<double>& whole, PackedComparison& beside);
/// The same of answers to sequences: of their numbers, or of probabilities and the classes that follow from them.
void compareAnswers(const SequenceAnswers& packed, const SequenceAnswers& whole, PackedComparison& beside);
/// Times both with one window of the source, in turns on this thread.
void compareTimes(const ForecastNetwork& network, const ExampleSource& source, PackedComparison& beside);

}  // namespace gatelab

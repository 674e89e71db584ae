// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/guarded.h"
#include "base/progress.h"
#include "run/run_event.h"
#include "step/evaluator.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// Prepared values [window][step][target] on the original scale.
std::vector<double> toOriginalScale(const PreparedSeries& prepared, const WindowSet& windows,
                                    std::vector<double> values);
/// The same for what forecasts say besides their centre. Quantiles go through the recipe as they are; after a
/// difference step they are those of errors that all go the same way. A normal distribution stays one only where the
/// recipe is a line (log and Box-Cox bend it): else mean and deviation are left out.
ForecastSpread toOriginalScale(const PreparedSeries& prepared, const WindowSet& windows, ForecastSpread spread);
/// The targets' values of the windows: [window][step][target], prepared scale.
std::vector<double> windowTruth(const PreparedSeries& prepared, const WindowSet& windows);
/// One baseline's forecast of the windows on the original scale; empty when it has none, or progress said stop.
std::vector<double> baselineForecast(const PreparedSeries& prepared, const WindowSet& windows, std::string_view key,
                                     const Progress& progress = {});

/// What is said before a run whose end holds forecasts of very many windows: how many they are and how much that is,
/// 8 bytes for each number of the forecasts and the truth on both scales. Empty: less than 1 GiB.
Phrase manyForecastsText(std::int64_t windows, std::int64_t horizon, std::int64_t targets);

/// Scores of the model's forecasts [window][step][target], and of what they say besides their centre, on both scales.
/// Both are given on the prepared scale.
Result<std::vector<TestScore>> scoreForecasts(const PreparedSeries& prepared, const WindowSet& windows,
                                              const std::vector<double>& forecasts, const ForecastSpread& spread);
/// Appends what needs no network, on the same windows.
Result<> addBaselines(const PreparedSeries& prepared, const WindowSet& windows, std::vector<TestScore>& scores,
                      const Progress& progress = {});

/// What a baseline forecasts of the window that previews show: of its first target, by steps.
struct PreviewBaseline {
    std::string method;  ///< its key; empty: none
    std::vector<double> values;
};
PreviewBaseline previewBaseline(const TrainPlan& plan, const std::string& method, const Progress& progress = {});

/// Redraws the forecast of one validation window while the network learns. The window stays the same, so that the eye
/// sees what changed. Made and used by the training thread.
class PreviewMaker {
public:
    /// `validation` is the source of plan.windows.validation; `best` is where another thread says the best baseline
    /// once it is known, until then it is seasonal naive. All outlive this.
    PreviewMaker(const TrainPlan& plan, const Objective& objective, const ExampleSource& validation,
                 const Guarded<PreviewBaseline>& best);
    /// By the network as it is after `epoch`.
    [[nodiscard]] ForecastPreview make(std::int64_t epoch) const;

private:
    const TrainPlan& plan_;
    const Objective& objective_;
    const ExampleSource& validation_;
    const Guarded<PreviewBaseline>& best_;
    at::Tensor order_;
    WindowSet window_;
    ForecastPreview fixed_;  ///< what does not change from epoch to epoch
};

}  // namespace gatelab

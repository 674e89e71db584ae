// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_report.h"
#include "baselines/baselines.h"
#include "run/forecast_score.h"
#include "run/selection_score.h"
#include "runs/run_controller.h"

#include <QString>
#include <functional>
#include <vector>

/// Figures that pages read off a run; pure functions of the view.
namespace gatelab {

/// "standardised scale", "original scale, MW": on which scale scores are; the unit is that of the targets, empty where
/// it is not known.
QString scaleName(const std::string& scale, const std::string& unit = {});
/// "MSE, standardised scale"; shares are the same on every scale.
QString scoreName(const Score& score, const std::string& scale, const std::string& unit = {});

/// What the numbers of a run's loss are: "standardised scale" of a forecast whose targets are
/// only standardised, else "prepared scale"; "original scale" of numbers for sequences; of
/// classes the name of the loss, which has no scale.
QString lossScale(const ExperimentConfig& config);

/// The one figure of a run: its best validation loss so far, and what the same weights reach that may be compared with
/// baselines (selectionScore).
struct BestFigure {
    double value = 0;        ///< NaN: none yet
    double compared = 0;     ///< NaN: none on the scale of the baselines
    QString label;           ///< "best validation MSE, prepared scale", or that there is no validation part
    QString when;            ///< "epoch 38, step 1 520"
    std::int64_t epoch = 0;  ///< 0: none yet
};
BestFigure bestFigure(const RunView& run);
/// What computed the recurrent layers, by its name: "oneDNN LSTM", "Gatelab kernel"; "-": not known.
QString layerText(const RunView& run);

struct BaselineFigure {
    QString label;
    double value = 0;
    std::string method;
    bool decides = true;  ///< false: a search that was cut short, shown and held against nothing
};
/// Where a run is held against the baselines: on the validation part, and on the test part when it has ended without
/// any there (no validation part, or over before they were computed).
enum class ComparedPart { Validation, Test };
ComparedPart comparedPart(const RunView& run);
/// What the run achieves there; NaN: not known, or on another scale.
double comparedValue(const RunView& run);
/// The baselines there, best first.
std::vector<BaselineFigure> baselineFigures(const RunView& run);
/// Part and score of these numbers: "validation part, accuracy".
QString comparedTitle(const RunView& run);
/// "18 % above Linear, the best baseline."; empty: nothing to compare.
QString baselineVerdict(const RunView& run);
/// The same for any two values of a score: of errors by how much, of what is the better the higher both numbers.
QString comparisonText(const Score& score, double value, double best, const QString& bestLabel);
/// A method that a task is held against, in the language of the window.
struct BaselineName {
    QString label, help;  ///< help may be empty
    std::string method;
};
std::vector<BaselineName> baselinesOf(const std::string& task);
/// Label of a baseline's key in the language of the window; "this run" for "model". With scores also what a neighbour
/// search among them was limited to.
QString methodLabel(const std::string& key, const std::vector<TestScore>& scores = {});

/// What went wrong, from the last warning or the reason of the end; empty: nothing.
QString runProblem(const RunView& run);
/// Mean of a rate over the steps so far, all of them by all their time, as it stands for an ended run too; NaN: not
/// measured yet.
double rateSoFar(const RunView& run, MetricId id);

/// The last one measured; NaN: none yet.
double lastValue(const RunView& run, MetricId id);

MemoryFigures memoryFigures(const RunView& run);
/// Memory and time per epoch as they were forecast and as they were, also while the run goes on.
RunForecastScores forecastScores(const RunView& run);
/// "forecast 1.2, measured 1.25, -4 %" with the unit given by `format`; a dash where nothing is known.
QString forecastText(const ForecastScore& score, const std::function<QString(double)>& format);
/// Forecast beside measured.
struct MemoryRow {
    QString name, value;
    QString note;  ///< what the measured one leaves out; empty: nothing
};
/// Of the tensors and of the whole process (on a GPU: what is forecast in all).
std::vector<MemoryRow> memoryRows(const RunView& run);
/// As it stands by now, also while the run goes on.
RunReport reportOf(const RunView& run, RunSection section);
/// The epoch that a step belongs to, from 1; 0 before the first step.
std::int64_t epochOf(const RunView& run, std::int64_t step);

}  // namespace gatelab

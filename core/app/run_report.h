// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "run/forecast_score.h"
#include "store/workspace.h"

#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace gatelab {

/// A part of what is told of a run: as much as one card or drawer shows.
enum class RunSection {
    Costs,    ///< memory and time: forecast beside measured
    Machine,  ///< on what it trains
    Program,  ///< by what it was trained
    Data      ///< of what it was made, as hashes
};

/// One fact of a run: a row of a list, or a value for a program.
struct ReportedFact {
    const char* key;                 ///< for programs
    Text label;                      ///< in lists
    Phrase value;                    ///< empty: not known
    std::vector<Phrase> notes = {};  ///< what must be known to judge it; in lists without room, a tip
};
/// In the order in which they are told.
using RunReport = std::vector<ReportedFact>;

/// Forecast beside measured, the whole process.
struct MemoryFigures {
    double forecast = 0, measured = 0;  ///< bytes; 0: not known
    double beside = 0;                  ///< left out of what is measured: what the window held before the run
    bool gpu = false;
};

/// What the samples and events of a run come to.
struct RunMeasures {
    RunForecastScores forecasts = {};
    MemoryFigures memory = {};
    bool isResumed = false;       ///< the memory is that since the last resume
    double disturbedSeconds = 0;  ///< of training
    double samplesPerSecond = std::numeric_limits<double>::quiet_NaN();
};

RunReport runReport(RunSection section, const RunSummary& run, const RunPlanInfo& plan,
                    const RunMeasures& measures = {});
/// Empty: it is not told, or not known.
Phrase valueOf(const RunReport& report, std::string_view key);

/// All stretches of training whose timing was disturbed, together.
double disturbedSeconds(std::span<const RunEvent> events);
/// "forecast 1.2, measured 1.25, -4 %", numbers as `write` writes them; what there is of it; empty: nothing is known.
Phrase forecastPhrase(const ForecastScore& score, const std::function<Phrase(double)>& write);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/backtest/conformal.h"

#include <iterator>

namespace gatelab {

namespace {

struct Row {
    IntervalMethod method;
    const char* key;
    Text label, help;
};

const Row& rowOf(IntervalMethod method) {
    static const Row kRows[] = {
        {IntervalMethod::Split, "split", GATELAB_TEXT("Backtest", "Split conformal"),
         GATELAB_TEXT(
             "Backtest",
             "The ceil((n + 1) level)-th smallest of n errors before the first origin. Holds where later errors "
             "are like earlier ones; the widths stay as they are when they drift.")},
        {IntervalMethod::Adaptive, "aci", GATELAB_TEXT("Backtest", "Adaptive (ACI)"),
         GATELAB_TEXT("Backtest",
                      "Wider after a miss, narrower after a hit (Gibbs and Candès 2021), of the last 1,000 errors. An "
                      "error of step h counts only h rows later.")},
        {IntervalMethod::Head, "head", GATELAB_TEXT("Backtest", "The network's own"),
         GATELAB_TEXT("Backtest", "Quantiles or distribution as the head was trained to give them.")},
        {IntervalMethod::Dropout, "dropout", GATELAB_TEXT("Backtest", "Monte-Carlo dropout"),
         GATELAB_TEXT("Backtest",
                      "Mean and spread of passes with dropout. It tells how unsure the weights are and not how noisy "
                      "the series is: usually too narrow.")},
        {IntervalMethod::Ensemble, "ensemble", GATELAB_TEXT("Backtest", "Seed ensemble"),
         GATELAB_TEXT("Backtest",
                      "Mean and spread of runs that differ in the seed. It tells how far they disagree and not how "
                      "noisy the series is: usually too narrow.")},
        {IntervalMethod::Given, "given", GATELAB_TEXT("Backtest", "Quantiles of the file"),
         GATELAB_TEXT("Backtest", "As they stand in the file of forecasts.")},
    };
    return kRows[static_cast<std::size_t>(method)];
}

}  // namespace

std::string_view intervalKey(IntervalMethod method) { return rowOf(method).key; }

std::optional<IntervalMethod> findIntervalMethod(std::string_view key) {
    for (const auto method : {IntervalMethod::Split, IntervalMethod::Adaptive, IntervalMethod::Head,
                              IntervalMethod::Dropout, IntervalMethod::Ensemble})
        if (key == intervalKey(method)) return method;
    return std::nullopt;
}

Phrase intervalLabel(IntervalMethod method) { return rowOf(method).label; }
Phrase intervalHelp(IntervalMethod method) { return rowOf(method).help; }

}  // namespace gatelab

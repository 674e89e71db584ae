// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/row_measurement.h"

#include "base/number_text.h"
#include "kernels/agreement.h"

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr double kFaster = 0.97, kHopeless = 2;
constexpr double kLeastLimit = 10, kLimitPerPass = 50;  // seconds; a wait is for five passes at most
constexpr double kEver = std::numeric_limits<double>::infinity();

/// Why a trial does not count; empty: it does.
Phrase whyLeftOut(const std::string& row, const RowTrial& trial, const std::string& yardstick, double difference,
                  const RowMeasurement& how) {
    switch (trial.end) {
        case RowTrial::End::Refused:
            return {GATELAB_TEXT("RunEvent", "%1 is left out: it cannot compute this batch (%2)"), {row, trial.why}};
        case RowTrial::End::NoMemory:
            return {GATELAB_TEXT("RunEvent", "%1 is left out: not enough memory of the GPU to try it"), {row}};
        default:
            break;
    }
    if (difference <= how.tolerance) return {};
    return {GATELAB_TEXT("RunEvent",
                         "%1 is left out: its numbers differ from those of %2 by %3 of the largest, and %4 is allowed"),
            {row, yardstick, numberPhrase(numberText(difference, 2)), numberPhrase(numberText(how.tolerance, 2))}};
}

}  // namespace

double trialLimit(double yardstick) { return std::max(kLeastLimit, kLimitPerPass * yardstick / 1e3); }

RowFinding measureRows(const std::vector<std::string>& rows, const RowMeasurement& measurement) {
    RowFinding found;
    const double start = measurement.now();
    RowTrial yardstick;
    for (const std::string& row : rows) {
        const bool isFirst = found.tried == 0;
        if (!isFirst && measurement.now() - start > measurement.maxSeconds) {
            found.leftOut.push_back({GATELAB_TEXT("RunEvent", "%1 was not tried: %2 were over"),
                                     {row, durationPhrase(measurement.maxSeconds)}});
            continue;
        }
        const double fastest = found.choice ? found.choice->milliseconds : kEver;
        const double limit = isFirst ? kEver : trialLimit(found.choice->yardstickMilliseconds);
        RowTrial trial = measurement.trial(row, kHopeless * fastest, limit);
        ++found.tried;
        if (trial.end == RowTrial::End::Hangs) {
            found.hanging = row;
            found.hangSeconds = limit;
            break;
        }
        if (trial.end == RowTrial::End::Stopped) {
            found.isStopped = true;
            found.choice.reset();
            break;
        }
        const bool isTimed = trial.end == RowTrial::End::Timed;
        const double difference = isTimed && !isFirst ? largestDifference(trial.numbers, yardstick.numbers) : 0;
        if (Phrase why = whyLeftOut(row, trial, rows.front(), difference, measurement); !why.empty()) {
            found.leftOut.push_back(std::move(why));
            if (isFirst) break;
            continue;
        }
        if (isFirst) {
            found.choice = RowChoice{row, row, trial.milliseconds, trial.milliseconds};
            yardstick = std::move(trial);
        } else if (trial.milliseconds <= kFaster * fastest) {
            found.choice->row = row;
            found.choice->milliseconds = trial.milliseconds;
        }
    }
    found.seconds = measurement.now() - start;
    return found;
}

}  // namespace gatelab

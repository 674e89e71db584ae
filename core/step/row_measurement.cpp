// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/row_measurement.h"

#include "base/number_text.h"
#include "kernels/agreement.h"

#include <cmath>

namespace gatelab {

namespace {

constexpr double kFaster = 0.97, kHopeless = 2;

/// Why a trial does not count; empty: it does.
Phrase whyLeftOut(const std::string& row, const RowTrial& trial, const std::string& yardstick, double difference,
                  const RowMeasurement& how) {
    switch (trial.end) {
        case RowTrial::End::Refused:
            return {GATELAB_TEXT("RunEvent", "%1 is left out: it cannot compute this batch (%2)"), {row, trial.why}};
        case RowTrial::End::NoMemory:
            return {GATELAB_TEXT("RunEvent", "%1 is left out: not enough memory of the GPU to try it"), {row}};
        case RowTrial::End::Hangs:
            return {GATELAB_TEXT("RunEvent",
                                 "%1 is left out, with what was to be tried after it: it did not end within %2. It may "
                                 "hold a part of the GPU; where the run does not go on, start it again"),
                    {row, durationPhrase(how.trialSeconds)}};
        default:
            break;
    }
    if (difference <= how.tolerance) return {};
    return {GATELAB_TEXT("RunEvent",
                         "%1 is left out: its numbers differ from those of %2 by %3 of the largest, and %4 is allowed"),
            {row, yardstick, numberPhrase(numberText(difference, 2)), numberPhrase(numberText(how.tolerance, 2))}};
}

}  // namespace

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
        const double fastest = found.choice ? found.choice->milliseconds : std::numeric_limits<double>::infinity();
        RowTrial trial = measurement.trial(row, kHopeless * fastest);
        ++found.tried;
        if (trial.end == RowTrial::End::Stopped) {
            found.isStopped = true;
            found.choice.reset();
            break;
        }
        const bool isTimed = trial.end == RowTrial::End::Timed;
        const double difference = isTimed && !isFirst ? largestDifference(trial.numbers, yardstick.numbers) : 0;
        if (Phrase why = whyLeftOut(row, trial, rows.front(), difference, measurement); !why.empty()) {
            found.leftOut.push_back(std::move(why));
            if (trial.end == RowTrial::End::Hangs) found.hanging.push_back(row);
            if (isFirst || trial.end == RowTrial::End::Hangs) break;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/outside/placing_counts.h"

#include <utility>

namespace gatelab {

std::vector<Phrase> PlacingCounts::notes() const {
    std::vector<Phrase> notes;
    const auto say = [&](std::int64_t count, const Text& text, std::vector<Phrase> more = {}) {
        if (count == 0) return;
        more.insert(more.begin(), count);
        notes.push_back({text, std::move(more)});
    };
    say(leaks, GATELAB_TEXT("Backtest",
                            "%1 rows lie at or before their origin, where the truth was known already (a "
                            "leak): they are not scored."));
    say(twice, GATELAB_TEXT("Backtest", "%1 rows repeat a time of their origin: the first of each is scored."));
    say(after + between + unknown,
        GATELAB_TEXT("Backtest",
                     "%1 rows find no truth: %2 outside the data, %3 at times that the data do not have, %4 where "
                     "their value is missing."),
        {after, between, unknown});
    say(noSeries, GATELAB_TEXT("Backtest", "%1 rows are of series that the data do not have."));
    say(noTime, GATELAB_TEXT("Backtest", "%1 rows have no time, or no origin inside the data."));
    say(gaps, GATELAB_TEXT("Backtest", "%1 steps between the forecasts of a window are not in the file."));
    say(empty, GATELAB_TEXT("Backtest", "%1 rows lack a forecast of one of the models: no method is scored there."));
    say(crossed, GATELAB_TEXT("Backtest",
                              "%1 rows have quantiles that fall where their level rises (crossed): are two "
                              "columns exchanged?"));
    return notes;
}

std::vector<Phrase> PlacingCounts::truthNotes() const {
    if (otherTruth == 0) return {};
    return {
        Phrase{GATELAB_TEXT("Backtest",
                            "%1 of %2 truths of the file are others than those of the data: other data, or times of "
                            "another zone. Scored against the data."),
               {otherTruth, truths}}};
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggestion_members.h"

#include "config/setting_predicates.h"
#include "data/look/season_lookback.h"
#include "data/look/spectrum.h"
#include "data/resample/event_rows.h"
#include "data/time_step.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace gatelab {

namespace {

constexpr double kLevelsTell = 0.97, kLastTells = 0.85;

Phrase seasonReason(const SeriesFacts& facts) {
    const std::int64_t season = facts.season;
    if (season > 1 && facts.secondSeason > 0)
        return {GATELAB_TEXT("Suggestion", "the seasons of %1 and %2 that were found"),
                {shownPeriod(static_cast<double>(season), facts.stepMicros),
                 shownPeriod(static_cast<double>(facts.secondSeason), facts.stepMicros)}};
    return season > 1 ? Phrase(GATELAB_TEXT("Suggestion", "the season of %1 rows that was found"), {season})
                      : Phrase(GATELAB_TEXT("Suggestion", "no season was found"));
}

/// As many rows as wait for a forecast, where the parts hold several of that length.
void suggestHorizon(Suggester& to, const SeriesFacts& facts) {
    constexpr std::int64_t kLongest = 400;  // rows; the network answers for all of them at once
    const std::int64_t season = facts.season, half = std::max<std::int64_t>(1, facts.testRows / 2);
    const std::int64_t waiting = facts.waitingRows;
    if (waiting > 0 && waiting <= std::min({half, facts.trainRows / 4, kLongest})) {
        to.suggest("horizon", waiting,
                   {GATELAB_TEXT("Suggestion",
                                 "%1 rows at the end wait for a forecast, so that one reaches over all of them; a test "
                                 "part of %2 rows holds several"),
                    {waiting, facts.testRows}});
        return;
    }
    const std::int64_t wanted = season > 1 && season <= 24 && facts.rows < 1000 ? season : facts.rows < 300 ? 12 : 24;
    const std::int64_t horizon = std::clamp<std::int64_t>(std::min(wanted, half), 1, 24);
    const Phrase why = horizon < wanted ? Phrase(GATELAB_TEXT("Suggestion", "%1 rows would be usual"), {wanted})
                       : wanted == season
                           ? seasonReason(facts)
                           : Phrase(GATELAB_TEXT("Suggestion", "%1 rows are usual, whatever the season"), {wanted});
    const Phrase usual{GATELAB_TEXT("Suggestion", "%1; a test part of %2 rows must hold several forecasts"),
                       {why, facts.testRows}};
    to.suggest("horizon", horizon,
               waiting == 0
                   ? usual
                   : Phrase{GATELAB_TEXT("Suggestion",
                                         "%1, too few for one over the %2 rows that wait for a forecast at the end"),
                            {usual, waiting}});
}

/// Of a season beyond the usual reach: what it costs is said, and that other one is named.
void suggestLongLookback(Suggester& to, const Series& series, std::int64_t rows, const Phrase& why) {
    constexpr std::int64_t kUsual = 96;
    const double times = static_cast<double>(rows) / static_cast<double>(kUsual);
    ExperimentConfig shorter = to.config();
    shorter.lookback = kUsual;
    const double error = lookbackError(series, shorter, rows);
    to.suggest("lookback", rows,
               {GATELAB_TEXT("Suggestion",
                             "%1. A window of %2 rows holds the season once, and takes about %3 % of the work of the "
                             "%4 rows that are usual"),
                {why, rows, std::llround(100 * times), kUsual}});
    to.insteadOf("lookback", {{"lookback", kUsual}}, error > 0 ? 1 / error - 1 : error, 1 / times);
}

}  // namespace

void suggestWindows(Suggester& to, const Series& series, const SeriesFacts& facts) {
    const std::int64_t season = facts.season;
    suggestHorizon(to, facts);
    if (const std::int64_t step = areEvents(series.time) ? eventStep(series.time) : 0; step > 0)
        to.suggest("horizon", to.config().horizon,
                   {GATELAB_TEXT("Suggestion",
                                 "a row is no step of time in these data, since rows come when something happens: "
                                 "resampled to %1 it would be one"),
                    {shownStep(step)}});
    const SuitingLookback suiting = suitingLookback(series, facts.trainRows, season, to.config());
    const std::int64_t usual = suiting.rows, twice = 2 * usual;
    const Phrase why{GATELAB_TEXT("Suggestion", "%1; a quarter of the %2 training rows, at least, must begin a window"),
                     {seasonReason(facts), facts.trainRows}};
    if (usual > kMaxWindowSeason) return suggestLongLookback(to, series, usual, why);
    if (twice > suiting.most) return to.suggest("lookback", usual, why);
    ExperimentConfig shorter = to.config();
    shorter.lookback = usual;
    const double error = lookbackError(series, shorter, twice);
    // Twice the work must bring so much.
    constexpr double kWorthTwice = 0.8;
    if (error > 0 && error < kWorthTwice) {
        to.suggest("lookback", twice,
                   {GATELAB_TEXT("Suggestion",
                                 "%1; a linear forecast errs %2 % less with twice the %3 rows that are usual, and 20 % "
                                 "are worth twice the work"),
                    {why, std::llround(100 * (1 - error)), usual}});
        return to.insteadOf("lookback", {{"lookback", usual}}, 1 / error - 1, 0.5);
    }
    to.suggest("lookback", usual, why);
    to.insteadOf("lookback", {{"lookback", twice}}, error - 1, 2);
}

void suggestAnchor(Suggester& to, const SeriesFacts& facts) {
    const std::int64_t percent = std::llround(100 * std::abs(facts.levelError - 1));
    // Where a network has no linear map beside it that holds the level, it wanders off a walk.
    if (!seeksForecast(to.config()) && facts.season <= 1 && facts.lastError < kLastTells) {
        to.suggest("anchor", std::string("last"),
                   {GATELAB_TEXT("Suggestion",
                                 "the last value errs %1 % less than the mean of its window, and a network that has "
                                 "learned nothing is then as good as persistence"),
                    {std::llround(100 * (1 - facts.lastError))}});
        to.insteadOf("anchor", {{"anchor", std::string("revin")}});
    } else if (facts.levelError < kLevelsTell && !facts.drifting.empty()) {
        // Levels of the training part tell nothing of one beyond it, whatever they are worth within.
        const bool isGoal = seeksForecast(to.config());
        to.suggest("anchor", std::string(isGoal ? "revin" : "last"),
                   {GATELAB_TEXT("Suggestion",
                                 "'%1' lies elsewhere in the test part than in training: a forecast that starts from "
                                 "the level of its window follows it there"),
                    {facts.drifting}});
        to.insteadOf("anchor", {{"anchor", std::string(isGoal ? "last" : "revin")}});
    } else if (facts.levelError < kLevelsTell) {
        to.suggest("anchor", std::string("none"),
                   {GATELAB_TEXT("Suggestion",
                                 "a linear forecast that sees levels errs %1 % less, on training rows that it has not "
                                 "seen, than one that sees each window by itself"),
                    {percent}});
        to.insteadOf("anchor", {{"anchor", std::string("revin")}}, 1 / facts.levelError - 1);
    } else {
        to.suggest(
            "anchor", std::string("revin"),
            GATELAB_TEXT(
                "Suggestion",
                "levels tell little beyond their window, and those to come may be new: each window is seen by itself"));
        to.insteadOf("anchor", {{"anchor", std::string("none")}}, facts.levelError - 1);
    }
}

}  // namespace gatelab

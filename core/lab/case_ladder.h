// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/experiment_config.h"
#include "data/series.h"
#include "lab/lab_figures.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A case that comes with the program: one training, and the means that make it faster, one after the other, by how
/// long it takes to a stated accuracy. Values only; session/measure_case.h trains them.
namespace gatelab {

/// One means. Each rung has those of the rungs before it, down to the one that it is told against.
struct CaseRung {
    std::string key;
    Text title, does;  ///< `does`: what is changed, from what to what
    ExperimentConfig config;
    std::size_t against = 0;
    bool isAside = false;  ///< told, and not built upon
};

struct CasePlan {
    std::string key;  ///< "text"
    Text title;
    /// Of the validation part that a run has to reach; 0: a plain training says it first (barOf)
    double accuracy = 0;
    std::string data = {};      ///< name of the own texts; empty: the built-in ones
    std::int64_t examples = 0;  ///< of their validation part
    double majority = 0;        ///< share of their most frequent class there
    int seeds = 5;
    std::vector<CaseRung> rungs;  ///< rung 0: as it begins

    [[nodiscard]] int runs() const { return seeds * static_cast<int>(rungs.size()); }
    [[nodiscard]] bool findsBar() const { return !(accuracy > 0); }
    [[nodiscard]] std::size_t last() const;  ///< the rung with all means
};

/// Keys of all cases.
std::vector<std::string> caseKeys();
/// NotFound: there is no such case.
Result<CasePlan> planCase(std::string_view key);

/// The same means on labelled texts of one's own, read as `reading` says. InvalidInput where they are no labelled
/// texts, or too few for a bar: kLeastCaseExamples in the validation part.
Result<CasePlan> planCaseOn(const ExperimentConfig& reading, const Dataset& texts);
inline constexpr std::int64_t kLeastCaseExamples = 100;
/// The bar after a plain training that came to `best` at its highest: that less one standard error, so that chance
/// does not decide who reaches it, and 97 % at most. InvalidInput where it learned nothing: where it is not above the
/// most frequent class by three standard errors.
Result<double> barOf(const CasePlan& plan, double best);

/// One run, stopped as soon as it had the accuracy.
struct CaseRun {
    double seconds = kNotMeasured;   ///< of training and validation until then; NaN: it never had it
    double accuracy = kNotMeasured;  ///< the highest until then
    double testAccuracy = kNotMeasured;
    LabDisturbance disturbance = LabDisturbance::None;
    [[nodiscard]] bool reached() const { return seconds == seconds; }
};

struct CaseReport {
    CasePlan plan;
    std::string device;
    std::vector<std::vector<CaseRun>> runs;  ///< [rung][seed], as far as it is
    [[nodiscard]] int done() const;
    [[nodiscard]] int reached(std::size_t rung) const;
    /// Times to the accuracy, in milliseconds (geometric mean, 95 %), of the seeds that reached it.
    [[nodiscard]] LabFigures times(std::size_t rung) const;
    /// Time of `base` over that of `rung`, over the seeds that both reached.
    [[nodiscard]] LabRatio ratio(std::size_t base, std::size_t rung) const;
    /// Seeds whose time with all means is at most half of that without them.
    [[nodiscard]] int halved() const;
};

/// Trains one rung with one seed. `watch`: false ends it with Cancelled.
using CaseMachine = std::function<Result<CaseRun>(const CaseRung&, std::int64_t seed, double accuracy)>;
/// Told after every run; false ends the case with Cancelled.
using CaseWatch = std::function<bool(const CaseReport&)>;
/// Seed by seed, and in each all rungs, so that what else the machine does falls on all alike; before them, where the
/// plan has no accuracy, the first rung to its end, for barOf. Blocks.
Result<CaseReport> runCase(CasePlan plan, const CaseMachine& machine, const CaseWatch& watch);

/// A line of the table: rung, time, all so far, this means, reached, test accuracy.
struct CaseLine {
    Text title;
    std::string time, all, step, reached, test;
};
std::vector<CaseLine> caseLines(const CaseReport& report);
/// "Time to 97 % accuracy fell by 96 % (95 %: 95 to 97), in 5 of 5 seeds by half or more."; empty: not known yet.
Phrase caseHeadline(const CaseReport& report);
std::string caseText(const CaseReport& report);
std::string caseJson(const CaseReport& report);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_event.h"
#include "run/seed_scores.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace gatelab {
struct RunSummary;
}

namespace gatelab::worker {

/// What of a run is known on its validation part, by which start and weights are chosen.
struct ValidationSide {
    double model = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
    std::vector<TestScore> baselines = {};
    std::string metric = {};  ///< the score that `model` is
};
/// As validationScore() says.
ValidationSide validationSide(const RunSummary& run, std::vector<TestScore> baselines);

/// Which class was taken for which, and what follows from it for each class; nothing for an empty matrix. Of many
/// classes, such as the characters of a text, one line with the best and the worst; `whole`: each of them.
void printClasses(const ConfusionMatrix& matrix, bool whole = false);
/// "Worse than X" first, where it is so, and where the validation part said otherwise; then the classes, and a table of
/// scores per scale, named: one line per method, model first. The unit is that of the original scale.
void printScores(const std::vector<TestScore>& scores, const std::string& unit = {},
                 const ConfusionMatrix& classes = {}, const ValidationSide& validation = {}, bool everyClass = false);
/// The model's scores of each seed, their mean and standard deviation; nothing for fewer than two seeds.
void printSeeds(std::span<const SeedScores> seeds, const std::string& unit);
/// "2 of 5 seeds were trained to their end; seeds 4 to 5 were left out".
std::string seedsDone(std::span<const SeedScores> seeds, std::span<const std::int64_t> leftOut);

/// What the last line of --json tells.
struct WorkerResult {
    std::string run;
    RunState state = RunState::Finished;
    std::vector<TestScore> scores;  ///< of several seeds the means
    std::string why = {};           ///< where the run did not come to its end, or keeps weights other than its last
    std::string unit = {};          ///< of the targets on the original scale; empty: not known
    std::vector<SeedScores> seeds = {};
    std::vector<std::int64_t> leftOut = {};  ///< seeds that were asked for and not begun
    std::string testAbsent = {};             ///< why there are no scores; empty: the data have a test part
    std::string warning = {};                ///< why the scores may be wrong
    /// Those that a forecast was made with; empty: those that the run ends with
    std::string weights = {};
    std::int64_t step = -1;  ///< of these
    ValidationSide validation = {};
};
/// {"result": {"run", "state", "test", "baselines", "scale"}}. "test" and each method of "baselines" hold scores by
/// scale and key; "scale" says what each scale is: "standardised" by mean and deviation of the training part,
/// "original" as in the data, by its unit. Of seeds: "seeds", each with seed, run, state and test, and "why" where it
/// failed or was stopped, "left_out" those not begun; with more than one "test" holds the means and "test_sd" the
/// standard deviations. "unformed": scores that are no numbers, and why. A neighbour search that could not use all
/// training items has "compared_with" and "training_items" beside its scores, and these alone where it was left out;
/// "band": the most that warping shifted, as a share of the length. "worse_than": methods that are better than the
/// model, by which metric and scale, "undecided" those that were cut short, "validation" the same score of the model
/// and of those of them that were worse there; it is not there where nothing was compared. "test_absent": why "test" is
/// empty. "warning": why the scores may be wrong. Of a forecast "weights" says which they are, "step" of which step.
std::string resultLine(const WorkerResult& result);

}  // namespace gatelab::worker

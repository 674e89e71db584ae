// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/sequence_forecaster.h"

#include "config/setting_predicates.h"
#include "forecast/sequence_scores.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kBlock = 256;

/// The class that the data give a sequence, or one of its steps; -1: they do not say.
std::int32_t trueClass(const SequenceSet::Item& item, bool labelling, std::int64_t step) {
    if (!labelling) return std::max(-1, item.label);
    const auto at = static_cast<std::size_t>(step);
    return at < item.targets.size() && item.targets[at] >= 0 ? static_cast<std::int32_t>(item.targets[at]) : -1;
}

/// Probabilities of some sequences as the head gives them, on the host: [sequence, step, class], one step for
/// classification.
at::Tensor probabilities(const at::Tensor& output, bool labelling) {
    const at::Tensor shares = at::softmax(output.to(at::kDouble), -1).to(at::kCPU);
    return (labelling ? shares.transpose(0, 1) : shares.unsqueeze(1)).contiguous();
}

bool keepsProbabilities(const TrainPlan& plan, const std::vector<std::int64_t>& sequences) {
    std::int64_t rows = 0;
    for (const std::int64_t number : sequences)
        rows += isLabelling(plan.config) ? plan.data.sequences->items[static_cast<std::size_t>(number)].steps : 1;
    return rows * plan.shape.classes <= SequenceAnswers::kMostProbabilities;
}

/// False: it was cancelled.
bool answerClasses(const TrainPlan& plan, const Objective& objective, const ExampleSource& source,
                   const std::vector<std::int64_t>& sequences, const Progress& progress, SequenceAnswers& answers) {
    const at::NoGradGuard noGrad;
    const bool labelling = isLabelling(plan.config);
    const std::int64_t classes = plan.shape.classes;
    answers.classes = namesOfClasses(classes, plan.data.sequences->classNames);
    std::vector<std::int64_t> inOrder(sequences.size());
    std::iota(inOrder.begin(), inOrder.end(), std::int64_t{0});
    const at::Tensor order = source.placeOrder(inOrder);
    const bool areKept = keepsProbabilities(plan, sequences);
    const std::int64_t block = std::min(kBlock, std::max<std::int64_t>(1, objective.evaluationRows()));
    for (std::int64_t first = 0; first < source.size(); first += block) {
        if (!report(progress, -1)) return false;
        const std::int64_t count = std::min(block, source.size() - first);
        const at::Tensor shares =
            probabilities(objective.run(source.gather(order, first, count), {}).output, labelling);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t number = sequences[static_cast<std::size_t>(first + i)];
            const SequenceSet::Item& item = plan.data.sequences->items[static_cast<std::size_t>(number)];
            for (std::int64_t step = 0; step < (labelling ? item.steps : 1); ++step) {
                const double* row = shares.const_data_ptr<double>() + (i * shares.size(1) + step) * classes;
                answers.sample.push_back(first + i);
                answers.sequence.push_back(number);
                if (labelling) answers.step.push_back(step + 1);
                answers.truth.push_back(trueClass(item, labelling, step));
                answers.answer.push_back(
                    static_cast<std::int32_t>(std::distance(row, std::max_element(row, row + classes))));
                if (areKept) answers.probability.insert(answers.probability.end(), row, row + classes);
            }
        }
    }
    return true;
}

SequenceAnswers answerNumbers(const TrainPlan& plan, const std::vector<std::int64_t>& sequences,
                              const Evaluation& evaluation) {
    SequenceAnswers answers;
    answers.targets = plan.shape.targets;
    answers.sample.resize(sequences.size());
    std::iota(answers.sample.begin(), answers.sample.end(), std::int64_t{0});
    answers.sequence = sequences;
    answers.trueNumbers = trueNumbers(plan, sequences);
    answers.numbers = evaluation.forecasts;
    return answers;
}

/// Whether the data say any of the answers.
bool hasTruth(const SequenceAnswers& answers) {
    return std::ranges::any_of(answers.truth, [](std::int32_t truth) { return truth >= 0; }) ||
           std::ranges::any_of(answers.trueNumbers, [](double truth) { return !std::isnan(truth); });
}

/// What methods without training may know when they are asked for a part: all that is not tested, and never what they
/// are asked for.
std::vector<std::int64_t> knownBeside(const TrainPlan& plan, ExamplePart part) {
    std::vector<std::int64_t> known = plan.parts.known();
    if (part == ExamplePart::Train) known = plan.parts.validation;
    if (part == ExamplePart::Validation) known = plan.parts.train;
    return known;
}

}  // namespace

Result<SequenceAnswers> sequenceAnswers(const TrainPlan& plan, const Objective& objective, ExamplePart part,
                                        const Progress& progress) {
    const std::vector<std::int64_t>& sequences = sequencesOf(plan, part);
    const auto source = makeSequenceSource(plan, part);
    const Error cancelled{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};
    SequenceAnswers answers;
    if (objective.hasClasses())
        return answerClasses(plan, objective, *source, sequences, progress, answers)
                   ? Result<SequenceAnswers>(std::move(answers))
                   : cancelled;
    const Evaluation evaluation = evaluate(objective, *source, true, [&](double) { return report(progress, -1); });
    if (!evaluation.complete) return cancelled;
    return answerNumbers(plan, sequences, evaluation);
}

Result<ForecastSet> answerSequences(const TrainPlan& plan, const Objective& objective, ExamplePart part,
                                    const Progress& progress) {
    const std::vector<std::int64_t>& sequences = sequencesOf(plan, part);
    if (sequences.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Training", "this part of the data has no sequence; choose another part")};
    const Error cancelled{ErrorCode::Cancelled, GATELAB_TEXT("Training", "the forecast was cancelled")};
    const auto source = makeSequenceSource(plan, part);
    const Evaluation evaluation = evaluate(objective, *source, true, [&](double) { return report(progress, -1); });
    if (!evaluation.complete) return cancelled;
    ForecastSet set;
    if (!objective.hasClasses())
        set.answers = answerNumbers(plan, sequences, evaluation);
    else if (!answerClasses(plan, objective, *source, sequences, progress, set.answers))
        return cancelled;
    if (!hasTruth(set.answers)) {
        set.problem = GATELAB_TEXT("Training",
                                   "the data hold no answers that the run's could be compared with, so there are no "
                                   "scores");
        return set;
    }
    set.scores = scoreSequences(plan, part, evaluation);
    const std::vector<std::int64_t> known = knownBeside(plan, part);
    if (known.empty()) return set;
    if (auto added = addBaselines(*plan.data.sequences, known, sequences, set.scores, progress); !added.ok())
        return added.error();
    return set;
}

}  // namespace gatelab

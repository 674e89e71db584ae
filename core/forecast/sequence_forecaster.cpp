// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/sequence_forecaster.h"

#include "config/setting_predicates.h"
#include "forecast/sequence_scores.h"
#include "step/evaluation_blocks.h"

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

/// In the order of the sequences, where they were answered in another one.
void sortBySample(SequenceAnswers& answers) {
    if (std::ranges::is_sorted(answers.sample)) return;
    std::vector<std::size_t> from(answers.sample.size());
    std::iota(from.begin(), from.end(), std::size_t{0});
    std::ranges::stable_sort(from, {}, [&](std::size_t row) { return answers.sample[row]; });
    const auto reorder = [&from](auto& values) {
        if (values.empty()) return;
        const std::size_t width = values.size() / from.size();
        auto sorted = values;
        for (std::size_t row = 0; row < from.size(); ++row)
            std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(from[row] * width), width,
                        sorted.begin() + static_cast<std::ptrdiff_t>(row * width));
        values = std::move(sorted);
    };
    reorder(answers.sequence), reorder(answers.step), reorder(answers.truth), reorder(answers.answer);
    reorder(answers.probability), reorder(answers.sample);
}

/// False: it was cancelled.
bool answerClasses(const TrainPlan& plan, const Objective& objective, const ExampleSource& source,
                   const std::vector<std::int64_t>& sequences, const Progress& progress, SequenceAnswers& answers) {
    const at::NoGradGuard noGrad;
    const bool labelling = isLabelling(plan.config);
    const std::int64_t classes = plan.shape.classes;
    answers.classes = namesOfClasses(classes, plan.data.sequences->classNames);
    const EvaluationBlocks blocks(source, std::min(kBlock, objective.evaluationRows()));
    const at::Tensor order = source.placeOrder(blocks.order());
    const bool areKept = keepsProbabilities(plan, sequences);
    CarriedState carried;
    for (std::int64_t block = 0; block < blocks.count(); ++block) {
        if (!report(progress, -1)) return false;
        const std::int64_t first = blocks.firstOf(block), count = blocks.sizeOf(block);
        ForwardOptions options;
        if (blocks.carries()) options.state = carried.of(count);
        const ObjectiveResult result = objective.run(source.gather(order, first, count), options);
        if (blocks.carries()) carried.keep(result.state);
        const at::Tensor shares = probabilities(result.output, labelling);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t sample = blocks.order()[static_cast<std::size_t>(first + i)],
                               number = sequences[static_cast<std::size_t>(sample)];
            const SequenceSet::Item& item = plan.data.sequences->items[static_cast<std::size_t>(number)];
            for (std::int64_t step = 0; step < (labelling ? item.steps : 1); ++step) {
                const double* row = shares.const_data_ptr<double>() + (i * shares.size(1) + step) * classes;
                answers.sample.push_back(sample);
                answers.sequence.push_back(number);
                if (labelling) answers.step.push_back(step + 1);
                answers.truth.push_back(trueClass(item, labelling, step));
                answers.answer.push_back(
                    static_cast<std::int32_t>(std::distance(row, std::max_element(row, row + classes))));
                if (areKept) answers.probability.insert(answers.probability.end(), row, row + classes);
            }
        }
    }
    sortBySample(answers);
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

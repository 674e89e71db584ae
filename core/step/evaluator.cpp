// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/evaluator.h"

#include "step/evaluation_blocks.h"
#include "step/recorded_evaluation.h"
#include "step/split_pass.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kNoLabel = -100;

void keepForecast(const Objective& objective, const at::Tensor& output, const at::Tensor& point, KeptAnswers& kept) {
    kept.forecasts.push_back(point.reshape(-1));
    // Values of one kind lie together: [quantiles (+ 1), windows].
    if (const at::Tensor spread = objective.spread(output); spread.defined())
        kept.spreads.push_back(spread.reshape({-1, spread.size(-1)}).t());
    if (const at::Tensor crossed = objective.crossed(output); crossed.defined())
        kept.crossed.push_back(crossed.reshape(-1));
}

void addForecast(const Objective& objective, const Batch& batch, const ObjectiveResult& result, bool keep,
                 EvaluationSums& sums, BlockAnswers& answers) {
    const at::Tensor point = objective.point(result.output).to(at::kDouble);
    const at::Tensor error = point - batch.target.to(at::kDouble);
    sums.squared += error.square().sum();
    sums.absolute += error.abs().sum();
    answers.values += error.numel();
    if (keep) keepForecast(objective, result.output, point, answers.kept);
}

bool weighsClasses(const Objective& objective) {
    return objective.hasClasses() && objective.lossContext().classWeights.defined();
}

/// How many of its labels count.
at::Tensor addClasses(const Batch& batch, const ObjectiveResult& result, bool keep, EvaluationSums& sums,
                      BlockAnswers& answers) {
    const at::Tensor target = batch.target.reshape(-1),
                     guess = result.output.reshape({-1, result.output.size(-1)}).argmax(1);
    const at::Tensor counts = target != kNoLabel, counted = counts.sum();
    sums.correct += ((guess == target) & counts).sum();
    sums.counted += counted;
    if (keep) answers.kept.predicted.push_back(guess.to(at::kInt)), answers.kept.truth.push_back(target.to(at::kInt));
    return counted;
}

/// The loss is a mean over what counts, which the host knows of numbers and, where classes weigh differently, asks for.
void addLoss(const Objective& objective, const Batch& batch, const at::Tensor& loss, const at::Tensor& counted,
             EvaluationSums& sums, BlockAnswers& answers) {
    const at::Tensor exact = loss.to(at::kDouble);
    if (counted.defined() && !weighsClasses(objective)) {
        sums.loss += at::where(counted > 0, exact * counted, at::zeros({}, exact.options()));
        return;
    }
    const double weight = objective.weight(batch);
    if (weight > 0) sums.loss += exact * weight, answers.weight += weight;
}

/// Leaves out answers without a truth: here and not block by block, where the device would be waited for.
void leaveOutUnlabelled(Evaluation& evaluation) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < evaluation.truth.size(); ++i) {
        if (evaluation.truth[i] == kNoLabel) continue;
        evaluation.truth[kept] = evaluation.truth[i];
        evaluation.predicted[kept++] = evaluation.predicted[i];
    }
    evaluation.truth.resize(kept);
    evaluation.predicted.resize(kept);
}

std::vector<ObjectiveResult> runAll(const Objective& objective, const std::vector<Batch>& parts, BatchTeam* team,
                                    const ModelState* state) {
    std::vector<ObjectiveResult> results(parts.size());
    ForwardOptions options;
    options.state = state;
    const auto one = [&](std::int64_t i) {
        const at::NoGradGuard noGrad;
        results[static_cast<std::size_t>(i)] = objective.run(parts[static_cast<std::size_t>(i)], options);
    };
    if (team != nullptr)
        team->run(static_cast<std::int64_t>(parts.size()), one);
    else
        one(0);
    return results;
}

template <class T>
std::vector<T> toVector(const std::vector<at::Tensor>& parts, at::ScalarType type) {
    if (parts.empty()) return {};
    const at::Tensor all = at::cat(parts).to(at::kCPU, type).contiguous();
    const T* first = all.const_data_ptr<T>();
    return {first, first + all.numel()};
}

/// Forecasts that lie on the host are taken as numbers block by block: those of a part with millions of windows are
/// more than a few tensors (io/row_memory.h).
void takeForecasts(std::vector<at::Tensor>& kept, std::int64_t examples, std::int64_t all,
                   std::vector<double>& forecasts) {
    if (kept.empty() || !kept.back().is_cpu()) return;
    if (forecasts.empty()) forecasts.reserve(static_cast<std::size_t>(kept.back().numel() / examples * all));
    for (const at::Tensor& part : kept) {
        const at::Tensor numbers = part.contiguous();
        const auto* first = numbers.const_data_ptr<double>();
        forecasts.insert(forecasts.end(), first, first + numbers.numel());
    }
    kept.clear();
}

ForecastSpread spreadOf(const Objective& objective, const KeptAnswers& kept, const std::vector<double>& centre) {
    ForecastSpread spread;
    if (kept.spreads.empty()) return spread;
    const at::Tensor all = at::cat(kept.spreads, 1);
    if (!kept.crossed.empty()) spread.crossed = at::cat(kept.crossed).to(at::kDouble).mean().item<double>();
    spread.levels = objective.quantileLevels();
    const auto row = [&](std::size_t at) {
        return toVector<double>({all[static_cast<std::int64_t>(at)]}, at::kDouble);
    };
    for (std::size_t k = 0; k < spread.levels.size(); ++k) spread.quantiles.push_back(row(k));
    if (all.size(0) == static_cast<std::int64_t>(spread.levels.size())) return spread;
    spread.mean = centre;
    spread.deviation = row(spread.levels.size());
    return spread;
}

/// `carried` null: each example begins with a state of zero. With it the block is one part.
BlockAnswers computeBlock(const Objective& objective, const ExampleSource& source, const at::Tensor& order, bool keep,
                          BatchTeam* team, EvaluationSums& sums, CarriedState* carried) {
    const at::NoGradGuard noGrad;
    BlockAnswers answers;
    const std::vector<Batch> parts =
        splitRows(source.gather(order, 0, order.size(0)), team != nullptr ? team->blocks() : 1);
    const std::vector<ObjectiveResult> results =
        runAll(objective, parts, team, carried != nullptr ? carried->of(order.size(0)) : nullptr);
    if (carried != nullptr) carried->keep(results.front().state);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        answers.examples += parts[i].size;
        at::Tensor counted;
        if (objective.hasClasses())
            counted = addClasses(parts[i], results[i], keep, sums, answers);
        else
            addForecast(objective, parts[i], results[i], keep, sums, answers);
        addLoss(objective, parts[i], results[i].loss, counted, sums, answers);
    }
    return answers;
}

/// Waits for the device, once.
void readSums(const EvaluationSums& sums, bool countsLabels, const BlockAnswers& all, Evaluation& evaluation) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> read =
        toVector<double>({at::stack({sums.loss, sums.squared, sums.absolute, sums.correct.to(at::kDouble),
                                     sums.counted.to(at::kDouble)})},
                         at::kDouble);
    const double counted = read[4], weight = countsLabels ? counted : all.weight,
                 values = all.values > 0 ? static_cast<double>(all.values) : kNone;
    evaluation.loss = read[0] / (weight > 0 ? weight : kNone);
    evaluation.mse = read[1] / values;
    evaluation.mae = read[2] / values;
    evaluation.accuracy = counted > 0 ? read[3] / counted : kNone;
}

/// `recorded` null: every operation is launched by itself.
Evaluation evaluatePart(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress,
                        BatchTeam* team, RecordedEvaluation* recorded) {
    const at::NoGradGuard noGrad;
    const at::TensorOptions options = objective.model().options();
    const EvaluationBlocks blocks(source, objective.evaluationRows());
    const at::Tensor order = source.placeOrder(blocks.order());
    CarriedState state;
    CarriedState* const carried = blocks.carries() ? &state : nullptr;
    if (carried != nullptr) team = nullptr;
    // Who asks the device in the middle cannot be recorded, nor what goes on from block to block.
    if (recorded != nullptr && (!recorded->isOn() || weighsClasses(objective) || carried != nullptr))
        recorded = nullptr;
    EvaluationSums own;
    if (recorded == nullptr) own = EvaluationSums(options);
    EvaluationSums& sums = recorded != nullptr ? recorded->begin(options, keep) : own;
    const auto compute = [&objective, &source, keep, team, carried](const at::Tensor& rows, EvaluationSums& to) {
        return computeBlock(objective, source, rows, keep, team, to, carried);
    };
    Evaluation evaluation{};
    BlockAnswers all;
    for (std::int64_t block = 0; block < blocks.count() && evaluation.complete; ++block) {
        const at::Tensor rows = order.narrow(0, blocks.firstOf(block), blocks.sizeOf(block));
        const BlockAnswers* launched = recorded != nullptr ? recorded->launch(rows, compute) : nullptr;
        const BlockAnswers answers = launched != nullptr ? *launched : compute(rows, sums);
        all.kept.append(answers.kept, launched != nullptr);
        if (recorded == nullptr) takeForecasts(all.kept.forecasts, rows.size(0), source.size(), evaluation.forecasts);
        all.weight += answers.weight;
        all.examples += answers.examples;
        all.values += answers.values;
        if (!report(progress, static_cast<double>(all.examples) / static_cast<double>(source.size())))
            evaluation.complete = false;
    }
    evaluation.examples = all.examples;
    const bool countsLabels = objective.hasClasses() && !weighsClasses(objective);
    readSums(sums, countsLabels, all, evaluation);
    if (!all.kept.forecasts.empty()) evaluation.forecasts = toVector<double>(all.kept.forecasts, at::kDouble);
    evaluation.spread = spreadOf(objective, all.kept, evaluation.forecasts);
    evaluation.predicted = toVector<std::int32_t>(all.kept.predicted, at::kInt);
    evaluation.truth = toVector<std::int32_t>(all.kept.truth, at::kInt);
    leaveOutUnlabelled(evaluation);
    return evaluation;
}

}  // namespace

Evaluation evaluate(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress,
                    BatchTeam* team) {
    return evaluatePart(objective, source, keep, progress, team, nullptr);
}

Evaluation evaluate(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress,
                    BatchTeam* team, RecordedEvaluation& recorded) {
    return evaluatePart(objective, source, keep, progress, team, &recorded);
}

WindowForecasts forecastAll(const Objective& objective, const ExampleSource& source, const Progress& progress) {
    const at::NoGradGuard noGrad;
    const std::int64_t windows = source.size(), blocks = (windows + kForecastRows - 1) / kForecastRows;
    std::vector<std::int64_t> filled(static_cast<std::size_t>(blocks * kForecastRows), windows - 1);
    std::iota(filled.begin(), filled.begin() + windows, std::int64_t{0});
    const at::Tensor order = source.placeOrder(filled);
    WindowForecasts forecasts;
    KeptAnswers kept;
    for (std::int64_t first = 0; first < windows && forecasts.complete; first += kForecastRows) {
        const at::Tensor output = objective.run(source.gather(order, first, kForecastRows), {})
                                      .output.narrow(0, 0, std::min(kForecastRows, windows - first));
        keepForecast(objective, output, objective.point(output).to(at::kDouble), kept);
        forecasts.complete = report(
            progress, static_cast<double>(std::min(first + kForecastRows, windows)) / static_cast<double>(windows));
    }
    forecasts.values = toVector<double>(kept.forecasts, at::kDouble);
    forecasts.spread = spreadOf(objective, kept, forecasts.values);
    return forecasts;
}

}  // namespace gatelab

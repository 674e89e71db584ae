// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_words.h"

#include "app/run_names.h"
#include "base/number_text.h"
#include "baselines/baselines.h"
#include "baselines/sequence_baselines.h"
#include "baselines/strong/strong_baselines.h"
#include "run/heldout_scores.h"
#include "run/selection_score.h"
#include "store/record/run_ending.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>

namespace gatelab {

namespace {

std::string dayOf(double seconds) {
    const auto clock = static_cast<std::time_t>(seconds);
    std::tm parts{};
    gmtime_r(&clock, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts);
    return text;
}

Phrase figure(double value) { return numberPhrase(numberText(value, 4)); }

Phrase endOf(const ReportedRun& told) {
    const RunSummary& run = told.run;
    if (run.state == RunState::Failed)
        return labelled(GATELAB_TEXT("Report", "The run failed"),
                        told.details.failure.empty() ? run.problem : told.details.failure);
    // A limit of steps may end it within an epoch, in which the best weights can be
    const bool isWithin = run.bestEpoch > run.epoch;
    const Phrase trained(isWithin ? GATELAB_TEXT("Report", "%3 steps, into epoch %1 of %2, %4 of training")
                                  : GATELAB_TEXT("Report", "%1 of %2 epochs, %3 steps, %4 of training"),
                         {countPhrase(isWithin ? run.bestEpoch : run.epoch), countPhrase(run.epochs),
                          numberPhrase(std::to_string(run.step)), durationPhrase(run.seconds)});
    if (run.state != RunState::Finished)
        return labelled(GATELAB_TEXT("Report", "The run has not come to its end"), trained);
    return labelled(
        endedEarly(run) ? GATELAB_TEXT("Report", "Ended early") : GATELAB_TEXT("Report", "Trained to its end"),
        trained);
}

/// Methods that are better than the network on the test part, but for the one that is named beside it.
Phrase otherWinners(const RunSummary& run, double value, std::string_view named) {
    const SelectionScore judged = selectionScore(run.config);
    const Score* score = findScore(judged.score);
    Phrase list;
    for (const TestScore& one : *run.scores)
        if (one.method != "model" && one.method != named && one.metric == judged.score && one.scale == judged.scale &&
            isDecisive(*run.scores, one.method) && score->beats(one.value, value)) {
            const Phrase found(GATELAB_TEXT("Report", "%1 (%2)"), {methodPhrase(one.method), figure(one.value)});
            list = list.empty() ? found : Phrase(GATELAB_TEXT("Report", "%1, %2"), {list, found});
        }
    return list.empty() ? list : Phrase(GATELAB_TEXT("Report", "Worse on the test part than %1."), {list});
}

/// The network beside the one method without a network that it is held against everywhere.
std::vector<Phrase> comparedOf(const ReportedRun& told) {
    const RunSummary& run = told.run;
    const double value = testScoreOf(run);
    const Score* score = findScore(selectionScore(run.config).score);
    if (std::isnan(value) || score == nullptr) return {};
    const Phrase name(Text{"Scores", score->name});
    const std::string method = headlineMethod(told.details.baselines, *run.scores, run.config);
    const double other = method.empty() ? std::nan("") : testScoreOf(run, method);
    if (std::isnan(other)) return {{GATELAB_TEXT("Report", "%1 %2 on the test part."), {name, figure(value)}}};
    const std::vector<Phrase> words{name, figure(value), methodPhrase(method), figure(other)};
    const bool isWorse = !isSameScore(value, other) && score->isBetter(other, value);
    std::vector<Phrase> said{
        {isSameScore(value, other)
             ? GATELAB_TEXT("Report", "%1 %2 on the test part, the same as %3 without a network (%4).")
         : isWorse
             ? GATELAB_TEXT("Report",
                            "Worse than %3: %1 %2 on the test part, where that method needs no network and has %4.")
             : GATELAB_TEXT("Report", "%1 %2 on the test part, better than %3 without a network (%4)."),
         words}};
    if (Phrase more = otherWinners(run, value, method); !more.empty())
        said.insert(isWorse ? said.end() : said.begin(), std::move(more));
    if (!headlineMethod(told.details.baselines, {}, run.config).empty())
        said.push_back({GATELAB_TEXT("Report",
                                     "%1 is named because it is the best of the methods without a network on the "
                                     "validation part."),
                        {methodPhrase(method)}});
    return said;
}

}  // namespace

Phrase methodPhrase(std::string_view method) {
    if (method == "model") return GATELAB_TEXT("Report", "this run");
    if (const Baseline* baseline = findBaseline(method)) return baseline->label;
    for (const SequenceMethod& one : sequenceMethods())
        if (method == one.key) return one.label;
    return std::string(method);
}

Phrase countPhrase(std::int64_t count) { return count > 0 ? numberPhrase(std::to_string(count)) : Phrase(); }

std::string shownSetting(const Field& field, const FieldValue& value) {
    const std::string text = formatFieldValue(value);
    if (field.group != FieldGroup::Source || !text.starts_with('/')) return text;
    return std::filesystem::path(text).filename().string();
}

ReportTable factTable(const std::vector<std::pair<Phrase, Phrase>>& facts) {
    ReportTable table;
    table.texts = 2;
    for (const auto& [what, value] : facts)
        if (!value.empty()) table.rows.push_back({what, value});
    return table;
}

ReportTable scoreTable(const std::vector<TestScore>& scores, std::string_view scale, const std::string& unit) {
    std::vector<std::string> methods;
    std::map<std::pair<std::string, std::string>, double> values;
    for (const TestScore& one : scores) {
        if (one.scale != scale || findScore(one.metric) == nullptr) continue;
        if (std::ranges::find(methods, one.method) == methods.end()) methods.push_back(one.method);
        values[{one.method, one.metric}] = one.value;
    }
    std::ranges::stable_partition(methods, [](const std::string& method) { return method == "model"; });
    ReportTable table;
    if (methods.empty()) return table;
    table.title = scale == "original"
                      ? unit.empty() ? Phrase(GATELAB_TEXT("Report", "On the scale of the data"))
                                     : Phrase(GATELAB_TEXT("Report", "On the scale of the data (%1)"), {unit})
                      : Phrase(GATELAB_TEXT("Report", "On the scale of the training part (mean 0, deviation 1)"));
    table.heads = {GATELAB_TEXT("Report", "Method")};
    std::vector<std::string> shown;
    for (const Score& score : gatelab::scores()) {
        const bool isKnown = std::ranges::any_of(
            values, [&](const auto& one) { return one.first.second == score.key && std::isfinite(one.second); });
        if (!isKnown) continue;
        shown.emplace_back(score.key);
        table.heads.emplace_back(Text{"Scores", score.name});
    }
    for (const std::string& method : methods) {
        std::vector<Phrase> row{methodPhrase(method)};
        for (const std::string& key : shown) {
            const auto found = values.find({method, key});
            row.push_back(figure(found == values.end() ? std::nan("") : found->second));
        }
        table.rows.push_back(std::move(row));
    }
    table.marked = methods.front() == "model" ? 0 : -1;
    return table;
}

ReportChart lossChart(std::span<const ReportedRun> told) {
    ReportChart chart{
        GATELAB_TEXT("Report", "Loss by epoch"), GATELAB_TEXT("Report", "epoch"), GATELAB_TEXT("Report", "loss"), {}};
    bool isPositive = true;
    for (std::size_t i = 0; i < told.size(); ++i) {
        const bool isAlone = told.size() == 1;
        ReportLine train{GATELAB_TEXT("Report", "training"), {}, {}, false, ReportLine::kInk};
        ReportLine validation{isAlone ? Phrase(GATELAB_TEXT("Report", "validation")) : numberedName(told[i].run),
                              {},
                              {},
                              i >= 10,
                              static_cast<int>(i)};
        for (const EpochRow& row : told[i].details.curves) {
            train.x.push_back(static_cast<double>(row.epoch)), train.y.push_back(row.trainLoss);
            validation.x.push_back(static_cast<double>(row.epoch)), validation.y.push_back(row.validationLoss);
            isPositive = isPositive && !(row.validationLoss <= 0) && (!isAlone || !(row.trainLoss <= 0));
        }
        if (isAlone && !train.x.empty()) chart.lines.push_back(std::move(train));
        if (std::ranges::any_of(validation.y, [](double value) { return std::isfinite(value); }))
            chart.lines.push_back(std::move(validation));
    }
    chart.isLog = isPositive && !chart.lines.empty();
    return chart;
}

Phrase subtitleOf(const RunSummary& run) {
    return {GATELAB_TEXT("Report", "%1, trained %2"), {run.dataName, dayOf(run.created)}};
}

double testScoreOf(const RunSummary& run, std::string_view method) {
    const SelectionScore judged = selectionScore(run.config);
    for (const TestScore& one : *run.scores)
        if (one.method == method && one.metric == judged.score && one.scale == judged.scale) return one.value;
    return std::nan("");
}

std::vector<Phrase> outcomeOf(const ReportedRun& told) {
    std::vector<Phrase> sentences;
    for (Phrase& compared : comparedOf(told)) sentences.push_back(std::move(compared));
    if (std::vector<std::string> keys; !headlineMethod({}, *told.run.scores, told.run.config).empty()) {
        for (const TestScore& one : *told.run.scores) keys.push_back(one.method);
        if (Phrase methods = comparedMethods(keys); !methods.empty()) sentences.push_back(std::move(methods));
    }
    if (told.run.bestEpoch >= 0)
        sentences.push_back(
            {GATELAB_TEXT("Report", "Best validation loss %1, in epoch %2."),
             {figure(told.run.bestValidation), countPhrase(std::max<std::int64_t>(1, told.run.bestEpoch))}});
    sentences.push_back(endOf(told));
    if (!told.run.problem.empty()) sentences.push_back(told.run.problem);
    for (const Phrase& problem : told.details.problems) sentences.push_back(problem);
    if (told.details.advice) sentences.push_back(told.details.advice->text);
    return sentences;
}

}  // namespace gatelab

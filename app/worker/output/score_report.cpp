// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/score_report.h"

#include "baselines/strong/strong_baselines.h"
#include "io/json/json.h"
#include "run/heldout_scores.h"
#include "run/run_event_json.h"
#include "run/selection_score.h"
#include "store/validation_score.h"
#include "store/workspace.h"
#include "worker/output/console.h"
#include "worker/output/console_text.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

/// Methods in the order they appear, each with its scores on one scale.
std::vector<std::pair<std::string, std::vector<TestScore>>> byMethod(const std::vector<TestScore>& scores,
                                                                     const std::string& scale) {
    std::vector<std::pair<std::string, std::vector<TestScore>>> methods;
    for (const TestScore& score : scores) {
        if (score.scale != scale) continue;
        if (methods.empty() || methods.back().first != score.method) methods.push_back({score.method, {}});
        methods.back().second.push_back(score);
    }
    return methods;
}

int columnWidth(const TestScore& score) { return std::max(12, static_cast<int>(score.metric.size()) + 2); }

const char* const kScales[] = {"standardised", "original"};

/// What a scale is, in words.
std::string meaningOf(std::string_view scale, const std::string& unit) {
    if (scale == "standardised") return "each target minus its mean, by its standard deviation (of the training part)";
    return unit.empty() ? "as in the data" : unit;
}

std::string titleOf(const std::string& scale, const std::string& unit) {
    return scale == "original" && !unit.empty() ? "original scale, " + unit : scale + " scale";
}

void printScale(const std::vector<TestScore>& scores, const std::string& scale, const std::string& unit) {
    auto methods = byMethod(scores, scale);
    if (methods.empty()) return;
    const std::string title = titleOf(scale, unit);
    std::size_t widest = std::max<std::size_t>(20, title.size());
    for (const auto& [method, values] : methods) widest = std::max(widest, method.size());
    const int width = static_cast<int>(widest) + 2;
    // Quantiles have a table of their own.
    for (auto& [method, values] : methods)
        std::erase_if(values, [](const TestScore& score) { return findScore(score.metric) == nullptr; });
    std::printf("\n%-*s", width, title.c_str());
    for (const TestScore& score : methods.front().second) std::printf("%*s", columnWidth(score), score.metric.c_str());
    std::printf("\n");
    for (const auto& [method, values] : methods) {
        std::printf("%-*s", width, method.c_str());
        for (const TestScore& wanted : methods.front().second) {
            const auto found = std::ranges::find(values, wanted.metric, &TestScore::metric);
            if (found == values.end())
                std::printf("%*s", columnWidth(wanted), "");
            else
                std::printf("%*s", columnWidth(wanted), figureText(found->value, 4).c_str());
        }
        std::printf("\n");
    }
    const std::vector<QuantileScore> quantiles = quantileScores(scores, "model", scale);
    if (!quantiles.empty()) std::printf("\n%-22s%12s%12s\n", "quantile", "below", "pinball");
    for (const QuantileScore& quantile : quantiles)
        std::printf("%-22.4g%12s%12s\n", quantile.level, figureText(quantile.below, 4).c_str(),
                    figureText(quantile.pinball, 4).c_str());
    for (const TestScore& score : scores)
        if (score.method == "model" && score.scale == scale && score.metric == "crossed")
            std::printf("crossed quantiles %.3g %%, put in order\n", 100 * score.value);
    // Of most methods the same is missing for the same reason.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> missing;
    for (const auto& [method, values] : methods)
        for (const TestScore& score : values)
            if (const Phrase why = whyUnformed(scores, score); !why.empty())
                missing[{score.metric, why.english()}].push_back(method);
    for (const auto& [what, of] : missing) {
        std::string who;
        for (const std::string& method : of) who += (who.empty() ? " of " : ", ") + method;
        std::printf("no %s%s: %s\n", what.first.c_str(), of.size() == methods.size() ? "" : who.c_str(),
                    what.second.c_str());
    }
    for (const auto& [method, values] : methods)
        if (const Phrase note = itemsNote(scores, method); !note.empty())
            std::printf("%s: %s\n", method.c_str(), plainText(note).c_str());
}

/// What is better than the model by the first score that both have; no scale: nothing was compared.
struct Comparison {
    std::vector<std::string> better, undecided;  ///< undecided: cut short, so that nothing follows from them
    std::vector<std::string> methods;            ///< all that have the score
    std::string metric, scale;
};

Comparison comparedWith(const std::vector<TestScore>& scores) {
    Comparison compared;
    for (const std::string scale : kScales) {
        const auto methods = byMethod(scores, scale);
        if (methods.size() < 2 || methods.front().first != "model") continue;
        const TestScore& own = methods.front().second.front();
        compared.metric = own.metric, compared.scale = scale;
        const Score* row = findScore(own.metric);
        for (std::size_t i = 1; i < methods.size(); ++i) {
            if (!isDecisive(scores, methods[i].first)) {
                compared.undecided.push_back(methods[i].first);
                continue;
            }
            const auto& values = methods[i].second;
            const auto other = std::ranges::find(values, own.metric, &TestScore::metric);
            if (row == nullptr || other == values.end()) continue;
            compared.methods.push_back(methods[i].first);
            if (row->beats(other->value, own.value)) compared.better.push_back(methods[i].first);
        }
        break;
    }
    return compared;
}

/// Methods that are better on the test part and were worse on the validation part, with their scores there.
std::vector<std::pair<std::string, double>> worseOnValidation(const Comparison& compared,
                                                              const ValidationSide& validation) {
    std::vector<std::pair<std::string, double>> worse;
    for (const std::string& method : compared.better)
        for (const TestScore& score : validation.baselines)
            if (score.method == method && score.metric == compared.metric && score.metric == validation.metric &&
                score.scale == compared.scale && std::isfinite(validation.model) &&
                findScore(score.metric)->beats(validation.model, score.value))
                worse.emplace_back(method, score.value);
    return worse;
}

void printWorse(const Comparison& compared, const ValidationSide& validation, const std::string& unit) {
    if (compared.better.empty()) return;
    std::string names;
    for (const std::string& method : compared.better) names += (names.empty() ? "" : ", ") + method;
    std::printf("The model is worse than: %s (%s, %s).\n", names.c_str(), compared.metric.c_str(),
                titleOf(compared.scale, unit).c_str());
    std::string others;
    for (const auto& [method, value] : worseOnValidation(compared, validation))
        others += (others.empty() ? "" : ", ") + method + " " + figureText(value, 4);
    if (!others.empty())
        std::printf("On the validation part, by which start and weights are chosen, it was better: %s against %s.\n",
                    figureText(validation.model, 4).c_str(), others.c_str());
    if (const Phrase methods = comparedMethods(compared.methods); !methods.empty())
        std::printf("%s\n", plainText(methods).c_str());
}

/// More classes than this are told in one line.
constexpr std::size_t kMostClasses = 30;

/// The best and the worst of those that occur often enough for their score to mean something.
void printExtremes(const ConfusionMatrix& matrix, const std::vector<ClassScore>& scores) {
    constexpr std::int64_t kOften = 20;
    std::vector<std::size_t> often;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (scores[i].occurs >= kOften && std::isfinite(scores[i].f1)) often.push_back(i);
    std::printf("\n%zu classes", matrix.size());
    if (!often.empty()) {
        const auto [worst, best] = std::ranges::minmax_element(often, {}, [&](std::size_t i) { return scores[i].f1; });
        std::printf(": best %s (f1 %s), worst %s (f1 %s) of those that occur %lld times",
                    shown(matrix.classes[*best]).c_str(), figureText(scores[*best].f1, 3).c_str(),
                    shown(matrix.classes[*worst]).c_str(), figureText(scores[*worst].f1, 3).c_str(),
                    static_cast<long long>(kOften));
    }
    std::printf("; show RUN --classes has each of them\n");
    std::fflush(stdout);
}

}  // namespace

ValidationSide validationSide(const RunSummary& run, std::vector<TestScore> baselines) {
    return {validationScore(run), std::move(baselines), selectionScore(run.config).score};
}

void printClasses(const ConfusionMatrix& matrix, bool whole) {
    constexpr std::size_t kMaxColumns = 12;
    if (matrix.empty()) return;
    const std::vector<ClassScore> scores = classScores(matrix);
    if (matrix.size() > kMostClasses && !whole) return printExtremes(matrix, scores);
    std::printf("\n%-22s%10s%12s%12s%12s%12s\n", "class", "occurs", "answered", "precision", "recall", "f1");
    for (std::size_t i = 0; i < scores.size(); ++i)
        std::printf("%-22s%10lld%12lld%12s%12s%12s\n", shown(matrix.classes[i]).c_str(),
                    static_cast<long long>(scores[i].occurs), static_cast<long long>(scores[i].answered),
                    figureText(scores[i].precision, 4).c_str(), figureText(scores[i].recall, 4).c_str(),
                    figureText(scores[i].f1, 4).c_str());
    if (matrix.size() > kMaxColumns) return;
    std::printf("\n%-22s", "truth, taken for");
    for (const std::string& name : matrix.classes) std::printf("%12.11s", shown(name).c_str());
    for (std::size_t truth = 0; truth < matrix.size(); ++truth) {
        std::printf("\n%-22s", shown(matrix.classes[truth]).c_str());
        for (std::size_t answer = 0; answer < matrix.size(); ++answer)
            std::printf("%12lld", static_cast<long long>(matrix.at(truth, answer)));
    }
    std::printf("\n");
    std::fflush(stdout);
}

void printScores(const std::vector<TestScore>& scores, const std::string& unit, const ConfusionMatrix& classes,
                 const ValidationSide& validation, bool everyClass) {
    printWorse(comparedWith(scores), validation, unit);
    printClasses(classes, everyClass);
    for (const char* scale : kScales) printScale(scores, scale, unit);
    std::fflush(stdout);
}

void printSeeds(std::span<const SeedScores> seeds, const std::string& unit) {
    if (seeds.size() < 2) return;
    std::vector<TestScore> rows;
    const auto add = [&rows](const std::string& name, const std::vector<TestScore>& scores) {
        for (const TestScore& score : scores)
            if (score.method == "model") rows.push_back({name, score.scale, score.metric, score.value});
    };
    const auto name = [](const SeedScores& seed) {
        return "seed " + std::to_string(seed.seed) + (seed.run.empty() ? "" : ", " + seed.run);
    };
    for (const SeedScores& seed : seeds) add(name(seed), seed.scores);
    for (const SeedScores& seed : seeds)
        // Why the end of the run says
        if (!seed.whole)
            std::printf("%s was stopped and does not count\n", name(seed).c_str());
        else if (!seed.why.empty())
            std::printf("%s failed: %s\n", name(seed).c_str(), seed.why.c_str());
    if (rows.empty()) return;
    const std::size_t counted = countedSeeds(seeds);
    if (counted > 1) {
        add("mean", meanScores(seeds));
        add("standard deviation", scoreDeviations(seeds));
    }
    std::printf("\nThe model by seed:\n");
    for (const char* scale : kScales) printScale(rows, scale, unit);
    if (counted > 1)
        std::printf("\nMeans of %zu seeds:\n", counted);
    else
        std::printf("\n%s seed was trained to its end and tested; a mean and a standard deviation need two.\n",
                    counted == 1 ? "One" : "No");
}

std::string seedsDone(std::span<const SeedScores> seeds, std::span<const std::int64_t> leftOut) {
    const auto whole =
        std::ranges::count_if(seeds, [](const SeedScores& seed) { return seed.whole && seed.why.empty(); });
    std::string text = std::to_string(whole) + " of " + std::to_string(seeds.size() + leftOut.size()) +
                       " seeds were trained to their end";
    if (leftOut.size() == 1)
        text += "; seed " + std::to_string(leftOut.front()) + " was left out";
    else if (!leftOut.empty())
        text +=
            "; seeds " + std::to_string(leftOut.front()) + " to " + std::to_string(leftOut.back()) + " were left out";
    return text;
}

std::string resultLine(const WorkerResult& result) {
    const auto modelOf = [](const std::vector<TestScore>& scores) {
        Json test = Json::object();
        for (const TestScore& score : scores)
            if (score.method == "model") test[score.scale][score.metric] = number(score.value);
        return test;
    };
    Json others = Json::object(), scales = Json::object();
    for (const TestScore& score : result.scores) {
        if (score.method != "model") others[score.method][score.scale][score.metric] = number(score.value);
        scales[score.scale] = meaningOf(score.scale, result.unit);
    }
    Json json{{"run", result.run},
              {"state", runStateName(result.state)},
              {"test", modelOf(result.scores)},
              {"baselines", others},
              {"scale", scales}};
    if (const Comparison compared = comparedWith(result.scores); !compared.scale.empty()) {
        json["worse_than"] = {{"methods", compared.better}, {"metric", compared.metric}, {"scale", compared.scale}};
        if (!compared.undecided.empty()) json["worse_than"]["undecided"] = compared.undecided;
        for (const auto& [method, value] : worseOnValidation(compared, result.validation)) {
            json["worse_than"]["validation"]["model"] = number(result.validation.model);
            json["worse_than"]["validation"][method] = number(value);
        }
    }
    if (result.seeds.size() > 1) json["test_sd"] = modelOf(scoreDeviations(result.seeds));
    for (const SeedScores& seed : result.seeds) {
        json["seeds"].push_back({{"seed", seed.seed},
                                 {"run", seed.run},
                                 {"state", runStateName(seed.state)},
                                 {"test", modelOf(seed.scores)}});
        if (!seed.why.empty()) json["seeds"].back()["why"] = seed.why;
    }
    if (!result.leftOut.empty()) json["left_out"] = result.leftOut;
    for (const TestScore& score : result.scores)
        if (const Phrase missing = whyUnformed(result.scores, score); !missing.empty())
            json["unformed"].push_back({{"method", score.method},
                                        {"scale", score.scale},
                                        {"metric", score.metric},
                                        {"why", missing.english()}});
    if (!result.testAbsent.empty()) json["test_absent"] = result.testAbsent;
    if (!result.warning.empty()) json["warning"] = result.warning;
    if (!result.weights.empty()) {
        json["weights"] = result.weights;
        json["step"] = result.step;
    }
    if (!result.why.empty()) json["why"] = result.why;
    return jsonLine(Json{{"result", json}});
}

}  // namespace gatelab::worker

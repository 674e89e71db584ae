// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/console.h"

#include "baselines/baselines.h"
#include "config/config_difference.h"
#include "data/doctor.h"
#include "data/experiment_check.h"
#include "data/recipe.h"
#include "run/run_event_json.h"
#include "run/test_scores.h"
#include "worker/console_text.h"
#include "worker/epoch_rows.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kRedrawSeconds = 0.1, kLineSeconds = 10;

double monotonicSeconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// JSON has no NaN: absent numbers are null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void printLine(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

/// Methods in the order they appear, each with its scores on one scale.
std::vector<std::pair<std::string, std::vector<TestScore>>> byMethod(const std::vector<TestScore>& scores, const std::string& scale) {
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

std::string titleOf(const std::string& scale, const std::string& unit) { return scale == "original" && !unit.empty() ? "original scale, " + unit : scale + " scale"; }

void printScale(const std::vector<TestScore>& scores, const std::string& scale, const std::string& unit) {
    auto methods = byMethod(scores, scale);
    if (methods.empty()) return;
    const std::string title = titleOf(scale, unit);
    std::size_t widest = std::max<std::size_t>(20, title.size());
    for (const auto& [method, values] : methods) widest = std::max(widest, method.size());
    const int width = static_cast<int>(widest) + 2;
    // Quantiles have a table of their own.
    for (auto& [method, values] : methods) std::erase_if(values, [](const TestScore& score) { return findScore(score.metric) == nullptr; });
    std::printf("\n%-*s", width, title.c_str());
    for (const TestScore& score : methods.front().second) std::printf("%*s", columnWidth(score), score.metric.c_str());
    std::printf("\n");
    for (const auto& [method, values] : methods) {
        std::printf("%-*s", width, method.c_str());
        for (const TestScore& wanted : methods.front().second) {
            const auto found = std::ranges::find(values, wanted.metric, &TestScore::metric);
            if (found == values.end()) std::printf("%*s", columnWidth(wanted), "");
            else std::printf("%*s", columnWidth(wanted), figureText(found->value, 4).c_str());
        }
        std::printf("\n");
    }
    const std::vector<QuantileScore> quantiles = quantileScores(scores, "model", scale);
    if (!quantiles.empty()) std::printf("\n%-22s%12s%12s\n", "quantile", "below", "pinball");
    for (const QuantileScore& quantile : quantiles) std::printf("%-22.4g%12s%12s\n", quantile.level, figureText(quantile.below, 4).c_str(), figureText(quantile.pinball, 4).c_str());
    for (const TestScore& score : scores)
        if (score.method == "model" && score.scale == scale && score.metric == "crossed") std::printf("crossed quantiles %.3g %%, put in order\n", 100 * score.value);
    // Of most methods the same is missing for the same reason.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> missing;
    for (const auto& [method, values] : methods)
        for (const TestScore& score : values)
            if (const Phrase why = whyUnformed(scores, score); !why.empty()) missing[{score.metric, why.english()}].push_back(method);
    for (const auto& [what, of] : missing) {
        std::string who;
        for (const std::string& method : of) who += (who.empty() ? " of " : ", ") + method;
        std::printf("no %s%s: %s\n", what.first.c_str(), of.size() == methods.size() ? "" : who.c_str(), what.second.c_str());
    }
}

/// " (--recipe ...)" with the step that the doctor proposes; empty where the recipe has one of its kind.
std::string recipeHint(const DataFinding& finding, const ExperimentConfig& config) {
    const auto proposed = parseRecipeStep(finding.recipe);
    if (!proposed) return {};
    for (const std::string& text : config.recipe)
        if (const auto step = parseRecipeStep(text); step && step->key == proposed->key) return {};
    ExperimentConfig mended = config;
    mended.recipe = withStep(config.recipe, finding.recipe);
    return " (" + changeFlags(configChanges(config, mended)) + ")";
}

}  // namespace

std::string durationText(double seconds) {
    const auto whole = static_cast<long>(std::max(0.0, seconds));
    char text[32];
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

std::string figureText(double value, int digits) {
    if (std::isnan(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
}

int exitCode(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput: case ErrorCode::NotFound: case ErrorCode::Unsupported: case ErrorCode::Corrupt: return kUsage;
        case ErrorCode::NoDevice: case ErrorCode::DeviceLost: return kNoDevice;
        case ErrorCode::OutOfMemory: return kOutOfMemory;
        case ErrorCode::PermissionDenied: case ErrorCode::ReadOnly: case ErrorCode::DiskFull: case ErrorCode::Io: return kStorage;
        case ErrorCode::NonFinite: return kNonFinite;
        case ErrorCode::Cancelled: return kInterrupted;
        default: return kFailed;
    }
}

int fail(const Error& error, bool json) {
    const std::string said = consoleText(error);
    std::fprintf(stderr, "gatelab-worker: %s\n", said.c_str());
    Json line{{"error", said}, {"code", exitCode(error.code)}};
    if (!error.field.empty()) line["setting"] = error.field;
    if (json) printLine(line.dump(-1, ' ', false, Json::error_handler_t::replace));
    return exitCode(error.code);
}

void printDataFindings(const Dataset& data, const ExperimentConfig& config, bool reading) {
    if (reading)
        for (const ReadWarning& warning : (data.series ? data.series->report : data.sequences->report).warnings)
            std::fprintf(stderr, "warning: %s%s\n", warning.line > 0 ? ("line " + std::to_string(warning.line) + ": ").c_str() : "", warning.message.english().c_str());
    if (!data.series) return;
    for (const DataFinding& finding : examine(*data.series))
        if (finding.severity != DataFinding::Severity::Info) std::fprintf(stderr, "warning: %s%s\n", finding.message.english().c_str(), recipeHint(finding, config).c_str());
}

RunPrinter::RunPrinter(bool json, bool quiet) : json_(json), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), lastBar_(terminal_ ? 0 : monotonicSeconds()) {}

void printFiles(const RunIdentity& identity) {
    if (!identity.testFile.empty()) std::printf("%-16s %s\n%-16s %s\n", "training file", identity.trainFile.c_str(), "test file", identity.testFile.c_str());
}

void RunPrinter::trainsOn(const ExperimentConfig& config) { lossText_ = config.loss + (config.task == "forecast" ? ", on the prepared scale" : ""); }

void RunPrinter::beginSeed(const SeedPlace& place, const std::string& run) {
    seed_ = place;
    if (quiet_) return;
    if (json_) return printLine(Json{{"seed", {{"seed", place.seed}, {"number", place.number}, {"of", place.of}, {"run", run}}}}.dump());
    std::printf("%sseed %lld, %lld of %lld\n", place.number > 1 ? "\n" : "", static_cast<long long>(place.seed), static_cast<long long>(place.number), static_cast<long long>(place.of));
    std::fflush(stdout);
}

std::string RunPrinter::seedText() const { return seed_.of > 0 ? "seed " + std::to_string(seed_.number) + " of " + std::to_string(seed_.of) + ", " : ""; }

void RunPrinter::stopping(bool canResume) {
    if (quiet_) return;
    endLine();
    const char* now = scoring_ ? "leaving out the comparison with the baselines" : plan_.testWindows > 0 ? "stopping: the test part is scored next, then the baselines" : "stopping";
    const std::int64_t others = seed_.of - seed_.number;
    const std::string left = others == 0 ? "" : "; " + std::to_string(others) + (others == 1 ? " more seed is left out" : " more seeds are left out");
    std::fprintf(stderr, "%s%s; Ctrl+C again leaves at once%s\n", now, left.c_str(), canResume ? ", and the run can be resumed" : "");
    stopping_ = true;
}

void RunPrinter::metric(const MetricSample& sample) {
    if (sample.metric == MetricId::TrainLoss) {
        loss_ = sample;
        auto& [sum, steps] = epochLosses_[epochOf(sample)];
        sum += sample.value;
        ++steps;
    }
    if (sample.metric == MetricId::StepsPerSecond) stepsPerSecond_ = sample.value;
    if (!json_ || quiet_) return;
    printLine(Json{{"metric", channelKey(sample.channel())}, {"step", sample.step}, {"epoch", number(sample.epoch)}, {"seconds", number(sample.seconds)},
                   {"value", number(sample.value)}}.dump());
}

void RunPrinter::event(const RunEvent& event) {
    if (event.kind == RunEvent::Kind::Planned) plan_ = event.plan;
    // Quiet is about progress; what a run cannot keep is said beside the JSON, too.
    if (event.kind == RunEvent::Kind::Warning && (quiet_ || (json_ && exitCode(event.code) == kStorage))) std::fprintf(stderr, "warning: %s\n", consoleText(event.text).c_str());
    if (quiet_) return;
    if (json_) return printLine("{\"event\": " + eventToJson(event) + "}");
    if (event.kind == RunEvent::Kind::Scoring) return scoring(event);
    endLine();
    switch (event.kind) {
        case RunEvent::Kind::Planned: return planned(event);
        case RunEvent::Kind::EpochEnd: return epochEnded(event);
        case RunEvent::Kind::Warning: std::fprintf(stderr, "warning: %s\n", consoleText(event.text).c_str()); return;
        case RunEvent::Kind::Marker: std::printf("step %lld: %s\n", static_cast<long long>(event.step), event.text.english().c_str()); return;
        case RunEvent::Kind::Confusion: return printClasses(event.confusion);
        default: return;
    }
}

void RunPrinter::planned(const RunEvent& event) {
    const RunPlanInfo& plan = event.plan;
    if (!plan.deviceReason.empty()) std::fprintf(stderr, "%s\n", plan.deviceReason.english().c_str());
    std::printf("%s, %s, %s, %lld thread(s); %lld parameters; windows: %lld train, %lld validation, %lld test; %lld %s per epoch\n", plan.device.c_str(),
                plan.implementation.c_str(), plan.precision.c_str(), static_cast<long long>(plan.threads), static_cast<long long>(plan.parameters),
                static_cast<long long>(plan.trainWindows), static_cast<long long>(plan.validationWindows), static_cast<long long>(plan.testWindows),
                static_cast<long long>(plan.stepsPerEpoch), plan.stepsPerEpoch == 1 ? "step" : "steps");
    printFiles(plan.identity);
    if (!lossText_.empty()) std::printf("loss: %s\n", lossText_.c_str());
    if (plan.validationWindows == 0) std::printf("no validation part: nothing tells how well it does on data that it does not train on, so that its last weights count as the best\n");
    if (firstStep_ > 0)
        std::printf("%lld of %lld steps are left\n", static_cast<long long>(std::max<std::int64_t>(0, plan.totalSteps - firstStep_)), static_cast<long long>(plan.totalSteps));
    std::fflush(stdout);
}

void RunPrinter::epochEnded(const RunEvent& event) {
    const auto [sum, steps] = epochLosses_[event.epoch];
    epochLosses_.erase(epochLosses_.begin(), epochLosses_.upper_bound(event.epoch));
    std::printf("epoch %lld:", static_cast<long long>(event.epoch));
    // A run that was resumed at the end of an epoch has none of its steps.
    if (steps > 0) std::printf(" train loss %.5g%s,", sum / static_cast<double>(steps),
                               firstStep_ > 0 && steps < plan_.stepsPerEpoch ? (" (of its last " + std::to_string(steps) + " steps)").c_str() : "");
    if (plan_.validationWindows > 0) std::printf(" validation loss %.5g,", event.value);
    std::printf(" %s\n", durationText(event.seconds).c_str());
    std::fflush(stdout);
    if (!terminal_) lastBar_ = monotonicSeconds();
}

void RunPrinter::scoring(const RunEvent& event) {
    const std::string what = event.text.english();
    if (!scoring_ || scoringWhat_ != what) {
        endLine();
        scoring_.emplace(false);
        scoringWhat_ = what;
    }
    const char* hint = stopping_ ? " (Ctrl+C leaves at once): " : " (Ctrl+C leaves the baselines out): ";
    scoring_->show(seedText() + what + hint + std::to_string(std::lround(100 * event.value)) + " %", event.value);
}

double RunPrinter::share() const {
    return plan_.totalSteps > 0 ? std::min(1.0, static_cast<double>(std::max(firstStep_, loss_.step)) / static_cast<double>(plan_.totalSteps)) : 0;
}

void RunPrinter::tick() {
    if (json_ || quiet_ || stopping_ || scoring_ || plan_.totalSteps <= 0 || monotonicSeconds() - lastBar_ < (terminal_ ? kRedrawSeconds : kLineSeconds)) return;
    lastBar_ = monotonicSeconds();
    constexpr int kWidth = 30;
    const auto filled = static_cast<std::size_t>(share() * kWidth);
    const std::string bar = "\r[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] ";
    std::fprintf(stderr, "%s%s%3.0f %%  step %lld of %lld", terminal_ ? bar.c_str() : "", seedText().c_str(), share() * 100, static_cast<long long>(loss_.step), static_cast<long long>(plan_.totalSteps));
    if (loss_.step > 0) std::fprintf(stderr, "  loss %.4g", loss_.value);
    if (stepsPerSecond_ > 0)
        std::fprintf(stderr, "  %.0f steps/s  %s left", stepsPerSecond_, durationText(static_cast<double>(plan_.totalSteps - loss_.step) / stepsPerSecond_).c_str());
    std::fputs(terminal_ ? " \033[K" : "\n", stderr);
    std::fflush(stderr);
    barShown_ = terminal_;
}

void RunPrinter::endLine() {
    if (scoring_) scoring_->end();  // its clock goes on
    if (barShown_) std::fputs("\r\033[K", stderr);
    barShown_ = false;
}

void printRunEnd(const std::string& id, const std::filesystem::path& workspace, const std::string& why) {
    const std::string where = id.empty() ? "" : "run " + id + " in " + workspace.string();
    if (!where.empty() || !why.empty()) std::printf("\n%s%s%s\n", where.c_str(), where.empty() || why.empty() ? "" : ": ", why.c_str());
}

void printClasses(const ConfusionMatrix& matrix) {
    constexpr std::size_t kMostColumns = 12;
    if (matrix.empty()) return;
    const std::vector<ClassScore> scores = classScores(matrix);
    std::printf("\n%-22s%10s%12s%12s%12s%12s\n", "class", "occurs", "answered", "precision", "recall", "f1");
    for (std::size_t i = 0; i < scores.size(); ++i)
        std::printf("%-22s%10lld%12lld%12s%12s%12s\n", matrix.classes[i].c_str(), static_cast<long long>(scores[i].occurs), static_cast<long long>(scores[i].answered),
                    figureText(scores[i].precision, 4).c_str(), figureText(scores[i].recall, 4).c_str(), figureText(scores[i].f1, 4).c_str());
    if (matrix.size() > kMostColumns) return;
    std::printf("\n%-22s", "truth, taken for");
    for (const std::string& name : matrix.classes) std::printf("%12.11s", name.c_str());
    for (std::size_t truth = 0; truth < matrix.size(); ++truth) {
        std::printf("\n%-22s", matrix.classes[truth].c_str());
        for (std::size_t answer = 0; answer < matrix.size(); ++answer) std::printf("%12lld", static_cast<long long>(matrix.at(truth, answer)));
    }
    std::printf("\n");
    std::fflush(stdout);
}

void printScores(const std::vector<TestScore>& scores, const std::string& unit) {
    std::string worse, by;
    for (const std::string scale : kScales) {
        const auto methods = byMethod(scores, scale);
        if (methods.size() < 2 || methods.front().first != "model") continue;
        const TestScore& own = methods.front().second.front();
        const Score* row = findScore(own.metric);
        for (std::size_t i = 1; i < methods.size(); ++i)
            if (row != nullptr && row->isBetter(methods[i].second.front().value, own.value)) worse += (worse.empty() ? "" : ", ") + methods[i].first;
        by = own.metric + ", " + titleOf(scale, unit);
        break;
    }
    if (!worse.empty()) std::printf("The model is worse than: %s (%s).\n", worse.c_str(), by.c_str());
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
    const auto name = [](const SeedScores& seed) { return "seed " + std::to_string(seed.seed) + (seed.run.empty() ? "" : ", " + seed.run); };
    for (const SeedScores& seed : seeds) add(name(seed), seed.scores);
    for (const SeedScores& seed : seeds)
        if (!seed.whole) std::printf("%s was stopped and does not count\n", name(seed).c_str());  // why the end of the run says
        else if (!seed.why.empty()) std::printf("%s failed: %s\n", name(seed).c_str(), seed.why.c_str());
    if (rows.empty()) return;
    const std::size_t counted = countedSeeds(seeds);
    if (counted > 1) {
        add("mean", meanScores(seeds));
        add("standard deviation", scoreDeviations(seeds));
    }
    std::printf("\nThe model by seed:\n");
    for (const char* scale : kScales) printScale(rows, scale, unit);
    if (counted > 1) std::printf("\nMeans of %zu seeds:\n", counted);
    else std::printf("\n%s seed was trained to its end and tested; a mean and a standard deviation need two.\n", counted == 1 ? "One" : "No");
}

std::string seedsDone(std::span<const SeedScores> seeds, std::span<const std::int64_t> leftOut) {
    const auto whole = std::ranges::count_if(seeds, [](const SeedScores& seed) { return seed.whole && seed.why.empty(); });
    std::string text = std::to_string(whole) + " of " + std::to_string(seeds.size() + leftOut.size()) + " seeds were trained to their end";
    if (leftOut.size() == 1) text += "; seed " + std::to_string(leftOut.front()) + " was left out";
    else if (!leftOut.empty()) text += "; seeds " + std::to_string(leftOut.front()) + " to " + std::to_string(leftOut.back()) + " were left out";
    return text;
}

std::string RunPrinter::testAbsent() const { return plan_.trainWindows > 0 && plan_.testWindows == 0 ? std::string("the split ") + kNoTestPart.source : std::string(); }

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
    Json json{{"run", result.run}, {"state", runStateName(result.state)}, {"test", modelOf(result.scores)}, {"baselines", others}, {"scale", scales}};
    if (result.seeds.size() > 1) json["test_sd"] = modelOf(scoreDeviations(result.seeds));
    for (const SeedScores& seed : result.seeds) {
        json["seeds"].push_back({{"seed", seed.seed}, {"run", seed.run}, {"state", runStateName(seed.state)}, {"test", modelOf(seed.scores)}});
        if (!seed.why.empty()) json["seeds"].back()["why"] = seed.why;
    }
    if (!result.leftOut.empty()) json["left_out"] = result.leftOut;
    for (const TestScore& score : result.scores)
        if (const Phrase missing = whyUnformed(result.scores, score); !missing.empty())
            json["unformed"].push_back({{"method", score.method}, {"scale", score.scale}, {"metric", score.metric}, {"why", missing.english()}});
    if (!result.testAbsent.empty()) json["test_absent"] = result.testAbsent;
    if (!result.why.empty()) json["why"] = result.why;
    return Json{{"result", json}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gatelab::worker

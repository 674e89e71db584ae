// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/console.h"

#include "baselines/baselines.h"
#include "data/doctor.h"
#include "run/run_event_json.h"
#include "run/test_scores.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

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

void printScale(const std::vector<TestScore>& scores, const std::string& scale) {
    auto methods = byMethod(scores, scale);
    if (methods.empty()) return;
    // Quantiles have a table of their own.
    for (auto& [method, values] : methods) std::erase_if(values, [](const TestScore& score) { return findScore(score.metric) == nullptr; });
    std::printf("\n%-22s", (scale + " scale").c_str());
    for (const TestScore& score : methods.front().second) std::printf("%*s", columnWidth(score), score.metric.c_str());
    std::printf("\n");
    for (const auto& [method, values] : methods) {
        std::printf("%-22s", method.c_str());
        for (const TestScore& wanted : methods.front().second) {
            const auto found = std::ranges::find(values, wanted.metric, &TestScore::metric);
            if (found == values.end()) std::printf("%*s", columnWidth(wanted), "");
            else std::printf("%*.4g", columnWidth(wanted), found->value);
        }
        std::printf("\n");
    }
    const std::vector<QuantileScore> quantiles = quantileScores(scores, "model", scale);
    if (!quantiles.empty()) std::printf("\n%-22s%12s%12s\n", "quantile", "below", "pinball");
    for (const QuantileScore& quantile : quantiles) std::printf("%-22.4g%12.4g%12.4g\n", quantile.level, quantile.below, quantile.pinball);
    for (const auto& [method, values] : methods)
        for (const TestScore& score : values)
            if (const Phrase why = whyUnformed(scores, score); !why.empty()) std::printf("no %s of %s: %s\n", score.metric.c_str(), method.c_str(), why.english().c_str());
}

}  // namespace

std::string durationText(double seconds) {
    const auto whole = static_cast<long>(std::max(0.0, seconds));
    char text[32];
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
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
    std::fprintf(stderr, "gatelab-worker: %s\n", error.message.c_str());
    if (json) printLine(Json{{"error", error.message}, {"code", exitCode(error.code)}}.dump(-1, ' ', false, Json::error_handler_t::replace));
    return exitCode(error.code);
}

void printDataFindings(const Dataset& data, bool reading) {
    if (reading)
        for (const ReadWarning& warning : (data.series ? data.series->report : data.sequences->report).warnings)
            std::fprintf(stderr, "warning: %s%s\n", warning.line > 0 ? ("line " + std::to_string(warning.line) + ": ").c_str() : "", warning.message.english().c_str());
    if (!data.series) return;
    for (const DataFinding& finding : examine(*data.series))
        if (finding.severity != DataFinding::Severity::Info) std::fprintf(stderr, "warning: %s\n", finding.message.english().c_str());
}

RunPrinter::RunPrinter(bool json, bool quiet) : json_(json), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void RunPrinter::metric(const MetricSample& sample) {
    if (sample.metric == MetricId::TrainLoss) {
        loss_ = sample;
        auto& [sum, steps] = epochLosses_[std::llround(std::ceil(sample.epoch - 1e-9))];
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
    if (quiet_) return;
    if (json_) return printLine("{\"event\": " + eventToJson(event) + "}");
    endLine();
    switch (event.kind) {
        case RunEvent::Kind::Planned: return planned(event);
        case RunEvent::Kind::EpochEnd: return epochEnded(event);
        case RunEvent::Kind::Warning: std::fprintf(stderr, "warning: %s\n", event.text.english().c_str()); return;
        case RunEvent::Kind::Marker: std::printf("step %lld: %s\n", static_cast<long long>(event.step), event.text.english().c_str()); return;
        case RunEvent::Kind::Confusion: return printClasses(event.confusion);
        default: return;
    }
}

void RunPrinter::planned(const RunEvent& event) {
    const RunPlanInfo& plan = event.plan;
    if (!plan.deviceReason.empty()) std::fprintf(stderr, "%s\n", plan.deviceReason.english().c_str());
    std::printf("%s, %s, %s, %lld thread(s); %lld parameters; windows: %lld train, %lld validation, %lld test; %lld steps per epoch\n", plan.device.c_str(),
                plan.implementation.c_str(), plan.precision.c_str(), static_cast<long long>(plan.threads), static_cast<long long>(plan.parameters),
                static_cast<long long>(plan.trainWindows), static_cast<long long>(plan.validationWindows), static_cast<long long>(plan.testWindows),
                static_cast<long long>(plan.stepsPerEpoch));
    std::fflush(stdout);
}

void RunPrinter::epochEnded(const RunEvent& event) {
    const auto [sum, steps] = epochLosses_[event.epoch];
    epochLosses_.erase(epochLosses_.begin(), epochLosses_.upper_bound(event.epoch));
    std::printf("epoch %lld: train loss %.5g, validation loss %.5g, %s\n", static_cast<long long>(event.epoch), sum / static_cast<double>(steps), event.value,
                durationText(event.seconds).c_str());
    std::fflush(stdout);
}

void RunPrinter::tick() {
    if (json_ || quiet_ || !terminal_ || plan_.totalSteps <= 0 || monotonicSeconds() - lastBar_ < 0.1) return;
    lastBar_ = monotonicSeconds();
    constexpr int kWidth = 30;
    const double share = std::min(1.0, static_cast<double>(loss_.step) / static_cast<double>(plan_.totalSteps));
    const int filled = static_cast<int>(share * kWidth);
    std::fprintf(stderr, "\r[%s%s] %3.0f %%  step %lld of %lld", std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(kWidth - filled), '.').c_str(), share * 100, static_cast<long long>(loss_.step),
                 static_cast<long long>(plan_.totalSteps));
    if (loss_.step > 0) std::fprintf(stderr, "  loss %.4g", loss_.value);
    if (stepsPerSecond_ > 0)
        std::fprintf(stderr, "  %.0f steps/s  %s left", stepsPerSecond_, durationText(static_cast<double>(plan_.totalSteps - loss_.step) / stepsPerSecond_).c_str());
    std::fputs(" \033[K", stderr);
    std::fflush(stderr);
    barShown_ = true;
}

void RunPrinter::endLine() {
    if (barShown_) std::fputs("\r\033[K", stderr);
    barShown_ = false;
}

void printClasses(const ConfusionMatrix& matrix) {
    constexpr std::size_t kMostColumns = 12;
    if (matrix.empty()) return;
    const std::vector<ClassScore> scores = classScores(matrix);
    std::printf("\n%-22s%10s%12s%12s%12s%12s\n", "class", "occurs", "answered", "precision", "recall", "f1");
    for (std::size_t i = 0; i < scores.size(); ++i)
        std::printf("%-22s%10lld%12lld%12.4g%12.4g%12.4g\n", matrix.classes[i].c_str(), static_cast<long long>(scores[i].occurs), static_cast<long long>(scores[i].answered),
                    scores[i].precision, scores[i].recall, scores[i].f1);
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

void printScores(const std::vector<TestScore>& scores) {
    std::string worse;
    for (const std::string scale : {"standardised", "original"}) {
        const auto methods = byMethod(scores, scale);
        if (methods.size() < 2 || methods.front().first != "model") continue;
        const TestScore& own = methods.front().second.front();
        const Score* row = findScore(own.metric);
        for (std::size_t i = 1; i < methods.size(); ++i)
            if (row != nullptr && row->isBetter(methods[i].second.front().value, own.value)) worse += (worse.empty() ? "" : ", ") + methods[i].first;
        break;
    }
    if (!worse.empty()) std::printf("The model is worse than: %s.\n", worse.c_str());
    printScale(scores, "standardised");
    printScale(scores, "original");
    std::fflush(stdout);
}

std::string resultLine(const std::string& run, RunState state, const std::vector<TestScore>& scores, const std::string& why) {
    Json test = Json::object(), others = Json::object();
    for (const TestScore& score : scores) (score.method == "model" ? test : others[score.method])[score.scale][score.metric] = number(score.value);
    Json result{{"run", run}, {"state", runStateName(state)}, {"test", test}, {"baselines", others}};
    for (const TestScore& score : scores)
        if (const Phrase missing = whyUnformed(scores, score); !missing.empty())
            result["unformed"].push_back({{"method", score.method}, {"scale", score.scale}, {"metric", score.metric}, {"why", missing.english()}});
    if (!why.empty()) result["why"] = why;
    return Json{{"result", result}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gatelab::worker

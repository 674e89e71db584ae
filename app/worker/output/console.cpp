// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/console.h"

#include "app/experiment_data.h"
#include "app/report/epoch_rows.h"
#include "config/config_difference.h"
#include "config/setting_predicates.h"
#include "data/experiment_check.h"
#include "data/findings/remedy.h"
#include "io/json/json.h"
#include "run/run_event_json.h"
#include "worker/output/console_text.h"
#include "worker/output/finding_hint.h"
#include "worker/output/json_line.h"
#include "worker/output/json_number.h"
#include "worker/output/score_report.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kRedrawSeconds = 0.1, kLineSeconds = 10;

double monotonicSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void printLine(const std::string& line) {
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace

std::string durationText(double seconds) {
    const auto whole = static_cast<long>(std::max(0.0, seconds));
    char text[32];
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}

std::string spanText(double seconds) {
    if (!(seconds >= 0) || seconds >= 60) return durationText(seconds);
    char text[32];
    std::snprintf(text, sizeof text, "%.*f s", seconds < 10 ? 2 : 1, seconds);
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
        case ErrorCode::InvalidInput:
        case ErrorCode::NotFound:
        case ErrorCode::Unsupported:
            return kUsage;
        case ErrorCode::NoDevice:
        case ErrorCode::DeviceLost:
            return kNoDevice;
        case ErrorCode::OutOfMemory:
            return kOutOfMemory;
        case ErrorCode::PermissionDenied:
        case ErrorCode::ReadOnly:
        case ErrorCode::DiskFull:
        case ErrorCode::Io:
            return kStorage;
        case ErrorCode::NonFinite:
            return kNonFinite;
        case ErrorCode::Cancelled:
            return kInterrupted;
        default:
            return kFailed;
    }
}

int fail(const Error& error, bool json) {
    // What reading and preparing ask for is called by its name in the window.
    const Field* field = findField(error.field);
    const bool isOfData =
        field != nullptr && (field->group <= FieldGroup::Import || field->group == FieldGroup::Preparation);
    const std::string message = isOfData ? withFlagsOf(consoleText(error)) : consoleText(error);
    std::fprintf(stderr, "gatelab-worker: %s\n", message.c_str());
    Json line{{"error", message}, {"code", exitCode(error.code)}};
    if (!error.field.empty()) line["setting"] = error.field;
    if (json) printLine(jsonLine(line));
    return exitCode(error.code);
}

std::string remedyHint(const DataFinding& finding, const Series& series, const ExperimentConfig& config) {
    return kindHint(std::span(&finding, 1), series, config);
}

void printDataFindings(const Dataset& data, const ExperimentConfig& config, bool reading) {
    if (reading)
        for (const ReadWarning& warning : (data.series ? data.series->report : data.sequences->report).warnings)
            std::fprintf(stderr, "warning: %s%s\n",
                         warning.line > 0 ? ("line " + std::to_string(warning.line) + ": ").c_str() : "",
                         saidWithFlags(warning.message).c_str());
    if (!data.series) return;
    std::vector<DataFinding> findings = examineAs(*data.series, config);
    for (DataFinding& finding : examineExperiment(*data.series, config))
        if (finding.code != "no-signal") findings.push_back(std::move(finding));  // the run says it itself
    for (const ToldFinding& told : toldFindings(findings, *data.series, config))
        std::fprintf(stderr, "warning: %s%s\n", plainText(told.text).c_str(), told.hint.c_str());
}

RunPrinter::RunPrinter(bool json, bool quiet)
    : json_(json), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0), lastBar_(terminal_ ? 0 : monotonicSeconds()) {}

void printFiles(const RunIdentity& identity) {
    if (!identity.testFile.empty())
        std::printf("%-16s %s\n%-16s %s\n", "training file", identity.trainFile.c_str(), "test file",
                    identity.testFile.c_str());
}

void RunPrinter::trainsOn(const ExperimentConfig& config) {
    lossText_ = config.loss + (isForecast(config) ? ", on the prepared scale" : "");
}

void RunPrinter::beginSeed(const SeedPlace& place, const std::string& run) {
    seed_ = place;
    if (quiet_) return;
    if (json_)
        return printLine(
            Json{{"seed", {{"seed", place.seed}, {"number", place.number}, {"of", place.of}, {"run", run}}}}.dump());
    std::printf("%sseed %lld, %lld of %lld\n", place.number > 1 ? "\n" : "", static_cast<long long>(place.seed),
                static_cast<long long>(place.number), static_cast<long long>(place.of));
    std::fflush(stdout);
}

std::string RunPrinter::seedText() const {
    return seed_.of > 0 ? "seed " + std::to_string(seed_.number) + " of " + std::to_string(seed_.of) + ", " : "";
}

void RunPrinter::stopping(bool canResume) {
    if (quiet_) return;
    endLine();
    const char* now = scoring_                ? "leaving out the comparison with the baselines"
                      : plan_.testWindows > 0 ? "stopping: the test part is scored next, then the baselines"
                                              : "stopping";
    const std::int64_t others = seed_.of - seed_.number;
    const std::string left = others == 0 ? ""
                                         : "; " + std::to_string(others) +
                                               (others == 1 ? " more seed is left out" : " more seeds are left out");
    std::fprintf(stderr, "%s%s; Ctrl+C again leaves at once%s\n", now, left.c_str(),
                 canResume ? ", and the run can be resumed" : "");
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
    printLine(Json{{"metric", channelKey(sample.channel())},
                   {"step", sample.step},
                   {"epoch", number(sample.epoch)},
                   {"seconds", number(sample.seconds)},
                   {"value", number(sample.value)}}
                  .dump());
}

void RunPrinter::event(const RunEvent& event) {
    if (const auto* plan = event.as<RunPlanInfo>()) plan_ = *plan;
    // Quiet is about progress; what a run cannot keep is said beside the JSON, too.
    if (const auto* warning = event.as<RunWarning>();
        warning != nullptr && (quiet_ || !json_ || exitCode(warning->code) == kStorage)) {
        endLine();
        std::fprintf(stderr, "warning: %s\n", withFlagsOf(consoleText(warning->text)).c_str());
    }
    if (quiet_) return;
    if (json_) return printLine("{\"event\": " + eventToJson(event) + "}");
    if (const auto* progress = event.as<ScoringProgress>()) return scoring(*progress);
    endLine();
    if (event.is<RunPlanInfo>())
        planned();
    else if (const auto* end = event.as<EpochEnd>())
        epochEnded(event, *end);
    else if (const auto* marker = event.as<RunMarker>())
        std::printf("step %lld: %s\n", static_cast<long long>(event.step), plainText(marker->text).c_str());
    else if (const auto* test = event.as<TestConfusion>(); test != nullptr && seed_.of < 2)
        classes_ = test->matrix;
    else if (test != nullptr)
        printClasses(test->matrix);
}

void RunPrinter::planned() {
    const RunPlanInfo& plan = plan_;
    if (!plan.deviceReason.empty()) std::fprintf(stderr, "%s\n", plainText(plan.deviceReason).c_str());
    std::printf(
        "%s, %s, %s, %lld thread(s); %lld parameters; windows: %lld train, %lld validation, %lld test; %lld %s per "
        "epoch\n",
        plan.device.c_str(), plan.implementation.c_str(), plan.precision.c_str(), static_cast<long long>(plan.threads),
        static_cast<long long>(plan.parameters), static_cast<long long>(plan.trainWindows),
        static_cast<long long>(plan.validationWindows), static_cast<long long>(plan.testWindows),
        static_cast<long long>(plan.stepsPerEpoch), plan.stepsPerEpoch == 1 ? "step" : "steps");
    printFiles(plan.identity);
    if (!lossText_.empty()) std::printf("loss: %s\n", lossText_.c_str());
    if (plan.validationWindows == 0)
        std::printf(
            "no validation part: nothing tells how well it does on data that it does not train on, so that its last "
            "weights count as the best\n");
    if (firstStep_ > 0)
        std::printf("%lld of %lld steps are left\n",
                    static_cast<long long>(std::max<std::int64_t>(0, plan.totalSteps - firstStep_)),
                    static_cast<long long>(plan.totalSteps));
    std::fflush(stdout);
}

void RunPrinter::epochEnded(const RunEvent& event, const EpochEnd& end) {
    const auto [sum, steps] = epochLosses_[event.epoch];
    epochLosses_.erase(epochLosses_.begin(), epochLosses_.upper_bound(event.epoch));
    std::printf("epoch %lld:", static_cast<long long>(event.epoch));
    // A run that was resumed at the end of an epoch has none of its steps.
    if (steps > 0)
        std::printf(" train loss %.5g%s,", sum / static_cast<double>(steps),
                    firstStep_ > 0 && steps < plan_.stepsPerEpoch
                        ? (" (of its last " + std::to_string(steps) + " steps)").c_str()
                        : "");
    if (plan_.validationWindows > 0) std::printf(" validation loss %.5g,", end.validationLoss);
    std::printf(" %s\n", durationText(event.seconds).c_str());
    std::fflush(stdout);
    if (!terminal_) lastBar_ = monotonicSeconds();
}

void RunPrinter::scoring(const ScoringProgress& progress) {
    const std::string what = progress.work.english();
    if (!scoring_ || scoringWhat_ != what) {
        endLine();
        scoring_.emplace(false);
        scoringWhat_ = what;
    }
    const char* hint = stopping_ ? " (Ctrl+C leaves at once): " : " (Ctrl+C leaves the baselines out): ";
    scoring_->show(seedText() + what + hint + std::to_string(std::lround(100 * progress.share)) + " %", progress.share);
}

double RunPrinter::share() const {
    return plan_.totalSteps > 0 ? std::min(1.0, static_cast<double>(std::max(firstStep_, loss_.step)) /
                                                    static_cast<double>(plan_.totalSteps))
                                : 0;
}

void RunPrinter::tick() {
    if (json_ || quiet_ || stopping_ || scoring_ || plan_.totalSteps <= 0 ||
        monotonicSeconds() - lastBar_ < (terminal_ ? kRedrawSeconds : kLineSeconds))
        return;
    lastBar_ = monotonicSeconds();
    constexpr int kWidth = 30;
    const auto filled = static_cast<std::size_t>(share() * kWidth);
    const std::string bar = "\r[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] ";
    std::fprintf(stderr, "%s%s%3.0f %%  step %lld of %lld", terminal_ ? bar.c_str() : "", seedText().c_str(),
                 share() * 100, static_cast<long long>(loss_.step), static_cast<long long>(plan_.totalSteps));
    if (loss_.step > 0) std::fprintf(stderr, "  loss %.4g", loss_.value);
    if (stepsPerSecond_ > 0)
        std::fprintf(stderr, "  %.0f steps/s  %s left", stepsPerSecond_,
                     durationText(static_cast<double>(plan_.totalSteps - loss_.step) / stepsPerSecond_).c_str());
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
    if (!where.empty() || !why.empty())
        std::printf("\n%s%s%s\n", where.c_str(), where.empty() || why.empty() ? "" : ": ", why.c_str());
}

std::string RunPrinter::testAbsent() const {
    return plan_.trainWindows > 0 && plan_.testWindows == 0 ? std::string("the split ") + kNoTestPart.source
                                                            : std::string();
}

}  // namespace gatelab::worker

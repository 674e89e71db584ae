// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab.h"

#include "base/rng.h"
#include "lab/student_t.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>

namespace gatelab {
namespace {

constexpr double kIntervalLevel = 0.05;
/// Steps from the same start weights after which the outputs are compared.
constexpr std::int64_t kOutputSteps = 10;
/// A rung that is hundreds of times faster need not train hundreds of times longer.
constexpr double kMostEqualTimeSteps = 50;

struct MeanInterval {
    double mean = kNotMeasured, low = kNotMeasured, high = kNotMeasured;
};

MeanInterval meanInterval(const std::vector<double>& values) {
    MeanInterval result;
    const auto n = static_cast<double>(values.size());
    if (values.empty()) return result;
    result.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return result;
    double squares = 0;
    for (const double v : values) squares += (v - result.mean) * (v - result.mean);
    const double half = studentCritical(kIntervalLevel, n - 1) * std::sqrt(squares / (n - 1) / n);
    result.low = result.mean - half;
    result.high = result.mean + half;
    return result;
}

/// exp of the mean of the logarithms, and of its interval.
LabRatio geometricMean(const std::vector<double>& logs) {
    const MeanInterval interval = meanInterval(logs);
    return {std::exp(interval.mean), std::exp(interval.low), std::exp(interval.high)};
}

double secondsSince(std::chrono::steady_clock::time_point from) { return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count(); }

double largestDifference(const std::vector<double>& base, const std::vector<double>& other) {
    if (base.empty() || base.size() != other.size()) return kNotMeasured;
    double largest = 0, difference = 0;
    for (std::size_t i = 0; i < base.size(); ++i) {
        largest = std::max(largest, std::abs(base[i]));
        difference = std::max(difference, std::abs(base[i] - other[i]));
    }
    return largest > 0 ? difference / largest : difference;
}

/// The lab at work: what is known so far, and who is told.
class Session {
public:
    Session(const LabPlan& plan, LabMachine& machine, const std::function<bool(const LabReport&)>& progress) : machine_(machine), progress_(progress) {
        report_.plan = plan;
        report_.figures.resize(plan.rungs.size());
        for (std::size_t i = 0; i < plan.rungs.size(); ++i)
            if (plan.rungs[i].wanted()) open_.push_back(i);
        report_.total = static_cast<int>(open_.size()) * (plan.repeats + 1 + (plan.equalTime ? 1 : 0));
    }

    Result<LabReport> run() {
        if (open_.empty() || open_.front() != 0) return Error{ErrorCode::Unsupported, GATELAB_TEXT("Lab", "the first line of the lab cannot run here, so there is nothing to measure against")};
        begun_ = std::chrono::steady_clock::now();
        for (int repeat = 0; repeat < report_.plan.repeats; ++repeat)
            if (auto done = measureAll(repeat); !done.ok()) return done.error();
        if (auto done = compareOutputs(); !done.ok()) return done.error();
        if (report_.plan.equalTime)
            if (auto done = trainEqualTime(); !done.ok()) return done.error();
        return report_;
    }

private:
    Result<> tell() {
        ++report_.done;
        report_.secondsLeft = secondsSince(begun_) / report_.done * (report_.total - report_.done);
        if (progress_ && !progress_(report_)) return cancelled();
        return {};
    }
    static Error cancelled() { return {ErrorCode::Cancelled, "the lab was stopped"}; }

    /// Nothing when the rung failed: it is then named and left out.
    Result<LabMeasured> measure(std::size_t rung, const LabTrial& trial) {
        auto measured = machine_.measure(trial, [this] { return !progress_ || progress_(report_); });
        if (!measured.ok() && measured.error().code != ErrorCode::Cancelled) report_.figures[rung].problem = measured.error().message;
        return measured;
    }
    [[nodiscard]] bool isOut(std::size_t rung) const { return !report_.figures[rung].problem.empty(); }

    Result<> measureAll(int repeat) {
        std::vector<std::size_t> order = open_;
        Rng rng(static_cast<std::uint64_t>(repeat) + 1, RandomPurpose::Order);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
        for (const std::size_t rung : order) {
            if (isOut(rung)) {
                --report_.total;
                continue;
            }
            const auto from = std::chrono::steady_clock::now();
            auto measured = measure(rung, {report_.plan.rungs[rung].config, report_.plan.warmup, report_.plan.steps, false});
            report_.figures[rung].runSeconds = secondsSince(from);
            if (measured.ok()) note(rung, *measured);
            else if (measured.error().code == ErrorCode::Cancelled || rung == 0) return measured.error();
            if (auto told = tell(); !told.ok()) return told;
        }
        return {};
    }

    void note(std::size_t rung, const LabMeasured& measured) {
        LabFigures& figures = report_.figures[rung];
        figures.msPerStep.push_back(measured.msPerStep);
        figures.disturbances.push_back(measured.disturbance);
        std::vector<double> logs;
        for (const double ms : figures.msPerStep) logs.push_back(std::log(ms));
        const LabRatio mean = geometricMean(logs);
        figures.ms = mean.value;
        figures.msLow = mean.low;
        figures.msHigh = mean.high;
        figures.samplesPerSecond = measured.samplesPerSecond * measured.msPerStep / figures.ms;
        figures.peakMiB = std::isnan(figures.peakMiB) ? measured.peakMiB : std::max(figures.peakMiB, measured.peakMiB);
        if (std::isnan(figures.validationLoss)) figures.validationLoss = measured.validationLoss;
        figures.implementation = measured.implementation;
        figures.threads = measured.threads;
        if (rung == 0) report_.device = measured.device;
        const double floor = floorMs(machine_.work(report_.plan.rungs[rung].config), limitsOf(measured));
        if (floor > 0) figures.shareOfLimit = floor / figures.ms;
        updateRatios();
    }

    /// With as many threads, measured once. The processor's say nothing about a run on a GPU.
    MachineLimits limitsOf(const LabMeasured& measured) {
        const auto [place, isNew] = limits_.try_emplace(measured.threads);
        if (isNew) {
            if (auto limits = machine_.limits(measured.threads); limits.ok()) place->second = *limits;
            if (place->second.device == measured.device) report_.limits.push_back(place->second);
        }
        return place->second.device == measured.device ? place->second : MachineLimits{};
    }

    void updateRatios() {
        for (const std::size_t rung : open_) {
            LabFigures& figures = report_.figures[rung];
            if (rung == 0) continue;
            figures.speedup = labRatio(report_.figures[0].msPerStep, figures.msPerStep);
            figures.effect = labRatio(report_.figures[report_.plan.rungs[rung].against].msPerStep, figures.msPerStep);
        }
    }

    Result<> compareOutputs() {
        std::vector<double> base;
        for (const std::size_t rung : open_) {
            if (!isOut(rung)) {
                auto measured = measure(rung, {report_.plan.rungs[rung].config, 0, std::min(kOutputSteps, report_.plan.steps), true});
                if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
                if (measured.ok() && rung == 0) base = measured->outputs;
                if (measured.ok()) report_.figures[rung].outputDifference = largestDifference(base, measured->outputs);
            }
            if (auto told = tell(); !told.ok()) return told;
        }
        return {};
    }

    Result<> trainEqualTime() {
        const LabFigures& first = report_.figures.front();
        const double steps = static_cast<double>(report_.plan.warmup + report_.plan.steps), budgetMs = first.ms * steps;
        for (const std::size_t rung : open_) {
            LabFigures& figures = report_.figures[rung];
            if (!isOut(rung)) {
                figures.equalTimeSteps = static_cast<std::int64_t>(std::clamp(budgetMs / figures.ms, 1.0, kMostEqualTimeSteps * steps));
                auto measured = measure(rung, {report_.plan.rungs[rung].config, 0, figures.equalTimeSteps, false});
                if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
                if (measured.ok()) figures.validationEqualTime = measured->validationLoss;
            }
            if (auto told = tell(); !told.ok()) return told;
        }
        return {};
    }

    LabMachine& machine_;
    const std::function<bool(const LabReport&)>& progress_;
    LabReport report_;
    std::map<std::int64_t, MachineLimits> limits_;  ///< by threads
    std::chrono::steady_clock::time_point begun_;
    std::vector<std::size_t> open_;  ///< rungs that are measured
};

}  // namespace

LabRatio labRatio(const std::vector<double>& base, const std::vector<double>& other) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < std::min(base.size(), other.size()); ++i)
        if (base[i] > 0 && other[i] > 0) logs.push_back(std::log(base[i] / other[i]));
    return geometricMean(logs);
}

LabOutcome LabRatio::outcome() const {
    if (!std::isfinite(low) || !std::isfinite(high)) return LabOutcome::Unknown;
    if (low >= kSameLow && high <= kSameHigh) return LabOutcome::Same;
    return low > 1 ? LabOutcome::Faster : high < 1 ? LabOutcome::Slower : LabOutcome::Undecided;
}

int LabFigures::disturbed() const {
    return static_cast<int>(std::ranges::count_if(disturbances, [](LabDisturbance what) { return what != LabDisturbance::None; }));
}

std::size_t labBest(const LabReport& report) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < report.figures.size(); ++i) {
        const LabFigures& f = report.figures[i];
        if (report.plan.rungs[i].group != LabGroup::SameNumbers || f.effect.outcome() != LabOutcome::Faster || f.speedup.outcome() != LabOutcome::Faster) continue;
        if (f.ms < report.figures[best].ms) best = i;
    }
    return best;
}

double floorMs(const StepWork& work, const MachineLimits& limits) {
    if (limits.flopsPerSecond <= 0 || limits.bytesPerSecond <= 0) return 0;
    return 1e3 * (work.flops / limits.flopsPerSecond + work.bytes / limits.bytesPerSecond);
}

Result<LabReport> runLab(const LabPlan& plan, LabMachine& machine, const std::function<bool(const LabReport&)>& progress) {
    return Session(plan, machine, progress).run();
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab.h"

#include "base/rng.h"
#include "lab/student_t.h"

#include <algorithm>
#include <cmath>
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

double median(std::vector<double> values) {
    if (values.empty()) return kNotMeasured;
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

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
            if (plan.rungs[i].supported()) open_.push_back(i);
        report_.total = static_cast<int>(open_.size()) * (plan.repeats + 1 + (plan.equalTime ? 1 : 0));
    }

    Result<LabReport> run() {
        if (open_.empty() || open_.front() != 0) return Error{ErrorCode::Unsupported, GATELAB_TEXT("Lab", "the first line of the lab cannot run here, so there is nothing to measure against")};
        auto limits = machine_.limits();
        if (limits.ok()) report_.limits = *limits;
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
            auto measured = measure(rung, {report_.plan.rungs[rung].config, report_.plan.warmup, report_.plan.steps, false});
            if (measured.ok()) note(rung, *measured);
            else if (measured.error().code == ErrorCode::Cancelled || rung == 0) return measured.error();
            if (auto told = tell(); !told.ok()) return told;
        }
        return {};
    }

    void note(std::size_t rung, const LabMeasured& measured) {
        LabFigures& figures = report_.figures[rung];
        figures.msPerStep.push_back(measured.msPerStep);
        figures.ms = median(figures.msPerStep);
        const MeanInterval interval = meanInterval(figures.msPerStep);
        figures.msLow = interval.low;
        figures.msHigh = interval.high;
        figures.samplesPerSecond = measured.samplesPerSecond * measured.msPerStep / figures.ms;
        figures.peakMiB = std::isnan(figures.peakMiB) ? measured.peakMiB : std::max(figures.peakMiB, measured.peakMiB);
        if (std::isnan(figures.validationLoss)) figures.validationLoss = measured.validationLoss;
        figures.implementation = measured.implementation;
        figures.threads = measured.threads;
        if (rung == 0) report_.device = measured.device;
        // The limits are the processor's: they say nothing about a run on a GPU.
        if (!report_.limits.device.empty() && measured.device != report_.limits.device) report_.limits = {};
        const double floor = floorMs(machine_.work(report_.plan.rungs[rung].config), report_.limits);
        if (floor > 0) figures.shareOfLimit = floor / figures.ms;
        updateRatios();
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
    std::vector<std::size_t> open_;  ///< rungs that can run here
};

}  // namespace

LabRatio labRatio(const std::vector<double>& base, const std::vector<double>& other) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < std::min(base.size(), other.size()); ++i)
        if (base[i] > 0 && other[i] > 0) logs.push_back(std::log(base[i] / other[i]));
    const MeanInterval interval = meanInterval(logs);
    return {std::exp(interval.mean), std::exp(interval.low), std::exp(interval.high)};
}

double floorMs(const StepWork& work, const MachineLimits& limits) {
    if (limits.flopsPerSecond <= 0 || limits.bytesPerSecond <= 0) return 0;
    return 1e3 * (work.flops / limits.flopsPerSecond + work.bytes / limits.bytesPerSecond);
}

Result<LabReport> runLab(const LabPlan& plan, LabMachine& machine, const std::function<bool(const LabReport&)>& progress) {
    return Session(plan, machine, progress).run();
}

}  // namespace gatelab

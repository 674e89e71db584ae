// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab.h"

#include "base/rng.h"
#include "lab/lab_words.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <utility>

namespace gatelab {
namespace {

/// A rung that is hundreds of times faster need not train hundreds of times longer.
constexpr double kMaxEqualTimeSteps = 50;

double secondsSince(std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

std::int64_t secondsNow() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
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
    Session(const LabPlan& plan, LabMachine& machine, const std::function<bool(const LabReport&)>& progress,
            LabTimes known)
        : machine_(machine), progress_(progress), times_(std::move(known)), left_(plan), slowest_(plan.rungs.size()) {
        report_.name = lab_words::newName(plan.mode);
        report_.plan = plan;
        report_.environment = machine.environment();
        report_.begunAt = secondsNow();
        report_.figures.resize(plan.rungs.size());
        for (std::size_t i = 0; i < plan.rungs.size(); ++i)
            if (plan.rungs[i].wanted()) open_.push_back(i);
    }

    Result<LabReport> run() {
        if (open_.empty() || open_.front() != 0)
            return Error{
                ErrorCode::Unsupported,
                GATELAB_TEXT("Lab",
                             "the first line of the lab cannot run here, so there is nothing to measure against")};
        for (int repeat = 0; repeat < report_.plan.repeats; ++repeat) {
            if (auto done = measureRound(repeat, open_, left_.repeats); !done.ok()) return done.error();
            if (auto done = measureRound(repeat, takeDisturbed(repeat), left_.again); !done.ok()) return done.error();
        }
        if (auto done = measureLater(); !done.ok()) return done.error();
        if (auto done = compareOutputs(); !done.ok()) return done.error();
        if (report_.plan.equalTime)
            if (auto done = trainEqualTime(); !done.ok()) return done.error();
        report_.measuredAt = secondsNow();
        return report_;
    }

private:
    void count() {
        for (const std::size_t rung : open_) left_.again[rung] = report_.toMeasureAgain(rung);
        report_.total = report_.done + left_.runs();
        const bool isDisturbed = report_.again() + report_.toMeasureAgain() > 0;
        report_.isAtMost = isDisturbed && std::ranges::all_of(open_, [this](std::size_t rung) {
                               return isOut(rung) || report_.figures[rung].measured();
                           });
        LabWork work = left_;
        // Where others work now, they may do so later.
        for (const std::size_t rung : open_)
            if (isDisturbed && !isOut(rung) && left_.repeats[rung] + left_.again[rung] > 0)
                work.again[rung] =
                    std::max(0, report_.plan.repeats - static_cast<int>(report_.figures[rung].replaced.size()));
        report_.secondsLeft = (report_.isAtMost ? longest_ : times_).seconds(report_.plan, work);
    }
    Result<> notify() {
        count();
        if (progress_ && !progress_(report_)) return cancelled();
        return {};
    }
    static Error cancelled() { return {ErrorCode::Cancelled, "the lab was stopped"}; }
    [[nodiscard]] std::int64_t modelsOf(std::size_t rung) const { return report_.plan.rungs[rung].models; }
    [[nodiscard]] const ExperimentConfig& configOf(std::size_t rung) const { return report_.plan.rungs[rung].config; }

    /// `left`: what the run is taken from. When the rung failed, it is named and left out.
    Result<LabMeasured> measure(std::size_t rung, const LabTrial& trial, std::vector<int>& left) {
        const auto from = std::chrono::steady_clock::now();
        const auto steps = static_cast<double>(trial.warmup + trial.steps);
        bool isKnown = trial.models > 1 || times_.knows(trial.config);
        auto measured = machine_.measure(trial, [&](const LabTrialProgress& now) {
            const double spent = secondsSince(from);
            // The first word on this experiment comes from its own warm-up.
            if (!isKnown && std::isfinite(now.secondsPerStep))
                times_.learn(
                    trial.config,
                    (spent + std::max(0.0, steps - static_cast<double>(now.steps)) * now.secondsPerStep) / steps);
            count();
            if (std::isfinite(report_.secondsLeft)) report_.secondsLeft = std::max(0.0, report_.secondsLeft - spent);
            return !progress_ || progress_(report_);
        });
        --left[rung];
        if (&left != &left_.again) ++report_.done;
        if (measured.ok()) return measured;
        if (measured.error().code != ErrorCode::Cancelled) {
            report_.figures[rung].problem = measured.error().message;
            left_.drop(rung);
        }
        return measured;
    }
    [[nodiscard]] bool isOut(std::size_t rung) const { return !report_.figures[rung].problem.empty(); }

    /// One repeat of these rungs, in an order of its own.
    Result<> measureRound(int repeat, std::vector<std::size_t> order, std::vector<int>& left) {
        if (order.empty()) return {};
        Rng rng(++rounds_, RandomPurpose::Order);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
        for (const std::size_t rung : order) {
            if (isOut(rung)) continue;
            const auto from = std::chrono::steady_clock::now();
            auto measured = measure(rung,
                                    {configOf(rung),
                                     report_.plan.warmup,
                                     report_.plan.steps,
                                     false,
                                     {},
                                     report_.plan.minMs,
                                     modelsOf(rung)},
                                    left);
            if (measured.ok()) {
                noteTime(rung, secondsSince(from), measured->disturbance != LabDisturbance::None);
                note(rung, static_cast<std::size_t>(repeat), *measured);
            } else if (measured.error().code == ErrorCode::Cancelled || rung == 0) {
                return measured.error();
            }
            if (auto reported = notify(); !reported.ok()) return reported;
        }
        return {};
    }

    /// A disturbed run says little of the next one where an undisturbed one is known.
    void noteTime(std::size_t rung, double seconds, bool wasDisturbed) {
        LabFigures& figures = report_.figures[rung];
        const double perStep = seconds / static_cast<double>(report_.plan.warmup + report_.plan.steps);
        if (modelsOf(rung) == 1 && perStep > std::exchange(slowest_[rung], std::max(slowest_[rung], perStep)))
            longest_.learn(configOf(rung), perStep);
        if (wasDisturbed && !std::ranges::all_of(figures.repeats, &LabRepeat::disturbed)) return;
        figures.runSeconds = seconds;
        if (modelsOf(rung) == 1) times_.learn(configOf(rung), perStep);
    }

    /// The rungs whose repeat was disturbed and that may be measured once more.
    std::vector<std::size_t> takeDisturbed(int repeat) const {
        std::vector<std::size_t> again;
        for (const std::size_t rung : open_) {
            const LabFigures& figures = report_.figures[rung];
            const auto at = static_cast<std::size_t>(repeat);
            if (report_.toMeasureAgain(rung) > 0 && at < figures.repeats.size() && figures.repeats[at].disturbed())
                again.push_back(rung);
        }
        return again;
    }

    /// What was disturbed again in its own round: the load may be gone by now.
    Result<> measureLater() {
        for (bool more = true; more;) {
            more = false;
            for (int repeat = 0; repeat < report_.plan.repeats; ++repeat) {
                auto again = takeDisturbed(repeat);
                more = more || !again.empty();
                if (auto done = measureRound(repeat, std::move(again), left_.again); !done.ok()) return done;
            }
        }
        return {};
    }

    void note(std::size_t rung, std::size_t repeat, const LabMeasured& measured) {
        LabFigures& figures = report_.figures[rung];
        const LabRepeat now{measured.msPerStep, measured.disturbance};
        if (repeat < figures.repeats.size())
            figures.replaced.push_back(std::exchange(figures.repeats[repeat], now));
        else
            figures.repeats.push_back(now);
        figures.summarise();
        figures.samplesPerSecond = measured.samplesPerSecond * measured.msPerStep / figures.ms;
        figures.peakMiB = std::isnan(figures.peakMiB) ? measured.peakMiB : std::max(figures.peakMiB, measured.peakMiB);
        if (std::isnan(figures.validationLoss)) figures.validationLoss = measured.validationLoss;
        figures.implementation = measured.implementation;
        figures.note = measured.note;
        figures.threads = measured.threads;
        if (rung == 0) report_.device = measured.device;
        const double floor = floorMs(machine_.work(configOf(rung)), limitsOf(measured));
        if (floor > 0) figures.shareOfLimit = floor / figures.ms;
        updateRatios(report_);
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

    Result<> compareOutputs() {
        std::vector<double> base;
        for (const std::size_t rung : open_) {
            if (left_.outputs[rung] == 0) continue;
            auto measured = measure(rung, {configOf(rung), 0, report_.plan.outputSteps(), true, {}, 0, modelsOf(rung)},
                                    left_.outputs);
            if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
            if (measured.ok() && rung == 0) base = measured->outputs;
            if (measured.ok()) report_.figures[rung].outputDifference = largestDifference(base, measured->outputs);
            if (auto reported = notify(); !reported.ok()) return reported;
        }
        return {};
    }

    Result<> trainEqualTime() {
        const LabFigures& first = report_.figures.front();
        const double steps = static_cast<double>(report_.plan.warmup + report_.plan.steps), budgetMs = first.ms * steps;
        for (const std::size_t rung : open_) {
            if (left_.equalTime[rung] == 0) continue;
            LabFigures& figures = report_.figures[rung];
            figures.equalTimeSteps =
                static_cast<std::int64_t>(std::clamp(budgetMs / figures.ms, 1.0, kMaxEqualTimeSteps * steps));
            auto measured = measure(rung, {configOf(rung), 0, figures.equalTimeSteps, false}, left_.equalTime);
            if (!measured.ok() && measured.error().code == ErrorCode::Cancelled) return measured.error();
            if (measured.ok()) {
                figures.validationEqualTime = measured->validationLoss;
                figures.losses = thinned(measured->losses);
            }
            if (auto reported = notify(); !reported.ok()) return reported;
        }
        return {};
    }

    LabMachine& machine_;
    const std::function<bool(const LabReport&)>& progress_;
    LabReport report_;
    std::map<std::int64_t, MachineLimits> limits_;  ///< by threads
    LabTimes times_, longest_;                      ///< longest_: by the slowest repeat of each rung
    LabWork left_;
    std::vector<double> slowest_;  ///< seconds per step, by rung
    std::uint64_t rounds_ = 0;
    std::vector<std::size_t> open_;  ///< rungs that are measured
};

}  // namespace

int LabReport::again() const {
    std::size_t sum = 0;
    for (const LabFigures& f : figures) sum += f.replaced.size();
    return static_cast<int>(sum);
}

int LabReport::wantedRungs() const { return static_cast<int>(std::ranges::count_if(plan.rungs, &LabRung::wanted)); }

int LabReport::measuredRungs() const { return static_cast<int>(std::ranges::count_if(figures, &LabFigures::measured)); }

int LabReport::toMeasureAgain(std::size_t rung) const {
    const LabFigures& f = figures[rung];
    if (finished() || !f.problem.empty()) return 0;
    const std::ptrdiff_t disturbed = std::ranges::count_if(f.repeats, &LabRepeat::disturbed);
    return static_cast<int>(std::min(disturbed, std::max<std::ptrdiff_t>(0, plan.repeats - std::ssize(f.replaced))));
}

int LabReport::toMeasureAgain() const {
    int sum = 0;
    for (std::size_t i = 0; i < figures.size(); ++i) sum += toMeasureAgain(i);
    return sum;
}

int LabReport::rounds() const {
    int least = plan.repeats;
    for (std::size_t i = 0; i < plan.rungs.size(); ++i) {
        const bool counts = plan.rungs[i].wanted() && (i >= figures.size() || figures[i].problem.empty());
        if (counts) least = std::min(least, i < figures.size() ? static_cast<int>(figures[i].repeats.size()) : 0);
    }
    return least;
}

void updateRatios(LabReport& report) {
    const int comparisons = report.plan.comparisons();
    for (std::size_t i = 1; i < report.figures.size(); ++i) {
        LabFigures& figures = report.figures[i];
        if (!figures.measured()) continue;
        figures.speedup = labRatio(report.figures[0], figures, comparisons);
        figures.effect = labRatio(report.figures[report.plan.rungs[i].against], figures, comparisons);
    }
}

double floorMs(const StepWork& work, const MachineLimits& limits) {
    if (limits.flopsPerSecond <= 0 || limits.bytesPerSecond <= 0) return 0;
    return 1e3 * (work.flops / limits.flopsPerSecond + work.bytes / limits.bytesPerSecond);
}

Result<LabReport> runLab(const LabPlan& plan, LabMachine& machine,
                         const std::function<bool(const LabReport&)>& progress, LabTimes known) {
    return Session(plan, machine, progress, std::move(known)).run();
}

}  // namespace gatelab

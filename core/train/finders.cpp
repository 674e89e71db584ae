// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/finders.h"

#include "base/number_text.h"
#include "config/decoder.h"
#include "config/linear_path.h"
#include "config/obstacles/xla_obstacle.h"
#include "config/schedule_curve.h"
#include "device/given_up.h"
#include "device/monitor.h"
#include "device/other_load.h"
#include "nn/host_memory.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "step/gradients.h"
#include "step/objective.h"
#include "step/optimizers.h"
#include "step/split_pass.h"
#include "train/checkpoints.h"
#include "train/fault_finder.h"
#include "train/linear_start.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <optional>

namespace gatelab {

namespace {

constexpr double kLowestRate = 1e-6, kHighestRate = kHighestRateTried;
constexpr std::int64_t kRateSteps = 120;
constexpr double kSmoothing = 0.85;  // of the running mean of the loss
constexpr double kDiverged = 4;      // times the best smoothed loss
// Where the curve hardly falls, constant rates below the one at which the loss rises are tried, each on a network of
// its own.
constexpr double kTriedShares[] = {0.1, 1.0 / 30, 0.01, 1.0 / 300};
constexpr std::int64_t kTrialSteps = 50, kTrialRounds = 8;
constexpr double kTrialPatience = 60;  // seconds after which no round begins
constexpr std::int64_t kSmallestBatch = 4, kLargestBatch = 4096;
constexpr double kBatchSeconds = 0.1;  // measured per size and round
constexpr std::size_t kMinRounds = 3, kMaxRounds = 7;
constexpr double kBatchPatience = 8;   // seconds after which no round begins that need not be
constexpr double kBatchBudget = 20;    // seconds that the least rounds over all sizes may take
constexpr double kWorthIt = 1.03;      // times as fast as before: less is no gain
constexpr std::size_t kDoublings = 2;  // without a gain, after which no larger batch is tried
constexpr double kMemoryShare = 0.8;   // of the free memory that one step may take

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

/// A network with its examples and optimiser, all its own: nothing of a run is touched.
class Bench {
public:
    /// The network of a run with these settings before its first step: with the weights that are given, else as it
    /// is drawn, and its linear path fitted where a run fits it.
    static Result<std::unique_ptr<Bench>> make(const TrainPlan& plan, const FinderRequest& request) {
        auto model = Model::create(plan.config, plan.shape, modelOptions(plan));
        if (!model.ok()) return model.error();
        if (!request.weights.empty()) {
            const auto state = loadTrainingState(request.weights);
            if (!state.ok()) return state.error().withContext("the weights to start from");
            TensorFile file;
            file.tensors = state->state.group("weights");
            if (auto loaded = (*model)->parameters().load(file); !loaded.ok()) return loaded.error();
        }
        auto bench = std::unique_ptr<Bench>(new Bench(plan, std::move(*model)));
        if (request.weights.empty() && fitsLinearPath(plan.config)) {
            const auto series = std::make_shared<const DeviceSeries>(placeSeries(plan));
            (void)fittedStart(plan, bench->objective_, *makeWindowSource(plan, series, ExamplePart::Train),
                              *makeWindowSource(plan, series, ExamplePart::Validation));
        }
        return bench;
    }

    /// One optimiser step; gives the loss before it.
    double step(double rate) {
        const ParameterStore& store = model_->parameters();
        store.zeroGradients();
        ForwardOptions options;
        options.training = true;
        options.position = {static_cast<std::uint64_t>(plan_.config.seed), static_cast<std::uint64_t>(steps_), {}};
        options.feed.teacherShare = teacherShare(plan_.config, 0, 1);
        const std::int64_t batches = batcher_.batchesPerEpoch();
        const StepPlace place{steps_ / batches, steps_ % batches};
        const Batch batch = batcher_.batch(place.epoch, place.position);
        at::Tensor loss;
        if (team_) {
            loss = addSplitGradients(*team_, objective_, batch, options, 1, nullptr);
        } else {
            loss = objective_.run(batch, options).loss;
            loss.backward();
        }
        if (steps_ == 0) lookForFault(place, loss.item<double>());
        addPenalties(plan_.config, store, ++steps_);
        (void)clipGradients(plan_.config, store);
        optimiser_.step(plan_.config, optimiser_.onDevice({rate, scheduledMomentum(plan_.config, {})}));
        return loss.item<double>();
    }
    [[nodiscard]] std::int64_t examples() const { return batcher_.examples(); }
    /// What made the first step non-finite: no rate and no batch size can mend it.
    [[nodiscard]] const std::optional<FaultCause>& fault() const { return fault_; }
    /// `memory` may be null.
    struct Threads {
        std::int64_t blocks = 1, count = 1;  ///< blocks of rows, and the threads that share them
    };
    Threads chooseThreadCount(const HostMemoryAccount* memory) {
        const std::int64_t asked = plan_.config.threads, blocks = asked > 0
                                                                      ? asked
                                                                      : rowBlocks(plan_, model_->parameters().count(),
                                                                                  batcher_.batch(0, 0).input.size(0));
        chooseTeam(plan_, blocks, memory, team_, timed([this] { step(0); }));
        return {blocks, team_ ? team_->threads() : blocks};
    }
    void useThreads(const Threads& threads) { team_ = makeTeam(plan_, threads.blocks, nullptr, threads.count); }

private:
    Bench(const TrainPlan& plan, std::unique_ptr<Model> model)
        : plan_(plan),
          model_(std::move(model)),
          objective_(plan, *model_),
          batcher_(trainSource(plan), plan.config),
          optimiser_(plan.config, model_->parameters()) {}

    void lookForFault(const StepPlace& place, double loss) {
        const std::string gradient = nonFiniteGradient(model_->parameters());
        if (std::isfinite(loss) && gradient.empty()) return;
        fault_ = findFault(objective_, batcher_,
                           {place, nonFiniteWeights(model_->parameters()), gradient, std::isfinite(loss)});
    }

    static std::unique_ptr<ExampleSource> trainSource(const TrainPlan& plan) {
        if (!plan.isForecast()) return makeSequenceSource(plan, ExamplePart::Train);
        return makeWindowSource(plan, std::make_shared<const DeviceSeries>(placeSeries(plan)), ExamplePart::Train);
    }

    const TrainPlan& plan_;
    std::unique_ptr<Model> model_;
    Objective objective_;
    Batcher batcher_;
    Optimiser optimiser_;
    std::unique_ptr<BatchTeam> team_;
    std::int64_t steps_ = 0;
    std::optional<FaultCause> fault_;
};

Error cancelled() { return {ErrorCode::Cancelled, "the search was cancelled; nothing was changed"}; }

/// The rate that brings the loss lowest while each trains on by itself: a loss that stands still at first, as that of a
/// few sequences may for hundreds of steps, shows nothing while the rate grows. 0: none brings it down in time.
/// `risesAt`: see risingRate.
Result<double> tryRates(const TrainPlan& plan, const FinderRequest& request, const Bench::Threads& threads,
                        double plateau, double risesAt, const Progress& progress) {
    const auto begun = Clock::now();
    std::vector<std::unique_ptr<Bench>> benches;
    for (std::size_t i = 0; i < std::size(kTriedShares); ++i) {
        auto bench = Bench::make(plan, request);
        if (!bench.ok()) return bench.error();
        (*bench)->useThreads(threads);
        benches.push_back(std::move(*bench));
    }
    for (std::int64_t round = 0; round < kTrialRounds && secondsSince(begun) < kTrialPatience; ++round) {
        double lowest = plateau - kMinFall * std::abs(plateau), found = 0;
        for (std::size_t i = 0; i < benches.size(); ++i) {
            double sum = 0;
            for (std::int64_t step = 0; step < kTrialSteps; ++step) {
                const auto done = (round * std::ssize(benches) + static_cast<std::int64_t>(i)) * kTrialSteps + step;
                if (!report(progress, 0.5 + 0.5 * static_cast<double>(done) /
                                                static_cast<double>(kTrialRounds * std::ssize(benches) * kTrialSteps)))
                    return cancelled();
                sum += benches[i]->step(risesAt * kTriedShares[i]);
            }
            // NaN is not
            if (const double mean = sum / kTrialSteps; mean < lowest) lowest = mean, found = risesAt * kTriedShares[i];
        }
        if (found > 0) return found;
    }
    return 0.0;
}

/// Suggestion and reason where the curve says little or nothing.
Result<void> suggestByTrials(const TrainPlan& plan, const FinderRequest& request, const Bench::Threads& threads,
                             FinderResult& result, const Progress& progress) {
    const double risesAt = risingRate(result.points), halfway = result.suggestion;
    if (result.points.size() >= kFewPoints) {
        const auto tried = tryRates(plan, request, threads, startingLoss(result.points),
                                    risesAt > 0 ? risesAt : kHighestRate / 10, progress);
        if (!tried.ok()) return tried.error();
        if (*tried > 0) {
            result.suggestion = *tried;
            result.weak = false;
            result.reason = GATELAB_TEXT("Finder",
                                         "The loss stands still while the rate grows, so rates were tried for "
                                         "themselves; this one brought it lowest.");
            return {};
        }
    }
    result.weak = true;
    if (halfway > 0) {
        result.reason = GATELAB_TEXT("Finder",
                                     "The curve hardly falls against its noise, so no rate stands out; this one is "
                                     "where half of the fall is made.");
    } else if (risesAt > 0) {
        result.suggestion = risesAt / 10;
        result.reason = GATELAB_TEXT("Finder",
                                     "The loss fell at no rate in the steps tried; this one is a tenth of the rate "
                                     "from which on it rises. Look at the data, the loss and the start values.");
    } else {
        result.suggestion = request.config.learningRate;
        result.reason = GATELAB_TEXT("Finder",
                                     "The loss neither fell nor rose at any rate tried, so this is the rate as it is "
                                     "set. Look at the data, the loss and the start values.");
    }
    return {};
}

Result<FinderResult> findRate(const TrainPlan& plan, const FinderRequest& request, const Progress& progress) {
    auto bench = Bench::make(plan, request);
    if (!bench.ok()) return bench.error();
    const Bench::Threads threads = (*bench)->chooseThreadCount(nullptr);
    // Again from the start values: measuring has moved the optimiser's state.
    bench = Bench::make(plan, request);
    if (!bench.ok()) return bench.error();
    (*bench)->useThreads(threads);
    FinderResult result;
    result.field = "learning_rate";
    const double factor = std::pow(kHighestRate / kLowestRate, 1.0 / (kRateSteps - 1));
    double mean = 0, best = INFINITY;
    for (std::int64_t i = 0; i < kRateSteps; ++i) {
        if (!report(progress, 0.5 * static_cast<double>(i) / kRateSteps)) return cancelled();
        const double rate = kLowestRate * std::pow(factor, static_cast<double>(i));
        const double loss = (*bench)->step(rate);
        if (const auto& fault = (*bench)->fault())
            return Error{ErrorCode::NonFinite,
                         {GATELAB_TEXT("Finder", "the first step, before anything is learnt: %1; %2"),
                          {fault->what, fault->remedy}}};
        if (!std::isfinite(loss)) break;
        mean = kSmoothing * mean + (1 - kSmoothing) * loss;
        const double smoothed = mean / (1 - std::pow(kSmoothing, static_cast<double>(i + 1)));
        result.points.push_back({rate, loss, smoothed, 0, 0});
        best = std::min(best, smoothed);
        if (smoothed > kDiverged * best && smoothed > 0) break;
    }
    result.suggestion = halfwayRate(result.points);
    result.reason = GATELAB_TEXT(
        "Finder", "Here the smoothed loss has made half of its fall, which is about where it falls fastest.");
    if (result.suggestion > 0 && !isWeakFall(result.points)) return result;
    bench->reset();
    if (auto suggested = suggestByTrials(plan, request, threads, result, progress); !suggested.ok())
        return suggested.error();
    return result;
}

/// Samples per second of warm steps.
double measureBatch(Bench& bench, std::int64_t batch) {
    bench.step(0);
    bench.step(0);
    const auto start = Clock::now();
    std::int64_t steps = 0;
    double seconds = 0;
    do {
        bench.step(0);  // waits for the device: it returns the loss
        ++steps;
        seconds = secondsSince(start);
    } while (seconds < kBatchSeconds);
    return static_cast<double>(steps * batch) / seconds;
}

/// The memory of the machine that trains: what this size has held at most, and what is left.
class Room {
public:
    explicit Room(const at::Device& device)
        : where_(device), cuda_(device.is_cuda() ? cudaPart().module : nullptr), device_(device.index()) {
        if (cuda_ == nullptr) return;
        cuda_->resetAllocatorPeaks(device_);
        before_ = cuda_->allocatorFigures(device_).allocated;
    }
    ~Room() { releaseCachedMemory(cuda_); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    HostMemoryAccount& host() { return host_; }
    [[nodiscard]] double peak() const {
        return cuda_ == nullptr ? static_cast<double>(host_.figures().peak)
                                : cuda_->allocatorFigures(device_).allocatedPeak - before_;
    }
    [[nodiscard]] double free() const { return freeMemory(where_); }

private:
    at::Device where_;
    const CudaModule* cuda_;
    int device_;
    double before_ = 0;
    HostMemoryAccount host_;
};

/// One size, with what its rounds measured.
struct BatchTrial {
    FinderPoint point;
    Bench::Threads threads;
    std::vector<double> rounds = {};  ///< samples per second
    double seconds = 0;               ///< that the first round took
};

/// Whether twice the size is worth measuring: three rounds over all sizes still end soon, the memory lets it, and the
/// last two doublings were worth something.
bool isWorthDoubling(const std::vector<BatchTrial>& trials, double freeMemory) {
    const BatchTrial& last = trials.back();
    if (2 * last.point.tensorBytes > kMemoryShare * freeMemory) return false;
    double seconds = 2 * last.seconds;
    for (const BatchTrial& trial : trials) seconds += trial.seconds;
    if (seconds * kMinRounds > kBatchBudget) return false;
    double before = 0, now = 0;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        double& best = i + kDoublings < trials.size() ? before : now;
        best = std::max(best, trials[i].rounds.front());
    }
    return trials.size() <= kDoublings || now >= kWorthIt * before;
}

/// Measures every size once, from small to large, as far as data, memory and patience reach.
Result<std::vector<BatchTrial>> tryBatches(TrainPlan& plan, const FinderRequest& request,
                                           const std::function<bool(std::size_t)>& goOn) {
    std::vector<BatchTrial> trials;
    std::int64_t examples = kLargestBatch;
    for (std::int64_t batch = kSmallestBatch; batch <= std::min(kLargestBatch, examples); batch *= 2) {
        if (!goOn(trials.size())) return cancelled();
        plan.config.batchSize = batch;
        Room room(plan.device);
        try {
            auto bench = Bench::make(plan, request);
            if (!bench.ok()) return bench.error();
            examples = (*bench)->examples();
            BatchTrial trial;
            trial.point.value = static_cast<double>(batch);
            trial.threads = (*bench)->chooseThreadCount(&room.host());
            const auto from = Clock::now();
            trial.rounds = {measureBatch(**bench, batch)};
            trial.seconds = secondsSince(from);
            trial.point.tensorBytes = room.peak();
            trials.push_back(trial);
            if (!isWorthDoubling(trials, room.free())) break;
        } catch (const c10::OutOfMemoryError&) {
            if (trials.empty()) throw;
            break;  // what was measured stays
        }
    }
    return trials;
}

Result<FinderResult> findBatch(TrainPlan plan, const FinderRequest& request, const Progress& progress) {
    const auto begun = Clock::now();
    OtherLoad others;
    plan.config.dropLast = true;
    const double sizes = std::log2(static_cast<double>(kLargestBatch) / kSmallestBatch) + 1;
    auto trials = tryBatches(plan, request, [&](std::size_t done) {
        return report(progress, static_cast<double>(done) / sizes / kMaxRounds);
    });
    if (!trials.ok()) return trials.error();
    // All sizes in turn: what else the machine does in one round weighs on each of them.
    std::size_t rounds = 1;
    for (; rounds < kMinRounds || (rounds < kMaxRounds && secondsSince(begun) < kBatchPatience); ++rounds)
        for (std::size_t i = 0; i < trials->size(); ++i) {
            BatchTrial& trial = (*trials)[i];
            if (!report(progress,
                        (static_cast<double>(rounds) + static_cast<double>(i) / static_cast<double>(trials->size())) /
                            kMaxRounds))
                return cancelled();
            plan.config.batchSize = static_cast<std::int64_t>(trial.point.value);
            auto bench = Bench::make(plan, request);
            if (!bench.ok()) return bench.error();
            (*bench)->useThreads(trial.threads);
            trial.rounds.push_back(measureBatch(**bench, plan.config.batchSize));
        }
    FinderResult result;
    result.kind = FinderRequest::Kind::BatchSize;
    result.field = "batch_size";
    std::int64_t threads = 1;
    for (BatchTrial& trial : *trials) {
        std::ranges::sort(trial.rounds);
        trial.point.samplesPerSecond = (trial.rounds[(rounds - 1) / 2] + trial.rounds[rounds / 2]) / 2;
        trial.point.spread = trial.rounds.back() - trial.rounds.front();
        threads = std::max(threads, trial.threads.count);
        result.points.push_back(trial.point);
    }
    result.suggestion = cheapestBatch(result.points);
    if (result.points.empty()) return result;
    const FinderPoint& fastest = *std::ranges::max_element(result.points, {}, &FinderPoint::samplesPerSecond);
    result.reason = {GATELAB_TEXT("Finder",
                                  "The smallest batch that trains at least 90 % as many samples per second as the "
                                  "fastest; larger ones make fewer updates in the same time. Each is "
                                  "the median of %1 rounds; those of the fastest, a batch of %2, lie %3 % apart."),
                     {rounds, static_cast<std::int64_t>(fastest.value),
                      std::lround(100 * fastest.spread / fastest.samplesPerSecond)}};
    if (const double busy = others.cores(); disturbs(busy, machineCores(), static_cast<int>(threads)))
        result.reason =
            together(result.reason, {GATELAB_TEXT("Finder",
                                                  "Other programs kept %1 of %2 processor cores busy while this was "
                                                  "measured: another search may suggest another size."),
                                     {numberText(busy, 2), machineCores()}});
    return result;
}

}  // namespace

Result<FinderResult> runFinder(const FinderRequest& request, const Progress& progress) {
    if (isXla(request.config.device))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Finder", "searches compute on the processor or a GPU: choose another device")}
            .ofField("device");
    auto plan = makeTrainPlan(request.config, request.data);
    if (!plan.ok()) return plan.error();
    const LibrarySettings settings(plan->config, plan->device);
    return request.kind == FinderRequest::Kind::LearningRate ? findRate(*plan, request, progress)
                                                             : findBatch(std::move(*plan), request, progress);
}

}  // namespace gatelab

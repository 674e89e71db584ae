// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/compression_study.h"

#include "compress/packed_file.h"
#include "compress/packed_kernels.h"
#include "compress/studied_net.h"
#include "config/linear_path.h"
#include "data/sequences/parts_of_run.h"
#include "io/file_io.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "store/run_weights.h"
#include "train/one_thread.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>

namespace gatelab {
namespace {

constexpr std::int64_t kBatch = 64;   ///< windows at once, where there are so many
constexpr std::size_t kRounds = 7;    ///< of the times of a seed
constexpr double kFurtherRate = 0.5;  ///< of the run's, where a training goes on
constexpr double kBlockShares[] = {0.5, 0.8, 0.9}, kThresholdShares[] = {0.5, 0.9};
constexpr std::int64_t kRankParts[] = {4, 8};
constexpr double kInt8Share = 0.8;  ///< of blocks that are kept in bytes

using Method = CompressionMethod;

PackKind kindOf(Method method) {
    switch (method) {
        case Method::Int8:
            return PackKind::Int8;
        case Method::Blocks:
            return PackKind::Blocks;
        case Method::BlocksInt8:
            return PackKind::BlocksInt8;
        case Method::Threshold:
            return PackKind::Sparse;
        case Method::LowRank:
            return PackKind::LowRank;
        default:
            return PackKind::Dense;
    }
}

/// The points of a study, without figures.
std::vector<CompressionPoint> pointsOf(const CompressionRequest& request) {
    const std::int64_t units = request.config.hiddenSize;
    std::vector<CompressionPoint> points;
    const auto add = [&](Method method, double removed, std::int64_t width, std::int64_t rank = 0) {
        if (isDense(method) || request.methods.empty() || std::ranges::count(request.methods, method) > 0)
            points.push_back({.method = method, .removed = removed, .units = width, .rank = rank});
    };
    add(Method::Dense, 0, units);
    add(Method::Further, 0, units);
    for (const double share : kBlockShares) {
        const auto width = std::max<std::int64_t>(1, std::llround(double(units) * std::sqrt(1 - share)));
        if (width < units) add(Method::Small, share, width);
    }
    add(Method::Int8, 0, units);
    for (const double share : kBlockShares) add(Method::Blocks, share, units);
    add(Method::BlocksInt8, kInt8Share, units);
    for (const double share : kThresholdShares) add(Method::Threshold, share, units);
    for (const std::int64_t part : kRankParts)
        if (units / part >= 1) add(Method::LowRank, 0, units, units / part);
    return points;
}

/// The run's settings on one thread of the processor; what would change the nets' training apart is off.
ExperimentConfig studiedConfig(ExperimentConfig config) {
    config.initialisation = drawnInitialisation(config);
    config.device = "cpu";
    config.precision = "fp32";
    config.implementation = "auto";
    config.threads = 1;
    config.ranks = 1;
    config.gradientExchange = "none";
    return config;
}

/// What is left out of the report until the seed is done.
struct SeedResult {
    std::vector<double> losses, bytes, one, many, thresholds;  ///< of each point of the seed
};

Error cancelled() {
    return {ErrorCode::Cancelled,
            GATELAB_TEXT("Compression", "the study was stopped; the seeds that were done are kept")};
}

class CompressionStudy {
public:
    CompressionStudy(const CompressionRequest& request, TrainPlan plan, const CompressionWatch& watch)
        : request_(request), plan_(std::move(plan)), watch_(watch) {
        report_ = {.run = request.run,
                   .loss = plan_.config.loss,
                   .instructionSet = packed::kernels().instructionSet,
                   .steps = request.steps,
                   .further = request.further,
                   .batch = kBatch,
                   .seeds = {},
                   .wantedSeeds = request.seeds,
                   .points = {},
                   .fresh = 0};
    }

    Result<CompressionReport> run() {
        if (auto ready = begin(); !ready.ok()) return ready.error();
        while (!todo_.empty()) {
            points_ = pointsOfSeed(todo_.front());
            const auto result = runSeed(todo_.front());
            if (!result.ok()) return result.error();
            add(todo_.front(), *result);
            todo_.erase(todo_.begin());
            if (!watch_(report_, share())) return todo_.empty() ? Result(report_) : cancelled();
        }
        return report_;
    }

private:
    /// Plan, sources and what was known before.
    Result<> begin() {
        auto net = StudiedNet::make(plan_, plan_.config.seed, plan_.config.hiddenSize);
        if (!net.ok()) return net.error();
        // Says which layers cannot be packed before anything is trained
        if (auto packed = PackedNet::make((*net)->plan(), (*net)->model(), PackKind::Dense); !packed.ok())
            return packed.error();
        std::int64_t own = plan_.config.epochs * (*net)->batchesPerEpoch();
        if (plan_.config.maxSteps > 0) own = std::min(own, plan_.config.maxSteps);
        if (report_.steps == 0) report_.steps = own;
        if (!request_.runFolder.empty() && report_.steps == own) {
            auto weights = readRunWeights(request_.runFolder);
            if (!weights.ok()) return weights.error();
            report_.runStep = weights->step;
            ofRun_ = std::move(weights->file);
        }
        if (report_.further == 0) report_.further = std::max<std::int64_t>(1, report_.steps / 2);
        source_ = sourceOf(ExamplePart::Validation);
        isValidation_ = source_->size() > 0;
        if (!isValidation_) source_ = sourceOf(ExamplePart::Test);
        if (source_->size() == 0)
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Compression", "neither validation nor test part has a window to score")};
        std::vector<std::int64_t> first(static_cast<std::size_t>(std::min(kBatch, source_->size())));
        std::iota(first.begin(), first.end(), std::int64_t{0});
        report_.batch = std::ssize(first);
        const at::Tensor order = source_->placeOrder(first);
        one_ = source_->gather(order, 0, 1);
        many_ = source_->gather(order, 0, report_.batch);
        return goOn();
    }

    std::unique_ptr<ExampleSource> sourceOf(ExamplePart part) const {
        if (!plan_.isForecast()) return makeSequenceSource(plan_, part);
        return makeWindowSource(plan_, std::make_shared<const DeviceSeries>(placeSeries(plan_)), part);
    }

    /// Takes over what is known, and finds what is to be done.
    Result<> goOn() {
        const CompressionReport& known = request_.known;
        const bool isSame = known.run == report_.run && known.steps == report_.steps &&
                            known.further == report_.further && known.batch == report_.batch &&
                            known.runStep == report_.runStep && known.instructionSet == report_.instructionSet &&
                            (known.seeds.empty() || known.seeds.front() == plan_.config.seed);
        if (!known.points.empty() && !isSame && !request_.again)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Compression",
                                       "what is kept of this run is of another training (%1 steps and %2 more) and "
                                       "stays; '--again' measures anew in its place"),
                          {known.steps, known.further}}};
        const std::vector<CompressionPoint> wanted = pointsOf(request_);
        for (CompressionPoint& point : pointsOf({.config = request_.config, .data = {}, .run = {}})) {
            const auto like = [&point](const CompressionPoint& one) { return isSamePoint(one, point); };
            const auto kept = std::ranges::find_if(known.points, like);
            if (isSame && kept != known.points.end())
                report_.points.push_back(*kept);
            else if (std::ranges::any_of(wanted, like))
                report_.points.push_back(point);
        }
        if (isSame) {
            report_.seeds = known.seeds;
            report_.wantedSeeds = std::max(report_.wantedSeeds, known.wantedSeeds);
            report_.measuredAt = known.measuredAt;
        }
        for (std::int64_t seed = 0; seed < request_.seeds; ++seed)
            if (!pointsOfSeed(seed).empty()) todo_.push_back(seed);
        all_ = std::max<std::size_t>(1, todo_.size());
        return {};
    }

    /// What has to be measured of a seed: where anything is, the dense networks with it, so that times are of one hour.
    [[nodiscard]] std::vector<CompressionPoint> pointsOfSeed(std::int64_t seed) const {
        const std::vector<CompressionPoint> wanted = pointsOf(request_);
        const bool isWritten = seed == 0 && !request_.writeTo.empty();
        std::vector<CompressionPoint> points;
        bool isNeeded = false;
        for (const CompressionPoint& point : report_.points) {
            const auto like = [&point](const CompressionPoint& one) { return isSamePoint(one, point); };
            if (std::ranges::none_of(wanted, like)) continue;
            const bool lacks = std::ssize(point.losses) <= seed;
            const bool isNew = lacks || isWritten || (request_.again && seed < request_.seeds);
            if (isNew || isDense(point.method))
                points.push_back(
                    {.method = point.method, .removed = point.removed, .units = point.units, .rank = point.rank});
            isNeeded |= isNew;
        }
        return isNeeded ? points : std::vector<CompressionPoint>{};
    }

    [[nodiscard]] const ExampleSource* validation() const { return isValidation_ ? source_.get() : nullptr; }

    /// The network of a seed before anything is taken from it: of the first one the run itself.
    Result<std::unique_ptr<StudiedNet>> baseOf(std::int64_t seed) {
        auto base = StudiedNet::make(plan_, plan_.config.seed + seed, plan_.config.hiddenSize);
        if (!base.ok()) return base;
        if (seed == 0 && ofRun_) {
            if (auto loaded = (*base)->model().parameters().load(*ofRun_); !loaded.ok()) return loaded.error();
        } else if (!(*base)->train(report_.steps, validation(), going())) {
            return cancelled();
        }
        return base;
    }

    /// `seed`: counted from 0.
    Result<SeedResult> runSeed(std::int64_t seed) {
        steps_ = 0;
        auto base = baseOf(seed);
        if (!base.ok()) return base.error();
        SeedResult result;
        std::vector<std::unique_ptr<PackedNet>> nets;
        for (const CompressionPoint& point : points_) {
            double threshold = std::numeric_limits<double>::quiet_NaN();
            auto net = trained(point, seed, **base, threshold);
            if (!net.ok()) return net.error();
            auto packed = PackedNet::make((*net)->plan(), (*net)->model(), kindOf(point.method));
            if (!packed.ok()) return packed.error();
            const auto bytes = bytesOf(point, (*packed)->file(), seed == 0);
            if (!bytes.ok()) return bytes.error();
            result.losses.push_back((*packed)->loss(*source_));
            result.bytes.push_back(*bytes);
            result.thresholds.push_back(threshold);
            nets.push_back(std::move(*packed));
        }
        if (!measure(nets, result)) return cancelled();
        return result;
    }

    /// Steps that the network of a point has behind it, and whether they begin with the run's own weights.
    [[nodiscard]] PackedOrigin originOf(const CompressionPoint& point) const {
        const bool isSmall = point.method == Method::Small;
        const bool isBase = point.method == Method::Dense || point.method == Method::Int8;
        return {request_.run, isSmall || !ofRun_ ? report_.steps : 0, isBase ? 0 : report_.further};
    }

    /// Of the checkpoint as a file, which is written where that was asked for.
    [[nodiscard]] Result<double> bytesOf(const CompressionPoint& point, TensorFile file, bool isFirst) const {
        if (auto sealed = sealPackedFile(file, originOf(point)); !sealed.ok()) return sealed.error();
        const auto text = serializeTensors(file);
        if (!text.ok()) return text.error();
        if (isFirst && !request_.writeTo.empty()) {
            const auto path = request_.writeTo / (pointName(point) + ".safetensors");
            if (auto written = writeTensors(path, file); !written.ok()) return written.error();
        }
        return static_cast<double>(text->size());
    }

    /// The network of a point, from that which was trained first.
    Result<std::unique_ptr<StudiedNet>> trained(const CompressionPoint& point, std::int64_t seed,
                                                const StudiedNet& base, double& threshold) {
        if (point.method == Method::Small) {
            auto net = StudiedNet::make(plan_, plan_.config.seed + seed, point.units);
            if (net.ok() && !((*net)->train(report_.steps, validation(), going()) &&
                              (*net)->trainFurther(report_.further, kFurtherRate, nullptr, going())))
                return cancelled();
            return net;
        }
        auto net = base.copy();
        if (!net.ok() || point.method == Method::Dense || point.method == Method::Int8) return net;
        const std::vector<at::Tensor> matrices = recurrentMatrices((*net)->model().parameters());
        std::unique_ptr<Pruning> pruning;
        if (point.method == Method::Blocks || point.method == Method::BlocksInt8)
            pruning = std::make_unique<BlockPruning>(matrices, point.removed);
        if (point.method == Method::LowRank) pruning = std::make_unique<RankPruning>(matrices, point.rank);
        if (point.method == Method::Threshold) {
            threshold = thresholdOf(matrices, point.removed);
            pruning = std::make_unique<ThresholdPruning>(matrices, threshold);
        }
        if (!(*net)->trainFurther(report_.further, kFurtherRate, pruning.get(), going())) return cancelled();
        return net;
    }

    /// Median of rounds in which every net has its turn, so that what disturbs one disturbs all.
    bool measure(const std::vector<std::unique_ptr<PackedNet>>& nets, SeedResult& result) {
        std::vector<std::array<std::vector<double>, 2>> times(nets.size());
        for (std::size_t round = 0; round < kRounds; ++round)
            for (std::size_t i = 0; i < nets.size(); ++i) {
                if (!watch_(report_, share())) return false;
                times[i][0].push_back(nets[i]->micros(one_));
                times[i][1].push_back(nets[i]->micros(many_));
            }
        for (auto& of : times) {
            for (auto& part : of) std::ranges::nth_element(part, part.begin() + kRounds / 2);
            result.one.push_back(of[0][kRounds / 2]);
            result.many.push_back(of[1][kRounds / 2]);
        }
        return true;
    }

    void add(std::int64_t seed, const SeedResult& result) {
        if (std::ssize(report_.seeds) <= seed) report_.seeds.push_back(plan_.config.seed + seed);
        ++report_.fresh;
        report_.measuredAt =
            std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()).time_since_epoch().count();
        for (std::size_t i = 0; i < points_.size(); ++i) {
            CompressionPoint& point = *std::ranges::find_if(
                report_.points, [&](const CompressionPoint& one) { return isSamePoint(one, points_[i]); });
            const auto put = [seed](std::vector<double>& values, double value) {
                const auto at = static_cast<std::size_t>(seed);
                if (at < values.size())
                    values[at] = value;
                else
                    values.push_back(value);
            };
            put(point.losses, result.losses[i]);
            put(point.bytes, result.bytes[i]);
            put(point.oneMicros, result.one[i]);
            put(point.manyMicros, result.many[i]);
            if (point.method == Method::Threshold) put(point.thresholds, result.thresholds[i]);
        }
        steps_ = 0;
    }

    /// Steps of the seed under way.
    [[nodiscard]] std::int64_t stepsOfSeed() const {
        const bool isRun = ofRun_ && !todo_.empty() && todo_.front() == 0;
        std::int64_t steps = isRun ? 0 : report_.steps;
        for (const CompressionPoint& point : points_) {
            if (point.method == Method::Small) steps += report_.steps;
            if (point.method != Method::Dense && point.method != Method::Int8) steps += report_.further;
        }
        return steps;
    }
    [[nodiscard]] double share() const {
        const double ofSeed = double(steps_) / double(std::max<std::int64_t>(1, stepsOfSeed()));
        return std::min(1.0, (double(report_.fresh) + std::min(1.0, ofSeed)) / double(all_));
    }
    std::function<bool()> going() {
        return [this] {
            ++steps_;
            return watch_(report_, share());
        };
    }

    const CompressionRequest& request_;
    TrainPlan plan_;
    const CompressionWatch& watch_;
    CompressionReport report_;
    std::optional<TensorFile> ofRun_;       ///< the run's own weights, where they are the first network
    std::vector<std::int64_t> todo_;        ///< seeds, counted from 0
    std::size_t all_ = 1;                   ///< of them at the start
    std::vector<CompressionPoint> points_;  ///< of the seed under way
    std::unique_ptr<ExampleSource> source_;
    bool isValidation_ = false;
    Batch one_, many_;
    std::int64_t steps_ = 0;  ///< of the seed under way
};

}  // namespace

Result<CompressionReport> studyCompression(const CompressionRequest& request, const CompressionWatch& watch) {
    if (request.config.carryState)
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Compression",
                                  "a run that carries its state from batch to batch cannot be compressed "
                                  "here; branch it with that switched off")};
    if (request.seeds < 1 || request.steps < 0 || request.further < 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Compression", "a study needs at least one seed and no negative number of steps")};
    if (!request.writeTo.empty())
        if (auto made = makeFolders(request.writeTo); !made.ok()) return made.error();
    const PartsOfRun parts(request.runFolder.empty() ? std::string() : trainedOn(request.runFolder));
    auto plan = makeTrainPlan(studiedConfig(request.config), request.data);
    if (!plan.ok()) return plan.error();
    const LibrarySettings settings(plan->config, plan->device, LibrarySettings::Of::LookingIn);
    const OneThread oneThread;
    return CompressionStudy(request, std::move(*plan), watch).run();
}

}  // namespace gatelab

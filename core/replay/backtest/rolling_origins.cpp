// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/backtest/rolling_origins.h"

#include "base/parallel.h"
#include "baselines/strong/strong_baselines.h"
#include "config/setting_predicates.h"
#include "data/leak_audit.h"
#include "data/sequences/parts_of_run.h"
#include "plan/devices.h"
#include "plan/plan.h"
#include "replay/backtest/origin_plan.h"
#include "replay/backtest/refit.h"
#include "replay/backtest/refit_segments.h"
#include "store/record/run_files.h"
#include "store/run_weights.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>

namespace gatelab {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kPiece = 128;     // windows that one thread forecasts at a time
constexpr double kAuditedValues = 2e8;  // that are prepared anew in all
constexpr std::size_t kMostLeaks = 5;
constexpr double kAuditShare = 0.2;

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Backtest", "the backtest was cancelled")}; }

/// One backtest under way. The calling thread and its helpers fill it; what they share is locked.
class Rolling {
public:
    Rolling(const BacktestRequest& request, const BacktestWatch& watch, TrainPlan plan, RunWeights weights)
        : request_(request),
          watch_(watch),
          network_(std::move(plan), std::move(weights)),
          threads_(request.maxThreads > 0 ? static_cast<int>(request.maxThreads) : allowedThreads()) {}

    Result<Backtest> run() {
        auto planned = planOrigins(network_.plan(), request_.plan);
        if (!planned.ok()) return planned.error();
        made_ = std::move(*planned);
        made_.run = request_.run, made_.weightsStep = network_.weights().step;
        goOn();
        if (auto opened = openMembers(); !opened.ok()) return opened.error();
        prepareMethods();
        if (auto done = calibrate(); !done.ok()) return done.error();
        if (auto done = made_.plan.refitEvery > 0 ? forecastRefitted() : forecastKept(); !done.ok())
            return done.error();
        dropUnused();
        if (auto done = audit(); !done.ok()) return done.error();
        return std::move(made_);
    }

private:
    [[nodiscard]] std::size_t each() const { return made_.perWindow(); }
    [[nodiscard]] std::int64_t lookback() const { return network_.plan().config.lookback; }
    [[nodiscard]] std::function<bool()> going() const {
        return [this] { return !stopped_; };
    }

    /// What was made before of the same plan by the same weights.
    void goOn() {
        const Backtest& known = request_.known;
        if (known.run != made_.run || known.weightsStep != made_.weightsStep || known.plan != made_.plan ||
            known.cutoffs != made_.cutoffs || known.truth.size() != made_.truth.size())
            return;
        std::vector<std::string> names = std::move(made_.seriesNames);
        made_ = known;
        made_.seriesNames = std::move(names);
    }

    Result<> openMembers() {
        for (const std::filesystem::path& folder : request_.members) {
            auto weights = readRunWeights(folder);
            if (!weights.ok()) return weights.error();
            const PartsOfRun parts(trainedOn(folder));
            auto plan = makeTrainPlan(weights->config, request_.data);
            if (!plan.ok()) return plan.error();
            const ExperimentConfig &own = network_.plan().config, &other = plan->config;
            if (!plan->isForecast() || other.lookback != own.lookback || other.horizon != own.horizon ||
                plan->prepared->targets.size() != made_.targets.size() || plan->prepared->table.rows() != made_.rows)
                return Error{
                    ErrorCode::InvalidInput,
                    GATELAB_TEXT("Backtest",
                                 "an ensemble is of runs that differ in the seed alone; one of these has other "
                                 "windows, targets or data")};
            members_.push_back(std::make_unique<OriginNetwork>(std::move(*plan), std::move(*weights)));
        }
        return {};
    }

    BacktestMethod& method(const std::string& key) {
        const auto found = std::ranges::find(made_.methods, key, &BacktestMethod::key);
        if (found != made_.methods.end()) return *found;
        made_.methods.push_back({key, std::vector<double>(made_.truth.size(), kNone), {}, {}});
        return made_.methods.back();
    }

    /// All of them before helpers write into them at once.
    void prepareMethods() {
        method("model");
        if (made_.plan.dropoutSamples > 1) method("dropout").deviation.resize(made_.truth.size(), kNone);
        if (!members_.empty()) method("ensemble").deviation.resize(made_.truth.size(), kNone);
        for (const Baseline& baseline : baselines()) method(baseline.key);
        // Once for each training, which many series share, and once for the windows before the first origin
        const std::int64_t fits =
            made_.plan.refitEvery > 0 ? std::ssize(refitSegments(made_, *network_.plan().prepared)) : 1;
        strong_ = quickBaselines(*network_.plan().prepared,
                                 {lookback(), made_.horizon, 1, startsOf(made_.cutoffs, lookback()), 0, 0},
                                 kQuickSeconds / static_cast<double>(fits + 1))
                      .keys;
        for (const std::string& key : strong_) method(key);
    }

    bool tell(double share) {
        const std::lock_guard lock(guard_);
        if (!watch_(made_, share)) stopped_ = true;
        return !stopped_;
    }

    /// Errors before the first origin, by the run's own weights.
    Result<> calibrate() {
        if (made_.calibrationCutoffs.empty() || !method("model").calibration.empty()) return {};
        const std::vector<std::int64_t> starts = startsOf(made_.calibrationCutoffs, lookback());
        std::vector<double> values(starts.size() * each());
        auto done = inPieces(starts.size(), [&](std::size_t from, std::size_t to) -> Result<> {
            auto forecasts = network_.forecast(
                {starts.begin() + static_cast<std::ptrdiff_t>(from), starts.begin() + static_cast<std::ptrdiff_t>(to)},
                0, going());
            if (!forecasts.ok()) return forecasts.error();
            std::ranges::copy(forecasts->values, values.begin() + static_cast<std::ptrdiff_t>(from * each()));
            return tell(0) ? Result<>() : cancelled();
        });
        if (!done.ok()) return done;
        method("model").calibration = std::move(values);
        WindowSet windows{lookback(), made_.horizon, 1, starts, 0, 0};
        return addBaselines(*network_.plan().prepared, windows,
                            [&](BacktestMethod& one, const std::vector<double>& all) { one.calibration = all; });
    }

    template <class Take>
    Result<> addBaselines(const PreparedSeries& prepared, const WindowSet& windows, const Take& take) {
        const auto all = runAllBaselines(prepared, windows, strong_, [&](double) { return !stopped_.load(); });
        if (!all.ok()) return all.error();
        const std::lock_guard lock(guard_);
        for (const BaselineForecast& baseline : *all) take(method(baseline.key), baseline.values);
        return {};
    }

    /// Work on pieces of `count` windows, shared among threads; the first error, in the order of the pieces.
    template <class Work>
    Result<> inPieces(std::size_t count, const Work& work) {
        const std::size_t pieces = (count + kPiece - 1) / kPiece;
        std::vector<Result<>> results(pieces);
        inParallel(threads_, pieces, [&](std::size_t piece) {
            results[piece] =
                stopped_ ? Result<>(cancelled()) : work(piece * kPiece, std::min(count, (piece + 1) * kPiece));
            if (!results[piece].ok()) stopped_ = true;
        });
        const auto failed = std::ranges::find_if(
            results, [](const Result<>& one) { return !one.ok() && one.error().code != ErrorCode::Cancelled; });
        if (failed != results.end()) return *failed;
        const auto ended = std::ranges::find_if(results, [](const Result<>& one) { return !one.ok(); });
        return ended == results.end() ? Result<>() : *ended;
    }

    Result<> forecastKept() {
        const std::vector<std::int64_t> starts = startsOf(made_.cutoffs, lookback());
        const WindowSet windows{lookback(), made_.horizon, 1, starts, 0, 0};
        if (auto done = addBaselines(*network_.plan().prepared, windows,
                                     [](BacktestMethod& one, const std::vector<double>& all) { one.forecast = all; });
            !done.ok())
            return done;
        return inPieces(starts.size(), [&](std::size_t from, std::size_t to) -> Result<> {
            std::vector<std::size_t> places;
            for (std::size_t w = from; w < to; ++w)
                if (made_.done[w] == 0) places.push_back(w);
            if (places.empty()) return {};
            std::vector<std::int64_t> some;
            for (const std::size_t w : places) some.push_back(starts[w]);
            if (auto done = forecastSome(network_, some, places); !done.ok()) return done;
            return tell(share()) ? Result<>() : cancelled();
        });
    }

    [[nodiscard]] double share() {
        const std::lock_guard lock(guard_);
        return (1 - kAuditShare) * static_cast<double>(made_.doneWindows()) / static_cast<double>(made_.windows());
    }

    /// By this network and, where it is the run's own, by the ensemble.
    Result<> forecastSome(const OriginNetwork& network, const std::vector<std::int64_t>& starts,
                          const std::vector<std::size_t>& places) {
        auto forecasts = network.forecast(starts, made_.plan.dropoutSamples, going());
        if (!forecasts.ok()) return forecasts.error();
        std::vector<std::vector<double>> others;
        for (const auto& member : members_) {
            auto other = member->forecast(starts, 0, going());
            if (!other.ok()) return other.error();
            others.push_back(std::move(other->values));
        }
        const std::lock_guard lock(guard_);
        place(places, forecasts->values, method("model").forecast);
        if (!forecasts->dropoutMean.empty()) {
            place(places, forecasts->dropoutMean, method("dropout").forecast);
            place(places, forecasts->dropoutDeviation, method("dropout").deviation);
        }
        if (!others.empty()) placeEnsemble(places, forecasts->values, others);
        placeSpread(places, forecasts->spread);
        for (const std::size_t w : places) made_.done[w] = 1;
        return {};
    }

    void place(const std::vector<std::size_t>& places, const std::vector<double>& from, std::vector<double>& into) {
        for (std::size_t i = 0; i < places.size(); ++i)
            std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * each()), each(),
                        into.begin() + static_cast<std::ptrdiff_t>(places[i] * each()));
    }

    void placeEnsemble(const std::vector<std::size_t>& places, const std::vector<double>& own,
                       const std::vector<std::vector<double>>& others) {
        std::vector<double> mean = own, deviation(own.size());
        const double count = static_cast<double>(others.size()) + 1;
        for (std::size_t i = 0; i < own.size(); ++i) {
            for (const auto& other : others) mean[i] += other[i];
            mean[i] /= count;
            double squares = (own[i] - mean[i]) * (own[i] - mean[i]);
            for (const auto& other : others) squares += (other[i] - mean[i]) * (other[i] - mean[i]);
            deviation[i] = std::sqrt(squares / (count - 1));
        }
        place(places, mean, method("ensemble").forecast);
        place(places, deviation, method("ensemble").deviation);
    }

    void placeSpread(const std::vector<std::size_t>& places, const ForecastSpread& spread) {
        if (spread.levels.size() > 1) {
            made_.levels = spread.levels;
            made_.quantiles.resize(spread.levels.size(), std::vector<double>(made_.truth.size(), kNone));
            for (std::size_t k = 0; k < spread.quantiles.size(); ++k)
                place(places, spread.quantiles[k], made_.quantiles[k]);
        }
        if (spread.deviation.empty()) return;
        method("model").deviation.resize(made_.truth.size(), kNone);
        place(places, spread.deviation, method("model").deviation);
    }

    Result<> forecastRefitted() {
        const std::vector<RefitSegment> segments = refitSegments(made_, *network_.plan().prepared);
        std::vector<Result<>> results(segments.size());
        inParallel(std::min<int>(threads_, static_cast<int>(segments.size())), segments.size(), [&](std::size_t i) {
            results[i] = stopped_ ? Result<>(cancelled()) : forecastSegment(segments[i]);
            if (!results[i].ok()) stopped_ = true;
        });
        for (const bool isCancel : {false, true})
            for (const Result<>& one : results)
                if (!one.ok() && (one.error().code == ErrorCode::Cancelled) == isCancel) return one;
        return {};
    }

    Result<> forecastSegment(const RefitSegment& segment) {
        const std::vector<std::size_t>& places = segment.places;
        if (std::ranges::all_of(places, [&](std::size_t w) { return made_.done[w] == 1; })) return {};
        const TrainPlan& own = network_.plan();
        auto network = refit(*own.prepared->source, own.config, segment.parts, [this] { return tell(share()); });
        if (!network.ok()) return network.error();
        const PreparedSeries& prepared = *(*network)->plan().prepared;
        if (auto there = checkRefitted(prepared, segment, made_); !there.ok()) return there;
        const std::vector<std::int64_t> starts = startsInRefit(segment, made_, lookback());
        const auto leak = auditOrigin(prepared, (*network)->plan().config, starts.front() + lookback());
        if (!leak.ok()) return leak.error();
        if (auto done = addBaselines(
                prepared, {lookback(), made_.horizon, 1, starts, 0, 0},
                [&](BacktestMethod& one, const std::vector<double>& all) { place(places, all, one.forecast); });
            !done.ok())
            return done;
        if (auto done = forecastSome(**network, starts, places); !done.ok()) return done;
        {
            const std::lock_guard lock(guard_);
            for (const std::size_t w : places) made_.fittedRows[w] = segment.partOf(made_, w).rows.cutoff;
            made_.audited += 1;
            if (*leak && made_.leaks.size() < kMostLeaks) made_.leaks.push_back((*leak)->what);
        }
        return tell(share()) ? Result<>() : cancelled();
    }

    /// A baseline that forecast nothing, a strong one that found no model at some origin, and passes with a dropout
    /// that the network has not.
    void dropUnused() {
        std::erase_if(made_.methods, [this](const BacktestMethod& one) {
            const bool isStill =
                one.key == "dropout" && std::ranges::all_of(one.deviation, [](double d) { return d == 0; });
            if (std::ranges::find(strong_, one.key) != strong_.end())
                return std::ranges::any_of(one.forecast, [](double value) { return std::isnan(value); });
            return isStill || std::ranges::all_of(one.forecast, [](double value) { return std::isnan(value); });
        });
    }

    /// Each origin, or as many of them as can be prepared anew in reasonable time.
    Result<> audit() {
        if (made_.plan.refitEvery > 0 || made_.audited > 0) return {};
        const PreparedSeries& prepared = *network_.plan().prepared;
        const double each = static_cast<double>(made_.rows) *
                            static_cast<double>(std::max<std::size_t>(1, prepared.table.columns.size()));
        const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(kAuditedValues / each), 1, made_.windows());
        std::vector<Phrase> leaks(count);
        std::vector<Result<>> results(count);
        std::atomic<std::size_t> done{0};
        const PartsOfRun* const run = PartsOfRun::onThread();
        inParallel(threads_, count, [&](std::size_t i) {
            if (stopped_) return;
            const std::size_t window = i * made_.windows() / count;
            const PartsOfRun parts(run);
            const auto leak = auditOrigin(prepared, network_.plan().config, made_.cutoffs[window]);
            if (!leak.ok())
                results[i] = leak.error();
            else if (*leak)
                leaks[i] = (*leak)->what;
            tell(1 - kAuditShare + kAuditShare * static_cast<double>(++done) / static_cast<double>(count));
        });
        if (stopped_) return cancelled();
        for (const Result<>& one : results)
            if (!one.ok()) return one;
        for (const Phrase& leak : leaks)
            if (!leak.empty() && made_.leaks.size() < kMostLeaks) made_.leaks.push_back(leak);
        made_.audited = static_cast<std::int64_t>(count);
        return {};
    }

    const BacktestRequest& request_;
    const BacktestWatch& watch_;
    OriginNetwork network_;
    std::vector<std::unique_ptr<OriginNetwork>> members_;
    int threads_;
    Backtest made_;
    std::vector<std::string> strong_;  ///< keys of those that are quick enough
    std::mutex guard_;
    std::atomic<bool> stopped_{false};
};

}  // namespace

Result<Backtest> rollingOrigins(const BacktestRequest& request, const BacktestWatch& watch) {
    if (auto there = run_files::checkTrained(request.runFolder); !there.ok()) return there.error();
    auto weights = readRunWeights(request.runFolder);
    if (!weights.ok()) return weights.error();
    if (!isForecast(weights->config))
        return Error{ErrorCode::Unsupported,
                     GATELAB_TEXT("Backtest", "this run reads whole sequences; there are no origins to forecast from")};
    const PartsOfRun parts(trainedOn(request.runFolder));
    auto plan = makeTrainPlan(weights->config, request.data);
    if (!plan.ok()) return plan.error();
    const LibrarySettings settings(plan->config, plan->device, LibrarySettings::Of::LookingIn);
    return Rolling(request, watch, std::move(*plan), std::move(*weights)).run();
}

}  // namespace gatelab

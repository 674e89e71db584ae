// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/start_families.h"

#include "config/setting_predicates.h"
#include "train/simple_maps.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace gatelab {

namespace {

constexpr double kStrengths[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};  // of the mean diagonal of the equations
constexpr double kMinScale = 0.01;  // of the windows' mean deviation: what a still window is divided by, at least
constexpr std::int64_t kFewLags[] = {2, 6};

static_assert(kMapsAround == 2 + std::ssize(kStrengths));

enum class Bias { Free, None };

/// The deviation of each input beside that of all, for every column [columns] of windows about their mean; 1 for one
/// that never changes.
at::Tensor inputScale(const at::Tensor& x, std::int64_t inputs) {
    const at::Tensor squares = x.square().sum(0).view({-1, inputs}).mean(0), share = squares / squares.mean();
    return at::where(share > 0, share.sqrt(), at::ones_like(share)).repeat({x.size(1) / inputs});
}

/// Ridge regressions around these maps, always in the same order. One decomposition of the equations serves every
/// strength: with X'X = Q L Q' the weights that lean to W0 are W0 + Q (L + strength)^-1 Q' X'(Y - X W0). The bias is
/// not held back; it is left out as well, for it is itself a guess where rows are few. Each of the `inputs` counts by
/// its own deviation, so that its unit tells nothing.
std::vector<StartMap> ridges(const at::Tensor& xAll, const at::Tensor& yAll, const std::vector<at::Tensor>& around,
                             Bias kind, std::int64_t inputs = 1) {
    const bool isFree = kind == Bias::Free;
    const at::Tensor xMean = isFree ? xAll.mean(0) : at::zeros({xAll.size(1)}, at::kDouble),
                     yMean = isFree ? yAll.mean(0) : at::zeros({yAll.size(1)}, at::kDouble), plain = xAll - xMean,
                     y = yAll - yMean;
    const at::Tensor scale = inputScale(plain, inputs), x = plain / scale;
    const at::Tensor products = x.t().mm(x), across = x.t().mm(y);
    const auto [values, vectors] = at::linalg_eigh(products);
    const double unit = std::max(products.diagonal().mean().item<double>(), 1e-300);
    const auto biasOf = [&](const at::Tensor& map) { return yMean - xMean.unsqueeze(0).mm(map).squeeze(0); };
    std::vector<StartMap> all;
    for (const at::Tensor& start : around) {
        all.push_back({start, at::zeros_like(yMean)});
        if (isFree) all.push_back({start, biasOf(start)});
        const at::Tensor rest = vectors.t().mm(across - products.mm(start * scale.unsqueeze(1)));
        for (const double strength : kStrengths) {
            const at::Tensor map =
                start + vectors.mm(rest / (values.clamp_min(0) + strength * unit).unsqueeze(1)) / scale.unsqueeze(1);
            all.push_back({map, biasOf(map)});
        }
    }
    return all;
}

/// One target by its own column.
class OwnColumn {
public:
    OwnColumn(const StartShape& shape, const StartWindows& fit, std::int64_t target)
        : target_(target),
          shape_{shape.lookback, 1, shape.steps, {0}, shape.season, shape.anchor},
          past_(fit.x.view({fit.x.size(0), shape.lookback, shape.inputs})
                    .select(2, shape.targetAsInput[static_cast<std::size_t>(target)])),
          ahead_(fit.y.view({fit.y.size(0), shape.steps, shape.targets()}).select(2, target)),
          simple_(simpleMaps(shape.lookback, 1, shape.steps, {0}, shape.season)) {}

    [[nodiscard]] StartFamily plain() const {
        return family(GATELAB_TEXT("Start", "each target from its own column"),
                      ridges(past_, ahead_, simple_, Bias::Free));
    }
    [[nodiscard]] StartFamily fromLast() const {
        const at::Tensor level = past_.select(1, shape_.lookback - 1).unsqueeze(1);
        return family(GATELAB_TEXT("Start", "changes from the last value"),
                      closed(ridges(past_ - level, ahead_ - level, simple_, Bias::Free), "last"));
    }
    [[nodiscard]] StartFamily byWindow() const {
        const at::Tensor level = past_.mean(1, true), deviation = (past_ - level).square().mean(1, true).sqrt();
        const at::Tensor scale = deviation.clamp_min(kMinScale * deviation.mean().item<double>() + 1e-300);
        return family(GATELAB_TEXT("Start", "windows seen by themselves"),
                      closed(ridges((past_ - level) / scale, (ahead_ - level) / scale, simple_, Bias::None), "revin"));
    }
    /// Of the last 2, 6 and all rows that have a season before them in the window.
    [[nodiscard]] StartFamily seasonal() const {
        const std::int64_t season = shape_.season, most = shape_.lookback - season;
        const at::Tensor naive = lastSeasonMap(shape_.lookback, shape_.steps, season),
                         rows = at::eye(shape_.lookback, at::kDouble),
                         changes = (rows.narrow(1, season, most) - rows.narrow(1, 0, most)).flip(1);
        std::vector<std::int64_t> lags{most};
        for (const std::int64_t few : kFewLags)
            if (few < most) lags.push_back(few);
        std::vector<StartMap> all;
        for (const std::int64_t count : lags) {
            const at::Tensor some = changes.narrow(1, 0, count);
            const std::vector<at::Tensor> zero{at::zeros({count, shape_.steps}, at::kDouble)};
            for (const Bias bias : {Bias::Free, Bias::None})
                // But the first, the seasonal naive value itself, which the plain maps have.
                for (const std::vector<StartMap> maps = ridges(past_.mm(some), ahead_ - past_.mm(naive), zero, bias);
                     const StartMap& one : std::span(maps).subspan(1))
                    all.push_back({naive + some.mm(one.map), one.bias});
        }
        return family(GATELAB_TEXT("Start", "changes from season to season over the seasonal naive value"),
                      std::move(all));
    }
    [[nodiscard]] bool hasSeason() const { return shape_.season > 1 && shape_.season + 2 <= shape_.lookback; }
    void addSmoothing(const SmoothingFit& fit, std::vector<StartFamily>& all) const {
        const auto map = [&](const Smoother& weights) {
            return smoothingMap(shape_.lookback, shape_.steps, weights, shape_.season);
        };
        const at::Tensor none = at::zeros({shape_.steps}, at::kDouble), flat = map(fit.flat);
        all.push_back(family(GATELAB_TEXT("Start", "exponential smoothing"), {{flat, none}}));
        // A drift is not the same in windows of another scale.
        if (!anchorsScale(shape_.anchor))
            all.push_back(
                family(GATELAB_TEXT("Start", "theta"),
                       {{flat, fit.slope / 2 * (at::arange(shape_.steps, at::kDouble) + 1 / fit.flat.alpha)}}));
        all.push_back(family(GATELAB_TEXT("Start", "smoothing with a damped trend"), {{map(fit.damped), none}}));
    }

private:
    [[nodiscard]] StartFamily family(const Text& name, std::vector<StartMap> maps) const {
        return {name, std::move(maps), target_};
    }
    /// Maps of distances from a level, as maps of the window as it is.
    [[nodiscard]] std::vector<StartMap> closed(std::vector<StartMap> maps, const std::string& anchor) const {
        for (StartMap& one : maps) {
            one.map = one.map.clone();
            closeSums(one.map, shape_, anchor);
        }
        return maps;
    }

    std::int64_t target_;
    StartShape shape_;
    at::Tensor past_, ahead_;  ///< [windows, lookback], [windows, steps]
    std::vector<at::Tensor> simple_;
};

}  // namespace

std::vector<StartFamily> startFamilies(const StartShape& shape, const StartWindows& fit,
                                       const std::vector<SmoothingFit>& smoothing) {
    std::vector<StartFamily> all;
    all.push_back(
        {GATELAB_TEXT("Start", "a linear map of the window"),
         ridges(fit.x, fit.y, simpleMaps(shape.lookback, shape.inputs, shape.steps, shape.targetAsInput, shape.season),
                Bias::Free, shape.inputs)});
    for (std::int64_t target = 0; target < shape.targets(); ++target) {
        if (shape.targetAsInput[static_cast<std::size_t>(target)] < 0) continue;
        const OwnColumn own(shape, fit, target);
        if (shape.inputs > 1) all.push_back(own.plain());
        if (!isAnchored(shape.anchor)) all.push_back(own.fromLast()), all.push_back(own.byWindow());
        if (own.hasSeason()) all.push_back(own.seasonal());
        if (shape.lookback > 3 && static_cast<std::size_t>(target) < smoothing.size())
            own.addSmoothing(smoothing[static_cast<std::size_t>(target)], all);
    }
    return all;
}

void closeSums(at::Tensor& map, const StartShape& shape, const std::string& anchor) {
    for (std::int64_t column = 0; column < shape.targets(); ++column) {
        // [lookback, steps, targets]
        const at::Tensor own = map.view({shape.lookback, shape.inputs, shape.steps, shape.targets()})
                                   .select(1, shape.targetAsInput[static_cast<std::size_t>(column)]);
        at::Tensor missing = -own.sum(0);  // [steps, targets]
        missing.select(1, column).add_(1);
        if (anchorsAtLast(anchor))
            own.select(0, shape.lookback - 1).add_(missing);
        else
            own.add_(missing / static_cast<double>(shape.lookback));
    }
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/cpu/loss.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace gatelab {

namespace {

constexpr double kVarianceFloor = 1e-6;  // as in nn/losses.cpp
constexpr std::int64_t kIgnoredClass = -100;

template <class T>
std::vector<T> numbersOf(const at::Tensor& tensor) {
    if (!tensor.defined()) return {};
    const at::Tensor own = tensor.detach().to(at::kCPU).contiguous();
    const T* first = own.const_data_ptr<T>();
    return {first, first + own.numel()};
}

/// Loss and slope with respect to what the network forecasts.
template <class T>
struct Value {
    T loss, slope;
};

/// Losses of one number per target: formula(error, target), or with the row, in units of 1.
template <class T, class Formula>
double eachError(const LossRows<T>& rows, const Formula& formula) {
    double sum = 0;
    for (std::int64_t r = 0; r < rows.rows; ++r) {
        const T *output = rows.output + r * rows.row, *truth = rows.truth[r];
        T* gradient = rows.gradient + r * rows.row;
        for (std::int64_t target = 0; target < rows.targets; ++target) {
            const T level = rows.level != nullptr ? rows.level[r * rows.targets + target] : T(0),
                    scale = rows.scale != nullptr ? rows.scale[r * rows.targets + target] : T(1);
            const T unit = static_cast<T>(rows.unit) * scale;
            for (std::int64_t step = 0; step < rows.steps; ++step) {
                const std::int64_t at = step * rows.targets + target;
                const T error = output[at] * scale + level - truth[at];
                const auto value = [&] {
                    if constexpr (std::is_invocable_v<Formula, T, std::int64_t, std::int64_t>)
                        return formula(error, target, r);
                    else
                        return formula(error, target);
                }();
                sum += static_cast<double>(value.loss);
                gradient[at] = value.slope * unit;
            }
        }
    }
    return sum * rows.unit;
}

template <class T>
T signOf(T value) {
    return static_cast<T>((value > 0) - (value < 0));
}

template <class T>
double mse(const LossRows<T>& rows, const LossNumbers<T>&) {
    return eachError(rows, [](T e, std::int64_t) { return Value<T>{e * e, 2 * e}; });
}

template <class T>
double mae(const LossRows<T>& rows, const LossNumbers<T>&) {
    return eachError(rows, [](T e, std::int64_t) { return Value<T>{std::abs(e), std::isnan(e) ? e : signOf(e)}; });
}

template <class T>
double huber(const LossRows<T>& rows, const LossNumbers<T>& numbers) {
    const T delta = static_cast<T>(numbers.huberDelta);
    return eachError(rows, [delta](T e, std::int64_t) {
        const T size = std::abs(e);
        return size < delta ? Value<T>{T(0.5) * e * e, e}
                            : Value<T>{delta * (size - T(0.5) * delta), std::isnan(e) ? e : delta * signOf(e)};
    });
}

template <class T>
double logCosh(const LossRows<T>& rows, const LossNumbers<T>&) {
    return eachError(rows, [](T e, std::int64_t) {
        const double size = std::abs(static_cast<double>(e));
        return Value<T>{static_cast<T>(size + std::log1p(std::exp(-2 * size)) - std::log(2.0)),
                        static_cast<T>(std::tanh(static_cast<double>(e)))};
    });
}

template <class T>
double mase(const LossRows<T>& rows, const LossNumbers<T>& numbers) {
    return eachError(rows, [&](T e, std::int64_t target) {
        const T scale = numbers.scale.empty() ? T(1) : numbers.scale[static_cast<std::size_t>(target)];
        return Value<T>{std::abs(e) / scale, (std::isnan(e) ? e : signOf(e)) / scale};
    });
}

template <class T>
double nse(const LossRows<T>& rows, const LossNumbers<T>& numbers) {
    return eachError(rows, [&](T e, std::int64_t target, std::int64_t row) {
        const T deviation = rows.deviation != nullptr ? rows.deviation[row * rows.targets + target]
                            : numbers.scale.empty()   ? T(1) - static_cast<T>(kNseEpsilon)
                                                      : numbers.scale[static_cast<std::size_t>(target)];
        const T scale = deviation + static_cast<T>(kNseEpsilon);
        return Value<T>{(e / scale) * (e / scale), 2 * e / scale / scale};
    });
}

/// Heads of several numbers: formula(outputs, truth, level, scale, gradients) gives the sum of their losses.
template <class T, class Formula>
double eachTarget(const LossRows<T>& rows, std::int64_t values, const Formula& formula) {
    double sum = 0;
    for (std::int64_t r = 0; r < rows.rows; ++r)
        for (std::int64_t at = 0; at < rows.steps * rows.targets; ++at) {
            const std::int64_t target = r * rows.targets + at % rows.targets, place = r * rows.row + at * values;
            sum += formula(rows.output + place, rows.truth[r][at], rows.level != nullptr ? rows.level[target] : T(0),
                           rows.scale != nullptr ? rows.scale[target] : T(1), rows.gradient + place);
        }
    return sum * rows.unit;
}

template <class T>
double pinball(const LossRows<T>& rows, const LossNumbers<T>& numbers) {
    const auto values = static_cast<std::int64_t>(numbers.levels.size());
    return eachTarget(rows, values, [&](const T* output, T truth, T level, T scale, T* gradient) {
        double sum = 0;
        for (std::int64_t i = 0; i < values; ++i) {
            const T quantile = static_cast<T>(numbers.levels[static_cast<std::size_t>(i)]),
                    e = truth - (output[i] * scale + level);
            const T above = quantile * e, below = (quantile - 1) * e;
            sum += static_cast<double>(std::isnan(e) ? e : std::max(above, below));
            // Where both are the same, each has half of the slope, as the library divides it.
            const T slope = std::isnan(e)   ? e
                            : above > below ? quantile
                            : above < below ? quantile - 1
                                            : quantile - T(0.5);
            gradient[i] = -slope * static_cast<T>(rows.unit) * scale;
        }
        return sum;
    });
}

template <class T>
double gaussianNll(const LossRows<T>& rows, const LossNumbers<T>&) {
    return eachTarget(rows, 2, [&](const T* output, T truth, T level, T scale, T* gradient) {
        const double raw = static_cast<double>(output[1]),
                     wide = static_cast<double>(scale) * static_cast<double>(scale);
        const auto softplus = [](double x) { return x > 20 ? x : std::log1p(std::exp(x)); };
        double variance = softplus(raw) + kVarianceFloor, slope = 1 / (1 + std::exp(-raw));
        if (rows.scale != nullptr) {  // through scaledGaussianSpread and back, which knows a least variance
            const double rest = variance * wide - kVarianceFloor;
            slope *= rest >= kVarianceFloor ? wide : 0;
            variance = std::max(rest, kVarianceFloor) + kVarianceFloor;
        }
        const double e = static_cast<double>(output[0] * scale + level - truth);
        gradient[0] = static_cast<T>(e / variance * rows.unit * static_cast<double>(scale));
        gradient[1] = static_cast<T>(0.5 * (1 - e * e / variance) / variance * slope * rows.unit);
        return 0.5 * (std::log(variance) + e * e / variance);
    });
}

template <class T>
double crossEntropy(const LossRows<T>& rows, const LossNumbers<T>& numbers) {
    double sum = 0;
    for (std::int64_t r = 0; r < rows.rows; ++r) {
        const T* scores = rows.output + r * rows.row;
        T* gradient = rows.gradient + r * rows.row;
        const std::int64_t label = *rows.labels[r];
        if (label == kIgnoredClass) {
            std::fill_n(gradient, rows.classes, T(0));
            continue;
        }
        const T highest = *std::max_element(scores, scores + rows.classes);
        T all = 0;
        for (std::int64_t i = 0; i < rows.classes; ++i) all += gradient[i] = std::exp(scores[i] - highest);
        const double weight = numbers.classWeights.empty()
                                  ? 1.0
                                  : static_cast<double>(numbers.classWeights[static_cast<std::size_t>(label)]);
        const T unit = static_cast<T>(weight * rows.unit);
        for (std::int64_t i = 0; i < rows.classes; ++i) gradient[i] *= unit / all;
        gradient[label] -= unit;
        sum += weight * static_cast<double>(std::log(all) - (scores[label] - highest));
    }
    return sum * rows.unit;
}

}  // namespace

template <class T>
LossNumbers<T>::LossNumbers(const LossContext& context)
    : huberDelta(context.huberDelta),
      levels(context.levels),
      scale(numbersOf<T>(context.scale)),
      classWeights(numbersOf<T>(context.classWeights)) {}

template <class T>
RowsLoss<T> findRowsLoss(std::string_view key) {
    static constexpr std::pair<const char*, RowsLoss<T>> kRows[] = {
        {"mse", mse<T>},
        {"mae", mae<T>},
        {"huber", huber<T>},
        {"log-cosh", logCosh<T>},
        {"mase", mase<T>},
        {"nse", nse<T>},
        {"pinball", pinball<T>},
        {"gaussian-nll", gaussianNll<T>},
        {"cross-entropy", crossEntropy<T>},
    };
    for (const auto& [name, loss] : kRows)
        if (key == name) return loss;
    return nullptr;
}

template <class T>
double labelWeight(const std::int64_t* labels, std::int64_t count, const LossNumbers<T>& numbers) {
    double sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        if (labels[i] != kIgnoredClass)
            sum += numbers.classWeights.empty()
                       ? 1.0
                       : static_cast<double>(numbers.classWeights[static_cast<std::size_t>(labels[i])]);
    return sum;
}

template struct LossNumbers<float>;
template struct LossNumbers<double>;
template RowsLoss<float> findRowsLoss<float>(std::string_view key);
template RowsLoss<double> findRowsLoss<double>(std::string_view key);
template double labelWeight<float>(const std::int64_t* labels, std::int64_t count, const LossNumbers<float>& numbers);
template double labelWeight<double>(const std::int64_t* labels, std::int64_t count, const LossNumbers<double>& numbers);

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
// Passes over flat parameter buffers. Included once per instruction set (Highway's foreach_target), hence no ordinary
// guard.
#if defined(GATELAB_NATIVE_UPDATE) == defined(HWY_TARGET_TOGGLE)
#ifdef GATELAB_NATIVE_UPDATE
#undef GATELAB_NATIVE_UPDATE
#else
#define GATELAB_NATIVE_UPDATE
#endif

#include "kernels/native/simd_math_inl.h"
#include "kernels/native/step_kernels.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gatelab::native::HWY_NAMESPACE {

/// work(first, n) for each vector of `count` numbers; the last one may hold less than a whole vector, and is computed
/// by the same instructions.
template <class T, class Work>
HWY_INLINE void overVectors(std::int64_t count, const Work& work) {
    std::int64_t at = 0;
    for (; at + kLanes<T> <= count; at += kLanes<T>) work(at, kLanes<T>);
    if (at < count) work(at, count - at);
}

template <class T>
void addTo(std::int64_t count, const T* from, T* to) {
    overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
        storeFirst<T>(hn::Add(loadFirst(to + at, n), loadFirst(from + at, n)), to + at, n);
    });
}

template <class T>
void tanhIn(std::int64_t count, T* values) {
    overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
        storeFirst<T>(tanhOf(loadFirst(values + at, n)), values + at, n);
    });
}

template <class T>
void multipliedInto(std::int64_t count, const T* from, const T* factor, T* to) {
    overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
        storeFirst<T>(hn::Mul(loadFirst(from + at, n), loadFirst(factor + at, n)), to + at, n);
    });
}

template <class T>
void penaliseIn(std::int64_t count, T l2, T l1, const T* weights, T* gradients) {
    const Tag<T> d;
    const V<T> square = hn::Set(d, l2), size = hn::Set(d, l1), zero = hn::Zero(d);
    overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
        const V<T> weight = loadFirst(weights + at, n);
        V<T> gradient = hn::MulAdd(square, weight, loadFirst(gradients + at, n));
        gradient = hn::Add(gradient, hn::IfThenElse(hn::Eq(weight, zero), zero, hn::CopySign(size, weight)));
        storeFirst<T>(gradient, gradients + at, n);
    });
}

template <class T>
void clampIn(std::int64_t count, T limit, T* gradients) {
    const Tag<T> d;
    const V<T> most = hn::Set(d, limit), least = hn::Set(d, -limit);
    overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
        const V<T> value = loadFirst(gradients + at, n);
        // NaN stays NaN: it must be found.
        storeFirst<T>(hn::IfThenElse(hn::Gt(value, most), most, hn::IfThenElse(hn::Lt(value, least), least, value)),
                      gradients + at, n);
    });
}

template <class T>
double squaresOf(std::int64_t count, const T* values) {
    const Tag<T> d;
    V<T> sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
    constexpr std::int64_t L = kLanes<T>;
    std::int64_t at = 0;
    for (; at + 4 * L <= count; at += 4 * L) {
        GATELAB_UNROLL
        for (int i = 0; i < 4; ++i) {
            const V<T> value = hn::LoadU(d, values + at + i * L);
            sums[i] = hn::MulAdd(value, value, sums[i]);
        }
    }
    for (; at < count; at += L) {
        const V<T> value = loadFirst(values + at, std::min(L, count - at));
        sums[0] = hn::MulAdd(value, value, sums[0]);
    }
    HWY_ALIGN T lanes[L];
    hn::Store(hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3])), d, lanes);
    double sum = 0;
    for (std::int64_t i = 0; i < L; ++i) sum += static_cast<double>(lanes[i]);
    return sum;
}

/// mean += (gradient - mean) * share
template <class T>
HWY_INLINE V<T> lerp(V<T> mean, V<T> gradient, V<T> share) {
    return hn::MulAdd(hn::Sub(gradient, mean), share, mean);
}

/// The formulas of the optimisers for one vector: n numbers from `at` on in the state's buffers. Each takes weights and
/// gradients after the clip and the decay and gives the new weights; the numbers of the rule stand in all lanes.
template <class T>
class UpdateFormulas {
public:
    HWY_INLINE UpdateFormulas(const UpdateRule<T>& rule, const UpdateState<T>& state)
        : rule_(rule),
          state_(state),
          rate_(inLanes(rule.rate)),
          meanRate_(inLanes(rule.momentumRate)),
          momentum_(inLanes(rule.momentum)),
          taken_(inLanes(rule.taken)),
          newMean_(inLanes(rule.newMean)),
          squareShare_(inLanes(rule.squareShare)),
          newSquare_(inLanes(rule.newSquare)),
          root_(inLanes(rule.rootFactor)),
          epsilon_(inLanes(rule.epsilon)) {}

    HWY_INLINE V<T> sgd(V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) const {
        if (rule_.usesMomentum) {
            const V<T> buffer = hn::MulAdd(momentum_, loadFirst(state_.first + at, n), hn::Mul(gradient, taken_));
            storeFirst<T>(buffer, state_.first + at, n);
            gradient = rule_.nesterov ? hn::MulAdd(buffer, momentum_, gradient) : buffer;
        }
        return hn::NegMulAdd(gradient, rate_, weight);
    }

    HWY_INLINE V<T> rmsprop(V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) const {
        V<T> square = meanSquare(state_.first, gradient, at, n);
        if (state_.third != nullptr) {
            const V<T> centre = mean(state_.third, gradient, newSquare_, at, n);
            square = hn::NegMulAdd(centre, centre, square);
        }
        V<T> step = hn::Div(gradient, hn::Add(hn::Sqrt(square), epsilon_));
        if (rule_.usesMomentum) {
            step = hn::MulAdd(momentum_, loadFirst(state_.second + at, n), step);
            storeFirst<T>(step, state_.second + at, n);
        }
        return hn::NegMulAdd(step, rate_, weight);
    }

    HWY_INLINE V<T> adam(V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) const {
        const V<T> first = mean(state_.first, gradient, newMean_, at, n);
        V<T> square = meanSquare(state_.second, gradient, at, n);
        if (state_.third != nullptr)
            storeFirst<T>(square = hn::Max(square, loadFirst(state_.third + at, n)), state_.third + at, n);
        return hn::NegMulAdd(hn::Div(first, hn::MulAdd(hn::Sqrt(square), root_, epsilon_)), rate_, weight);
    }

    HWY_INLINE V<T> nadam(V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) const {
        const V<T> first = mean(state_.first, gradient, newMean_, at, n);
        const V<T> below = hn::Add(hn::Sqrt(hn::Mul(meanSquare(state_.second, gradient, at, n), root_)), epsilon_);
        return hn::NegMulAdd(hn::Div(first, below), meanRate_, hn::NegMulAdd(hn::Div(gradient, below), rate_, weight));
    }

    HWY_INLINE V<T> adagrad(V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) const {
        const V<T> sum = hn::MulAdd(gradient, gradient, loadFirst(state_.first + at, n));
        storeFirst<T>(sum, state_.first + at, n);
        return hn::NegMulAdd(hn::Div(gradient, hn::Add(hn::Sqrt(sum), epsilon_)), rate_, weight);
    }

private:
    static HWY_INLINE V<T> inLanes(T number) { return hn::Set(Tag<T>(), number); }
    /// The new mean of the squares, stored and given.
    HWY_INLINE V<T> meanSquare(T* squares, V<T> gradient, std::int64_t at, std::int64_t n) const {
        const V<T> square =
            hn::MulAdd(hn::Mul(gradient, gradient), newSquare_, hn::Mul(loadFirst(squares + at, n), squareShare_));
        storeFirst<T>(square, squares + at, n);
        return square;
    }
    /// The new mean, stored and given; `share`: of the gradient in it.
    HWY_INLINE V<T> mean(T* means, V<T> gradient, V<T> share, std::int64_t at, std::int64_t n) const {
        const V<T> value = lerp<T>(loadFirst(means + at, n), gradient, share);
        storeFirst<T>(value, means + at, n);
        return value;
    }

    const UpdateRule<T>& rule_;
    const UpdateState<T>& state_;
    V<T> rate_, meanRate_, momentum_, taken_, newMean_, squareShare_, newSquare_, root_, epsilon_;
};

template <class T>
void updateIn(const UpdateRule<T>& rule, std::int64_t count, T* weights, T* gradients, const UpdateState<T>& state) {
    const Tag<T> d;
    const V<T> factor = hn::Set(d, rule.gradientFactor), decay = hn::Set(d, rule.decay),
               shrink = hn::Set(d, rule.shrink);
    const UpdateFormulas<T> formulas(rule, state);
    const auto each = [&](const auto& formula) {
        overVectors<T>(count, [&](std::int64_t at, std::int64_t n) {
            V<T> weight = loadFirst(weights + at, n), gradient = loadFirst(gradients + at, n);
            if (rule.gradientFactor != 1) storeFirst<T>(gradient = hn::Mul(gradient, factor), gradients + at, n);
            if (rule.shrink != 1) weight = hn::Mul(weight, shrink);
            if (rule.decay != 0) gradient = hn::MulAdd(decay, weight, gradient);
            storeFirst<T>(formula(weight, gradient, at, n), weights + at, n);
        });
    };
    switch (rule.kind) {
        case UpdateKind::Sgd:
            each([&](V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) {
                return formulas.sgd(weight, gradient, at, n);
            });
            break;
        case UpdateKind::Rmsprop:
            each([&](V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) {
                return formulas.rmsprop(weight, gradient, at, n);
            });
            break;
        case UpdateKind::Adam:
            each([&](V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) {
                return formulas.adam(weight, gradient, at, n);
            });
            break;
        case UpdateKind::Nadam:
            each([&](V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) {
                return formulas.nadam(weight, gradient, at, n);
            });
            break;
        case UpdateKind::Adagrad:
            each([&](V<T> weight, V<T> gradient, std::int64_t at, std::int64_t n) {
                return formulas.adagrad(weight, gradient, at, n);
            });
            break;
    }
}

}  // namespace gatelab::native::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

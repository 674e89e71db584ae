// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/cpu/update.h"

#include "config/setting_predicates.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

constexpr std::int64_t kChunk = 2048;      // numbers; stays in the first level cache
constexpr std::size_t kWorthSharing = 32;  // chunks; fewer are done before threads have met
constexpr double kNormEpsilon = 1e-6;      // as in clip_grad_norm_

native::UpdateKind kindOf(std::string_view key) {
    constexpr std::pair<const char*, native::UpdateKind> kKinds[] = {
        {"sgd", native::UpdateKind::Sgd},     {"rmsprop", native::UpdateKind::Rmsprop},
        {"adam", native::UpdateKind::Adam},   {"adamw", native::UpdateKind::Adam},
        {"nadam", native::UpdateKind::Nadam}, {"adagrad", native::UpdateKind::Adagrad},
    };
    for (const auto& [name, kind] : kKinds)
        if (key == name) return kind;
    throw std::invalid_argument("the whole step has no optimiser '" + std::string(key) + "'");
}

}  // namespace

template <class T>
CpuUpdate<T>::CpuUpdate(const ParameterStore& store, Optimiser& optimiser)
    : kernels_(native::stepKernels<T>()), optimiser_(optimiser) {
    const OptimiserLists& lists = optimiser.lists();
    const auto placeOf = [&](const T* gradients) {
        std::int64_t before = 0;
        for (const ParameterBuffer& buffer : store.buffers()) {
            const T* first = buffer.gradients.template const_data_ptr<T>();
            if (gradients >= first && gradients < first + buffer.gradients.numel()) return before + (gradients - first);
            before += buffer.gradients.numel();
        }
        throw std::logic_error("an optimiser's gradient lies in no buffer");
    };
    for (std::size_t piece = 0; piece < lists.weights.size(); ++piece) {
        const std::int64_t count = lists.weights[piece].numel();
        T* const gradients = lists.gradients[piece].template data_ptr<T>();
        const auto slot = [&](std::size_t number) -> T* {
            if (number >= lists.slots.size() || lists.slots[number].empty() ||
                lists.slots[number][piece].numel() != count)
                return nullptr;
            return lists.slots[number][piece].template data_ptr<T>();
        };
        const bool hasThird = kindOf(optimiser.key()) != native::UpdateKind::Nadam;  // its third is a single number
        T *const first = slot(0), *const second = slot(1), *const third = hasThird ? slot(2) : nullptr;
        const auto at = [](T* values, std::int64_t from) { return values != nullptr ? values + from : nullptr; };
        for (std::int64_t from = 0; from < count; from += kChunk)
            chunks_.push_back({lists.weights[piece].template data_ptr<T>() + from,
                               gradients + from,
                               {at(first, from), at(second, from), at(third, from)},
                               std::min(kChunk, count - from),
                               placeOf(gradients) + from,
                               piece});
    }
    squares_.resize(chunks_.size());
    rules_.resize(lists.weights.size());
}

template <class T>
void CpuUpdate<T>::overChunks(BatchTeam* team, const std::function<void(std::size_t)>& work) const {
    if (team == nullptr || team->threads() < 2 || chunks_.size() < kWorthSharing) {
        for (std::size_t i = 0; i < chunks_.size(); ++i) work(i);
        return;
    }
    const auto parts = static_cast<std::size_t>(team->threads());
    team->run(team->threads(), [&](std::int64_t part) {
        const auto number = static_cast<std::size_t>(part);
        for (std::size_t i = chunks_.size() * number / parts; i < chunks_.size() * (number + 1) / parts; ++i) work(i);
    });
}

template <class T>
void CpuUpdate<T>::collectChunk(const Chunk& chunk, std::span<const T* const> blocks, bool adds) const {
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        if (block == 0 && !adds)
            std::copy_n(blocks[block] + chunk.place, chunk.count, chunk.gradients);
        else
            kernels_.add(chunk.count, blocks[block] + chunk.place, chunk.gradients);
    }
}

template <class T>
double CpuUpdate<T>::prepare(const ExperimentConfig& config, std::span<const T* const> blocks, bool adds,
                             BatchTeam* team) {
    overChunks(team, [&](std::size_t i) {
        const Chunk& chunk = chunks_[i];
        collectChunk(chunk, blocks, adds);
        if (config.l1 != 0 || config.l2 != 0)
            kernels_.penalise(chunk.count, static_cast<T>(config.l2), static_cast<T>(config.l1), chunk.weights,
                              chunk.gradients);
        if (config.clipValue > 0) kernels_.clampTo(chunk.count, static_cast<T>(config.clipValue), chunk.gradients);
        squares_[i] = kernels_.squares(chunk.count, chunk.gradients);
    });
    double sum = 0;
    for (const double squares : squares_) sum += squares;
    return std::sqrt(sum);
}

template <class T>
native::UpdateRule<T> CpuUpdate<T>::ruleOf(const ExperimentConfig& c, const ScheduledStep& now, std::size_t piece,
                                           double factor) {
    OptimiserLists& lists = optimiser_.lists();
    const auto as = [](double value) { return static_cast<T>(value); };
    const double step = static_cast<double>(lists.steps[piece].template data_ptr<float>()[0]);
    const bool decouples = decouplesWeightDecay(c);
    native::UpdateRule<T> rule;
    rule.kind = kindOf(c.optimiser);
    rule.gradientFactor = as(factor);
    rule.decay = decouples ? T(0) : as(c.weightDecay);
    rule.shrink = decouples ? as(1 - now.rate * c.weightDecay) : T(1);
    rule.rate = as(now.rate);
    rule.momentum = as(now.momentum);
    rule.newMean = as(1 - now.momentum);
    rule.squareShare = as(c.beta2);
    rule.newSquare = as(1 - c.beta2);
    rule.epsilon = as(c.epsilon);
    rule.usesMomentum = usesMomentum(c);
    rule.nesterov = c.nesterov;
    rule.taken = as(step > 1 ? 1 - c.dampening : 1);  // all of the first one, as in PyTorch
    switch (rule.kind) {
        case native::UpdateKind::Adam:
            native::correctBias(rule, now.rate, now.momentum, c.beta2, step);
            break;
        case native::UpdateKind::Nadam: {
            const auto mu = [&](double at) { return now.momentum * (1 - 0.5 * std::pow(0.96, at * c.momentumDecay)); };
            const double here = mu(step), next = mu(step + 1);
            double& product = lists.slots[2][piece].template data_ptr<double>()[0];
            product *= here;
            rule.rate = as(now.rate * (1 - here) / (1 - product));
            rule.momentumRate = as(now.rate * next / (1 - product * next));
            rule.rootFactor = as(1 / (1 - std::pow(c.beta2, step)));
            break;
        }
        case native::UpdateKind::Adagrad:
            rule.rate = as(now.rate / (1 + (step - 1) * c.learningRateDecay));
            break;
        default:
            break;
    }
    return rule;
}

template <class T>
void CpuUpdate<T>::step(const ExperimentConfig& config, const ScheduledStep& now, double norm, BatchTeam* team) {
    const double factor = config.clipNorm > 0 ? std::min(1.0, config.clipNorm / (norm + kNormEpsilon)) : 1;
    OptimiserLists& lists = optimiser_.lists();
    for (std::size_t piece = 0; piece < rules_.size(); ++piece) {
        lists.steps[piece].template data_ptr<float>()[0] += 1;
        rules_[piece] = ruleOf(config, now, piece, factor);
    }
    overChunks(team, [&](std::size_t i) {
        const Chunk& chunk = chunks_[i];
        kernels_.update(rules_[chunk.piece], chunk.count, chunk.weights, chunk.gradients, chunk.state);
    });
}

template class CpuUpdate<float>;
template class CpuUpdate<double>;

}  // namespace gatelab

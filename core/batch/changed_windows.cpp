// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/changed_windows.h"

#include "config/setting_predicates.h"
#include "data/augmentation.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <utility>

namespace gatelab {

namespace {

template <class T>
WindowValues<T> windowOf(const at::Tensor& input, std::int64_t row, std::int64_t steps) {
    return {input.mutable_data_ptr<std::remove_const_t<T>>() + row * input.stride(1), steps, input.size(2),
            static_cast<std::ptrdiff_t>(input.stride(0)), static_cast<std::ptrdiff_t>(input.stride(2))};
}

/// A number of the answer as the network sees it, from the anchor on and in units of the scale.
template <class T>
struct Seen {
    T anchor = 0, scale = 1;
    static Seen of(const Batch& batch, std::int64_t row, std::int64_t target) {
        Seen seen;
        if (batch.anchor.defined()) seen.anchor = batch.anchor.accessor<T, 2>()[row][target];
        if (batch.scale.defined()) seen.scale = batch.scale.accessor<T, 2>()[row][target];
        return seen;
    }
    [[nodiscard]] T from(T value) const { return (value - anchor) / scale; }
    [[nodiscard]] T back(T value) const { return value * scale + anchor; }
};

/// Numbers [batch, steps, targets] of a forecast or a regression go with the factor and the partner of their window.
template <class T>
void changeAnswer(const WindowChange& change, std::int64_t row, const Batch& partners, Batch& batch) {
    if (change.factor == 1 && change.partner < 0) return;
    auto values = batch.target.accessor<T, 3>();
    for (std::int64_t target = 0; target < batch.target.size(2); ++target) {
        const Seen<T> own = Seen<T>::of(batch, row, target);
        for (std::int64_t step = 0; step < batch.target.size(1); ++step) {
            T value = own.from(values[row][step][target]);
            if (change.partner >= 0) {
                const T other =
                    Seen<T>::of(partners, row, target).from(partners.target.accessor<T, 3>()[row][step][target]);
                value += static_cast<T>(change.partnerShare) * (other - value);
            }
            values[row][step][target] = own.back(static_cast<T>(change.factor) * value);
        }
    }
}

/// The inputs after the window [steps, batch, inputs], for those who are given them.
template <class T>
void changeAhead(const WindowChange& change, std::int64_t row, const std::vector<char>& isKnown, const Batch& partners,
                 Batch& batch) {
    if (!batch.ahead.defined()) return;
    WindowChange together;  // time, noise and gaps are those of the window
    together.partner = change.partner, together.partnerShare = change.partnerShare, together.factor = change.factor;
    if (together.isNone()) return;
    WindowValues<const T> partner;
    if (change.partner >= 0) partner = windowOf<const T>(partners.ahead, row, partners.ahead.size(0));
    changeInputs<T>(together, partner, isKnown, windowOf<T>(batch.ahead, row, batch.ahead.size(0)));
}

}  // namespace

ChangedWindows::ChangedWindows(const ExperimentConfig& config, std::vector<std::int64_t> known,
                               const ExampleSource& source)
    : config_(config), known_(std::move(known)), source_(&source) {}

void ChangedWindows::change(std::int64_t epoch, std::span<const std::int64_t> numbers, Batch& batch) const {
    if (!batch.input.is_floating_point()) return;
    batch.input = batch.input.contiguous();
    batch.target = batch.target.contiguous();
    if (batch.ahead.defined()) batch.ahead = batch.ahead.contiguous();
    Batch partners;
    if (config_.augmentMixUp > 0 && !givesClasses(config_)) {
        std::vector<std::int64_t> others;
        for (const std::int64_t number : numbers) {
            const WindowChange change = drawChange(config_, epoch, number, {0, 0, source_->size(), true});
            others.push_back(change.partner < 0 ? number : change.partner);
        }
        partners = placedOn(at::kCPU,
                            source_->gather(source_->placeOrder(others), 0, static_cast<std::int64_t>(others.size())));
        partners.input = partners.input.contiguous();
        if (partners.ahead.defined()) partners.ahead = partners.ahead.contiguous();
    }
    AT_DISPATCH_FLOATING_TYPES(batch.input.scalar_type(), "augment",
                               [&] { changeRows<scalar_t>(epoch, numbers, partners, batch); });
}

template <class T>
void ChangedWindows::changeRows(std::int64_t epoch, std::span<const std::int64_t> numbers, const Batch& partners,
                                Batch& batch) const {
    const std::int64_t inputs = batch.input.size(2);
    std::vector<char> isKnown(static_cast<std::size_t>(inputs), 0);
    for (const std::int64_t input : known_) isKnown[static_cast<std::size_t>(input)] = 1;
    for (std::int64_t row = 0; row < batch.size; ++row) {
        const std::int64_t steps =
            batch.lengths.defined() ? batch.lengths.const_data_ptr<std::int64_t>()[row] : batch.input.size(0);
        const WindowChange change = drawChange(config_, epoch, numbers[static_cast<std::size_t>(row)],
                                               {steps, inputs, source_->size(), isForecast(config_)});
        if (change.isNone()) continue;
        WindowValues<const T> partner;
        if (change.partner >= 0) partner = windowOf<const T>(partners.input, row, partners.input.size(0));
        changeInputs<T>(change, partner, isKnown, windowOf<T>(batch.input, row, steps));
        if (batch.target.is_floating_point()) changeAnswer<T>(change, row, partners, batch);
        changeAhead<T>(change, row, isKnown, partners, batch);
    }
}

}  // namespace gatelab

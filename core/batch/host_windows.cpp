// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of values that stay in the host's table (switch device_data off): every batch is converted to the run's
// numbers and copied, as a data loader does it.
#include "batch/batcher.h"
#include "config/decoder.h"
#include "config/setting_predicates.h"
#include "data/recipe/window_scale.h"
#include "io/row_memory.h"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>

#include <span>

namespace gatelab {

namespace {

class HostWindowSource final : public ExampleSource {
public:
    HostWindowSource(const TrainPlan& plan, const WindowSet& windows)
        : prepared_(plan.prepared),
          windows_(windows),
          anchor_{plan.config.anchor, prepared_->targetInputs(),
                  at::tensor(minWindowScales(*prepared_), at::kDouble).to(plan.device, plan.dtype)},
          known_(prepared_->knownInputs()),
          further_(known_.empty() ? 0 : furtherSteps(plan.config)),
          byIndex_(plan.config.deviceGather),
          device_(plan.device),
          options_(at::TensorOptions(plan.dtype).pinned_memory(plan.device.is_cuda())) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(windows_.starts.size()); }

    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        at::Tensor rows = at::empty({static_cast<std::int64_t>(order.size())}, at::kLong);
        auto* out = rows.mutable_data_ptr<std::int64_t>();
        for (const std::int64_t window : order) *out++ = windows_.starts[static_cast<std::size_t>(window)];
        return rows;
    }

    Phrase describe(std::int64_t example, const ValuePlace& place) const override {
        return describeWindow(*prepared_, windows_, example, place);
    }
    double exactValue(std::int64_t example, const ValuePlace& place) const override {
        return windowValue(*prepared_, windows_, example, place);
    }

    std::int64_t blockSize() const override {
        return examplesOfBlock(std::ssize(prepared_->inputs) + std::ssize(prepared_->targets), windows_.stride,
                               windows_.lookback + windows_.horizon);
    }
    bool liesInFile() const override {
        return liesInRowFile(prepared_->table.columns[prepared_->inputs.front()].values.data());
    }
    void willGather(std::int64_t first, std::int64_t count) const override { tellRows(first, count, willReadRows); }
    void haveGathered(std::int64_t first, std::int64_t count) const override { tellRows(first, count, haveReadRows); }

    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        const std::span starts(order.const_data_ptr<std::int64_t>() + first, static_cast<std::size_t>(count));
        Batch batch;
        batch.size = count;
        batch.input = toDevice(cut(prepared_->inputs, starts, 0, windows_.lookback, 1));
        batch.target = toDevice(cut(prepared_->targets, starts, windows_.lookback, windows_.horizon, 0));
        if (further_ > 0)
            batch.ahead = inputsAhead(batch.input,
                                      toDevice(cut(prepared_->inputs, starts, windows_.lookback, further_, 1)), known_);
        if (isAnchored(anchor_.kind))
            anchorBatch(anchor_, toDevice(cut(prepared_->targets, starts, 0, windows_.lookback, 1)), batch);
        return batch;
    }

private:
    void tellRows(std::int64_t first, std::int64_t count, void (*tell)(const void*, std::size_t)) const {
        const auto [begin, end] = rowsOfWindows(windows_, first, count);
        for (const auto* columns : {&prepared_->inputs, &prepared_->targets})
            for (const std::size_t column : *columns)
                tell(prepared_->table.columns[column].values.data() + begin,
                     static_cast<std::size_t>(end - begin) * sizeof(double));
    }

    at::Tensor toDevice(const at::Tensor& host) const { return host.to(device_, /*non_blocking=*/true); }

    /// Steps [offset, offset + length) of every window, windows side by side along `batchDimension`.
    at::Tensor cut(const std::vector<std::size_t>& columns, std::span<const std::int64_t> starts, std::int64_t offset,
                   std::int64_t length, std::int64_t batchDimension) const {
        const auto width = static_cast<std::int64_t>(columns.size()), count = static_cast<std::int64_t>(starts.size());
        if (byIndex_) {
            at::Tensor all = at::empty(
                {batchDimension == 0 ? count : length, batchDimension == 0 ? length : count, width}, options_);
            for (std::int64_t i = 0; i < count; ++i)
                fill(all.select(batchDimension, i), columns, starts[static_cast<std::size_t>(i)] + offset);
            return all;
        }
        std::vector<at::Tensor> windows;
        for (const std::int64_t start : starts) {
            windows.push_back(at::empty({length, width}, options_));
            fill(windows.back(), columns, start + offset);
        }
        at::Tensor all =
            at::empty({batchDimension == 0 ? count : length, batchDimension == 0 ? length : count, width}, options_);
        return at::stack_out(all, windows, batchDimension);  // pinned like its pieces
    }

    /// out: [steps, columns] of any strides.
    void fill(const at::Tensor& out, const std::vector<std::size_t>& columns, std::int64_t row) const {
        AT_DISPATCH_FLOATING_TYPES(out.scalar_type(), "fill", [&] {
            auto* values = out.mutable_data_ptr<scalar_t>();
            const std::int64_t stepStride = out.stride(0), columnStride = out.stride(1), steps = out.size(0);
            for (std::size_t column = 0; column < columns.size(); ++column) {
                const double* source = prepared_->table.columns[columns[column]].values.data() + row;
                for (std::int64_t t = 0; t < steps; ++t)
                    values[t * stepStride + static_cast<std::int64_t>(column) * columnStride] =
                        static_cast<scalar_t>(source[t]);
            }
        });
    }

    PreparedPtr prepared_;
    WindowSet windows_;
    WindowAnchor anchor_;
    std::vector<std::int64_t> known_;
    std::int64_t further_;  ///< steps after the window whose inputs are asked for
    bool byIndex_;
    at::Device device_;
    at::TensorOptions options_;
};

}  // namespace

std::unique_ptr<ExampleSource> makeHostWindowSource(const TrainPlan& plan, const WindowSet& windows) {
    return std::make_unique<HostWindowSource>(plan, windows);
}

}  // namespace gatelab

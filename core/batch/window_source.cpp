// SPDX-License-Identifier: GPL-3.0-or-later
#include "batch/batcher.h"
#include "config/setting_predicates.h"
#include "data/many/prepare_many.h"

#include "config/decoder.h"
#include "data/recipe/window_scale.h"
#include "data/row_time.h"
#include "io/row_memory.h"
#include "kernels/sequence_lengths.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

/// On the host; where there is no memory for it, in a file.
at::Tensor emptyRows(std::int64_t rows, std::int64_t width, at::ScalarType dtype) {
    const std::size_t bytes = static_cast<std::size_t>(rows * width) * c10::elementSize(dtype);
    void* const block = bytes >= kLeastRowBlock ? takeRowBlock(bytes) : nullptr;
    if (block == nullptr) return at::empty({rows, width}, dtype);
    const auto give = [](void* at) { giveRowBlockBack(at); };
    return at::from_blob(block, {rows, width}, give, dtype);
}

/// Columns of a table as one [rows, columns] tensor; piece by piece, so that no second whole one is made.
at::Tensor columnsTensor(const Table& table, const std::vector<std::size_t>& columns, at::ScalarType dtype) {
    constexpr std::int64_t kPieceRows = 1 << 16;
    const std::int64_t rows = table.rows(), width = static_cast<std::int64_t>(columns.size());
    at::Tensor values = emptyRows(rows, width, dtype);
    at::Tensor piece = at::empty({std::min(rows, kPieceRows), width}, at::kDouble);
    auto out = piece.accessor<double, 2>();
    for (std::int64_t first = 0; first < rows; first += kPieceRows) {
        const std::int64_t count = std::min(kPieceRows, rows - first);
        for (std::int64_t column = 0; column < width; ++column) {
            const double* source = table.columns[columns[static_cast<std::size_t>(column)]].values.data() + first;
            for (std::int64_t row = 0; row < count; ++row) out[row][column] = source[row];
        }
        values.narrow(0, first, count).copy_(piece.narrow(0, 0, count));
    }
    return values;
}

/// Where a value of a window is in the table: column and row.
std::pair<const Table::Column&, std::int64_t> cellOf(const PreparedSeries& prepared, const WindowSet& windows,
                                                     std::int64_t example, const ValuePlace& place) {
    const bool isInput = place.kind == ValuePlace::Kind::Input;
    const auto& columns = isInput ? prepared.inputs : prepared.targets;
    const std::int64_t start = windows.starts[static_cast<std::size_t>(example)] + (isInput ? 0 : windows.lookback);
    return {prepared.table.columns[columns[static_cast<std::size_t>(place.column)]], start + place.step};
}

/// Windows gathered by row number: [time, batch] rows for the inputs, [batch, horizon] rows for the targets.
class WindowSource final : public ExampleSource {
public:
    WindowSource(std::shared_ptr<const DeviceSeries> series, const WindowSet& windows, const ExperimentConfig& config,
                 PreparedPtr prepared)
        : series_(std::move(series)),
          prepared_(std::move(prepared)),
          windows_(windows),
          anchor_{config.anchor, series_->targetAsInput, series_->minScales},
          byIndex_(config.deviceGather),
          further_(series_->known.empty() ? 0 : furtherSteps(config)) {
        const auto index = at::TensorOptions(at::kLong).device(series_->inputs.device());
        past_ = at::arange(windows_.lookback, index).unsqueeze(1);
        ahead_ = at::arange(windows_.lookback, windows_.lookback + windows_.horizon, index).unsqueeze(0);
        after_ = at::arange(windows_.lookback, windows_.lookback + further_, index).unsqueeze(1);
        if (byIndex_ && series_->inputs.is_cpu())
            inPlace_ = {series_->inputs.contiguous(), series_->targets.contiguous(), &anchor_, windows_.lookback,
                        windows_.horizon};
    }
    const WindowsInPlace* inPlace() const override { return inPlace_.anchor != nullptr ? &inPlace_ : nullptr; }

    std::int64_t size() const override { return static_cast<std::int64_t>(windows_.starts.size()); }

    at::Tensor placeOrder(const std::vector<std::int64_t>& order) const override {
        at::Tensor rows = at::empty({static_cast<std::int64_t>(order.size())}, at::kLong);
        auto* out = rows.mutable_data_ptr<std::int64_t>();
        for (const std::int64_t window : order) *out++ = windows_.starts[static_cast<std::size_t>(window)];
        return sentTo(series_->inputs.device(), rows);
    }

    Phrase describe(std::int64_t example, const ValuePlace& place) const override {
        return describeWindow(*prepared_, windows_, example, place);
    }
    double exactValue(std::int64_t example, const ValuePlace& place) const override {
        return windowValue(*prepared_, windows_, example, place);
    }

    std::int64_t blockSize() const override {
        return examplesOfBlock(series_->inputs.size(1) + series_->targets.size(1), windows_.stride,
                               windows_.lookback + windows_.horizon);
    }
    bool liesInFile() const override {
        return series_->inputs.is_cpu() && liesInRowFile(series_->inputs.const_data_ptr());
    }
    void willGather(std::int64_t first, std::int64_t count) const override { tellRows(first, count, willReadRows); }
    void haveGathered(std::int64_t first, std::int64_t count) const override { tellRows(first, count, haveReadRows); }

    Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const override {
        const at::Tensor starts = order.narrow(0, first, count);
        Batch batch;
        batch.size = count;
        batch.input =
            byIndex_ ? rows(series_->inputs, past_ + starts) : sliced(series_->inputs, starts, 0, windows_.lookback, 1);
        batch.target = byIndex_ ? rows(series_->targets, starts.unsqueeze(1) + ahead_)
                                : sliced(series_->targets, starts, windows_.lookback, windows_.horizon, 0);
        if (further_ > 0)
            batch.ahead = inputsAhead(batch.input,
                                      byIndex_ ? rows(series_->inputs, after_ + starts)
                                               : sliced(series_->inputs, starts, windows_.lookback, further_, 1),
                                      series_->known);
        if (isAnchored(anchor_.kind)) anchorBatch(anchor_, rows(series_->targets, past_ + starts), batch);
        return batch;
    }

private:
    void tellRows(std::int64_t first, std::int64_t count, void (*tell)(const void*, std::size_t)) const {
        const auto [begin, end] = rowsOfWindows(windows_, first, count);
        for (const at::Tensor& values : {series_->inputs, series_->targets}) {
            const auto rowBytes =
                static_cast<std::int64_t>(values.nbytes()) / std::max<std::int64_t>(1, values.size(0));
            tell(static_cast<const std::byte*>(values.const_data_ptr()) + begin * rowBytes,
                 static_cast<std::size_t>((end - begin) * rowBytes));
        }
    }

    static at::Tensor rows(const at::Tensor& values, const at::Tensor& index) {
        return values.index_select(0, index.reshape(-1)).view({index.size(0), index.size(1), values.size(1)});
    }

    /// One window at a time, as a data loader without an index does it (switch device_gather off).
    static at::Tensor sliced(const at::Tensor& values, const at::Tensor& starts, std::int64_t offset,
                             std::int64_t length, std::int64_t batchDimension) {
        std::vector<at::Tensor> windows;
        for (std::int64_t i = 0; i < starts.size(0); ++i)
            windows.push_back(values.narrow(0, starts[i].item<std::int64_t>() + offset, length));
        return at::stack(windows, batchDimension);
    }

    std::shared_ptr<const DeviceSeries> series_;
    PreparedPtr prepared_;
    WindowSet windows_;
    WindowAnchor anchor_;
    bool byIndex_;
    std::int64_t further_;  ///< steps after the window whose inputs are asked for
    at::Tensor past_, ahead_, after_;
    WindowsInPlace inPlace_;
};

}  // namespace

void anchorBatch(const WindowAnchor& anchor, const at::Tensor& past, Batch& batch) {
    if (!isAnchored(anchor.kind)) return;
    batch.anchor = anchorsAtLast(anchor.kind) ? past.select(0, past.size(0) - 1).clone() : past.mean(0);
    if (anchorsScale(anchor.kind))
        batch.scale = at::maximum((past - batch.anchor).square().mean(0).sqrt(), anchor.minScales);
    for (std::size_t target = 0; target < anchor.targetAsInput.size(); ++target) {
        if (anchor.targetAsInput[target] < 0) continue;
        const at::Tensor column = batch.input.select(2, anchor.targetAsInput[target]);
        column.sub_(batch.anchor.select(1, static_cast<std::int64_t>(target)));
        if (batch.scale.defined()) column.div_(batch.scale.select(1, static_cast<std::int64_t>(target)));
    }
}

at::Tensor targetAsSeen(const Batch& batch) {
    if (!batch.anchor.defined()) return batch.target;
    const at::Tensor moved = batch.target - batch.anchor.unsqueeze(1);
    return batch.scale.defined() ? moved / batch.scale.unsqueeze(1) : moved;
}

at::Tensor inputsAhead(const at::Tensor& window, const at::Tensor& rows, const std::vector<std::int64_t>& known) {
    at::Tensor ahead = window.narrow(0, window.size(0) - 1, 1).expand_as(rows).clone();
    for (const std::int64_t column : known) ahead.select(2, column).copy_(rows.select(2, column));
    return ahead;
}

RowRange rowsOfWindows(const WindowSet& windows, std::int64_t first, std::int64_t count) {
    if (count < 1) return {0, 0};
    return {windows.starts[static_cast<std::size_t>(first)],
            windows.starts[static_cast<std::size_t>(first + count - 1)] + windows.lookback + windows.horizon};
}

Phrase describeWindow(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t example,
                      const ValuePlace& place) {
    const std::int64_t start = windows.starts[static_cast<std::size_t>(example)];
    const auto row = [&](std::int64_t number) {
        const std::string time = rowTime(prepared.table.time, number);
        return time.empty() ? Phrase(number) : Phrase(GATELAB_TEXT("Fault", "%1 (%2)"), {number, time});
    };
    const ManyStep* many = manyOf(prepared);
    const PreparedMember* member = many != nullptr ? many->at(start) : nullptr;
    const Phrase number(GATELAB_TEXT("Fault", "window %1 of %2"), {example + 1, windows.size()});
    const Phrase window =
        member == nullptr ? number : Phrase(GATELAB_TEXT("Fault", "%1, series '%2'"), {number, member->name});
    if (place.kind == ValuePlace::Kind::Whole)
        return {GATELAB_TEXT("Fault", "%1 (rows %2 to %3)"),
                {window, row(start), row(start + windows.lookback + windows.horizon - 1)}};
    const auto [column, at] = cellOf(prepared, windows, example, place);
    return {GATELAB_TEXT("Fault", "row %1, column '%2', in %3"), {row(at), column.name, window}};
}

double windowValue(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t example,
                   const ValuePlace& place) {
    const auto [column, number] = cellOf(prepared, windows, example, place);
    return column.values[static_cast<std::size_t>(number)];
}

DeviceSeries placeSeries(const TrainPlan& plan) {
    const PreparedSeries& prepared = *plan.prepared;
    return {columnsTensor(prepared.table, prepared.inputs, plan.dtype).to(plan.device),
            columnsTensor(prepared.table, prepared.targets, plan.dtype).to(plan.device), prepared.targetInputs(),
            prepared.knownInputs(), at::tensor(minWindowScales(prepared), at::kDouble).to(plan.device, plan.dtype)};
}

std::unique_ptr<ExampleSource> makeWindowSource(const TrainPlan& plan, std::shared_ptr<const DeviceSeries> series,
                                                ExamplePart part) {
    const WindowSet& windows = part == ExamplePart::Train        ? plan.windows.train
                               : part == ExamplePart::Validation ? plan.windows.validation
                                                                 : plan.windows.test;
    if (!series) return makeHostWindowSource(plan, windows);
    return std::make_unique<WindowSource>(std::move(series), windows, plan.config, plan.prepared);
}

}  // namespace gatelab

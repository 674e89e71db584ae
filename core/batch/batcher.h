// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/epoch_order.h"
#include "plan/train_plan.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>
#include <c10/core/Stream.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gatelab {

/// Some examples, ready for the model, on its device.
struct Batch {
    at::Tensor input;  ///< [time, batch, feature], or int64 tokens [time, batch]
    /// Forecast [batch, horizon, targets]; regression [batch, 1, targets]; classes int64 [batch]; labels int64 [time,
    /// batch], -100 = none
    at::Tensor target;
    at::Tensor anchor;  ///< [batch, targets], undefined without anchoring
    /// [batch, targets] above 0: what the forecast is multiplied by before the anchor is added; undefined: 1
    at::Tensor scale;
    at::Tensor lengths;  ///< int64 [batch] on the CPU; undefined: all full
    at::Tensor ahead;    ///< as in DecoderFeed; undefined where no input is known ahead
    std::int64_t size = 0;
    /// [batch, targets]: of numbers of sequences, by which NSE* weighs each; undefined with other losses
    at::Tensor deviation = {};
};

/// The same on that device; what lies there already stays, and copies to a GPU are left to its stream.
Batch placedOn(at::Device device, Batch batch);

/// A value inside one example, for messages; Whole: the example itself.
struct ValuePlace {
    enum class Kind { Whole, Input, Target };
    Kind kind = Kind::Whole;
    std::int64_t step = 0;    ///< time step of the input, or step of the horizon
    std::int64_t column = 0;  ///< feature or target
};

struct WindowAnchor;
class ChangedWindows;

/// Windows of a series as they lie there, on the host; see ExampleSource::inPlace.
struct WindowsInPlace {
    at::Tensor inputs, targets;  ///< [rows, features], [rows, targets]; of the network's type
    const WindowAnchor* anchor = nullptr;
    std::int64_t lookback = 0, horizon = 0;
};

/// Examples addressed by number. Made and used by the training thread. The values live on the device and are gathered
/// there, or, as the baseline of the switch device_data, with the host, from where each batch is copied;
/// both give the same bits.
class ExampleSource {
public:
    virtual ~ExampleSource() = default;
    [[nodiscard]] virtual std::int64_t size() const = 0;
    /// Examples `order[first .. first + count)`. order: int64, from placeOrder.
    [[nodiscard]] virtual Batch gather(const at::Tensor& order, std::int64_t first, std::int64_t count) const = 0;
    /// A whole epoch's order as gather wants it; one copy to the device.
    [[nodiscard]] virtual at::Tensor placeOrder(const std::vector<std::int64_t>& order) const = 0;
    /// For who gathers windows himself: what the numbers of placeOrder are first rows of. Null: the examples are no
    /// windows, are elsewhere, or are to be gathered one by one.
    [[nodiscard]] virtual const WindowsInPlace* inPlace() const { return nullptr; }
    /// Where an example, or a value of it, is in the data: rows counted from 0, times, names.
    [[nodiscard]] virtual Phrase describe(std::int64_t example, const ValuePlace& place) const = 0;
    /// A value as it was before it took the type of the network; NaN: it always had that.
    [[nodiscard]] virtual double exactValue(std::int64_t, const ValuePlace&) const {
        return std::numeric_limits<double>::quiet_NaN();
    }
    /// Neighbours that are read together where the order goes by blocks; 0: there is no such order of these.
    [[nodiscard]] virtual std::int64_t blockSize() const { return 0; }
    /// Whether their values lie in a file, because they are more than memory is for them (io/row_memory.h).
    [[nodiscard]] virtual bool liesInFile() const { return false; }
    /// Examples first to first + count - 1 are asked for soon: from there they are read ahead. Then: they were.
    virtual void willGather(std::int64_t, std::int64_t) const {}
    virtual void haveGathered(std::int64_t, std::int64_t) const {}
};

/// The values of a prepared series on the device, shared by the sources of all its parts.
struct DeviceSeries {
    at::Tensor inputs;                        ///< [rows, features]
    at::Tensor targets;                       ///< [rows, targets]
    std::vector<std::int64_t> targetAsInput;  ///< input column of each target; -1: it is no input
    std::vector<std::int64_t> known;          ///< input columns that are known for rows to come
    at::Tensor minScales;                     ///< [targets], see minWindowScales
};
DeviceSeries placeSeries(const TrainPlan& plan);

/// How a window is turned into what the network sees, besides the recipe.
struct WindowAnchor {
    std::string kind;                         ///< key of anchorChoices
    std::vector<std::int64_t> targetAsInput;  ///< as in DeviceSeries
    at::Tensor minScales;                     ///< [targets], see minWindowScales; on the device of the batch
};

/// Sets the batch's anchor from the targets' past [time, batch, targets] and takes it off the inputs that are targets,
/// so that the network sees the window from there; with RevIN also its scale, the standard deviation (divided by n) of
/// the window but at least minScales, which divides them. Nothing for anchor "none".
void anchorBatch(const WindowAnchor& anchor, const at::Tensor& past, Batch& batch);

/// The targets of a forecast as the network sees them: from the anchor on, in units of the scale.
at::Tensor targetAsSeen(const Batch& batch);

/// The inputs of the steps after a window, for those who may not look ahead: of `rows` [steps, batch, feature] the
/// known columns, of all others the last values of the window [time, batch, feature].
at::Tensor inputsAhead(const at::Tensor& window, const at::Tensor& rows, const std::vector<std::int64_t>& known);

enum class ExamplePart { Train, Validation, Test };
/// Forecast windows of one part; without a series on the device each batch is converted and copied.
std::unique_ptr<ExampleSource> makeWindowSource(const TrainPlan& plan, std::shared_ptr<const DeviceSeries> series,
                                                ExamplePart part);
/// Rows that `count` windows from one on see and ask for, as neighbours.
RowRange rowsOfWindows(const WindowSet& windows, std::int64_t first, std::int64_t count);
/// Where a window, or a value of it, is in the prepared series.
Phrase describeWindow(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t example,
                      const ValuePlace& place);
double windowValue(const PreparedSeries& prepared, const WindowSet& windows, std::int64_t example,
                   const ValuePlace& place);
std::unique_ptr<ExampleSource> makeHostWindowSource(const TrainPlan& plan, const WindowSet& windows);
/// Numbers of the sequences of one part in the data.
const std::vector<std::int64_t>& sequencesOf(const TrainPlan& plan, ExamplePart part);
/// Sequences of one part, padded to the longest of their batch.
std::unique_ptr<ExampleSource> makeSequenceSource(const TrainPlan& plan, ExamplePart part);

/// Makes a batch on a stream of its own, so that its copy from the host runs while the device computes (switch
/// copy_ahead). The stream is given back at the end, and taken by the next run. Owned by the batcher.
class CopyAhead {
public:
    explicit CopyAhead(at::Device device);
    ~CopyAhead();
    CopyAhead(const CopyAhead&) = delete;
    CopyAhead& operator=(const CopyAhead&) = delete;
    void start(std::int64_t epoch, std::int64_t position, const std::function<Batch()>& make);
    /// The batch that was started, when it is this one; from then on the current stream waits for its copy.
    std::optional<Batch> take(std::int64_t epoch, std::int64_t position);

private:
    c10::Stream stream_;
    /// Given_: the one taken last; its memory is not copied into before the computing stream has read it
    std::optional<Batch> batch_, given_;
    std::optional<c10::Event> copied_, read_;
    std::int64_t epoch_ = -1, position_ = -1;
};

/// Training batches in an order that is a function of (seed, epoch, position) alone: nothing has to be saved to go on
/// in the middle of an epoch. By blocks (BlockOrder) no more of it is held than the examples of a group or two, and the
/// values of the next group are read while those of this one are trained on. With a carried state, row b of every batch
/// goes on where row b of the batch before ended (batch_size streams side by side; the windows stand end to end, see
/// makeWindows), and the rest that fills no stream is left out. With augmentation batches are changed on the processor,
/// where the source had better give them. Owned by the training thread.
class Batcher {
public:
    /// `known`: inputs that follow from the time, for augmentation.
    Batcher(std::unique_ptr<ExampleSource> source, const ExperimentConfig& config, at::Device device = at::kCPU,
            std::vector<std::int64_t> known = {});
    ~Batcher();
    [[nodiscard]] std::int64_t batchesPerEpoch() const { return batches_; }
    [[nodiscard]] std::int64_t examples() const { return source_->size(); }
    /// Examples in `count` batches from `position` on.
    [[nodiscard]] std::int64_t examplesIn(std::int64_t position, std::int64_t count) const;
    /// Batch `position` (0-based) of `epoch`.
    [[nodiscard]] Batch batch(std::int64_t epoch, std::int64_t position);
    /// The order of all of an epoch's examples, as the source wants it.
    [[nodiscard]] const at::Tensor& orderOf(std::int64_t epoch);
    /// A part of it that holds batch `position`, until another one is asked for, and where in it the batch begins.
    struct OrderPart {
        const at::Tensor& order;
        std::int64_t first;
    };
    [[nodiscard]] OrderPart orderAt(std::int64_t epoch, std::int64_t position);
    /// Examples order[0 .. size) as one batch, as they are without augmentation.
    [[nodiscard]] Batch gather(const at::Tensor& order) const;
    [[nodiscard]] std::int64_t batchSize() const { return batchSize_; }
    /// See ExampleSource::inPlace; then the order of an epoch holds the first rows of its windows.
    [[nodiscard]] const WindowsInPlace* inPlace() const { return changes_ ? nullptr : source_->inPlace(); }
    /// Where example `row` of that batch, or a value of it, is in the data.
    [[nodiscard]] Phrase describe(std::int64_t epoch, std::int64_t position, std::int64_t row,
                                  const ValuePlace& place) const;
    /// That value, see ExampleSource.
    [[nodiscard]] double exactValue(std::int64_t epoch, std::int64_t position, std::int64_t row,
                                    const ValuePlace& place) const;

private:
    Batch make(std::int64_t epoch, std::int64_t position);
    /// Examples of the groups that these places of the order are in, and the place of the first of them.
    [[nodiscard]] std::pair<std::vector<std::int64_t>, std::int64_t> numbersAt(const BlockOrder* blocks,
                                                                               std::int64_t epoch, std::int64_t first,
                                                                               std::int64_t count) const;
    [[nodiscard]] std::int64_t numberOf(std::int64_t epoch, std::int64_t position, std::int64_t row) const;
    [[nodiscard]] std::optional<BlockOrder> blocksOf(std::int64_t epoch) const;
    void placeOrder(std::int64_t epoch, std::int64_t first, std::int64_t count);
    void readAhead(const BlockOrder& blocks, std::int64_t epoch, std::int64_t first, std::int64_t end);

    std::unique_ptr<ExampleSource> source_;
    std::int64_t batchSize_, batches_;
    std::uint64_t seed_;
    bool shuffle_, streams_;
    std::int64_t orderedEpoch_ = -1;
    at::Tensor order_;
    std::vector<std::int64_t> numbers_;  ///< of that order, where windows are changed
    std::unique_ptr<const ChangedWindows> changes_;
    at::Device device_;
    std::optional<CopyAhead> ahead_;
    std::int64_t block_ = 0;                          ///< examples of one; 0: the order does not go by blocks
    std::int64_t orderedFirst_ = 0, orderedEnd_ = 0;  ///< places of the order that order_ holds
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/weight_compression.h"
#include "pages/compare/trust/measured_card.h"

#include <functional>
#include <memory>
#include <optional>

namespace gatelab {

class KeyValueList;
class LineChart;
class Segments;

/// What smaller recurrent weights are worth to one run, folded away until it is asked for: loss against measured time
/// or file size beside dense networks, every figure, and what follows from them. The measuring trains networks of its
/// own, off the GUI thread, one run at a time; seed by seed it is kept in the workspace, where it goes on. GUI thread.
class CompressCard : public MeasuredCard {
    Q_OBJECT
public:
    using Measure = std::function<Result<CompressionReport>(const CompressionRequest&, const CompressionWatch&)>;
    /// `measure`: on a job's thread; empty: the engine.
    CompressCard(Theme& theme, RunController& runs, QWidget* parent = nullptr, Measure measure = {});
    [[nodiscard]] const std::optional<CompressionReport>& report() const { return report_; }
    void start() override;

private:
    struct Shared;
    void addContent();
    void forget() override { report_.reset(); }
    void readKept() override;
    void measure(const RunSummary& run, Measurements::Lease lease);
    void finish(const std::string& run, const Result<CompressionReport>& result);
    void showAll() override;
    void showState() override;
    void drawChart();
    Measure measure_;
    WrappedLabel* findings_;
    Segments* axis_;
    LineChart* chart_;
    KeyValueList* table_;
    std::optional<CompressionReport> report_;
    std::shared_ptr<Shared> shared_;  ///< with the running job
};

}  // namespace gatelab

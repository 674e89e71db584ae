// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lab/weight_compression.h"
#include "runs/measurements.h"
#include "store/workspace.h"

#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

class QLabel;
class QPushButton;

namespace gatelab {

class BackgroundJob;
class FoldButton;
class KeyValueList;
class LineChart;
class RunController;
class Segments;
class ThinProgress;
class WrappedLabel;

/// What smaller recurrent weights are worth to one run, folded away until it is asked for: loss against measured time
/// or file size beside dense networks, every figure, and what follows from them. The measuring trains networks of its
/// own, off the GUI thread, one run at a time; seed by seed it is kept in the workspace, where it goes on. GUI thread.
class CompressCard : public QWidget {
    Q_OBJECT
public:
    using Measure = std::function<Result<CompressionReport>(const CompressionRequest&, const CompressionWatch&)>;
    /// `measure`: on a job's thread; empty: the engine.
    CompressCard(Theme& theme, RunController& runs, QWidget* parent = nullptr, Measure measure = {});
    /// Hidden without one, and while it trains. Null: none.
    void showRun(const RunSummary* run);
    void setOpen(bool on);
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] const std::optional<CompressionReport>& report() const { return report_; }
    void start();
    void stop();
    [[nodiscard]] bool running() const;

private:
    struct Shared;
    void addContent();
    void unfold(bool on);
    void readKept();
    void measure(const RunSummary& run, Measurements::Lease lease);
    void finish(const std::string& run, const Result<CompressionReport>& result);
    void showAll();
    void showState();
    void drawChart();
    [[nodiscard]] bool isOfShown() const { return measured_ == run_; }
    Theme* theme_;
    RunController* runs_;
    Measure measure_;
    BackgroundJob *job_, *reading_;
    FoldButton* fold_;
    QWidget* content_;
    WrappedLabel *note_, *findings_;
    ThinProgress* progress_;
    QPushButton* button_;
    Segments* axis_;
    LineChart* chart_;
    KeyValueList* table_;
    std::string run_, measured_;  ///< shown; being measured, or measured last
    QString problem_;             ///< of the one measured last; empty: none
    std::optional<RunSummary> summary_;
    std::optional<CompressionReport> report_;
    std::shared_ptr<Shared> shared_;  ///< with the running job
};

}  // namespace gatelab

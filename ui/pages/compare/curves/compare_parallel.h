// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/parallel/parallel_plot.h"
#include "pages/compare/curves/compare_view.h"

class QLabel;
class QPushButton;

namespace gatelab {

class ColumnMenu;
class ComparableRuns;
class Preferences;

/// Parallel coordinates over the listed runs that can be compared with the base (see ComparableRuns): at first the
/// settings in which they differ, then their scores. The runs inside all marked ranges are counted and can be ticked.
/// GUI thread.
class CompareParallel : public CompareView {
    Q_OBJECT
public:
    CompareParallel(Theme& theme, Preferences& preferences, const RunColumns& columns, QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>&) override {}
    void setBase(const QString& runId) override { base_ = runId; }
    void setListed(ListedRuns runs) override;
    void setHighlight(const QString& runId) override { plot_->setHighlight(runId); }
    void refresh() override {}
    [[nodiscard]] ParallelPlot& plot() { return *plot_; }
    [[nodiscard]] QStringList axes() const;

Q_SIGNALS:
    void tickRequested(const QStringList& runIds);

private:
    void rebuild();
    void showCount();
    Theme* theme_;
    Preferences* preferences_;
    const RunColumns* columns_;
    ComparableRuns* comparable_;
    ParallelPlot* plot_;
    QLabel* count_;
    QPushButton *tick_, *clear_;
    ColumnMenu* menu_;
    ListedRuns listed_ = [] { return std::vector<const RunSummary*>(); };
    QStringList usual_;  ///< axes, as long as none are chosen
    QString base_;
    qsizetype listedCount_ = 0;
};

/// The best validation and the first score of the test part that any of them has.
QStringList scoreAxes(const RunColumns& columns, const std::vector<const RunSummary*>& runs);
/// Keys of the settings that are not the same in all runs, at most `most`, in table order; what is free (see RunGroup)
/// is none.
QStringList differingSettings(const RunColumns& columns, const std::vector<const RunSummary*>& runs, std::size_t most);

}  // namespace gatelab

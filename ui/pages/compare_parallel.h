// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/parallel_plot.h"
#include "pages/compare_view.h"

class QLabel;
class QPushButton;

namespace gatelab {

class ColumnMenu;
class Preferences;

/// Parallel coordinates over the listed runs: at first the settings in which they differ and the best validation. The runs inside all marked ranges are
/// counted and can be ticked. GUI thread.
class CompareParallel : public CompareView {
    Q_OBJECT
public:
    CompareParallel(Theme& theme, Preferences& preferences, const RunColumns& columns, QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>&) override {}
    void setListed(ListedRuns runs) override;
    void setHighlight(const QString& runId) override { plot_->setHighlight(runId); }
    void refresh() override {}
    [[nodiscard]] ParallelPlot& plot() { return *plot_; }
    [[nodiscard]] QStringList axes() const;

Q_SIGNALS:
    void tickWanted(const QStringList& runIds);

private:
    void rebuild();
    void showCount();
    Theme* theme_;
    Preferences* preferences_;
    const RunColumns* columns_;
    ParallelPlot* plot_;
    QLabel* count_;
    QPushButton *tick_, *clear_;
    ColumnMenu* menu_;
    ListedRuns listed_ = [] { return std::vector<const RunSummary*>(); };
    qsizetype listedCount_ = 0;
};

/// Keys of the settings that are not the same in all runs, at most `most`, in table order; name, notes and seed are none.
QStringList differingSettings(const RunColumns& columns, const std::vector<const RunSummary*>& runs, std::size_t most);

}  // namespace gatelab

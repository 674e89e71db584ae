// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/chart_table.h"
#include "pages/compare/curves/compare_curves.h"

#include <QStringList>
#include <QWidget>

namespace gatelab {

class Preferences;
class SmoothingBox;

/// Which curve of the runs a comparison draws, of which layer, over what and how much smoothed: the
/// smoothing shared with the Train page, kept over a restart. Curves are drawn as the
/// Train page draws them. GUI thread.
class CurveChoice : public QWidget {
    Q_OBJECT
public:
    explicit CurveChoice(Preferences& preferences, QWidget* parent = nullptr);
    /// Offers the layers that these runs have.
    void setRuns(const std::vector<ComparedRuns>& runs);
    /// "Validation loss", "Saturated, layer 2"; empty unit: none.
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString unit() const;
    /// Whether its curves have a common scale only for the same data, task and loss.
    [[nodiscard]] bool isLoss() const;
    /// Why none of the runs has the chosen curve, in words; empty: one has, or there are no runs.
    [[nodiscard]] QString absence() const;
    /// As if chosen in the list.
    void choose(MetricId metric);
    [[nodiscard]] MetricId metric() const { return curve_.metric; }
    [[nodiscard]] bool isTrainLoss() const { return curve_.metric == MetricId::TrainLoss; }
    /// Axes of a chart that draws it.
    void shape(LineChart& chart) const;
    /// The curve of a run, where it is smoothed with the raw values before it; empty: the run has none.
    [[nodiscard]] std::vector<ChartLine> lines(RunView& run, double low, double high, int pixels) const;
    /// The same for averaging over runs; without samples: the run has none.
    [[nodiscard]] ChartLine meanOf(RunView& run, double low, double high, int pixels) const;

Q_SIGNALS:
    void changed();   ///< another curve, layer or axis
    void smoothed();  ///< more or less

protected:
    void showEvent(QShowEvent* event) override;

private:
    void restore();
    void keep();
    void showParts();
    [[nodiscard]] XAxis axis() const;
    [[nodiscard]] const MetricSeries& seriesOf(RunView& run) const;
    /// Curves that imported runs have under names of their own become choices, behind the others.
    void listFurther();
    Preferences* preferences_;
    QComboBox *layer_, *metric_, *axis_;
    SmoothingBox* smoothing_;
    const ChartRow* row_ = nullptr;  ///< of the chosen curve on the Train page; null: it has no chart there
    ChartCurve curve_;
    std::uint16_t further_ = 0;  ///< which of the curves with names of their own, where that is the choice
    int ownChoices_ = 0;         ///< entries of the list before those
    std::vector<ComparedRuns> runs_;
    QStringList losses_, scales_;  ///< of the runs
};

}  // namespace gatelab

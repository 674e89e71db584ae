// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "models/run_relation.h"
#include "pages/compare/curves/compare_view.h"

#include <map>

class QCheckBox;
class QComboBox;
class QHBoxLayout;

namespace gatelab {

class ComparableRuns;
class Preferences;

/// One dot per listed run that can be compared with the base (the others are let in by a tick): any column over any
/// other, with a trend line; or, as a Pareto chart, error over speed with memory as the third aim: the runs that no
/// other beats in all three are full and named, the others faint. A click on a dot chooses its run. GUI thread.
class CompareScatter : public CompareView {
    Q_OBJECT
public:
    enum class Kind { Relation, Pareto };
    CompareScatter(Kind kind, Theme& theme, Preferences& preferences, const RunColumns& columns,
                   QWidget* parent = nullptr);
    void setCompared(const std::vector<ComparedRuns>&) override {}
    void setBase(const QString& runId) override { base_ = runId; }
    void setListed(ListedRuns runs) override;
    void setHighlight(const QString& runId) override;
    void refresh() override {}
    [[nodiscard]] LineChart& chart() { return *chart_; }
    void choose(const QString& xKey, const QString& yKey);

private:
    void addControls(QHBoxLayout& row);
    /// Under which the choice of a box is kept.
    [[nodiscard]] QString keyOf(const QComboBox& box) const;
    /// Offers the columns that there are by now, and chooses the kept ones.
    void fillBoxes();
    void showChoice();
    void rebuild();
    [[nodiscard]] const RunColumn& column(const QComboBox& box) const;
    /// How many runs have no dot because a value is missing, as the end of a subtitle; empty: none.
    [[nodiscard]] bool isDrawn(std::size_t dot) const;  ///< it has every value that is asked for
    [[nodiscard]] qint64 drawn() const;
    [[nodiscard]] QString leftOut() const;
    /// The values that the dots have on an axis, as ticks; empty: too many for that.
    [[nodiscard]] std::vector<ChartTick> fewValues(const ColumnValues& values, const RunColumn& column) const;
    /// Dots that share one of few values are drawn beside each other, a run always at the same place.
    void spreadDots(bool alongX, bool alongY);
    void addDots(std::vector<ChartLine>& lines, const std::vector<bool>& strong);
    void addTrend(std::vector<ChartLine>& lines);
    void addFront(std::vector<ChartLine>& lines, const std::vector<bool>& front);
    void describe(const QString& key, int index);
    /// The run behind a sample of a line.
    [[nodiscard]] QString runAt(const QString& key, int index) const;
    Kind kind_;
    Theme* theme_;
    Preferences* preferences_;
    const RunColumns* columns_;
    ComparableRuns* comparable_;
    LineChart* chart_;
    QComboBox *x_, *y_, *third_;
    QCheckBox* trend_;
    std::size_t offered_ = 0;  ///< columns in the boxes
    struct Dot {
        QString id, name;
        int slot = 0;
        QPointF spread = {};  ///< pixels
    };
    std::vector<Dot> dots_;
    ListedRuns listed_ = [] { return std::vector<const RunSummary*>(); };
    ColumnValues xs_, ys_, thirds_;
    std::map<QString, std::vector<std::size_t>> samples_;  ///< line key: its dots
    QString base_, highlight_;
};

}  // namespace gatelab

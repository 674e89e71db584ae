// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "pages/compare/curves/chart_groups.h"
#include "pages/compare/curves/compare_view.h"

#include <map>
#include <vector>

class QComboBox;

namespace gatelab {

class Preferences;

/// A dot for each group: any setting or cost against the score, from eight groups on with a trend. The chosen ones have
/// their colours, and with the best five their numbers. A click on a dot picks its group. GUI thread.
class CompareScatter : public CompareView {
    Q_OBJECT
public:
    CompareScatter(Theme& theme, Preferences& preferences, RunBoard& board, const RunColumns& columns,
                   QWidget* parent = nullptr);
    [[nodiscard]] QWidget* pickers() override;
    void showRows() override;
    void setHighlight(const QString& rowKey) override;
    [[nodiscard]] LineChart& chart() { return *chart_; }
    /// The column of the horizontal axis.
    void choose(const QString& key);

private:
    /// Offers the columns that there are by now, and chooses the kept one.
    void fillBox();
    void showChoice();
    [[nodiscard]] const RunColumn& column() const;
    [[nodiscard]] bool isDrawn(std::size_t dot) const;  ///< it has both values
    /// The values that the dots have, as ticks; empty: too many for that.
    [[nodiscard]] std::vector<ChartTick> fewValues() const;
    void showTicks();
    /// Dots that share one of few values are drawn beside each other, a group always at the same place.
    void spreadDots();
    void addDots(std::vector<ChartLine>& lines);
    void addTrend(std::vector<ChartLine>& lines);
    void addLevels(std::vector<ChartLine>& lines) const;
    void showNames();
    void describe(const QString& key, int index);
    struct Dot {
        QString id, mark, name;
        int slot = -1;        ///< -1: it is not chosen
        QPointF spread = {};  ///< pixels
    };
    /// The one behind a sample of a line; null: none.
    [[nodiscard]] const Dot* dotAt(const QString& key, int index) const;
    Theme* theme_;
    Preferences* preferences_;
    RunBoard* board_;
    const RunColumns* columns_;
    LineChart* chart_;
    QComboBox* x_;
    std::size_t offered_ = 0;  ///< columns in the box
    std::vector<Dot> dots_;    ///< best first
    RunValues xs_;
    std::vector<double> ys_;
    std::map<QString, std::vector<std::size_t>> samples_;  ///< line key: its dots
    QString highlight_, scaled_;                           ///< scaled_: column whose axis is log where it should be
};

}  // namespace gatelab

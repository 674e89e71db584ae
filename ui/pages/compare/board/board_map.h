// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"

#include "app/board_map.h"
#include "common/theme.h"

#include <QPoint>
#include <QString>
#include <QWidget>
#include <string>
#include <utility>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;

namespace gatelab {

class BoardMapGrid;
class BoardMapLegend;
class BoardMapPlane;
class ListBox;

/// The Map of the board: the groups that equal the base in all but two settings, as cells over these, which show score,
/// test or time. A click on a cell
/// chooses its group, on hatch it trains. What it costs a whole part of hatch is asked first. Where values were drawn
/// from ranges all groups are dots over the two settings.
class BoardMapView : public QWidget {
    Q_OBJECT
public:
    BoardMapView(Theme& theme, RunBoard& board, QWidget* parent = nullptr);

    /// The boxes for the two settings and what the cells show, in a row of their own above the map; whoever has another
    /// place takes them there.
    [[nodiscard]] QWidget* pickers() const { return pickers_; }
    [[nodiscard]] BoardMapGrid& grid() const { return *grid_; }
    [[nodiscard]] BoardMapLegend& legend() const { return *legend_; }
    [[nodiscard]] BoardMapPlane& plane() const { return *plane_; }
    /// Keys of the settings as they were chosen by hand; empty: those that explain most.
    [[nodiscard]] std::pair<QString, QString> axes() const;
    void setAxes(const QString& x, const QString& y);
    /// Runs that wait: their cells say so and train nothing twice.
    void setWaiting(const std::vector<ExperimentConfig>& runs);

Q_SIGNALS:
    void trainRequested(const std::vector<gatelab::ExperimentConfig>& runs);
    void full(const QString& key);  ///< six are chosen already: this one is not
    void axesChanged();             ///< by hand

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    MapFigure shownFigure();
    void showParts();
    void showOffer();
    void fill(ListBox& box, const QString& prefix, const std::string& key);
    void take(ListBox& box);
    void turn(int row);
    void train(const std::vector<QPoint>& places, bool one);
    void ask(const std::vector<QPoint>& places, bool one);
    /// As many seeds as the row of each has, or one.
    [[nodiscard]] std::vector<ExperimentConfig> runsOf(const std::vector<QPoint>& places, bool one) const;
    Theme* theme_;
    RunBoard* board_;
    QWidget* pickers_;
    ListBox *xBox_, *yBox_, *figureBox_;
    QWidget* offer_;  ///< another base would fill more cells
    QLabel* offerText_;
    QPushButton* offerButton_;
    std::string offered_;  ///< key of that base
    QScrollArea* area_;
    BoardMapGrid* grid_;
    BoardMapLegend* legend_;
    std::string x_, y_;    ///< by hand
    bool isStale_ = true;  ///< not shown since the board has changed
    BoardMapPlane* plane_;
    bool isPlane_ = false;                       ///< it is in front
    std::pair<std::string, std::string> shown_;  ///< keys of the axes
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_board.h"

#include "app/board_map.h"
#include "common/theme.h"

#include <QPoint>
#include <QRect>
#include <QWidget>
#include <cstddef>
#include <string>
#include <vector>

namespace gatelab {

/// Place in the heat map of a score's ink (BoardMap::ink): the worst one is not the colour of the card.
inline double mapInk(double ink) { return 0.1 + 0.9 * ink; }

/// The cells of the map, painted: the score of each group on the colour of a heat map, hatch where nothing has run. A
/// place is column and row of the map, the lowest row at the bottom. Keys: arrows move, with Shift they span a part,
/// Space or Enter does what a click does.
class BoardMapGrid : public QWidget {
    Q_OBJECT
public:
    BoardMapGrid(Theme& theme, RunBoard& board, QWidget* parent = nullptr);

    /// Keys of settings; anew at each change of the board, too.
    void setAxes(const std::string& x, const std::string& y, MapFigure figure);
    /// What a figure is called: "val. MSE", "test", "time per run".
    [[nodiscard]] QString nameOf(MapFigure figure) const;
    /// One of those in the cells: "0.0483", "12 s".
    [[nodiscard]] static QString figureText(double value, MapFigure figure);
    /// Settings (settingOf) of runs that wait.
    void setWaiting(std::vector<ExperimentConfig> settings);
    [[nodiscard]] const BoardMap& map() const { return map_; }
    [[nodiscard]] QRect cellRect(QPoint place) const;
    /// What a hover says: the group and its figures, or what a click would train.
    [[nodiscard]] QString describe(QPoint place) const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void turned(int row);  ///< of the board
    /// Cells to train; `one`: a single seed each.
    void wanted(const std::vector<QPoint>& places, bool one);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void moveEvent(QMoveEvent* event) override;

private:
    /// Between cells, below them for the values and for the name of the setting, beside the labels at the left.
    static constexpr double kGap = 2, kLabels = 22, kName = 18, kBeside = 12;
    struct Frame {
        double left = 0, width = 0, height = 0;  ///< of the labels; of a cell
    };
    [[nodiscard]] Frame frame() const;
    [[nodiscard]] double scaled(double px) const;
    [[nodiscard]] double labelWidth() const;
    /// Values and name of the horizontal setting: below the cells, where the map is scrolled at the end of what is
    /// seen.
    [[nodiscard]] double labelsTop() const;
    /// It has a score, but no run of it ended: stopped early, or interrupted.
    [[nodiscard]] bool isSoFar(QPoint place) const;
    /// Outside of all cells: {-1, -1}.
    [[nodiscard]] QPoint placeAt(QPoint at) const;
    [[nodiscard]] bool isPlace(QPoint place) const;
    [[nodiscard]] const BoardMapCell& cellAt(QPoint place) const;
    [[nodiscard]] const BoardRow* rowAt(QPoint place) const;
    [[nodiscard]] std::size_t waitingAt(QPoint place) const;
    [[nodiscard]] bool isTrainable(QPoint place) const;
    /// Between the two ends of what is spanned.
    [[nodiscard]] std::vector<QPoint> spanned() const;
    /// Of the seeds of a row, those that wait counted; 0 to 1.
    [[nodiscard]] double progressOf(QPoint place) const;
    /// The name with those of the two values that it does not say.
    [[nodiscard]] QString withValues(QString name, const ExperimentConfig& config) const;
    void refresh();
    void point(QPoint place, bool spans);
    void act(bool one);
    void drawCell(QPainter& painter, QPoint place) const;
    void drawSoFar(QPainter& painter, const QRectF& cell, double score) const;
    void drawDash(QPainter& painter, const QRectF& cell) const;
    void drawScore(QPainter& painter, const QRectF& cell, const BoardMapCell& score, const QColor& ink) const;
    void drawProgress(QPainter& painter, const QRectF& cell, QPoint place) const;
    void drawMarker(QPainter& painter, const QRectF& cell, const BoardRow& row) const;
    void drawFrames(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;
    Theme* theme_;
    RunBoard* board_;
    std::string x_, y_;
    MapFigure figure_ = MapFigure::Score;
    BoardMap map_;
    std::vector<ExperimentConfig> waiting_;
    std::vector<std::size_t> waits_;         ///< in each cell
    QPoint focus_, anchor_, hover_{-1, -1};  ///< ends of what is spanned; the same: one cell
    bool isPressed_ = false, byKeyboard_ = false;
};

}  // namespace gatelab

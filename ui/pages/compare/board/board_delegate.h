// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QStyledItemDelegate>
#include <vector>

namespace gatelab {

class BoardModel;
class RunBoard;
class Theme;

/// Draws a line of the board: marker and number, figures, and on the common axis the dots of its seeds, their mean, its
/// 95 % interval and the best baseline. A chosen row is tinted, and its ink is its colour; what is like the base is
/// muted.
class BoardDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    BoardDelegate(Theme& theme, RunBoard& board, BoardModel& model, QObject* parent = nullptr);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Under the pointer: -1: none.
    void setHovered(int line) { hovered_ = line; }
    [[nodiscard]] int hovered() const { return hovered_; }
    /// The part of a run's cell that opens and closes its group, and the icon at the end of the hovered row's last one.
    [[nodiscard]] QRect chevronIn(const QRect& cell) const;
    [[nodiscard]] QRect drawerIn(const QRect& cell) const;
    /// From the edges of a cell to those of the axis within it.
    [[nodiscard]] QRect axisIn(const QRect& cell) const;
    /// Where numbers begin in the cell of a run.
    [[nodiscard]] int numberLeft() const;
    /// What of a line lies beyond an end of the axis, as it stands there: "0.132 ▸", of several the farthest and how
    /// many. Empty: nothing.
    [[nodiscard]] QString beyond(int line, bool isLow) const;
    /// Where that stands, and words of this width: as near to the end of the axis as no dot is in the way.
    [[nodiscard]] QRect beyondIn(const QRect& axis, int line, bool isLow) const;
    [[nodiscard]] QRect wordsIn(const QRect& axis, int line, int width) const;

private:
    [[nodiscard]] bool isInside(double value) const;
    /// Of the seeds, or of a baseline, that a line draws.
    [[nodiscard]] std::vector<double> scoresOf(int line) const;
    /// At an end of the axis, or the next place that neither dots nor `taken` need.
    [[nodiscard]] QRect freeOn(const QRect& axis, int line, int width, bool isLow, const QRect& taken) const;
    void paintRun(QPainter& painter, const QRect& cell, int line) const;
    void paintAxis(QPainter& painter, const QRect& cell, int line) const;
    void paintSeeds(QPainter& painter, const QRect& axis, int line) const;
    void paintDots(QPainter& painter, const QRect& axis, int line, const QColor& ink) const;
    void paintNote(QPainter& painter, const QRect& cell, int line, const QString& text) const;
    void paintWaiting(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintText(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    [[nodiscard]] int px(int pixels) const;
    Theme* theme_;
    RunBoard* board_;
    BoardModel* model_;
    int hovered_ = -1;
};

}  // namespace gatelab

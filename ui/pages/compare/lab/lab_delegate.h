// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QStyledItemDelegate>

class QTableView;

namespace gatelab {

class LabModel;
class Theme;

/// Draws a line of the lab: box, number and name; on the common axis all so far as dot and line, and this switch as a
/// bar from the rung that it stands on, hatched where it loses; the loss over time; figures. GUI thread.
class LabDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    LabDelegate(Theme& theme, LabModel& model, QTableView& view);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Under the pointer; -1: none.
    void setHovered(int row) { hovered_ = row; }
    [[nodiscard]] int hovered() const { return hovered_; }
    /// From the edges of a cell to those of the axis, and of the curve, within it.
    [[nodiscard]] QRectF axisIn(const QRect& cell) const;
    [[nodiscard]] QRectF curveIn(const QRect& cell) const;
    /// What is drawn on the axis of a row: the bar of this switch (an empty one: none), and the dot.
    struct Drawn {
        QRectF bar;
        bool isHatched = false;
        double dot = 0;  ///< px from the left
    };
    [[nodiscard]] Drawn drawn(const QRect& cell, int row) const;
    /// How wide a cell of a rung is with its text whole; `isOneLine`: name and note stand beside each other.
    [[nodiscard]] int neededWidth(const QModelIndex& index, bool isOneLine) const;
    /// Where the heads of the first two columns begin.
    [[nodiscard]] int nameLeft() const;

private:
    /// What is said below a name, or beside it.
    [[nodiscard]] QString noteOf(int row) const;
    [[nodiscard]] QFont figureFont(const QModelIndex& index) const;
    void paintBack(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintGroup(QPainter& painter, const QRect& line, int row) const;
    void paintFold(QPainter& painter, const QRect& line, int row) const;
    void paintLegend(QPainter& painter, const QRect& line, int left) const;
    void paintMissing(QPainter& painter, const QRect& line, int row) const;
    void paintName(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    void paintAxis(QPainter& painter, const QRect& cell, int row) const;
    void paintRange(QPainter& painter, const QRectF& axis, int row) const;
    void paintCurve(QPainter& painter, const QRect& cell, int row) const;
    void paintFigure(QPainter& painter, const QRect& cell, const QModelIndex& index) const;
    /// Cut at its end where there is too little room.
    void write(QPainter& painter, const QRect& place, const QString& text, int px, int weight, const QColor& colour,
               Qt::Alignment side = Qt::AlignLeft) const;
    void write(QPainter& painter, const QRect& place, const QString& text, const QFont& font, const QColor& colour,
               Qt::Alignment side) const;
    [[nodiscard]] int px(int pixels) const;
    Theme* theme_;
    LabModel* model_;
    QTableView* view_;
    int hovered_ = -1;
};

}  // namespace gatelab

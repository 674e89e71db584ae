// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspect/part_questions.h"
#include "pages/learn/gates/gate_painter.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <vector>

namespace gatelab {

/// The gates of one direction of one layer over one window, with a cursor. The values under the cursor stand at the
/// right. Arrow keys move cursor and unit, Shift with Left and Right marks a range of steps, a click chooses a unit,
/// with Ctrl it adds one to the lines. The picture is drawn once; a move of the cursor draws only what lies over it.
/// GUI thread.
class GateCanvas : public QWidget {
    Q_OBJECT
public:
    explicit GateCanvas(Theme& theme, QWidget* parent = nullptr);

    /// Null views: nothing is shown.
    void setView(std::shared_ptr<const GateView> view, std::shared_ptr<const InspectedRun> run);
    void setPlace(int layer, int direction);
    /// Null: the units have numbers alone.
    void setNames(std::shared_ptr<const UnitNames> names);
    void setSort(UnitSort sort, int column);
    void setPalette(HeatPalette palette);
    void setLines(bool on);        ///< the chosen units as lines instead of heat maps
    void setColumn(int column);    ///< the input that is drawn; -1: all
    void setCursorStep(int step);  ///< -1: none
    void setChosenUnits(std::vector<int> units);
    void setMarked(int first, int last);  ///< -1, -1: none
    void setZoom(double zoom);            ///< of letters and all that is measured by them; before a class above 1
    [[nodiscard]] int cursorStep() const { return cursor_; }
    [[nodiscard]] int unit() const { return unit_; }
    [[nodiscard]] const std::vector<int>& chosenUnits() const { return painter_.chosen; }
    [[nodiscard]] const std::vector<int>& order() const { return painter_.order; }
    [[nodiscard]] std::pair<int, int> marked() const { return {markFirst_, markLast_}; }
    /// The values at the cursor in words, one quantity a line, for screen readers and copying.
    [[nodiscard]] QString reading() const;
    /// The picture without cursor, for files: high enough for the key of colours of every row.
    [[nodiscard]] QImage picture() const { return painter_.picture(size()); }
    /// Drawn, px
    [[nodiscard]] int smallestLetters() const { return painter_.font(GatePainter::kSmallestLetters).pixelSize(); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved(int step);
    void unitsChosen();
    void rangeMarked(int first, int last);
    void walkAsked(int step, int unit);  ///< by the menu, a double click or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// The formula of a state with the numbers at the cursor; empty where they are not all there.
    [[nodiscard]] QString filledIn(const std::string& key) const;
    /// "unit 6" and what it is called, in lines of this width.
    [[nodiscard]] QStringList unitLines(const std::string& key, double room) const;
    void sortAgain();
    void changed();
    void paintCursor(QPainter& painter) const;
    void paintValues(QPainter& painter) const;

    Theme* theme_;
    GatePainter painter_;
    std::shared_ptr<const UnitNames> names_;
    int sortColumn_ = 0, cursor_ = -1, unit_ = 0, markFirst_ = -1, markLast_ = -1;
    UnitSort sort_ = UnitSort::Activity;
    bool marking_ = false;
    QPixmap still_;
    bool isOld_ = true;
};

}  // namespace gatelab

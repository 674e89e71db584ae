// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/popover.h"

#include <QHash>
#include <QTableView>

#include <vector>

namespace gatelab {

class BoardDelegate;
class BoardModel;
class Preferences;
class RunBoard;
class Theme;

/// The table of the board: a click chooses a row or takes it out, arrows move the current one, the right and left arrow
/// open and close its seeds; a drag over the axis shows that part, a double click on its head all of it, by keys + -
/// and 0. Columns give way from the right where it is narrow. GUI thread.
class BoardTable : public QTableView {
    Q_OBJECT
public:
    BoardTable(Theme& theme, RunBoard& board, BoardModel& model, Preferences& preferences, QWidget* parent = nullptr);

    /// The run of the current line; empty: none, or a baseline.
    [[nodiscard]] QString currentRun() const;
    [[nodiscard]] PopoverAnchor anchor() const;
    /// Makes the line of a key or run the current one and scrolls to it.
    void select(const QString& keyOrRun);
    /// The same of one run: where its group is closed it is the current run all the same.
    void selectRun(const QString& run);
    /// That run; empty: the line itself was chosen.
    [[nodiscard]] QString namedRun() const;
    /// How high it is with so many lines.
    [[nodiscard]] int heightOf(int lines) const;
    /// Columns of settings that are seen, for the menu of columns.
    [[nodiscard]] QStringList valueColumns() const;

Q_SIGNALS:
    void turned(const QString& key);         ///< by a click or Space: chosen, or taken out
    void drawerAsked(const QString& runId);  ///< double click, Enter, the icon at the end of a row
    void hovered(const QString& key);        ///< row under the pointer; empty: none
    void currentRunChanged(const QString& runId, bool byHand);
    void keyAsked(int key);  ///< B, V, Escape

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void moveTo(const QString& keyOrRun);
    void makeHeads();
    void layOut();
    /// How wide numbers and names of runs are, of the first lines and those in sight; says whether one is wider now.
    bool measure();
    /// Columns at the places where a person left them.
    void placeColumns();
    void keepColumns();
    void spanNames();
    void fitNames();
    void setHovered(int line);
    void turnCurrent();
    void zoomBy(double factor);
    void findCurrent();
    [[nodiscard]] QRect cellOf(const QPoint& position, int& column) const;
    [[nodiscard]] int px(int pixels) const;
    Theme* theme_;
    RunBoard* board_;
    BoardModel* model_;
    Preferences* preferences_;
    BoardDelegate* delegate_;
    QHash<QString, int> widths_;  ///< those that a person gave, by column; px at text scale 1
    std::vector<int> needed_;     ///< width of the texts that are never cut, by column
    bool isLayingOut_ = false;
    int nameRoom_ = 0;                 ///< for names beside the numbers; px at text scale 1
    QString named_;                    ///< see namedRun()
    QString current_;                  ///< key or run of the current line, while the list changes
    int currentLine_ = -1;             ///< its place before the list changed
    int dragFrom_ = -1, dragTo_ = -1;  ///< on the axis, in the viewport
    bool isPressed_ = false, choosing_ = false;
};

}  // namespace gatelab

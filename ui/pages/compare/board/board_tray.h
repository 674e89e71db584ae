// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gatelab {

class BoardModel;
struct BoardRow;
class ElidedLabel;
class RunBoard;
class Theme;

/// What is chosen on the board, as chips in the order of drawing: a click on one scrolls to its row, its cross (Del)
/// takes it out, a drag (Ctrl with left or right) moves it. Says too what a seventh choice would replace, and how many
/// chosen rows the filter hides. GUI thread.
class BoardTray : public QWidget {
    Q_OBJECT
public:
    BoardTray(Theme& theme, RunBoard& board, BoardModel& model, QWidget* parent = nullptr);
    /// A seventh was asked for: offers it in the place of the oldest.
    void offerReplacing(const QString& key);
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void rowAsked(const QString& key);
    void filterCleared();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void showCounts();
    [[nodiscard]] const BoardRow* newBest() const;
    void act();
    void fit();
    Theme* theme_;
    RunBoard* board_;
    BoardModel* model_;
    QHBoxLayout* chips_;
    QLabel *count_, *runs_;
    QPushButton *clear_, *message_;
    QWidget* legend_;
    QString seventh_;
    QStringList shown_;  ///< what the chips say, so that they are made anew only then
};

}  // namespace gatelab

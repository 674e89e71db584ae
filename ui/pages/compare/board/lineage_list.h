// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace gatelab {

struct BoardRow;
struct LineageLine;
class LineageRow;
class RunBoard;
class RunController;

/// What a row of the board came from and what came from it: a line for each, with what it changed and its score. A
/// click, Enter or Space goes there; up and down move between the lines. GUI thread.
class LineageList : public QWidget {
    Q_OBJECT
public:
    LineageList(Theme& theme, RunBoard& board, RunController& runs, QWidget* parent = nullptr);
    void setRow(const BoardRow& row);
    /// Keys of the rows, from the first one that it came from to the last one that came from it.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// What the line of a row says of it; empty: it is not in the list.
    [[nodiscard]] QString changeOf(const std::string& key) const;
    void click(const std::string& key);

Q_SIGNALS:
    void rowAsked(const std::string& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// What it changed, in one line, and all of it.
    struct Words {
        QString line, whole;
    };
    [[nodiscard]] Words wordsOf(const BoardRow& row) const;
    void setLines(std::vector<LineageLine> lines);
    Theme* theme_;
    RunBoard* board_;
    RunController* runs_;
    QVBoxLayout* column_;
    QLabel *before_, *after_;
    std::vector<LineageRow*> rows_;
};

}  // namespace gatelab

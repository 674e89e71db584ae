// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/card.h"

#include <QStringList>

class QListWidget;

namespace gatelab {

/// A card with lines of text below each other, hidden where there is none. As high as its lines, and scrolled where
/// they are more than may be visible; all of a line that is cut is its tip.
class LineList : public Card {
    Q_OBJECT
public:
    /// What becomes of lines that are too long.
    enum class Long { Cut, Wrapped };
    LineList(const QString& title, Long tooLong, QWidget* parent = nullptr);
    void setLines(const QStringList& lines);
    /// How many lines it shows at most.
    void setVisibleLines(int count);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    QListWidget* list_;
    int most_ = 4;
};

}  // namespace gatelab

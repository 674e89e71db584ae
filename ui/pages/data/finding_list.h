// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/badge.h"

#include <QWidget>
#include <functional>
#include <vector>

namespace gatelab {

/// What there is to say about the data: mark, bold name, where, and a button that mends it.
struct FindingLine {
    Tone tone = Tone::Warning;
    QString title, note;
    QString button;              ///< empty: none
    std::function<void()> fix;   ///< of the button
    std::function<void()> show;  ///< of a click on the line; may be empty
};

class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(Theme& theme, QWidget* parent = nullptr);
    void setLines(std::vector<FindingLine> lines);

private:
    QWidget* makeLine(const FindingLine& line);
    Theme& theme_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/focus_ring.h"
#include "widgets/state_mark.h"

#include <QTabBar>
#include <vector>

namespace gatelab {

/// The pages of the window, left to right, each with the mark of its state and chevrons between: Data > Model > Train >
/// Compare > Learn.
class TabStrip : public QTabBar {
    Q_OBJECT
public:
    explicit TabStrip(Theme& theme, QWidget* parent = nullptr);
    int addPage(const QString& name, StateMark mark = StateMark::Nothing);
    void setMark(int index, StateMark mark);
    [[nodiscard]] StateMark mark(int index) const { return marks_[static_cast<std::size_t>(index)]; }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }

private:
    Theme& theme_;
    std::vector<StateMark> marks_;
    FocusRing* ring_;
};

}  // namespace gatelab

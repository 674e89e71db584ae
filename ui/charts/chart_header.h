// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <vector>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace gatelab {

class ElidedLabel;

/// Title, unit, tool buttons of a chart. Tools show on hover or focus; a switched-on log axis or pin stays. The title
/// keeps its width: tools that find no room are entries of a menu.
class ChartHeader : public QWidget {
    Q_OBJECT
public:
    enum class Tool { Fit, LogY, Pin, Copy, Export, Full };
    ChartHeader(Theme& theme, QWidget* parent);
    void setTitle(const QString& title, const QString& unit);
    void setChecked(Tool tool, bool on);
    void setExportMenu(QMenu* menu);
    void addWidget(QWidget* widget);
    /// The pointer or the focus is in the chart.
    void setActive(bool on);
    void setToolsAllowed(bool on);
    /// The title can be dragged to another place.
    void setMovable(bool on);
    /// Ends a drag without a drop; false: nothing is dragged.
    bool cancelDrag();

Q_SIGNALS:
    void triggered(gatelab::ChartHeader::Tool tool);
    // To a place of the screen; each drag ends with one of the latter two.
    void dragged(const QPoint& at);
    void dropped(const QPoint& at);
    void dragCancelled();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTools();
    void fillMore();
    [[nodiscard]] int room() const;
    [[nodiscard]] QToolButton* button(Tool tool) const { return buttons_[static_cast<std::size_t>(tool)]; }
    Theme& theme_;
    QHBoxLayout* row_;
    ElidedLabel* title_;
    ElidedLabel* unit_;
    std::vector<QToolButton*> buttons_;
    std::vector<QWidget*> added_;
    QToolButton* more_;
    enum class Drag { None, Pressed, Going };
    Drag drag_ = Drag::None;
    QPoint pressed_;
    bool active_ = false, allowed_ = true, movable_ = false;
};

}  // namespace gatelab

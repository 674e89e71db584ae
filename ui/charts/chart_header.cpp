// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_header.h"

#include "common/action_properties.h"
#include "widgets/card.h"
#include "widgets/labels/elided_label.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <algorithm>
#include <utility>

namespace gatelab {

ChartHeader::ChartHeader(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), row_(new QHBoxLayout(this)) {
    setFixedHeight(32);
    row_->setContentsMargins(12, 2, 8, 0);
    row_->setSpacing(2);
    title_ = new ElidedLabel({}, Qt::ElideRight, this);
    title_->setProperty("role", "title");
    unit_ = new ElidedLabel({}, Qt::ElideRight, this);
    unit_->setProperty("role", "unit");
    row_->addWidget(title_);
    row_->addSpacing(4);
    row_->addWidget(unit_, 1);
    const struct {
        const char* icon;
        QString tip;
        bool checkable;
    } kTools[] = {
        {"fit", tr("Show everything and follow new data (F, double click)"), false},
        {"log-y", tr("Logarithmic y axis (L)"), true},
        {"pin", tr("Pin the cursor to read differences (P)"), true},
        {"copy", tr("Copy the chart as a picture (Ctrl+C)"), false},
        {"export", tr("Save the chart as a picture or a table"), false},
        {"full", tr("Full size and back (F11, double click on the title)"), false},
    };
    for (const auto& tool : kTools) {
        auto* made = new QToolButton(this);
        made->setProperty("compact", true);
        made->setIcon(theme_.icon(QString::fromLatin1(tool.icon), tool.checkable ? Ink::Text : Ink::Muted));
        made->setToolTip(tool.tip);
        made->setAccessibleName(tool.tip);
        made->setCheckable(tool.checkable);
        made->setFocusPolicy(Qt::TabFocus);
        const auto kind = static_cast<Tool>(buttons_.size());
        connect(made, &QToolButton::clicked, this, [this, kind] { Q_EMIT triggered(kind); });
        row_->addWidget(made);
        buttons_.push_back(made);
    }
    more_ = new QToolButton(this);
    more_->setProperty("compact", true);
    more_->setIcon(theme_.icon(QStringLiteral("more"), Ink::Muted));
    more_->setToolTip(tr("What to do with the chart"));
    more_->setAccessibleName(more_->toolTip());
    more_->setFocusPolicy(Qt::TabFocus);
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    more_->setProperty(kOffersMenu, true);
    connect(more_->menu(), &QMenu::aboutToShow, this, &ChartHeader::fillMore);
    row_->addWidget(more_);
    showTools();
}

void ChartHeader::setTitle(const QString& title, const QString& unit) {
    title_->setFullText(title);
    unit_->setFullText(unit);
    showTools();
}

void ChartHeader::setChecked(Tool tool, bool on) {
    button(tool)->setChecked(on);
    showTools();
}

void ChartHeader::setExportMenu(QMenu* menu) {
    button(Tool::Export)->setMenu(menu);
    button(Tool::Export)->setPopupMode(QToolButton::InstantPopup);
}

void ChartHeader::addWidget(QWidget* widget) {
    row_->addWidget(widget);
    added_.push_back(widget);
}

void ChartHeader::setActive(bool on) {
    if (active_ == on) return;
    active_ = on;
    showTools();
}

void ChartHeader::setToolsAllowed(bool on) {
    allowed_ = on;
    more_->setProperty(kOffersMenu, on);
    showTools();
}

void ChartHeader::setMovable(bool on) {
    movable_ = on;
    if (on)
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
}

bool ChartHeader::cancelDrag() {
    const Drag before = std::exchange(drag_, Drag::None);
    if (before != Drag::Going) return false;
    setMovable(movable_);
    Q_EMIT dragCancelled();
    return true;
}

void ChartHeader::mousePressEvent(QMouseEvent* event) {
    if (!movable_ || event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    drag_ = Drag::Pressed;
    pressed_ = event->globalPosition().toPoint();
}

void ChartHeader::mouseMoveEvent(QMouseEvent* event) {
    const QPoint at = event->globalPosition().toPoint();
    if (drag_ == Drag::Pressed && (at - pressed_).manhattanLength() >= QApplication::startDragDistance()) {
        drag_ = Drag::Going;
        setCursor(Qt::ClosedHandCursor);
    }
    if (drag_ == Drag::Going) Q_EMIT dragged(at);
}

void ChartHeader::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || std::exchange(drag_, Drag::None) != Drag::Going)
        return QWidget::mouseReleaseEvent(event);
    setMovable(movable_);
    Q_EMIT dropped(event->globalPosition().toPoint());
}

void ChartHeader::mouseDoubleClickEvent(QMouseEvent* event) {
    if (!allowed_ || event->button() != Qt::LeftButton) return QWidget::mouseDoubleClickEvent(event);
    drag_ = Drag::None;  // the chart changes its place under the pointer
    Q_EMIT triggered(Tool::Full);
}

void ChartHeader::hideEvent(QHideEvent* event) {
    cancelDrag();
    QWidget::hideEvent(event);
}

void ChartHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showTools();
}

/// What the title, its unit and the widgets of the page leave for tools.
int ChartHeader::room() const {
    const QMargins margins = row_->contentsMargins();
    int left = width() - margins.left() - margins.right() - title_->sizeHint().width() -
               unit_->minimumSizeHint().width() - 4 * row_->spacing() - 4;
    for (const QWidget* widget : added_)
        if (widget->isVisibleTo(this)) left -= widget->sizeHint().width() + row_->spacing();
    return left;
}

void ChartHeader::showTools() {
    int wanted = 0;
    for (const QToolButton* tool : buttons_)
        if (allowed_ && (active_ || tool->isChecked())) wanted += tool->sizeHint().width() + row_->spacing();
    const int left = room(), hint = title_->sizeHint().width();
    const bool narrow = wanted > left;
    // The unit gives way first, then the title; what the page has added stays whole.
    const int lack = std::max(0, (allowed_ && narrow ? more_->sizeHint().width() + row_->spacing() : 0) - left);
    title_->setMinimumWidth(std::max(title_->minimumSizeHint().width(), hint - lack));
    for (QToolButton* tool : buttons_) tool->setVisible(allowed_ && !narrow && (active_ || tool->isChecked()));
    more_->setVisible(allowed_ && narrow);
}

void ChartHeader::fillMore() {
    QMenu* menu = more_->menu();
    menu->clear();
    for (QToolButton* tool : buttons_) {
        if (tool->menu() != nullptr) {
            menu->addMenu(tool->menu())->setText(tool->toolTip());
            continue;
        }
        QAction* action = menu->addAction(tool->icon(), tool->toolTip(), tool, &QToolButton::click);
        action->setCheckable(tool->isCheckable());
        action->setChecked(tool->isChecked());
    }
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>
#include <QMargins>
#include <initializer_list>

class QScrollArea;

namespace gatelab {

/// What stands in a row or column: a widget or a layout, with its share of the room that is left over, or room itself.
struct LayoutItem {
    LayoutItem(QWidget* item, int share = 0, Qt::Alignment place = {})
        : widget(item), stretch(share), alignment(place) {}
    LayoutItem(QLayout* item, int share = 0) : layout(item), stretch(share) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;
    Qt::Alignment alignment;
    int pixels = -1;  ///< of room that never changes
};

/// Room that grows.
LayoutItem spring(int stretch = 0);
/// Room of so many pixels.
LayoutItem gap(int pixels);

/// The layout of a widget, or without an owner a part of another layout. Spacing -1: that of the style.
QHBoxLayout* makeRow(QWidget* owner, const QMargins& margins, int spacing = -1,
                     std::initializer_list<LayoutItem> items = {});
QVBoxLayout* makeColumn(QWidget* owner, const QMargins& margins, int spacing = -1,
                        std::initializer_list<LayoutItem> items = {});
/// A part of another layout, without margins.
QHBoxLayout* makeRow(std::initializer_list<LayoutItem> items);

/// A frameless area in which the widget has the whole width, and scrolls where it is too high; null: it is set later.
QScrollArea* makeScrolled(QWidget* content, QWidget* parent = nullptr);

/// The widget by another name for screen readers than what is written on it, and what its tool tip says.
template <typename W>
W* named(W* widget, const QString& name, const QString& tip) {
    widget->setAccessibleName(name);
    widget->setToolTip(tip);
    return widget;
}

/// One that shows an icon alone: both are this.
template <typename W>
W* named(W* widget, const QString& what) {
    return named(widget, what, what);
}

}  // namespace gatelab

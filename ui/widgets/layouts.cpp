// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layouts.h"

#include <QScrollArea>

namespace gatelab {

namespace {

template <typename Layout>
Layout* filled(Layout* layout, const QMargins& margins, int spacing, std::initializer_list<LayoutItem> items) {
    layout->setContentsMargins(margins);
    if (spacing >= 0) layout->setSpacing(spacing);
    for (const LayoutItem& item : items)
        if (item.widget)
            layout->addWidget(item.widget, item.stretch, item.alignment);
        else if (item.layout)
            layout->addLayout(item.layout, item.stretch);
        else if (item.pixels >= 0)
            layout->addSpacing(item.pixels);
        else
            layout->addStretch(item.stretch);
    return layout;
}

}  // namespace

LayoutItem spring(int stretch) { return {static_cast<QWidget*>(nullptr), stretch}; }

LayoutItem gap(int pixels) {
    LayoutItem item = spring();
    item.pixels = pixels;
    return item;
}

QHBoxLayout* makeRow(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<LayoutItem> items) {
    return filled(new QHBoxLayout(owner), margins, spacing, items);
}

QVBoxLayout* makeColumn(QWidget* owner, const QMargins& margins, int spacing, std::initializer_list<LayoutItem> items) {
    return filled(new QVBoxLayout(owner), margins, spacing, items);
}

QHBoxLayout* makeRow(std::initializer_list<LayoutItem> items) { return makeRow(nullptr, {}, -1, items); }

QScrollArea* makeScrolled(QWidget* content, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(content);
    return area;
}

}  // namespace gatelab

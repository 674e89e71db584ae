// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/line_list.h"

#include <QListWidget>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

namespace gatelab {

LineList::LineList(const QString& title, Long tooLong, QWidget* parent)
    : Card(title, {}, parent), list_(new QListWidget(this)) {
    list_->setFrameShape(QFrame::NoFrame);
    list_->setWordWrap(tooLong == Long::Wrapped);
    list_->setUniformItemSizes(tooLong == Long::Cut);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setResizeMode(QListView::Adjust);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list_->setAccessibleName(title);
    body()->addWidget(list_);
    // Known only when the lines have been laid out
    connect(list_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &LineList::fit);
    fit();
    hide();
}

void LineList::setVisibleLines(int count) {
    most_ = count;
    fit();
}

void LineList::setLines(const QStringList& lines) {
    list_->clear();
    for (const QString& line : lines) (new QListWidgetItem(line, list_))->setToolTip(line);
    setVisible(!lines.isEmpty());
    fit();
}

void LineList::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    fit();
}

/// A wrapped line counts as the lines that it takes.
void LineList::fit() {
    list_->ensurePolished();
    int height = 0;
    for (int row = 0; row < std::min(most_, list_->count()); ++row) height += std::max(0, list_->sizeHintForRow(row));
    list_->setFixedHeight(height);
}

}  // namespace gatelab

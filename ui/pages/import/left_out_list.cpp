// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/left_out_list.h"

#include "common/texts.h"

#include <QListWidget>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

namespace gatelab {

LeftOutList::LeftOutList(QWidget* parent) : Card(tr("Rows left out"), {}, parent), list_(new QListWidget(this)) {
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setAccessibleName(tr("Rows left out"));
    body()->addWidget(list_);
    // Known only when the rows have been laid out
    connect(list_->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &LeftOutList::fit);
    connect(list_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &LeftOutList::fit);
    fit();
    hide();
}

void LeftOutList::setVisibleLines(int count) {
    most_ = count;
    fit();
}

void LeftOutList::fit() {
    list_->ensurePolished();
    const QScrollBar& across = *list_->horizontalScrollBar();
    list_->setFixedHeight(std::min(most_, list_->count()) * std::max(0, list_->sizeHintForRow(0)) +
                          (across.maximum() > across.minimum() ? across.sizeHint().height() : 0));
}

void LeftOutList::setAccount(const ReadAccount& account) {
    constexpr std::int64_t kMaxListed = 5000;
    list_->clear();
    setVisible(account.left() > 0);
    setTitle(tr("Rows left out"),
             tr("%1 rows in the file, %2 read, %3 left out")
                 .arg(formatCount(account.rowsInFile), formatCount(account.rowsRead), formatCount(account.left())));
    for (const auto& row : account.leftOut(kMaxListed))
        list_->addItem(tr("Line %1: %2").arg(formatCount(row.line), translated(row.why)));
    if (account.left() > kMaxListed) list_->addItem(tr("and %1 more").arg(formatCount(account.left() - kMaxListed)));
    fit();
}

}  // namespace gatelab

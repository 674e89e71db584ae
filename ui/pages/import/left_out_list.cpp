// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/left_out_list.h"

#include "common/texts.h"

#include <QListWidget>
#include <QVBoxLayout>

namespace gatelab {

LeftOutList::LeftOutList(QWidget* parent) : Card(tr("Rows left out"), {}, parent), list_(new QListWidget(this)) {
    list_->setFrameShape(QFrame::NoFrame);
    list_->setUniformItemSizes(true);
    list_->setAccessibleName(tr("Rows left out"));
    body()->addWidget(list_);
    setVisibleLines(4);
    hide();
}

void LeftOutList::setVisibleLines(int count) { list_->setFixedHeight(count * (fontMetrics().lineSpacing() + 3) + 8); }

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
}

}  // namespace gatelab

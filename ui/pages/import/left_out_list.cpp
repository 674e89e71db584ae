// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/import/left_out_list.h"

#include "common/texts.h"

namespace gatelab {

LeftOutList::LeftOutList(QWidget* parent) : LineList(tr("Rows left out"), Long::Cut, parent) {}

void LeftOutList::setAccount(const ReadAccount& account) {
    constexpr std::int64_t kMaxListed = 5000;
    setTitle(tr("Rows left out"),
             tr("%1 rows in the file, %2 read, %3 left out")
                 .arg(formatCount(account.rowsInFile), formatCount(account.rowsRead), formatCount(account.left())));
    QStringList lines;
    for (const auto& row : account.leftOut(kMaxListed))
        lines << tr("Line %1: %2").arg(formatCount(row.line), translated(row.why));
    if (account.left() > kMaxListed) lines << tr("and %1 more").arg(formatCount(account.left() - kMaxListed));
    setLines(lines);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/read_account.h"
#include "widgets/card.h"

class QListWidget;

namespace gatelab {

/// The rows of a file that were left out, each with its line and the reason; hidden where there is none. A long list
/// ends with how many more there are.
class LeftOutList : public Card {
    Q_OBJECT
public:
    explicit LeftOutList(QWidget* parent = nullptr);
    void setAccount(const ReadAccount& account);
    void setVisibleLines(int count);

private:
    QListWidget* list_;
};

}  // namespace gatelab

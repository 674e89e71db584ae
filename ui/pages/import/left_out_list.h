// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/read_account.h"
#include "widgets/card.h"

class QListWidget;

namespace gatelab {

/// The rows of a file that were left out, each with its line and the reason; hidden where there is none. A long list
/// ends with how many more there are. As high as its rows, and scrolled where they are more than may be visible.
class LeftOutList : public Card {
    Q_OBJECT
public:
    explicit LeftOutList(QWidget* parent = nullptr);
    void setAccount(const ReadAccount& account);
    /// How many rows it shows at most.
    void setVisibleLines(int count);

private:
    void fit();
    QListWidget* list_;
    int most_ = 4;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/read_account.h"
#include "pages/import/line_list.h"

namespace gatelab {

/// The rows of a file that were left out, each with its line and the reason; hidden where there is none. A long list
/// ends with how many more there are.
class LeftOutList : public LineList {
    Q_OBJECT
public:
    explicit LeftOutList(QWidget* parent = nullptr);
    void setAccount(const ReadAccount& account);
};

}  // namespace gatelab

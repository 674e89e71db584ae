// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/list_box.h"

namespace gatelab {

class RunBoard;
class Theme;

/// Which data, target and horizon are looked at: the first control of a page's bar. GUI thread.
class ScopeBox : public ListBox {
    Q_OBJECT
public:
    ScopeBox(Theme& theme, RunBoard& board, QWidget* parent = nullptr);

private:
    void fill();
    Theme* theme_;
    RunBoard* board_;
};

}  // namespace gatelab

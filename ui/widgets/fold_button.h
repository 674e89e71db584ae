// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QToolButton>

namespace gatelab {

/// The head of a part that is folded away until it is asked for: its name behind a chevron that shows whether it is
/// open. toggled() says when it changes; it begins closed.
class FoldButton : public QToolButton {
    Q_OBJECT
public:
    FoldButton(Theme& theme, const QString& text, QWidget* parent = nullptr);

private:
    void showChevron();
    Theme* theme_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fold_button.h"

namespace gatelab {

FoldButton::FoldButton(Theme& theme, const QString& text, QWidget* parent) : QToolButton(parent), theme_(&theme) {
    setText(text);
    setCheckable(true);
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(this, &QToolButton::toggled, this, &FoldButton::showChevron);
    connect(theme_, &Theme::changed, this, &FoldButton::showChevron);
    showChevron();
}

void FoldButton::showChevron() {
    const QString chevron = isChecked() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
    setIcon(theme_->icon(chevron, Ink::Muted));
}

}  // namespace gatelab

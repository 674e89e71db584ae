// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/empty_state.h"

#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace gatelab {

EmptyState::EmptyState(Theme& theme, const QString& icon, const QString& sentence, QWidget* parent)
    : QWidget(parent), theme_(theme), iconName_(icon) {
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    icon_ = new QLabel(this);
    icon_->setAlignment(Qt::AlignCenter);
    sentence_ = makeLabel(sentence, "muted", this);
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setWordWrap(true);
    buttons_ = makeRow(nullptr, {}, 8, {spring(1), spring(1)});
    column->addStretch(1);
    column->addWidget(icon_);
    column->addWidget(sentence_);
    column->addLayout(buttons_);
    column->addStretch(1);
    const auto restyle = [this] { icon_->setPixmap(theme_.icon(iconName_, Ink::Muted).pixmap(20, 20)); };
    connect(&theme, &Theme::changed, this, restyle);
    restyle();
}

void EmptyState::setSentence(const QString& sentence) { sentence_->setText(sentence); }

QPushButton* EmptyState::addButton(const QString& text, const QString& icon) {
    auto* button = new QPushButton(text, this);
    if (!icon.isEmpty()) button->setIcon(theme_.icon(icon));
    buttons_->insertWidget(buttons_->count() - 1, button);
    return button;
}

}  // namespace gatelab

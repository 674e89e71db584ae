// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/status_item.h"

#include <QHBoxLayout>
#include <QLabel>

namespace gatelab {

StatusItem::StatusItem(Theme& theme, const QString& icon, QWidget* parent)
    : QWidget(parent), theme_(theme), iconName_(icon) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(6);
    icon_ = new QLabel(this);
    strong_ = new QLabel(this);
    strong_->setTextFormat(Qt::PlainText);
    rest_ = new QLabel(this);
    rest_->setTextFormat(Qt::PlainText);
    rest_->setProperty("role", "unit");
    row->addWidget(icon_);
    row->addWidget(strong_);
    row->addWidget(rest_);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    connect(&theme, &Theme::changed, this, &StatusItem::restyle);
    restyle();
    set({});
}

void StatusItem::set(const QString& strong, const QString& rest) {
    strong_->setText(strong);
    rest_->setText(rest);
    strong_->setVisible(!strong.isEmpty());
    rest_->setVisible(!rest.isEmpty());
    setVisible(!strong.isEmpty() || !rest.isEmpty());
    setAccessibleName(rest.isEmpty() ? strong : tr("%1 %2").arg(strong, rest));
}

void StatusItem::setIcon(const QString& icon) {
    iconName_ = icon;
    restyle();
}

void StatusItem::restyle() {
    icon_->setVisible(!iconName_.isEmpty());
    if (!iconName_.isEmpty()) icon_->setPixmap(theme_.icon(iconName_, Ink::Muted).pixmap(16, 16));
    strong_->setFont(theme_.font(12, 500));
}

}  // namespace gatelab

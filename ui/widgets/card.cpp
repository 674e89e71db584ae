// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/card.h"

#include "widgets/layouts.h"

#include <QLabel>

namespace gatelab {

Card::Card(const QString& title, const QString& unit, QWidget* parent) : QFrame(parent) {
    setProperty("card", true);
    auto* all = makeColumn(this, {}, 0);
    header_ = new QWidget(this);
    header_->setFixedHeight(32);
    headerRow_ = makeRow(header_, {12, 0, 8, 0}, 8);
    title_ = makeLabel({}, "title", header_);
    unit_ = makeLabel({}, "unit", header_);
    headerRow_->addWidget(title_);
    headerRow_->addWidget(unit_);
    headerRow_->addStretch(1);
    body_ = makeColumn(nullptr, {}, 8);
    all->addWidget(header_);
    all->addLayout(body_, 1);
    setBodyPadding(12);
    setTitle(title, unit);
}

void Card::setTitle(const QString& title, const QString& unit) {
    title_->setText(title);
    unit_->setText(unit);
    unit_->setVisible(!unit.isEmpty());
    header_->setVisible(!title.isEmpty());
    if (accessibleName().isEmpty() || !title.isEmpty()) setAccessibleName(title);
}

void Card::addHeaderWidget(QWidget* widget) {
    headerRow_->addWidget(widget);
    header_->show();
}

void Card::setBodyPadding(int px) { body_->setContentsMargins(px, header_->isHidden() ? px : 0, px, px); }

QFrame* makeLine(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("line", true);
    line->setFixedHeight(1);
    return line;
}

QFrame* makeVerticalLine(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("vline", true);
    line->setFixedWidth(1);
    return line;
}

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", role);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace gatelab

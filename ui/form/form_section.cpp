// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/form_section.h"

#include "form/field_row.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace gatelab {

FormSection::FormSection(Theme& theme, const QString& title, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      heading_(new QToolButton(this)),
      body_(new QWidget(this)),
      layout_(new QVBoxLayout(body_)) {
    makeColumn(this, {0, 4, 0, 4}, 0, {heading_, body_});
    layout_->setContentsMargins(0, 0, 0, 0);
    layout_->setSpacing(0);
    heading_->setObjectName(QStringLiteral("sectionHeading"));
    heading_->setText(title);
    heading_->setFont(theme.font(12, 500));
    heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    heading_->setIconSize({12, 12});
    heading_->setAutoRaise(true);
    heading_->setFixedHeight(qRound(24 * theme.textScale()));
    connect(heading_, &QToolButton::clicked, this, [this] {
        setOpen(!isOpen());
        Q_EMIT turned(isOpen());
    });
    setOpen(true);
}

void FormSection::add(FieldRow* row) {
    rows_.push_back(row);
    layout_->addWidget(row);
}

void FormSection::setSummary(const QString& words) {
    if (!summary_) {
        summary_ = makeLabel({}, "note", this);
        summary_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        summary_->setWordWrap(true);
        auto* column = static_cast<QVBoxLayout*>(layout());
        column->removeWidget(heading_);
        column->insertLayout(0, makeRow({heading_, {summary_, 1}}));
    }
    summary_->setText(words);
}

void FormSection::addContent(QWidget* content) { layout_->addWidget(content); }

bool FormSection::isOpen() const { return !body_->isHidden(); }

void FormSection::setOpen(bool open) {
    heading_->setAccessibleDescription(open ? tr("open") : tr("folded"));
    heading_->setIcon(
        theme_->icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted));
    body_->setVisible(open);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/form_section.h"

#include "form/field_row.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"

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

void FormSection::addContent(QWidget* content) { layout_->addWidget(content); }

void FormSection::setNote(const QString& note) {
    if (!note_) {
        note_ = new ElidedLabel;
        note_->setProperty("role", "note");
        note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        auto* column = static_cast<QVBoxLayout*>(layout());
        column->removeWidget(heading_);
        column->insertLayout(0, makeRow({heading_, {note_, 1}, spring()}));  // an open heading stays at the left
        note_->setVisible(!isOpen());
    }
    note_->setFullText(note);
}

bool FormSection::isOpen() const { return !body_->isHidden(); }

void FormSection::setOpen(bool open) {
    heading_->setAccessibleDescription(open ? tr("open") : tr("folded"));
    heading_->setIcon(
        theme_->icon(open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), Ink::Muted));
    body_->setVisible(open);
    if (note_) note_->setVisible(!open);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_row.h"

#include "common/field_text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <utility>

namespace gatelab {

FieldRow::FieldRow(const Field& field, Theme& theme, QWidget* parent)
    : QWidget(parent),
      field_(&field),
      theme_(&theme),
      label_(new QLabel(this)),
      reset_(new QToolButton(this)),
      control_(makeFieldWidget(field, theme, this)),
      message_(new QLabel(this)),
      value_(defaultValue(field)),
      default_(value_) {
    setObjectName(QString::fromUtf8(field.key));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 10, 2);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(2);
    grid->addWidget(label_, 0, 0, Qt::AlignTop);
    grid->addWidget(reset_, 0, 1, Qt::AlignTop);
    grid->addWidget(control_, 0, 2);
    grid->addWidget(message_, 1, 2);
    grid->setColumnStretch(2, 1);
    label_->setMinimumHeight(28);
    label_->setWordWrap(true);
    label_->setBuddy(control_);
    message_->setWordWrap(true);
    message_->hide();
    reset_->setFixedSize(20, 28);
    reset_->setIconSize({12, 12});
    reset_->setAutoRaise(true);
    // Reached by the context menu from the keyboard; a stop between any two fields would slow down filling in.
    reset_->setFocusPolicy(Qt::NoFocus);
    QSizePolicy keepsRoom = reset_->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(keepsRoom);
    reset_->hide();
    setLabelWidth(qRound(140 * theme.textScale()));
    connect(reset_, &QToolButton::clicked, this, &FieldRow::reset);
    connect(control_, &FieldWidget::edited, this, [this](const FieldValue& value) {
        value_ = value;
        update();
        Q_EMIT edited(value);
    });
    connect(control_, &FieldWidget::problem, this, [this](const QString& message) {
        if (std::exchange(typedProblem_, message) == message) return;
        update();
        Q_EMIT unread(message);
    });
    describe();
    update();
}

void FieldRow::setLabel(const QString& text) {
    label_->setText(text);
    const QString unit = translated(field_->unit);
    QWidget* target = control_->focusProxy() ? control_->focusProxy() : control_;
    target->setAccessibleName(unit.isEmpty() ? text : tr("%1 in %2").arg(text, unit));
}

void FieldRow::setLabelWidth(int pixels) { label_->setFixedWidth(pixels); }

void FieldRow::setResettable(bool on) {
    resettable_ = on;
    reset_->setVisible(false);
    update();
}

void FieldRow::describe() {
    const QString name = translated(field_->label);
    setLabel(name);
    const QString help = fieldToolTip(*field_);
    label_->setToolTip(help);
    control_->setToolTip(help);
    QWidget* target = control_->focusProxy() ? control_->focusProxy() : control_;
    // Not the tip: its markup would be read out.
    for (QWidget* each : {static_cast<QWidget*>(label_), static_cast<QWidget*>(control_), target})
        each->setAccessibleDescription(translated(field_->help));
    target->setWhatsThis(help);
    reset_->setToolTip(tr("Back to the default: %1").arg(displayValue(*field_, defaultValue(*field_))));
    reset_->setAccessibleName(tr("Reset %1").arg(name));
    reset_->setIcon(theme_->icon(QStringLiteral("reset"), Ink::Muted));
}

void FieldRow::show(const FieldValue& value) {
    value_ = value;
    control_->setValue(value);
    update();
}

void FieldRow::setFinding(Severity severity, const QString& message) {
    severity_ = severity;
    finding_ = message;
    update();
}

void FieldRow::setUnused(const QString& reason) {
    unused_ = reason;
    update();
}

QString FieldRow::message() const {
    if (!typedProblem_.isEmpty()) return typedProblem_;
    if (!finding_.isEmpty() && severity_ != Severity::Info) return finding_;
    return unused_.isEmpty() ? finding_ : unused_;
}

void FieldRow::update() {
    const bool error = hasProblem();
    const bool warning = !error && !finding_.isEmpty() && severity_ == Severity::Warning;
    const bool greyed = !unused_.isEmpty();
    control_->setEnabled(!greyed);
    control_->setInvalid(error);
    setStyleProperty(label_, "role", greyed ? "muted" : "");
    const QString text = message();
    setStyleProperty(message_, "role", error ? "error" : warning ? "warning" : "note");
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    reset_->setVisible(resettable_ && !greyed && value_ != default_);
}

void FieldRow::reset() {
    Q_EMIT resetRequested();
    control_->revert();
}

bool FieldRow::matches(const QString& words) const {
    const QString all = translated(field_->label) + QLatin1Char(' ') + QString::fromUtf8(field_->key) +
                        QLatin1Char(' ') + translated(field_->help);
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
        if (!all.contains(word, Qt::CaseInsensitive)) return false;
    return true;
}

void FieldRow::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    QAction* back =
        menu.addAction(tr("Reset to %1").arg(displayValue(*field_, defaultValue(*field_))), this, &FieldRow::reset);
    back->setEnabled(resettable_ && value_ != default_);
    menu.addAction(tr("Copy as a command-line option"), this, [this] {
        QApplication::clipboard()->setText(QString::fromStdString(fieldFlag(*field_)) + QLatin1Char(' ') +
                                           editableText(value_));
    });
    menu.exec(event->globalPos());
}

}  // namespace gatelab

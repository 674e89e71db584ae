// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/line_field.h"

#include "common/field_text.h"
#include "form/choice_field.h"
#include "form/undo_key.h"
#include "store/run_name.h"
#include "widgets/labels/unit_label.h"
#include "widgets/layouts.h"

#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gatelab {

LineField::LineField(const Field& field, Theme& theme, QWidget* parent)
    : FieldWidget(field, theme, parent), line_(new QLineEdit(this)), shown_(defaultValue(field)), settled_(shown_) {
    makeRow(this, {}, -1, {line_});
    line_->setMinimumWidth(60);
    if (std::string_view(field.key) == "name") line_->setMaxLength(kLongestRunName);
    setFocusProxy(line_);
    line_->installEventFilter(this);
    leaveUndoToWindow(line_,
                      [this] { return !commitOnEnter_ && readTyped(this->field(), line_->text()).value.has_value(); });
    connect(line_, &QLineEdit::textEdited, this, &LineField::typed);
    connect(line_, &QLineEdit::returnPressed, this, &LineField::settle);
    connect(line_, &QLineEdit::editingFinished, this, [this] {
        if (!commitOnEnter_)
            settle();
        else if (!line_->hasFocus())
            revert();  // left without Enter
    });
    showUnit();
    revert();
}

/// A line that goes with the focus says once more that its editing is finished; there is nobody left to hear it.
LineField::~LineField() { line_->disconnect(this); }

void LineField::showUnit() {
    const QString unit = translated(field().unit);
    setInputUnit(line_, note_.isEmpty() ? unit : unit.isEmpty() ? note_ : tr("%1, %2").arg(unit, note_));
}

void LineField::setUnitNote(const QString& note) {
    note_ = note;
    showUnit();
}

void LineField::setInvalid(bool invalid) { setStyleProperty(line_, "invalid", invalid); }

void LineField::typed(const QString& text) {
    const TypedValue read = readTyped(field(), text);
    Q_EMIT problem(read.problem);
    // What cannot be is not half taken: 99999 must not leave 9999 behind.
    if (!commitOnEnter_) commit(read.value.value_or(settled_));
}

void LineField::settle() {
    const TypedValue read = readTyped(field(), line_->text());
    if (!read.value) return;
    commit(*read.value);
    settled_ = shown_;
}

void LineField::commit(const FieldValue& value) {
    if (value == shown_) return;
    shown_ = value;
    Q_EMIT edited(shown_);
}

void LineField::setValue(const FieldValue& value) {
    if (value == shown_) {
        if (combo_) showOption();
        return;
    }
    shown_ = settled_ = value;
    revert();
}

void LineField::revert() {
    const QString text = editableText(shown_);
    if (line_->text() != text) line_->setText(text);
    line_->setCursorPosition(0);
    if (combo_) showOption();
    Q_EMIT problem({});
}

void LineField::stepBy(int direction, bool fast) {
    const TypedValue read = readTyped(field(), line_->text());
    const FieldValue from = read.value.value_or(shown_);
    FieldValue next = from;
    if (const auto* whole = std::get_if<std::int64_t>(&from)) {
        const double wanted = static_cast<double>(*whole) + direction * (fast ? 10 : 1);
        next = static_cast<std::int64_t>(std::clamp(wanted, field().range.low, field().range.high));
    } else if (const auto* real = std::get_if<double>(&from); real && *real > 0) {
        const double decade = std::pow(10.0, std::floor(std::log10(*real) + 1e-9));
        const double digit = *real / decade;
        const double factor = direction > 0 ? (digit < 1.999   ? 2
                                               : digit < 4.999 ? 5
                                                               : 10)
                                            : (digit > 5.001   ? 5
                                               : digit > 2.001 ? 2
                                               : digit > 1.001 ? 1
                                                               : 0.5);
        // Through text: 0.30000000000000004 is nothing a person would type.
        const double rounded = QString::number(factor * decade, 'g', 3).toDouble();
        next = std::clamp(rounded, field().range.low, field().range.high);
    }
    if (checkFieldValue(field(), next)) return;
    const QString text = editableText(next);
    line_->setText(text);
    typed(text);
}

bool LineField::eventFilter(QObject* watched, QEvent* event) {
    if (watched == line_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool number = !std::holds_alternative<std::string>(shown_);
        if (number && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            stepBy(key->key() == Qt::Key_Up ? 1 : -1, key->modifiers().testFlag(Qt::ShiftModifier));
            return true;
        }
        if (key->key() == Qt::Key_Escape && line_->text() != editableText(shown_)) {
            revert();
            return true;
        }
    }
    return FieldWidget::eventFilter(watched, event);
}

void LineField::setOptions(const std::vector<FieldOption>& options) {
    options_ = options;
    if (!combo_) {
        combo_ = new QuietComboBox(this);
        layout()->addWidget(combo_);
        connect(combo_, &QComboBox::activated, this, [this](int index) {
            const QString key = combo_->itemData(index).toString();
            line_->setText(key);
            typed(key);
        });
    }
    line_->setVisible(options.empty());
    combo_->setVisible(!options.empty());
    setFocusProxy(options.empty() ? static_cast<QWidget*>(line_) : combo_);
    combo_->setAccessibleName(line_->accessibleName());
    combo_->setAccessibleDescription(line_->accessibleDescription());
    combo_->setWhatsThis(line_->whatsThis());
    showOption();
}

void LineField::showOption() {
    const QString key = editableText(shown_);
    combo_->clear();
    for (const FieldOption& option : options_) combo_->addItem(option.label, option.key);
    // A value from a file may not be offered on this machine: it is shown all the same.
    if (combo_->findData(key) < 0) combo_->addItem(key, key);
    combo_->setCurrentIndex(combo_->findData(key));
}

}  // namespace gatelab

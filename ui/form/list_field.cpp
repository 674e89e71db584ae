// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/list_field.h"

#include "common/field_text.h"
#include "widgets/layouts.h"
#include "widgets/tick_menu.h"

#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace gatelab {

ListField::ListField(const Field& field, Theme& theme, QWidget* parent)
    : FieldWidget(field, theme, parent),
      line_(new QLineEdit(this)),
      button_(new QPushButton(this)),
      menu_(new TickMenu(button_)) {
    makeRow(this, {}, -1, {line_, button_});
    line_->setMinimumWidth(60);
    button_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button_->setProperty("menu", true);
    button_->setMenu(menu_);
    button_->hide();
    setFocusProxy(line_);
    connect(line_, &QLineEdit::textEdited, this, &ListField::typed);
    connect(menu_, &QMenu::aboutToShow, this, &ListField::fillMenu);
    line_->setPlaceholderText(tr("values, separated by commas"));
    revert();
}

void ListField::setInvalid(bool invalid) { setStyleProperty(line_, "invalid", invalid); }

void ListField::typed(const QString& text) {
    const TypedValue read = readTyped(field(), text);
    Q_EMIT problem(read.problem);
    if (!read.value || std::get<std::vector<std::string>>(*read.value) == shown_) return;
    shown_ = std::get<std::vector<std::string>>(*read.value);
    Q_EMIT edited(*read.value);
}

void ListField::setValue(const FieldValue& value) {
    const auto& list = std::get<std::vector<std::string>>(value);
    if (list == shown_ && button_->isHidden()) return;
    shown_ = list;
    revert();
}

void ListField::revert() {
    line_->setText(editableText(FieldValue(shown_)));
    const int count = static_cast<int>(shown_.size());
    button_->setText(count <= 2 ? displayValue(field(), FieldValue(shown_)) : tr("%n chosen", nullptr, count));
    Q_EMIT problem({});
}

void ListField::setOptions(const std::vector<FieldOption>& options) {
    options_ = options;
    line_->setVisible(options.empty());
    button_->setVisible(!options.empty());
    setFocusProxy(options.empty() ? static_cast<QWidget*>(line_) : button_);
    button_->setAccessibleName(line_->accessibleName());
    button_->setAccessibleDescription(line_->accessibleDescription());
    button_->setWhatsThis(line_->whatsThis());
    revert();
}

void ListField::fillMenu() {
    menu_->clear();
    menu_->addAction(tr("Automatic"), this, [this] {
        shown_.clear();
        revert();
        Q_EMIT edited(FieldValue(shown_));
    });
    menu_->addSeparator();
    for (const FieldOption& option : options_) {
        QAction* action = menu_->addAction(option.label, this, [this, key = option.key](bool on) { tick(key, on); });
        action->setCheckable(true);
        action->setChecked(std::find(shown_.begin(), shown_.end(), option.key.toStdString()) != shown_.end());
    }
}

void ListField::tick(const QString& key, bool on) {
    std::vector<std::string> next;
    // In the order of the data, whatever the order of the clicks.
    for (const FieldOption& option : options_) {
        const std::string name = option.key.toStdString();
        const bool was = std::find(shown_.begin(), shown_.end(), name) != shown_.end();
        if (option.key == key ? on : was) next.push_back(name);
    }
    shown_ = std::move(next);
    revert();
    Q_EMIT edited(FieldValue(shown_));
}

}  // namespace gatelab

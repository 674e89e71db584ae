// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "form/field_form.h"
#include "widgets/card.h"

class QLabel;
class QLineEdit;

namespace gatelab {

class Segments;

/// A card with the settings of some groups: level switch and search above, the form scrolling below. Ctrl+F goes to the
/// search.
class SettingsCard : public Card {
    Q_OBJECT
public:
    SettingsCard(ExperimentModel& experiment, Theme& theme, const std::vector<FieldGroup>& groups,
                 QWidget* parent = nullptr);
    [[nodiscard]] FieldForm& form() { return *form_; }
    /// All settings, or the basic ones.
    void setAll(bool all);
    /// Shows a field wherever it hides and gives it the keyboard.
    bool focusField(const QString& key);
    /// Basic or all, and the words searched for.
    [[nodiscard]] QVariantMap viewState() const;
    void restoreViewState(const QVariantMap& state);

Q_SIGNALS:
    void allChosen(bool all);  ///< by hand

private:
    void search(const QString& words);
    FieldForm* form_;
    Segments* level_;
    QLineEdit* search_;
    QLabel* nothing_;
};

}  // namespace gatelab

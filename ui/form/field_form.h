// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/field.h"
#include "form/field_widget.h"
#include "runs/experiment_model.h"

#include <map>
#include <string>
#include <vector>

namespace gatelab {

class FieldRow;
class FormSection;

/// The settings of some groups as a form, generated from the field table: one row per field, folded sections per group.
/// Shows the experiment and pushes edits to it; stores nothing. Expert fields are hidden at the basic level unless they
/// are searched for or have an error. GUI thread.
class FieldForm : public QWidget {
    Q_OBJECT
public:
    FieldForm(ExperimentModel& experiment, Theme& theme, const std::vector<FieldGroup>& groups,
              QWidget* parent = nullptr);
    ~FieldForm() override;

    void setLevel(FieldLevel level);
    [[nodiscard]] FieldLevel level() const { return level_; }
    /// Shows only fields whose name, key or help hold these words; empty: all of the level.
    void setSearch(const QString& words);
    /// Leaves one field out (it has a place of its own on the page).
    void exclude(const char* key);
    void setOptions(const char* key, const std::vector<FieldOption>& options);
    void setUnitNote(const char* key, const QString& note);
    /// Scrolls a surrounding scroll area to the field, opens its section and gives it the keyboard. False: not in this
    /// form.
    bool focusField(const QString& key);
    [[nodiscard]] int fieldCount() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] int visibleCount() const;
    /// One per group, in their order.
    [[nodiscard]] const std::vector<FormSection*>& sections() const { return sections_; }
    /// Null when the field is not in this form.
    [[nodiscard]] FieldRow* row(const std::string& key) const;

private:
    void addSection(FieldGroup group);
    void reset(const Field& field);
    void showConfig(const QString& key);
    void showUse();
    void showFindings();
    /// Greys the implementations that cannot run the present model here.
    void showObstacles();
    void filter();
    ExperimentModel* experiment_;
    Theme* theme_;
    FieldLevel level_ = FieldLevel::Basic;
    QString search_;
    std::map<std::string, FieldRow*> rows_;
    std::vector<FormSection*> sections_;
};

}  // namespace gatelab

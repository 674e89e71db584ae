// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/field_form.h"

#include "common/field_text.h"
#include "common/texts.h"
#include "config/field_use.h"
#include "form/field_row.h"
#include "form/form_section.h"
#include "widgets/layouts.h"
#include "widgets/scroll_into_view.h"

#include <algorithm>

namespace gatelab {

FieldForm::FieldForm(ExperimentModel& experiment, Theme& theme, const std::vector<FieldGroup>& groups, QWidget* parent)
    : QWidget(parent), experiment_(&experiment), theme_(&theme) {
    auto* layout = makeColumn(this, {}, 0);
    for (const FieldGroup group : groups) addSection(group);
    layout->addStretch();
    connect(experiment_, &ExperimentModel::configChanged, this, &FieldForm::showConfig);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &FieldForm::showFindings);
    showConfig({});
    showFindings();
}

FieldForm::~FieldForm() {
    // The text goes with its field; told later, for who listens may be going with this form.
    for (const auto& [key, row] : rows_)
        if (row->hasUnread())
            QMetaObject::invokeMethod(
                experiment_, [experiment = experiment_, key = key] { experiment->setUnread(key, {}); },
                Qt::QueuedConnection);
}

void FieldForm::addSection(FieldGroup group) {
    FormSection* section = nullptr;
    for (const Field& field : fields()) {
        if (field.group != group) continue;
        if (!section) {
            section = new FormSection(*theme_, translated(groupLabel(group)), this);
            section->setObjectName(QString::fromUtf8(groupLabel(group).source));
        }
        auto* row = new FieldRow(field, *theme_, section);
        section->add(row);
        rows_[field.key] = row;
        connect(row, &FieldRow::edited, this,
                [this, key = field.key](const FieldValue& value) { experiment_->set(key, value); });
        connect(row, &FieldRow::unread, this,
                [this, key = field.key](const QString& message) { experiment_->setUnread(key, message); });
        connect(row, &FieldRow::resetRequested, this, [this, &field] { reset(field); });
    }
    if (!section) return;
    sections_.push_back(section);
    layout()->addWidget(section);
}

void FieldForm::reset(const Field& field) {
    ExperimentConfig config = experiment_->config();
    if (setFieldValue(config, field, defaultValue(field)))
        experiment_->replace(config, tr("Reset %1").arg(translated(field.label)));
}

void FieldForm::showConfig(const QString& key) {
    const ExperimentConfig& config = experiment_->config();
    for (const auto& [name, row] : rows_) {
        if (key.isEmpty() || key == QLatin1String(name.c_str())) row->show(fieldValue(config, row->field()));
    }
    filter();
}

/// Whether a field counts may depend on any other one, and on the device that there is.
void FieldForm::showUse() {
    const ExperimentConfig config = experiment_->placedConfig();
    for (const auto& [name, row] : rows_) {
        const auto reason = unusedReason(row->field(), config);
        row->setUnused(reason ? translated(*reason) : QString());
    }
}

void FieldForm::showFindings() {
    showUse();
    std::map<std::string, const ConfigFinding*> worst;
    for (const ConfigFinding& finding : experiment_->findings()) {
        const ConfigFinding*& seen = worst[finding.key];
        if (!seen || finding.severity > seen->severity) seen = &finding;
    }
    for (const auto& [name, row] : rows_) {
        const auto found = worst.find(name);
        if (found == worst.end())
            row->setFinding(Severity::Info, {});
        else
            row->setFinding(found->second->severity, translated(found->second->message));
    }
    showObstacles();
    filter();
}

void FieldForm::showObstacles() {
    const auto machine = experiment_->machine();
    const auto found = rows_.find("implementation");
    if (!machine || found == rows_.end()) return;
    std::map<std::string, QString> reasons;
    for (const Choice& choice : found->second->field().choices)
        if (const Text why = implementationObstacle(choice.key, experiment_->config(), *machine); !why.isEmpty())
            reasons[choice.key] = translated(why);
    found->second->control().setObstacles(reasons);
}

void FieldForm::setLevel(FieldLevel level) {
    level_ = level;
    filter();
}

void FieldForm::setSearch(const QString& words) {
    search_ = words.trimmed();
    filter();
    if (search_.isEmpty()) return;
    for (FormSection* section : sections_) section->setOpen(true);
}

void FieldForm::exclude(const char* key) {
    const auto found = rows_.find(key);
    if (found == rows_.end()) return;
    found->second->setVisible(false);
    found->second->setEnabled(false);
    rows_.erase(found);
}

void FieldForm::filter() {
    for (FormSection* section : sections_) {
        bool any = false;
        for (FieldRow* row : section->rows()) {
            const bool mine = rows_.count(row->field().key) != 0;
            const bool level = row->field().level == FieldLevel::Basic || level_ == FieldLevel::Expert;
            const bool wanted = search_.isEmpty() ? level || row->hasProblem() : row->matches(search_);
            row->setVisible(mine && wanted);
            any = any || (mine && wanted);
        }
        section->setVisible(any);
    }
}

int FieldForm::visibleCount() const {
    return static_cast<int>(
        std::count_if(rows_.begin(), rows_.end(), [](const auto& entry) { return !entry.second->isHidden(); }));
}

FieldRow* FieldForm::row(const std::string& key) const {
    const auto found = rows_.find(key);
    return found == rows_.end() ? nullptr : found->second;
}

void FieldForm::setOptions(const char* key, const std::vector<FieldOption>& options) {
    if (FieldRow* found = row(key)) found->control().setOptions(options);
}

void FieldForm::setUnitNote(const char* key, const QString& note) {
    if (FieldRow* found = row(key)) found->control().setUnitNote(note);
}

bool FieldForm::focusField(const QString& key) {
    FieldRow* found = row(key.toStdString());
    if (!found) return false;
    if (found->isHidden()) setLevel(FieldLevel::Expert);
    for (FormSection* section : sections_)
        if (section->isAncestorOf(found)) section->setOpen(true);
    bringIntoView(found);
    focusToType(&found->control());
    return true;
}

}  // namespace gatelab

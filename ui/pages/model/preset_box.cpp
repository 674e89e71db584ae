// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/preset_box.h"

#include "common/background_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "runs/experiment_model.h"
#include "widgets/popover.h"

#include <QLineEdit>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kNameWidth = 240;

}  // namespace

PresetBox::PresetBox(ExperimentModel& experiment, QWidget* parent)
    : ListBox(parent), experiment_(&experiment), job_(new BackgroundJob(this)) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setAccessibleName(tr("Preset"));
    setPlaceholderText(tr("Own settings"));
    setToolTip(tr("A set of model and training settings. Choosing one is one step that Undo takes back."));
    connect(this, &QComboBox::activated, this, &PresetBox::apply);
}

void PresetBox::fill() {
    QStringList problems;
    presets_ = loadPresets(&problems);
    clear();
    bool own = false;
    for (const Preset& preset : presets_) {
        if (!preset.path.isEmpty() && !own) insertSeparator(count());
        own = own || !preset.path.isEmpty();
        addItem(preset.name, preset.name);
    }
    for (const QString& text : problems)
        responderOf(*this).reportProblem(tr("A preset cannot be read and is left out. %1").arg(text));
    refresh();
}

void PresetBox::refresh() {
    int shown = -1;
    for (const Preset& preset : presets_)
        if (shown < 0 && matchesPreset(experiment_->config(), preset.config)) shown = findData(preset.name);
    setCurrentIndex(shown);
}

void PresetBox::apply(int index) {
    const QString name = itemData(index).toString();
    if (const auto found = std::ranges::find(presets_, name, &Preset::name); found != presets_.end())
        experiment_->replace(withPreset(experiment_->config(), found->config), tr("Preset %1").arg(name));
    refresh();
}

void PresetBox::askSave() {
    auto* line = new QLineEdit(QString::fromStdString(modelName(experiment_->config())));
    line->setMinimumWidth(kNameWidth);
    line->selectAll();
    auto* popover = new Popover(tr("Name of the preset"), line, tr("Save preset"), this);
    connect(popover, &Popover::accepted, this, [this, line] {
        if (const QString name = line->text().trimmed(); !name.isEmpty()) keep(name);
    });
    popover->open();
}

void PresetBox::keep(const QString& name) {
    job_->run<QString>([name, config = experiment_->config()](const Progress&) { return savePreset(name, config); },
                       [this, name](const QString& error) {
                           if (!error.isEmpty())
                               responderOf(*this).reportProblem(error);
                           else
                               responderOf(*this).reportDone(tr("Preset %1 is saved.").arg(name));
                           fill();
                       },
                       [](const Error& error) { return translated(error); });
}

}  // namespace gatelab

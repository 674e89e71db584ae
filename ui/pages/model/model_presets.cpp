// SPDX-License-Identifier: GPL-3.0-or-later
// The part of ModelPage that deals with presets.
#include "common/background_job.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "pages/model/model_page.h"
#include "pages/model/presets.h"
#include "runs/experiment_model.h"
#include "widgets/popover.h"

#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kPresetNameWidth = 240;

}  // namespace

void ModelPage::fillPresets() {
    QStringList problems;
    presets_ = loadPresets(&problems);
    presetBox_->clear();
    bool own = false;
    for (const Preset& preset : presets_) {
        if (!preset.path.isEmpty() && !own) presetBox_->insertSeparator(presetBox_->count());
        own = own || !preset.path.isEmpty();
        presetBox_->addItem(preset.name, preset.name);
    }
    for (const QString& text : problems) Q_EMIT problem(tr("A preset cannot be read and is left out. %1").arg(text));
    showPreset();
}

void ModelPage::showPreset() {
    int shown = -1;
    for (const Preset& preset : presets_)
        if (shown < 0 && matchesPreset(experiment_->config(), preset.config)) shown = presetBox_->findData(preset.name);
    presetBox_->setCurrentIndex(shown);
}

void ModelPage::applyPreset(int index) {
    const QString name = presetBox_->itemData(index).toString();
    const auto found =
        std::find_if(presets_.begin(), presets_.end(), [&](const Preset& preset) { return preset.name == name; });
    if (found != presets_.end())
        experiment_->replace(withPreset(experiment_->config(), found->config), tr("Preset %1").arg(name));
    showPreset();
}

void ModelPage::savePresetAs() {
    auto* line = new QLineEdit(QString::fromStdString(modelName(experiment_->config())));
    line->setMinimumWidth(kPresetNameWidth);
    line->selectAll();
    auto* popover = new Popover(tr("Name of the preset"), line, tr("Save preset"), presetBox_);
    connect(popover, &Popover::accepted, this, [this, line] {
        if (const QString name = line->text().trimmed(); !name.isEmpty()) keepPreset(name);
    });
    popover->open();
}

void ModelPage::keepPreset(const QString& name) {
    saveJob_->run<QString>([name, config = experiment_->config()](const Progress&) { return savePreset(name, config); },
                           [this, name](const QString& error) {
                               if (!error.isEmpty())
                                   Q_EMIT problem(error);
                               else
                                   Q_EMIT done(tr("Preset %1 is saved.").arg(name));
                               fillPresets();
                           },
                           [](const Error& error) { return translated(error); });
}

}  // namespace gatelab

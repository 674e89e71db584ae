// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"
#include "widgets/list_box.h"

#include <QMenu>
#include <QString>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;

/// A named set of model and training settings: built in, or saved by the user. Data, columns and split are not part of
/// it.
struct Preset {
    QString name;
    QString path;  ///< empty: built in
    ExperimentConfig config;
};

/// Built-in ones first, then the user's by name. Files that cannot be read are named in `problems`.
std::vector<Preset> loadPresets(QStringList* problems = nullptr);
/// `current` with the settings that a preset stands for.
ExperimentConfig withPreset(const ExperimentConfig& current, const ExperimentConfig& preset);
/// True when applying the preset would change nothing.
bool matchesPreset(const ExperimentConfig& current, const ExperimentConfig& preset);
/// Writes a preset of the user; returns an empty string or the error.
QString savePreset(const QString& name, const ExperimentConfig& config);
/// Where the user's presets lie.
QString presetFolder();

/// The ready-made experiments by name; on hover what each needs and its key. Asks its responder for what is chosen.
class ReadyMenu : public QMenu {
    Q_OBJECT
public:
    explicit ReadyMenu(QWidget* parent = nullptr);
};

/// The presets to choose from: one replaces the model and training settings of the experiment, in one step that Undo
/// takes back. Shows the one that the settings are. GUI thread.
class PresetBox : public ListBox {
    Q_OBJECT
public:
    explicit PresetBox(ExperimentModel& experiment, QWidget* parent = nullptr);
    /// Reads the presets anew; reports those that cannot be read.
    void fill();
    /// The settings are others.
    void refresh();
    /// Asks for a name and keeps the settings as a preset.
    void askSave();

private:
    void apply(int index);
    void keep(const QString& name);
    ExperimentModel* experiment_;
    BackgroundJob* job_;
    std::vector<Preset> presets_;
};

}  // namespace gatelab

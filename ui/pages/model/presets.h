// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/experiment_config.h"

#include <QMenu>
#include <QString>
#include <vector>

namespace gatelab {

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

}  // namespace gatelab

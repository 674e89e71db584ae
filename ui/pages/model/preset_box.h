// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/model/presets.h"
#include "widgets/list_box.h"

#include <vector>

namespace gatelab {

class BackgroundJob;
class ExperimentModel;

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

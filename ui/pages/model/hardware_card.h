// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/hardware_check.h"
#include "widgets/card.h"

#include <optional>

class QPushButton;
class QTableWidget;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class RunController;
class WrappedLabel;

/// On which known devices the experiment would fit, with which precision and batch, and how fast, from the program's
/// own formulas and their error here (app/hardware_check.h). Asked for by its button, off the GUI thread. GUI thread.
class HardwareCard : public Card {
    Q_OBJECT
public:
    HardwareCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    [[nodiscard]] const std::optional<HardwareCheck>& check() const { return check_; }
    /// The experiment may be another one: what was found for it goes.
    void refresh();

private:
    void ask();
    void take(const HardwareCheck& check);
    ExperimentModel* experiment_;
    RunController* runs_;
    BackgroundJob* job_;
    QPushButton* ask_;
    WrappedLabel* note_;
    QTableWidget* table_;
    std::optional<HardwareCheck> check_;
    ExperimentConfig of_;  ///< that was asked about
};

}  // namespace gatelab

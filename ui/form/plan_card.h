// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/experiment_config.h"

#include <QWidget>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class PlanRow;
class RunController;
class TargetRow;
class WrappedLabel;
struct PlanLine;

/// What was chosen for the data at hand, each choice with its reason and the price of the other option: first in the
/// right column of the Data and the Model page. One line while it is folded, as it is by itself once a run on these
/// data has ended; who opens or closes it decides from then on. GUI thread.
class PlanCard : public QWidget {
    Q_OBJECT
public:
    PlanCard(Theme& theme, ExperimentModel& experiment, RunController& runs, QWidget* parent = nullptr);
    /// From the start, trained or not.
    void setFolded();
    /// "8 choices, 1 yours"; empty: there is no plan.
    [[nodiscard]] static QString countText(const std::vector<PlanLine>& plan);

private:
    QWidget* makeHead();
    void fold();
    [[nodiscard]] std::vector<PlanLine> plan() const;
    void refresh();
    void showRows(const std::vector<PlanLine>& plan);
    void sayChanges();
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    QToolButton* fold_;
    WrappedLabel* count_;
    QLabel* help_;
    QPushButton* reset_;
    WrappedLabel* changes_;  ///< what was chosen anew by itself, because an edit changed what it is measured on
    TargetRow* target_;
    QWidget* body_;
    QVBoxLayout* list_;
    std::vector<PlanRow*> rows_;
    std::optional<bool> isOpened_;  ///< by a person
    bool isFolded_ = false;
    std::optional<ExperimentConfig> measured_;  ///< the settings for which the plan is being measured anew
    std::optional<ExperimentConfig> told_;      ///< those that changes_ is about
};

}  // namespace gatelab

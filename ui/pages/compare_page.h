// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "theme.h"

class QStackedWidget;

namespace gatelab {

class CompareInspector;
class ExperimentModel;
class ForecastPanel;
class LabPanel;
class LineagePanel;
class Preferences;
class QueueController;
class RunController;
class RunDetails;
class RunsPanel;
class Segments;

/// The Compare page: runs beside each other, the forecasts of one, everything about one, what came from what, and the optimisation lab.
class ComparePage : public Page {
    Q_OBJECT
public:
    ComparePage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue, Preferences& preferences, QWidget* parent = nullptr);
    ~ComparePage() override;

    [[nodiscard]] QWidget* inspector() override;
    [[nodiscard]] QString inspectorTitle() const override { return tr("Verdict"); }
    [[nodiscard]] PageMark mark() const override;
    void setCompact(bool compact) override;
    void setShown(bool shown) override;

private:
    void connectParts();
    void showView(int index);
    void showVerdict();
    void repeat(const QString& runId);
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    Segments* view_;
    QStackedWidget* stack_;
    RunsPanel* panel_;
    ForecastPanel* forecasts_;
    RunDetails* details_;
    LineagePanel* lineage_;
    LabPanel* lab_;
    CompareInspector* inspector_;
    bool shown_ = false;
};

}  // namespace gatelab

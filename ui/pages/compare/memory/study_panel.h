// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"

#include <QStringList>

class QLabel;
class QPushButton;
class QTableView;

namespace gatelab {

class EmptyState;
class LineChart;
class StudyController;
class StudyModel;

/// The memory study: what model, batch, length, storage of activations and data cost the present experiment in memory,
/// forecast beside measured, as table and chart. Only shows it and gives orders: measuring goes on beside the page.
/// GUI thread.
class StudyPanel : public ComparePanel {
    Q_OBJECT
public:
    StudyPanel(Theme& theme, StudyController& study, QWidget* parent = nullptr);
    void setShown(bool shown) override;
    void describe(CompareInspector& inspector) const override { inspector.showMemory(findings()); }
    void askExport() override;
    /// What the study shows, the headline first; empty before it has run.
    [[nodiscard]] QStringList findings() const;

private:
    QWidget* makeBar();
    /// The rows before anything was measured: what is forecast, and what cannot run here and why.
    void replan();
    void showStudy();
    void showLines();
    void showState();
    [[nodiscard]] QString stateText() const;
    Theme* theme_;
    StudyController* study_;
    QLabel* state_;
    EmptyState* empty_;
    QTableView* table_;
    StudyModel* model_;
    LineChart* chart_;
    QPushButton *factors_, *copy_, *export_, *run_;
    bool shown_ = false;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "run/alerts/alert_rules.h"

#include <QDialog>

#include <vector>

class QPushButton;
class QTableWidget;

namespace gatelab {

class RunAlerts;
class WrappedLabel;

/// The alert rules of the workspace as a table: when a run that trains is marked and the desktop told. GUI thread.
class AlertsDialog : public QDialog {
    Q_OBJECT
public:
    AlertsDialog(Theme& theme, RunAlerts& alerts, QWidget* parent = nullptr);
    /// As they stand in the table.
    [[nodiscard]] std::vector<AlertRule> edited() const;
    void setRules(const std::vector<AlertRule>& rules);
    void accept() override;

private:
    enum Column { kName, kMetric, kCondition, kValue, kDuration, kUnit, kColumns };
    void addRow(const AlertRule& rule);
    void check();
    [[nodiscard]] AlertRule ruleAt(int row) const;
    RunAlerts& alerts_;
    QTableWidget* table_;
    WrappedLabel* problem_;
    QPushButton* save_;
};

}  // namespace gatelab

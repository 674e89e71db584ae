// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before metric.h: moc 6.4 cannot read <compare> as the first header.
#include "base/result.h"

#include "run/alert_rules.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;

/// Which alert rules of the workspace hold for the run that trains here, looked at once a second. One for each
/// controller. GUI thread.
class RunAlerts : public QObject {
    Q_OBJECT
public:
    explicit RunAlerts(RunController& runs);
    [[nodiscard]] const std::vector<AlertRule>& rules() const { return rules_; }
    /// What is wrong with the file of the workspace; empty: nothing.
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// Kept with the workspace, off the GUI thread.
    void setRules(std::vector<AlertRule> rules);
    [[nodiscard]] const std::vector<Alert>& holding() const { return holding_; }
    /// "diverging, stuck"; empty: none holds.
    [[nodiscard]] QString words() const;
    /// Now, whenever it was last.
    void look();

Q_SIGNALS:
    void changed();                                              ///< rules(), problem() or words()
    void raised(const QString& runId, const QString& sentence);  ///< a rule holds that did not before

private:
    void read();
    RunController& runs_;
    BackgroundJob *reading_, *writing_;
    std::vector<AlertRule> rules_ = defaultAlertRules();
    QString problem_, run_;
    std::vector<Alert> holding_;
    QElapsedTimer looked_;
};

/// That of a controller, made where it is asked for first.
RunAlerts& alertsOf(RunController& runs);

}  // namespace gatelab

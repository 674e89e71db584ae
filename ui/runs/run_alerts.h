// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before metric.h: moc 6.4 cannot read <compare> as the first header.
#include "base/result.h"

#include "run/alerts/alert_watch.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <QTimer>

#include <vector>

namespace gatelab {

class BackgroundJob;
class RunController;

/// Which alert rules of the workspace hold for the run that trains here, looked at once a second, and what the records
/// of runs that others train (a terminal, the queue, a cluster, another window) tell of theirs. One for each
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
    /// The same of each run that trains elsewhere.
    [[nodiscard]] const QHash<QString, QString>& elsewhere() const { return elsewhere_; }
    /// Now, whenever it was last.
    void look();
    void lookElsewhere();

Q_SIGNALS:
    void changed();                                              ///< rules(), problem() or words()
    void raised(const QString& runId, const QString& sentence);  ///< a rule holds that did not before

private:
    void read();
    void takeElsewhere(const QHash<QString, std::vector<AlertNote>>& notes);
    RunController& runs_;
    BackgroundJob *reading_, *writing_, *looking_;
    QTimer timer_;
    std::vector<AlertRule> rules_ = defaultAlertRules();
    QString problem_, run_;
    std::vector<Alert> holding_;
    QHash<QString, QString> elsewhere_;
    QHash<QString, std::size_t> notesSeen_;  ///< of each of those runs, as many as were there at the last look
    QElapsedTimer looked_;
};

/// That of a controller, made where it is asked for first.
RunAlerts& alertsOf(RunController& runs);

}  // namespace gatelab

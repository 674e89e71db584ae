// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab.h"

#include <QObject>
#include <functional>
#include <vector>

namespace gatelab {

class BackgroundJob;
class ResultKeeper;
class RunController;

/// Every lab that is kept in the workspace, finished or not. GUI thread.
class LabTables : public QObject {
    Q_OBJECT
public:
    explicit LabTables(RunController& runs, QObject* parent = nullptr);
    [[nodiscard]] const std::vector<LabReport>& all() const { return all_; }  ///< the newest last
    /// The newest of those that fit, a finished one where there is one; null: none fits.
    [[nodiscard]] const LabReport* newest(const std::function<bool(const LabReport&)>& fits) const;
    [[nodiscard]] const LabReport* named(const std::string& name) const;
    /// Among them, in place of what has its name, and in the workspace.
    void keep(const LabReport& report);
    void read();
    void reportNotKept(const QString& why);

Q_SIGNALS:
    void wereRead();

private:
    RunController* runs_;
    BackgroundJob* job_;
    ResultKeeper* keeper_;
    std::vector<LabReport> all_;
};

}  // namespace gatelab

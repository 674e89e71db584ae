// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runs/run_controller.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>

namespace gatelab {

class BackgroundJob;

/// Curves of chosen runs for overlays: read off the GUI thread, one run after another, and kept while they are chosen;
/// again when another process added to one. The live run is the controller's own view. GUI thread.
class RunLoader : public QObject {
    Q_OBJECT
public:
    explicit RunLoader(RunController& runs, QObject* parent = nullptr);
    /// Loads what is missing, forgets what is no longer wanted.
    void want(const QStringList& ids);
    /// Null until it is loaded.
    [[nodiscard]] std::shared_ptr<RunView> view(const QString& id) const;

Q_SIGNALS:
    void loaded(const QString& id);
    void failed(const QString& message);

private:
    void loadNext();
    RunController* runs_;
    BackgroundJob* job_;
    QStringList wanted_, bad_, old_;  ///< old: there is more on disk by now
    std::map<QString, std::shared_ptr<RunView>> views_;
};

}  // namespace gatelab

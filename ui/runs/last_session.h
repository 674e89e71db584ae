// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace gatelab {

class Preferences;
class RunController;

/// Remembers which run is shown, as soon as it is, so that a window finds it again after a restart or a crash: it is
/// opened when the workspace is first listed, unless another one is shown by then. GUI thread.
class LastSession : public QObject {
    Q_OBJECT
public:
    LastSession(Preferences& preferences, RunController& runs, QObject* parent);

private:
    void remember();
    void reopen();
    Preferences* preferences_;
    RunController* runs_;
    QString wanted_;  ///< empty: found, or not there
};

}  // namespace gatelab

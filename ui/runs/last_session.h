// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace gatelab {

class Preferences;
class QueueController;
class RunController;

/// Remembers which run is shown and where the next one is to train, as soon as they are chosen, so that a window finds
/// both again after a restart or a crash: the run is opened when the workspace is first listed, unless another one is
/// shown by then. GUI thread.
class LastSession : public QObject {
    Q_OBJECT
public:
    /// Without a queue it remembers no place.
    LastSession(Preferences& preferences, RunController& runs, QObject* parent, QueueController* queue = nullptr);

private:
    void remember();
    void reopen();
    void rememberPlace();
    Preferences* preferences_;
    RunController* runs_;
    QueueController* queue_;
    QString wanted_;  ///< empty: found, or not there
};

}  // namespace gatelab

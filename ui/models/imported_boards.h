// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/imported_scopes.h"

#include <QObject>
#include <QString>
#include <string>

namespace gatelab {

class BackgroundJob;
class RunBoard;
class RunController;
struct RunSummary;

/// On which board imported runs stand: of their project, or where a person said of which data they are, that of the own
/// runs on these. A child of the RunBoard, which asks it and follows it. Reads and writes off the GUI thread. GUI
/// thread.
class ImportedBoards : public QObject {
    Q_OBJECT
public:
    ImportedBoards(RunController& runs, RunBoard& board);
    static ImportedBoards& of(const RunBoard& board);
    /// The scope that such a one stands on: the same where nobody said another.
    [[nodiscard]] QString placeOf(const QString& scope) const;
    /// All runs of its project stand on the board of `scope` from now on, which is shown then; empty: on their own. An
    /// own run: nothing.
    void put(const RunSummary& run, const QString& scope);

Q_SIGNALS:
    void changed();  ///< placeOf()

private:
    void read();
    void take(const ImportedScopes& scopes);
    RunController* runs_;
    RunBoard* board_;
    BackgroundJob* job_;
    ImportedScopes scopes_;
    QString told_;  ///< why they could not be read
};

}  // namespace gatelab

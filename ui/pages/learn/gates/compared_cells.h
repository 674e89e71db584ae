// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/learn/gates/network_inspection.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace gatelab {

class QueueController;
class RunController;
struct RunSummary;

/// One network whose gradient is drawn beside others.
struct NamedGradient {
    QString name;
    std::shared_ptr<const GradientView> view;
};

/// RNN, GRU or LSTM, in letters.
QString cellName(const std::string& cell);

/// The networks with the same data, seed and settings as a run but another cell: opened for their gradient where they
/// are trained, else put into the queue and opened as soon as all have ended. GUI thread.
class ComparedCells : public QObject {
    Q_OBJECT
public:
    ComparedCells(RunController& runs, QueueController& queue, NetworkInspection& look, QObject* parent = nullptr);
    void setRun(const QString& id);  ///< none of another run are open then
    void open();
    void setWanted(bool on);  ///< the gradients are computed
    [[nodiscard]] bool isRun() const;
    [[nodiscard]] QStringList missing() const;  ///< cells whose network has not been trained
    [[nodiscard]] std::vector<NamedGradient> gradients() const;

Q_SIGNALS:
    void changed();  ///< a gradient is there
    void done(const QString& text);
    void problem(const QString& message);

private:
    struct Cell {
        QString name;
        std::unique_ptr<NetworkInspection> look;
    };
    /// Kept and ended; null: there is none.
    [[nodiscard]] const RunSummary* find(const RunSummary& own, const std::string& cell) const;
    void openWaited();

    RunController* runs_;
    QueueController* queue_;
    NetworkInspection* look_;
    QString runId_;
    std::vector<Cell> cells_;
    bool waits_ = false, wanted_ = false;
};

}  // namespace gatelab

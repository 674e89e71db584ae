// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/gates/network_inspection.h"

#include <QFrame>
#include <QStringList>

#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace gatelab {

class BackgroundJob;
class ElidedLabel;
class RunBoard;
class RunController;

/// The bar over the views of a network: which run it is (chosen on the board of runs, or opened from elsewhere), with
/// which weights, what beside it, and which window it reads. Owned by the Learn page. GUI thread.
class LearnBar : public QFrame {
    Q_OBJECT
public:
    LearnBar(Theme& theme, RunController& runs, RunBoard& board, NetworkInspection& look, QWidget* parent = nullptr);
    /// Height and edges of a bar of this page.
    static QHBoxLayout* layOut(QFrame& bar, const Theme& theme);

    /// The run that is open or about to be; nothing is beside it then. Empty: none.
    void setRun(const QString& id);
    [[nodiscard]] const QString& run() const { return runId_; }
    [[nodiscard]] QString runName() const;
    /// Of the first chosen group: the seed that trains, else the best; empty: none is chosen.
    [[nodiscard]] QString chosenRun() const;
    [[nodiscard]] bool isLive() const;  ///< it trains
    /// Id of a run and weights that stand beside; empty: none.
    [[nodiscard]] const QStringList& beside() const { return beside_; }
    [[nodiscard]] QString besideName() const;
    void chooseBeside(const QStringList& beside);
    /// The network was opened or closed.
    void refresh();
    void showWindow();

Q_SIGNALS:
    void besideChosen();

private:
    void showName();
    void fillWeights();
    void fillBeside();
    void fillClasses();
    void showClass(std::size_t number);

    Theme* theme_;
    RunController* runs_;
    RunBoard* board_;
    NetworkInspection* look_;
    QLabel* marker_;
    ElidedLabel* name_;
    QComboBox *weights_, *besideBox_, *part_;
    QSpinBox* window_;
    QLabel* of_;
    QPushButton* find_;
    BackgroundJob* weightsJob_;
    std::vector<std::int64_t> checkpoints_;  ///< steps of those of the run that is open
    QString runId_;
    QStringList beside_;
};

}  // namespace gatelab

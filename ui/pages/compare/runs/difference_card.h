// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/card.h"

#include <QHash>
#include <cstddef>
#include <vector>

class QLabel;
class QTableView;
class QToolButton;

namespace gatelab {

class DifferenceModel;
class Preferences;
class RunController;

/// The settings in which runs differ, a column for each group of the same settings. It can be folded, which leaves its
/// room to its neighbours; a person's word on that holds for windows of any size. GUI thread.
class DifferenceCard : public Card {
    Q_OBJECT
public:
    DifferenceCard(Theme& theme, RunController& runs, Preferences& preferences, QWidget* parent = nullptr);
    /// Places in the list of the workspace, the base first; fewer than two: nothing is compared. `marks`: slots of runs
    /// whose group has another one than its oldest run.
    void compare(const std::vector<std::size_t>& places, const QHash<QString, int>& marks);
    void setCompact(bool compact);

Q_SIGNALS:
    void baseChosen(const QString& runId);  ///< by a person
    void folded();                          ///< or unfolded, by a person

private:
    void fold(bool on);
    Theme* theme_;
    RunController* runs_;
    Preferences* preferences_;
    DifferenceModel* model_;
    QTableView* table_;
    QToolButton* fold_;
    QLabel* note_;
};

}  // namespace gatelab

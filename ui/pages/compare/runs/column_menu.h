// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"
#include "widgets/tick_menu.h"

#include <QList>
#include <functional>

class QLineEdit;

namespace gatelab {

/// The choice of columns of runs, for tables and axes: a line that finds by words (Enter ticks the first found, Escape
/// empties it), the chosen ones, then all by group: figures, settings as the form groups them, metrics by chart. GUI
/// thread.
class ColumnMenu : public TickMenu {
    Q_OBJECT
public:
    /// `chosen`: keys of the columns that are chosen, asked for when it opens. `usual`: the entry that goes back to the
    /// usual ones.
    ColumnMenu(const RunColumns& columns, std::function<QStringList()> chosen, const QString& usual,
               QWidget* parent = nullptr);
    /// Offers metrics at a step too.
    void setStepsOffered() { steps_ = true; }

Q_SIGNALS:
    void turned(const QString& key, bool on);
    void stepRequested(const QString& curve);  ///< of this metric; at which one is not said yet
    void usualRequested();

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void addGroups();
    void find(const QString& words);
    QAction* addColumn(QMenu& menu, const RunColumn& column);
    const RunColumns* columns_;
    std::function<QStringList()> chosen_;
    QString usual_;
    QLineEdit* line_;
    QAction* search_;        ///< the line as an entry
    QList<QAction*> found_;  ///< what the line found
    bool steps_ = false;
};

}  // namespace gatelab

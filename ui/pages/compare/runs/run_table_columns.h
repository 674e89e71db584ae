// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <vector>

class QTableView;
class QWidget;

namespace gatelab {

class Preferences;
class RunController;
class RunTableModel;

/// The columns of a table of runs: which are shown, where they stand, how wide they are and by which it is sorted, kept
/// over a restart. Until a person chooses them they are the usual ones of the runs that there are, without those that
/// are empty. GUI thread.
class RunTableColumns : public QObject {
    Q_OBJECT
public:
    /// `card`: what the table stands in; it owns this.
    RunTableColumns(Theme& theme, RunController& runs, Preferences& preferences, RunTableModel& model,
                    QTableView& table, QWidget& card);
    /// Those that were chosen, or were usual the last time; empty: none were yet.
    static QStringList kept(const Preferences& preferences);
    /// Those that are seen, as they stand from left to right, also where a narrow window has no room for them.
    [[nodiscard]] QStringList seen() const;
    /// As a person chose them.
    void show(const QStringList& keys);
    void showUsual();
    /// A column that was added stands behind all others, often beyond the edge.
    void seek(const QString& key);
    /// The model has other columns: as they were kept, else as wide as they need.
    void restore();
    void setCompact(bool compact);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Whether a person has chosen columns.
    [[nodiscard]] bool isChosen() const;
    /// Of the usual columns those without any value in the listed runs, by place: they are not seen.
    [[nodiscard]] std::vector<bool> empty() const;
    void hide();
    void change(const QStringList& keys);
    void followUsual();
    void keep();
    void keepSort();
    void restoreSort();
    /// In their order; what only groups have, the interval, behind the figure that it is of.
    void place();
    void size();
    void fitNames();
    Theme* theme_;
    RunController* runs_;
    Preferences* preferences_;
    RunTableModel* model_;
    QTableView* table_;
    QWidget* card_;
    int longestName_ = 0;
    QHash<int, int> held_;    ///< width of a column for what its cells will hold later
    bool fitsNames_ = false;  ///< until a person chooses a width
    bool headsHeld_ = false;  ///< by the mouse
    bool isCompact_ = false, sized_ = false, restoring_ = false;
};

}  // namespace gatelab

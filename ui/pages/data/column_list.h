// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QTreeWidget;

namespace gatelab {

class ExperimentModel;
class Theme;

/// What each column is used for: a tick for target, a tick for input. Undoable; at least one target stays.
class ColumnList : public QWidget {
    Q_OBJECT
public:
    ColumnList(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);

private:
    void showData();
    void showRoles();
    void ticked();
    Theme& theme_;
    ExperimentModel& experiment_;
    QLineEdit* search_;
    QTreeWidget* tree_;
};

}  // namespace gatelab

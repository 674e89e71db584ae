// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace gatelab {

class BarList;
class KeyValueList;
class RunController;

/// The right column of the Compare page: what the ticked runs show, and what they cannot show.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    CompareInspector(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setRuns(const QStringList& ids);

Q_SIGNALS:
    void repeatWanted(const QString& runId);

private:
    void refresh();
    Theme* theme_;
    RunController* runs_;
    QStringList ids_;
    QString best_;
    QLabel *verdict_, *text_, *caution_;
    BarList* bars_;
    KeyValueList* facts_;
    QPushButton* repeat_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"
#include "widgets/bar_list.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace gatelab {

class KeyValueList;
class RunController;

/// The right column of the Compare page: what the ticked runs show, and what they cannot show.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    CompareInspector(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    void setRuns(const QStringList& ids);
    /// Speaks about one run's forecasts instead of the ticked runs.
    void showForecast(const QString& verdict, std::vector<BarList::Row> bars);
    void showRuns();

Q_SIGNALS:
    void repeatWanted(const QString& runId);

private:
    void refresh();
    Theme* theme_;
    RunController* runs_;
    QStringList ids_;
    bool forecast_ = false;
    QString best_;
    QLabel *verdict_, *text_, *caution_;
    BarList* bars_;
    KeyValueList* facts_;
    QPushButton* repeat_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QWidget>
#include <memory>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace gatelab {

class AdviceCard;
class Badge;
class BarList;
class FieldRow;
class KeyValueList;
class RunController;
struct RunView;
class WrappedLabel;

/// The right column of the Train page: what an ended run advises, which run it is, how good so far and against what,
/// how long still, what may be changed now, forecast beside measured, and on what it runs. For a live run and for one
/// opened from the list.
class RunInspector : public QWidget {
    Q_OBJECT
public:
    RunInspector(Theme& theme, RunController& runs, QWidget* parent = nullptr);
    /// New figures of the shown run.
    void refresh();
    [[nodiscard]] AdviceCard& advice() const { return *advice_; }

private:
    void addLiveSettings(QVBoxLayout& column);
    void showRun();
    void showFigure(const RunView& run);
    void showProgress(const RunView& run);
    void showReport(const RunView& run);
    void showSettings(const RunView& run);
    Theme* theme_;
    RunController* runs_;
    AdviceCard* advice_;
    QWidget *content_, *settings_;
    QLabel *empty_, *marker_;
    WrappedLabel *name_, *position_, *steps_;
    QLabel* figure_;
    WrappedLabel *figureNote_, *figureWhen_, *barsTitle_;
    QLabel *verdict_, *warning_;
    Badge* badge_;
    BarList* bars_;
    KeyValueList *progress_, *forecasts_, *machine_;
    std::vector<FieldRow*> rows_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "widgets/bar_list.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace gatelab {

class AdviceCard;
class QueueController;
class RunController;
class RunLoader;
struct RunSummary;
class SweepCard;
class VerdictPanel;
class WrappedLabel;

/// The right column of the Compare page: the verdict about two settings and where the ticked runs come from, or what
/// one run says, or what its forecasts show, or what the lab found: what belongs to the view in front.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    CompareInspector(Theme& theme, RunController& runs, QueueController& queue, QWidget* parent = nullptr);
    void setRuns(const QStringList& ids);
    [[nodiscard]] VerdictPanel& verdict() { return *verdict_; }
    [[nodiscard]] SweepCard& sweep() { return *sweep_; }
    [[nodiscard]] AdviceCard& advice() { return *advice_; }
    /// Speaks about one run's forecasts instead of the ticked runs.
    void showForecast(const QString& title, const QString& verdict, std::vector<BarList::Row> bars);
    /// Speaks about the lab: its key figure, or what it does now, above the findings; empty: neither.
    void showLab(const QString& headline, const QStringList& findings);
    /// The same of the memory study, the headline first.
    void showMemory(const QStringList& findings);
    void showRuns();
    /// Speaks about one run: what it advises, its best figure, where it comes from. Empty: there is none.
    void showRun(const QString& runId);

private:
    enum class About { Runs, Run, Forecast, Lab };
    void showOnly(About about);
    void showFindings(const QStringList& findings, const QString& headline, const QString& before);
    void refresh();
    void fillRun();
    /// Its parent and what is other; empty: a seed of the same settings, or one of several without a parent.
    [[nodiscard]] QString originOf(const RunSummary& run, bool alone) const;
    Theme* theme_;
    RunController* runs_;
    QStringList ids_;
    About about_ = About::Runs;
    QString best_, one_;
    AdviceCard* advice_;
    RunLoader* loader_;  ///< of one_
    SweepCard* sweep_;
    VerdictPanel* verdict_;
    QLabel* headline_;
    WrappedLabel *text_, *lineage_;
    BarList* bars_;
    QPushButton* again_;
};

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/compare/compare_panel.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

class QScrollArea;
class QStackedWidget;

namespace gatelab {

class CompareView;
class DifferenceCard;
class EmptyState;
class ExperimentModel;
class PersistentSplitter;
class Preferences;
class RunController;
class RunLoader;
class RunsTable;
class RunTableModel;
class Segments;
class WrappedLabel;

/// Runs of the workspace: a table; below it the ticked ones as curves or small multiples, or all listed ones as
/// scatter, Pareto chart or parallel coordinates; and the settings in which the ticked ones differ. GUI thread.
class RunsPanel : public ComparePanel {
    Q_OBJECT
public:
    enum class View { Curves, Scatter, Pareto, Parallel, Multiples };
    RunsPanel(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
              QWidget* parent = nullptr);
    ~RunsPanel() override;
    void setShown(bool shown) override;
    [[nodiscard]] QString runId() const override;
    [[nodiscard]] QStringList chosenRuns() const override;
    void choose(const QString& runId) override;
    /// A view among viewNames(); others change nothing.
    void showPlace(const Place& place) override;
    [[nodiscard]] std::optional<PopoverAnchor> anchor() const override;
    void askExport() override;
    void setCompact(bool compact);
    /// The comparison is held against one of these runs, as far as they are ticked, and no longer against another.
    void holdAgainst(const QStringList& runIds);
    [[nodiscard]] QStringList checked() const;  ///< ticked and listed: what the filter hides is not drawn
    [[nodiscard]] QStringList ticked() const;   ///< whatever the filter shows
    /// Ticks these, too.
    void tick(const QStringList& runIds);
    void showView(View view);
    /// Key and name of each view, in their order.
    static std::vector<std::pair<QString, QString>> viewNames();
    [[nodiscard]] RunsTable& table() { return *table_; }

Q_SIGNALS:
    void checkedChanged();                  ///< other runs are ticked, or the list is new
    void chosenByHand();                    ///< what is ticked; checkedChanged() comes first
    void baseChosen(const QString& runId);  ///< by hand

private:
    QWidget* makeViews();
    [[nodiscard]] CompareView* makeView(View view);
    void bringForward(View view);
    [[nodiscard]] CompareView* front() const;
    void showChecked();
    void tickBegun(const QString& runId);
    /// What was ticked when it began and has failed; what a person ticked stays.
    void untickFailed();
    /// The newest runs that have something to show.
    [[nodiscard]] QStringList firstLook() const;
    /// The run that the others are compared with.
    void setBase(const QString& runId);
    /// Places of the ticked and listed runs in the list of the workspace, the base first, then from the oldest on.
    [[nodiscard]] std::vector<std::size_t> compared() const;
    /// The base, else the newest that is listed; empty: none.
    [[nodiscard]] QString baseId() const;
    /// Where there is room the table shows some rows more, and never fewer than a few.
    void keepRowsSeen();
    void showListed();
    void showDifferences();
    void fillFront();
    [[nodiscard]] QString shownHighlight() const;
    /// What is not read or drawn for there is too much of it.
    void showLimits(int curves, qsizetype runs);
    void refreshFront();
    Theme* theme_;
    ExperimentModel* experiment_;
    RunController* runs_;
    Preferences* preferences_;
    RunLoader* loader_;
    RunsTable* table_;
    RunTableModel* model_;
    DifferenceCard* differences_;
    Segments* choice_;
    WrappedLabel* limits_;
    QStackedWidget* views_;
    std::array<CompareView*, 5> made_{};  ///< by View; null until first shown
    EmptyState* empty_;
    PersistentSplitter* content_;
    QScrollArea* scroll_;
    QString highlight_;
    std::size_t drawn_ = 0;              ///< curves, or groups of them
    QStringList base_;                   ///< see holdAgainst()
    QStringList begun_;                  ///< ticked by itself and going on
    std::optional<QStringList> wanted_;  ///< of the loader; nothing: to be asked for anew
    bool shown_ = false;
};

}  // namespace gatelab

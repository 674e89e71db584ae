// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Before the others: moc 6.4 cannot read <compare> as the first header.
#include "run/run_event.h"

#include "common/command.h"
#include "runs/run_view.h"
#include "store/workspace.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

class BackgroundJob;
class OrderedWork;

/// The workspace that is open and the list of its runs: reads it, also when another process or window has changed it,
/// and does what a person asks of it, deleting and bringing back included. Nothing here blocks: files are read and
/// written by background jobs. GUI thread.
class RunLibrary : public QObject {
    Q_OBJECT
public:
    /// isLive: whether that run is followed here, where more is known of it than in its record.
    explicit RunLibrary(std::function<bool(const RunSummary&)> isLive, QObject* parent = nullptr);
    ~RunLibrary() override;

    void openWorkspace(const QString& folder);  ///< off the GUI thread; openingEnded() follows
    [[nodiscard]] bool opening() const;
    /// How many of its runs are read, 0 to 1, while a workspace is opened that needs a new index; else negative.
    [[nodiscard]] double openingShare() const;
    void setWorkspace(std::shared_ptr<Workspace> workspace);
    [[nodiscard]] const std::shared_ptr<Workspace>& workspace() const { return workspace_; }

    [[nodiscard]] const std::vector<RunSummary>& runs() const { return runs_; }
    [[nodiscard]] const RunSummary* find(const QString& runId) const;
    /// Whether runs() are those of the workspace, and not of what was open before.
    [[nodiscard]] bool isRead() const { return !mark_.empty(); }
    void refresh();
    /// Reads the list anew if another process or window has changed it; asked every few seconds.
    void lookOutside();
    /// What is known of the live run, into its line of the list.
    void noteProgress(RunView& live);

    /// Name, colour, star, archive, tags, note. False: none of them is listed.
    bool edit(const std::vector<RunSummary>& edited);
    void remove(const QStringList& runIds);
    void restore(const QStringList& runIds);
    void eraseDeleted(const QString& runId);  ///< for good; runsChanged follows

Q_SIGNALS:
    void openingChanged();  ///< openingShare()
    void openingEnded();    ///< workspace() is another one, or problem() said why not
    void emptied();         ///< another workspace is open, and nothing of the one before counts any more
    void workspaceChanged();
    void linesChanged();  ///< find() tells something new; runsChanged follows when views have taken it
    void runsChanged();
    /// The list was read and runsChanged has been heard; gone: ids that were in it before.
    void listRead(const std::vector<std::string>& gone);
    void runProgressed(const QString& runId);  ///< its line in runs() is up to date
    // As those of RunController.
    void warned(const QString& message);
    void problem(const QString& message, const gatelab::Command& remedy);

private:
    /// `known`: what the list was read at last; nothing is read while that is so. Empty: read in any case.
    void readList(const std::string& known);
    void takeList(std::vector<RunSummary> runs);
    /// A training elsewhere is told like one's own: line by line, so that pages are not built anew every few seconds.
    void takeProgress(std::vector<RunSummary> runs);
    void enqueueEdit(std::function<Result<>(Workspace&)> edit);
    void runEdits();

    std::function<bool(const RunSummary&)> isLive_;
    std::shared_ptr<Workspace> workspace_;
    std::vector<RunSummary> runs_;
    std::string mark_;  ///< of the workspace when runs_ was read, see Workspace::changeToken()
    std::shared_ptr<OrderedWork> edits_;
    BackgroundJob *workspaceJob_, *listJob_, *editJob_, *unpackJob_;
    QTimer lookTimer_;
};

}  // namespace gatelab

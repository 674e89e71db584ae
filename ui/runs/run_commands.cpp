// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/run_commands.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "runs/queue_controller.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"

#include <QCoreApplication>
#include <QSet>
#include <QStringList>
#include <QUndoCommand>
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

class RenameCommand : public QUndoCommand {
public:
    RenameCommand(RunController& runs, QString id, QString before, QString after)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "rename run %1").arg(before)),
          runs_(runs),
          id_(std::move(id)),
          before_(std::move(before)),
          after_(std::move(after)) {}
    void undo() override { runs_.rename(id_, before_); }
    void redo() override { runs_.rename(id_, after_); }

private:
    RunController& runs_;
    QString id_, before_, after_;
};

class EditCommand : public QUndoCommand {
public:
    EditCommand(RunController& runs, std::vector<RunSummary> before, std::vector<RunSummary> after, const QString& what)
        : QUndoCommand(
              before.size() == 1
                  ? QCoreApplication::translate("RunCommands", "change %1 of run %2")
                        .arg(what, shownRunName(before.front()))
                  : QCoreApplication::translate("RunCommands", "change %1 of %2 runs").arg(what).arg(before.size())),
          runs_(runs),
          before_(std::move(before)),
          after_(std::move(after)) {}
    void undo() override { runs_.edit(before_); }
    void redo() override { runs_.edit(after_); }

private:
    RunController& runs_;
    std::vector<RunSummary> before_, after_;
};

class DeleteCommand : public QUndoCommand {
public:
    DeleteCommand(RunController& runs, QStringList ids, const QString& text)
        : QUndoCommand(text), runs_(runs), ids_(std::move(ids)) {}
    void undo() override { runs_.restore(ids_); }
    void redo() override { runs_.remove(ids_); }

private:
    RunController& runs_;
    QStringList ids_;
};

/// The queue names its entries itself: what is new in it and has these settings is theirs. What trains by then goes on,
/// and is no part of it any more.
class QueueCommand : public QUndoCommand {
public:
    QueueCommand(QueueController& queue, std::vector<QueuedRun> runs) : queue_(queue), runs_(std::move(runs)) {
        const int count = static_cast<int>(runs_.size());  // lupdate reads no more than a name there
        setText(QCoreApplication::translate("RunCommands", "queue %n run(s)", nullptr, count));
    }
    void undo() override {
        std::vector<std::string> ids;
        std::vector<QueuedRun> waiting;
        for (const QueuedRun& run : queue_.state().runs)
            if (const auto own = std::ranges::find(runs_, run.config, &QueuedRun::config);
                !before_.contains(run.id) && own != runs_.end())
                ids.push_back(run.id), waiting.push_back(*own);
        if (waiting.size() < runs_.size())
            setText(waiting.empty()
                        ? QCoreApplication::translate("RunCommands", "queue runs, which have all begun")
                        : QCoreApplication::translate("RunCommands", "queue runs, those that have begun go on"));
        runs_ = std::move(waiting);
        if (!ids.empty()) queue_.remove(ids);
    }
    void redo() override {
        if (runs_.empty()) return;
        before_.clear();
        for (const QueuedRun& run : queue_.state().runs) before_.insert(run.id);
        queue_.add(runs_);
    }

private:
    QueueController& queue_;
    std::vector<QueuedRun> runs_;
    std::set<std::string> before_;
};

class UnqueueCommand : public QUndoCommand {
public:
    UnqueueCommand(QueueController& queue, QueuedRun run, std::size_t place, const QString& name)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "take %1 out of the queue").arg(name)),
          queue_(queue),
          run_(std::move(run)),
          place_(place) {}
    void undo() override {
        queue_.reportEdited(run_.id);
        queue_.putBack(run_, place_);
    }
    void redo() override {
        queue_.reportEdited(run_.id);
        queue_.remove({run_.id});
    }

private:
    QueueController& queue_;
    QueuedRun run_;
    std::size_t place_;
};

/// By places, not to a place: runs before it may have begun meanwhile. One that has begun itself stays.
class MoveCommand : public QUndoCommand {
public:
    MoveCommand(QueueController& queue, std::string id, int by, const QString& name)
        : QUndoCommand(by < 0 ? QCoreApplication::translate("RunCommands", "move %1 up in the queue").arg(name)
                              : QCoreApplication::translate("RunCommands", "move %1 down in the queue").arg(name)),
          queue_(queue),
          id_(std::move(id)),
          by_(by) {}
    void undo() override { move(-by_); }
    void redo() override { move(by_); }

private:
    void move(int by) {
        if (!queue_.waits(id_)) return;
        queue_.reportEdited(id_);
        queue_.move(id_, by);
    }
    QueueController& queue_;
    std::string id_;
    int by_;
};

class QueuedNameCommand : public QUndoCommand {
public:
    QueuedNameCommand(QueueController& queue, const QueuedRun& run, std::string after, const QString& name)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "rename run %1").arg(name)),
          queue_(queue),
          id_(run.id),
          before_(run.config.name),
          after_(std::move(after)) {}
    void undo() override { rename(before_); }
    void redo() override { rename(after_); }

private:
    void rename(const std::string& name) {
        if (!queue_.waits(id_)) return;
        queue_.reportEdited(id_);
        queue_.setName(id_, name);
    }
    QueueController& queue_;
    std::string id_, before_, after_;
};

class PriorityCommand : public QUndoCommand {
public:
    PriorityCommand(QueueController& queue, QueuedRun before, std::size_t place, int priority, const QString& name)
        : QUndoCommand(QCoreApplication::translate("RunCommands", "change the priority of %1").arg(name)),
          queue_(queue),
          before_(std::move(before)),
          place_(place),
          priority_(priority) {}
    void undo() override {
        if (!queue_.waits(before_.id)) return;
        queue_.reportEdited(before_.id);
        queue_.putBack(before_, place_);
    }
    void redo() override {
        if (!queue_.waits(before_.id)) return;
        queue_.reportEdited(before_.id);
        queue_.setPriority(before_.id, priority_);
    }

private:
    QueueController& queue_;
    QueuedRun before_;
    std::size_t place_;
    int priority_;
};

}  // namespace

void renameRun(QUndoStack& stack, RunController& runs, const QString& runId, const QString& name) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return;
    const QString own = name.trimmed(), before = fromUtf8(run->name);
    const QString after = own.isEmpty() ? fromUtf8(modelName(run->config).english()) : own;
    if (after != before) stack.push(new RenameCommand(runs, runId, before, after));
}

void editRuns(QUndoStack& stack, RunController& runs, const std::vector<RunSummary>& edited, const QString& what) {
    const auto kept = [](const RunSummary& r) {
        return std::tie(r.name, r.colour, r.starred, r.archived, r.tags, r.note);
    };
    std::vector<RunSummary> before, after;
    for (const RunSummary& one : edited)
        if (const RunSummary* run = runs.findRun(fromUtf8(one.id)); run && kept(*run) != kept(one))
            before.push_back(*run), after.push_back(one);
    if (!after.empty()) stack.push(new EditCommand(runs, std::move(before), std::move(after), what));
}

void deleteRun(QUndoStack& stack, RunController& runs, const QString& runId) { deleteRuns(stack, runs, {runId}); }

int deleteRuns(QUndoStack& stack, RunController& runs, const QStringList& runIds) {
    const QSet<QString> wanted(runIds.begin(), runIds.end());
    QStringList ids;
    QString name;
    bool anyTrains = false;
    for (const RunSummary& run : runs.runs()) {
        const QString id = fromUtf8(run.id);
        if (!wanted.contains(id)) continue;
        // Here, or in another window
        const bool trains = isGoingOn(run.state) || (runs.live() && runs.live()->id == id);
        anyTrains |= trains;
        if (trains) continue;
        ids << id;
        name = shownRunName(run);
    }
    if (ids.isEmpty() && anyTrains)
        runs.reportProblem(
            QCoreApplication::translate("RunController", "This run is training. Stop it first, then delete it."));
    const QString text = ids.size() == 1 ? QCoreApplication::translate("RunCommands", "delete run %1").arg(name)
                                         : QCoreApplication::translate("RunCommands", "delete %1 runs").arg(ids.size());
    if (!ids.isEmpty()) stack.push(new DeleteCommand(runs, ids, text));
    return static_cast<int>(ids.size());
}

void queueRuns(QUndoStack& stack, QueueController& queue, std::vector<QueuedRun> runs) {
    stack.push(new QueueCommand(queue, std::move(runs)));
}

QString unqueueRun(QUndoStack& stack, QueueController& queue, const QString& id) {
    const std::vector<QueuedRun>& waiting = queue.state().runs;
    const auto found = std::ranges::find(waiting, id.toStdString(), &QueuedRun::id);
    if (found == waiting.end()) return {};
    const QString name = translated(queue.plan().nameOf(*found));
    stack.push(new UnqueueCommand(queue, *found, static_cast<std::size_t>(found - waiting.begin()), name));
    return name;
}

void moveQueued(QUndoStack& stack, QueueController& queue, const QString& id, int by) {
    const std::vector<QueuedRun>& waiting = queue.state().runs;
    const auto found = std::ranges::find(waiting, id.toStdString(), &QueuedRun::id);
    if (found == waiting.end()) return;
    auto at = found;
    for (; by < 0 && at != waiting.begin() && std::prev(at)->priority == found->priority; ++by) --at;
    for (; by > 0 && std::next(at) != waiting.end() && std::next(at)->priority == found->priority; --by) ++at;
    if (at != found)
        stack.push(
            new MoveCommand(queue, found->id, static_cast<int>(at - found), translated(queue.plan().nameOf(*found))));
}

void renameQueued(QUndoStack& stack, QueueController& queue, const QString& id, const QString& name) {
    const std::vector<QueuedRun>& waiting = queue.state().runs;
    const auto found = std::ranges::find(waiting, id.toStdString(), &QueuedRun::id);
    if (found == waiting.end() || !found->resume.empty()) return;
    const std::string wanted = name.trimmed().toStdString();
    if (wanted != found->config.name)
        stack.push(new QueuedNameCommand(queue, *found, wanted, translated(queue.plan().nameOf(*found))));
}

void turnPriority(QUndoStack& stack, QueueController& queue, const QString& id) {
    const std::vector<QueuedRun>& waiting = queue.state().runs;
    const auto found = std::ranges::find(waiting, id.toStdString(), &QueuedRun::id);
    if (found == waiting.end()) return;
    stack.push(new PriorityCommand(queue, *found, static_cast<std::size_t>(found - waiting.begin()),
                                   found->priority > 0 ? -1 : found->priority + 1,
                                   translated(queue.plan().nameOf(*found))));
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/continue_run.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "runs/queue_controller.h"
#include "runs/run_controller.h"
#include "widgets/popover.h"

#include <QCoreApplication>
#include <QSpinBox>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kUsualMore = 10, kMaxMore = 100000;

QString say(const char* source) { return QCoreApplication::translate("ContinueRun", source); }

Began enqueue(QueueController& queue, const RunSummary& run, std::int64_t moreEpochs, const char* why) {
    QueuedRun entry;
    entry.config = run.config;
    entry.resume = run.id;
    entry.moreEpochs = moreEpochs;
    entry.why = why;
    queue.add({std::move(entry)});
    return Began::Queued;
}

}  // namespace

Began trainMore(RunController& runs, QueueController& queue, const QString& runId, std::int64_t epochs) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return Began::Refused;
    const bool trains = runs.live() && runs.live()->id == runId;
    if (!trains && runs.active()) return enqueue(queue, *run, epochs, "more");
    runs.runMore(runId, epochs);
    return Began::Now;
}

Began continueRun(RunController& runs, QueueController& queue, const QString& runId) {
    if (std::ranges::any_of(queue.state().runs, [&runId](const QueuedRun& entry) {
            return fromUtf8(entry.resume) == runId && entry.moreEpochs == 0;
        }))
        return Began::Queued;
    if (!runs.active()) {
        runs.resume(runId);
        return Began::Now;
    }
    const RunSummary* run = runs.findRun(runId);
    const bool trains = runs.live() && runs.live()->id == runId;
    return run && !trains ? enqueue(queue, *run, 0, "continue") : Began::Refused;
}

void askMoreEpochs(const PopoverAnchor& anchor, RunController& runs, QueueController& queue, const QString& runId,
                   std::function<void(Began)> done) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return;
    auto* number = new QSpinBox;
    number->setRange(1, kMaxMore);
    number->setValue(kUsualMore);
    number->selectAll();
    const QString question =
        say(QT_TRANSLATE_NOOP("ContinueRun", "Train %1 for how many more epochs?")).arg(shownRunName(*run));
    auto* popover = new Popover(question, number, say(QT_TRANSLATE_NOOP("ContinueRun", "Train")), anchor);
    QObject::connect(popover, &Popover::accepted, &runs, [&runs, &queue, runId, number, done = std::move(done)] {
        const Began began = trainMore(runs, queue, runId, number->value());
        if (done) done(began);
    });
    popover->open();
}

QString queuedText(const QString& what) {
    return say(QT_TRANSLATE_NOOP("ContinueRun", "%1 waits, on the strip of the Train page.")).arg(what);
}

}  // namespace gatelab

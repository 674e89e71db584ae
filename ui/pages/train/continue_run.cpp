// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/continue_run.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "common/theme.h"
#include "form/place_form.h"
#include "runs/machines.h"
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

Began enqueue(QueueController& queue, const RunSummary& run, std::int64_t moreEpochs, const char* why,
              const TrainingPlace* place = nullptr) {
    QueuedRun entry;
    if (place) {
        entry.placeRanks = place->ranks;
        entry.hosts = place->setup.hostsText();
        entry.hostProgram = place->setup.program;
    }
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
    return continueRunAt(runs, queue, runId, {}, 0);
}

Began continueRunAt(RunController& runs, QueueController& queue, const QString& runId, const PlaceChoice& choice,
                    std::int64_t ranks) {
    if (const ClusterRun* job = queue.machines().job(runId); job && isUnderWay(*job)) {
        runs.reportProblem(say(QT_TRANSLATE_NOOP("ContinueRun", "%1 is %2. Cancel its job first."))
                               .arg(shownRunName(job->run), translated(shownState(*job))));
        return Began::Refused;
    }
    if (choice.kind == PlaceChoice::Kind::Cluster) {
        queue.machines().submitAgain(runId, choice.profile);
        return Began::Now;
    }
    const auto place = placeOf(choice, ranks);
    if (!place.ok()) {
        runs.reportProblem(translated(place.error()));
        return Began::Refused;
    }
    if (std::ranges::any_of(queue.state().runs, [&runId](const QueuedRun& entry) {
            return fromUtf8(entry.resume) == runId && entry.moreEpochs == 0;
        }))
        return Began::Queued;
    if (!runs.active()) {
        runs.resume(runId, 0, false, *place);
        return Began::Now;
    }
    const RunSummary* run = runs.findRun(runId);
    const bool trains = runs.live() && runs.live()->id == runId;
    return run && !trains ? enqueue(queue, *run, 0, "continue", place->get()) : Began::Refused;
}

void askWhere(Theme& theme, const PopoverAnchor& anchor, RunController& runs, QueueController& queue,
              const QString& runId, std::function<void(Began)> done) {
    const RunSummary* run = runs.findRun(runId);
    if (!run) return;
    auto* form = new PlaceForm(theme, queue.machines(), false);
    form->showPlace(queue.place(), run->config->ranks, run->config->threads);
    ExperimentConfig config = *run->config;
    config.ranks = 1;  // of this computer, with hosts
    const auto check = [form, config] {
        const QString obstacle = placeObstacle(form->place(), config, false);
        form->setNote(obstacle.isEmpty()
                          ? say(QT_TRANSLATE_NOOP("ContinueRun",
                                                  "From its last checkpoint; its bits do not depend on the place."))
                          : obstacle,
                      !obstacle.isEmpty());
    };
    QObject::connect(form, &PlaceForm::edited, form, check);
    check();
    const QString question = say(QT_TRANSLATE_NOOP("ContinueRun", "Where does %1 go on?")).arg(shownRunName(*run));
    auto* popover = new Popover(question, form, say(QT_TRANSLATE_NOOP("ContinueRun", "Go on")), anchor);
    QObject::connect(popover, &Popover::accepted, &runs, [&runs, &queue, runId, form, done = std::move(done)] {
        const PlaceChoice place = form->place();
        // A cluster's job has the run's own number.
        const std::int64_t ranks = place.kind == PlaceChoice::Kind::Here ? form->ranks() : 1;
        const Began began = continueRunAt(runs, queue, runId, place, ranks);
        if (done) done(began);
    });
    popover->open();
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

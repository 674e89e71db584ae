// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/own_belt.h"

#include "app/own_series.h"
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "lesson/belt/belt_training.h"
#include "runs/experiment_model.h"

#include <QElapsedTimer>

#include <utility>

namespace gatelab {

namespace {

struct Trained {
    BeltFile file;
    BeltErrors errors;
    double seconds = 0;
};

}  // namespace

OwnBelt& OwnBelt::of(ExperimentModel& experiment) {
    auto* found = experiment.findChild<OwnBelt*>(QString(), Qt::FindDirectChildrenOnly);
    return found != nullptr ? *found : *new OwnBelt(experiment);
}

OwnBelt::OwnBelt(ExperimentModel& experiment)
    : QObject(&experiment), experiment_(experiment), opened_(fromUtf8(experiment.config().dataPath)) {
    connect(&experiment, &ExperimentModel::dataChanged, this, &OwnBelt::followData);
    connect(&experiment, &ExperimentModel::configChanged, this, [this](const QString& key) {
        if (isChosen() && (key.isEmpty() || key == QLatin1String("targets")) && !experiment_.loading() && isOther())
            choose(true);
    });
}

OwnBelt::~OwnBelt() = default;

QString OwnBelt::name() const { return shownDataName(experiment_.config()); }

bool OwnBelt::isOpened() const { return !experiment_.config().dataPath.empty(); }

/// Another series or column than that on the belt.
bool OwnBelt::isOther() const {
    const auto data = experiment_.dataset();
    return !data || data->series != series_ || experiment_.config().targets != targets_;
}

QString OwnBelt::whyNot() const {
    const auto data = experiment_.dataset();
    if (!data) return tr("No series is open: open a file, or drop it here.");
    return data->series ? QString() : tr("The belt reads one long series; short sequences are open.");
}

void OwnBelt::choose(bool own) {
    leave();
    file_.reset(), untrained_.reset(), errors_.reset();
    share_ = 0, ++round_;
    problem_ = own ? whyNot() : QString();
    if (own && problem_.isEmpty()) {
        auto belt = beltOnSeries(*experiment_.dataset()->series, experiment_.config());
        if (belt.ok()) {
            file_ = untrained_ = std::move(*belt);
            series_ = experiment_.dataset()->series;
            targets_ = experiment_.config().targets;
        } else {
            problem_ = QStringLiteral("%1: %2").arg(name(), translated(belt.error()));
        }
    }
    Q_EMIT changed();
    begin();
}

void OwnBelt::followData() {
    const QString path = fromUtf8(experiment_.config().dataPath);
    const bool isOpened = !path.isEmpty() && path != std::exchange(opened_, path);
    if (!experiment_.dataset()) {  // being read, or it cannot be
        if (!isChosen() && !isOpened) return Q_EMIT changed();
        choose(false);
        problem_ = experiment_.dataError();
        return Q_EMIT changed();
    }
    if (isOpened || (isChosen() && isOther())) return choose(true);
    Q_EMIT changed();
}

void OwnBelt::open(const QString& path) { experiment_.openFile(path); }

void OwnBelt::setSeen(const QObject* card, bool on) {
    if (on)
        seen_.insert(card);
    else
        seen_.erase(card);
    if (seen_.empty()) return leave();
    begin();
}

void OwnBelt::trainAgain() {
    if (!isChosen()) return;
    leave();
    file_ = untrained_;
    errors_.reset();
    share_ = 0, ++round_;
    begin();
}

/// A training that was not over begins anew.
void OwnBelt::leave() {
    if (!std::exchange(job_, nullptr)) return;
    share_ = 0, ++round_;
    if (!isChosen()) return;
    file_ = untrained_;
    Q_EMIT changed();
}

void OwnBelt::begin() {
    if (!isChosen() || errors_ || job_ || seen_.empty()) return;
    job_ = std::make_unique<BackgroundJob>();
    frame_ = std::make_shared<Guarded<std::optional<BeltNetwork>>>();
    connect(job_.get(), &BackgroundJob::progressed, this, [this](double share) {
        auto network = frame_->get();
        if (!network || !isChosen()) return;
        file_->network = std::move(*network);
        share_ = share;
        Q_EMIT framed();
    });
    job_->run<Result<Trained>>(
        [file = *untrained_, frame = frame_](const Progress& progress) -> Result<Trained> {
            QElapsedTimer clock;
            clock.start();
            auto trained = trainBelt(file, [&](double share, const BeltNetwork& network) {
                frame->set(network);
                return report(progress, share);
            });
            if (!trained.ok()) return trained.error();
            const double seconds = 0.001 * static_cast<double>(clock.elapsed());
            const BeltErrors errors = measureBelt(*trained);
            return Trained{std::move(*trained), errors, seconds};
        },
        [this](Result<Trained> trained) {
            job_.release()->deleteLater();  // it speaks
            if (!isChosen()) return;
            if (!trained.ok()) {
                problem_ = translated(trained.error());
                return Q_EMIT changed();
            }
            file_ = std::move(trained->file);
            errors_ = trained->errors;
            seconds_ = trained->seconds;
            share_ = 1;
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

}  // namespace gatelab

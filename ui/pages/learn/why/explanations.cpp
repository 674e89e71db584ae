// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/why/explanations.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "lab/kept_importance.h"

#include <utility>

namespace gatelab {

Explanations::Explanations(QObject* parent) : QObject(parent) { makeJob(); }

void Explanations::makeJob() {
    delete job_;  // what it brings is no longer wanted
    job_ = new BackgroundJob(this);
    isImportance_ = false;
    connect(job_, &BackgroundJob::progressed, this, [this](double share) {
        if (isImportance_) Q_EMIT importanceProgressed(share);
    });
}

void Explanations::open(std::shared_ptr<Engine> engine, const std::filesystem::path& runFolder,
                        const QString& weights) {
    if (engine_ && runFolder == request_.runFolder && weights.toStdString() == request_.weights) return;
    close();
    engine_ = std::move(engine);
    request_ = {runFolder, nullptr, weights.toStdString()};
    held_ = std::make_shared<Guarded<Held>>();
    if (request_.weights == "best") readKept();
}

/// What was measured before, here or by the command line: nobody has to wait for it again.
void Explanations::readKept() {
    job_->run<Result<Importance>>([folder = request_.runFolder](const Progress&) { return readImportance(folder); },
                                  [this](Result<Importance> kept) {
                                      if (kept.ok() && !importance_ && !needsImportance_) {
                                          importance_ = std::make_shared<const Importance>(std::move(*kept));
                                          Q_EMIT importanceChanged();
                                      }
                                      pump();
                                  });
}

void Explanations::close() {
    job_->cancel();
    makeJob();
    engine_.reset(), held_.reset(), attribution_.reset(), importance_.reset();
    needsAttribution_.reset(), needsImportance_.reset();
    refusal_.clear(), importanceRefusal_.clear();
    Q_EMIT attributionChanged();
    Q_EMIT importanceChanged();
}

void Explanations::askAttribution(const AttributionQuestion& question) {
    needsAttribution_ = question;
    pump();
}

void Explanations::askImportance(const ImportanceQuestion& question) {
    needsImportance_ = question;
    importance_.reset();
    importanceRefusal_.clear();
    pump();
    Q_EMIT importanceChanged();
}

void Explanations::stopImportance() {
    needsImportance_.reset();
    asked_.reset();
    if (isImportance_) job_->cancel();
    Q_EMIT importanceChanged();
}

template <class T>
void Explanations::ask(std::function<Result<T>(Inspector&, const Progress&)> work,
                       std::function<void(Result<T>)> done) {
    job_->run<Result<T>>(
        [held = held_, engine = engine_, request = request_,
         work = std::move(work)](const Progress& progress) -> Result<T> {
            return held->with([&](Held& here) -> Result<T> {
                if (!here.inspector) {
                    auto inspector = engine->inspect(request);
                    if (!inspector.ok()) return inspector.error();
                    here.inspector = std::move(*inspector);
                }
                return work(*here.inspector, progress);
            });
        },
        [this, done = std::move(done)](Result<T> result) {
            isImportance_ = false;
            done(std::move(result));
            pump();
        });
}

void Explanations::pump() {
    if (!held_) return;
    if (job_->running()) {
        if (isImportance_ && needsAttribution_) {
            needsImportance_ = asked_;  // once more, from the beginning
            job_->cancel();
        }
        return;
    }
    if (needsAttribution_)
        loadAttribution(*std::exchange(needsAttribution_, std::nullopt));
    else if (needsImportance_)
        loadImportance(*std::exchange(needsImportance_, std::nullopt));
}

void Explanations::loadAttribution(const AttributionQuestion& question) {
    ask<Attribution>(
        [question](Inspector& inspector, const Progress& progress) {
            return gatelab::attribution(inspector, question, progress);
        },
        [this](Result<Attribution> answer) {
            attribution_ = answer.ok() ? std::make_shared<const Attribution>(std::move(*answer)) : nullptr;
            refusal_ = attribution_ ? QString() : translated(answer.error());
            Q_EMIT attributionChanged();
        });
}

void Explanations::loadImportance(const ImportanceQuestion& question) {
    asked_ = question;
    ask<Importance>(
        [question, request = request_](Inspector& inspector, const Progress& progress) {
            auto found = gatelab::importance(inspector, question, progress);
            // A report tells it; where it cannot be kept the page shows it all the same
            if (found.ok() && request.weights == "best") (void)keepImportance(request.runFolder, *found).ok();
            return found;
        },
        [this](Result<Importance> answer) {
            asked_.reset();
            const bool isCancelled = !answer.ok() && answer.error().code == ErrorCode::Cancelled;
            if (answer.ok()) importance_ = std::make_shared<const Importance>(std::move(*answer));
            if (!answer.ok() && !isCancelled) importanceRefusal_ = translated(answer.error());
            Q_EMIT importanceChanged();
        });
    isImportance_ = true;
}

}  // namespace gatelab

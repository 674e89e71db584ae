// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/workspace_work.h"

#include "common/background_job.h"
#include "window/notices.h"

#include <utility>

namespace gatelab {

namespace {
constexpr int kPatienceMs = 500;
}

WorkspaceWork::WorkspaceWork(NoticeBook& notices, QObject* parent)
    : QObject(parent), notices_(&notices), job_(new BackgroundJob(this)) {
    patience_.setSingleShot(true);
    patience_.setInterval(kPatienceMs);
    connect(&patience_, &QTimer::timeout, this, [this] {
        notice_ = notices_->add({Tone::Info, title_, {}, tr("Cancel"), QString::fromLatin1(kCancel), 0, job_->share()});
    });
    connect(job_, &BackgroundJob::progressed, this, [this](double share) { notices_->setShare(notice_, share); });
}

bool WorkspaceWork::running() const { return job_->running(); }

bool WorkspaceWork::start(const QString& title, std::function<Result<QString>(const Progress&)> work, Done done) {
    if (running()) return false;
    title_ = title;
    patience_.start();
    job_->run<Result<QString>>(std::move(work), [this, done = std::move(done)](const Result<QString>& message) {
        patience_.stop();
        notices_->close(std::exchange(notice_, 0));
        done(message);
    });
    return true;
}

void WorkspaceWork::cancel() {
    patience_.stop();
    job_->cancel();
}

}  // namespace gatelab

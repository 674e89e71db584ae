// SPDX-License-Identifier: GPL-3.0-or-later
#include "background_job.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace gatelab {

namespace {

/// Counts the threads that run, so that the program can wait for them before static objects and plug-ins go away.
struct RunningJobs {
    std::mutex mutex;
    std::condition_variable none;
    int count = 0;

    void begin() {
        const std::lock_guard lock(mutex);
        ++count;
    }
    void end() {
        const std::lock_guard lock(mutex);
        if (--count == 0) none.notify_all();
    }
};

/// Shared with every thread: the last one to end frees it, however late.
const std::shared_ptr<RunningJobs>& runningJobs() {
    static const auto jobs = std::make_shared<RunningJobs>();
    return jobs;
}

constexpr auto kProgressInterval = std::chrono::milliseconds(50);

}  // namespace

BackgroundJob::~BackgroundJob() { cancel(); }

void BackgroundJob::cancel() {
    if (stop_) stop_->store(true, std::memory_order_relaxed);
}

void BackgroundJob::waitForAll() {
    auto& jobs = *runningJobs();
    std::unique_lock lock(jobs.mutex);
    jobs.none.wait(lock, [&] { return jobs.count == 0; });
}

void BackgroundJob::launch(std::function<void(const Progress&)> work, std::function<void()> done) {
    cancel();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    running_ = true;
    share_ = -1;
    const auto jobs = runningJobs();
    // Threads must not outlive the application object that they post to.
    static const bool registered = (qAddPostRoutine(&BackgroundJob::waitForAll), true);
    Q_UNUSED(registered)
    jobs->begin();
    // The thread speaks to this object only through the application object's event queue: the job may be gone by then.
    const QPointer<BackgroundJob> self(this);
    std::thread([work = std::move(work), done = std::move(done), stop = stop_, self, jobs]() mutable {
        auto last = std::chrono::steady_clock::now();
        const Progress progress = [&](double share) {
            const auto now = std::chrono::steady_clock::now();
            if (now - last >= kProgressInterval) {
                last = now;
                QMetaObject::invokeMethod(
                    QCoreApplication::instance(),
                    [self, stop, share] {
                        if (!self || self->stop_ != stop) return;
                        self->share_ = share;
                        Q_EMIT self->progressed(share);
                    },
                    Qt::QueuedConnection);
            }
            return !stop->load(std::memory_order_relaxed);
        };
        work(progress);
        work = nullptr;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, stop, done = std::move(done)] {
                if (!self || self->stop_ != stop) return;
                self->running_ = false;
                done();
                if (self) Q_EMIT self->finished();
            },
            Qt::QueuedConnection);
        jobs->end();
    }).detach();
}

}  // namespace gatelab

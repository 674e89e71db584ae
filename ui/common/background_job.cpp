// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/background_job.h"

#include "base/running_count.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>
#include <chrono>
#include <new>
#include <system_error>

namespace gatelab {

namespace {

/// Shared with every thread: the last one to end frees it, however late.
const std::shared_ptr<RunningCount>& runningJobs() {
    static const auto jobs = std::make_shared<RunningCount>();
    return jobs;
}

std::function<void(const Error&)>& reporter() {
    static std::function<void(const Error&)> show;
    return show;
}

/// Of the exception that is being handled.
Error errorOfException() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {
            ErrorCode::OutOfMemory,
            GATELAB_TEXT("Jobs",
                         "there is not enough memory for this; what was asked for was not done, and all else goes on")};
    } catch (const std::exception& problem) {
        return {
            ErrorCode::Internal,
            {GATELAB_TEXT("Jobs", "an error of the program: %1; what was asked for was not done, and all else goes on"),
             {std::string(problem.what())}}};
    } catch (...) {
        return {ErrorCode::Internal,
                GATELAB_TEXT(
                    "Jobs",
                    "an error of the program without a word; what was asked for was not done, and all else goes on")};
    }
}

constexpr auto kProgressInterval = std::chrono::milliseconds(50);

}  // namespace

BackgroundJob::~BackgroundJob() { cancel(); }

void BackgroundJob::cancel() {
    if (stop_) stop_->store(true, std::memory_order_relaxed);
}

void BackgroundJob::waitForAll() { runningJobs()->waitForNone(); }

void BackgroundJob::reportTo(std::function<void(const Error&)> show) { reporter() = std::move(show); }

void BackgroundJob::settle(const std::function<void()>& done, const std::function<void(const Error&)>& failed,
                           const std::optional<Error>& thrown) {
    const QPointer<BackgroundJob> self(this);
    running_ = false;
    if (!thrown)
        done();
    else if (failed)
        failed(*thrown);
    else if (reporter())
        reporter()(*thrown);
    if (self) Q_EMIT self->finished();
}

void BackgroundJob::launch(std::function<void(const Progress&)> work, std::function<void()> done,
                           std::function<void(const Error&)> failed) {
    cancel();
    stop_ = std::make_shared<std::atomic<bool>>(false);
    running_ = true;
    share_ = -1;
    const auto jobs = runningJobs();
    // Threads must not outlive the application object that they post to.
    static const bool registered = (qAddPostRoutine(&BackgroundJob::waitForAll), true);
    Q_UNUSED(registered)
    // The thread speaks to this object only through the application object's event queue: the job may be gone by then.
    const QPointer<BackgroundJob> self(this);
    const auto stop = stop_;
    auto settled = [self, stop, done = std::move(done),
                    failed = std::move(failed)](const std::optional<Error>& thrown) mutable {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, stop, done = std::move(done), failed = std::move(failed), thrown] {
                if (self && self->stop_ == stop) self->settle(done, failed, thrown);
            },
            Qt::QueuedConnection);
    };
    jobs->begin();
    try {
        std::thread([work = std::move(work), settled, stop, self, jobs]() mutable {
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
            std::optional<Error> thrown;
            try {
                work(progress);
            } catch (...) {
                thrown = errorOfException();
            }
            work = nullptr;
            settled(thrown);
            jobs->end();
        }).detach();
    } catch (const std::system_error&) {  // no thread to be had
        jobs->end();
        settled(Error{
            ErrorCode::Internal,
            GATELAB_TEXT("Jobs",
                         "the system gives no more threads; nothing was done; close other programs and try again")});
    }
}

}  // namespace gatelab

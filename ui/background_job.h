// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace gatelab {

/// Work off the GUI thread with progress and cancel. run(work, done): work(progress) runs on a thread of its own, done() on the GUI thread
/// after it, unless the job was destroyed meanwhile. Destruction asks the work to stop and does not wait for it (the thread keeps what it needs alive).
class BackgroundJob : public QObject {
    Q_OBJECT
public:
    explicit BackgroundJob(QObject* parent = nullptr) : QObject(parent) {}
    ~BackgroundJob() override;

    /// T: anything movable, e.g. Result<X>.
    template <class T>
    void run(std::function<T(const Progress&)> work, std::function<void(T)> done) {
        auto result = std::make_shared<std::unique_ptr<T>>();
        launch([work = std::move(work), result](const Progress& progress) { *result = std::make_unique<T>(work(progress)); },
               [done = std::move(done), result] { done(std::move(**result)); });
    }
    void cancel();
    [[nodiscard]] bool running() const { return running_; }
    [[nodiscard]] double share() const { return share_; }
    /// Waits for all jobs of the program; called once at exit.
    static void waitForAll();

Q_SIGNALS:
    void progressed(double share);  ///< at most 20 times a second
    void finished();

private:
    void launch(std::function<void(const Progress&)> work, std::function<void()> done);
    std::shared_ptr<std::atomic<bool>> stop_;
    bool running_ = false;
    double share_ = -1;
};

}  // namespace gatelab

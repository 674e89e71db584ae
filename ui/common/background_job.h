// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"

#include <QObject>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>

namespace gatelab {

/// Work off the GUI thread with progress and cancel. run(work, done): work(progress) runs on a thread of its own,
/// done() on the GUI thread after it, unless the job was destroyed meanwhile. Destruction asks the work to stop and
/// does not wait for it (the thread keeps what it needs alive).
class BackgroundJob : public QObject {
    Q_OBJECT
public:
    explicit BackgroundJob(QObject* parent = nullptr) : QObject(parent) {}
    ~BackgroundJob() override;

    /// T: anything movable, e.g. Result<X>. What work throws (memory that is not to be had, say) is an Error: a T that
    /// an Error turns into is given to done(); for another T `whenThrown` makes one of it, and without that the error
    /// goes to reportTo() and done() is not called.
    template <class T>
    void run(std::function<T(const Progress&)> work, std::function<void(T)> done,
             std::function<T(const Error&)> whenThrown = {}) {
        if constexpr (std::is_convertible_v<const Error&, T>)
            if (!whenThrown) whenThrown = [](const Error& error) -> T { return error; };
        auto result = std::make_shared<std::unique_ptr<T>>();
        std::function<void(const Error&)> failed;
        if (whenThrown)
            failed = [whenThrown = std::move(whenThrown), done](const Error& error) { done(whenThrown(error)); };
        launch([work = std::move(work),
                result](const Progress& progress) { *result = std::make_unique<T>(work(progress)); },
               [done = std::move(done), result] { done(std::move(**result)); }, std::move(failed));
    }
    /// Who shows what jobs threw that nobody else shows. GUI thread.
    static void reportTo(std::function<void(const Error&)> show);
    void cancel();
    [[nodiscard]] bool running() const { return running_; }
    [[nodiscard]] double share() const { return share_; }
    /// Waits for all jobs of the program; called once at exit.
    static void waitForAll();

Q_SIGNALS:
    void progressed(double share);  ///< at most 20 times a second
    void finished();

private:
    void launch(std::function<void(const Progress&)> work, std::function<void()> done,
                std::function<void(const Error&)> failed);
    void settle(const std::function<void()>& done, const std::function<void(const Error&)>& failed,
                const std::optional<Error>& thrown);
    std::shared_ptr<std::atomic<bool>> stop_;
    bool running_ = false;
    double share_ = -1;
};

}  // namespace gatelab

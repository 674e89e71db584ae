// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace gatelab {

class Measurement;

/// What a measurement is stopped for. Whatever it is, no other measurement begins before it has ended.
enum class Yielding {
    ToNothing,   ///< it goes on and tells what disturbed it
    ToTraining,  ///< a training that starts
    ToAll,       ///< also another measurement: nobody asked for it, and nobody is told of it
};

/// What keeps measuring apart from training and from other measuring: one right at a time, as a lease that ends with
/// its life. A training that starts has those that give way stopped, and waits until they have ended. Owned by the
/// RunController. GUI thread.
class Measurements : public QObject {
    Q_OBJECT
public:
    using Lease = std::shared_ptr<Measurement>;
    struct Wish {
        QString what;  ///< for people: "the lab measures"; empty with Yielding::ToAll
        Yielding yields = Yielding::ToTraining;
        std::function<void()> stop = {};  ///< asks it to end soon, at most once
    };

    /// trains: whether something trains, or is about to.
    explicit Measurements(std::function<bool()> trains, QObject* parent = nullptr)
        : QObject(parent), trains_(std::move(trains)) {}

    /// Calls `go` with the lease as soon as nothing else measures: before this returns, or when what gives way to it
    /// has ended. Who keeps the lease where the work's end is told (the closure that a job calls then) cannot forget to
    /// give it back: not by an exception, nor by being destroyed. False: something trains or measures that does not
    /// give way, and `go` is never called; nor is it where `owner` is gone by then.
    bool begin(QObject* owner, Wish wish, std::function<void(Lease)> go);
    /// Stops those that give way to a training; `then` is called when they have ended: at once where there is none,
    /// never where `owner` is gone. Until then nothing else may measure.
    void makeRoom(QObject* owner, std::function<void()> then);
    /// Something measures that somebody is told of.
    [[nodiscard]] bool held() const;
    /// What that is; empty: nothing.
    [[nodiscard]] QString what() const;
    /// Anything at all measures.
    [[nodiscard]] bool any() const { return !rows_.empty(); }

Q_SIGNALS:
    void changed();  ///< held()

private:
    friend class Measurement;
    struct Row {
        int number = 0;
        Wish wish;
        QPointer<QObject> owner;
        std::function<void(Lease)> go;  ///< empty: it has begun
    };
    struct Training {
        QPointer<QObject> owner;
        std::function<void()> then;
    };
    void end(int number);
    void goOn();
    /// Of those that give way at least that much.
    void stopThose(Yielding least, int but = 0);
    std::function<bool()> trains_;
    std::vector<Row> rows_;  ///< at most one that is told of, and before it one that gives way to all
    std::vector<Training> trainings_;
    int last_ = 0;
};

}  // namespace gatelab

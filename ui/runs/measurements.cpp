// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/measurements.h"

#include "runs/measurement.h"

#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

const auto isReported = [](const auto& row) { return row.wish.yields != Yielding::ToAll; };

}  // namespace

bool Measurements::held() const { return std::ranges::any_of(rows_, isReported); }

QString Measurements::what() const {
    const auto row = std::ranges::find_if(rows_, isReported);
    return row == rows_.end() ? QString() : row->wish.what;
}

bool Measurements::begin(QObject* owner, Wish wish, std::function<void(Lease)> go) {
    if (held() || trains_() || !trainings_.empty() || (wish.yields == Yielding::ToAll && any())) return false;
    const int number = ++last_;
    rows_.push_back({number, std::move(wish), owner, std::move(go)});
    if (held()) Q_EMIT changed();
    stopThose(Yielding::ToAll, number);
    goOn();
    return true;
}

void Measurements::makeRoom(QObject* owner, std::function<void()> then) {
    trainings_.push_back({owner, std::move(then)});
    stopThose(Yielding::ToTraining);
    goOn();
}

void Measurements::stopThose(Yielding least, int but) {
    // First all of them, for stopping may end one.
    std::vector<std::function<void()>> stops;
    for (Row& row : rows_)
        // Where the owner is gone, its job was stopped with it.
        if (row.number != but && row.owner && row.wish.yields >= least && row.wish.stop)
            stops.push_back(std::exchange(row.wish.stop, nullptr));
    for (const auto& stop : stops) stop();
}

void Measurements::goOn() {
    if (rows_.size() == 1 && rows_.front().go) {
        Row& row = rows_.front();
        const auto go = std::exchange(row.go, nullptr);
        const QPointer<QObject> owner = row.owner;
        const auto lease = std::make_shared<Measurement>(this, row.number);
        if (owner) go(lease);
    }
    if (std::ranges::any_of(rows_, [](const Row& row) { return row.wish.yields != Yielding::ToNothing; })) return;
    for (const Training& training : std::exchange(trainings_, {}))
        if (training.owner) training.then();
}

void Measurements::end(int number) {
    const bool before = held();
    std::erase_if(rows_, [number](const Row& row) { return row.number == number; });
    if (before != held()) Q_EMIT changed();
    // Later: what measured may end because the program does.
    QMetaObject::invokeMethod(this, &Measurements::goOn, Qt::QueuedConnection);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/training_group.h"

#include "base/core_share.h"
#include "device/monitor.h"
#include "session/worker_server.h"
#include "store/workspace.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <utility>

namespace gatelab {

namespace {

/// Training, monitor and baselines have a stack (8 MiB) and an arena (64 MiB) each.
constexpr double kAddressesOfRun = 3.0 * (72 << 20);

const void* valuesOf(const RunNeeds& needs) {
    if (!needs.data) return nullptr;
    return needs.data->series ? static_cast<const void*>(needs.data->series.get()) : needs.data->sequences.get();
}

}  // namespace

struct TrainingGroup::Member {
    std::size_t number = 0;
    RunNeeds needs;
    std::unique_ptr<WorkerServer> server;              ///< null: no socket, or nothing is kept
    std::shared_ptr<std::atomic<std::int64_t>> cores;  ///< that it may use, as its team looks at it
    std::unique_ptr<RunSession> session;               ///< last made, first gone

    [[nodiscard]] bool isPaused() const { return session->state() == RunState::Paused; }
};

TrainingGroup::TrainingGroup(Engine& engine, const Limits& limits)
    : engine_(engine),
      workers_(limits.workers > 0 ? limits.workers : usableCores()),
      oneByOne_(limits.oneByOne),
      memoryBytes_(limits.memoryBytes > 0 ? limits.memoryBytes
                                          : static_cast<double>(freeHostMemory()) - firstStepsBytes()),
      threadBytes_(addressSpace().limit > 0 ? kAddressesOfRun : 0) {}

TrainingGroup::~TrainingGroup() { abandonAll(); }

double TrainingGroup::bytesWith(const RunNeeds& needs) const {
    // The same data are there once, whoever brought them.
    std::map<const void*, double> data{{valuesOf(needs), needs.sharedBytes()}};
    double bytes = needs.ownBytes() + threadBytes_;
    for (const auto& member : members_) {
        bytes += member->needs.ownBytes() + threadBytes_;
        double& of = data[valuesOf(member->needs)];
        of = std::max(of, member->needs.sharedBytes());
    }
    for (const auto& [place, held] : data) bytes += held;
    return bytes;
}

bool TrainingGroup::hasRoomFor(const RunNeeds& needs) const {
    if (members_.empty()) return true;
    if (oneByOne_) return false;
    std::int64_t busy = needs.threads;
    for (const auto& member : members_) {
        if (needs.gpu || member->needs.gpu || member->needs.library != needs.library) return false;
        if (!member->isPaused()) busy += member->needs.threads;
    }
    return busy <= workers_ && bytesWith(needs) <= memoryBytes_ &&
           needs.ownBytes() <= static_cast<double>(freeHostMemory());
}

std::int64_t TrainingGroup::maxAtOnce(const RunNeeds& needs) const {
    if (needs.gpu || oneByOne_) return 1;
    const double room = memoryBytes_ - needs.sharedBytes(), each = needs.ownBytes() + threadBytes_;
    const auto byMemory = static_cast<std::int64_t>(std::clamp(room / std::max(1.0, each), 1.0, 1e6));
    return std::max<std::int64_t>(1, std::min(byMemory, workers_ / std::max<std::int64_t>(1, needs.threads)));
}

Result<std::size_t> TrainingGroup::start(RunRequest request, const RunNeeds& needs) {
    auto member = std::make_unique<Member>();
    member->number = started_;
    member->needs = needs;
    if (request.record)
        // Without a socket the run goes on all the same; windows then read of it in its record.
        if (auto server = WorkerServer::listen(request.record->id()); server.ok()) member->server = std::move(*server);
    if (!request.data) request.data = needs.data;
    request.shared = shared_;
    request.maxThreads = needs.gpu || oneByOne_ ? 0 : 1;
    if (const auto share = shared_->get<CoreShare>(CoreShare::kKey, [] { return Result<CoreShare>(CoreShare()); });
        share.ok())
        member->cores = (*share)->each;
    auto session = engine_.start(std::move(request));
    if (!session.ok()) return session.error();
    member->session = std::move(*session);
    members_.push_back(std::move(member));
    shareCores();
    return started_++;
}

void TrainingGroup::shareCores() {
    const auto busy = std::ranges::count_if(members_, [](const auto& member) { return !member->isPaused(); });
    // Under a limit of the address space each thread would take of what the runs need.
    const std::int64_t each = threadBytes_ > 0 || busy == 0 ? 1 : std::max<std::int64_t>(1, workers_ / busy);
    for (const auto& member : members_)
        if (member->cores) *member->cores = each;
}

RunControl* TrainingGroup::control(std::size_t number) {
    const auto found =
        std::ranges::find_if(members_, [number](const auto& member) { return member->number == number; });
    return found == members_.end() ? nullptr : &(*found)->session->control();
}

void TrainingGroup::stopAll() {
    for (const auto& member : members_) member->session->control().stop();
}

void TrainingGroup::abandonAll() {
    for (const auto& member : members_) member->session->control().abandon();
}

/// Whether it has ended and all of it is told.
bool TrainingGroup::notify(Member& member, const Watch& watch) {
    const bool done = member.session->done();  // asked before draining, so that nothing posted before the end is missed
    // Events first, so that the metrics which were written before them are there.
    const auto events = member.session->channel().takeEvents();
    std::vector<MetricSample> samples;
    member.session->channel().drainMetrics([&](const MetricSample& sample) { samples.push_back(sample); });
    if (member.server) member.server->notify(samples, events);
    if (watch.metrics && !samples.empty()) watch.metrics(member.number, samples);
    for (const RunEvent& event : events)
        if (watch.event) watch.event(member.number, event);
    return done;
}

void TrainingGroup::turn(std::chrono::milliseconds patience, const Watch& watch) {
    bool someEnded = false;
    for (std::size_t i = 0; i < members_.size();) {
        Member& member = *members_[i];
        if (!notify(member, watch)) {
            if (member.server) member.server->exchange(*member.session, std::chrono::milliseconds(0));
            ++i;
            continue;
        }
        someEnded = true;
        if (member.server) member.server->finish(*member.session);
        const std::unique_ptr<Member> ended = std::move(members_[i]);
        members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i));
        const RunState state = ended->session->state();
        ended->session.reset();
        ended->server.reset();
        if (watch.ended) watch.ended(ended->number, state);
    }
    shareCores();
    if (!someEnded) std::this_thread::sleep_for(patience);  // a place that is free is filled at once
}

}  // namespace gatelab

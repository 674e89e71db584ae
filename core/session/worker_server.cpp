// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/worker_server.h"

#include "io/file_io.h"
#include "run/run_event_json.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gatelab {
namespace {

constexpr std::size_t kSlowClientBytes = 8u << 20;
constexpr double kBacklogSeconds = 5.0;
constexpr std::size_t kBacklogEvents = 200;
constexpr auto kPatience = std::chrono::milliseconds(33);
constexpr auto kYoungestAbandoned = std::chrono::minutes(1);
constexpr auto kFarewell = std::chrono::seconds(2);

/// A running worker answers on its socket; a socket left by a killed one does not.
bool answers(const sockaddr_un& address) {
    const int probe = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool up = probe >= 0 && ::connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    if (probe >= 0) ::close(probe);
    return up;
}

/// False: the path is too long.
bool setPath(sockaddr_un& address, const std::filesystem::path& path) {
    address.sun_family = AF_UNIX;
    if (path.string().size() >= sizeof address.sun_path) return false;
    std::memcpy(address.sun_path, path.c_str(), path.string().size());
    return true;
}

/// Sockets of workers that were killed; best effort. A young one may be of a worker that is about to listen.
void removeAbandonedSockets(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        const auto age = fs::file_time_type::clock::now() - entry->last_write_time(ignored);
        sockaddr_un address{};
        if (!ignored && entry->is_socket(ignored) && age > kYoungestAbandoned && setPath(address, entry->path()) &&
            !answers(address))
            ::unlink(entry->path().c_str());
    }
}

}  // namespace

Result<std::unique_ptr<WorkerServer>> WorkerServer::listen(const std::string& runId) {
    const auto path = workerSocketPath(runId);
    if (auto made = makeFolders(path.parent_path()); !made) return made.error();
    // Everybody may write where the folder lies: one that is not this user's is nobody to talk to.
    struct stat info {};
    if (::lstat(path.parent_path().c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != ::getuid())
        return ioError(EPERM, GATELAB_TEXT("FileAction", "make a socket"), path.parent_path());
    ::chmod(path.parent_path().c_str(), 0700);
    removeAbandonedSockets(path.parent_path());
    sockaddr_un address{};
    if (!setPath(address, path))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Training", "the path %1 is too long for a socket"), {path.string()}}};
    if (answers(address))
        return Error{ErrorCode::Busy,
                     {GATELAB_TEXT("Training", "another worker is already running the run %1"), {runId}}};
    ::unlink(path.c_str());
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return ioError(errno, GATELAB_TEXT("FileAction", "make a socket"), path);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::chmod(path.c_str(), 0600) != 0 || ::listen(fd, 8) != 0) {
        const Error error = ioError(errno, GATELAB_TEXT("FileAction", "listen on"), path);
        ::close(fd);
        return error;
    }
    return std::unique_ptr<WorkerServer>(new WorkerServer(fd, path));
}

WorkerServer::WorkerServer(int socket, std::filesystem::path path) : socket_(socket), path_(std::move(path)) {}

WorkerServer::~WorkerServer() {
    while (!clients_.empty()) close(clients_.begin()->first);
    ::close(socket_);
    ::unlink(path_.c_str());
}

RunState WorkerServer::serve(RunSession& session, const std::function<bool()>& shouldStop) {
    for (bool asked = false;;) {
        if (!asked && shouldStop()) {
            session.control().abandon();
            asked = true;
        }
        const bool done = session.done();  // asked before draining, so that nothing posted before the end is missed
        std::vector<MetricSample> fresh;
        session.channel().drainMetrics([&](const MetricSample& sample) { fresh.push_back(sample); });
        notify(fresh, session.channel().takeEvents());
        if (done) break;
        exchange(session, kPatience);
    }
    finish(session);
    return session.state();
}

void WorkerServer::exchange(RunSession& session, std::chrono::milliseconds patience) {
    std::vector<pollfd> polls{{socket_, POLLIN, 0}};
    for (const auto& [fd, client] : clients_)
        polls.push_back({fd, static_cast<short>(POLLIN | (client.out.empty() ? 0 : POLLOUT)), 0});
    ::poll(polls.data(), polls.size(), static_cast<int>(patience.count()));
    for (std::size_t i = 1; i < polls.size(); ++i) {
        const int fd = polls[i].fd;
        if (polls[i].revents & (POLLIN | POLLHUP | POLLERR)) readClient(fd, session.control());
        if (clients_.contains(fd) && (polls[i].revents & POLLOUT)) flush(fd);
    }
    if (polls[0].revents & POLLIN) acceptClients(session.state());
}

void WorkerServer::finish(RunSession& session) {
    for (auto& [fd, client] : clients_) {
        client.out += encodeFrame(FrameType::State, std::string(1, static_cast<char>(session.state())));
        client.out += encodeFrame(FrameType::Bye);
    }
    const auto deadline = std::chrono::steady_clock::now() + kFarewell;
    const auto isPending = [](const auto& entry) { return !entry.second.out.empty(); };
    while (std::ranges::any_of(clients_, isPending) && std::chrono::steady_clock::now() <= deadline)
        exchange(session, kPatience);
}

void WorkerServer::notify(std::span<const MetricSample> samples, std::span<const RunEvent> events) {
    // A frame of 4,096 samples is 180 kB: far below the limit.
    for (std::size_t from = 0; from < samples.size(); from += 4096) {
        const auto part = samples.subspan(from, std::min<std::size_t>(4096, samples.size() - from));
        const std::string frame = encodeFrame(FrameType::Metrics, encodeMetrics(part));
        for (auto& [fd, client] : clients_)
            if (client.out.size() < kSlowClientBytes) client.out += frame;
    }
    backlog_.insert(backlog_.end(), samples.begin(), samples.end());
    // A clock that was set back would keep everything: then the oldest go as well.
    const auto age = [&] { return backlog_.back().wall - backlog_.front().wall; };
    while (!backlog_.empty() && (age() > kBacklogSeconds || age() < 0)) backlog_.pop_front();
    for (const RunEvent& event : events) {
        events_.push_back(encodeFrame(FrameType::Event, eventToJson(event)));
        for (auto& [fd, client] : clients_) client.out += events_.back();
        if (events_.size() > kBacklogEvents) events_.pop_front();
    }
}

void WorkerServer::acceptClients(RunState state) {
    for (int fd; (fd = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        Client& client = clients_[fd];
        for (const auto& event : events_) client.out += event;
        client.out += encodeFrame(FrameType::State, std::string(1, static_cast<char>(state)));
        const std::vector<MetricSample> recent(backlog_.begin(), backlog_.end());
        if (!recent.empty()) client.out += encodeFrame(FrameType::Metrics, encodeMetrics(recent));
    }
}

void WorkerServer::readClient(int fd, RunControl& control) {
    char buffer[4096];
    ssize_t size = 0;
    while ((size = ::read(fd, buffer, sizeof buffer)) > 0)
        clients_[fd].reader.feed({buffer, static_cast<std::size_t>(size)});
    const bool gone = size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR);
    for (;;) {
        auto frame = clients_[fd].reader.next();
        if (!frame) return close(fd);
        if (!frame->has_value()) break;
        const std::string& payload = (**frame).payload;
        switch ((**frame).type) {
            case FrameType::Pause:
                control.pause(!payload.empty() && payload[0] != 0);
                break;
            case FrameType::Step:
                control.step();
                break;
            case FrameType::Stop:
                control.stop();
                break;
            case FrameType::Abandon:
                control.abandon();
                break;
            case FrameType::Change:
                if (auto change = decodeChange(payload)) control.change(std::move(*change));
                break;
            case FrameType::MoreEpochs:
                if (payload.size() == sizeof(std::int64_t)) {
                    std::int64_t epochs = 0;
                    std::memcpy(&epochs, payload.data(), sizeof epochs);
                    if (epochs > 0 && epochs <= 1000000) control.runMoreEpochs(epochs);
                }
                break;
            case FrameType::Film:
                if (auto film = decodeFilm(payload)) control.film(*film);
                break;
            default:
                return close(fd);
        }
    }
    if (gone) close(fd);
}

void WorkerServer::flush(int fd) {
    Client& client = clients_[fd];
    const ssize_t written = ::send(fd, client.out.data(), client.out.size(), MSG_NOSIGNAL);
    if (written > 0) client.out.erase(0, static_cast<std::size_t>(written));
    if (written < 0 && errno != EAGAIN && errno != EINTR) close(fd);
}

void WorkerServer::close(int fd) {
    ::close(fd);
    clients_.erase(fd);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/isolated_session.h"

#include "base/clock.h"
#include "config/field.h"
#include "io/file_io.h"
#include "run/run_event_json.h"
#include "session/worker_protocol.h"
#include "store/checkpoint.h"
#include "store/record/run_folder.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

extern char** environ;

namespace gatelab {
namespace {

constexpr auto kConnectTimeout = std::chrono::seconds(60);
constexpr auto kHearingTimeout = std::chrono::seconds(5);
constexpr std::size_t kLastWordsBytes = 2000;

/// Whether a process of this user listens at the other end.
bool isOurs(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::getuid();
}

/// A connected socket, or -1.
int connectTo(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.string().size() >= sizeof address.sun_path) return -1;
    std::memcpy(address.sun_path, path.c_str(), path.string().size());
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && isOurs(fd))
        return fd;
    if (fd >= 0) ::close(fd);
    return -1;
}

bool sendAll(int socket, const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t size = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return false;
        sent += static_cast<std::size_t>(size);
    }
    return true;
}

/// The worker closes its end after it has taken all that was sent; what it tells meanwhile is not for us.
bool waitUntilHeard(int socket) {
    ::shutdown(socket, SHUT_WR);
    const auto deadline = std::chrono::steady_clock::now() + kHearingTimeout;
    std::string buffer(1 << 16, '\0');
    while (std::chrono::steady_clock::now() < deadline) {
        pollfd waiting{socket, POLLIN, 0};
        if (::poll(&waiting, 1, 50) <= 0) continue;
        const ssize_t size = ::read(socket, buffer.data(), buffer.size());
        if (size == 0 || (size < 0 && errno == ECONNRESET)) return true;
        if (size < 0 && errno != EINTR) return false;
    }
    return false;
}

Error noWorker(const std::string& runId) {
    return {ErrorCode::NotFound, {GATELAB_TEXT("Training", "no worker answers for the run %1"), {runId}}};
}

std::string lastWords(const std::filesystem::path& log) {
    auto bytes = readFileBytes(log, UINT64_C(64) << 20);
    if (!bytes) return {};
    std::string text = bytes->size() > kLastWordsBytes ? bytes->substr(bytes->size() - kLastWordsBytes) : *bytes;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
}

std::string howItEnded(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return std::string("was ended by signal ") + std::to_string(signal) + " (" + strsignal(signal) +
               (signal == SIGKILL ? "; the system does this when memory runs out" : "") + ")";
    }
    return "ended with code " + std::to_string(WEXITSTATUS(status));
}

/// RunSession whose training thread lives in another process. One reader thread; commands are queued in its order.
class IsolatedSession final : public RunSession {
public:
    IsolatedSession(std::filesystem::path runFolder, std::string runId, pid_t child, int socket, double since)
        : folder_(std::move(runFolder)),
          id_(std::move(runId)),
          child_(child),
          socket_(socket),
          since_(since),
          wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        thread_ = std::thread([this] { follow(); });
    }

    ~IsolatedSession() override {
        leaving_ = true;
        poke();
        thread_.join();
        if (socket_ >= 0) ::close(socket_);
        ::close(wake_);
    }

    RunControl& control() override { return control_; }
    MetricChannel& channel() override { return channel_; }
    RunState state() const override { return state_; }
    bool done() const override { return done_; }
    void wait() override {
        while (!done_) done_.wait(false);
    }

private:
    void poke() {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
    }

    void follow() {
        if (socket_ < 0 && !connect()) return finish();
        readUntilEnd();
        finish();
    }

    /// Waits for the worker's socket. False when the worker ended first or the time is up.
    bool connect() {
        const auto deadline = std::chrono::steady_clock::now() + kConnectTimeout;
        while (!leaving_ && std::chrono::steady_clock::now() < deadline) {
            socket_ = connectTo(workerSocketPath(id_));
            if (socket_ >= 0) return true;
            if (childEnded()) return false;
            pollfd waiting{wake_, POLLIN, 0};
            ::poll(&waiting, 1, 50);
        }
        return false;
    }

    bool childEnded() {
        if (child_ <= 0 || ended_) return ended_;
        ended_ = ::waitpid(child_, &status_, WNOHANG) == child_;
        return ended_;
    }

    void readUntilEnd() {
        FrameReader reader;
        std::string buffer(1 << 16, '\0');
        while (!leaving_ && !done_) {
            sendCommands();
            // Commands are asked for by polling RunControl: it is the one remote control that pages know.
            pollfd waiting[2] = {{socket_, POLLIN, 0}, {wake_, POLLIN, 0}};
            ::poll(waiting, 2, 33);
            if (!(waiting[0].revents & (POLLIN | POLLHUP | POLLERR))) continue;
            const ssize_t size = ::read(socket_, buffer.data(), buffer.size());
            if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return;
            if (size > 0) reader.feed({buffer.data(), static_cast<std::size_t>(size)});
            for (;;) {
                auto frame = reader.next();
                if (!frame) return fail(frame.error());
                if (!frame->has_value()) break;
                if (!take(**frame)) return;
            }
        }
    }

    /// False: nothing more follows.
    bool take(const Frame& frame) {
        if (frame.type == FrameType::Metrics) {
            if (auto samples = decodeMetrics(frame.payload))
                for (const auto& sample : *samples)
                    if (sample.wall > since_) channel_.push(sample);
        } else if (frame.type == FrameType::Event) {
            auto event = eventFromJson(frame.payload);
            if (!event) return true;
            const auto* end = event->as<RunEnd>();
            if (end != nullptr) takeState(end->state);
            if (const auto* change = event->as<StateChange>()) takeState(change->state);
            if (event->wall > since_ || end != nullptr) {
                isEndReported_ = isEndReported_ || end != nullptr;
                channel_.post(std::move(*event));
            }
        } else if (frame.type == FrameType::State && frame.payload.size() == 1) {
            takeState(static_cast<RunState>(frame.payload[0]));
        } else if (frame.type == FrameType::Bye) {
            saidGoodbye_ = true;
            return false;
        }
        return true;
    }

    /// A run that is paused or goes on by the word of another window, or was paused before this one came: our remote
    /// control follows, unless it has something to say itself.
    void takeState(RunState state) {
        state_ = state;
        if ((state != RunState::Paused && state != RunState::Running) || control_.pauseRequested() != pauseSent_)
            return;
        const bool paused = state == RunState::Paused;
        if (paused != pauseSent_) control_.pause(pauseSent_ = paused);
    }

    void sendCommands() {
        const bool pause = control_.pauseRequested();
        const RunDirective asked = control_.checkpoint();
        std::string out;
        if (pause != pauseSent_) out += encodeFrame(FrameType::Pause, std::string(1, pause ? '\1' : '\0'));
        // A granted step shows as "paused is asked for, but not now".
        if (pause && !asked.paused) out += encodeFrame(FrameType::Step);
        pauseSent_ = pause;
        for (const auto& change : asked.changes) out += encodeFrame(FrameType::Change, encodeChange(change));
        if (asked.moreEpochs > 0)
            out += encodeFrame(FrameType::MoreEpochs,
                               {reinterpret_cast<const char*>(&asked.moreEpochs), sizeof asked.moreEpochs});
        if (asked.film) out += encodeFrame(FrameType::Film, encodeFilm(*asked.film));
        if (asked.stop && !std::exchange(stopSent_, true)) out += encodeFrame(FrameType::Stop);
        if (asked.abandon && !std::exchange(abandonSent_, true)) out += encodeFrame(FrameType::Abandon);
        (void)sendAll(socket_, out);
    }

    void fail(const Error& error) {
        channel_.post({.what = RunEnd{RunState::Failed, error.phrase, error.code}, .wall = wallSeconds()});
        state_ = RunState::Failed;
        isEndReported_ = true;
    }

    void finish() {
        if (!leaving_ && !saidGoodbye_ && !isEndReported_) {
            for (int i = 0; child_ > 0 && !childEnded() && i < 40; ++i) {
                pollfd waiting{wake_, POLLIN, 0};
                ::poll(&waiting, 1, 50);
            }
            const std::string words = lastWords(folder_ / "worker.log");
            const Phrase end =
                ended_ ? Phrase(howItEnded(status_)) : Phrase(GATELAB_TEXT("Training", "no longer answers"));
            const Phrase kept(
                CheckpointStore(folder_).list().empty()
                    ? GATELAB_TEXT(
                          "Training",
                          "the worker of this run %1; the run has no checkpoint yet, so that resuming it begins again")
                    : GATELAB_TEXT(
                          "Training",
                          "the worker of this run %1; the run is kept up to its last checkpoint and can be resumed"),
                {end});
            fail({ErrorCode::Internal,
                  words.empty() ? kept : Phrase(GATELAB_TEXT("Training", "%1. Its last words: %2"), {kept, words})});
        }
        if (child_ > 0 && !ended_ && saidGoodbye_) ::waitpid(child_, &status_, 0);
        done_ = true;
        done_.notify_all();
    }

    std::filesystem::path folder_;
    std::string id_;
    pid_t child_;
    int socket_;
    double since_;
    int wake_;
    int status_ = 0;
    bool ended_ = false, isEndReported_ = false, saidGoodbye_ = false, pauseSent_ = false, stopSent_ = false,
         abandonSent_ = false;
    RunControl control_;
    MetricChannel channel_;
    std::atomic<RunState> state_{RunState::Preparing};
    std::atomic<bool> done_{false};
    std::atomic<bool> leaving_{false};
    std::thread thread_;
};

}  // namespace

std::filesystem::path workerProgram() {
    if (const char* given = std::getenv("GATELAB_WORKER"); given && *given) return given;
    Dl_info info{};
    std::error_code ignored;
    if (dladdr(reinterpret_cast<const void*>(&workerProgram), &info) == 0 || !info.dli_fname) return "gatelab-worker";
    const auto folder = std::filesystem::canonical(info.dli_fname, ignored).parent_path();
    for (const auto& candidate : {folder / "gatelab-worker", folder / ".." / "bin" / "gatelab-worker",
                                  folder / ".." / ".." / "bin" / "gatelab-worker"})
        if (std::filesystem::exists(candidate, ignored)) return candidate;
    return folder / "gatelab-worker";
}

WorkerLimits workerLimits(const ExperimentConfig& config) {
    return {static_cast<std::uint64_t>(std::max<std::int64_t>(0, config.memoryLimit)) << 20, 0};
}

Result<int> spawnWorker(std::vector<std::string> words, const std::filesystem::path& logFile) {
    const auto program = workerProgram();
    words.insert(words.begin(), program.string());
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    const std::string log = logFile.string();
    posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    pid_t child = -1;
    const int problem = ::posix_spawn(&child, program.c_str(), &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (problem != 0) return ioError(problem, GATELAB_TEXT("FileAction", "start the worker"), program);
    return static_cast<int>(child);
}

Result<std::unique_ptr<RunSession>> startIsolated(const std::filesystem::path& workspace, const std::string& runId,
                                                  const WorkerLimits& limits, double epochSeconds,
                                                  const std::filesystem::path& startWeights, bool stepsOnce) {
    const auto runFolder = runFolderIn(workspace, runId);
    std::vector<std::string> words = {"serve", "--workspace", workspace.string(), "--run", runId};
    if (limits.memoryBytes > 0) words.insert(words.end(), {"--memory-limit", std::to_string(limits.memoryBytes)});
    if (limits.threads > 0) words.insert(words.end(), {"--threads", std::to_string(limits.threads)});
    if (epochSeconds > 0) words.insert(words.end(), {"--epoch-seconds", formatFieldValue(epochSeconds)});
    if (!startWeights.empty()) words.insert(words.end(), {"--weights", startWeights.string()});
    if (stepsOnce) words.emplace_back("--step-once");
    const auto child = spawnWorker(std::move(words), runFolder / "worker.log");
    if (!child.ok()) return child.error();
    return std::unique_ptr<RunSession>(std::make_unique<IsolatedSession>(runFolder, runId, *child, -1, -1.0));
}

Result<std::unique_ptr<RunSession>> attachIsolated(const std::filesystem::path& workspace, const std::string& runId,
                                                   double since) {
    const int socket = connectTo(workerSocketPath(runId));
    if (socket < 0) return noWorker(runId);
    return std::unique_ptr<RunSession>(
        std::make_unique<IsolatedSession>(runFolderIn(workspace, runId), runId, -1, socket, since));
}

bool hasWorker(const std::string& runId) {
    std::error_code unknown;
    return std::filesystem::exists(workerSocketPath(runId), unknown);
}

Result<> tellWorker(const std::string& runId, WorkerOrder order) {
    const int socket = connectTo(workerSocketPath(runId));
    if (socket < 0) return noWorker(runId);
    const std::string frame =
        order == WorkerOrder::Stop
            ? encodeFrame(FrameType::Stop)
            : encodeFrame(FrameType::Pause, std::string(1, order == WorkerOrder::Pause ? '\1' : '\0'));
    const bool heard = sendAll(socket, frame) && waitUntilHeard(socket);
    ::close(socket);
    return heard ? Result<>() : noWorker(runId);
}

}  // namespace gatelab

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/worker_process.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <deque>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gatelab::testing {

/// Of a cable, each way.
struct CableTraits {
    double megabits = 1000;  ///< per second
    double delay = 0;        ///< of a frame, one way; milliseconds
    double loss = 0;         ///< percent of the frames
};

/// Two networks of this machine, a near and a far one, and the cable between them, for kernels without netem: a device
/// gl0 in a network namespace at each end, and a thread that carries frames from one to the other. A queue of a second
/// at each end; what is lost follows from a fixed seed. Networks and devices end with this, and with this process.
class Cable {
public:
    static constexpr const char* kInterface = "gl0";

    Cable() {
        std::promise<QString> laid;
        auto why = laid.get_future();
        thread_ = std::thread([this, &laid] { carry(laid); });
        obstacle_ = why.get();
        writeShell();
    }
    ~Cable() {
        isCut_ = true;
        thread_.join();
        for (const End& end : ends_)
            for (const int file : {end.device, end.network})
                if (file >= 0) ::close(file);
    }
    Cable(const Cable&) = delete;
    Cable& operator=(const Cable&) = delete;

    /// Why there is none here; empty: it lies.
    [[nodiscard]] const QString& obstacle() const { return obstacle_; }
    void become(const CableTraits& traits) {
        const std::lock_guard lock(mutex_);
        traits_ = traits;
    }
    /// Runs the worker in the near network; its hosts, whatever they are called, are in the far one.
    [[nodiscard]] Answer askWorker(const QStringList& words) const {
        QProcess process;
        process.setChildProcessModifier([network = ends_[0].network] {
            if (::setns(network, CLONE_NEWNET) != 0) ::_exit(126);
        });
        qputenv("GATELAB_SSH", folder_.filePath("shell").toLocal8Bit());
        process.start(workerProgram(), words);
        return finished(process);
    }
    /// The longest chain of messages so far of which each was sent after the one before it had crossed the cable: what
    /// waiting costs in ways, whatever else the machine does. Acknowledgements of TCP are no messages.
    [[nodiscard]] std::int64_t crossings() const { return crossings_; }
    [[nodiscard]] std::int64_t lost() const { return lost_; }

private:
    using Clock = std::chrono::steady_clock;
    struct Frame {
        Clock::time_point due;
        std::int64_t chain = 0;
        std::vector<std::uint8_t> bytes;
    };
    struct End {
        int device = -1, network = -1;
        std::deque<Frame> sent;
        Clock::time_point free{};
        std::uint64_t random = 1;
        std::int64_t heard = 0;  ///< the longest chain that has come here
    };

    /// A network of its own for this thread, with its end of the cable.
    static QString makeEnd(End& end, int number) {
        const auto problem = [](const char* what) { return QStringLiteral("%1: %2").arg(what, std::strerror(errno)); };
        if (::unshare(CLONE_NEWNET) != 0) return problem("no network namespaces here");
        end.network = ::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
        end.device = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (end.network < 0 || end.device < 0) return problem("/dev/net/tun");
        end.random = static_cast<std::uint64_t>(number);
        ifreq request{};
        request.ifr_flags = IFF_TAP | IFF_NO_PI;
        std::strncpy(request.ifr_name, kInterface, IFNAMSIZ - 1);
        if (::ioctl(end.device, TUNSETIFF, &request) != 0) return problem("TUNSETIFF");
        const int control = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        const auto set = [&](unsigned long what, const char* address) {
            sockaddr_in of{};
            of.sin_family = AF_INET;
            ::inet_pton(AF_INET, address, &of.sin_addr);
            std::memcpy(&request.ifr_addr, &of, sizeof of);
            return ::ioctl(control, what, &request) == 0;
        };
        bool isUp = set(SIOCSIFADDR, number == 1 ? "10.77.0.1" : "10.77.0.2") && set(SIOCSIFNETMASK, "255.255.255.0");
        for (const char* name : {kInterface, "lo"}) {
            ifreq flags{};
            flags.ifr_flags = IFF_UP | IFF_RUNNING;
            std::strncpy(flags.ifr_name, name, IFNAMSIZ - 1);
            isUp = ::ioctl(control, SIOCSIFFLAGS, &flags) == 0 && isUp;
        }
        const QString why = isUp ? QString() : problem("the end of a cable");
        // Others, like BBR, spread what is sent over the time of a round trip.
        if (QFile how("/proc/sys/net/ipv4/tcp_congestion_control"); how.open(QIODevice::WriteOnly)) how.write("reno");
        ::close(control);
        return why;
    }

    void carry(std::promise<QString>& laid) {
        QString why = makeEnd(ends_[0], 1);
        if (why.isEmpty()) why = makeEnd(ends_[1], 2);
        laid.set_value(why);
        while (why.isEmpty() && !isCut_) {
            auto next = Clock::now() + std::chrono::milliseconds(50);  // to look whether this is the end
            for (int from : {0, 1}) {
                deliver(ends_[from], ends_[1 - from]);
                if (!ends_[from].sent.empty()) next = std::min(next, ends_[from].sent.front().due);
            }
            pollfd files[2] = {{ends_[0].device, POLLIN, 0}, {ends_[1].device, POLLIN, 0}};
            const auto wait = std::max<std::int64_t>(0, (next - Clock::now()).count());
            const timespec limit{0, static_cast<long>(wait)};
            if (::ppoll(files, 2, &limit, nullptr) <= 0) continue;
            for (int from : {0, 1})
                if ((files[from].revents & POLLIN) != 0) take(ends_[from]);
        }
    }

    void deliver(End& from, End& to) {
        for (; !from.sent.empty() && from.sent.front().due <= Clock::now(); from.sent.pop_front()) {
            const Frame& frame = from.sent.front();
            to.heard = std::max(to.heard, frame.chain);
            crossings_ = std::max<std::int64_t>(crossings_, frame.chain);
            if (::write(to.device, frame.bytes.data(), frame.bytes.size()) < 0) ++lost_;
        }
    }

    void take(End& end) {
        CableTraits traits;
        {
            const std::lock_guard lock(mutex_);
            traits = traits_;
        }
        std::array<std::uint8_t, 2048> buffer;
        for (int i = 0; i < 64; ++i) {
            const ssize_t size = ::read(end.device, buffer.data(), buffer.size());
            if (size <= 0) return;
            const auto now = Clock::now();
            end.random ^= end.random << 13, end.random ^= end.random >> 7, end.random ^= end.random << 17;
            const auto begins = std::max(now, end.free);
            if (static_cast<double>(end.random >> 11) * 0x1p-53 < traits.loss / 100 ||
                begins - now > std::chrono::seconds(1)) {
                ++lost_;
                continue;
            }
            const auto nanoseconds = [](double count) { return std::chrono::nanoseconds(std::int64_t(count)); };
            end.free = begins + nanoseconds(static_cast<double>(size) * 8e3 / traits.megabits);
            const std::vector<std::uint8_t> bytes(buffer.begin(), buffer.begin() + size);
            end.sent.push_back(
                {end.free + nanoseconds(traits.delay * 1e6), isMessage(bytes) ? end.heard + 1 : 0, bytes});
        }
    }

    /// Whether a frame of Ethernet carries bytes of a TCP connection over IPv4.
    static bool isMessage(const std::vector<std::uint8_t>& frame) {
        constexpr std::size_t kEthernet = 14, kTcp = 6;
        if (frame.size() < kEthernet + 20 || frame[12] != 8 || frame[13] != 0 || frame[kEthernet + 9] != kTcp)
            return false;
        const std::size_t head = 4 * (frame[kEthernet] & 15U), at = kEthernet + head;
        const std::size_t length = 256U * frame[kEthernet + 2] + frame[kEthernet + 3];
        return frame.size() > at + 12 && length > head + 4 * (std::size_t{frame[at + 12]} >> 4U);
    }

    /// What stands for ssh: the last of its words in a shell of the far network.
    void writeShell() const {
        QFile file(folder_.filePath("shell"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("%s", qPrintable(file.fileName()));
        file.write(QStringLiteral("#!/bin/bash\nexport SSH_CONNECTION='10.77.0.1 1 10.77.0.2 22'\n"
                                  "exec nsenter --net=/proc/%1/fd/%2 bash -c \"${@: -1}\"\n")
                       .arg(::getpid())
                       .arg(ends_[1].network)
                       .toLatin1());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    QTemporaryDir folder_;
    std::array<End, 2> ends_;
    std::mutex mutex_;
    CableTraits traits_;  ///< under mutex_
    std::atomic<bool> isCut_ = false;
    std::atomic<std::int64_t> crossings_ = 0, lost_ = 0;
    QString obstacle_;
    std::thread thread_;
};

}  // namespace gatelab::testing

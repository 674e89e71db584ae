// SPDX-License-Identifier: GPL-3.0-or-later
// What ranks send is encrypted, and nobody else is taken: peers without a certificate of the run, or none at all.
// Holds core/ranks/gloo_tls.cpp, core/ranks/rank_network.cpp and core/io/certificates.cpp.
#include "base/result.h"
#include "io/certificates.h"
#include "ranks/rank_group.h"
#include "session/rank_store.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtTest>

#include <dlfcn.h>
#include <sys/socket.h>

#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace gatelab;

namespace {

bool hidesSsl = false;

constexpr auto kPatience = std::chrono::seconds(10);

std::shared_ptr<const RankCredentials> credentials(std::chrono::seconds lifetime = std::chrono::hours(1)) {
    return std::make_shared<const RankCredentials>(*makeJobCertificates(lifetime));
}

RankNetwork networkWith(std::shared_ptr<const RankCredentials> shown) {
    RankNetwork network;
    network.timeout = kPatience;
    network.credentials = std::move(shown);
    return network;
}

using Work = std::function<Result<>(PipeStore& store, const RankNetwork& how)>;

/// One rank: joins, and passes a number round.
Result<> rank(PipeStore& store, const RankNetwork& how) {
    auto group = RankGroup::join(store, kPatience, how);
    if (!group.ok()) return group.error();
    const int me = (*group)->rank(), size = (*group)->size(), next = (me + 1) % size, before = (me + size - 1) % size;
    const std::int64_t mine = 41 + me;
    std::int64_t theirs = 0;
    auto done = (*group)->expect(before, 0, std::as_writable_bytes(std::span(&theirs, 1)));
    if (done.ok()) done = (*group)->send(next, 0, std::as_bytes(std::span(&mine, 1)));
    if (done.ok()) done = (*group)->receive(before, 0, kPatience);
    if (done.ok()) done = (*group)->sent(kPatience);
    group->reset();
    if (done.ok() && theirs != 41 + before) return Error{ErrorCode::Corrupt, "another number"};
    return done;
}

/// All of them at once; what each came to.
std::vector<Result<>> ranks(const std::vector<RankNetwork>& networks, const Work& work = rank) {
    std::vector<int> ofStore, ofRanks;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        int ends[2] = {-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) qFatal("no sockets");
        ofStore.push_back(ends[0]);
        ofRanks.push_back(ends[1]);
    }
    const RankStore store(ofStore, {});
    std::vector<Result<>> ends(networks.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < networks.size(); ++i)
        threads.emplace_back([&, i] {
            PipeStore mine(ofRanks[i], ofRanks[i]);
            ends[i] = work(mine, networks[i]);
        });
    for (std::thread& thread : threads) thread.join();
    return ends;
}

const char* messageOf(const Result<>& end) { return end.ok() ? "it was taken" : end.error().message.c_str(); }

/// Of sockets of this process that listen: the addresses, as /proc/net/tcp writes them.
QList<QByteArray> listeners() {
    QList<QByteArray> mine, addresses;
    for (const QFileInfo& file : QDir("/proc/self/fd").entryInfoList(QDir::Files | QDir::System | QDir::NoDotAndDotDot))
        if (char to[64] = {}; ::readlink(QFile::encodeName(file.filePath()).constData(), to, sizeof to - 1) > 0)
            if (const QByteArray name = to; name.startsWith("socket:[")) mine << name.mid(8).chopped(1);
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        QFile of(table);
        if (!of.open(QIODevice::ReadOnly)) continue;
        for (const QByteArray& line : of.readAll().split('\n')) {
            const QList<QByteArray> words = line.simplified().split(' ');
            if (words.size() > 9 && words[3] == "0A" && mine.contains(words[9])) addresses << words[1].split(':')[0];
        }
    }
    return addresses;
}

}  // namespace

/// LibTorch's call comes here, as to the first library that has this name.
extern "C" void* dlopen(const char* name, int flags) noexcept {
    static const auto real = reinterpret_cast<void* (*)(const char*, int)>(::dlsym(RTLD_NEXT, "dlopen"));
    return real(hidesSsl && name != nullptr && std::strstr(name, "libssl") != nullptr ? "libssl-none.so" : name, flags);
}

class TestRankNetwork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// First of all: once it is there it stays.
    void withoutLibsslNobodyTrains() {
        hidesSsl = true;
        const auto shown = credentials();
        const auto ends = ranks({networkWith(shown), networkWith(shown)});
        hidesSsl = false;
        for (const Result<>& end : ends) {
            QVERIFY2(!end.ok() && end.error().message.find("install libssl-dev") != std::string::npos, messageOf(end));
            QCOMPARE(end.error().code, ErrorCode::Unsupported);
        }
    }

    void allConnectionsAreEncrypted() {
        const auto shown = credentials();
        for (const std::size_t size : {2, 3, 5})
            for (const Result<>& end : ranks(std::vector<RankNetwork>(size, networkWith(shown))))
                QVERIFY2(end.ok(), messageOf(end));
    }

    void strangersAreRefused_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("another authority") << 0;
        QTest::newRow("expired") << 1;
        QTest::newRow("clear text") << 2;
    }
    void strangersAreRefused() {
        QFETCH(int, kind);
        const RankNetwork own = networkWith(credentials(std::chrono::seconds(kind == 1 ? -60 : 3600)));
        const RankNetwork other = kind == 1 ? own : networkWith(kind == 0 ? credentials() : nullptr);
        for (const bool isFirst : {false, true}) {
            const auto ends = ranks(isFirst ? std::vector{other, own} : std::vector{own, other});
            for (const Result<>& end : ends) {
                QVERIFY2(!end.ok(), messageOf(end));
            }
            const Result<>& end = ends[isFirst ? 1 : 0];
            QVERIFY2(end.error().message.find("without a certificate of this run was refused") != std::string::npos,
                     messageOf(end));
            QCOMPARE(end.error().code, ErrorCode::PermissionDenied);
        }
    }

    /// Who waits for one that goes is told so long before its limit, which for rank 0 is none.
    void whoGoesIsNoticed_data() {
        QTest::addColumn<bool>("isEncrypted");
        QTest::newRow("clear text") << false;
        QTest::newRow("encrypted") << true;
    }
    void whoGoesIsNoticed() {
        QFETCH(bool, isEncrypted);
        const auto shown = isEncrypted ? credentials() : nullptr;
        const auto leave = [](PipeStore& store, const RankNetwork& how) -> Result<> {
            auto group = RankGroup::join(store, kPatience, how);
            if (!group.ok()) return group.error();
            const int me = (*group)->rank();
            std::int64_t theirs[2] = {0, 0};
            Result<> got;
            for (int from = 1; me == 0 && got.ok() && from <= 2; ++from) {  // so that all stand before it goes
                got = (*group)->expect(from, 1, std::as_writable_bytes(std::span(&theirs[from - 1], 1)));
                if (got.ok()) got = (*group)->receive(from, 1, kPatience);
            }
            if (me != 0) {
                got = (*group)->expect(0, 0, std::as_writable_bytes(std::span(&theirs[0], 1)));
                if (got.ok()) got = (*group)->send(0, 1, std::as_bytes(std::span(&theirs[1], 1)));
                if (got.ok()) got = (*group)->receive(0, 0, std::chrono::hours(24 * 365));
            }
            group->reset();
            return got;
        };
        for (int i = 0; i < 20; ++i) {
            const auto ends = ranks(std::vector<RankNetwork>(3, networkWith(shown)), leave);
            QVERIFY2(ends[0].ok(), messageOf(ends[0]));
            for (const std::size_t rank : {1, 2}) {
                QVERIFY(!ends[rank].ok());
                QCOMPARE(ends[rank].error().code, ErrorCode::DeviceLost);
            }
        }
    }

    void onTheNamedInterfaceAlone() {
        const auto shown = credentials();
        for (const bool isEncrypted : {false, true}) {
            RankNetwork named = networkWith(isEncrypted ? shown : nullptr);
            named.interface = "lo";
            for (const Result<>& end : ranks({named, named})) QVERIFY2(end.ok(), messageOf(end));
            named.interface = "none0";
            for (const Result<>& end : ranks({named, named})) {
                QVERIFY2(!end.ok() && end.error().code == ErrorCode::InvalidInput, messageOf(end));
                QVERIFY2(end.error().message.find("no network interface 'none0'") != std::string::npos, messageOf(end));
            }
        }
    }

    void nothingListensElsewhere() {
        std::atomic<bool> isOver = false, isSeen = false;
        QList<QByteArray> seen;
        const auto shown = credentials();
        std::thread looks([&] {
            while (!isOver) {
                seen << listeners();
                isSeen = !seen.isEmpty();
            }
        });
        // They listen for a moment: where others keep the cores busy, it may pass between two looks.
        Result<> end;
        do {
            for (const Result<>& one : ranks(std::vector<RankNetwork>(4, networkWith(shown))))
                if (!one.ok()) end = one;
        } while (end.ok() && !isSeen);
        isOver = true;
        looks.join();
        QVERIFY2(end.ok(), messageOf(end));
        for (const QByteArray& address : seen) QCOMPARE(address, "0100007F");  // 127.0.0.1
    }
};

QTEST_GUILESS_MAIN(TestRankNetwork)
#include "tst_rank_network.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/session/isolated_session.cpp, core/session/open_engine.cpp and core/session/worker_server.cpp.
#include "session/isolated_session.h"
#include "session/worker_protocol.h"
#include "session/worker_server.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace gatelab;

namespace {

/// A run that does what the test says.
class FakeRun : public RunSession {
public:
    RunControl& control() override { return control_; }
    MetricChannel& channel() override { return channel_; }
    RunState state() const override { return ended ? RunState::Finished : RunState::Running; }
    bool done() const override { return ended; }
    void wait() override {}
    std::atomic<bool> ended{false};

private:
    RunControl control_;
    MetricChannel channel_;
};

/// Serves a fake run on a thread until the end of the scope.
class Serving {
public:
    Serving(WorkerServer& server, FakeRun& run)
        : run_(run), thread_([&] { server.serve(run, [] { return false; }); }) {}
    ~Serving() { end(); }
    void end() {
        run_.ended = true;
        if (thread_.joinable()) thread_.join();
    }

private:
    FakeRun& run_;
    std::thread thread_;
};

MetricSample sampleAt(std::int64_t step, double wall) {
    return {MetricId::TrainLoss, 0, step, 0.5, 1.0, wall, 1.0 / static_cast<double>(step + 1)};
}

}  // namespace

class TestWorkerProtocol : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    const std::string run_ = "r" + std::to_string(getpid());  // a name of its own: other tests listen too

private Q_SLOTS:
    void framesComeApartAnywhere() {
        const std::string stream =
            encodeFrame(FrameType::Step) + encodeFrame(FrameType::Change, "clip_norm=2") + encodeFrame(FrameType::Bye);
        for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
            FrameReader reader;
            std::vector<Frame> frames;
            for (std::size_t at = 0; at < stream.size(); at += piece) {
                reader.feed(std::string_view(stream).substr(at, piece));
                for (;;) {
                    auto frame = reader.next();
                    QVERIFY(frame.ok());
                    if (!frame->has_value()) break;
                    frames.push_back(std::move(**frame));
                }
            }
            QCOMPARE(frames.size(), std::size_t{3});
            QCOMPARE(frames[1].payload, std::string("clip_norm=2"));
        }
    }

    void foreignBytesAreRefused() {
        FrameReader wrong;
        wrong.feed("GET / HTTP/1.1\r\n");
        QVERIFY(!wrong.next().ok());
        std::string newer = encodeFrame(FrameType::Step);
        newer[8] = 9;
        FrameReader version;
        version.feed(newer);
        QVERIFY(!version.next().ok());
        std::string huge = encodeFrame(FrameType::Step);
        huge[7] = '\x7f';
        FrameReader size;
        size.feed(huge);
        QVERIFY(!size.next().ok());
    }

    void everyFlippedByteOfAHeaderIsHandled() {
        const std::string good = encodeFrame(FrameType::Change, "clip_norm=2");
        for (std::size_t at = 0; at < good.size(); ++at)
            for (int bit = 0; bit < 8; ++bit) {
                std::string bad = good;
                bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
                FrameReader reader;
                reader.feed(bad);
                const auto frame = reader.next();
                if (frame.ok() && frame->has_value()) (void)decodeChange((*frame)->payload);
            }
    }

    void metricsRoundTrip() {
        std::vector<MetricSample> samples;
        for (int i = 0; i < 5; ++i) samples.push_back(sampleAt(i, i));
        samples[2].value = NAN;
        samples[3].metric = MetricId::Saturation;
        samples[3].layer = 513;
        const auto back = decodeMetrics(encodeMetrics(samples));
        QVERIFY(back.ok());
        QCOMPARE(back->size(), samples.size());
        QVERIFY(std::isnan((*back)[2].value));
        QCOMPARE((*back)[4].step, std::int64_t{4});
        QVERIFY((*back)[3].channel() == samples[3].channel());
        const std::string whole = encodeMetrics(samples);
        QVERIFY(!decodeMetrics(std::string_view(whole).substr(1)).ok());
    }

    // Numbers of the enum differ from build to build, keys do not.
    void metricsGoByTheirKeys() {
        const std::vector<MetricSample> samples{sampleAt(1, 1), sampleAt(2, 2)};
        std::string frame = encodeMetrics(samples);
        const std::string key = metric(MetricId::TrainLoss).key;
        const auto at = frame.find(key);
        QVERIFY(at != std::string::npos);
        // Another build's name for what this one does not know: left out, and the rest is read.
        std::string newer = frame;
        newer.replace(at, key.size(), std::string(key.size(), 'x'));
        const auto unknown = decodeMetrics(newer);
        QVERIFY(unknown.ok() && unknown->empty());
        // The same samples under another name are that metric, whatever its number.
        const std::string other = metric(MetricId::ValidationLoss).key;
        std::string renamed =
            frame.substr(0, at - 1) + static_cast<char>(other.size()) + other + frame.substr(at + key.size());
        const auto read = decodeMetrics(renamed);
        QVERIFY(read.ok() && read->size() == 2 && (*read)[0].metric == MetricId::ValidationLoss);
        for (std::size_t size = 0; size < frame.size(); ++size)
            (void)decodeMetrics(std::string_view(frame).substr(0, size));
        QVERIFY(decodeMetrics(encodeMetrics({}))->empty());
    }

    void onlyLiveFieldsChange() {
        QVERIFY(decodeChange("learning_rate=0.01").ok());
        QVERIFY(!decodeChange("hidden_size=8").ok());
        QVERIFY(!decodeChange("learning_rate=-1").ok());
        QVERIFY(!decodeChange("nothing").ok());
    }

    void aRequestForAFilmRoundTrips() {
        const auto film = decodeFilm(encodeFilm({0.25, 40, 1 << 20}));
        QVERIFY(film.ok());
        QCOMPARE(film->everySeconds, 0.25);
        QCOMPARE(film->everySteps, std::int64_t{40});
        QCOMPARE(film->limitBytes, std::int64_t{1 << 20});
        QVERIFY(!decodeFilm("short").ok());
        QVERIFY(!decodeFilm(encodeFilm({-1, 0, 0})).ok());
        QVERIFY(!decodeFilm(encodeFilm({1, -5, 0})).ok());
    }

    void aWindowFollowsAndSteers() {
        FakeRun run;
        auto server = WorkerServer::listen(run_);
        QVERIFY2(server.ok(), server.ok() ? "" : server.error().message.c_str());
        struct stat info {};
        QCOMPARE(::stat(workerSocketPath(run_).c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777, mode_t{0600});
        QVERIFY2(!WorkerServer::listen(run_).ok(), "a second worker must not take the run over");
        Serving serving(**server, run);
        run.channel().post({.what = StateChange{RunState::Running}, .wall = 10});
        run.channel().push(sampleAt(1, 10));

        qputenv("XDG_RUNTIME_DIR", "/nowhere");  // another login
        auto session = attachIsolated("/nowhere", run_, 5.0);
        QVERIFY(session.ok());
        std::vector<MetricSample> samples;
        std::vector<RunEvent> events;
        const auto drain = [&] {
            (*session)->channel().drainMetrics([&](const MetricSample& s) { samples.push_back(s); });
            for (auto& e : (*session)->channel().takeEvents()) events.push_back(std::move(e));
        };
        QTRY_VERIFY((drain(), samples.size() == 1 && events.size() == 1));
        (*session)->control().change({"learning_rate", 0.25});
        (*session)->control().pause(true);
        QTRY_VERIFY(run.control().pauseRequested());
        const auto directive = run.control().checkpoint();
        QCOMPARE(directive.changes.size(), std::size_t{1});
        QCOMPARE(std::get<double>(directive.changes[0].value), 0.25);
        QVERIFY(directive.paused);
        (*session)->control().step();
        bool granted = false;
        QTRY_VERIFY((granted = granted || !run.control().checkpoint().paused));
        (*session)->control().pause(false);
        QTRY_VERIFY(!run.control().pauseRequested());
        (*session)->control().stop();
        QTRY_VERIFY(run.control().stopRequested());

        run.channel().push(sampleAt(2, 12));
        run.channel().post({.what = RunEnd{RunState::Finished}, .wall = 12});
        serving.end();
        (*session)->wait();
        drain();
        QCOMPARE(samples.size(), std::size_t{2});
        QVERIFY(events.back().is<RunEnd>());
        QCOMPARE((*session)->state(), RunState::Finished);
    }

    void socketsOfKilledWorkersGo() {
        namespace fs = std::filesystem;
        const auto serving = WorkerServer::listen("protocol-live");
        QVERIFY(serving.ok());
        const auto left = [](const char* run, std::chrono::minutes age) {
            const fs::path path = workerSocketPath(run);
            ::unlink(path.c_str());
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            std::strcpy(address.sun_path, path.c_str());
            const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
            if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) qFatal("no socket");
            ::close(fd);  // as the kernel does for a killed one
            fs::last_write_time(path, fs::file_time_type::clock::now() - age);
            return path;
        };
        using std::chrono::minutes;
        const fs::path killed = left("protocol-killed", minutes(5)), young = left("protocol-young", minutes(0));
        fs::last_write_time(workerSocketPath("protocol-live"), fs::file_time_type::clock::now() - minutes(5));
        QVERIFY(WorkerServer::listen("protocol-next").ok());
        QVERIFY(!fs::exists(killed));
        QVERIFY(fs::exists(young));  // its worker may be about to listen
        QVERIFY(fs::exists(workerSocketPath("protocol-live")));
        ::unlink(young.c_str());
    }

    void aLateWindowFindsNoGapAndNoRepeat() {
        FakeRun run;
        auto server = WorkerServer::listen("r2");
        QVERIFY(server.ok());
        for (int i = 0; i < 10; ++i) run.channel().push(sampleAt(i, 100 + i * 0.1));
        Serving serving(**server, run);
        for (int window = 0; window < 3; ++window) {
            auto session = attachIsolated("/nowhere", "r2", 100.45);
            QVERIFY(session.ok());
            std::vector<std::int64_t> steps;
            QTRY_VERIFY(((*session)->channel().drainMetrics([&](const MetricSample& s) { steps.push_back(s.step); }),
                         steps.size() == 5));
            QCOMPARE(steps.front(), std::int64_t{5});
        }
    }

    void aDeadWorkerIsAMessage() {
        const QString program = folder_.filePath("worker.sh");
        {
            std::ofstream script(program.toStdString());
            script << "#!/bin/sh\necho 'terminate called: the last words'\nkill -ABRT $$\n";
        }
        ::chmod(program.toUtf8().constData(), 0755);
        qputenv("GATELAB_WORKER", program.toUtf8());
        QDir(folder_.path()).mkpath("runs/r3");
        auto session = startIsolated(folder_.path().toStdString(), "r3");
        qunsetenv("GATELAB_WORKER");
        QVERIFY(session.ok());
        (*session)->wait();
        const auto events = (*session)->channel().takeEvents();
        QCOMPARE(events.size(), std::size_t{1});
        const auto* end = events[0].as<RunEnd>();
        QVERIFY(end != nullptr && end->state == RunState::Failed);
        const std::string why = end->why.english();
        QVERIFY2(why.find("the last words") != std::string::npos, why.c_str());
        QVERIFY(why.find("signal 6") != std::string::npos);
    }

    void aMissingWorkerIsAnError() {
        qputenv("GATELAB_WORKER", "/no/such/program");
        QDir(folder_.path()).mkpath("runs/r4");
        const auto session = startIsolated(folder_.path().toStdString(), "r4");
        qunsetenv("GATELAB_WORKER");
        QVERIFY(!session.ok());
        QVERIFY(!attachIsolated(folder_.path().toStdString(), "nobody", 0).ok());
        QVERIFY(!hasWorker("nobody"));
        QVERIFY(tellWorker("nobody", WorkerOrder::Stop).error().code == ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestWorkerProtocol)
#include "tst_worker_protocol.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a typed table of numbers is read, beside pandas, Polars and DuckDB in the same run (csv_peers.py): in turn,
// seven rounds, on one thread and on two; what memory it takes; how soon the first lines of 1 GB are there. Prints
// figures; has no limits. GATELAB_PYTHON: a Python with the three; without it only the own times.
#include "base/rng.h"
#include "data/readers.h"
#include "support/places.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <thread>

using namespace gatelab;

namespace {

constexpr int kRounds = 7;
constexpr std::int64_t kRows = 1'500'000;

/// A date a minute and seven random walks with three decimals.
void writeTable(const QString& path, std::int64_t rows) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write the table");
    QByteArray part = "date,HUFL,HULL,MUFL,MULL,LUFL,LULL,OT\n";
    Rng rng(1, RandomPurpose::Test);
    double walk[7] = {10, 10, 10, 10, 10, 10, 10};
    const std::chrono::sys_seconds start{std::chrono::sys_days{std::chrono::year(2020) / 1 / 1}};
    for (std::int64_t r = 0; r < rows; ++r) {
        const auto at = start + std::chrono::minutes(r);
        const auto day = std::chrono::floor<std::chrono::days>(at);
        const std::chrono::year_month_day date{day};
        const std::chrono::hh_mm_ss clock{at - day};
        char text[256];
        int used = std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:00", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                                 static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()));
        for (double& value : walk) {
            value += 0.2 * (rng.uniform() - 0.5);
            used += std::snprintf(text + used, sizeof text - static_cast<std::size_t>(used), ",%.3f", value);
        }
        part.append(text, used).append('\n');
        if (part.size() < (1 << 22)) continue;
        file.write(part);
        part.clear();
    }
    file.write(part);
}

/// By the clock, and of the processor.
struct Taken {
    double seconds = 0, work = 0;
};

double workSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

Taken ownTime(const QString& path, int threads) {
    ExperimentConfig options;
    options.threads = threads;
    QElapsedTimer timer;
    timer.start();
    const double before = workSeconds();
    const auto data = readFile(path.toStdString(), options);
    const Taken taken{static_cast<double>(timer.nsecsElapsed()) / 1e9, workSeconds() - before};
    if (!data || data->series->rows() != kRows || data->series->channels.size() != 7) qFatal("not read");
    return taken;
}

/// KiB of this process: "RssAnon", "VmHWM".
std::int64_t statusKib(const char* key) {
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(key)) return line.mid(line.indexOf(':') + 1).simplified().split(' ').first().toLongLong();
    return 0;
}

/// "0.31 (0.30 to 0.33)"
void printSpread(std::vector<double> values) {
    std::ranges::sort(values);
    std::printf(" %.3f (%.3f to %.3f) |", values[values.size() / 2], values.front(), values.back());
}

void print(const char* who, const std::vector<Taken>& taken, const std::vector<Taken>& own) {
    if (taken.empty()) return;
    std::printf("| %s |", who);
    for (double Taken::*which : {&Taken::seconds, &Taken::work}) {
        std::vector<double> values, ratios;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            values.push_back(taken[i].*which);
            ratios.push_back(taken[i].*which / (own[i].*which));
        }
        printSpread(values);
        printSpread(ratios);
    }
    std::printf("\n");
}

}  // namespace

class TestCsvSpeed : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    [[nodiscard]] QString table() const { return folder_.filePath(QStringLiteral("table.csv")); }
private Q_SLOTS:
    void initTestCase() { writeTable(table(), kRows); }
    void memory() {
        const std::int64_t before = statusKib("RssAnon");
        std::atomic<bool> ended{false};
        std::int64_t most = 0;
        std::jthread watch([&] {
            while (!ended) most = std::max(most, statusKib("RssAnon"));
        });
        ownTime(table(), 2);
        ended = true;
        watch.join();
        const double columns = static_cast<double>(kRows) * 8 * 8 / 1024;
        std::printf("memory of its own while reading: %.0f MiB, %.2f times the columns\n",
                    static_cast<double>(most - before) / 1024, static_cast<double>(most - before) / columns);
    }
    void besidePeers_data() {
        QTest::addColumn<int>("threads");
        QTest::newRow("one thread") << 1;
        QTest::newRow("two threads") << 2;
    }
    void besidePeers() {
        QFETCH(const int, threads);
        const QString python = qEnvironmentVariable("GATELAB_PYTHON");
        QProcess peers;
        if (!python.isEmpty()) {
            peers.start(python, {gatelab::testing::inSource("/tests/bench/csv_peers.py"), QString::number(threads)});
            QVERIFY(peers.waitForStarted() && peers.waitForReadyRead(60'000));
            std::printf("%s\n", peers.readLine().trimmed().constData());
        }
        const auto ask = [&](const char* name) {
            peers.write(QByteArray(name) + "\t" + table().toUtf8() + "\n");
            while (!peers.canReadLine() && peers.waitForReadyRead(60'000)) {
            }
            const QList<QByteArray> answer = peers.readLine().simplified().split(' ');
            return Taken{answer.value(0).toDouble(), answer.value(1).toDouble()};
        };
        constexpr const char* kContestants[] = {"Gatelab", "pandas",        "pandas, times",
                                                "polars",  "polars, times", "duckdb"};
        std::map<std::string, std::vector<Taken>> taken;
        for (int round = -1; round < kRounds; ++round)  // the first one warms up
            for (std::size_t i = 0; i < std::size(kContestants); ++i) {
                // Each begins once
                const char* who = kContestants[(i + static_cast<std::size_t>(round + 1)) % std::size(kContestants)];
                const bool isOwn = who == kContestants[0];
                if (!isOwn && python.isEmpty()) continue;
                const Taken time = isOwn ? ownTime(table(), threads) : ask(who);
                if (round >= 0) taken[who].push_back(time);
            }
        std::printf(
            "%d threads, %lld MB: seconds, times as long as ours in the same round; the same of the processor\n",
            threads, static_cast<long long>(QFile(table()).size() / 1'000'000));
        for (const char* who : kContestants) print(who, taken[who], taken["Gatelab"]);
        peers.closeWriteChannel();
        peers.waitForFinished();
    }
    void firstLines() {
        const QString large = folder_.filePath(QStringLiteral("large.csv"));
        QFile from(table()), to(large);
        QVERIFY(from.open(QIODevice::ReadOnly) && to.open(QIODevice::WriteOnly));
        const QByteArray bytes = from.readAll();
        for (int i = 0; i < 10; ++i) to.write(bytes);
        to.close();
        QElapsedTimer timer;
        timer.start();
        const auto lines = readHeadLines(large.toStdString(), 200);
        QVERIFY(lines.ok() && lines->size() == 200);
        std::printf("first 200 lines of %lld MB: %.1f ms\n", static_cast<long long>(QFile(large).size() / 1'000'000),
                    static_cast<double>(timer.nsecsElapsed()) / 1e6);
        QFile::remove(large);
    }
};

QTEST_GUILESS_MAIN(TestCsvSpeed)
#include "tst_csv_speed.moc"

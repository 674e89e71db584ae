// SPDX-License-Identifier: GPL-3.0-or-later
// Large lists in files: which ones lie there, that they hold what is written to the bit, and that whatever a disk
// refuses leaves them in memory. Holds core/io/row_memory.cpp.
#include "core/data_support.h"
#include "data/windows.h"
#include "device/row_operators.h"
#include "io/file_io.h"
#include "io/row_memory.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

using namespace gatelab;

namespace {

constexpr std::size_t kLarge = kLeastRowBlock / sizeof(double);

std::vector<double> numbers(std::size_t count) {
    std::vector<double> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = std::sin(static_cast<double>(i)) * 1e3;
    return all;
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

}  // namespace

class TestRowMemory : public QObject {
    Q_OBJECT

    // On a disk: what lies in memory saves none.
    QTemporaryDir folder_{QDir::current().filePath("rows-XXXXXX")};

    [[nodiscard]] std::filesystem::path folder() const { return folder_.path().toStdString(); }
    void allInFiles() const { useRowMemory({folder(), 0}); }

private Q_SLOTS:
    void initTestCase() {
        allInFiles();
        const std::vector<double> probe(kLarge);
        if (!liesInRowFile(probe.data())) QSKIP("no large list can lie in a file here: a sanitizer, or no disk");
        useRowMemory({});
    }
    void cleanup() {
        setFaultPlan({});
        useRowMemory({});
        shareRowMemory(1);
        QCOMPARE(bytesInRowFiles(), std::uint64_t(0));
    }

    void largeListsLieThere() {
        QCOMPARE(rowMemoryLimit(), std::uint64_t(0));
        const std::vector<double> before = numbers(kLarge);
        QVERIFY(!liesInRowFile(before.data()));
        allInFiles();
        {
            std::vector<double> values = numbers(kLarge);
            QVERIFY(liesInRowFile(values.data()) && liesInRowFile(values.data() + kLarge - 1));
            QVERIFY(!liesInRowFile(before.data()) && !liesInRowFile(&values));
            QCOMPARE(bytesInRowFiles(), std::uint64_t(kLarge * sizeof(double)));
            QVERIFY(sameBits(values, before));
            const std::vector<double> smaller = numbers(kLarge - 1);
            QVERIFY(!liesInRowFile(smaller.data()));
            // Read ahead and given back: wishes, which change no number.
            willReadRows(values.data() + 3, values.size());
            haveReadRows(values.data(), kLarge * sizeof(double));
            willReadRows(before.data(), kLarge);
            QVERIFY(sameBits(values, before));
            values.insert(values.end(), 5, 1.5);
            QVERIFY(liesInRowFile(values.data()) && values[0] == before[0] && values.back() == 1.5);
            QVERIFY(std::filesystem::is_empty(folder()));  // no name that a kill could leave behind
        }
        QCOMPARE(bytesInRowFiles(), std::uint64_t(0));
    }

    void belowTheLimitTheyStayInMemory() {
        useRowMemory({folder(), UINT64_C(1) << 50});
        QCOMPARE(rowMemoryLimit(), UINT64_C(1) << 50);
        const std::vector<double> values = numbers(kLarge);
        QVERIFY(!liesInRowFile(values.data()));
    }

    /// Ranks of one machine hold the same series each.
    void processesShareTheLimit() {
        useRowMemory({folder(), UINT64_C(1) << 50});
        shareRowMemory(4);
        QCOMPARE(rowMemoryLimit(), UINT64_C(1) << 48);
        shareRowMemory(4);  // said once more, not divided again
        QCOMPARE(rowMemoryLimit(), UINT64_C(1) << 48);
        useRowMemory({folder(), 8 * kLarge * sizeof(double) + (UINT64_C(1) << 30)});
        QVERIFY(!liesInRowFile(numbers(kLarge).data()));
        shareRowMemory(1 << 20);
        QVERIFY(liesInRowFile(numbers(kLarge).data()));
        shareRowMemory(1);
        QVERIFY(!liesInRowFile(numbers(kLarge).data()));
    }

    /// Columns that are all made before any is filled.
    void whatIsFilledLaterCounts() {
        useRowMemory({folder(), (UINT64_C(1) << 30) + 3 * kLarge * sizeof(double)});
        std::vector<std::vector<double>> columns(100);
        std::size_t inMemory = 0;
        {
            RowsToCome toCome;
            for (std::vector<double>& column : columns) {
                column.reserve(kLarge);
                toCome.add(column.data(), kLarge * sizeof(double));
                inMemory += liesInRowFile(column.data()) ? 0 : 1;
            }
            QVERIFY(inMemory > 3 && inMemory <= 67);  // of 16 MiB each in 1 GiB and 48 MiB
        }
        QVERIFY(!liesInRowFile(numbers(kLarge).data()));
    }

    /// Whoever else takes memory: what must stay free stays free.
    void whatOthersTakeCounts() {
        std::atomic<std::uint64_t> isFree = UINT64_C(1) << 40;
        const std::uint64_t least = UINT64_C(1) << 30, block = kLarge * sizeof(double);
        useRowMemory({folder(), UINT64_C(1) << 50, least, [&] { return isFree.load(); }});
        QVERIFY(!liesInRowFile(numbers(kLarge).data()));
        isFree = least + block;
        QVERIFY(!liesInRowFile(numbers(kLarge).data()));
        isFree = least + block - 1;
        QVERIFY(liesInRowFile(numbers(kLarge).data()));
    }

    void aBlockOutlivesTheRule() {
        allInFiles();
        auto values = std::make_unique<std::vector<double>>(numbers(kLarge));
        useRowMemory({});
        QVERIFY(liesInRowFile(values->data()));
        QVERIFY(sameBits(*values, numbers(kLarge)));
        values.reset();
    }

    void whatTheDiskRefusesStaysInMemory_data() {
        QTest::addColumn<int>("call");
        QTest::newRow("open") << static_cast<int>(IoCall::Open);
        QTest::newRow("full") << static_cast<int>(IoCall::Write);
    }
    void whatTheDiskRefusesStaysInMemory() {
        QFETCH(int, call);
        allInFiles();
        setFaultPlan(
            [call](IoCall now, const std::filesystem::path&) { return static_cast<int>(now) == call ? ENOSPC : 0; });
        const std::vector<double> values = numbers(kLarge);
        QVERIFY(!liesInRowFile(values.data()));
        QCOMPARE(values[7], std::sin(7.0) * 1e3);
        QVERIFY(std::filesystem::is_empty(folder()));
    }

    void threads() {
        allInFiles();
        const std::vector<double> expected = numbers(kLarge);
        std::atomic<int> same = 0;
        {
            std::vector<std::jthread> all;
            for (int i = 0; i < 4; ++i)
                all.emplace_back([&] {
                    for (int round = 0; round < 3; ++round) same += sameBits(numbers(kLarge), expected) ? 1 : 0;
                });
        }
        QCOMPARE(same.load(), 12);
    }

    /// The whole way of a series, in memory and in files.
    void aPreparedSeriesHasTheSameBits() {
        const auto series = std::make_shared<Series>();
        std::vector<double> values = numbers(kLarge);
        for (std::size_t row = 1000; row < kLarge; row += 70'001) values[row] = std::nan("");
        series->channels.push_back({"v", "", values});
        ExperimentConfig config;
        const auto prepare = [&] {
            auto prepared = prepareSeries(series, config);
            return prepared.ok() ? *prepared : nullptr;
        };
        const PreparedPtr inMemory = prepare();
        QVERIFY(inMemory && !liesInRowFile(inMemory->table.columns[0].values.data()));
        const auto windows = makeWindows(*inMemory, config);
        QVERIFY(windows.ok());
        allInFiles();
        const PreparedPtr inFile = prepare();
        QVERIFY(inFile && liesInRowFile(inFile->table.columns[0].values.data()));
        QVERIFY(sameBits(inFile->table.columns[0].values, inMemory->table.columns[0].values));
        QVERIFY(inFile->table.knownAt == inMemory->table.knownAt);
        const auto again = makeWindows(*inFile, config);
        QVERIFY(again.ok());
        QVERIFY(again->train.starts == windows->train.starts && again->test.starts == windows->test.starts);
    }
};

QTEST_APPLESS_MAIN(TestRowMemory)
#include "tst_row_memory.moc"

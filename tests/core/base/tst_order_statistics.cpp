// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/numeric/order_statistics.h"
#include "base/rng.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace gatelab;

namespace {

std::vector<double> chosen(const std::vector<double>& values, const std::vector<std::size_t>& ranks) {
    return OrderStatistics::of(values.size(), ranks, [&](const auto& use) { std::ranges::for_each(values, use); });
}

/// Values that share their leading bits with many others, with few, or with none.
std::vector<double> drawn(int kind, std::size_t count) {
    Rng rng(7, RandomPurpose::Test, static_cast<std::uint64_t>(kind));
    std::vector<double> values(count);
    for (double& value : values) {
        const double unit = static_cast<double>(rng.below(1'000'000)) / 1e6;
        value = kind == 0   ? unit - 0.5
                : kind == 1 ? 1 + unit * 1e-12
                : kind == 2 ? std::floor(unit * 3) - 1
                : kind == 3 ? std::exp(200 * (unit - 0.5)) * (rng.below(2) == 0 ? 1 : -1)
                            : 42;
    }
    values[count / 2] = -std::numeric_limits<double>::max(),
                   values[count / 3] = std::numeric_limits<double>::infinity();
    return values;
}

}  // namespace

class TestOrderStatistics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void areThoseOfASortedList_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qulonglong>("count");
        for (int kind = 0; kind < 5; ++kind)
            for (const qulonglong count : {8ULL, 1000ULL, 40'000ULL, 3'000'000ULL})
                QTest::addRow("%d of %llu", kind, count) << kind << count;
    }
    void areThoseOfASortedList() {
        QFETCH(int, kind);
        QFETCH(qulonglong, count);
        const std::vector<double> values = drawn(kind, count);
        std::vector<double> sorted = values;
        std::ranges::sort(sorted);
        const std::vector<std::size_t> ranks{0, count - 1, count / 2, count / 4, count / 4, 3 * count / 4};
        const std::vector<double> found = chosen(values, ranks);
        // QCOMPARE takes doubles for equal that are nearly so.
        for (std::size_t i = 0; i < ranks.size(); ++i) QVERIFY(found[i] == sorted[ranks[i]]);
        for (const std::size_t rank : ranks) {
            const double most =
                OrderStatistics::atMost(rank, [&](const auto& use) { std::ranges::for_each(values, use); });
            QVERIFY(most >= sorted[rank] || std::isnan(most));
            QVERIFY(sorted[rank] == 0 || std::isnan(most) || most - sorted[rank] <= std::abs(sorted[rank]) / 8);
        }
    }
};

QTEST_APPLESS_MAIN(TestOrderStatistics)
#include "tst_order_statistics.moc"

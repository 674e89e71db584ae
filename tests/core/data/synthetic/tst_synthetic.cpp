// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/data/synthetic/synthetic_series.cpp and core/data/synthetic/synthetic_sequences.cpp: built-in series and
// sets against what their papers say.
#include "config/choices.h"
#include "core/data_support.h"
#include "data/synthetic/synthetic.h"

#include <QTest>

#include <map>

using namespace gatelab;
using namespace datatest;

class TestSynthetic : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sameSeedSameValues();
    void everyRowHasItsChoice();
    void limits();
    void lorenzFollowsItsEquations();
    void mackeyGlassFollowsItsEquation();
    void knownAnswers();
    void adding();
    void temporalOrder();
    void copyTask();
    void grammar_data();
    void grammar();
};

void TestSynthetic::sameSeedSameValues() {
    for (const Builtin& builtin : builtins()) {
        const auto a = makeBuiltin(builtin.key, 64, 7), b = makeBuiltin(builtin.key, 64, 7),
                   c = makeBuiltin(builtin.key, 64, 8);
        QVERIFY2(a && b && c, builtin.key);
        QCOMPARE(builtin.sequences, a->sequences != nullptr);
        if (builtin.sequences) {
            QCOMPARE(a->sequences->items.size(), std::size_t{64});
            QCOMPARE(a->sequences->parts.size(), std::size_t{64});
            bool differs = false;
            for (std::size_t i = 0; i < 64; ++i) {
                const auto& item = a->sequences->items[i];
                QVERIFY(item.values == b->sequences->items[i].values &&
                        item.targets == b->sequences->items[i].targets && item.label == b->sequences->items[i].label);
                QCOMPARE(item.values.size(), static_cast<std::size_t>(item.steps) * a->sequences->channelNames.size());
                differs = differs || item.values != c->sequences->items[i].values;
            }
            QVERIFY2(differs, builtin.key);
            continue;
        }
        QCOMPARE(a->series->rows(), std::int64_t{64});
        QVERIFY(print(*a->series) == print(*b->series));
        for (const Channel& channel : a->series->channels)
            for (const double value : channel.values) QVERIFY(std::isfinite(value));
        // A longer series begins with the shorter one.
        const auto longer = makeBuiltin(builtin.key, 128, 7);
        QCOMPARE(longer->series->channels[0].values[63], a->series->channels[0].values[63]);
    }
}

void TestSynthetic::everyRowHasItsChoice() {
    QCOMPARE(builtins().size(), builtinChoices().size());
    for (const Builtin& builtin : builtins()) QVERIFY2(findChoice(builtinChoices(), builtin.key), builtin.key);
}

void TestSynthetic::limits() {
    QVERIFY(!makeBuiltin("sine-mix", 15, 1));
    QVERIFY(!makeBuiltin("sine-mix", 10'000'001, 1));
    QVERIFY(!makeBuiltin("adding", 200'001, 1));
    const auto unknown = makeBuiltin("nosuch", 100, 1);
    QVERIFY(!unknown && unknown.error().message.find("mackey-glass") != std::string::npos);
}

void TestSynthetic::lorenzFollowsItsEquations() {
    const auto data = makeBuiltin("lorenz", 5000, 1);
    const auto& c = data->series->channels;
    double worst = 0, low = 1e9, high = -1e9;
    for (std::size_t i = 1; i + 1 < 5000; ++i) {
        // Central differences of x against sigma (y - x); rows are 0.02 apart, so the third derivative leaves a few per
        // cent.
        const double slope = (c[0].values[i + 1] - c[0].values[i - 1]) / 0.04,
                     right = 10 * (c[1].values[i] - c[0].values[i]);
        worst = std::max(worst, std::abs(slope - right));
        low = std::min(low, c[2].values[i]), high = std::max(high, c[2].values[i]);
    }
    QVERIFY2(worst < 12, std::to_string(worst).c_str());
    QVERIFY(low > 0 && low < 12 && high > 38 && high < 55);
}

void TestSynthetic::mackeyGlassFollowsItsEquation() {
    const auto data = makeBuiltin("mackey-glass", 3000, 1);
    const auto& x = data->series->channels[0].values;
    double worst = 0, low = 1e9, high = -1e9;
    for (std::size_t i = 18; i + 1 < x.size(); ++i) {
        const double delayed = x[i - 17], slope = (x[i + 1] - x[i - 1]) / 2;
        worst = std::max(worst, std::abs(slope - (0.2 * delayed / (1 + std::pow(delayed, 10)) - 0.1 * x[i])));
        low = std::min(low, x[i]), high = std::max(high, x[i]);
    }
    QVERIFY2(worst < 0.01, std::to_string(worst).c_str());
    QVERIFY(low > 0.2 && low < 0.6 && high > 1.2 && high < 1.45);
}

void TestSynthetic::knownAnswers() {
    const auto ramp = makeBuiltin("ramp", 100, 1), ar2 = makeBuiltin("ar2", 200, 1), sine = makeBuiltin("sine", 100, 1);
    QCOMPARE(ramp->series->channels[0].values[99], 100.0);
    const auto& x = ar2->series->channels[0].values;
    const double factor = 2 * std::cos(2 * M_PI / 17.3);
    for (std::size_t i = 2; i < x.size(); ++i) QVERIFY(std::abs(x[i] - (factor * x[i - 1] - x[i - 2])) < 1e-12);
    QVERIFY(std::abs(sine->series->channels[0].values[25]) < 1e-12);
}

void TestSynthetic::adding() {
    const auto data = makeBuiltin("adding", 500, 3);
    double low = 1, high = 0;
    for (const auto& item : data->sequences->items) {
        QVERIFY(item.steps >= 100 && item.steps <= 110);
        double sum = 0;
        int marked = 0;
        for (std::int64_t t = 0; t < item.steps; ++t) {
            const double value = item.values[static_cast<std::size_t>(2 * t)],
                         marker = item.values[static_cast<std::size_t>(2 * t + 1)];
            QVERIFY(value >= -1 && value <= 1);
            if (marker == 1) {
                ++marked;
                sum += t == 0 ? 0 : value;
                QVERIFY(t < 49);
            } else {
                QVERIFY(marker == (t == 0 || t == item.steps - 1 ? -1.0f : 0.0f));
            }
        }
        QCOMPARE(marked, 2);
        QVERIFY(std::abs(item.targets.at(0) - (0.5 + sum / 4)) < 1e-6);
        low = std::min<double>(low, item.targets[0]), high = std::max<double>(high, item.targets[0]);
    }
    QVERIFY(low < 0.2 && high > 0.8);
}

void TestSynthetic::temporalOrder() {
    const auto data = makeBuiltin("temporal-order", 400, 3);
    std::map<int, int> labels;
    for (const auto& item : data->sequences->items) {
        int label = 0, found = 0;
        for (std::int64_t t = 0; t < item.steps; ++t) {
            const double* step = item.values.data() + t * 8;
            double sum = 0;
            for (int s = 0; s < 8; ++s) sum += step[s];
            QCOMPARE(sum, 1.0);
            if (step[4] == 0 && step[5] == 0) continue;
            QVERIFY(found == 0 ? t >= 10 && t <= 20 : t >= 50 && t <= 60);
            label = label * 2 + (step[5] == 1 ? 1 : 0);
            ++found;
        }
        QCOMPARE(found, 2);
        QCOMPARE(item.label, label);
        QVERIFY(item.values[6] == 1 && item.values[static_cast<std::size_t>(item.steps) * 8 - 1] == 1);
        ++labels[item.label];
    }
    QCOMPARE(labels.size(), std::size_t{4});
    for (const auto& [label, count] : labels) QVERIFY(count > 60);
}

void TestSynthetic::copyTask() {
    const auto data = makeBuiltin("copy", 50, 3);
    for (const auto& item : data->sequences->items) {
        QCOMPARE(item.steps, std::int64_t{50});
        QCOMPARE(item.targets.size(), std::size_t{50});
        for (std::size_t t = 0; t < 10; ++t) QCOMPARE(item.targets[40 + t], item.values[t]);
        QCOMPARE(item.values[39], 9.0);
        for (std::size_t t = 0; t < 40; ++t) QCOMPARE(item.targets[t], 8.0);
    }
}

void TestSynthetic::grammar_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("most");  // words
    QTest::newRow("short") << "grammar" << 35;
    QTest::newRow("long") << "grammar-long" << 83;
}

void TestSynthetic::grammar() {
    QFETCH(QString, key);
    QFETCH(int, most);
    const auto data = makeBuiltin(key.toStdString(), 1000, 3);
    const SequenceSet& set = *data->sequences;
    std::int64_t longest = 0;
    QCOMPARE(set.tokenNames.size(), static_cast<std::size_t>(set.tokens));
    int right = 0;
    for (const auto& item : set.items) {
        // An independent reading: the first noun and the verb, by their endings in the word list.
        int first = -1, verb = -1;
        QVERIFY(item.steps >= 5 && item.steps <= most);
        longest = std::max(longest, item.steps);
        for (const double token : item.values) {
            QVERIFY(token >= 0 && token < static_cast<double>(set.tokens));
            const std::string& word = set.tokenNames[static_cast<std::size_t>(token)];
            static const std::map<std::string, int> kVerbs = {{"is", 0},    {"are", 1},  {"was", 0},   {"were", 1},
                                                              {"looks", 0}, {"look", 1}, {"seems", 0}, {"seem", 1}};
            static const std::map<std::string, int> kNouns = {
                {"cat", 0},    {"cats", 1},    {"teacher", 0}, {"teachers", 1}, {"river", 0}, {"rivers", 1},
                {"engine", 0}, {"engines", 1}, {"child", 0},   {"children", 1}, {"lamp", 0},  {"lamps", 1},
                {"pilot", 0},  {"pilots", 1},  {"house", 0},   {"houses", 1}};
            if (const auto noun = kNouns.find(word); noun != kNouns.end() && first < 0) first = noun->second;
            if (const auto found = kVerbs.find(word); found != kVerbs.end()) verb = found->second;
        }
        QVERIFY(first >= 0 && verb >= 0);
        QCOMPARE(item.label, first == verb ? 1 : 0);
        right += item.label;
    }
    QVERIFY(right > 430 && right < 570);
    QVERIFY(longest > most * 3 / 4);
}

QTEST_APPLESS_MAIN(TestSynthetic)
#include "tst_synthetic.moc"

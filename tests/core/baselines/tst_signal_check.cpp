// SPDX-License-Identifier: GPL-3.0-or-later
// On noise and random walks the check says that nothing can be learned, and on series from which something can be it
// hardly ever does. Holds core/baselines/signal_check.cpp. GATELAB_TRIALS: draws of each of the two.
#include "base/rng.h"
#include "baselines/signal_check.h"
#include "config/choices.h"
#include "data/readers.h"
#include "data/synthetic/synthetic.h"
#include "support/places.h"

#include <QTest>

#include <QDir>

#include <array>
#include <cmath>
#include <functional>
#include <map>

using namespace gatelab;

namespace {

using Values = std::vector<double>;

Series seriesOf(std::vector<Values> columns) {
    Series series;
    for (std::size_t c = 0; c < columns.size(); ++c)
        series.channels.push_back({"c" + std::to_string(c), "", std::move(columns[c])});
    return series;
}

Values drawn(std::int64_t rows, const std::function<double()>& next) {
    Values values;
    for (std::int64_t row = 0; row < rows; ++row) values.push_back(next());
    return values;
}

/// From which nothing can be learned.
const std::pair<const char*, std::function<Series(std::int64_t, Rng&)>> kNulls[] = {
    {"noise", [](std::int64_t rows, Rng& rng) { return seriesOf({drawn(rows, [&] { return rng.normal(); })}); }},
    {"uniform noise",
     [](std::int64_t rows, Rng& rng) { return seriesOf({drawn(rows, [&] { return rng.uniform(); })}); }},
    {"heavy noise",
     [](std::int64_t rows, Rng& rng) {
         return seriesOf({drawn(rows, [&] { return rng.normal() / std::max(0.2, std::abs(rng.normal())); })});
     }},
    {"noise beside a walk",
     [](std::int64_t rows, Rng& rng) {
         double level = 0;
         Values walk = drawn(rows, [&] { return level += rng.normal(); });
         return seriesOf({std::move(walk), drawn(rows, [&] { return rng.normal(); })});
     }},
    {"walk",
     [](std::int64_t rows, Rng& rng) {
         double level = 0;
         return seriesOf({drawn(rows, [&] { return level += rng.normal(); })});
     }},
    {"geometric walk",
     [](std::int64_t rows, Rng& rng) {
         double level = 0;
         return seriesOf({drawn(rows, [&] { return 100 * std::exp(level += 0.01 * rng.normal()); })});
     }},
    {"rounded walk",
     [](std::int64_t rows, Rng& rng) {
         double level = 0;
         return seriesOf({drawn(rows, [&] { return level += std::round(rng.normal()); })});
     }},
    {"walk beside noise",
     [](std::int64_t rows, Rng& rng) {
         double level = 0;
         Values noise = drawn(rows, [&] { return rng.normal(); });
         return seriesOf({std::move(noise), drawn(rows, [&] { return level += rng.normal(); })});
     }},
};

struct Learnable {
    std::string name;
    std::function<Series(std::int64_t, Rng&)> make;
};

Series partOf(const Series& whole, std::int64_t rows, Rng& rng) {
    Series part;
    rows = std::min(rows, whole.rows());
    const auto first = static_cast<std::ptrdiff_t>(rng.below(static_cast<std::uint64_t>(whole.rows() - rows + 1)));
    for (const Channel& channel : whole.channels)
        part.channels.push_back(
            {channel.name, "", Values(channel.values.begin() + first, channel.values.begin() + first + rows)});
    return part;
}

/// Every built-in series but the random walk, two textbook ones, and where the panel of real series lies beside the
/// sources, parts of its files but the exchange rates, which are a random walk (Meese and Rogoff 1983).
std::vector<Learnable> learnables() {
    std::vector<Learnable> all;
    for (const Builtin& row : builtins())
        if (!row.sequences && std::string_view(row.key) != "random-walk")
            all.push_back(
                {row.key, [make = row.make](std::int64_t rows, Rng& rng) { return *make(rows, rng.next()).series; }});
    all.push_back({"AR(1) of 0.5", [](std::int64_t rows, Rng& rng) {
                       double level = 0;
                       return seriesOf({drawn(rows, [&] { return level = 0.5 * level + rng.normal(); })});
                   }});
    all.push_back({"logistic map", [](std::int64_t rows, Rng& rng) {
                       double x = rng.uniform(0.3, 0.7);
                       return seriesOf({drawn(rows, [&] { return x = 3.99 * x * (1 - x); })});
                   }});
    const QDir panel(testing::inSource("/../shared/data/panel"));
    for (const QString& file : panel.entryList({QStringLiteral("*.csv")}, QDir::Files, QDir::Name)) {
        if (file.startsWith(QLatin1String("exchange_rate"))) continue;
        const auto data = readFile(panel.filePath(file).toStdString(), {});
        if (!data.ok() || !data->series) continue;
        all.push_back({file.toStdString(),
                       [series = data->series](std::int64_t rows, Rng& rng) { return partOf(*series, rows, rng); }});
    }
    return all;
}

std::int64_t rowsOf(Rng& rng) { return std::llround(std::exp(rng.uniform(std::log(150.0), std::log(3000.0)))); }

SignalCheck check(const Series& series, Rng& rng) {
    ExperimentConfig config;
    config.inputs.clear();
    config.horizon = 1 + static_cast<std::int64_t>(rng.below(24));
    return checkSignal(series, config, series.channels.back().name, {0, series.rows()});
}

int trials() {
    const int asked = qEnvironmentVariableIntValue("GATELAB_TRIALS");
    return asked > 0 ? asked : 160;
}

std::string rowText(const std::string& name, int none, int all) {
    return QStringLiteral("%1 %2 of %3\n").arg(QString::fromStdString(name), -26).arg(none).arg(all).toStdString();
}

}  // namespace

class TestSignalCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noiseAndWalks();
    void learnableSeries();
    void words();
    void shortSeries();
    void knownInputs();
};

void TestSignalCheck::noiseAndWalks() {
    std::map<std::string, std::pair<int, int>> counts;
    int none = 0, alike = 0;
    Rng rng(41, RandomPurpose::Test);
    for (int i = 0; i < trials(); ++i) {
        const auto& [key, make] = kNulls[static_cast<std::size_t>(i) % std::size(kNulls)];
        const std::string_view name = key;
        const SignalCheck found = check(make(rowsOf(rng), rng), rng);
        const bool isNone = found.verdict == SignalCheck::Verdict::None;
        none += isNone, counts[key].first += isNone, ++counts[key].second;
        const bool isWalk = name[0] != 'n' && name.find("walk") != std::string_view::npos;
        alike += isNone && found.lastIsBest == isWalk;
    }
    std::string text;
    for (const auto& [name, count] : counts) text += rowText(name, count.first, count.second);
    qInfo("nothing to learn, of series from which nothing can be: %d of %d\n%s", none, trials(), text.c_str());
    QVERIFY2(none * 10 >= trials() * 9, text.c_str());
    QVERIFY2(alike * 10 >= none * 9, qPrintable(QStringLiteral("a walk and noise are told apart in %1").arg(alike)));
}

void TestSignalCheck::learnableSeries() {
    const std::vector<Learnable> all = learnables();
    std::map<std::string, std::pair<int, int>> counts;
    int none = 0;
    Rng rng(43, RandomPurpose::Test);
    for (int i = 0; i < trials(); ++i) {
        const Learnable& one = all[static_cast<std::size_t>(i) % all.size()];
        const bool isNone = check(one.make(rowsOf(rng), rng), rng).verdict == SignalCheck::Verdict::None;
        none += isNone, counts[one.name].first += isNone, ++counts[one.name].second;
    }
    std::string text;
    for (const auto& [name, count] : counts) text += rowText(name, count.first, count.second);
    qInfo("nothing to learn, said wrongly: %d of %d\n%s", none, trials(), text.c_str());
    QVERIFY2(none * 20 <= trials(), text.c_str());
}

void TestSignalCheck::words() {
    ExperimentConfig config;
    const Dataset walk = *makeBuiltin("random-walk", 2000, 1), sines = *makeBuiltin("sine-mix", 2000, 1);
    const auto checks = checkSignals(*walk.series, config);
    QCOMPARE(checks.size(), std::size_t{1});
    const Phrase text = noSignalText(checks.front());
    QVERIFY2(text.english().find("'value' beyond its last value") != std::string::npos, text.english().c_str());
    QVERIFY(isNoSignalText(text));
    QVERIFY(!isNoSignalText(Phrase("anything else")));
    QVERIFY(noSignalText(checkSignals(*sines.series, config).front()).empty());
    // An error that is larger is told as one, not as a negative gain.
    for (const bool isWalk : {false, true}) {
        SignalCheck worse = checks.front();
        worse.gain = -0.14, worse.lastIsBest = isWalk;
        const Phrase told = noSignalText(worse);
        QVERIFY2(told.english().find("14 % above") != std::string::npos, told.english().c_str());
        QVERIFY(isNoSignalText(told));
    }
    // The unit of the data changes nothing
    Series large = *walk.series;
    for (double& value : large.channels.front().values.edit()) value = 1e6 * value - 3e7;
    const SignalCheck other = checkSignals(large, config).front();
    QVERIFY(std::abs(other.gain - checks.front().gain) < 1e-6);
}

void TestSignalCheck::shortSeries() {
    Rng rng(3, RandomPurpose::Test);
    const Series few = seriesOf({drawn(60, [&] { return rng.normal(); })});
    QVERIFY(check(few, rng).verdict == SignalCheck::Verdict::TooShort);
    Series gone = seriesOf({Values(500, std::nan(""))});
    QVERIFY(check(gone, rng).verdict == SignalCheck::Verdict::TooShort);
    Series constant = seriesOf({Values(500, 3.0)});
    (void)check(constant, rng);
}

void TestSignalCheck::knownInputs() {
    Rng rng(7, RandomPurpose::Test);
    Values promo = drawn(1200, [&] { return rng.uniform() < 0.3 ? 1.0 : 0.0; }), sales;
    for (const double on : promo) sales.push_back(50 + 30 * on + 5 * rng.normal());
    Series series = seriesOf({promo, drawn(1200, [&] { return rng.normal(); }), sales});
    ExperimentConfig config;
    config.inputs.clear();
    config.horizon = 7;
    const std::string target = series.channels.back().name, given = series.channels.front().name;
    const auto verdict = [&](const std::string& step) {
        config.recipe = {step};
        return checkSignal(series, config, target, {0, series.rows()}).verdict;
    };
    QVERIFY(verdict("standardise") == SignalCheck::Verdict::None);
    QVERIFY(verdict("known(columns=" + given + ")") == SignalCheck::Verdict::Signal);
    QVERIFY(verdict("known(columns=" + series.channels[1].name + ")") == SignalCheck::Verdict::None);
    // One that the recipe makes: nothing is said
    QVERIFY(verdict("known(columns=made)") == SignalCheck::Verdict::TooShort);
}

QTEST_GUILESS_MAIN(TestSignalCheck)
#include "tst_signal_check.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Columns measured more seldom, units that change, parts that lie elsewhere, inputs that copy a target. Holds
// core/data/findings/drift.cpp, core/data/findings/copies.cpp, core/data/findings/level_changes.cpp and
// core/data/doctor.cpp.
#include "app/experiment_data.h"
#include "base/rng.h"
#include "data/doctor.h"
#include "data/experiment_check.h"
#include "data/findings/drift.h"
#include "data/findings/finding_kinds.h"
#include "data/many/many_series.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace gatelab;

namespace {

constexpr std::size_t kRows = 1000;

/// Two columns of a season and noise.
Series made() {
    Series series;
    series.name = "made";
    Rng rng(9, RandomPurpose::Test);
    for (const char* name : {"a", "b"}) {
        Channel channel{name, "", {}};
        for (std::size_t r = 0; r < kRows; ++r)
            channel.values.append(50 + 10 * std::sin(0.26 * static_cast<double>(r) + name[0]) + rng.normal());
        series.channels.push_back(std::move(channel));
    }
    return series;
}

const DataFinding* find(const std::vector<DataFinding>& findings, const std::string& code) {
    const auto found = std::ranges::find(findings, code, &DataFinding::code);
    return found == findings.end() ? nullptr : &*found;
}

}  // namespace

class TestDoctorKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void soundData();
    void slowerColumn();
    void shortColumn();
    void unitJump();
    void temperatureScale();
    void unitsAsRescaled();
    void sawtooth();
    void walkIsNoLevel();
    void drift();
    void copies();
    void roundedCopies();
    void fewWindows();
    void noSignal();
    void classWithoutPart();
    void burstsAreNoSpikes();
    void manyColumnsOfOneKind();
    void gapsBeyondAllRows();
    void columnsThatRepeat();
};

/// A column that ends before the others is no gap that a recipe mends.
void TestDoctorKinds::shortColumn() {
    Series series = made();
    for (std::size_t r = 900; r < kRows; ++r) series.channels[0].values.edit()[r] = std::nan("");
    const auto findings = examine(series);
    const DataFinding* found = find(findings, "short");
    QVERIFY(found != nullptr && find(findings, "missing") == nullptr && found->recipe.empty());
    QCOMPARE(found->firstRow, std::int64_t{900});
    QVERIFY(found->message.english().starts_with("Column 'a' ends 100 rows (10 %) before the others"));
    std::ranges::reverse(series.channels[0].values.edit());
    QVERIFY(find(examine(series), "late") != nullptr);
    // A few rows at the end are values that came late.
    Series few = made();
    for (std::size_t r = kRows - 3; r < kRows; ++r) few.channels[0].values.edit()[r] = std::nan("");
    QVERIFY(find(examine(few), "short") == nullptr && find(examine(few), "missing") != nullptr);
}

void TestDoctorKinds::soundData() {
    const Series series = made();
    QVERIFY(examine(series).empty());
    QVERIFY(examineExperiment(series, {}).empty());
}

void TestDoctorKinds::slowerColumn() {
    Series series = made();
    for (std::size_t r = 0; r < kRows; ++r)
        if (r % 4 != 0) series.channels[0].values.edit()[r] = std::nan("");
    const auto findings = examine(series);
    const DataFinding* slower = find(findings, "slower");
    QVERIFY(slower != nullptr && find(findings, "missing") == nullptr);
    QVERIFY(slower->message.english().find("every 4th row") != std::string::npos);
    QCOMPARE(slower->firstRow, std::int64_t{1});
    QCOMPARE(slower->recipe, std::string("fill(method=hold)"));
}

void TestDoctorKinds::unitJump() {
    Series series = made();
    for (std::size_t r = 700; r < kRows; ++r) series.channels[1].values.edit()[r] *= 1000;
    const auto findings = examine(series);
    const DataFinding* jump = find(findings, "unit-jump");
    QVERIFY(jump != nullptr);
    QCOMPARE(jump->firstRow, std::int64_t{700});
    QCOMPARE(jump->places.size(), std::size_t{1});
    QCOMPARE(jump->places.front().end, static_cast<std::int64_t>(kRows));
    // Another zero is no other unit
    series = made();
    for (std::size_t r = 700; r < kRows; ++r) series.channels[1].values.edit()[r] += 200;
    QVERIFY(find(examine(series), "unit-jump") == nullptr);
    const auto shifted = examine(series);
    QVERIFY(find(shifted, "level-shift") != nullptr && isTold(*find(shifted, "level-shift")));
}

/// 15 degrees Celsius are 59 Fahrenheit and 288.15 kelvin; the same jump without the spread of one is none.
void TestDoctorKinds::temperatureScale() {
    constexpr std::size_t kHours = 4000;
    const auto jumped = [](double times, double plus, double swing = 8) {
        Rng rng(3, RandomPurpose::Test);
        Channel temperature{"t", "", {}};
        for (std::size_t r = 0; r < kHours; ++r) {
            const double celsius = 15 + swing * std::sin(2 * M_PI * static_cast<double>(r) / 24) + 0.7 * rng.normal();
            temperature.values.append(r < 2500 ? celsius : times * celsius + plus);
        }
        Series series;
        series.channels.push_back(std::move(temperature));
        return examine(series);
    };
    for (const auto& [times, plus, words] : {std::tuple(1.8, 32.0, "degrees Celsius, then Fahrenheit"),
                                             std::tuple(1.0, 273.15, "degrees Celsius, then kelvin")}) {
        const auto findings = jumped(times, plus);
        const DataFinding* jump = find(findings, "unit-jump");
        QVERIFY(jump != nullptr && std::abs(jump->firstRow - 2500) < 30);
        QVERIFY2(jump->message.english().find(words) != std::string::npos, jump->message.english().c_str());
        QCOMPARE(jump->places.front(), (RowRange{jump->firstRow, static_cast<std::int64_t>(kHours)}));
    }
    QVERIFY(find(jumped(1, 44), "unit-jump") == nullptr);
    // Days that swing nearly as far as the scales lie apart
    const auto wide = jumped(1.8, 32, 10);
    QVERIFY(find(wide, "unit-jump") != nullptr && std::abs(find(wide, "unit-jump")->firstRow - 2500) < 30);
    QVERIFY(find(jumped(1, 0, 10), "unit-jump") == nullptr && find(jumped(1, 30, 10), "unit-jump") == nullptr);
}

/// What a recipe has mended is not found again, however its step is written; another jump behind it is.
void TestDoctorKinds::unitsAsRescaled() {
    Series series = made();
    for (std::size_t r = 400; r < kRows; ++r) series.channels[1].values.edit()[r] *= 1000;
    ExperimentConfig config;
    QVERIFY(find(examineAs(series, config), "unit-jump") != nullptr);
    config.recipe = {"rescale(columns=b,times=1000, rows=0..399)", "standardise"};
    QVERIFY(find(examineAs(series, config), "unit-jump") == nullptr);
    config.recipe = {"rescale(columns=a, times=1000, rows=0..399)"};
    const auto wrong = examineAs(series, config);
    const auto ofB = std::ranges::count_if(
        wrong, [](const DataFinding& one) { return one.code == "unit-jump" && one.column == "b"; });
    QCOMPARE(ofB, std::ptrdiff_t{1});
    for (std::size_t r = 700; r < kRows; ++r) series.channels[1].values.edit()[r] *= 1000;
    config.recipe = {"rescale(columns=b, times=1000, rows=0..399)"};
    const auto second = examineAs(series, config);
    QVERIFY(find(second, "unit-jump") != nullptr);
    QCOMPARE(find(second, "unit-jump")->firstRow, std::int64_t{700});
}

/// It falls again and again; a level that rises once does not come back.
void TestDoctorKinds::sawtooth() {
    Series series;
    series.channels.push_back({"load", "", {}});
    for (std::size_t r = 0; r < 300; ++r) series.channels[0].values.append(static_cast<double>(r % 96) + 0.5);
    QVERIFY(find(examine(series), "level-shift") == nullptr);
    for (std::size_t r = 150; r < 300; ++r) series.channels[0].values.edit()[r] += 600;
    const auto findings = examine(series);
    QVERIFY(find(findings, "level-shift") != nullptr && find(findings, "level-shift")->firstRow == 150);
}

/// It comes to other levels by many steps; one step is a jump, also over a gap.
void TestDoctorKinds::walkIsNoLevel() {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Rng rng(seed, RandomPurpose::Test);
        Series walk;
        walk.channels.push_back({"price", "", {}});
        double price = 100;
        for (int r = 0; r < 600; ++r) walk.channels[0].values.append(price += rng.normal());
        QVERIFY2(find(examine(walk), "level-shift") == nullptr, std::to_string(seed).c_str());
    }
    Series jumped = made();
    for (std::size_t r = 700; r < kRows; ++r) jumped.channels[0].values.edit()[r] += 200;
    for (std::size_t r = 697; r < 702; ++r) jumped.channels[0].values.edit()[r] = std::nan("");
    QVERIFY(find(examine(jumped), "level-shift") != nullptr);
}

void TestDoctorKinds::drift() {
    Series series = made();
    const Split split{{0, 600}, {600, 800}, {800, 1000}};
    QVERIFY(driftFindings(series, split).empty());
    for (std::size_t r = 800; r < kRows; ++r) series.channels[0].values.edit()[r] += 40;
    const auto findings = driftFindings(series, split);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().column, std::string("a"));
    QCOMPARE(findings.front().firstRow, std::int64_t{800});
    QCOMPARE(findings.front().setting, std::string("anchor"));
    // A slow season swings as far within the training part
    for (std::size_t r = 0; r < kRows; ++r) series.channels[0].values.edit()[r] = std::sin(static_cast<double>(r) / 60);
    QVERIFY(driftFindings(series, split).empty());
    // The rows of many series: the last ones are other series, not later rows
    Series many = made();
    Channel number{kSeriesNumber, "", {}};
    for (std::size_t r = 0; r < kRows; ++r) {
        number.values.append(static_cast<double>(r / 100));
        for (Channel& channel : many.channels) channel.values.edit()[r] += 1000 * static_cast<double>(r / 100);
    }
    many.channels.insert(many.channels.begin(), number);
    QVERIFY(!driftFindings(many, split).empty());
    nameMembers(many, {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"});
    QVERIFY(isMany(many));
    QVERIFY(driftFindings(many, split).empty());
}

void TestDoctorKinds::copies() {
    Series series = made();
    series.channels.insert(series.channels.begin(), {"fahrenheit", "", {}});
    for (const double value : series.channels.back().values) series.channels.front().values.append(32 + 1.8 * value);
    series.channels.front().values.edit()[4] = std::nan("");
    const auto findings = copyFindings(series, {"b"}, {});
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().column, std::string("fahrenheit"));
    Rng rng(4, RandomPurpose::Test);
    for (double& value : series.channels.front().values.edit()) value += 20 * rng.normal();
    QVERIFY(copyFindings(series, {"b"}, {}).empty());
    // Two inputs that are one
    series.channels.push_back({"again", "", {}});
    for (const double value : series.channels[1].values) series.channels.back().values.append(value);
    const auto same = copyFindings(series, {"b"}, {});
    QCOMPARE(same.size(), std::size_t{1});
    QVERIFY(same.front().code == "same-column" && same.front().column == "again");
    QVERIFY(copyFindings(series, {"b"}, {"b", "again"}).empty());
}

/// Each column is written with digits of its own, as two displays of one sensor do.
void TestDoctorKinds::roundedCopies() {
    Series series = made();
    const auto rounded = [](double value, double step) { return std::round(value / step) * step; };
    series.channels.insert(series.channels.begin(), {"fahrenheit", "", {}});
    for (double& value : series.channels.back().values.edit()) {
        series.channels.front().values.append(rounded(32 + 1.8 * value, 0.1));
        value = rounded(value, 0.01);
    }
    const auto findings = copyFindings(series, {"b"}, {});
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY(findings.front().code == "copy" && findings.front().column == "fahrenheit");
    // Another sensor beside the first one, and columns of few levels that mostly agree
    Rng rng(5, RandomPurpose::Test);
    for (double& value : series.channels.front().values.edit()) value = rounded(value + 0.3 * rng.normal(), 0.1);
    QVERIFY(copyFindings(series, {"b"}, {}).empty());
    Series levels = made();
    for (std::size_t r = 0; r < kRows; ++r) {
        levels.channels[0].values.edit()[r] = static_cast<double>(r % 3);
        levels.channels[1].values.edit()[r] = static_cast<double>(r % 7 == 0 ? 1 : r % 3);
    }
    QVERIFY(copyFindings(levels, {"b"}, {}).empty());
}

void TestDoctorKinds::fewWindows() {
    const Series series = made();
    ExperimentConfig config;
    config.lookback = 570;
    const auto findings = examineExperiment(series, config);
    const DataFinding* few = find(findings, "few-windows");
    QVERIFY(few != nullptr);
    QCOMPARE(few->value, std::string("60"));
}

void TestDoctorKinds::noSignal() {
    Series series = made();
    Rng rng(2, RandomPurpose::Test);
    for (double& value : series.channels[1].values.edit()) value = rng.normal();
    const auto findings = examineExperiment(series, {});
    const DataFinding* none = find(findings, "no-signal");
    QVERIFY(none != nullptr && none->column == "b");
    QVERIFY(none->message.english().find("looks like noise") != std::string::npos);
}

void TestDoctorKinds::classWithoutPart() {
    auto set = std::make_shared<SequenceSet>();
    set->classNames = {"walk", "run"}, set->channelNames = {"x"};
    for (int i = 0; i < 20; ++i) {
        SequenceSet::Item item{3, {1, 2, 3}, {}, i < 2 ? 1 : 0};
        set->items.push_back(item);
        set->parts.push_back(SequenceSet::Part::Unassigned);
    }
    ExperimentConfig config;
    config.task = "classification", config.loss = "cross-entropy", config.shuffle = false;
    const Dataset data{nullptr, set};
    const auto said = [&] {
        std::string text;
        for (const ConfigFinding& finding : checkExperiment(config, &data))
            if (finding.key == "split" && finding.severity == Severity::Warning) text += finding.message.english();
        return text;
    };
    QVERIFY2(said().find("without a sequence of class 'run', of which there are 2") != std::string::npos,
             said().c_str());
    for (std::size_t i = 0; i < 20; ++i) set->items[i].label = static_cast<std::int32_t>(i % 2);
    config.split = "60%/20%/20% stratified";
    QVERIFY2(said().empty(), said().c_str());
    // Of two files neither shares nor "stratified" bring a class from one into the other.
    for (std::size_t i = 0; i < 20; ++i) {
        set->parts[i] = i < 12 ? SequenceSet::Part::Train : SequenceSet::Part::Test;
        set->items[i].label = i < 12 ? 0 : static_cast<std::int32_t>(i % 2);
    }
    QVERIFY2(said().find("class 'run' stands in the test file alone (4 sequences)") != std::string::npos,
             said().c_str());
    for (const ConfigFinding& finding : checkExperiment(config, &data)) QVERIFY(!lacksClass(finding));
    for (std::size_t i = 0; i < 20; ++i) set->items[i].label = i < 12 ? static_cast<std::int32_t>(i % 2) : 0;
    QVERIFY2(said().find("the test file holds no sequence of class 'run'") != std::string::npos, said().c_str());
}

/// Rain: zero in most hours, in some a little, in few much. A sensor that is zero and jumps is none.
void TestDoctorKinds::burstsAreNoSpikes() {
    const auto found = [](double wet) {
        Rng rng(5, RandomPurpose::Test);
        Series series;
        series.channels.push_back({"rain", "", {}});
        for (std::size_t r = 0; r < 2 * kRows; ++r) {
            const bool isWet = rng.uniform() < 0.15, isMuch = r % 197 == 100;
            const double dry = r % 3 == 0 ? 0.02 : 0.0;
            series.channels[0].values.append(isMuch ? 2.0 : isWet && wet > 0 ? wet * (0.2 + rng.uniform()) : dry);
        }
        return examine(series);
    };
    QVERIFY(find(found(0.3), "spike") == nullptr);
    // Nothing but the spikes leaves the little that is usual
    Series still = made();
    for (std::size_t r = 0; r < kRows; ++r)
        still.channels[0].values.edit()[r] = r % 300 == 150 ? 20.0 : r % 48 < 24 ? 0.0 : 3 + 0.1 * (r % 7);
    QVERIFY(find(examine(still), "spike") != nullptr);
}

/// Twelve columns with spikes are told as one, with all of them; three are told by themselves, and so are stretches.
void TestDoctorKinds::manyColumnsOfOneKind() {
    std::vector<DataFinding> findings;
    for (int i = 0; i < 12; ++i)
        findings.push_back({.code = "spike", .column = "c" + std::to_string(i), .firstRow = 9 * i, .rows = i + 1});
    for (int i = 0; i < 3; ++i) findings.push_back({.code = "outliers", .column = "o" + std::to_string(i), .rows = 1});
    for (int i = 0; i < 5; ++i) findings.push_back({.code = "flat", .column = "f" + std::to_string(i), .rows = 20});
    findings.push_back({.code = "time-gap", .rows = 1});
    findings.insert(findings.begin(), findings.back());
    const auto kinds = findingKinds(findings);
    QCOMPARE(kinds.size(), std::size_t{1 + 1 + 3 + 5 + 1});
    QCOMPARE(kinds[1].size(), std::size_t{12});
    const std::string told = kindMessage(kinds[1]).english();
    QVERIFY2(told.find("12 columns") != std::string::npos && told.find("c0 1, c1 2") != std::string::npos &&
                 told.find("c11 12") != std::string::npos,
             told.c_str());
    QVERIFY(findingKinds({}).empty());
}

/// A microsecond as step and years without rows: so many are no number of rows.
void TestDoctorKinds::gapsBeyondAllRows() {
    constexpr std::int64_t kFar = 4'000'000'000'000'000'000;
    Series series = made();
    series.time.stepMicros = 1;
    for (std::size_t r = 0; r < kRows; ++r)
        series.time.values.push_back(static_cast<std::int64_t>(r) + (2 * r < kRows ? -kFar : kFar));
    const auto findings = examine(series);
    const DataFinding* gap = find(findings, "time-gap");
    QVERIFY(gap != nullptr);
    QVERIFY2(gap->message.english().find("about 1000000000000000 rows") != std::string::npos,
             gap->message.english().c_str());
    QVERIFY(gap->setting.empty());
}

/// The second of two columns that say the same, in another unit.
void TestDoctorKinds::columnsThatRepeat() {
    Series series = made();
    series.channels.push_back({"a in F", "", {}});
    for (const double value : series.channels[0].values) series.channels.back().values.append(1.8 * value + 32);
    QCOMPARE(repeatedColumns(series, {"a", "b", "a in F"}), std::vector<std::string>{"a in F"});
    QVERIFY(repeatedColumns(series, {"b", "a in F"}).empty() && repeatedColumns(series, {}).empty());
}

QTEST_GUILESS_MAIN(TestDoctorKinds)
#include "tst_doctor_kinds.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What one step does about each kind of finding, and that it does: with the settings of the remedy the finding is gone.
#include "app/experiment_data.h"
#include "base/rng.h"
#include "config/field.h"
#include "data/findings/remedy.h"
#include "data/prepared_windows.h"
#include "data/readers.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

using namespace gatelab;

namespace {

constexpr int kRows = 400;

double wave(int row, double phase) { return std::sin(0.26 * row + phase) + 0.3 * std::sin(1.7 * row * (phase + 1)); }

std::string hour(int row) {
    char text[32];
    std::snprintf(text, sizeof text, "2024-%02d-%02d %02d:00", 1 + row / 24 / 28, 1 + row / 24 % 28, row % 24);
    return text;
}

}  // namespace

class TestRemedy : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    ExperimentConfig write(const std::string& head, const std::function<std::string(int)>& row) const {
        ExperimentConfig config;
        config.dataPath = folder_.filePath("table.csv").toStdString();
        config.recipe = {"standardise"};
        config.csvShape = "rows";
        std::ofstream file(config.dataPath);
        file << head << "\n";
        for (int r = 0; r < kRows; ++r) file << row(r) << "\n";
        return config;
    }

    static std::vector<DataFinding> findingsOf(const Series& series, const ExperimentConfig& config) {
        std::vector<DataFinding> all = examine(series);
        for (DataFinding& one : examineExperiment(series, config)) all.push_back(std::move(one));
        return all;
    }

    SeriesPtr read(const ExperimentConfig& config) const {
        const auto data = loadDataset(config);
        if (!data.ok()) qFatal("%s", data.error().message.c_str());
        return data->series;
    }

private Q_SLOTS:
    void eachKind_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("setting");  // that it changes
        QTest::addColumn<int>("staysAsFinding");
        const auto row = [](const char* code, const char* word, const char* setting, bool stays = false) {
            QTest::newRow(code) << QString(code) << QString(word) << QString(setting) << static_cast<int>(stays);
        };
        // A recipe mends what the network is given, and leaves the data: those findings stay, and say so.
        row("missing", "Fill gaps", "recipe", true);
        row("slower", "Fill gaps", "recipe", true);
        row("outliers", "Clip outliers", "recipe", true);
        row("scales", "Standardise", "recipe", true);
        row("constant", "Leave out", "inputs", true);
        row("next-value", "Leave out", "inputs", true);
        row("copy", "Leave out", "inputs");
        row("same-column", "Leave out", "inputs");
        row("short", "Read as many series", "csv_shape");
        row("late", "Read as many series", "csv_shape");
        row("time-disorder", "Sort", "sort_time");
        row("time-reversed", "Sort", "sort_time");
        row("time-gap", "Resample: 1h", "resample");
        row("mixed-steps", "Resample: 1h", "resample");
        row("drift", "From the last value", "anchor");
        row("level-shift", "Rescale", "recipe", true);
        row("time-repeat", "Resample: 1h", "resample");
        row("few-windows", "Lookback: 24", "lookback");
        row("sentinel", "Read as missing", "csv_missing");
    }

    void eachKind() {
        QFETCH(QString, code);
        QFETCH(QString, word);
        QFETCH(QString, setting);
        QFETCH(int, staysAsFinding);
        const std::string kind = code.toStdString();
        std::vector<double> noise;
        Rng rng(3, RandomPurpose::Test);
        for (int r = 0; r <= kRows; ++r) noise.push_back(rng.normal());
        const auto cells = [&](int r) {
            const double a = wave(r, 0), b = kind == "next-value" ? noise[static_cast<std::size_t>(r)] : wave(r, 2);
            std::string first = std::to_string(a), second = std::to_string(b), time = hour(r);
            if (kind == "missing" && r >= 100 && r < 104) first.clear();
            if (kind == "slower" && r % 4 != 0) first.clear();
            if (kind == "outliers" && r == 77) first = "350";
            if (kind == "scales") first = std::to_string(1e4 * a);
            if (kind == "constant") first = "7";
            if (kind == "sentinel" && r % 50 == 3) first = "-999.00";
            if (kind == "sentinel" && r % 50 == 8) first = "NA";
            if (kind == "next-value") first = std::to_string(noise[static_cast<std::size_t>(r) + 1]);
            if (kind == "copy") first = std::to_string(32 + 2 * std::stod(second));
            if (kind == "short" && r >= 360) first.clear();
            if (kind == "late" && r < 40) first.clear();
            if (kind == "time-disorder") time = hour(r == 50 ? 51 : r == 51 ? 50 : r);
            if (kind == "time-reversed") time = hour(kRows - r);
            if (kind == "time-gap") time = hour(r < 200 ? r : r + 4);
            if (kind == "mixed-steps" && r < 200)
                time = hour(r / 2).substr(0, 14) + (r % 2 ? "30" : "00");
            else if (kind == "mixed-steps")
                time = hour(r - 100);
            if (kind == "drift") second = std::to_string(b + 0.1 * r);
            if (kind == "level-shift" && r >= 170) first = std::to_string(a + 40);
            if (kind == "time-repeat") time = hour(r < 100 ? r : r - 1);
            if (kind == "same-column") first += "," + std::to_string(7 + 2 * std::stod(first));
            return time + "," + first + "," + second;
        };
        ExperimentConfig config = write(kind == "same-column" ? "time,a,a2,b" : "time,a,b", cells);
        if (kind == "scales" || kind == "outliers") config.recipe = {};
        if (kind == "few-windows") config.lookback = 210, config.horizon = 24, config.split = "60%/20%/20%";
        const SeriesPtr series = read(config);
        const std::vector<DataFinding> findings = findingsOf(*series, config);
        const auto found = std::ranges::find(findings, kind, &DataFinding::code);
        QStringList codes;
        for (const DataFinding& one : findings) codes << QString::fromStdString(one.code);
        QVERIFY2(found != findings.end(), qPrintable(codes.join(' ')));
        const auto remedy = remedyOf(std::span(&*found, 1), *series, config);
        QVERIFY(remedy.has_value());
        QCOMPARE(QString::fromStdString(remedy->word.english()), word);
        const Field& field = *findField(setting.toStdString());
        QVERIFY(fieldValue(remedy->config, field) != fieldValue(config, field));
        // Nothing else is changed, the settings can be read, and what was found is gone or told to be mended.
        ExperimentConfig other = config;
        QVERIFY(setFieldValue(other, field, fieldValue(remedy->config, field)).ok());
        QVERIFY(other == remedy->config);
        const auto data = loadDataset(remedy->config);
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().message.c_str());
        const std::vector<DataFinding> after = findingsOf(*data->series, remedy->config);
        const auto again = std::ranges::find(after, kind, &DataFinding::code);
        QCOMPARE(again != after.end(), staysAsFinding == 1);
        if (again == after.end()) return;
        QVERIFY(!remedyOf(std::span(&*again, 1), *data->series, remedy->config).has_value());
        QCOMPARE(mendedIn(*again, remedy->config).has_value(), setting == "recipe");
    }

    // A jump of unit or level is told once, under one name, and not at all where it is mended.
    void aJumpIsToldOnce() {
        for (const bool isUnit : {true, false}) {
            const ExperimentConfig config = write("time,a,b", [&](int r) {
                const double b = 10 + wave(r, 2), jumped = isUnit ? 1000 * b : b + 40;
                return hour(r) + "," + std::to_string(wave(r, 0)) + "," + std::to_string(r < 300 ? b : jumped);
            });
            const SeriesPtr series = read(config);
            const auto told = [&](const ExperimentConfig& with) {
                std::vector<DataFinding> all = examineAs(*series, with);
                for (DataFinding& one : examineExperiment(*series, with)) all.push_back(std::move(one));
                std::erase_if(all,
                              [&](const DataFinding& one) { return !isTold(one) || isMended(one, *series, with); });
                return all;
            };
            const std::vector<DataFinding> findings = told(config);
            QStringList codes;
            for (const DataFinding& one : findings) codes << QString::fromStdString(one.code);
            QVERIFY2(findings.size() == 1, qPrintable(codes.join(' ')));
            QCOMPARE(findings.front().code, std::string(isUnit ? "unit-jump" : "level-shift"));
            QCOMPARE(findings.front().firstRow, std::int64_t{300});
            const auto remedy = remedyOf(findings, *series, config);
            QVERIFY(remedy && !remedy->preview.empty());
            QVERIFY(told(remedy->config).empty());
            // As a person would write it
            ExperimentConfig own = config;
            own.recipe = {
                isUnit ? "rescale(columns=b, rows=0..299, times=1000)" : "rescale(rows=0..299, plus=40, columns=b)",
                "standardise"};
            QVERIFY(told(own).empty());
        }
    }

    // What somebody has mended is told no more; what a fresh experiment does by itself was chosen by nobody.
    void whatIsMended() {
        const ExperimentConfig config = write("time,a,b", [](int r) {
            return hour(r) + "," +
                   (r == 77              ? std::string("350")
                    : r > 200 && r < 204 ? ""
                                         : std::to_string(wave(r, 0))) +
                   "," + std::to_string(wave(r, 2));
        });
        const SeriesPtr series = read(config);
        const std::vector<DataFinding> findings = examine(*series);
        const auto is = [&](const char* code, const ExperimentConfig& with) {
            const auto found = std::ranges::find(findings, code, &DataFinding::code);
            return found != findings.end() && isMended(*found, *series, with);
        };
        ExperimentConfig fresh = config, other = config;
        fresh.recipe = ExperimentConfig().recipe;
        QVERIFY(!is("missing", fresh) && !is("outliers", fresh));
        other.recipe = {"fill(method=hold)", "clip(method=iqr, threshold=10)", "standardise"};
        QVERIFY(is("missing", other) && is("outliers", other));
        other.recipe = {"!clip(method=iqr, threshold=10)", "standardise"};
        QVERIFY(!is("outliers", other));
        const auto far = std::ranges::find(findings, "outliers", &DataFinding::code);
        other.recipe = {maskOf(std::span(&*far, 1), series->time)};
        QVERIFY(is("outliers", other));
    }

    // Windows that a short part cannot hold become shorter ones that each part can.
    void windowsThatFit() {
        ExperimentConfig config = write("time,a,b", [](int r) {
            return hour(r) + "," + std::to_string(wave(r, 0)) + "," + std::to_string(wave(r, 2));
        });
        const Dataset data{read(config), nullptr};
        config.split = "70%/15%/15%";
        const ConfigFinding finding{Severity::Error, "lookback", {}};
        config.lookback = 48, config.horizon = 24;
        QVERIFY(!remedyOf(finding, data, config).has_value());
        for (const auto& [lookback, horizon] : {std::pair(500, 24), std::pair(280, 1), std::pair(48, 100)}) {
            config.lookback = lookback, config.horizon = horizon;
            QVERIFY(!prepareWindows(data.series, config).ok());
            const auto remedy = remedyOf(finding, data, config);
            QVERIFY(remedy && !remedy->preview.empty());
            QVERIFY(remedy->config.lookback <= lookback && remedy->config.horizon <= horizon);
            const auto made = prepareWindows(data.series, remedy->config);
            QVERIFY2(made.ok(), made.ok() ? "" : made.error().message.c_str());
            QVERIFY(made->windows.train.size() > 1 && made->windows.test.size() > 1);
        }
        config.split = "399/1/0";
        config.lookback = 1000, config.horizon = 7;
        const auto least = remedyOf(finding, data, config);
        QVERIFY(!least || prepareWindows(data.series, least->config).ok());
    }

    void sharesAndClasses() {
        ExperimentConfig config = write("time,a,b", [](int r) {
            return hour(r) + "," + std::to_string(wave(r, 0)) + "," + std::to_string(wave(r, 2));
        });
        const Dataset data{read(config), nullptr};
        config.split = "70/15/15";
        config.lookback = 6, config.horizon = 2;
        const auto findings = checkExperiment(config, &data);
        const auto shares = std::ranges::find_if(findings, meansShares);
        QVERIFY(shares != findings.end());
        QCOMPARE(remedyOf(*shares, data, config)->config.split, std::string("70%/15%/15%"));
        auto set = std::make_shared<SequenceSet>();
        set->channelNames = {"x"}, set->classNames = {"a", "b"};
        for (int i = 0; i < 40; ++i) {
            set->items.push_back({4, {1.0 * i, 2, 3, 4}, {}, i < 36 ? 0 : 1});
            set->parts.push_back(SequenceSet::Part::Unassigned);
        }
        const Dataset classes{nullptr, set};
        ExperimentConfig sorted;
        sorted.task = "classification", sorted.split = "60%/20%/20%";
        // Drawn without regard to the class, some draw leaves it out of a part.
        std::vector<ConfigFinding> lacking;
        for (sorted.seed = 0; sorted.seed < 50 && std::ranges::none_of(lacking, lacksClass); ++sorted.seed)
            lacking = checkExperiment(sorted, &classes);
        --sorted.seed;
        const auto lack = std::ranges::find_if(lacking, lacksClass);
        QVERIFY(lack != lacking.end());
        const auto stratified = remedyOf(*lack, classes, sorted);
        QVERIFY(stratified.has_value());
        QCOMPARE(stratified->config.split, std::string("60%/20%/20% stratified"));
        QVERIFY(std::ranges::none_of(checkExperiment(stratified->config, &classes), lacksClass));
    }

    // The rows of several series are not sorted into one.
    void disorderOfSeveralSeries() {
        const ExperimentConfig config = write("shop,time,y", [](int r) {
            return "shop " + std::to_string(r / 100) + "," + hour(r % 100) + "," + std::to_string(wave(r, 1));
        });
        const SeriesPtr series = read(config);
        const std::vector<DataFinding> findings = examine(*series);
        const auto found = std::ranges::find(findings, "time-disorder", &DataFinding::code);
        QVERIFY(found != findings.end());
        const auto remedy = remedyOf(std::span(&*found, 1), *series, config);
        QVERIFY(remedy.has_value());
        QVERIFY(!remedy->config.sortTime && remedy->config.csvShape != config.csvShape);
    }

    // Weekends are no gaps to be filled, and a column that is forecast is not left out.
    void onlyAPersonKnows() {
        const ExperimentConfig config = write("time,a,b", [](int r) {
            return hour((r / 5 * 7 + r % 5) % 1000) + "," + std::to_string(wave(r, 0)) + ",7";
        });
        const SeriesPtr series = read(config);
        for (const DataFinding& one : examine(*series)) {
            if (one.code == "time-gap") QVERIFY(one.setting.empty());
            if (one.code == "constant") QVERIFY(!remedyOf(std::span(&one, 1), *series, config).has_value());
        }
    }

    // Four columns hold what another one comes to, the one that is forecast unasked among them: all leave the inputs.
    // Where that other one is not what is forecast they tell no answer, and nothing is offered.
    void allColumnsOfAFinding() {
        std::vector<double> noise;
        Rng rng(5, RandomPurpose::Test);
        for (int r = 0; r <= kRows; ++r) noise.push_back(rng.normal());
        const ExperimentConfig config = write("time,price,open,high,low,change", [&](int r) {
            const auto at = static_cast<std::size_t>(r);
            std::string row = hour(r);
            for (const double value : {noise[at + 1], noise[at], noise[at + 1] + 0.001 * wave(r, 1),
                                       noise[at + 1] - 0.001 * wave(r, 2), 3 * noise[at + 1] + 0.001 * wave(r, 3)})
                row += "," + std::to_string(value);
            return row;
        });
        const SeriesPtr series = read(config);
        const std::vector<DataFinding> findings = examine(*series);
        std::vector<DataFinding> kind;
        for (const DataFinding& one : findings)
            if (one.code == "next-value" && one.value == "open") kind.push_back(one);
        QCOMPARE(kind.size(), std::size_t{4});
        const auto inputsOf = [&](std::vector<std::string> targets) {
            ExperimentConfig asked = config;
            asked.targets = std::move(targets);
            const auto remedy = remedyOf(kind, *series, asked);
            return remedy ? remedy->config.inputs : std::vector<std::string>();
        };
        QCOMPARE(inputsOf({}), std::vector<std::string>{"open"});
        QCOMPARE(inputsOf({"open"}), std::vector<std::string>{"open"});
        QCOMPARE(inputsOf({"open", "price"}), std::vector<std::string>{"open"});
        QVERIFY(inputsOf({"change"}).empty());
        const auto remedy = remedyOf(kind, *series, config);
        for (const DataFinding& one : kind)
            QVERIFY(isMended(one, *series, remedy->config) && !isMended(one, *series, config));
        // Told one by one, each flag for the inputs leaves out all of the kind.
        QCOMPARE(mendedWith(std::span(kind).first(1), findings).size(), std::size_t{4});
        const auto gap =
            std::ranges::find_if(findings, [](const DataFinding& one) { return one.code != "next-value"; });
        if (gap != findings.end()) QCOMPARE(mendedWith(std::span(&*gap, 1), findings).front().code, gap->code);
    }

    // What means missing far from the others can be masked, however it is written.
    void aFarValueIsMasked() {
        const ExperimentConfig config = write("a,b", [](int r) {
            return (r % 50 == 3 ? std::string("-999.00") : std::to_string(wave(r, 0))) + "," +
                   std::to_string(wave(r, 2));
        });
        const SeriesPtr series = read(config);
        const std::vector<DataFinding> findings = examine(*series);
        const auto found = std::ranges::find(findings, "sentinel", &DataFinding::code);
        QVERIFY(found != findings.end());
        QCOMPARE(found->places.size(), std::size_t{8});
        QVERIFY(maskOf(std::span(&*found, 1), series->time).starts_with("mask(columns=a, rows=3|53|103"));
    }

    // A spelling holds for all columns: where another one measures the number it is masked in its own.
    void aCodeThatIsMeasuredElsewhere() {
        for (const bool isMeasured : {false, true}) {
            const ExperimentConfig config = write("a,b", [&](int r) {
                const std::string code = r % 50 == 3 ? "-999" : r % 50 == 8 ? "NA" : std::to_string(wave(r, 0));
                return code + "," + std::to_string(isMeasured ? r * 3 % 7 * 0.5 - 1001.5 : wave(r, 2));
            });
            const SeriesPtr series = read(config);
            std::vector<DataFinding> findings = examine(*series);
            std::erase_if(findings, [](const DataFinding& one) { return one.code != "sentinel" || one.column != "a"; });
            QCOMPARE(findings.size(), std::size_t{1});
            const auto remedy = remedyOf(findings, *series, config);
            QVERIFY(remedy.has_value());
            QCOMPARE(remedy->config.csvMissing == config.csvMissing, isMeasured);
            QCOMPARE(remedy->config.recipe.front() == "mask(columns=a, values=-999)", isMeasured);
            QVERIFY(isMeasured || read(remedy->config)->channels[0].values.size() == kRows);
        }
    }

    // Where no spellings are read it is masked by its number, of all columns in one step, and then told no more.
    void aCodeOfNoTextIsMasked() {
        Series series;
        for (const char* name : {"a", "b"}) {
            Channel channel{name, "", {}};
            for (int r = 0; r < kRows; ++r) channel.values.append(r % 50 == 3 ? -9999 : wave(r, name[0]));
            series.channels.push_back(std::move(channel));
        }
        const std::vector<DataFinding> findings = examine(series);
        QCOMPARE(findings.size(), std::size_t{2});
        ExperimentConfig config;
        config.recipe = {"fill(method=hold)"};
        const auto remedy = remedyOf(findings, series, config);
        QVERIFY(remedy.has_value());
        QCOMPARE(remedy->config.recipe.front(), std::string("mask(columns=a|b, values=-9999)"));
        for (const DataFinding& one : findings) {
            QVERIFY(!isMended(one, series, config) && isMended(one, series, remedy->config));
            QCOMPARE(mendedIn(one, remedy->config), std::optional<std::size_t>(0));
        }
        QVERIFY(!remedyOf(findings, series, remedy->config).has_value());
    }
};

QTEST_APPLESS_MAIN(TestRemedy)
#include "tst_remedy.moc"

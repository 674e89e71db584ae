// SPDX-License-Identifier: GPL-3.0-or-later
// A count over the small files of kinds that people met, where they lie beside this checkout, read as `data inspect`,
// the window and a training read them when nothing is said about them: right, told with the true cause where the truth
// asks for no more than that, or wrong. Two kinds (attributes of CF, HDF5 as others write it) are counted apart.
#include "../core/data_support.h"
#include "data/doctor.h"
#include "data/shapes/shape_choice.h"
#include "io/json/json.h"

#include <QTest>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <map>

using namespace gatelab;
using namespace datatest;

class TestPublicCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void count();
};

namespace {

using Json = nlohmann::json;

/// What names the true cause, one of them in a warning or in the refusal, lower case. A file without a row must be read
/// right.
const std::map<std::string, std::vector<std::string>>& causes() {
    static const std::map<std::string, std::vector<std::string>> kCauses = {
        {"pc05_station_row_first.txt", {"first row is unlike"}},
        {"pc20_moex_ticks.csv", {"stamp"}},
        {"pc26_nul_block.csv", {"value 0", "0x00"}},
        {"pc37_half_hours_wide.csv", {"hours of a day"}},
        {"pc40_ms_then_us.csv", {"stamp", "unit of the time"}},
        {"pc61_empatica_EDA.csv", {"first two rows", "first row is unlike"}},
        {"pc65_lfs_pointer.csv", {"git lfs pull"}},
        {"pc65b_html.csv", {"web page"}},
        {"pc66_home_assistant.csv", {"long table: column 'entity_id'"}},
        {"pc67_Toy_TRAIN.tsv", {"a sequence"}},
        {"pc68_dates_across.csv", {"lie on its side"}},
        {"pc71_air_quality.csv", {"-200"}},
        {"pc71s_sentinel_short.csv", {"-32768"}},
        {"pc76_matlab_datenum.csv", {"stamp", "matlab"}},
        {"pc76b_dotnet_ticks.csv", {"stamp", "ticks"}},
        {"pc79_transposed.h5", {"exchanged"}},
        {"pc113_ndbc.txt", {"99"}},
        {"pc123_class_labels.ts", {"@class_labels"}},
    };
    return kCauses;
}

/// The shape that each table of another one is to be read in unasked.
const std::map<std::string, std::string>& shapes() {
    static const std::map<std::string, std::string> kShapes = {{"pc37_half_hours_wide.csv", "hours"},
                                                               {"pc66_home_assistant.csv", "long"},
                                                               {"pc68_dates_across.csv", "transposed"}};
    return kShapes;
}

/// The values of pc81_classic.nc, from its bytes; its truth asks that it is refused.
Json classicNetcdf() {
    return Json::parse(R"({"columns": {"tas": {"rows": 60, "missing": 0, "first": 288.989990234375,
                                              "last": 296.2099914550781, "sum": 17515.54702758789}}})");
}

/// Files of which the truth asks that something is named: a number that stands in for missing values is only read as
/// missing when a person says so, and a row of codes is left out when one does.
bool asksForWords(const std::string& file) {
    static const std::vector<std::string> kFiles = {"pc05_station_row_first.txt", "pc71_air_quality.csv",
                                                    "pc71s_sentinel_short.csv", "pc113_ndbc.txt", "pc79_transposed.h5"};
    return std::ranges::find(kFiles, file) != kFiles.end();
}

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string isoTime(std::int64_t micros) {
    std::string text = timeText(micros);
    text[10] = 'T';
    return text;
}

bool isNear(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1e-6, std::abs(a), std::abs(b)}); }

/// Empty where the times and the columns of the truth came out; else what did not.
std::string difference(const Dataset& data, const Json& truth) {
    if (!data.series) return truth.contains("columns") ? "no table" : "";
    const Series& series = *data.series;
    if (truth.contains("time")) {
        const Json& time = truth["time"];
        const auto& values = series.time.values;
        if (values.size() != time["rows"].get<std::size_t>()) return std::to_string(values.size()) + " times";
        if (isoTime(values[0]) != time["first"] || isoTime(values[1]) != time["second"] ||
            isoTime(values.back()) != time["last"])
            return "times " + isoTime(values[0]) + ", " + isoTime(values[1]) + " to " + isoTime(values.back());
    }
    if (!truth.contains("columns")) return truth.contains("time") ? "" : "nothing to compare";
    for (const auto& [name, wanted] : truth["columns"].items()) {
        const auto at = series.find(name);
        if (!at) return "no column '" + name + "'";
        const auto& values = series.channels[*at].values;
        double sum = 0, first = std::nan(""), last = first;
        std::int64_t missing = 0;
        for (const double value : values) {
            if (std::isnan(value)) {
                ++missing;
                continue;
            }
            if (std::isnan(first)) first = value;
            sum += value, last = value;
        }
        if (values.size() != wanted["rows"].get<std::size_t>()) return std::to_string(values.size()) + " rows";
        if (missing != wanted["missing"].get<std::int64_t>() || !isNear(sum, wanted["sum"].get<double>()) ||
            !isNear(first, wanted["first"].get<double>()) || !isNear(last, wanted["last"].get<double>()))
            return "column '" + name + "': " + std::to_string(missing) + " missing, sum " + numberText(sum);
    }
    return {};
}

bool isSaid(const std::string& file, const Result<Dataset>& data) {
    std::string text = data ? "" : data.error().message;
    if (data)
        for (const ReadWarning& warning : (data->series ? data->series->report : data->sequences->report).warnings)
            text += warning.message.english() + "\n";
    // As `data inspect` tells them
    if (data && data->series)
        for (const DataFinding& finding : examine(*data->series)) text += finding.message.english() + "\n";
    text = lowered(text);
    const auto words = causes().find(file);
    return words != causes().end() && std::ranges::any_of(words->second, [&](const std::string& word) {
               return text.find(word) != std::string::npos;
           });
}

}  // namespace

void TestPublicCases::count() {
    if (!hasRealFile("public/truth.json")) QSKIP(kNoRealFile);
    std::ifstream in(realFile("public/truth.json"));
    const Json truths = Json::parse(in);
    struct Count {
        int right = 0, told = 0, wrong = 0;
    } kinds, apart;
    for (const auto& [file, truth] : truths.items()) {
        static const std::vector<std::string> kApart = {"PC75", "PC78", "PC79", "PC80", "PC81", "PC82"};
        const bool isApart = std::ranges::find(kApart, truth["case"].get<std::string>()) != kApart.end();
        Count& counts = isApart ? apart : kinds;
        ExperimentConfig config;
        config.dataPath = realFile(("public/" + file).c_str()).string();
        const auto data = loadAsItLooks(config);
        const bool isTable = truth.contains("columns") || truth.contains("time");
        const bool said = isSaid(file, data);
        const auto shape = shapes().find(file);
        // What had to be refused, with its name, while its format was not read
        const bool isReadNow = data && truth.contains("refuse") && data->series->report.format != "csv";
        const std::string wrong = !data && truth.contains("refuse") && said ? std::string()
                                  : !data                                   ? "refused: " + data.error().message
                                  : isReadNow                               ? difference(*data, classicNetcdf())
                                  : isTable                                 ? difference(*data, truth)
                                  : shape != shapes().end() ? (config.csvShape == shape->second ? "" : "its shape")
                                  : data->series            ? "read as a series"
                                                            : std::string();
        const bool isTold = !wrong.empty() && said && asksForWords(file);
        ++(wrong.empty() ? counts.right : isTold ? counts.told : counts.wrong);
        if (data) {
            const ReadAccount& account = (data->series ? data->series->report : data->sequences->report).account;
            QVERIFY2(account.rowsRead + account.left() == account.rowsInFile, file.c_str());
        }
        qInfo("%-32s %-6s %s", file.c_str(),
              wrong.empty() ? "right"
              : isTold      ? "told"
                            : "WRONG",
              wrong.substr(0, 100).c_str());
    }
    const auto print = [](const char* name, const Count& c) {
        qInfo("%s: %d right, %d told as the truth asks, %d wrong", name, c.right, c.told, c.wrong);
    };
    print("all but CF attributes and other HDF5", kinds);
    print("CF attributes and other HDF5 (kinds 1 and 12)", apart);
    QCOMPARE(kinds.wrong + apart.wrong, 0);
}

QTEST_APPLESS_MAIN(TestPublicCases)
#include "tst_public_cases.moc"
